"""
`daily-snapshot-v1`: one finalized check-in of one day.
"""

from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal
from functools import cache
from typing import Annotated

from checkin_cli.documents.parts import (
    APPETITE,
    CALORIES,
    CONDITION,
    CUSTOMER_KEY,
    EFFORT,
    MACRO,
    PAIN,
    REF,
    SLEEP_HOURS,
    SLEEP_QUALITY,
    STRESS,
    WATER,
    WEIGHT,
    Goal,
    Memory,
    Safety,
    check_audience,
    check_goal,
)
from checkin_cli.documents.words import DAY_TYPES, DIGESTIONS, TRAINING_STATUSES
from checkin_cli.shapes import Always, Day, Integer, Misfit, Moment, Number, OneOf, Record, Text, record

DAILY = "daily-snapshot-v1"


@record
class Macros:
    """
    The three macros of a day, in grams; all three or none.
    """

    carbs_g: Annotated[Decimal, MACRO]
    protein_g: Annotated[Decimal, MACRO]
    fat_g: Annotated[Decimal, MACRO]


@record
class Training:
    """
    Whether a session took place. `duration_min` is in minutes, `rpe` the rated effort from 1 to 10.
    """

    status: Annotated[str, OneOf(TRAINING_STATUSES)]
    duration_min: Annotated[Decimal | None, Number(0, 1440)] = None
    rpe: Annotated[Decimal | None, EFFORT] = None
    summary: Annotated[str | None, Text(lines="many")] = None


@record
class Targets:
    """
    The plan of the day, each part optional.
    """

    calories_kcal: Annotated[Decimal | None, CALORIES] = None
    protein_g: Annotated[Decimal | None, MACRO] = None
    carbs_g: Annotated[Decimal | None, MACRO] = None
    fat_g: Annotated[Decimal | None, MACRO] = None
    water_l: Annotated[Decimal | None, WATER] = None


@record
class Answers:
    """
    What the customer recorded; an answer that is missing stays missing.
    """

    bodyweight_kg: Annotated[Decimal | None, WEIGHT] = None
    calories_kcal: Annotated[Decimal | None, CALORIES] = None
    macros: Annotated[Macros | None, Record(Macros)] = None
    training: Annotated[Training | None, Record(Training)] = None
    sleep_hours: Annotated[Decimal | None, SLEEP_HOURS] = None
    sleep_quality: Annotated[int | None, SLEEP_QUALITY] = None
    condition: Annotated[int | None, CONDITION] = None
    digestion: Annotated[str | None, OneOf(DIGESTIONS)] = None
    water_l: Annotated[Decimal | None, WATER] = None
    appetite: Annotated[int | None, APPETITE] = None
    stress: Annotated[int | None, STRESS] = None
    pain: Annotated[Decimal | None, PAIN] = None
    note: Annotated[str | None, Text(lines="many")] = None
    meals: Annotated[str | None, Text(lines="many")] = None


@record
class DailySnapshot:
    """
    One day of one person. `recorded_at` must fall on `kst_day` in Seoul.
    """

    schema_version: Annotated[str, OneOf((DAILY,))]
    ref: Annotated[str | None, REF] = None
    kst_day: Annotated[date, Day()]
    recorded_at: Annotated[datetime | None, Moment()] = None
    finalized: Annotated[bool, Always("not_finalized")]
    revision: Annotated[int, Integer(1)]
    audience: Annotated[str, OneOf(("personal", "customer"))]
    customer_key: Annotated[str | None, CUSTOMER_KEY] = None
    goal: Annotated[Goal | None, Record(Goal)] = None
    targets: Annotated[Targets | None, Record(Targets)] = None
    day_type: Annotated[str | None, OneOf(DAY_TYPES)] = None
    answers: Annotated[Answers, Record(Answers)]
    safety: Annotated[Safety | None, Record(Safety)] = None
    memory: Annotated[Memory | None, Record(Memory)] = None


def check_daily(snapshot: DailySnapshot) -> None:
    """
    Check the rules that join several fields.
    """
    check_audience(snapshot.audience, snapshot.customer_key)
    check_goal(snapshot.goal)
    if snapshot.recorded_at is not None and seoul_day(snapshot.recorded_at) != snapshot.kst_day:
        raise Misfit("another_day", "a time on another day in Seoul", "a time on kst_day", ["recorded_at"])


@cache
def _seoul() -> tzinfo:
    # Loaded for the few documents that need it.
    from zoneinfo import ZoneInfo

    return ZoneInfo("Asia/Seoul")


def seoul_time(clock: datetime) -> datetime:
    """
    The instant at which clocks in Seoul show this time, whatever offset it carries.
    """
    return clock.replace(tzinfo=_seoul())


def seoul_day(moment: datetime) -> date | None:
    """
    The calendar day in Seoul at an instant; None beyond the calendar.
    """
    try:
        # Korea had summer time until 1988, so a fixed offset would be wrong for some days.
        return moment.astimezone(_seoul()).date() if moment.year < 1989 else _at_nine_hours(moment)
    except OverflowError:
        return None


def _at_nine_hours(moment: datetime) -> date:
    offset = moment.utcoffset() or timedelta()
    return (moment.replace(tzinfo=None) - offset + timedelta(hours=9)).date()
