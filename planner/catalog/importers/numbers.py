"""Numbers as benchmark tools write them: text, thousands separators, `inf`, `N/A`."""

import math
import re
from typing import Any, Final

from planner.catalog.importers.finding import Refused

INFINITE_RATE: Final = 1e6
"""A rate at or above this many requests/s means `all at once`: wrappers write 1e9 for `inf`."""

LARGEST: Final = 1e18
"""No figure of a result file is larger, nanoseconds included; products of two stay finite."""

_THOUSANDS: Final = re.compile(r"^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$")
_ABSENT: Final = {"", "-", "n/a", "na", "nan", "none", "null"}
_INFINITE: Final = {"inf", "infinity", ".inf", "+inf"}


def number(value: Any, name: str) -> float | None:
    """A finite number, or None where the file says that there is none.

    Raises:
        Refused: something that is neither.

    >>> number("1,146.31", "ttft"), number("N/A", "ttft"), number(float("nan"), "ttft")
    (1146.31, None, None)
    """
    parsed = _parsed(value, name)
    if parsed is None or not math.isfinite(parsed):
        return None
    if abs(parsed) > LARGEST:
        raise Refused("not_a_number", f"{name}: {parsed:g} is beyond every bound")
    return parsed


def offered_rate(value: Any, name: str) -> float | None:
    """Offered requests/s; None for a burst (`inf`, or `INFINITE_RATE` and above) and for `trace`.

    >>> offered_rate("inf", "request_rate"), offered_rate(1e9, "request_rate"), offered_rate(4, "r")
    (None, None, 4.0)
    """
    if isinstance(value, str) and value.strip().lower() == "trace":
        return None
    parsed = _parsed(value, name)
    finite = parsed is not None and math.isfinite(parsed) and 0 < parsed < INFINITE_RATE
    return parsed if finite else None


def is_yes(value: Any) -> bool:
    """Whether a switch is on, that some tools write as text.

    >>> is_yes("false"), is_yes(True), is_yes("on")
    (False, True, True)
    """
    return str(value).strip().lower() in {"true", "1", "yes", "on"}


def _parsed(value: Any, name: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool):
        raise Refused("not_a_number", f"{name}: {value} is no number")
    if isinstance(value, int | float):
        return _as_float(value, name)
    if isinstance(value, str):
        return _from_text(value, name)
    raise Refused("not_a_number", f"{name}: a number is expected, not {type(value).__name__}")


def _as_float(value: float, name: str) -> float:
    try:
        return float(value)
    except OverflowError:
        raise Refused("not_a_number", f"{name}: a number beyond every bound") from None


def _from_text(text: str, name: str) -> float | None:
    plain = text.strip().strip('"').strip()
    if plain.lower() in _ABSENT:
        return None
    if plain.lower() in _INFINITE:
        return math.inf
    if _THOUSANDS.match(plain):
        plain = plain.replace(",", "")
    try:
        return float(plain) if "_" not in plain else _refuse(text, name)
    except ValueError:
        return _refuse(text, name)


def _refuse(text: str, name: str) -> float:
    raise Refused("not_a_number", f"{name}: {text[:60]!r} is no number")
