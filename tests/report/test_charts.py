"""Pictures: each is valid, is drawn, has its words, and says nothing that the quote does not."""

import json
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import altair
import pytest

from planner.catalog import load_catalog
from planner.catalog.claims import grouped
from planner.demand import Demand
from planner.errors import NoFleetInTime
from planner.loads import loads_of
from planner.quote import Quote
from planner.report.carried import solvable
from planner.report.charts import DARK, LIGHT, Picture, Theme, pictures_of, png_of, spec_of, svg_of
from planner.report.charts.claims import claims_picture
from planner.report.charts.curves import curve_pictures
from planner.report.charts.reach import reaches_of
from planner.report.charts.render import json_of, themed_svg
from planner.report.tradeoffs import (
    headroom_variants,
    outcomes,
    tpot_limits,
    tpot_variants,
    tradeoffs_of,
)
from planner.service import make_quote
from tests.factories.colors import VISION, apart, contrast
from tests.factories.shown_quotes import (
    QUOTES,
    infeasible_quote,
    nasty_quote,
    rich_demand,
    rich_quote,
)

SVG = "{http://www.w3.org/2000/svg}"


def solve(demand: Demand) -> Quote:
    return make_quote(demand)


def curves_of(quote: Quote, until: float) -> tuple[Picture, ...]:
    found = [(each, outcomes(each, solve, until)) for each in tradeoffs_of(quote.demand)]
    return curve_pictures(quote, found)


def every_picture() -> dict[str, Picture]:
    found = {f"{name}-{p.name}": p for name, make in QUOTES.items() for p in pictures_of(make())}
    claims = claims_picture(grouped(load_catalog().claims.values()))
    curves = curves_of(rich_quote(), float("inf"))
    return found | {p.name: p for p in (claims, *curves) if p is not None}


@pytest.fixture(scope="module")
def pictures() -> dict[str, Picture]:
    return every_picture()


def test_a_fleet_has_every_picture(pictures: dict[str, Picture]):
    wanted = {"rich-throughput", "rich-cost", "rich-sites", "headroom", "tpot", "claims"}
    assert wanted <= set(pictures)
    assert "infeasible-throughput" in pictures
    assert not {"infeasible-cost", "infeasible-sites"} & set(pictures)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_whole_specification_is_valid(pictures: dict[str, Picture], theme: Theme):
    """Altair checks each without its theme while it is made; here with it."""
    altair.Chart.from_dict(spec_of(pictures["rich-sites"], theme))


def test_every_picture_is_drawn(pictures: dict[str, Picture]):
    for picture in pictures.values():
        drawn = png_of(picture, DARK)
        assert drawn.startswith(b"\x89PNG")
        width, height = (int.from_bytes(drawn[i : i + 4]) for i in (16, 20))
        assert min(width, height) > 100


def test_every_svg_has_its_words_and_loads_nothing(pictures: dict[str, Picture]):
    for picture in pictures.values():
        root = ET.fromstring(svg_of(picture))
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert description is not None
        assert (title.text, description.text) == (picture.title, picture.alt)
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{picture.name}-title {picture.name}-desc"
        assert len(picture.alt) > 40
        assert not [e for e in root.iter() if e.tag in {f"{SVG}script", f"{SVG}image"}]


def test_names_are_drawn_to_the_letter():
    (throughput, *_) = pictures_of(nasty_quote())
    texts = "".join(ET.fromstring(svg_of(throughput)).itertext())
    assert '<script>alert("x")</script>' in texts
    assert "\u202e" not in texts


def test_ids_of_several_pictures_on_a_page_differ():
    ids = [re.findall(r'\bid="([^"]+)"', svg_of(p)) for p in pictures_of(rich_quote())]
    for one, other in combinations(ids, 2):
        assert not set(one) & set(other)


def test_a_picture_on_a_page_takes_its_colors_from_the_page():
    drawn = themed_svg(pictures_of(rich_quote())[1])
    assert f'"var(--category-1, {LIGHT.categories[0]})"' in drawn
    assert f'"{LIGHT.categories[0]}"' not in drawn


def test_specifications_hold_no_colors(pictures: dict[str, Picture]):
    """A theme has them: one definition for light and dark."""
    for picture in pictures.values():
        text = json.dumps({k: v for k, v in picture.spec.items() if k != "datasets"})
        assert not re.search(r"#[0-9a-fA-F]{6}\b", text)
        assert json.loads(json_of(picture, DARK))["config"]["background"] == DARK.ground


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_colors_are_seen_on_their_ground(theme: Theme):
    """WCAG 2: 3 : 1 for what is drawn, 4.5 : 1 for text."""
    for color in (*theme.categories, theme.grey):
        assert contrast(color, theme.ground) >= 3
    for color in (theme.ink, theme.soft_ink, theme.alarm):
        assert contrast(color, theme.ground) >= 4.5


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_colors_stay_apart_to_the_color_blind(theme: Theme, vision: str):
    for one, other in combinations((*theme.categories, theme.grey), 2):
        assert apart(one, other, vision) >= 8, (one, other)


def test_what_was_rejected_is_grey_and_has_no_marked_point():
    """Evidence `target` is weaker than the policy takes."""
    quote = rich_quote()
    load = loads_of(quote.demand)[0]
    statistic, found = reaches_of(quote, load, None)
    assert statistic == "p50"
    by_name = {reach.deployment: reach for reach in found}
    assert by_name["m-box-slow"].status == "rejected"
    assert by_name["m-box-slow"].bounded == ()


