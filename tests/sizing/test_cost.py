"""What servers cost in a year."""

from fractions import Fraction

import pytest

from planner.sizing.cost import (
    NodePower,
    SiteRates,
    capital_recovery_factor,
    energy_lines,
    facility_usd_per_year,
    kwh_per_year,
    recovered_usd_per_year,
    rent_usd_per_year,
)

SITE = SiteRates(*map(Fraction, ("1.3", "1.4", "0.08", "400", "150", "5000")))


def test_without_a_cost_of_capital_a_price_is_spread_evenly():
    assert capital_recovery_factor(0, 4) == Fraction(1, 4)


@pytest.mark.parametrize("rate", [1e-18, 1e-12, 5e-324])
def test_a_tiny_cost_of_capital_is_next_to_none(rate):
    assert float(capital_recovery_factor(rate, 4)) == pytest.approx(0.25)


def test_capital_recovery_is_the_annuity():
    # 8 % over 5 years: 0.08 / (1 - 1.08^-5) = 0.250456.
    assert float(capital_recovery_factor(0.08, 5)) == pytest.approx(0.2504565, abs=1e-7)


def test_a_residual_value_is_worth_less_today():
    # 250,000 - 10 %: 225,000 over 5 years without interest; with 8 %: (1 - 0.1/1.469328) x 62,614.
    assert recovered_usd_per_year(Fraction(250_000), 0.1, 0, 5) == 45_000
    price = recovered_usd_per_year(Fraction(250_000), 0.1, 0.08, 5)
    assert float(price) == pytest.approx(250_000 * 0.2504565 * (1 - 0.1 / 1.4693281), rel=1e-6)


def test_cooling_is_what_the_meter_shows_beyond_it():
    # 10 kW all year are 87,600 kWh at 0.08 = 7,008 USD; cooling 30 % of that.
    assert kwh_per_year(Fraction(10_000)) == 87_600
    assert energy_lines(Fraction(10_000), SITE) == {
        "energy_it": 7008,
        "energy_cooling": Fraction("2102.4"),
    }


def test_space_is_paid_by_provisioned_kilowatts_and_months():
    assert facility_usd_per_year(Fraction(10_000), SITE) == 10 * 150 * 12


def test_rent_is_by_the_hour_of_every_chip():
    assert rent_usd_per_year(Fraction(2), 8) == 2 * 8 * 8760


def test_a_node_rests_at_idle_and_each_busy_chip_adds_its_part():
    node = NodePower(Fraction(8000), Fraction(2400), Fraction(400), 8)
    assert node.provisioned_w == 8400
    assert node.resting_w == 2800
    assert node.resting_w + 8 * node.active_w_per_chip == node.provisioned_w
