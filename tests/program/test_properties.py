"""What holds of every fleet."""

import threading
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import NoFleetInTime, TooManyPatterns
from planner.problem import FleetProblem
from planner.program import solve_fleet
from planner.program.exact import broken_rules
from planner.program.model import build
from tests.factories.problems import load, node, owned, pool, problem
from tests.factories.tiny import tiny_problems


def least(p: FleetProblem) -> float:
    fleet = solve_fleet(p)
    return float("inf") if fleet.status == "infeasible" else float(fleet.run.objective or 0)


@settings(max_examples=60, deadline=None)
@given(tiny_problems(), st.sampled_from([Fraction(11, 10), Fraction(2), Fraction(7, 3)]))
def test_more_demand_never_costs_less(p: FleetProblem, factor: Fraction):
    more = replace(p, loads=tuple(replace(w, peak=w.peak * factor) for w in p.loads))
    assert least(more) >= least(p)


@settings(max_examples=60, deadline=None)
@given(tiny_problems())
def test_faster_replicas_never_cost_more(p: FleetProblem):
    faster = replace(
        p, services=tuple(replace(s, rate=s.rate * Fraction(5, 4)) for s in p.services)
    )
    assert least(faster) <= least(p)


@settings(max_examples=60, deadline=None)
@given(tiny_problems())
def test_order_costs_nothing(p: FleetProblem):
    last = len(p.pools) - 1
    turned = replace(
        p,
        pools=tuple(reversed(p.pools)),
        services=tuple(replace(s, pool=last - s.pool) for s in reversed(p.services)),
        offers=tuple(reversed(p.offers)),
    )
    assert least(turned) == least(p)


@settings(max_examples=60, deadline=None)
@given(tiny_problems())
def test_every_fleet_keeps_every_rule_exactly(p: FleetProblem):
    fleet = solve_fleet(p)
    if fleet.status != "infeasible":
        assert broken_rules(p, fleet) == []
        assert fleet.status == "optimal"
        assert fleet.run.gap_fraction < 1e-12  # the bound is a double


def test_no_loads_need_no_fleet():
    fleet = solve_fleet(problem([], services=()))
    assert (fleet.status, fleet.replicas, fleet.units) == ("optimal", (0,), (0,))


def hard() -> FleetProblem:
    """Two dozen kinds of nodes at three sites, spares, a site to lose: minutes to the last cent."""
    kinds, sites = range(24), range(3)
    size = [(h * 7919) % 97 + 11 for h in kinds]
    return problem(
        [load(1999 + 7 * w, name=str(w)) for w in range(8)],
        [pool(1 + h % 3, s, h, name=str(h)) for h in kinds for s in sites],
        [[size[h] + (h * (w + 3) * 31) % 17 for h in kinds for _ in sites] for w in range(8)],
        hardware=(node(8),) * 24,
        offers=tuple(
            owned(h, s, 1000 * size[h] + (h * 37 + s * 11) % 101) for h in kinds for s in sites
        ),
        spare_replicas_per_pool=1,
        site_loss_headroom=Fraction(1, 10),
        gap_fraction=0.0,
        time_limit_s=1,
    )


def test_a_time_limit_is_never_called_optimal():
    fleet = solve_fleet(hard())
    assert fleet.status == "feasible"
    assert fleet.run.gap_fraction
    assert fleet.run.gap_fraction > 0
    assert broken_rules(hard(), fleet) == []


def test_no_fleet_in_no_time_is_an_error_not_a_number():
    with pytest.raises(NoFleetInTime, match="time_limit_s"):
        solve_fleet(replace(hard(), time_limit_s=1e-9))


def test_progress_is_told_of_long_solves():
    seconds: list[float] = []
    solve_fleet(replace(hard(), time_limit_s=2.5), seconds.append)
    assert len(seconds) >= 1
    assert seconds == sorted(seconds)


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]):
    solve_fleet(problem())
    solve_fleet(problem(max_pools=0))
    solve_fleet(hard())
    assert capfd.readouterr() == ("", "")


def test_names_of_users_never_reach_the_solver():
    nasty = "end \n subject to [x]-y"
    p = problem([load(name=nasty)], [pool(name=nasty)], sites=(nasty,))
    model = build(p)
    names = [v.name for v in model.program.variables()]
    names += [row.name for row in model.program.constraints()]
    assert len(set(names)) == len(names)
    assert all(name.replace("_", "").isalnum() for name in names)
    assert solve_fleet(p).replicas == (10,)


def test_sizes_that_combine_in_too_many_ways_are_refused():
    sizes = [1, 3, 5, 7, 11, 13, 17, 19, 23]
    p = problem(
        [load(1)], [pool(c, name=str(c)) for c in sizes], [[1] * 9], hardware=(node(4, 72, 18),)
    )
    with pytest.raises(TooManyPatterns, match="divide each other"):
        solve_fleet(p)


def test_twelve_threads_get_the_same_fleet():
    p = problem(
        [load("12.5"), load("7.25")],
        [pool(c, s, name=str(c)) for c in (2, 4, 8) for s in (0, 1)],
        [[2, 2, "4.1", "4.1", 9, 9], [1, 1, "2.2", "2.2", "4.1", "4.1"]],
        spare_replicas_per_pool=1,
        site_loss_headroom=Fraction(1, 10),
    )
    fleets = []
    threads = [threading.Thread(target=lambda: fleets.append(solve_fleet(p))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    same = [replace(f, run=replace(f.run, seconds=0)) for f in fleets]
    assert len(same) == 12
    assert all(fleet == same[0] for fleet in same)
