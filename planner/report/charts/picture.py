"""What a picture is: a Vega-Lite specification without colours, with its words."""

from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

from planner.report.content.cells import plain_text

LINE: Final = 76
"""Characters of a line below a title."""

type Row = dict[str, Any]


@dataclass(frozen=True)
class Picture:
    """One picture; a theme gives it colours when it is drawn."""

    name: str
    """Of its files."""
    title: str
    alt: str
    """What it shows, for those who do not see it."""
    spec: dict[str, Any]


def picture(name: str, title: str, alt: str, chart: Any) -> Picture:
    """A picture of an Altair chart, which is checked against the Vega-Lite schema."""
    spec = chart.properties(description=plain_text(alt)).to_dict()
    spec.pop("config", None)
    return Picture(name, plain_text(title), plain_text(alt), spec)


def heading(title: str, *subtitle: str) -> dict[str, Any]:
    """The title of a chart with lines below it."""
    lines = [part for line in subtitle for part in wrap(plain_text(line), LINE)]
    return {"text": wrap(plain_text(title), LINE), **({"subtitle": lines} if lines else {})}


def panel_heading(title: str) -> dict[str, Any]:
    """The title of one of several panels."""
    return {"text": plain_text(title), "fontSize": 12, "offset": 8}


def cut(text: str, most: int = 40) -> str:
    """A name for an axis: to the letter, cut in its middle where it is long.

    >>> cut("x" * 50, most=9)
    'xxxx…xxxx'
    """
    shown = plain_text(text)
    if len(shown) <= most:
        return shown
    head = most // 2
    return f"{shown[:head]}…{shown[len(shown) - (most - head - 1) :]}"


def told_apart(names: list[str], most: int = 40) -> list[str]:
    """The same for several names, which stay different.

    >>> told_apart(["a" * 20, "a" * 21], most=9)
    ['aaaa…aaaa', 'aaaa…aaaa (2)']
    """
    seen: dict[str, int] = {}
    found: list[str] = []
    for name in names:
        short = cut(name, most)
        seen[short] = seen.get(short, 0) + 1
        found.append(short if seen[short] == 1 else f"{short} ({seen[short]})")
    return found
