"""The cost of the fleet by line, purpose and workload; each adds up to the cent."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Final, get_args

from planner.quote.cost import ByPurpose, Item
from planner.report.flows import Flows, Standing
from planner.sizing.cost import energy_lines

ITEMS: Final[tuple[str, ...]] = get_args(Item)
PURPOSES: Final[tuple[str, ...]] = tuple(ByPurpose.model_fields)


def is_priced(flows: Flows) -> bool:
    """Whether everything that stands has a price."""
    return all(
        h.cost is not None for s in flows.standings.values() for h, nodes in s.holdings if nodes
    )


def lines_of(standing: Standing) -> dict[str, Fraction]:
    """USD per year of one hardware at one site, by line."""
    lines: dict[str, Fraction] = dict.fromkeys(ITEMS, Fraction(0))
    for holding, nodes in standing.holdings:
        if holding.cost is not None:
            for item, usd in holding.cost.lines.items():
                lines[item] += usd * nodes
    metered = energy_lines(standing.mean_it_w(standing.owned_nodes), standing.place.rates)
    return {**lines, **metered}


def total_of(standing: Standing) -> Fraction:
    """USD per year of one hardware at one site."""
    return sum(lines_of(standing).values(), Fraction(0))


def all_lines(flows: Flows) -> dict[str, Fraction]:
    """USD per year of the fleet, by line."""
    lines: dict[str, Fraction] = dict.fromkeys(ITEMS, Fraction(0))
    for standing in flows.standings.values():
        for item, usd in lines_of(standing).items():
            lines[item] += usd
    return lines


def fleet_total(flows: Flows) -> Fraction:
    """USD per year of the whole fleet."""
    return sum(all_lines(flows).values(), Fraction(0))


def by_purpose(flows: Flows) -> dict[str, Fraction]:
    """What serving, headroom, redundancy and rounding cost, by accounting on the fleet as it is."""
    split: dict[str, Fraction] = dict.fromkeys(PURPOSES, Fraction(0))
    for standing in flows.standings.values():
        per_chip = total_of(standing) / standing.chips
        spare_chips = standing.spare_nodes * standing.place.hardware.chips_per_node
        in_pools = 0
        for pool, chips in _pools_of(flows, standing):
            in_pools += flows.replicas(pool) * chips
            for purpose, replicas in replicas_by_purpose(flows, pool).items():
                split[purpose] += replicas * chips * per_chip
        split["redundancy"] += spare_chips * per_chip
        split["rounding"] += (standing.chips - in_pools - spare_chips) * per_chip
    return split


def _pools_of(flows: Flows, standing: Standing) -> list[tuple[int, int]]:
    problem = flows.candidates.problem
    names = [h.id for h in problem.hardware]
    hardware = names.index(standing.place.hardware.id)
    site = problem.sites.index(standing.place.site.name)
    return [(p, c) for p, c in problem.pools_with(hardware, site) if flows.replicas(p)]


def replicas_by_purpose(flows: Flows, pool: int) -> dict[str, Fraction]:
    """The replicas of a pool by what they are for; they add up to working and spare."""
    serving = sum((f.replicas for f in flows.of_pool(pool)), Fraction(0))
    required = sum((f.required for f in flows.of_pool(pool)), Fraction(0))
    whole = Fraction(ceil(required))
    return {
        "serving": serving,
        "headroom": required - serving,
        "rounding": whole - required,
        "redundancy": flows.replicas(pool) - whole,
    }


def by_load(flows: Flows) -> dict[int, Fraction]:
    """USD per year by load: its share of pools, and of what stands idle beside them."""
    costs = dict.fromkeys(range(len(flows.candidates.loads)), Fraction(0))
    homeless = Fraction(0)
    for standing in flows.standings.values():
        pools = dict(_pools_of(flows, standing))
        here = [f for f in flows.all if f.pool in pools]
        weights = [f.required * pools[f.pool] for f in here]
        usd, whole = total_of(standing), sum(weights, Fraction(0))
        if not whole:
            homeless += usd
            continue
        for flow, weight in zip(here, weights, strict=True):
            costs[flow.load] += usd / whole * weight
    return _spread(costs, homeless)


def _spread(costs: dict[int, Fraction], homeless: Fraction) -> dict[int, Fraction]:
    """What serves nobody at the peak falls on all, as their other cost does."""
    total = sum(costs.values(), Fraction(0))
    if not homeless or not costs:
        return costs
    if not total:
        return {load: homeless / len(costs) for load in costs}
    return {load: usd + homeless * usd / total for load, usd in costs.items()}


def to_the_cent(usd: Fraction) -> Fraction:
    """USD as they are stated; every ratio starts from the stated total."""
    return Fraction(round(usd * 100), 100)


def in_cents(parts: Mapping[str, Fraction], total: Fraction) -> dict[str, float]:
    """Parts rounded to the cent so that they add up to the rounded total (largest remainder).

    >>> in_cents({"a": Fraction(1, 3), "b": Fraction(1, 3), "c": Fraction(1, 3)}, Fraction(1))
    {'a': 0.34, 'b': 0.33, 'c': 0.33}
    """
    cents = {key: floor(usd * 100) for key, usd in parts.items()}
    left = round(total * 100) - sum(cents.values())
    by_remainder = sorted(parts, key=lambda key: parts[key] * 100 - cents[key], reverse=True)
    for key in by_remainder[:left]:
        cents[key] += 1
    return {key: value / 100 for key, value in cents.items()}
