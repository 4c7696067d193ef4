"""The fleet seen from its workloads, pools and sites."""

from typing import Literal

from planner.entries.base import Schema

Rule = Literal[
    "same_shape", "any_shape", "fitted", "padded", "larger_shape", "shape_mismatch", "streams"
]
Basis = Literal["measured", "interpolated", "below_first_point", "standalone"]
SloBasis = (
    Literal[
        "measured", "interpolated", "sum_of_percentiles", "sum_bound", "constant", "not_measured"
    ]
    | str
)


class RatePart(Schema):
    """How a rate follows from the curves: enough to reckon it again."""

    rule: Rule
    """Which shape rule: same shape, curve without shape, fitted between shapes, larger shape …"""
    basis: Basis
    """Whether the cap is a measured concurrency, between two, or below the first."""
    curves: tuple[int, ...]
    """Positions in the deployment; of `fitted` and `padded` the two that bracket come first."""
    concurrency_cap: int | None = None
    point: int | None = None
    """Position of the point in its curve, where it stands alone (no concurrency)."""
    planned_input_tokens: float | None = None
    planned_output_tokens: float | None = None
    """The shape that was planned, where it is not the workload's own."""
    replica_s_per_uncached_input_token: str | None = None
    """alpha, where fitted."""
    replica_s_per_output_token: str | None = None
    """beta, where fitted."""
    fit_residual_fraction: float | None = None
    """Largest relative error of the fit over its shapes."""
    residence_s: float | None = None
    """Mean time of one request in a replica at the cap, s."""


class Route(Schema):
    """The share of a workload that a pool carries."""

    pool: str
    stage: Literal["serve", "asr", "tts"] = "serve"
    requests_per_s: float
    """At the peak, without headroom (concurrent streams for asr and tts)."""
    share: str
    """Of the workload's load at this stage, an exact fraction."""
    rate_per_replica: str
    """requests/s (streams), an exact decimal."""
    derivation: str
    """In words."""
    rate: RatePart


class SloPart(Schema):
    """One promise, and what the planned operating points keep of it."""

    metric: str
    percentile: str
    limit: float
    achieved: float | None
    """The worst over the pools that carry the workload."""
    basis: SloBasis
    """measured, interpolated, bounded_by_pNN, sum_of_percentiles, sum_bound, constant …"""


class WorkloadPart(Schema):
    """What one workload asks and gets."""

    name: str
    requests_per_s: float
    """At the peak, without headroom."""
    mean_requests_per_s: float
    output_tokens_per_s: float
    """At the peak, hidden reasoning included."""
    required_output_tokens_per_s: float
    """With headroom."""
    headroom: float
    utilization_cap: float
    """The same headroom in its other form, 1 / (1 + headroom)."""
    active_users: float
    goodput_fraction_lower_bound: float | None = None
    """1 - sum (1 - p) over the percentile limits."""
    effective_tpot_ms: float | None = None
    """The TPOT that the tightest of several limits really asks for."""
    routes: tuple[Route, ...] = ()
    slo: tuple[SloPart, ...] = ()


class QueueMs(Schema):
    """Wait for a free slot at the peak, Erlang C, ms."""

    p50: float | None = None
    p95: float | None = None
    p99: float | None = None


class PoolPart(Schema):
    """The replicas of one deployment at one site, run at one concurrency cap."""

    id: str
    site: str
    deployment: str
    hardware: tuple[str, ...]
    concurrency_cap: int | None
    replicas: int
    """Working and spare."""
    spare_replicas: int
    chips: int
    """In these replicas."""
    nodes: int | None
    """That these replicas would fill alone."""
    utilization_fraction: float | None
    """At the peak without headroom, of its working replicas."""
    wait_probability: float | None
    queue_ms: QueueMs
    evidence: str
    precision: str | None
    memory_bandwidth_utilization_fraction: float | None = None
    compute_utilization_fraction: float | None = None
    kv_occupancy_fraction: float | None = None


class SitePart(Schema):
    """What stands at a site."""

    name: str
    nodes: dict[str, int]
    """By hardware, paid for, spares included."""
    chips: dict[str, int]
    """Provisioned, by hardware."""
    rented_nodes: dict[str, int]
    """Among the nodes."""
    spare_nodes: dict[str, int]
    """Among the nodes."""
    racks: int | None
    it_megawatts: float
    facility_megawatts: float
    mean_facility_megawatts: float
    power_cap_megawatts: float | None
    pue: float
    design_pue: float


class LossRoute(Schema):
    """Who carries a workload after the loss of a site."""

    workload: str
    stage: Literal["serve", "asr", "tts"] = "serve"
    pool: str
    requests_per_s: float
    """At the peak, without headroom."""
    share: str
    """An exact fraction."""


class SiteLoss(Schema):
    """The routing after the loss of one site; spares count as working then."""

    site: str
    routes: tuple[LossRoute, ...]
