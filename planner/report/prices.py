"""`quote.inputs.prices`: the one price of each hardware that the plan was made with."""

from planner.candidates import Candidates
from planner.entries import HardwarePrice
from planner.quote import UsedPrice

_PURCHASE = ("price_usd_per_node", "price_usd_per_chip", "price_usd_per_rack")
_RENT = ("rent_usd_per_chip_hour",)
_ABOUT = ("date", "source", "note")


def used_prices(candidates: Candidates) -> tuple[UsedPrice, ...]:
    """By hardware: the purchase price and the rent that were weighed, maybe of two providers."""
    by_hardware: dict[str, dict[bool, UsedPrice]] = {}
    for place, holding in candidates.offers:
        if holding.price is not None:
            by_hardware.setdefault(place.hardware.id, {})[holding.is_owned] = holding.price
    return tuple(_joined(name, ways) for name, ways in sorted(by_hardware.items()))


def _joined(hardware: str, ways: dict[bool, UsedPrice]) -> UsedPrice:
    fields: dict[str, object] = {}
    for is_owned, used in sorted(ways.items()):
        given = used.price.model_dump(exclude_none=True)
        wanted = (*(_PURCHASE if is_owned else _RENT), *_ABOUT)
        fields |= {key: given[key] for key in wanted if key in given}
    providers = dict.fromkeys(used.provider for _, used in sorted(ways.items(), reverse=True))
    return UsedPrice(
        hardware=hardware,
        provider=" + ".join(providers),
        price=HardwarePrice.model_validate(fields),
    )
