"""The totals of the quote are the sums of its parts."""

from collections.abc import Iterator
from fractions import Fraction

from planner.quote import Check, Totals
from planner.verify.ask import planned_output
from planner.verify.case import Case
from planner.verify.checking import agrees, claim, number_text
from planner.verify.power_rules import facility_w, it_w

Sum = Fraction | int


def total_checks(case: Case, totals: Totals) -> Iterator[Check]:
    """Rule `totals` of each field that is there."""
    for name, readings in _readings(case).items():
        told = getattr(totals, name)
        if told is not None and readings:
            is_true = any(agrees(told, reading) for reading in readings)
            yield claim(
                f"totals.{name}", number_text(told), number_text(readings[0]), holds=is_true
            )


def _readings(case: Case) -> dict[str, list[Sum]]:
    """By field, each value that may be stated."""
    return {name: [value] for name, value in {**_counts(case), **_flows(case)}.items()} | {
        "racks": _racks(case)
    }


def _counts(case: Case) -> dict[str, Sum]:
    pools, sites = case.quote.pools, case.quote.sites
    return {
        "replicas": sum(pool.replicas for pool in pools),
        "spare_replicas": sum(pool.spare_replicas for pool in pools),
        "chips": sum(p.replicas * case.deployment_of(p.id).chips for p in pools),
        "nodes": sum(sum(site.nodes.values()) for site in sites),
        "spare_nodes": sum(sum(site.spare_nodes.values()) for site in sites),
        "rented_nodes": sum(sum(site.rented_nodes.values()) for site in sites),
        "provisioned_chips": provisioned_chips(case),
        "it_megawatts": sum((it_w(case, site) for site in sites), Fraction(0)) / 10**6,
        "facility_megawatts": facility_megawatts(case),
    }


def _flows(case: Case) -> dict[str, Sum]:
    """Rates at the peak, and what a unit of the fleet delivers of them."""
    serve = [load for load in case.loads.values() if load.stage == "serve"]
    peak = sum((load.peak * planned_output(load.workload) for load in serve), Fraction(0))
    required = sum((load.required * planned_output(load.workload) for load in serve), Fraction(0))
    flows: dict[str, Sum] = {"output_tokens_per_s": peak, "required_output_tokens_per_s": required}
    if chips := provisioned_chips(case):
        flows["output_tokens_per_s_per_chip"] = peak / chips
    if megawatts := facility_megawatts(case):
        flows["output_tokens_per_s_per_megawatt"] = peak / megawatts
    return flows


def _racks(case: Case) -> list[Sum]:
    """The racks of the sites; nothing where those of a site are not known."""
    racks = [site.racks for site in case.quote.sites]
    known = [count for count in racks if count is not None]
    return [sum(known)] if len(known) == len(racks) else []


def provisioned_chips(case: Case) -> int:
    """Chips in all nodes."""
    return sum(
        count * case.hardware[kind].chips_per_node
        for site in case.quote.sites
        for kind, count in site.nodes.items()
    )


def facility_megawatts(case: Case) -> Fraction:
    """Provisioned at all meters."""
    watts = sum((facility_w(case, site) for site in case.quote.sites), Fraction(0))
    return watts / 10**6
