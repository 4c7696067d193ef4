"""Whether replicas fit, against counting by hand and against trying everything."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.verify.bins import Room, SearchTooLong, fits

FITTING = [
    # five replicas of 3 chips take 3 nodes of 8, not 2
    ({3: 5}, Room(8, 8, 2, 2), False),
    ({3: 5}, Room(8, 8, 3, 3), True),
    # nine replicas of 40 take nine racks of 72, not five
    ({40: 9}, Room(4, 72, 8 * 18, 8), False),
    ({40: 9}, Room(4, 72, 9 * 18, 9), True),
    # bought by the node, ten nodes each are enough
    ({40: 9}, Room(4, 72, 90, None), True),
    ({40: 9}, Room(4, 72, 89, None), False),
    # larger than a domain: whole domains of its own
    ({16: 3, 4: 1}, Room(8, 8, 6, 6), False),
    ({16: 3, 4: 1}, Room(8, 8, 7, 7), True),
    ({12: 2}, Room(8, 8, 3, 3), False),
    ({12: 2}, Room(8, 8, 4, 4), True),
    # a chain of divisors goes by sums: 4 + 2 + 1 + 1 = 8
    ({4: 1, 2: 1, 1: 2}, Room(8, 8, 1, 1), True),
    ({4: 1, 2: 1, 1: 3}, Room(8, 8, 1, 1), False),
    # 5 + 3 fill a node; two 5 do not share one
    ({5: 3, 3: 3}, Room(8, 8, 3, 3), True),
    ({5: 4, 3: 2}, Room(8, 8, 3, 3), False),
    # a spare node of the rack leaves 17 nodes: no place for 72 chips, but for 68
    ({72: 1}, Room(4, 72, 17, 1), False),
    ({34: 2}, Room(4, 72, 17, 1), True),
    ({}, Room(8, 8, 0, 0), True),
    ({3: 500, 5: 300}, Room(8, 8, 400, 400), True),
    ({10: 2457}, Room(4, 72, 351 * 18, 351), True),
    ({10: 2457}, Room(4, 72, 350 * 18, 350), False),
]


@pytest.mark.parametrize(("replicas", "room", "expected"), FITTING)
def test_replicas_fit_or_do_not(replicas: dict[int, int], room: Room, expected: bool):
    assert fits(replicas, room) is expected


def tried(sizes: list[int], room: Room, loads: tuple[int, ...] = ()) -> bool:
    """Every replica in every domain in turn."""
    if not sizes:
        nodes = sum(-(-load // room.node_chips) for load in loads)
        return nodes <= room.nodes and (room.domains is None or len(loads) <= room.domains)
    size, rest = sizes[0], sizes[1:]
    options = [(*loads[:i], load + size, *loads[i + 1 :]) for i, load in enumerate(loads)]
    return any(
        tried(rest, room, option)
        for option in [*options, (*loads, size)]
        if max(option) <= room.domain_chips
    )


@given(
    sizes=st.lists(st.integers(1, 12), max_size=6),
    per_domain=st.integers(1, 3),
    nodes=st.integers(0, 8),
    is_fixed=st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_it_agrees_with_trying_everything(
    sizes: list[int], per_domain: int, nodes: int, is_fixed: bool
):
    room = Room(4, 4 * per_domain, nodes, nodes // per_domain if is_fixed else None)
    small = [size for size in sizes if size < room.domain_chips]
    replicas = {size: small.count(size) for size in small}
    assert fits(replicas, room) is tried(sorted(small, reverse=True), room)


def test_a_search_that_takes_too_long_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("planner.verify.bins.MAX_STEPS", 0)
    with pytest.raises(SearchTooLong):
        fits({3: 5}, Room(8, 8, 3, 3))
