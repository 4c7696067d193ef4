"""From the solver's doubles to whole numbers."""

from collections import Counter
from dataclasses import dataclass, replace

from pulp import LpVariable

from planner.errors import SolverFailed
from planner.fleet import FilledDomain
from planner.program.model import Model
from planner.program.sets import Place
from planner.sizing.arrange import arrange

MOST_OFF = 1e-5


@dataclass(frozen=True, slots=True)
class Counts:
    """What stands where, before anybody is routed."""

    replicas: tuple[int, ...]
    spares: tuple[int, ...]
    units: tuple[int, ...]
    spare_nodes: dict[Place, int]
    packings: dict[Place, tuple[FilledDomain, ...]]

    @property
    def standing(self) -> tuple[int, ...]:
        """Working and spare replicas by pool."""
        return tuple(n + k for n, k in zip(self.replicas, self.spares, strict=True))


def whole(variable: LpVariable) -> int:
    """Round a variable that must be an integer."""
    value = variable.varValue
    if value is None or abs(value - round(value)) > MOST_OFF:
        raise SolverFailed(f"{variable.name} is {value}, not a whole number")
    return round(value)


def read_counts(model: Model) -> Counts:
    """Read the whole numbers of a solved program; spares follow from the replicas."""
    problem, v = model.sets.problem, model.variables
    replicas = tuple(whole(variable) for variable in v.replicas)
    spares = tuple(problem.spare_replicas_per_pool if n else 0 for n in replicas)
    standing = [n + k for n, k in zip(replicas, spares, strict=True)]
    used = [place for place in model.sets.packings if _in_use(model, place, replicas)]
    return Counts(
        replicas=replicas,
        spares=spares,
        units=tuple(whole(variable) for variable in v.units),
        spare_nodes=dict.fromkeys(used, problem.spare_nodes_per_site),
        packings={place: tuple(_domains(model, place, standing)) for place in used},
    )


def _in_use(model: Model, place: Place, replicas: tuple[int, ...]) -> bool:
    return any(replicas[pool] for pool, _ in model.sets.problem.pools_with(*place))


def _domains(model: Model, place: Place, standing: list[int]) -> list[FilledDomain]:
    """Say which replicas share which domain."""
    plan = model.sets.packings[place]
    bin_nodes = plan.bin_chips // model.sets.problem.hardware[place[0]].chips_per_node
    counts: Counter[int] = Counter()
    for pool, chips in model.sets.problem.pools_with(*place):
        counts[chips] += standing[pool]
    chosen = [whole(variable) for variable in model.variables.patterns[place]]
    return [
        FilledDomain(contents, bins * bin_nodes, times)
        for contents, bins, times in arrange(plan, counts, chosen)
    ]


def trim(model: Model, counts: Counts) -> Counts:
    """Give back units that hold nothing, the dearest first: a gap lets a solver keep some."""
    units = list(counts.units)
    for place in model.sets.packings:
        surplus = _units(model, place, units) - _needed_units(model, place, counts)
        offers = model.sets.problem.offers
        dearest = sorted(model.sets.problem.offers_at(*place), key=lambda o: -offers[o].weight)
        for o in dearest:
            back = max(0, min(surplus, units[o]))
            units[o] -= back
            surplus -= back
    return replace(counts, units=tuple(units))


def _units(model: Model, place: Place, units: list[int]) -> int:
    return sum(units[o] for o in model.sets.problem.offers_at(*place))


def _needed_units(model: Model, place: Place, counts: Counts) -> int:
    """Units that hold the filled domains and the spare nodes of a place."""
    plan, hardware = model.sets.packings[place], model.sets.problem.hardware[place[0]]
    bin_nodes = plan.bin_chips // hardware.chips_per_node
    nodes = sum(domain.nodes * domain.times for domain in counts.packings.get(place, ()))
    bins = -(-nodes // bin_nodes)
    with_spares = nodes + counts.spare_nodes.get(place, 0)
    return max(-(-bins // plan.bins_per_unit), -(-with_spares // hardware.nodes_per_unit))
