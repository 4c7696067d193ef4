"""A picture drawn in a theme: as a specification, as SVG with its words, as PNG."""

import json
import re
from html import escape
from typing import Any, Final

from planner.report.charts.picture import Picture
from planner.report.charts.theme import LIGHT, Theme, config_of
from planner.report.extras import need

SCALE: Final = 2.0
"""Pixels of a PNG per point."""
_ID: Final = re.compile(r'(\bid="|url\(#|href="#)(?=[\w-]+["\)])')


def spec_of(picture: Picture, theme: Theme = LIGHT) -> dict[str, Any]:
    """The Vega-Lite specification in a theme: all that a page needs to draw it."""
    return {**picture.spec, "config": config_of(theme)}


def json_of(picture: Picture, theme: Theme = LIGHT) -> bytes:
    """The same as a file."""
    return json.dumps(spec_of(picture, theme), indent=1, ensure_ascii=False).encode() + b"\n"


def svg_of(picture: Picture, theme: Theme = LIGHT) -> str:
    """SVG with a title, a description, and ids that are its own on a page of several."""
    spec = spec_of(picture, theme)
    spec["config"] = {**spec["config"], "aria": False}
    drawn: str = need("vl_convert").vegalite_to_svg(spec, allowed_base_urls=[])
    own = _ID.sub(rf"\1{picture.name}-", drawn)
    head, rest = re.split(r"(?<=>)", own, maxsplit=1)
    head = re.sub(r'\s(?:role|aria-\w+)="[^"]*"', "", head)
    title, text = f"{picture.name}-title", f"{picture.name}-desc"
    opened = f'{head[:-1]} role="img" aria-labelledby="{title} {text}">'
    words = (
        f'<title id="{title}">{escape(picture.title)}</title>'
        f'<desc id="{text}">{escape(picture.alt)}</desc>'
    )
    return f"{opened}{words}{rest}"


def themed_svg(picture: Picture) -> str:
    """SVG for a page that sets the colours as CSS variables; without them it is light."""
    drawn = svg_of(picture)
    for role, color in LIGHT.roles.items():
        drawn = drawn.replace(f'"{color}"', f'"var(--{role}, {color})"')
    return drawn


def png_of(picture: Picture, theme: Theme = LIGHT) -> bytes:
    """PNG, two pixels a point."""
    spec = spec_of(picture, theme)
    drawn: bytes = need("vl_convert").vegalite_to_png(spec, scale=SCALE, allowed_base_urls=[])
    return drawn
