"""The policy: headroom, failures to survive, what may be bought, and the solver's limits."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, model_validator
from pydantic_core import PydanticCustomError

from planner.entries.base import Date, Schema
from planner.units import Count, CountFromOne, Margin, NumberIn, UsdPerYear

UtilizationCap = Annotated[
    float, Field(ge=0.01, le=1, allow_inf_nan=False, json_schema_extra={"x-unit": "1"}), NumberIn
]
"""The least is headroom's most, 100 x the peak."""


class Policy(Schema):
    """How much risk the buyer takes."""

    headroom: Margin | None = None
    """0.30 plans for 1.3 x the peak. Omitted, with no utilization cap: 0.30."""
    utilization_cap: UtilizationCap | None = None
    """Instead of headroom: 0.7 plans for peak / 0.7."""
    spare_replicas_per_pool: Count = 0
    """Kept for failures on top of headroom, in each pool that is used."""
    spare_nodes_per_site: Count = 0
    """Per kind of hardware in use at a site."""
    survive_site_loss: StrictBool = False
    """Whether the fleet carries the peak after the loss of any one site."""
    site_loss_headroom: Margin = 0.10
    """Headroom that is left after a site loss."""
    max_pools: CountFromOne | None = None
    """Pools that the fleet may have, deployments times sites; omitted: any number."""
    budget_usd_per_year: UsdPerYear | None = None
    """The fully loaded cost may not be above it."""
    needed_by: Date | None = None
    """Hardware that becomes available later is out."""
    acquisition: Literal["own", "rent", "cheapest"] = "own"
    """Whether servers are bought, rented, or each whichever way is cheaper."""
    rent_term: Literal["on_demand", "reserved_1y", "reserved_3y", "spot"] = "reserved_1y"
    """For how long is rented: a longer promise costs less an hour."""
    evidence: Literal["measured", "third_party", "vendor", "modeled", "target"] = "third_party"
    """The weakest class of evidence that may be used."""
    allow_shape_mismatch: StrictBool = False
    """Whether a token rate may be carried over to an unlike shape; that warns."""
    missing_percentile: Literal["reject", "use_lower"] = "reject"
    """What a promise at a percentile that nobody measured does: it rejects the deployment, or the
    nearest lower percentile stands in and warns."""
    percentile_sums: Literal["estimate", "bound"] = "estimate"
    """Whether a sum of percentiles may stand for the percentile of the sum."""

    @model_validator(mode="after")
    def _one_rule_for_headroom(self) -> "Policy":
        if self.headroom is not None and self.utilization_cap is not None:
            raise PydanticCustomError(
                "two_headrooms",
                "give headroom or utilization_cap, not both: headroom {headroom} plans for "
                "{factor} x the peak, utilization_cap {cap} for {capped} x",
                {
                    "headroom": self.headroom,
                    "factor": f"{1 + self.headroom:.4g}",
                    "cap": self.utilization_cap,
                    "capped": f"{1 / self.utilization_cap:.4g}",
                },
            )
        return self


class Solver(Schema):
    """When the solver may stop."""

    gap_fraction: Annotated[
        float, Field(ge=0, le=0.5, json_schema_extra={"x-unit": "1"}), NumberIn
    ] = 1e-3
    """`optimal` means proven within this share of the best that is possible."""
    time_limit_s: Annotated[
        float, Field(gt=0, le=300, json_schema_extra={"x-unit": "s"}), NumberIn
    ] = 30
    """After it the best fleet found so far is the answer, with the gap that is left."""
