"""What a fleet rests on and no proof covers, each with a stable code."""

from collections.abc import Iterator
from fractions import Fraction

from planner.candidates.plans import FittedPlan
from planner.quote import Note
from planner.report.figures import listed
from planner.report.flows import Flows
from planner.report.money import is_priced
from planner.report.tokens import split_by_token


def assumptions_of(flows: Flows) -> tuple[Note, ...]:
    """Everything that a reader should agree with before signing."""
    parts = (_headroom, _redundancy, _evidence, _shapes, _power, _duty, _prices, _split, _reasoning)
    found = [note for part in parts for note in part(flows)]
    return tuple(dict.fromkeys([*flows.candidates.notes, *found]))


def _headroom(flows: Flows) -> Iterator[Note]:
    by_value: dict[Fraction, list[str]] = {}
    for load in flows.candidates.loads:
        name = flows.candidates.workload_of(load).name
        by_value.setdefault(load.headroom, []).append(name)
    for value, names in by_value.items():
        whose = f" of {listed(set(names))}" if len(by_value) > 1 else ""
        text = (
            f"Headroom {float(value):.4g}{whose}: the fleet carries {float(1 + value):.4g} x the "
            "peak, "
            f"which is a utilization of at most {float(1 / (1 + value)):.4g} at the peak."
        )
        yield Note(code="headroom", text=text)


def _redundancy(flows: Flows) -> Iterator[Note]:
    policy = flows.candidates.demand.policy
    if policy.spare_replicas_per_pool:
        text = (
            f"Failure unit replica: every pool in use keeps {policy.spare_replicas_per_pool} spare "
            "beyond its headroom."
        )
        yield Note(code="survives_replica_loss", text=text)
    if policy.spare_nodes_per_site:
        text = (
            f"Failure unit node: every kind of hardware keeps {policy.spare_nodes_per_site} spare "
            "a site where it is in use."
        )
        yield Note(code="survives_node_loss", text=text)
    if policy.survive_site_loss:
        text = (
            "Failure unit site: after the loss of any one the others carry "
            f"{1 + policy.site_loss_headroom:.4g} x the peak, spares included."
        )
        yield Note(code="survives_site_loss", text=text)
    if not (
        policy.spare_replicas_per_pool or policy.spare_nodes_per_site or policy.survive_site_loss
    ):
        text = "Nothing is kept for failures: a replica that fails is missing from the headroom."
        yield Note(code="no_redundancy", text=text)


def _evidence(flows: Flows) -> Iterator[Note]:
    by_class: dict[str, set[str]] = {}
    for pool in flows.pools_in_use:
        deployment = flows.candidates.pools[pool].deployment
        by_class.setdefault(deployment.evidence or "unspecified", set()).add(deployment.id)
    for evidence, ids in sorted(by_class.items()):
        if evidence != "measured":
            text = (
                f"Evidence {evidence.replace('_', ' ')}: {listed(ids)}. "
                "Measure on your own hardware before you sign (`planner measure`)."
            )
            yield Note(code=f"evidence_{evidence}", text=text)


def _shapes(flows: Flows) -> Iterator[Note]:
    for flow in flows.all:
        load = flows.load_of(flow)
        candidate = flows.candidates.services[flow.service]
        name = flows.candidates.workload_of(load).name
        deployment = flows.candidates.pools[flow.pool].deployment.id
        if candidate.plan.rule == "any_shape" and load.stage == "serve":
            text = (
                f"The curve of {deployment} states no token lengths: it is taken to hold for "
                f"{name}."
            )
            yield Note(code="curve_without_shape", text=text)
        if candidate.plan.rule == "larger_shape":
            text = (
                f"{name} is planned on a larger shape of {deployment}: its request rate there is "
                "a floor."
            )
            yield Note(code="larger_shape", text=text)
        if isinstance(candidate.plan, FittedPlan):
            padded = " after padding the shorter length" if candidate.plan.rule == "padded" else ""
            text = (
                f"{name} is planned between {len(candidate.plan.measurements)} measured shapes of "
                f"{deployment}{padded}; the fit misses them by at most "
                f"{float(candidate.plan.times(candidate.cap).residual):.1%}."
            )
            yield Note(code="between_shapes", text=text)


