"""What may go wrong with a fleet, each with a stable code."""

from collections.abc import Iterator
from fractions import Fraction

from planner.demand import VoiceWorkload
from planner.loads import AUDIBLE_LAG_TOKENS_PER_S
from planner.quote import Note, PoolPart, WorkloadPart
from planner.report.doubts import curve_doubts
from planner.report.figures import listed
from planner.report.flows import Flow, Flows
from planner.report.freshness import stale_figures
from planner.report.traps import unit_traps
from planner.sizing.latency import rank

_BELOW_8_BITS = (
    "fp4",
    "int4",
    "nvfp4",
    "mxfp4",
    "w4a16",
    "awq",
    "gptq",
    "int3",
    "int2",
    "fp6",
    "mxfp6",
)


def warnings_of(
    flows: Flows, pools: tuple[PoolPart, ...], workloads: tuple[WorkloadPart, ...]
) -> tuple[Note, ...]:
    """What may go wrong with this fleet."""
    found = [
        *flows.candidates.warnings,
        *_unproven(workloads),
        *curve_doubts(flows),
        *_idle_limits(flows),
        *_precision(flows),
        *_spares(flows),
        *_mixed_shapes(flows),
        *_queueing(flows, pools, workloads),
        *_voice(flows, workloads),
        *_site_loss(flows),
        *unit_traps(flows),
        *stale_figures(flows),
    ]
    return tuple(dict.fromkeys(found))


def _unproven(workloads: tuple[WorkloadPart, ...]) -> Iterator[Note]:
    for workload in workloads:
        for row in workload.slo:
            if row.basis == "not_measured" and row.achieved is not None:
                text = (
                    f"{workload.name}: {row.metric} {row.percentile} was not measured; a lower "
                    "percentile stands in for it."
                )
                yield Note(code="percentile_not_measured", text=text)
            if row.basis == "sum_of_percentiles":
                text = (
                    f"{workload.name}: {row.metric} {row.percentile} is a sum of percentiles, an "
                    "estimate and no bound; "
                    "policy.percentile_sums = bound makes it one."
                )
                yield Note(code="sum_of_percentiles", text=text)


def _idle_limits(flows: Flows) -> Iterator[Note]:
    """Limits that another makes idle: TTFT + (n - 1) x TPOT beyond E2E."""
    for load in flows.candidates.loads:
        limits = {(x.metric, x.percentile): x.limit_ms for x in load.limits}
        for (metric, percentile), e2e in limits.items():
            ttft, tpot = limits.get(("ttft_ms", percentile)), limits.get(("tpot_ms", percentile))
            steps = load.shape.output_tokens - 1
            if (
                metric != "e2e_ms"
                or ttft is None
                or tpot is None
                or steps <= 0
                or ttft + steps * tpot <= e2e
            ):
                continue
            name = flows.candidates.workload_of(load).name
            needed = (e2e - ttft) / steps
            text = (
                f"{name}: TTFT {float(ttft):g} ms + {float(steps):g} x TPOT {float(tpot):g} ms is "
                f"{float(ttft + steps * tpot):,.0f} ms; "
                f"the E2E limit of {float(e2e):,.0f} ms really asks for TPOT <= "
                f"{float(needed):.4g} ms."
            )
            yield Note(code="limit_made_idle", text=text)


def _precision(flows: Flows) -> Iterator[Note]:
    low: dict[tuple[str, str], set[str]] = {}
    for flow in flows.all:
        workload = flows.candidates.workload_of(flows.load_of(flow))
        deployment = flows.candidates.pools[flow.pool].deployment
        if workload.precisions is None and deployment.precision in _BELOW_8_BITS:
            low.setdefault((workload.name, deployment.precision), set()).add(deployment.id)
    for (workload, precision), ids in low.items():
        text = (
            f"{workload} runs at {precision} on {listed(ids)}: check the quality, or name "
            "precisions."
        )
        yield Note(code="precision_below_8_bits", text=text)
    pools = [flows.candidates.pools[p].deployment for p in flows.pools_in_use]
    used = {d.precision for d in pools if d.role == "serve" and d.precision is not None}
    if len(used) > 1 and any(w.precisions is None for w in flows.candidates.demand.workloads):
        shown = listed(used)
        text = f"The fleet mixes precisions: {shown}. Answers may differ between pools."
        yield Note(code="mixed_precision", text=text)


