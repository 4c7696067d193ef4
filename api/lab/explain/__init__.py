"""Where the figures of a quote come from: formula, numbers put in, what they rest on."""

from api.lab.explain.figures import figures_of
from api.lab.explain.parts import Explained, Line, Part
from api.lab.explain.rests import Entry, entries_of

__all__ = ["Entry", "Explained", "Line", "Part", "entries_of", "figures_of"]
