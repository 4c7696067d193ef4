"""A published figure: one number, or the range that it is given as."""

from typing import Annotated, Any

from pydantic import AfterValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from planner.units import Concurrency, Limit, NumberIn, PositiveRatio


def _ascending(pair: tuple[float, float]) -> tuple[float, float]:
    if pair[0] > pair[1]:
        raise PydanticCustomError(
            "range_order", "a range is [low, high]; the first is above the second"
        )
    return pair


def _shape_of(value: Any) -> str:
    return "\N{MIDDLE DOT}" + ("range" if isinstance(value, list | tuple) else "number")


_NUMBER, _RANGE = (Tag(f"\N{MIDDLE DOT}{name}") for name in ("number", "range"))
_UPWARDS = AfterValidator(_ascending)

_Rate = Annotated[float, Field(gt=0, le=1e12, json_schema_extra={"x-unit": "tokens/s"}), NumberIn]
_RatePerMegawatt = Annotated[
    float, Field(gt=0, le=1e15, json_schema_extra={"x-unit": "tokens/s/MW"}), NumberIn
]
RateFigure = Annotated[
    Annotated[_Rate, _NUMBER] | Annotated[tuple[_Rate, _Rate], _UPWARDS, _RANGE],
    Discriminator(_shape_of),
]
RatePerMegawattFigure = Annotated[
    Annotated[_RatePerMegawatt, _NUMBER]
    | Annotated[tuple[_RatePerMegawatt, _RatePerMegawatt], _UPWARDS, _RANGE],
    Discriminator(_shape_of),
]
LatencyFigure = Annotated[
    Annotated[Limit, _NUMBER] | Annotated[tuple[Limit, Limit], _UPWARDS, _RANGE],
    Discriminator(_shape_of),
]
TimesFigure = Annotated[
    Annotated[PositiveRatio, _NUMBER]
    | Annotated[tuple[PositiveRatio, PositiveRatio], _UPWARDS, _RANGE],
    Discriminator(_shape_of),
]
ConcurrencyFigure = Annotated[
    Annotated[Concurrency, _NUMBER] | Annotated[tuple[Concurrency, Concurrency], _UPWARDS, _RANGE],
    Discriminator(_shape_of),
]

type Figure = float | tuple[float, float]


def ends(figure: Figure) -> tuple[float, float]:
    """The low and the high end of a figure; of one number, twice that.

    >>> ends((198, 250)), ends(51)
    ((198, 250), (51, 51))
    """
    return figure if isinstance(figure, tuple) else (figure, figure)


def figure_of(low: float, high: float) -> Figure:
    """The range between two ends; one number where they are the same."""
    return low if low == high else (low, high)
