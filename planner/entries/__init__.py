"""What an entry of the catalog is, in `profiles/` or inline in a demand."""

from planner.entries.costs import CostBook, CostOverrides, SiteCosts
from planner.entries.deployment import Curve, Deployment, OperatingPoint, Part
from planner.entries.hardware import Hardware, MemoryTier, PeakTeraflops
from planner.entries.model import Attention, LanguageModel
from planner.entries.prices import HardwarePrice, PriceList, RentTerms, high_end
from planner.entries.source import Source

__all__ = [
    "Attention",
    "CostBook",
    "CostOverrides",
    "Curve",
    "Deployment",
    "Hardware",
    "HardwarePrice",
    "LanguageModel",
    "MemoryTier",
    "OperatingPoint",
    "Part",
    "PeakTeraflops",
    "PriceList",
    "RentTerms",
    "SiteCosts",
    "Source",
    "high_end",
]
