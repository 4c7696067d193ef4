"""The cost of one installation in lines, USD per year."""

from fractions import Fraction
from typing import Final

from planner.entries import HardwarePrice
from planner.units import HOURS_PER_YEAR
from planner.verify.installations import Installation
from planner.verify.numbers import exact
from planner.verify.prices import chip_hour_usd, node_usd, recovery_per_year
from planner.verify.site_costs import (
    facility_usd_per_kw_month,
    operations_usd_per_node_year,
    usd_per_kwh,
)

Lines = dict[str, Fraction]
"""USD per year by item."""
MONTHS: Final = 12


class NoPrice(Exception):
    """An installation has owned or rented nodes without a price for them."""


def lines_of(installation: Installation, price: HardwarePrice) -> Lines:
    """Every line of what is owned, the rent of the rest, and what both need.

    Raises:
        NoPrice: there is none for what is owned, or for the policy's rent term.
    """
    lines = _owned(installation, price) if installation.owned else Lines()
    rented_chips = installation.chips - installation.owned * installation.hardware.chips_per_node
    if rented_chips:
        term = installation.case.policy.rent_term
        usd = chip_hour_usd(price.rent_usd_per_chip_hour, term)
        if usd is None:
            raise NoPrice(f"no rent of {installation.hardware.id} on the term {term}")
        lines["rent"] = usd * rented_chips * HOURS_PER_YEAR
    site = installation.part.name
    lines["software"] = _software(installation)
    lines["operations"] = installation.nodes * operations_usd_per_node_year(installation.case, site)
    return lines


def capex_usd(installation: Installation, price: HardwarePrice) -> Fraction:
    """Price of the owned nodes."""
    return installation.owned * (node_usd(installation.hardware, price) or Fraction(0))


def _owned(installation: Installation, price: HardwarePrice) -> Lines:
    each_usd = node_usd(installation.hardware, price)
    if each_usd is None:
        raise NoPrice(f"no price of {installation.hardware.id}")
    costs = installation.case.quote.inputs.costs
    usd = installation.owned * each_usd
    recovery, worth = recovery_per_year(
        exact(costs.cost_of_capital_fraction), exact(costs.life_years)
    )
    servers = usd * (1 - exact(costs.residual_fraction) * worth) * recovery
    return {
        "servers": servers,
        "network": servers * exact(costs.network_fraction_of_server_price),
        "support": usd * exact(costs.support_fraction_per_year),
        **_site_lines(installation),
    }


def _site_lines(installation: Installation) -> Lines:
    """What the owned nodes cost at their site: space, power plant and energy."""
    case, site = installation.case, installation.part.name
    mean_kw = installation.owned * installation.mean_node_w / 1000
    energy_usd = mean_kw * HOURS_PER_YEAR * usd_per_kwh(case, site)
    kw_usd = facility_usd_per_kw_month(case, site) * MONTHS
    return {
        "facility": installation.owned * installation.node_w / 1000 * kw_usd,
        "energy_it": energy_usd,
        "energy_cooling": energy_usd * (exact(case.sites[site].pue) - 1),
    }


def _software(installation: Installation) -> Fraction:
    book = installation.case.quote.inputs.costs.software_usd_per_chip_year
    each = book.get(installation.hardware.vendor or "default", book.get("default", 0))
    return installation.chips * exact(each)
