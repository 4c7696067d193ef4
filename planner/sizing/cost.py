"""What owned and rented servers cost in a year, line by line."""

import math
from dataclasses import dataclass
from fractions import Fraction

from planner.units import HOURS_PER_YEAR, exact


def capital_recovery_factor(rate: float, years: float) -> Fraction:
    r"""What is paid each year for one dollar, until it is paid off.

    $$\mathrm{CRF}(r, n) = \frac{r}{1 - (1 + r)^{-n}}, \qquad \mathrm{CRF}(0, n) = 1/n$$

    Args:
        rate: cost of capital per year, r, from 0.
        years: life, n, above 0.

    Source:
        Short, Packey & Holt, NREL/TP-462-5173 (1995).

    >>> float(capital_recovery_factor(0, 4))
    0.25
    >>> round(float(capital_recovery_factor(0.08, 5)), 6)
    0.250456
    """
    paid_off = -math.expm1(-years * math.log1p(rate))
    return exact(rate / paid_off) if paid_off else 1 / exact(years)


def recovered_usd_per_year(
    price_usd: Fraction, residual_fraction: float, rate: float, years: float
) -> Fraction:
    r"""What a purchase costs in a year, its residual value taken off at today's worth.

    $$(P - S/(1+r)^n) \cdot \mathrm{CRF}(r, n)$$

    >>> float(recovered_usd_per_year(Fraction(250_000), 0.1, 0, 5))
    45000.0
    """
    lost = 1 - worth_today(residual_fraction, rate, years)
    return price_usd * lost * capital_recovery_factor(rate, years)


def worth_today(residual_fraction: float, rate: float, years: float) -> Fraction:
    """What the residual value is worth on the day of the purchase, as a share of the price.

    >>> round(float(worth_today(0.1, 0.08, 5)), 6)
    0.068058
    """
    return exact(residual_fraction) * exact((1 + rate) ** -years)


@dataclass(frozen=True, slots=True)
class NodePower:
    """The power of one node, W."""

    full_w: Fraction
    """Server at full load."""
    idle_w: Fraction
    """Server with no load."""
    network_w: Fraction
    """Its share of switches and optics, always on."""
    chips: int

    @property
    def provisioned_w(self) -> Fraction:
        """IT power that must be provisioned for it."""
        return self.full_w + self.network_w

    @property
    def resting_w(self) -> Fraction:
        """IT power that it draws without any load."""
        return self.idle_w + self.network_w

    @property
    def active_w_per_chip(self) -> Fraction:
        """IT power that one fully used chip adds."""
        return (self.full_w - self.idle_w) / self.chips


@dataclass(frozen=True, slots=True)
class SiteRates:
    """What energy and space cost at a site."""

    pue: Fraction
    design_pue: Fraction
    usd_per_kwh: Fraction
    grams_co2_per_kwh: Fraction
    facility_usd_per_kw_month: Fraction
    operations_usd_per_node_year: Fraction


def kwh_per_year(mean_w: Fraction) -> Fraction:
    """Energy of a mean power over a year.

    >>> kwh_per_year(Fraction(1000))
    Fraction(8760, 1)
    """
    return mean_w / 1000 * HOURS_PER_YEAR


def energy_lines(mean_it_w: Fraction, site: SiteRates) -> dict[str, Fraction]:
    r"""Metered energy, USD per year, of a mean IT power.

    $$E_{it} = \bar W \cdot 8760 \cdot c, \qquad E_{cooling} = E_{it} (\mathrm{PUE} - 1)$$
    """
    it = kwh_per_year(mean_it_w) * site.usd_per_kwh
    return {"energy_it": it, "energy_cooling": it * (site.pue - 1)}


def facility_usd_per_year(provisioned_it_w: Fraction, site: SiteRates) -> Fraction:
    """Space, cooling and power plant for provisioned IT power, USD per year."""
    return provisioned_it_w / 1000 * site.facility_usd_per_kw_month * 12


def rent_usd_per_year(usd_per_chip_hour: Fraction, chips: int) -> Fraction:
    """Rent of provisioned chips, USD per year.

    >>> rent_usd_per_year(Fraction(2), 8)
    Fraction(140160, 1)
    """
    return usd_per_chip_hour * chips * HOURS_PER_YEAR
