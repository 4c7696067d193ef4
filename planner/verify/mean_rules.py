"""The power that is drawn in the yearly mean, with its energy and carbon."""

from collections.abc import Iterator
from fractions import Fraction

from planner.quote import Check
from planner.units import HOURS_PER_YEAR
from planner.verify.case import Case
from planner.verify.checking import MONEY, agrees, claim, close, number_text
from planner.verify.installations import installations
from planner.verify.numbers import exact
from planner.verify.site_costs import grams_per_kwh


def mean_checks(case: Case) -> Iterator[Check]:
    """Rule `mean_power` of each site, `totals` of mean power, energy and carbon."""
    owned = _facility_w(case, owned_only=True)
    for name, mean_w in owned.items():
        told = case.site_parts[name].mean_facility_megawatts
        yield close(f"mean_power.{name}", told, mean_w / 10**6, MONEY)
    totals = case.quote.totals
    megawatts = sum(owned.values(), Fraction(0)) / 10**6
    true = {
        "mean_facility_megawatts": megawatts,
        "energy_mwh_per_year": megawatts * HOURS_PER_YEAR,
    }
    for field, value in true.items():
        told = getattr(totals, field)
        if told is not None:
            yield close(f"totals.{field}", told, value, MONEY)
    if totals is not None and totals.tonnes_co2_per_year is not None:
        yield _carbon(case, totals.tonnes_co2_per_year)


def _facility_w(case: Case, *, owned_only: bool) -> dict[str, Fraction]:
    """Mean draw at the meter by site."""
    watts = dict.fromkeys(case.site_parts, Fraction(0))
    for installation in installations(case):
        name = installation.part.name
        nodes = installation.owned if owned_only else installation.nodes
        watts[name] += nodes * installation.mean_node_w * exact(case.sites[name].pue)
    return watts


def _carbon(case: Case, told: float) -> Check:
    """Of the owned nodes, or of the rented ones too: the objective counts those like ours."""
    readings = [
        sum((w * grams_per_kwh(case, name) for name, w in watts.items()), Fraction(0))
        * HOURS_PER_YEAR
        / 10**9
        for watts in (_facility_w(case, owned_only=True), _facility_w(case, owned_only=False))
    ]
    is_true = any(agrees(told, tonnes, MONEY) for tonnes in readings)
    return claim(
        "totals.tonnes_co2_per_year", number_text(told), number_text(readings[0]), holds=is_true
    )
