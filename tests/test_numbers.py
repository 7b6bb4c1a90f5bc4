"""
Numbers: rounded once, half away from zero, and written one way.
"""

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli import numbers

TIES = [
    ("0.005", "0.01"),
    ("0.015", "0.02"),
    ("0.125", "0.13"),
    ("0.605", "0.61"),
    ("1.005", "1.01"),
    ("2.675", "2.68"),
    ("3.145", "3.15"),
    ("69.995", "70.00"),
    ("71.645", "71.65"),
    ("72.005", "72.01"),
    ("72.145", "72.15"),
    ("72.155", "72.16"),
    ("72.165", "72.17"),
    ("72.345", "72.35"),
    ("72.355", "72.36"),
    ("72.365", "72.37"),
    ("78.595", "78.60"),
    ("99.995", "100.00"),
    ("399.995", "400.00"),
    ("0.0049", "0.00"),
]


@pytest.mark.parametrize(("tie", "rounded"), TIES)
def test_ties_go_away_from_zero_on_both_sides(tie: str, rounded: str) -> None:
    """Forty ties, half of them negative, round by magnitude."""
    assert numbers.round_half_away(Decimal(tie)) == Decimal(rounded)
    assert numbers.round_half_away(-Decimal(tie)) == -Decimal(rounded)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("78.60", "78.6kg"),
        ("1E+2", "100kg"),
        ("2675", "2,675kg"),
        ("-0.0", "0kg"),
        ("72.30000000000000000001", "72.3kg"),
    ],
)
def test_a_quantity_drops_zeros_exponents_and_minus_zero(value: str, text: str) -> None:
    assert numbers.quantity(Decimal(value), "kg") == text


def test_a_change_that_rounds_to_nothing_has_a_plus() -> None:
    assert [numbers.signed_percent(Decimal(each)) for each in ("-0.004", "0.004", "-0.0", "-0.005")] == [
        "+0.00%",
        "+0.00%",
        "+0.00%",
        "-0.01%",
    ]


@given(
    st.decimals(20, 400, places=4, allow_nan=False), st.decimals(20, 400, places=4, allow_nan=False), st.integers(1, 2)
)
def test_the_weekly_change_is_the_exact_quotient_rounded_once(current: Decimal, prior: Decimal, weeks: int) -> None:
    """The result is within half a hundredth of the rational number, ties away from zero."""
    exact = (Fraction(current) - Fraction(prior)) / Fraction(prior) * 100 / weeks
    shown = Fraction(numbers.percent_change(current, prior, weeks))
    assert abs(shown - exact) <= Fraction(1, 200)
    if abs(shown - exact) == Fraction(1, 200):
        assert abs(shown) > abs(exact)


@given(st.decimals(-10000, 10000, allow_nan=False, allow_infinity=False, places=6))
def test_the_callers_decimal_context_changes_nothing(value: Decimal) -> None:
    usual = numbers.mean(value, "kg"), numbers.quantity(value, "g"), numbers.signed_percent(value)
    with localcontext() as context:
        context.prec = 2
        assert (numbers.mean(value, "kg"), numbers.quantity(value, "g"), numbers.signed_percent(value)) == usual


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-1000, max_value=1000, places=5))
def test_plain_text_is_the_same_number_and_the_shortest(value: Decimal) -> None:
    text = numbers.plain(value)
    assert Decimal(text) == value
    assert not re.search(r"[eE]|\.\d*0$|\.$|^-0$", text)


@pytest.mark.parametrize(
    ("value", "text"), [(1_000_000, "1,000,000"), (55.56, "55.56"), (0.0, "0"), (1.515, "1.515"), (38.8889, "38.8889")]
)
def test_figures_of_a_run_are_written_out(value: float, text: str) -> None:
    """However many documents there were."""
    assert numbers.figure(value) == text


def test_no_other_module_rounds_or_formats_numbers() -> None:
    """A format specification or a rounding outside `numbers` would be a second opinion; a drawing has none."""
    package = Path(numbers.__file__).parent
    drawing = package / "runs" / "charts"
    pattern = re.compile(r"\bround\(|%\.\d|:[+,]*\.\d*f|:[+,]+f|quantize\(|strftime|locale\.")
    rooms = (path for path in package.rglob("*.py") if not path.is_relative_to(drawing))
    found = [path.name for path in rooms if pattern.search(path.read_text("utf-8"))]
    assert found == ["numbers.py"]
