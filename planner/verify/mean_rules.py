"""The power that is drawn in the yearly mean, with its energy and carbon."""

from collections.abc import Iterator
from fractions import Fraction

from planner.quote import Check
from planner.units import HOURS_PER_YEAR, exact
from planner.verify.case import Case
from planner.verify.checking import MONEY, close
from planner.verify.installations import installations
from planner.verify.site_costs import grams_per_kwh


def mean_checks(case: Case) -> Iterator[Check]:
    """Rules `mean_power` of each site and of the totals, `energy`, `carbon`."""
    watts = dict.fromkeys(case.site_parts, Fraction(0))
    for installation in installations(case):
        name = installation.part.name
        watts[name] += installation.mean_it_w * exact(case.sites[name].pue)
    for name, mean_w in watts.items():
        told = case.site_parts[name].mean_facility_megawatts
        yield close(f"mean_power.{name}", told, mean_w / 10**6, MONEY)
    totals = case.quote.totals
    megawatts = sum(watts.values(), Fraction(0)) / 10**6
    grams = sum((w * grams_per_kwh(case, name) for name, w in watts.items()), Fraction(0))
    true = {
        "mean_facility_megawatts": megawatts,
        "energy_mwh_per_year": megawatts * HOURS_PER_YEAR,
        "tonnes_co2_per_year": grams * HOURS_PER_YEAR / 10**9,
    }
    for field, value in true.items():
        told = getattr(totals, field)
        if told is not None:
            yield close(f"totals.{field}", told, value, MONEY)