def _power(flows: Flows) -> Iterator[Note]:
    text = (
        "Power is that of whole servers at full load, as their makers rate it; clocks and power "
        "caps "
        "are as they were when measured."
    )
    yield Note(code="rated_power", text=text)
    if not flows.candidates.costs.network_power_w_per_chip:
        text = (
            "Switches and optics are not in the power (costs.network_power_w_per_chip; about 60 W "
            "a "
            "chip is typical)."
        )
        yield Note(code="network_power_not_counted", text=text)
    if any(standing.rented_nodes for standing in flows.standings.values()):
        text = "Power and energy are those of owned nodes; CO2 counts rented ones too."
        yield Note(code="rented_power_not_counted", text=text)


def _duty(flows: Flows) -> Iterator[Note]:
    if any(w.peak_to_mean is None for w in flows.candidates.demand.workloads):
        text = (
            "No peak_to_mean is given: the cost per token is at 100 % duty, the peak all year. "
            "What it is at a peak of 2 or 3 x the mean stands beside it."
        )
        yield Note(code="full_duty", text=text)


def _prices(flows: Flows) -> Iterator[Note]:
    if not is_priced(flows):
        text = "Hardware without a price is in the fleet: no cost is given."
        yield Note(code="not_priced", text=text)
        return
    for (hardware, _), standing in sorted(flows.standings.items()):
        for holding, nodes in standing.holdings:
            if not nodes or holding.price is None:
                continue
            dated = f" of {holding.price.price.date}" if holding.price.price.date else ""
            provider = holding.price.provider
            where = "the demand" if provider == "demand" else f"{provider}{dated}"
            what = "Price" if holding.is_owned else "Rent"
            text = f"{what} of {hardware}: from {where}, at the high end of any range."
            yield Note(code="price_source", text=text)
    given = sorted(flows.candidates.demand.costs.model_dump(exclude_none=True, exclude={"sites"}))
    own = f" except {listed(given)}" if given else ""
    text = f"Cost parameters are those of the default cost book{own}; inputs.costs has each."
    yield Note(code="cost_book", text=text)


def _split(flows: Flows) -> Iterator[Note]:
    if not is_priced(flows) or not flows.all:
        return
    split = split_by_token(flows, {i: Fraction(1) for i in range(len(flows.candidates.loads))})
    if split.measured_ratios:
        low, high = float(min(split.measured_ratios)), float(max(split.measured_ratios))
        times = f"{low:.3g}" if f"{low:.3g}" == f"{high:.3g}" else f"{low:.3g} to {high:.3g}"
        text = (
            f"Input and output are split by measured times: an output token takes {times} x an "
            "uncached input token."
        )
    else:
        ratio = flows.candidates.costs.output_to_input_cost_ratio
        text = (
            "Input and output are split by the cost book's ratio: an output token costs "
            f"{ratio:g} x an uncached input token."
        )
    yield Note(code="token_split", text=text)
    if len({flows.candidates.workload_of(load).model for load in flows.candidates.loads}) > 1:
        text = (
            "The models differ, and so do their tokenizers: a token of one is not a token of "
            "another."
        )
        yield Note(code="tokens_differ", text=text)


def _reasoning(flows: Flows) -> Iterator[Note]:
    for workload in flows.candidates.demand.workloads:
        if workload.reasoning_tokens:
            text = (
                f"{workload.name}: {workload.reasoning_tokens:g} hidden reasoning tokens a "
                "request load "
                "the fleet and count as output."
            )
            yield Note(code="reasoning_counts_as_output", text=text)
