"""Whole replicas in whole domains: sums where they are exact, else patterns."""

from collections import Counter
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import TooManyPatterns
from planner.sizing.arrange import arrange
from planner.sizing.packing import Level, Packing, plan_packing


def test_sizes_that_divide_each_other_need_one_sum():
    plan = plan_packing(8, 8, [1, 2, 4])
    assert (plan.levels, plan.patterns) == ((Level(1, 8),), ())


def test_a_chain_that_does_not_divide_the_domain_needs_a_sum_a_level():
    # 72 = 9 x 8, but only four of 16 (64) and two of 32 (64) fit.
    assert plan_packing(72, 72, [8, 16, 32]).levels == (Level(8, 72), Level(16, 64))


def test_a_size_alone_is_a_chain():
    assert plan_packing(72, 72, [40]).levels == (Level(40, 40),)


def test_replicas_larger_than_a_domain_take_whole_ones():
    assert plan_packing(72, 72, [80]).whole_bins == {80: 2}


def test_a_replica_that_fills_whole_nodes_of_a_domain_needs_no_pattern():
    # Domains of 16 bought by the node of 8: 16 chips are two nodes, whatever else there is.
    plan = plan_packing(16, 8, [16, 4])
    assert (plan.whole_bins, plan.levels) == ({16: 2}, (Level(4, 8),))


def test_a_partly_populated_domain_has_patterns_by_nodes():
    # Three of 5 chips span two nodes of 8; one fits one.
    plan = plan_packing(16, 8, [5])
    assert [(p.counts, p.bins) for p in plan.patterns] == [(((5, 1),), 1), (((5, 3),), 2)]


def test_patterns_are_maximal():
    found = {pattern.counts for pattern in plan_packing(8, 8, [2, 3]).patterns}
    assert found == {((3, 2), (2, 1)), ((3, 1), (2, 2)), ((3, 0), (2, 4))}


def test_racks_of_several_domains():
    assert plan_packing(8, 32, [3]).bins_per_unit == 4


def test_too_many_patterns_are_named():
    with pytest.raises(TooManyPatterns, match=r"1, 2, 3, 5, 7, 11, 13 chips fill a domain of 72"):
        plan_packing(72, 72, [1, 2, 3, 5, 7, 11, 13])


chains = st.lists(st.sampled_from([2, 2, 3, 4]), min_size=1, max_size=3).map(
    lambda factors: [1 if not i else _product(factors[:i]) for i in range(len(factors) + 1)]
)


def _product(factors: list[int]) -> int:
    product = 1
    for factor in factors:
        product *= factor
    return product


def bins_by_sums(plan: Packing, counts: dict[int, int]) -> int:
    whole = sum(plan.whole_bins.get(c, 0) * n for c, n in counts.items())
    small = {c: n for c, n in counts.items() if c not in plan.whole_bins}
    sums = [
        ceil(sum(c * n for c, n in small.items() if c >= level.smallest_chips) / level.usable_chips)
        for level in plan.levels
    ]
    return whole + max(sums, default=0)


@settings(deadline=None)
@given(chains, st.integers(4, 80), st.data())
def test_sums_promise_no_less_than_an_arrangement_needs(
    chain: list[int], domain: int, data: st.DataObject
):
    counts = {size: data.draw(st.integers(0, 30)) for size in chain}
    plan = plan_packing(domain, domain, chain)
    filled = arrange(plan, counts)
    assert sum(bins * times for _, bins, times in filled) == bins_by_sums(plan, counts)
    standing: Counter[int] = Counter()
    for contents, bins, times in filled:
        assert sum(c * n for c, n in contents) <= bins * domain
        standing.update({c: n * times for c, n in contents})
    assert standing == Counter({c: n for c, n in counts.items() if n})


def test_chosen_patterns_are_filled_with_what_there_is():
    plan = plan_packing(8, 8, [2, 3])  # patterns 3+3+2, 3+2+2, 2+2+2+2
    assert arrange(plan, {3: 3, 2: 3}, [1, 1, 0]) == [
        (((3, 2), (2, 1)), 1, 1),
        (((3, 1), (2, 2)), 1, 1),
    ]
    assert arrange(plan, {3: 3, 2: 0}, [2, 0, 0]) == [(((3, 2),), 1, 1), (((3, 1),), 1, 1)]
