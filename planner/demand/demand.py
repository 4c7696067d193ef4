"""The demand as a whole, with the checks that need more than one of its fields."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from planner.demand.policy import Policy, Solver
from planner.demand.site import Site
from planner.demand.workload import AnyWorkload
from planner.entries import CostOverrides, Deployment, Hardware, LanguageModel
from planner.entries.base import EntryId, Name, Schema
from planner.errors import InvalidDemand
from planner.validation import faults_of


def _id_or_inline(value: Any) -> str:
    return "\N{MIDDLE DOT}id" if isinstance(value, str) else "\N{MIDDLE DOT}inline"


DeploymentChoice = Annotated[
    Annotated[EntryId, Tag("\N{MIDDLE DOT}id")]
    | Annotated[Deployment, Tag("\N{MIDDLE DOT}inline")],
    Discriminator(_id_or_inline),
]
"""The id of a catalog entry, or a whole deployment."""


class Demand(Schema):
    """What is asked: workloads, what may be used, and the policy."""

    name: Name
    """What the quote will be called."""
    workloads: Annotated[tuple[AnyWorkload, ...], Field(min_length=1, max_length=1000)]
    """What must be served, all of it at once, from one fleet."""
    deployments: Annotated[tuple[DeploymentChoice, ...], Field(max_length=2000)] | None = None
    """Omitted: all of the catalog that fit the models."""
    hardware: Annotated[tuple[Hardware, ...], Field(max_length=500)] = ()
    """Whole entries; they shadow the catalog's entry of the same id, and the quote says so."""
    models: Annotated[tuple[LanguageModel, ...], Field(max_length=500)] = ()
    """Whole entries; they shadow the catalog's entry of the same id, and the quote says so."""
    sites: Annotated[tuple[Site, ...], Field(min_length=1, max_length=100)] = (
        Site(name="default"),
    )
    """Omitted: one site `default` without limits."""
    policy: Policy = Policy()
    """Headroom, spares and what may be bought."""
    costs: CostOverrides = CostOverrides()
    """What differs from the default cost book."""
    objective: Literal["cost", "chips", "power", "carbon"] = "cost"
    """What the fleet has the least of: `cost` a year, `chips` provisioned, `power` at the meter, or
    `carbon` a year."""
    solver: Solver = Solver()
    """When the solver may stop."""

    @property
    def inline_deployments(self) -> tuple[Deployment, ...]:
        """The deployments that came with the demand."""
        return tuple(d for d in self.deployments or () if isinstance(d, Deployment))

    @property
    def deployment_ids(self) -> tuple[str, ...] | None:
        """The ids of all deployments that may be used; `None`: any of the catalog."""
        if self.deployments is None:
            return None
        return tuple(d.id if isinstance(d, Deployment) else d for d in self.deployments)

    @model_validator(mode="after")
    def _names_are_unique(self) -> "Demand":
        _refuse_twins("workloads", (w.name for w in self.workloads))
        _refuse_twins("sites", (s.name for s in self.sites))
        _refuse_twins("hardware", (h.id for h in self.hardware))
        _refuse_twins("models", (m.id for m in self.models))
        _refuse_twins("deployments", self.deployment_ids or ())
        return self

    @model_validator(mode="after")
    def _sites_exist(self) -> "Demand":
        known = {site.name for site in self.sites}
        for workload in self.workloads:
            for name in workload.sites or ():
                if name not in known:
                    raise _unknown_site(f"workload {workload.name!r}", name, known)
        for name in self.costs.sites:
            if name not in known:
                raise _unknown_site("costs.sites", name, known)
        return self


def _refuse_twins(field: str, names: Iterable[str]) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise PydanticCustomError(
                "name_twice",
                "{field}: {name} stands {times} times",
                {"field": field, "name": repr(name), "times": times},
            )


def _unknown_site(who: str, name: str, known: set[str]) -> PydanticCustomError:
    return PydanticCustomError(
        "unknown_site",
        "{who} names the site {name}; the sites are {known}",
        {"who": who, "name": repr(name), "known": ", ".join(sorted(known))},
    )


def read_demand(data: object, source: str = "") -> Demand:
    """A demand from plain data, as `planner.documents` reads it.

    Raises:
        InvalidDemand: with a fault for each place that is wrong.
    """
    if not isinstance(data, Mapping):
        raise InvalidDemand.at("", "a demand is a mapping with name and workloads", source)
    try:
        return Demand.model_validate(data)
    except ValidationError as error:
        raise InvalidDemand(faults_of(error), source) from None
