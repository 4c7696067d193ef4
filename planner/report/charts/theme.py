"""The colours of pictures, light and dark: told apart by the colour-blind, legible on their ground.

Every colour keeps a contrast of 3 : 1 to its ground, text 4.5 : 1; the six categories and the
grey differ in lightness too, so that they stay apart in protanopia, deuteranopia and tritanopia.
"""

from dataclasses import dataclass
from typing import Any, Final

FONT: Final = "Liberation Sans, Arial, Helvetica, DejaVu Sans Condensed, sans-serif"


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours."""

    name: str
    ground: str
    ink: str
    """Text, axes."""
    soft_ink: str
    """Second text."""
    grid: str
    grey: str
    """What was rejected, what is left over."""
    alarm: str
    """Limits and caps."""
    categories: tuple[str, ...]

    @property
    def roles(self) -> dict[str, str]:
        """Every colour by what it is for."""
        categories = {f"category-{n}": color for n, color in enumerate(self.categories, 1)}
        named = {name: getattr(self, name) for name in ("ground", "ink", "grid", "grey", "alarm")}
        return {**named, "soft-ink": self.soft_ink, **categories}


LIGHT: Final = Theme(
    name="light",
    ground="#ffffff",
    ink="#1b2430",
    soft_ink="#566070",
    grid="#e3e7ec",
    grey="#8b949e",
    alarm="#b3261e",
    categories=("#3051bb", "#bd6b34", "#0b5037", "#a73177", "#815901", "#3e256a"),
)
DARK: Final = Theme(
    name="dark",
    ground="#14181f",
    ink="#eef1f5",
    soft_ink="#a9b4c2",
    grid="#2c333e",
    grey="#7d8794",
    alarm="#ff8a80",
    categories=("#288bfb", "#fb9f41", "#80f98e", "#ecbce1", "#af7d02", "#af9ed7"),
)
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK)}


def config_of(theme: Theme) -> dict[str, Any]:
    """A theme as the `config` of a Vega-Lite specification, styles of our marks included."""
    text = {"color": theme.ink, "fontSize": 11, "font": FONT}
    return {
        "background": theme.ground,
        "font": FONT,
        "padding": 12,
        "range": {"category": list(theme.categories)},
        "view": {"stroke": None},
        "title": {
            "color": theme.ink,
            "subtitleColor": theme.soft_ink,
            "anchor": "start",
            "fontSize": 15,
            "subtitleFontSize": 12,
            "subtitlePadding": 6,
            "offset": 14,
        },
        "axis": {
            "labelColor": theme.ink,
            "titleColor": theme.soft_ink,
            "titleFontWeight": "normal",
            "labelFontSize": 11,
            "titleFontSize": 11,
            "gridColor": theme.grid,
            "domainColor": theme.grey,
            "tickColor": theme.grey,
            "labelLimit": 260,
            "titleLimit": 600,
        },
        "axisX": {"labelFlush": False},
        "legend": {
            "labelColor": theme.ink,
            "titleColor": theme.soft_ink,
            "titleFontWeight": "normal",
            "labelFontSize": 11,
            "titleFontSize": 11,
            "labelLimit": 260,
            "symbolStrokeWidth": 2,
            "symbolBaseFillColor": theme.ink,
            "symbolBaseStrokeColor": theme.ink,
        },
        "style": {
            "rejected": {"color": theme.grey, "strokeWidth": 1, "opacity": 0.7},
            "no-fleet": {"color": theme.grey, "strokeWidth": 2},
            "label": text,
            "soft-label": {**text, "color": theme.soft_ink},
            "halo": {**text, "color": theme.ground, "stroke": theme.ground, "strokeWidth": 4},
            "alarm-label": {**text, "color": theme.alarm},
            "cap": {"color": theme.alarm, "thickness": 3},
            "today": {"color": theme.alarm, "stroke": theme.ground, "strokeWidth": 1},
            "plain": {"color": theme.categories[0], "strokeWidth": 2},
            "edge": {"stroke": theme.ground, "strokeWidth": 1},
        },
    }
