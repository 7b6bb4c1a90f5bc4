"""
What a chart says in Korean.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from checkin_cli.numbers import mean, percent_range, quantity
from checkin_cli.rendering.words import GOAL_RANGE, NOT_RECORDED, VERDICTS
from checkin_cli.runs.charts.values import WEEK, ChartData

WEIGHT = "체중(kg)"
WEIGH_IN = "체중"
MEAN = "주 평균"
GOAL = GOAL_RANGE
JUDGED = "판단한 주"
EXCLUDED = "제외한 기록"
OFF_AXIS = "축 밖의 제외한 기록"


def short_day(day: date) -> str:
    """
    A day without its year (`11.23`).
    """
    return f"{day.month}.{day.day}"


def whole_day(day: date) -> str:
    """
    A day with its year (`2026.11.23`).
    """
    return f"{day.year}.{short_day(day)}"


def span(chart: ChartData) -> str:
    """
    The first and the last day of the weeks that are shown.
    """
    weeks = chart.weeks()
    if not weeks:
        return NOT_RECORDED
    return f"{whole_day(weeks[0])}~{whole_day(weeks[-1] + WEEK - timedelta(days=1))}"


def verdict_of(verdict: str) -> str:
    """
    A verdict as a customer reads it. Where code says no more than that a person takes over, neither does the chart.
    """
    return VERDICTS.get(verdict, VERDICTS["human_review"])


def weighed(day: date, kilograms: Decimal) -> str:
    """
    One weigh-in.
    """
    return f"{short_day(day)} {quantity(kilograms, 'kg')}"


def averaged(start: date, kilograms: Decimal, count: int) -> str:
    """
    One weekly mean.
    """
    return f"{short_day(start)} 주 평균 {mean(kilograms, 'kg')}, 기록 {count}번"


def judged(start: date, verdict: str) -> str:
    """
    One judged week.
    """
    return f"{short_day(start)} 주 판단: {verdict_of(verdict)}"


def description(chart: ChartData) -> str:
    """
    The whole chart in sentences, for who cannot see it.
    """
    return " ".join(f"{sentence}." for sentence in _sentences(chart))


def _sentences(chart: ChartData) -> Iterator[str]:
    yield f"{span(chart)}, 체중 기록 {len(chart.counted())}번"
    for start, kilograms, count in chart.means:
        yield f"{short_day(start)} 주 평균 {NOT_RECORDED}" if kilograms is None else averaged(start, kilograms, count)
    if chart.goal_lo is not None and chart.goal_hi is not None:
        yield f"{GOAL} 주당 {percent_range(chart.goal_lo, chart.goal_hi)}"
    for start, verdict in chart.judged:
        yield judged(start, verdict)
    if chart.left_out():
        yield f"{EXCLUDED} {', '.join(weighed(*each) for each in chart.left_out())}"
