"""
Numbers: rounded once, half away from zero, and written one way.
"""

import re
from decimal import ROUND_DOWN, Decimal, localcontext
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


@pytest.mark.parametrize(("value", "rounded"), [("0.5", 1), ("2.5", 3), ("-2.5", -3), ("2.4999", 2)])
def test_a_whole_number_is_rounded_like_a_hundredth(value: str, rounded: int) -> None:
    assert numbers.round_half_away(Decimal(value), whole=True) == rounded


def test_nothing_has_no_sign() -> None:
    """However it was written, and whatever it was rounded from."""
    for value in ("-0", "-0.0", "-0.004"):
        assert str(numbers.round_half_away(Decimal(value))) == "0.00"
    assert str(numbers.round_half_away(Decimal("-0.4"), whole=True)) == "0"
    assert [numbers.plain(Decimal(value)) for value in ("0", "-0", "0.00", "-0.0", "0E+3")] == ["0"] * 5


@pytest.mark.parametrize(
    ("value", "text"), [("1.0", "1kg"), ("0.0", "0kg"), ("-0", "0kg"), ("-5", "-5kg"), ("9", "9kg")]
)
def test_a_short_reading_is_written_like_a_long_one(value: str, text: str) -> None:
    assert numbers.quantity(Decimal(value), "kg") == text


def test_thousands_are_parted_wherever_a_customer_reads_a_number() -> None:
    assert numbers.quantity(Decimal("12675.5"), "kcal") == "12,675.5kcal"
    assert numbers.mean(Decimal("1234.5"), "kg") == "1,234.50kg"
    assert numbers.signed_percent(Decimal(1234)) == "+1,234.00%"
    assert numbers.percent_range(Decimal(-1000), Decimal("2000.005")) == "-1,000.00~+2,000.01%"


@pytest.mark.parametrize(("part", "whole", "text"), [(0, 7, "0%"), (6, 7, "86%"), (7, 7, "100%"), (1, 8, "13%")])
def test_a_share_of_days_is_in_whole_percent(part: int, whole: int, text: str) -> None:
    """A half goes up."""
    assert numbers.rate(part, whole) == text


@pytest.mark.parametrize(
    ("part", "whole", "percent"), [(1, 3, 33.33), (2, 3, 66.67), (1, 800, 0.13), (3, 3, 100.0), (1, 1, 100.0)]
)
def test_a_share_of_a_run_is_in_hundredths_of_a_percent(part: int, whole: int, percent: float) -> None:
    assert numbers.percent_of(part, whole) == percent


def test_a_share_of_nothing_is_nothing() -> None:
    assert numbers.percent_of(0, 0) == 0


def test_a_measured_time_is_kept_to_the_millisecond() -> None:
    assert [numbers.in_thousandths(each) for each in (1.23456, 0.0004, 2.0)] == [1.235, 0.0, 2.0]


@pytest.mark.parametrize(
    ("values", "mean"),
    [
        (["70"], "70"),
        (["70", "70.0001"], "70.0001"),
        (["-70", "-70.0001"], "-70.0001"),
        (["1", "1", "2"], "1.3333"),
        (["70.25", "71.5", "69.125"], "70.2917"),
        (["0.3", "0.6"], "0.45"),
    ],
)
def test_a_mean_is_the_exact_one_rounded_once(values: list[str], mean: str) -> None:
    """To four places, a tie away from zero."""
    assert numbers.average([Decimal(value) for value in values]) == Decimal(mean)


@pytest.mark.parametrize(
    ("part", "whole", "quotient"),
    [("1", "8", "0.13"), ("-1", "8", "-0.13"), ("0.5", "0.25", "2"), ("155", "70.3", "2.20"), ("10.5", "4.2", "2.5")],
)
def test_one_value_divided_by_another_is_rounded_to_hundredths(part: str, whole: str, quotient: str) -> None:
    assert numbers.share(Decimal(part), Decimal(whole)) == Decimal(quotient)


