"""Pictures of a quote: one definition each for page, SVG, PNG and document."""

from planner.report.charts.picture import Picture
from planner.report.charts.pictures import pictures_of
from planner.report.charts.render import png_of, spec_of, svg_of
from planner.report.charts.theme import DARK, LIGHT, THEMES, Theme

__all__ = [
    "DARK",
    "LIGHT",
    "THEMES",
    "Picture",
    "Theme",
    "pictures_of",
    "png_of",
    "spec_of",
    "svg_of",
]
