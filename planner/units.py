"""The numbers that people write: one alias a unit, with its bounds and its `x-unit`."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

HOURS_PER_YEAR: Final = 8760
SECONDS_PER_YEAR: Final = 31_536_000
BYTES_PER_GB: Final = 10**9
BYTES_PER_GIB: Final = 2**30
MAX_NUMBER: Final = 1e15
"""No quantity that people write is larger; it keeps every sum within what floats tell apart."""


def _refuse_text_and_booleans(value: Any) -> Any:
    """Numbers are JSON numbers: `"3"` and `true` are mistakes, not 3 and 1."""
    if isinstance(value, bool | str | bytes):
        kind = "a boolean" if isinstance(value, bool) else "text"
        raise PydanticCustomError(
            "number_expected", "a number is expected, not {kind}", {"kind": kind}
        )
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise PydanticCustomError("number_too_large", "is beyond every bound")
    return value


NumberIn = BeforeValidator(_refuse_text_and_booleans)
"""Stands after `Field` in `Annotated`: before it, the bounds vanish from the published schema."""


class Number:
    """The bounds and the unit of a number, as one annotation.

    One, because schemas of hundreds of fields are built whenever the program starts, and a `Field`
    with its bounds and a validator beside it takes several times as long.
    """

    __slots__ = ("_bounds", "unit")

    def __init__(self, unit: str, **bounds: float) -> None:
        self.unit = unit
        self._bounds: dict[str, Any] = bounds
        """`ge`, `gt`, `le`, `lt` of pydantic."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """A whole number for `int`, else any finite one, and neither text nor booleans."""
        del handler
        if source is int:
            number: core_schema.CoreSchema = core_schema.int_schema(**self._bounds)
        else:
            number = core_schema.float_schema(**self._bounds, allow_inf_nan=False)
        return core_schema.no_info_before_validator_function(_refuse_text_and_booleans, number)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """With `x-unit`."""
        return {**handler(schema), "x-unit": self.unit}


def _from(least: float, unit: str, *, le: float) -> Number:
    """A number from `least` to `le`, in a unit."""
    return Number(unit, ge=least, le=le)


def _above(floor: float, unit: str, *, le: float) -> Number:
    """A number above `floor` and up to `le`, in a unit."""
    return Number(unit, gt=floor, le=le)


# What something is divided by starts a little above 0, so that no quotient is beyond a float.
RequestsPerS = Annotated[float, _from(0, "requests/s", le=1e9)]
TasksPerS = Annotated[float, _from(0, "tasks/s", le=1e9)]
PerMinute = Annotated[float, _from(0, "1/min", le=1e6)]
TokensPerS = Annotated[float, _from(0.001, "tokens/s", le=1e12)]
Tokens = Annotated[float, _from(0, "tokens", le=1e8)]
TokensOut = Annotated[float, _from(1, "tokens", le=1e8)]
TokenCount = Annotated[int, _from(1, "tokens", le=1e9)]
Milliseconds = Annotated[float, _from(0, "ms", le=1e9)]
Limit = Annotated[float, _above(0, "ms", le=1e9)]
Seconds = Annotated[float, _from(0, "s", le=1e9)]
PositiveSeconds = Annotated[float, _from(0.001, "s", le=1e9)]
Years = Annotated[float, _from(0.1, "years", le=100)]
Share = Annotated[float, _from(0, "1", le=1)]
PositiveShare = Annotated[float, _from(0.001, "1", le=1)]
ShareBelowOne = Annotated[float, Number("1", ge=0, lt=1)]
Margin = Annotated[float, _from(0, "1", le=100)]
Ratio = Annotated[float, _from(1, "1", le=1e6)]
PositiveRatio = Annotated[float, _from(1e-6, "1", le=1e6)]
Pue = Annotated[float, _from(1, "1", le=10)]
Watts = Annotated[float, _from(0, "W", le=1e9)]
PositiveWatts = Annotated[float, _from(0.001, "W", le=1e9)]
Kilowatts = Annotated[float, _from(0.001, "kW", le=1e6)]
Megawatts = Annotated[float, _from(0, "MW", le=1e6)]
Gigabytes = Annotated[float, _from(1e-6, "GB", le=1e9)]
GigabytesPerS = Annotated[float, _from(0.001, "GB/s", le=1e9)]
Teraflops = Annotated[float, _from(0.001, "TFLOPS", le=1e9)]
Usd = Annotated[float, _from(0, "USD", le=1e12)]
UsdPerHour = Annotated[float, _from(0, "USD/h", le=1e9)]
UsdPerYear = Annotated[float, _from(0, "USD/year", le=MAX_NUMBER)]
UsdPerKwh = Annotated[float, _from(0, "USD/kWh", le=100)]
UsdPerKwMonth = Annotated[float, _from(0, "USD/(kW month)", le=1e6)]
GramsPerKwh = Annotated[float, _from(0, "gCO2/kWh", le=1e5)]
Count = Annotated[int, _from(0, "1", le=10**9)]
CountFromOne = Annotated[int, _from(1, "1", le=10**9)]
Chips = Annotated[int, _from(1, "chips", le=10**6)]
Concurrency = Annotated[float, _from(0.001, "requests in flight", le=1e7)]
Streams = Annotated[float, _from(0.001, "streams", le=1e7)]


@lru_cache(maxsize=2**16)
def _read(value: float | int | str) -> Fraction:
    return Fraction(str(value))


def exact(value: float | int | str | Fraction) -> Fraction:
    """A written decimal as the exact number that was written, not the nearest binary one.

    >>> exact(4.9) / exact(0.7)
    Fraction(7, 1)
    """
    return value if isinstance(value, Fraction) else _read(value)


def rounded_up(value: Fraction, digits: int = 17) -> Fraction:
    """The least number of so many significant decimal digits that is not below a value.

    Rounded up by one part in 10^16, three thirds still make one replica.

    >>> (
    ...     rounded_up(Fraction(1, 3)) * 3 >= 1,
    ...     rounded_up(Fraction(5, 2)),
    ...     rounded_up(Fraction(1999), 2),
    ... )
    (True, Fraction(5, 2), Fraction(2000, 1))
    """
    mantissa, places = _cut(value, digits)
    return Fraction(mantissa * 10**-places if places < 0 else mantissa, 10 ** max(places, 0))


def stated(value: Fraction, digits: int = 17) -> str:
    """An exact number as a decimal; one that does not end is cut at `digits`, rounded up.

    >>> stated(Fraction(5, 2)), stated(Fraction(1, 3)), stated(Fraction(-1, 8), 2)
    ('2.5', '0.33333333333333334', '-0.12')
    """
    mantissa, places = _cut(value, digits)
    if places <= 0:
        return str(mantissa * 10**-places)
    sign, written = ("-" if mantissa < 0 else ""), str(abs(mantissa)).rjust(places + 1, "0")
    whole, part = written[:-places], written[-places:].rstrip("0")
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


def _cut(value: Fraction, digits: int) -> tuple[int, int]:
    """(mantissa, places): value, rounded up to so many digits, is mantissa / 10^places."""
    top, bottom = abs(value.numerator), value.denominator
    if not top:
        return 0, 0
    # log10 by the lengths in bits: off by one at most, which the loops put right.
    places = digits - 1 - round((top.bit_length() - bottom.bit_length()) * 0.30103)
    while _scaled(top, bottom, places) >= 10**digits:
        places -= 1
    while _scaled(top, bottom, places) < 10 ** (digits - 1):
        places += 1
    numerator = value.numerator * 10 ** max(places, 0)
    return -((-numerator) // (bottom * 10 ** max(-places, 0))), places


def _scaled(top: int, bottom: int, places: int) -> int:
    """The ratio x 10^places, rounded down."""
    return top * 10 ** max(places, 0) // (bottom * 10 ** max(-places, 0))