def _spares(flows: Flows) -> Iterator[Note]:
    """A spare replica that does not cover the node it may stand in."""
    short: dict[int, set[str]] = {}
    for pool in flows.pools_in_use:
        deployment = flows.candidates.pools[pool].deployment
        spares = flows.fleet.spares[pool]
        for name, chips in deployment.chips_by_hardware.items():
            held = flows.candidates.entries.hardware[name].chips_per_node // chips
            if spares and held > spares:
                short.setdefault(spares, set()).add(f"{held} of {deployment.id}")
    for spares, held in short.items():
        text = (
            f"{spares} spare replica{'s' if spares > 1 else ''} a pool cover less than the loss "
            "of a node, "
            f"which holds {listed(held)}. spare_nodes_per_site covers it."
        )
        yield Note(code="spare_covers_less_than_a_node", text=text)


def _mixed_shapes(flows: Flows) -> Iterator[Note]:
    for pool in flows.pools_in_use:
        here = flows.of_pool(pool)
        if not _unlike(flows, here):
            continue
        names = ", ".join(sorted(flows.candidates.workload_of(flows.load_of(f)).name for f in here))
        text = (
            f"{flows.candidates.problem.pools[pool].id} mixes unlike shapes ({names}): their "
            "latencies were not measured together."
        )
        yield Note(code="mixed_shapes", text=text)


def _unlike(flows: Flows, here: tuple[Flow, ...]) -> bool:
    shapes = [flows.load_of(f).shape for f in here]
    return any(
        max(lengths) > 2 * min(lengths)
        for lengths in ([s.input_tokens for s in shapes], [s.output_tokens for s in shapes])
        if lengths
    )


def _queueing(
    flows: Flows, pools: tuple[PoolPart, ...], workloads: tuple[WorkloadPart, ...]
) -> Iterator[Note]:
    by_id = {pool.id: pool for pool in pools}
    for pool in pools:
        if pool.wait_probability is not None and pool.wait_probability > 0.5:
            text = (
                f"{pool.id}: {pool.wait_probability:.0%} of the requests would wait for a slot at "
                "the peak; the pool is small."
            )
            yield Note(code="most_requests_wait", text=text)
    for workload in workloads:
        for row in workload.slo:
            if row.metric != "ttft_ms" or row.achieved is None or row.percentile == "mean":
                continue
            for route in workload.routes:
                wait = _wait_at(by_id.get(route.pool), rank(row.percentile))
                if wait and row.achieved + wait > row.limit:
                    text = (
                        f"{workload.name} on {route.pool}: TTFT {row.percentile} "
                        f"{row.achieved:.4g} ms + {wait:.4g} ms of waiting at the peak "
                        f"is over the limit of {row.limit:g} ms. Raise the headroom, or lower the "
                        "cap."
                    )
                    yield Note(code="queueing_breaks_slo", text=text)


def _wait_at(pool: PoolPart | None, level: Fraction) -> float | None:
    """The wait at the least tabled percentile that covers the level."""
    if pool is None or pool.wait_probability is None:
        return None
    queue = pool.queue_ms
    if level <= 50:
        return queue.p50
    return queue.p95 if level <= 95 else queue.p99


def _voice(flows: Flows, workloads: tuple[WorkloadPart, ...]) -> Iterator[Note]:
    for workload, part in zip(flows.candidates.demand.workloads, workloads, strict=True):
        if not isinstance(workload, VoiceWorkload):
            continue
        for limit in (workload.time_to_first_audio_ms or {}).values():
            if limit > 500:
                text = (
                    f"{workload.name}: a first audio after {limit:g} ms is slower than the 500 ms "
                    "that feel like a conversation."
                )
                yield Note(code="slow_first_audio", text=text)
        for row in part.slo:
            if (
                row.metric == "keeping_up_tpot_ms"
                and row.achieved
                and 1000 / row.achieved < AUDIBLE_LAG_TOKENS_PER_S
            ):
                text = (
                    f"{workload.name}: {1000 / row.achieved:.4g} tok/s per stream; below about "
                    f"{AUDIBLE_LAG_TOKENS_PER_S} "
                    'a lag is said to be audible ("What is Token Throughput?", 2026-05).'
                )
                yield Note(code="audible_lag", text=text)


def _site_loss(flows: Flows) -> Iterator[Note]:
    if flows.fleet.loss_shares:
        text = (
            "After the loss of a site spares count as working: nothing is kept for a further "
            "failure."
        )
        yield Note(code="no_spares_after_site_loss", text=text)