@pytest.mark.parametrize(
    ("precise", "written", "alike"),
    [
        ("70.14", "70.1", True),
        ("70.15", "70.1", False),
        ("70.15", "70.2", True),
        ("70.04", "70", True),
        ("70.06", "70", False),
        ("70.04", "7E+1", True),
        ("70.123", "70.12", True),
        ("70.125", "70.12", False),
        ("70.1234", "70.123", True),
    ],
)
def test_a_reading_is_what_was_written_to_the_places_that_were_written(
    precise: str, written: str, *, alike: bool
) -> None:
    """To the tenth at least: scales show one, and people leave a zero out."""
    assert numbers.rounded_alike(Decimal(precise), Decimal(written)) is alike


def test_a_number_without_an_end_is_like_no_reading() -> None:
    assert not numbers.rounded_alike(Decimal(70), Decimal("NaN"))


def test_a_figure_may_be_asked_for_fewer_places() -> None:
    """Zeros that belong to a whole number stay."""
    assert [numbers.figure(1200.0, 0), numbers.figure(0.126, 2), numbers.figure(1234.5, 2)] == [
        "1,200",
        "0.13",
        "1,234.5",
    ]


def test_both_ends_of_a_range_have_a_sign() -> None:
    assert numbers.percent_range(Decimal("0.1"), Decimal("0.25")) == "+0.10~+0.25%"
    assert numbers.percent_range(Decimal(-1), Decimal("-0.25")) == "-1.00~-0.25%"


@pytest.mark.parametrize(("value", "text"), [("70.00", "70"), ("78.60", "78.6"), ("7.86E1", "78.6"), ("1E+2", "100")])
def test_equal_numbers_have_equal_text(value: str, text: str) -> None:
    assert numbers.plain(Decimal(value)) == text


def test_a_figure_has_six_places_at_most() -> None:
    assert numbers.figure(0.12345678) == "0.123457"


@pytest.mark.parametrize(
    ("current", "prior", "weeks", "percent"),
    [("69.3", "70", 1, "-1"), ("69.3", "70", 2, "-0.5"), ("200", "199.51", 1, "0.25"), ("70", "70", 1, "0")],
)
def test_a_change_is_in_percent_of_the_earlier_mean_a_week(current: str, prior: str, weeks: int, percent: str) -> None:
    change = numbers.percent_change(Decimal(current), Decimal(prior), weeks)
    assert (change, change.is_signed()) == (Decimal(percent), percent.startswith("-"))


def test_nothing_is_lost_in_a_reading_of_many_places() -> None:
    """Longer than the precision that Python sets by itself."""
    digits = "1" * 60
    assert numbers.mean(Decimal(f"{digits}.005"), "") == f"{int(digits):,}.01"
    assert numbers.average([Decimal(f"{digits}.00005")]) == Decimal(f"{digits}.0001")


def test_no_result_depends_on_the_callers_context() -> None:
    """Neither its precision nor its way to round."""

    def results() -> list[object]:
        long, other = Decimal("123456.785"), Decimal("123.4567")
        return [
            numbers.round_half_away(long),
            numbers.round_half_away(long, whole=True),
            numbers.percent_change(long, other, 2),
            numbers.average([long, other]),
            numbers.share(long, other),
            numbers.rate(12345, 7),
            numbers.percent_of(12345, 7),
            numbers.rounded_alike(long, Decimal("123456.79")),
            numbers.plain(long),
        ]

    usual = results()
    with localcontext() as context:
        context.prec, context.rounding = 2, ROUND_DOWN
        assert results() == usual


def test_within_the_block_sums_are_exact() -> None:
    with localcontext() as context:
        context.prec = 2
        assert Decimal("70.12") + Decimal("0.005") != Decimal("70.125")
        with numbers.exact():
            assert Decimal("70.12") + Decimal("0.005") == Decimal("70.125")
        assert Decimal("70.12") + Decimal("0.005") != Decimal("70.125")


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
