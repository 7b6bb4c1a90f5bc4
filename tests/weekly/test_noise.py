"""
How noise is judged: the simulation of the doctrine (section 2.7), with the product's own judgment.
"""

import pytest
from simulation import Truth, shares, spread

CUSTOMERS, SEED = 100, 27


@pytest.mark.parametrize(
    ("weigh_ins", "rate", "rate2"),
    [(1, 0.97, None), (3, 0.60, 0.30), (4, 0.54, 0.27), (5, 0.50, 0.25), (7, 0.44, 0.23)],
)
def test_rates_scatter_as_the_doctrine_says(weigh_ins: int, rate: float, rate2: float | None) -> None:
    """Percent a week, by weigh-ins a week; more of them help less and less."""
    found, found2 = spread(weigh_ins, CUSTOMERS, SEED)
    assert found == pytest.approx(rate, abs=0.06)
    assert rate2 is None or found2 == pytest.approx(rate2, abs=0.04)


@pytest.mark.parametrize(
    ("truth", "one_week", "two_weeks"),
    [
        (Truth("fat_loss", -0.6, 7), 0.39, 0.02),
        (Truth("lean_mass_gain", 0.3, 5), 0.69, 0.11),
        (Truth("maintenance", 0.0, 5), 0.62, 0.08),
    ],
)
def test_noise_alone_seldom_reaches_anybody(truth: Truth, one_week: float, two_weeks: float) -> None:
    """A rule of one week is wrong about every second steady customer; the table about few, and by a person then."""
    found = shares(truth, CUSTOMERS, SEED)
    assert found.one_week == pytest.approx(one_week, abs=0.06)
    assert found.product <= two_weeks + 0.05
    assert found.review <= two_weeks


def test_a_true_stall_is_found() -> None:
    """About as often as by two weeks on one side, which is the price of so few false alarms."""
    found = shares(Truth("fat_loss", 0.0, 7), CUSTOMERS, SEED)
    assert found.one_week == pytest.approx(0.72, abs=0.06)
    assert found.review == pytest.approx(0.46, abs=0.07)


def test_equal_seeds_give_equal_shares() -> None:
    truth = Truth("fat_loss", -0.6, 4)
    assert shares(truth, 5, 1) == shares(truth, 5, 1) != shares(truth, 5, 2)
