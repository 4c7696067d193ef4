"""What the leave-one-out study measures, on a curve that is reckoned by hand.

At 10, 20, 40, 80 in flight the replica makes 1000, 1600, 2000, 2000 tokens/s, so that a token takes
10, 12.5, 20, 40 ms (concurrency / rate). Straight lines without the inner ones:

* 20: 10 + (20 - 10) = 20 in 30 of the way to 20 ms: 10 + 10/3 = 40/3 ms -> 1500 tokens/s, -6.25 %
* 40: from 12.5 ms at 20 to 40 ms at 80: 12.5 + 27.5/3 = 65/3 ms -> 1846.15 tokens/s, -7.69 %
"""

from fractions import Fraction
from math import sqrt

import pytest

from bench.leave_one_out import renewed
from bench.left_out.errors import at_real_gaps, summary
from bench.left_out.methods import (
    CAUTIOUS,
    METHODS,
    in_log_c,
    in_logs,
    linear,
    monotone_cubic,
    monotone_slopes,
    of_the_rate,
)
from bench.left_out.points import (
    Series,
    by_residence,
    every_second,
    inner_points,
    latency_errors,
    others,
    planned_latency,
    planned_promise,
    planned_rate,
    promise_by,
    promise_errors,
    rate_errors,
    two_away,
)
from bench.left_out.shapes import Shape, held_out, residuals
from bench.left_out.study import Study, worst_points
from bench.left_out.tables import tables
from planner.candidates.curves import Lengths
from planner.catalog import load_catalog
from planner.sizing.curve import Sweep

HELD = (10.0, 20.0, 40.0, 80.0)
CURVE = Series("tiny", HELD, (1000.0, 1600.0, 2000.0, 2000.0))
WAITS = Series("tiny", HELD, (10.0, 12.0, 11.0, 40.0))


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(load_catalog())


class TestLeftOutPoints:
    def test_every_inner_point_is_left_out_once(self):
        points = inner_points([CURVE])
        assert [(p.at, p.measured, p.concurrency) for p in points] == [
            (20, 1600, (10, 40, 80)),
            (40, 2000, (10, 20, 80)),
        ]
        assert [p.gap for p in points] == [4, 4]

    def test_two_points_have_nothing_between_them(self):
        assert inner_points([Series("short", (1, 2), (5, 6))]) == []

    def test_the_planner_predicts_a_rate_from_the_residence(self):
        # 20 / (40/3 ms) = 1500 of 1600; 40 / (65/3 ms) = 24000/13 of 2000
        errors = rate_errors(inner_points([CURVE]), planned_rate)
        assert errors == pytest.approx([-0.0625, 12 / 13 - 1])

    def test_a_rate_that_is_too_high_counts_as_optimistic(self):
        # residence 5, 10, 10 ms at 10, 20, 40: the line says 20/3 ms at 20, so 3000 of 2000
        curve = Series("x", (10, 20, 40), (2000, 2000, 4000))
        assert rate_errors(inner_points([curve]), planned_rate) == pytest.approx([0.5])

    def test_a_wait_that_is_too_short_counts_as_optimistic(self):
        # 20: 10 + (11 - 10)/3 = 31/3 of 12; 40: from 12 at 20 to 40 at 80: 12 + 28/3 = 64/3 of 11
        errors = latency_errors(inner_points([WAITS]), planned_latency)
        assert errors == pytest.approx([1 - 31 / 36, 1 - 64 / 33])

    def test_latencies_first_get_their_running_maximum(self):
        # 20 and 10 ms become 20 and 20, so 20 of the 16 at the left-out point
        falling = Series("x", (10, 20, 40), (20, 16, 10))
        assert latency_errors(inner_points([falling]), linear) == pytest.approx([1 - 20 / 16])

    def test_wider_gaps_leave_the_neighbours_out_too(self):
        long = Series("x", (1, 2, 4, 8, 16, 32), (1, 2, 3, 4, 5, 6))
        assert [p.concurrency for p in inner_points([long], two_away, 2)] == [
            (1, 16, 32),
            (1, 2, 32),
        ]
        assert [p.concurrency for p in inner_points([long], every_second, 2)] == [
            (2, 8, 32),
            (1, 4, 16),
        ]

    def test_a_rate_that_falls_and_rises_again_jumps(self):
        assert Series("x", (1, 2, 4), (5, 4, 6)).jumps
        assert not Series("x", (1, 2, 4), (5, 6, 4)).jumps

    def test_a_rate_that_more_than_doubles_as_the_concurrency_doubles_jumps(self):
        assert Series("x", (1, 2, 4), (5, 6, 13)).jumps
        assert not Series("x", (1, 2, 4), (5, 6, 12)).jumps


