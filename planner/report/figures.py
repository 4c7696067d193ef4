"""Figures as people read them: separators, units, no more digits than they mean."""

from collections.abc import Iterable
from typing import Final


def listed(names: Iterable[str], most: int = 4) -> str:
    """`a`, `a and b`, `a, b and 3 more`, in order.

    >>> listed(["b", "a"]), listed("edcba", most=3)
    ('a and b', 'a, b and 3 more')
    """
    ordered = sorted(names)
    if len(ordered) > most:
        kept = ordered[: most - 1]
        return f"{', '.join(kept)} and {len(ordered) - len(kept)} more"
    return (
        " and ".join([", ".join(ordered[:-1]), ordered[-1]])
        if len(ordered) > 1
        else "".join(ordered)
    )


_TURNS: Final = {
    code: f"\\u{code:04x}"
    for code in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}


def literal(text: str) -> str:
    r"""Text for a terminal: what would turn the rest of the line around is shown by its number.

    >>> literal("x \u202egnp.exe")
    'x \\u202egnp.exe'
    """
    return text.translate(_TURNS)


def count(value: int | float | None) -> str:
    """`1,040`; a dash where nothing is known."""
    return "-" if value is None else f"{value:,.0f}"


def usd(value: float | None, digits: int = 0) -> str:
    """`$1,254,570`."""
    return "-" if value is None else f"${value:,.{digits}f}"


def usd_per_million(value: float | None) -> str:
    """Four significant digits, at least two decimals: `$0.8555`, `$12.35`."""
    if value is None:
        return "-"
    digits = 2 if abs(value) >= 10 else 3 if abs(value) >= 1 else 4
    return f"${value:,.{digits}f}"


def megawatts(value: float | None) -> str:
    """`2.42 MW`, `0.0265 MW`."""
    if value is None:
        return "-"
    return f"{value:,.2f} MW" if value >= 1 else f"{value:.4g} MW"


def rate(value: float | None) -> str:
    """Up to six significant digits: `200,000`, `77.5`."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.6g}"


def percent(fraction: float | None) -> str:
    """`48.4 %`."""
    return "-" if fraction is None else f"{fraction * 100:.1f} %"


def milliseconds(value: float | None) -> str:
    """`180 ms`."""
    return "-" if value is None else f"{value:,.4g} ms" if value < 10_000 else f"{value:,.0f} ms"
