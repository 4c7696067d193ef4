"""Cost parameters at a site: its own where it has one, else those of the cost book."""

from fractions import Fraction

from planner.entries import SiteCosts
from planner.verify.case import Case
from planner.verify.numbers import exact


def usd_per_kwh(case: Case, site: str) -> Fraction:
    """Price of energy."""
    own = _own(case, site).usd_per_kwh, case.sites[site].usd_per_kwh
    return _first(*own, case.quote.inputs.costs.usd_per_kwh)


def grams_per_kwh(case: Case, site: str) -> Fraction:
    """Carbon of energy."""
    own = _own(case, site).grams_co2_per_kwh, case.sites[site].grams_co2_per_kwh
    return _first(*own, case.quote.inputs.costs.grams_co2_per_kwh)


def facility_usd_per_kw_month(case: Case, site: str) -> Fraction:
    """Price of space, cooling and power plant."""
    own = _own(case, site).facility_usd_per_kw_month
    return _first(own, case.quote.inputs.costs.facility_usd_per_kw_month)


def operations_usd_per_node_year(case: Case, site: str) -> Fraction:
    """Price of people."""
    own = _own(case, site).operations_usd_per_node_year
    return _first(own, case.quote.inputs.costs.operations_usd_per_node_year)


def _own(case: Case, site: str) -> SiteCosts:
    return case.quote.inputs.costs.sites.get(site, SiteCosts())


def _first(*values: float | None) -> Fraction:
    return next(exact(value) for value in values if value is not None)
