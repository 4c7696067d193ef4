"""No figure of a quote can be changed unseen."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import InvalidQuote
from planner.verify import broken, check_quote
from tests.factories.quotes import change, quote, read

UNPROVEN: Final = {
    "wait_probability",  # what is shown, and nothing rests on
    "goodput_fraction_lower_bound",
    "effective_tpot_ms",
    "seconds",
    "memory_gb",
    "gap_fraction",
    "concurrency_cap",
    "software_usd_per_chip_year",  # of no use here: nobody asks for software, and sites have prices
    "default",
    "usd_per_kwh",
    "output_to_input_cost_ratio",
}
"""Fields that may be anything, or are about what this quote does not have."""


def numbers(data: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Each number with its path."""
    if isinstance(data, bool):
        return
    if isinstance(data, int | float):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in UNPROVEN:
                yield from numbers(value, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from numbers(value, f"{path}.{index}")


def figures() -> list[tuple[str, float]]:
    data = quote()
    del data["demand"], data["inputs"]["prices"]
    return [
        (path, value)
        for path, value in numbers(data)
        if not path.endswith(("rate.curves.0", "rate.concurrency_cap"))
        and not (path.startswith("pools") and path.endswith("nodes"))
        and not path.startswith("site_losses")
    ]


FIGURES: Final = figures()


@given(st.sampled_from(FIGURES), st.sampled_from([-1, 1]), st.floats(2e-5, 0.5))
@settings(deadline=None, max_examples=150)
def test_a_figure_that_is_nudged_breaks_some_rule(
    figure: tuple[str, float], sign: int, share: float
):
    path, value = figure
    step = max(1, round(abs(value) * share)) if isinstance(value, int) else abs(value) * share
    nudged = value + sign * step if value else share
    with suppress(InvalidQuote):  # a schema refuses it before any rule
        assert broken(check_quote(read(change(quote(), {path: nudged}))))
