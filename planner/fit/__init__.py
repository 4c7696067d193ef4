"""`planner fit`: which layouts of a model fit on a kind of chip."""

from planner.fit.answer import fit
from planner.fit.schemas import Fit, FitLayout, FitQuestion, FitRefusal

__all__ = ["Fit", "FitLayout", "FitQuestion", "FitRefusal", "fit"]