def test_the_marked_point_is_where_the_slo_ends():
    """TPOT p95 24 ms lies between 19.2 at 32 and 30 at 64 in flight: 32 + 32 x 4.8 / 10.8 = 46.

    Residence: 0.128 s at 32, 0.2133 at 64, 0.1653 at 46: 278.2 tok/s of 4 chips are 69.6 a chip.
    TPOT p50 at 46: 16 + 9 x 14 / 32 = 19.94 ms, 50.2 tok/s.
    """
    quote = make_quote(rich_demand(workloads=rich_demand()["workloads"][:1]))
    _, found = reaches_of(quote, loads_of(quote.demand)[0], None)
    (bounded,) = next(reach.bounded for reach in found if reach.status == "in the fleet")
    assert bounded.concurrency == 46
    assert bounded.per_chip == pytest.approx(69.6, rel=1e-3)
    assert bounded.per_user == pytest.approx(50.2, rel=1e-3)


def test_every_cap_that_the_fleet_runs_at_is_marked():
    """Chat runs in both pools: at 8 in flight beside code, and at 46."""
    quote = rich_quote()
    caps = {r.rate.concurrency_cap for w in quote.workloads if w.name == "chat" for r in w.routes}
    load = next(load for load in loads_of(quote.demand) if load.workload == 0)
    _, found = reaches_of(quote, load, None)
    marked = next(reach.bounded for reach in found if reach.status == "in the fleet")
    assert {spot.concurrency for spot in marked} == caps


def test_system_rate_and_speed_of_a_stream_have_an_axis_each(pictures: dict[str, Picture]):
    text = json.dumps(pictures["rich-throughput"].spec)
    assert set(re.findall(r'"field": "(per_\w+)", "scale"', text)) == {"per_user", "per_chip"}
    assert not re.search(r'"x": \{"field": "per_chip"|"y": \{"field": "per_user"', text)


def test_stacks_of_cost_add_up_to_the_total(pictures: dict[str, Picture]):
    quote = rich_quote()
    assert quote.totals is not None
    spec = pictures["rich-cost"].spec
    for rows in spec["datasets"].values() if "datasets" in spec else []:
        stacked = [row for row in rows if row["row"] == "total" and "from" in row]
        if stacked:
            whole = sum(row["to"] - row["from"] for row in stacked)
            assert whole == pytest.approx(quote.totals.usd_per_million_tokens)


def test_kinds_of_claims_share_no_axis(pictures: dict[str, Picture]):
    spec = pictures["claims"].spec
    assert spec["resolve"]["scale"]["x"] == "independent"
    assert '"type": "log"' in json.dumps(spec)


def test_variants_hold_today_and_change_one_thing():
    demand = rich_quote().demand
    variants = headroom_variants(demand)
    assert [v.value for v in variants if v.is_today] == [0.2]
    assert {v.demand.policy.headroom for v in variants} == {v.value for v in variants}
    assert tpot_limits(demand) == (("chat", "p95", 24), ("code", "p95", 11))
    stricter = tpot_variants(demand, "code", "p95", 11)[0]
    assert stricter.value == 5.5
    assert [w.slo.tpot_ms for w in stricter.demand.workloads if w.slo] == [
        {"p95": 24},
        {"p95": 5.5},
    ]


def test_workloads_with_headrooms_of_their_own_have_no_curve():
    demand = rich_demand()
    demand["workloads"][0] = demand["workloads"][0] | {"headroom": 0.5}
    assert headroom_variants(make_quote(demand).demand) == ()


def test_todays_variant_costs_what_the_quote_says():
    quote = rich_quote()
    headroom = tradeoffs_of(quote.demand)[0]
    assert headroom.variants[headroom.order[0]].is_today
    found = outcomes(headroom, solve, until=float("inf"))
    today = next(outcome for outcome in found if outcome.is_today)
    assert today.usd_per_year == pytest.approx(quote.totals.usd_per_year)  # type: ignore[union-attr]


def test_no_variant_is_solved_after_the_time_is_up():
    assert outcomes(tradeoffs_of(rich_quote().demand)[0], solve, until=0) == ()
    assert curves_of(rich_quote(), until=0) == ()


def test_a_variant_without_an_answer_in_time_is_left_out():
    def too_slow(demand: Demand) -> Quote:
        raise NoFleetInTime(demand.solver.time_limit_s)

    assert outcomes(tradeoffs_of(rich_quote().demand)[0], too_slow, float("inf")) == ()


def test_variants_without_a_fleet_are_marked_as_such(pictures: dict[str, Picture]):
    assert "no fleet" in pictures["tpot"].alt
    assert "(today)" in pictures["tpot"].alt


def test_variations_are_solved_on_the_catalog_of_the_quote_while_it_is_the_same():
    quote, catalog = rich_quote(), load_catalog()
    assert solvable(quote, catalog) == (quote.demand, catalog)


def test_variations_are_solved_on_what_the_quote_carries_once_the_catalog_has_changed():
    quote = rich_quote()
    certificate = quote.certificate.model_copy(update={"catalog_digest": "of another year"})
    demand, carried = solvable(
        quote.model_copy(update={"certificate": certificate}), load_catalog()
    )
    assert carried.digest == "of another year"
    assert make_quote(demand, carried).totals == quote.totals


def test_an_infeasible_quote_shows_what_candidates_reach():
    (throughput,) = pictures_of(infeasible_quote())
    assert "none in the fleet" in throughput.alt
