"""`quote.pools` and `quote.sites`: what stands where, how busy, and how long requests wait."""

from fractions import Fraction

from planner.ceiling import Subject
from planner.entries import Hardware
from planner.quote import PoolPart, QueueMs, SitePart
from planner.report.flows import Flows, Standing
from planner.sizing.queueing import wait_percentile_s, wait_probability
from planner.utilization import Shares, shares_at

MEGA = 10**6


def pool_parts(flows: Flows) -> tuple[PoolPart, ...]:
    """Every pool with a replica, by id."""
    return tuple(_pool(flows, pool) for pool in flows.pools_in_use)


def _pool(flows: Flows, pool: int) -> PoolPart:
    behind = flows.candidates.pools[pool]
    deployment, replicas = behind.deployment, flows.replicas(pool)
    busy = sum((f.replicas for f in flows.of_pool(pool)), Fraction(0))
    working = flows.fleet.replicas[pool]
    probability, queue = _waiting(flows, pool)
    return PoolPart(
        id=flows.candidates.problem.pools[pool].id,
        site=behind.site,
        deployment=deployment.id,
        hardware=tuple(deployment.chips_by_hardware),
        concurrency_cap=behind.cap,
        replicas=replicas,
        spare_replicas=flows.fleet.spares[pool],
        chips=replicas * deployment.chips,
        nodes=sum(
            nodes_alone(replicas, chips, flows.candidates.entries.hardware[h])
            for h, chips in deployment.chips_by_hardware.items()
        ),
        utilization_fraction=float(busy / working) if working else None,
        wait_probability=probability,
        queue_ms=queue,
        evidence=deployment.evidence or "unspecified",
        precision=deployment.precision,
        **_shares(flows, pool),
    )


def _shares(flows: Flows, pool: int) -> dict[str, float | None]:
    """How much of bandwidth, arithmetic and KV pool a replica takes: the most of any workload."""
    behind = flows.candidates.pools[pool]
    rows: list[Shares] = []
    for flow in flows.of_pool(pool):
        service = flows.candidates.services[flow.service]
        model = flows.candidates.entries.models.get(behind.deployment.model)
        if model is None or behind.cap is None or behind.deployment.role != "serve":
            continue
        curve = behind.deployment.curves[service.plan.curves[0]]
        output = float(service.rate * flows.load_of(flow).shape.output_tokens)
        subject = Subject(model, behind.deployment, flows.candidates.entries.hardware)
        rows.append(shares_at(subject, curve, output, behind.cap))
    return {
        name: max((v for row in rows if (v := getattr(row, name)) is not None), default=None)
        for name in _SHARES
    }


_SHARES = (
    "memory_bandwidth_utilization_fraction",
    "compute_utilization_fraction",
    "kv_occupancy_fraction",
)


def nodes_alone(replicas: int, chips: int, hardware: Hardware) -> int:
    """Nodes that replicas of one size would fill with nothing beside them."""
    node, domain = hardware.chips_per_node, hardware.domain_chips
    if chips > domain:
        return replicas * -(-chips // domain) * (domain // node)
    if chips <= node and domain == node:
        return -(-replicas // (node // chips))
    per_domain = domain // chips
    whole, rest = divmod(replicas, per_domain)
    return whole * -(-per_domain * chips // node) + -(-rest * chips // node)


def mean_residence_s(flows: Flows, pool: int) -> tuple[float, float]:
    """Requests in flight if none waited, and the mean time of one in its slot, s; at the peak."""
    cap = flows.candidates.pools[pool].cap
    if cap is None:
        return 0.0, 0.0
    busy = sum((f.replicas for f in flows.of_pool(pool)), Fraction(0))
    requests = sum((f.share * flows.load_of(f).peak for f in flows.of_pool(pool)), Fraction(0))
    offered = busy * cap
    return float(offered), float(offered / requests) if requests else 0.0


def _waiting(flows: Flows, pool: int) -> tuple[float | None, QueueMs]:
    cap = flows.candidates.pools[pool].cap
    if cap is None or not flows.fleet.replicas[pool]:
        return None, QueueMs()
    slots = float(cap * flows.fleet.replicas[pool])
    offered, residence = mean_residence_s(flows, pool)
    probability = wait_probability(slots, offered)

    def wait_ms(percentile: float) -> float | None:
        seconds = wait_percentile_s(percentile, probability, slots, offered, residence)
        return None if seconds is None else seconds * 1000

    return probability, QueueMs(p50=wait_ms(50), p95=wait_ms(95), p99=wait_ms(99))


def racks_of(standing: Standing) -> int | None:
    """Racks that these nodes take; `None` where the nodes per rack are not known."""
    per_rack = standing.place.nodes_per_rack_position()
    return -(-standing.nodes // per_rack) if per_rack else None


def total_racks(standings: list[Standing]) -> int | None:
    """Racks of all, `None` where one of them is not known."""
    counts = [racks_of(standing) for standing in standings]
    return None if None in counts else sum(count for count in counts if count is not None)


def site_parts(flows: Flows) -> tuple[SitePart, ...]:
    """Every site, in the order of the demand."""
    return tuple(
        _site(flows, name) for name in (site.name for site in flows.candidates.demand.sites)
    )


def _site(flows: Flows, name: str) -> SitePart:
    site = next(s for s in flows.candidates.demand.sites if s.name == name)
    here = [standing for (_, at), standing in sorted(flows.standings.items()) if at == name]
    mean_w = sum((s.mean_it_w(s.owned_nodes) * s.place.rates.pue for s in here), Fraction(0))
    return SitePart(
        name=name,
        nodes={s.place.hardware.id: s.nodes for s in here},
        chips={s.place.hardware.id: s.chips for s in here},
        rented_nodes={s.place.hardware.id: s.rented_nodes for s in here if s.rented_nodes},
        spare_nodes={s.place.hardware.id: s.spare_nodes for s in here if s.spare_nodes},
        racks=total_racks(here),
        it_megawatts=float(sum((s.it_w for s in here), Fraction(0)) / MEGA),
        facility_megawatts=float(sum((s.facility_w for s in here), Fraction(0)) / MEGA),
        mean_facility_megawatts=float(mean_w / MEGA),
        power_cap_megawatts=site.power_cap_megawatts,
        pue=site.pue,
        design_pue=site.cap_pue,
    )
