"""What a quote rests on, whole, so that it can be checked years later from its file alone."""

from planner.entries import CostBook, Deployment, Hardware, HardwarePrice, LanguageModel, SiteCosts
from planner.entries.base import Schema


class UsedPrice(Schema):
    """The price that one kind of hardware was planned with."""

    hardware: str
    provider: str
    """`demand` where it came with the demand."""
    price: HardwarePrice


class UsedCosts(CostBook):
    """Every cost parameter, with what differs by site."""

    sites: dict[str, SiteCosts] = {}


class Inputs(Schema):
    """Every entry that was used."""

    deployments: tuple[Deployment, ...] = ()
    hardware: tuple[Hardware, ...] = ()
    prices: tuple[UsedPrice, ...] = ()
    models: tuple[LanguageModel, ...] = ()
    costs: UsedCosts
