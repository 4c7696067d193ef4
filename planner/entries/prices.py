"""What hardware costs to buy or to rent: a file of `profiles/prices/`, or a price inline."""

from typing import Annotated, Any

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from planner.entries.base import Date, EntryId, Name, Note, Schema
from planner.units import Usd, UsdPerHour


def _ascending(pair: tuple[float, float]) -> tuple[float, float]:
    if pair[0] > pair[1]:
        raise PydanticCustomError(
            "range_order", "a range is [low, high]; the first is above the second"
        )
    return pair


def _shape_of(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "\N{MIDDLE DOT}range"
    return "\N{MIDDLE DOT}terms" if isinstance(value, dict | RentTerms) else "\N{MIDDLE DOT}number"


_NUMBER, _RANGE, _TERMS = (Tag(f"\N{MIDDLE DOT}{name}") for name in ("number", "range", "terms"))
_PriceRange = Annotated[tuple[Usd, Usd], AfterValidator(_ascending), _RANGE]
_RentRange = Annotated[tuple[UsdPerHour, UsdPerHour], AfterValidator(_ascending), _RANGE]
Price = Annotated[Annotated[Usd, _NUMBER] | _PriceRange, Discriminator(_shape_of)]
"""USD; a range [low, high] counts at its high end."""
Rent = Annotated[Annotated[UsdPerHour, _NUMBER] | _RentRange, Discriminator(_shape_of)]
"""USD per chip-hour; a range [low, high] counts at its high end."""


class RentTerms(Schema):
    """USD per chip-hour by the length of the promise; a term that nobody offers is absent."""

    on_demand: Rent | None = None
    """By the hour, given back at any time."""
    reserved_1y: Rent | None = None
    """Promised for a year."""
    reserved_3y: Rent | None = None
    """Promised for three years."""
    spot: Rent | None = None
    """Taken away at short notice."""


RentOffer = Annotated[
    Annotated[UsdPerHour, _NUMBER] | _RentRange | Annotated[RentTerms, _TERMS],
    Discriminator(_shape_of),
]
"""Rent by term; a bare number or range holds for any term that the policy names."""


class HardwarePrice(Schema):
    """What one kind of hardware costs, at most one purchase price, and rent by term."""

    price_usd_per_node: Price | None = None
    price_usd_per_chip: Price | None = None
    """USD per chip of a whole server, that is server price / chips; not of a bare card."""
    price_usd_per_rack: Price | None = None
    rent_usd_per_chip_hour: RentOffer | None = None
    date: Date | None = None
    source: EntryId | None = None
    note: Note | None = None

    @model_validator(mode="after")
    def _one_purchase_price(self) -> "HardwarePrice":
        refuse_two_prices(self.price_usd_per_node, self.price_usd_per_chip, self.price_usd_per_rack)
        return self


def refuse_two_prices(*prices: object) -> None:
    """One purchase price a kind of hardware: two could only disagree."""
    if sum(price is not None for price in prices) > 1:
        raise PydanticCustomError(
            "two_prices",
            "give one of price_usd_per_node, price_usd_per_chip, price_usd_per_rack",
        )


class PriceList(Schema):
    """The prices of one provider."""

    id: EntryId
    provider: Name
    date: Date
    source: EntryId
    hardware: Annotated[dict[EntryId, HardwarePrice], Field(min_length=1)]
    note: Note | None = None


def high_end(price: float | tuple[float, float]) -> float:
    """The dearer end of a price, USD."""
    return price[1] if isinstance(price, tuple) else price


def low_end(price: float | tuple[float, float]) -> float:
    """The cheaper end of a price, USD."""
    return price[0] if isinstance(price, tuple) else price
