"""What a node costs to buy, and a chip-hour to rent, by the prices that the quote used."""

from fractions import Fraction

from planner.entries import Hardware, HardwarePrice, RentTerms, high_end
from planner.entries.prices import RentOffer
from planner.verify.numbers import exact


def node_usd(hardware: Hardware, price: HardwarePrice) -> Fraction | None:
    """Purchase price of a node, USD; a range counts at its high end."""
    if price.price_usd_per_node is not None:
        return exact(high_end(price.price_usd_per_node))
    if price.price_usd_per_chip is not None:
        return exact(high_end(price.price_usd_per_chip)) * hardware.chips_per_node
    if price.price_usd_per_rack is not None and hardware.nodes_per_rack:
        return exact(high_end(price.price_usd_per_rack)) / hardware.nodes_per_rack
    return None


def chip_hour_usd(offer: RentOffer | None, term: str) -> Fraction | None:
    """Rent of a chip for an hour on a term, USD; None where nobody offers it."""
    rent = getattr(offer, term) if isinstance(offer, RentTerms) else offer
    return None if rent is None else exact(high_end(rent))


def recovery_per_year(rate: Fraction, years: Fraction) -> tuple[Fraction, Fraction]:
    r"""What paying an asset off evenly takes each year, and what its end value is worth today.

    $$\frac{r}{1 - (1 + r)^{-n}}, \quad (1 + r)^{-n}$$

    Args:
        rate: cost of capital per year, $r$; 0 spreads the price evenly.
        years: life, $n$, above 0.

    >>> recovery_per_year(Fraction(0), Fraction(4))
    (Fraction(1, 4), Fraction(1, 1))
    """
    if rate == 0:
        return 1 / years, Fraction(1)
    grown = Fraction((1 + float(rate)) ** -float(years))
    return rate / (1 - grown), grown