class TestPromises:
    def test_the_limit_is_what_was_measured_at_the_left_out_point(self):
        # Limit 10 ms at 20. Line from 8 ms at 10 to 16 ms at 40: 10 ms at 17.5. The residence
        # there, from 10 to 20 ms: 10 + 10 x 7.5/30 = 12.5 ms -> 17.5 / 12.5 ms = 1400 of 1600
        rates = Series("x", (10, 20, 40), (1000, 1600, 2000))
        waits = Series("x", (10, 20, 40), (8, 10, 16))
        for promise in (planned_promise, promise_by(linear)):
            errors = promise_errors([rates], [waits], others, promise)
            assert errors == pytest.approx([1400 / 1600 - 1])

    def test_a_latency_that_its_neighbours_do_not_enclose_is_no_question(self):
        rates = Series("x", (10, 20, 40), (1000, 1600, 2000))
        waits = Series("x", (10, 20, 40), (8, 20, 16))
        assert promise_errors([rates], [waits], others, planned_promise) == []


class TestMethods:
    def test_log_c_puts_the_geometric_mean_in_the_middle(self):
        assert in_log_c(linear)(20, (10, 40), (1, 3)) == pytest.approx(2)

    def test_a_power_law_is_straight_in_both_logs(self):
        # y = x^2
        assert in_logs(linear)(20, (10, 40), (100, 1600)) == pytest.approx(400)

    def test_the_rate_itself_may_be_linear(self):
        # 1000 tokens/s at 10, 2000 at 40: 4000/3 at 20, so 15 ms
        assert of_the_rate(20, (10, 40), (0.010, 0.020)) == pytest.approx(0.015)

    def test_slopes_are_harmonic_means_and_end_parabolas(self):
        # steps 1, 1; secants 1, 3. Inner: 6 / (3/1 + 3/3) = 1.5. First: (3 x 1 - 3)/2 = 0.
        # Last: (3 x 3 - 1)/2 = 4
        assert monotone_slopes((0, 1, 2), (0, 1, 4)) == [0, 1.5, 4]

    def test_slopes_are_0_where_values_turn(self):
        # Secants 1, -1. First: (3 + 1)/2 = 2; last: (-3 - 1)/2 = -2
        assert monotone_slopes((0, 1, 2), (0, 1, 0)) == [2, 0, -2]

    def test_the_cubic_lies_between_its_points(self):
        # t = 0.5 with slopes 0, 1.5: 0.5 x 0 + 0.125 x 0 + 0.5 x 1 - 0.125 x 1.5 = 0.3125
        assert monotone_cubic(0.5, (0, 1, 2), (0, 1, 4)) == 0.3125

    @pytest.mark.parametrize("name", METHODS)
    def test_every_method_gives_back_a_constant(self, name: str):
        assert METHODS[name](3, (1, 2, 4, 8), (7, 7, 7, 7)) == pytest.approx(7)

    @pytest.mark.parametrize("name", METHODS)
    def test_every_method_stays_between_rising_neighbours(self, name: str):
        assert 2 <= METHODS[name](3, (1, 2, 4, 8), (1, 2, 5, 30)) <= 5


