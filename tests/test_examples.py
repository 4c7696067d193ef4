"""The demands that ship: each is quoted on the shipped catalog, and a few figures are worked out.

A new curve or price of the catalog may change them; then the sums below are made anew.
"""

from functools import cache
from pathlib import Path

import pytest

from planner.documents import read_file
from planner.quote import Quote
from planner.service import make_quote

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FILES = sorted(path.name for path in EXAMPLES.iterdir())
MADE_FOR_A_SHORTFALL = {"infeasible.yaml"}


@cache
def quoted(name: str) -> Quote:
    return make_quote(read_file(EXAMPLES / name))


def nodes_of(quote: Quote) -> list[dict[str, int]]:
    return [dict(site.nodes) for site in quote.sites]


def replicas_of(quote: Quote) -> dict[str, int]:
    return {pool.deployment: pool.replicas for pool in quote.pools}


@pytest.mark.parametrize("name", FILES)
def test_every_example_has_its_answer(name: str):
    quote = quoted(name)
    assert quote.status == ("infeasible" if name in MADE_FOR_A_SHORTFALL else "optimal")
    assert all(check.holds for check in quote.certificate.checks)


@pytest.mark.parametrize("name", [file for file in FILES if file.endswith(".yaml")])
def test_every_example_says_what_it_shows(name: str):
    assert (EXAMPLES / name).read_text("utf-8").startswith("# ")


def test_small():
    """1,000 x 200 x 1.3 / 4,000 = 65 replicas of 16 chips: 1,040, in 130 nodes of 8."""
    totals = quoted("small.json").totals
    assert totals is not None
    assert (totals.replicas, totals.chips, totals.nodes) == (65, 1040, 130)


def test_chat_and_coding():
    """The loss of a site decides, so both sites are alike.

    Chat: 120 x 1.1 x 922 / 7,737 tok/s = 15.73, so 16 replicas of one chip, 2 nodes of 8. Coding:
    4,000 x 800 tokens take 4,000 x 6.267 us + 800 x 102.8 us = 0.1073 s, which is 9.317
    requests/s; 30 x 1.1 / 9.317 = 3.54, so 4 replicas of two chips, 1 node of 8.
    """
    quote = quoted("chat-and-coding.yaml")
    assert nodes_of(quote) == [{"b200-sxm": 1, "mi355x": 2}] * 2
    assert sorted(pool.replicas for pool in quote.pools) == [4, 4, 16, 16]
    limits = {(slo.metric, slo.limit, slo.basis) for w in quote.workloads for slo in w.slo}
    assert ("tpot_ms", 20, "bounded_by_p99") in limits


def test_power_capped():
    """1,000 x 922 x 1.3 = 1,198,600 tok/s; a B200 makes 7,977 and an MI355X 7,737.

    A node draws 14.3 (15.7) kW x 1.4 = 20.02 (21.98) kW. Cheapest would be 155 MI355X in 20 nodes,
    440 kW. In 19 nodes a may be MI355X: 8 x (7,977 x 19 - 240 a) >= 1,198,600 gives a <= 7, and
    12 x 20.02 + 7 x 21.98 = 394.1 kW are within 410.
    """
    quote = quoted("power-capped.yaml")
    assert nodes_of(quote) == [{"b200-sxm": 12, "mi355x": 7}]
    assert quote.sites[0].facility_megawatts == pytest.approx(0.3941)


def test_infeasible():
    """151 B200 in 19 nodes draw least: 19 x 20.02 = 380.38 kW, where 350 are allowed."""
    quote = quoted("infeasible.yaml")
    (shortfall,) = quote.shortfalls
    assert shortfall.constraint == "site_power"
    assert shortfall.missing == pytest.approx(0.03038)
    assert "0.38038" in shortfall.remedy
    assert quote.totals is None


def test_infeasible_remedied():
    """With the limit that was asked for there is a fleet, and nothing of it is left."""
    quote = quoted("infeasible-remedied.yaml")
    assert nodes_of(quote) == [{"b200-sxm": 19}]
    assert quote.sites[0].facility_megawatts == pytest.approx(0.38038)


def test_nvl72():
    """The median TTFT reaches 2 s at 6,006 in flight; there a rack makes 134,600 tok/s.

    TTFT: 1,520 ms (the running maximum) at 5,632, 4,800 at 8,192: 5,632 + 2,560 x 480 / 3,280 =
    6,006. Residence: 42.78 ms there, 55.46 at 8,192, 44.63 between: 6,006 / 0.04463 s. The demand
    is 300 x 922 x 1.25 = 345,750 tok/s, 2.57 racks: 3 of 132 kW, 455.4 kW with cooling.
    """
    quote = quoted("nvl72.yaml")
    assert quote.totals is not None
    assert quote.pools[0].concurrency_cap == 6006
    assert (quote.totals.racks, quote.totals.nodes, quote.totals.provisioned_chips) == (3, 54, 216)
    assert quote.totals.facility_megawatts == pytest.approx(3 * 0.132 * 1.15)


def test_voice():
    """Streams: 2,000 x 0.6 x 1.3 / 128 = 12.2 recognisers, 2,000 x 0.4 x 1.3 / 32 = 32.5 voices.

    Recognition keeps its 150 ms with 128 streams (110 ms) and not with 256 (240 ms). Speech keeps
    370 ms with 32. Output that counts: 1 - 0.15 x 0.5 = 0.925 of 166.7 x 120 tokens/s.
    """
    quote = quoted("voice.yaml")
    replicas = replicas_of(quote)
    assert replicas["our-streaming-asr"] == 13
    assert replicas["magpie-tts-multilingual--h100-sxm--batch64"] == 33
    first_audio = next(s for s in quote.workloads[0].slo if s.metric == "time_to_first_audio_ms")
    assert 1400 < (first_audio.achieved or 0) <= 1500
    assert quote.totals is not None
    assert quote.totals.usd_per_session_hour is not None


def test_agents():
    """2 tasks/s of 20 calls: 40 requests/s; 20 x 2 s of a task go to tools.

    At 28 in flight a request takes 2,400 x 22.68 us + 800 x 404.7 us = 0.378 s of a replica:
    40 x 1.3 x 0.378 = 19.7, so 20 replicas of 2 chips, 5 nodes, and a spare one.
    """
    quote = quoted("agents.yaml")
    assert quote.totals is not None
    assert quote.workloads[0].requests_per_s == 40
    assert (quote.totals.replicas, quote.totals.nodes) == (20, 6)
    (task,) = quote.workloads[0].slo
    assert task.achieved is not None
    assert task.achieved <= 300_000


def test_own_or_rent():
    """300 x 922 x 1.3 / 5,658 = 63.6, so 64 B200 in 8 nodes of 14.3 x 1.2 = 17.16 kW.

    The hall's 90 kW feed five of them (85.8 kW); three are rented: 24 x 5.10 x 8,760 USD a year.
    """
    quote = quoted("own-or-rent.yaml")
    assert quote.totals is not None
    assert quote.cost is not None
    assert quote.totals.nodes == 8
    assert quote.sites[0].facility_megawatts == pytest.approx(0.0858)
    lines = {line.item: line.usd_per_year for line in quote.cost.lines}
    assert lines["rent"] == pytest.approx(24 * 5.10 * 8760)
