"""What a fleet that misses some rules lacks, exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pulp import LpVariable

from planner.fleet import Shortfall
from planner.program.arcs import Arc
from planner.program.exact import broken_rules
from planner.program.model import Model
from planner.program.read import Counts, read_counts, trim
from planner.program.routes import Routes, arcs_of
from planner.program.routing import route
from planner.program.settle import make_fleet

MILLION = 10**6
TINY = 1e-7
"""A slack below this is the solver's tolerance."""
LIMITS = frozenset({"stock", "site_power", "site_racks", "budget", "max_pools"})
"""Rules whose limit can be raised."""


@dataclass(slots=True)
class Slacks:
    """By how much each rule may be missed, as a share of its limit."""

    limits: dict[str, LpVariable] = field(default_factory=dict[str, LpVariable])
    """By the name of the row."""
    unserved: dict[int, LpVariable] = field(default_factory=dict[int, LpVariable])
    """By load."""
    unserved_after: dict[tuple[int, int], LpVariable] = field(
        default_factory=dict[tuple[int, int], LpVariable]
    )
    """By load and lost site."""


def shortfalls(model: Model, slacks: Slacks) -> tuple[Shortfall, ...]:
    """List what would have to change; all of it together, and the program has a fleet."""
    counts = trim(model, read_counts(model))
    loads = range(len(model.sets.problem.loads))
    served, shares = _served(model, counts.replicas, None, {w: _rest(slacks, w) for w in loads})
    fleet = make_fleet(counts, Routes(shares, {}))
    limits = [
        Shortfall(broken.rule, broken.subject, broken.left - broken.right, broken.right)
        for broken in broken_rules(model.sets.problem, fleet)
        if broken.rule in LIMITS
    ]
    raised = [replace(limit, needed=limit.needed + limit.missing) for limit in limits]
    return (*raised, *_after_losses(model, slacks, counts, served), *_demand(model, served))


def _rest(slacks: Slacks, load: int) -> Fraction:
    return _rounded_down(1 - (slacks.unserved[load].varValue or 0))


def _rounded_down(share: float) -> Fraction:
    """Six decimals, or all where next to nothing is missing."""
    return Fraction(1) if share > 1 - TINY else Fraction(max(0, int(share * MILLION)), MILLION)


def _demand(model: Model, served: Mapping[int, Fraction]) -> list[Shortfall]:
    peaks = [load.peak for load in model.sets.problem.loads]
    return [
        Shortfall("demand", (load,), peaks[load] * (1 - share), peaks[load] * share)
        for load, share in served.items()
        if share < 1
    ]


def _after_losses(
    model: Model, slacks: Slacks, counts: Counts, served: Mapping[int, Fraction]
) -> list[Shortfall]:
    """What is not carried after each loss, of the demand that is carried at all."""
    found: list[Shortfall] = []
    for lost in model.sets.lost_sites:
        wanted = {
            load: max(
                Fraction(0), share - Fraction(slacks.unserved_after[load, lost].varValue or 0)
            )
            for load, share in served.items()
        }
        carried, _ = _served(
            model, counts.standing, lost, {w: _rounded_down(float(x)) for w, x in wanted.items()}
        )
        for load, share in served.items():
            peak = model.sets.problem.loads[load].peak * model.sets.loss_factor
            if carried[load] < share:
                missing = peak * (share - carried[load])
                found.append(Shortfall("site_loss", (load, lost), missing, peak * carried[load]))
    return found


def _served(
    model: Model, counts: tuple[int, ...], lost: int | None, share: Mapping[int, Fraction]
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The share of each load that the replicas carry exactly, a little less than asked at worst."""
    pools = model.sets.problem.pools
    room = {p: n for p, n in enumerate(counts) if n and pools[p].site != lost}
    for cut in (Fraction(0), Fraction(1, MILLION), Fraction(1, 1000), Fraction(1, 10)):
        served = {w: max(Fraction(0), x - cut) if cut and x < 1 else x for w, x in share.items()}
        arcs = [
            replace(arc, replicas=arc.replicas * served[arc.load], cost=arc.usd)
            for arc in arcs_of(model.sets.problem, lost, room)
            if served[arc.load]
        ]
        shares = route(arcs, room).shares if _all_have_a_way(arcs, served) else None
        if shares is not None:
            load = {arc.service: arc.load for arc in arcs}
            return served, {j: x * served[load[j]] for j, x in shares.items()}
    return dict.fromkeys(share, Fraction(0)), {}


def _all_have_a_way(arcs: list[Arc], served: Mapping[int, Fraction]) -> bool:
    return {arc.load for arc in arcs} == {load for load, share in served.items() if share}