class TestSummary:
    def test_of_hand_made_errors(self):
        # |e| 1, 2, 4, 10 %: median 3; p90 at 2.7 of the way: 4 + 0.7 x 6 = 8.2
        # max(e, 0) is 0, 2, 4, 0: sorted 0, 0, 2, 4, p90: 2 + 0.7 x 2 = 3.4
        row = summary([-0.01, 0.02, 0.04, -0.10])
        assert (row.points, row.optimistic) == (4, 50)
        assert (row.median, row.p90, row.worst) == pytest.approx((3, 8.2, 10))
        assert (row.mean, row.optimistic_p90) == pytest.approx((-1.25, 3.4))

    def test_curvature_alone_shrinks_with_the_gap(self):
        # e = 2 g: 1 at g 0.5 and 4.5 at g 2.25, so 0.2426 at g 0.1213
        found = at_real_gaps(1, 4.5)
        assert (found.another_run, found.the_curve) == pytest.approx((0.2426, 0.2426))

    def test_scatter_alone_does_not(self):
        # 1.5556 run variances at a left-out point, 0.3434 + 0.1714 = 0.5148 of the line alone
        found = at_real_gaps(6, 6)
        assert found.another_run == pytest.approx(6)
        assert found.the_curve == pytest.approx(6 * sqrt(0.5148 / 1.5556), rel=1e-4)


def shape(uncached: int, output: int, seconds: float) -> Shape:
    """One request takes so long of a replica at 4 in flight."""
    rate = Fraction(output) / Fraction(str(seconds))
    lengths = Lengths(Fraction(uncached), Fraction(output), Fraction(uncached))
    return Shape("tiny", lengths, Sweep((Fraction(4),), (rate,)))


class TestShapes:
    # alpha 1 ms, beta 10 ms: 100x100 takes 1.1 s, 800x100 1.8 s, 100x800 8.1 s
    FAMILY = (shape(100, 100, 1.1), shape(800, 100, 1.8), shape(100, 800, 8.1))

    def test_token_times_that_hold_predict_every_shape(self):
        found = list(held_out(self.FAMILY))
        assert [h.error for h in found] == [0, 0, 0]
        assert [h.place for h in found] == ["inside", "outside", "outside"]
        assert list(residuals(self.FAMILY)) == [0]

    def test_a_shape_that_is_slower_than_predicted_counts_as_optimistic(self):
        # 1.65 s where the others say 1.1: predicted rate 1.5 x what was measured
        slow = (shape(100, 100, 1.65), *self.FAMILY[1:])
        assert next(held_out(slow)).error == pytest.approx(0.5)

    def test_a_ratio_outside_is_padded_where_the_padded_lengths_were_measured(self):
        # 50x400 has ratio 1/8 and 400x400 has 1. Held out: 10x200 (1/20). Raised to 25x200.
        times = {(50, 400): 4.05, (400, 400): 4.4, (10, 200): 2.01}
        found = list(held_out([shape(u, o, s) for (u, o), s in times.items()]))
        # 25 + 2000 = 2.025 s are planned where 2.01 s are taken
        assert found[2].place == "padded"
        assert found[2].error == pytest.approx(2.01 / 2.025 - 1)


class TestTheShippedCatalog:
    def test_the_cautious_rule_never_promises_more_than_the_straight_line(self, study: Study):
        line = rate_errors(study.points, by_residence(linear))
        cautious = rate_errors(study.points, by_residence(METHODS[CAUTIOUS]))
        assert all(c <= s for c, s in zip(cautious, line, strict=True))

    def test_throughput_is_well_predicted(self, study: Study):
        """The aim: below 2.5 % and 10 % with the cautious rule."""
        row = summary(rate_errors(study.points, by_residence(METHODS[CAUTIOUS])))
        assert row.median < 2.5
        assert row.p90 < 10

    def test_every_table_of_the_document_is_made(self, study: Study):
        found = tables(study)
        text = "".join(f"<!-- table: {name} -->\nold\n<!-- end -->\n" for name in found)
        assert "old" not in renewed(text, found)

    def test_a_table_that_nobody_makes_is_an_error(self):
        with pytest.raises(KeyError):
            renewed("<!-- table: none -->\n<!-- end -->", {})

    def test_the_worst_come_first(self, study: Study):
        errors = [abs(error) for error, _ in worst_points(study.points)]
        assert len(errors) == 10
        assert errors == sorted(errors, reverse=True)
