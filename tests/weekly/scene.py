"""
Weeks of an invented customer, written by mean and number of weigh-ins, and the last of them judged.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from checkin_cli.documents.profile import CustomerProfile, read_profile
from checkin_cli.json_text import parse_json
from checkin_cli.weekly.entries import Entry, Target
from checkin_cli.weekly.history import history_of
from checkin_cli.weekly.person import Person
from checkin_cli.weekly.walk import JudgedWeek, judged_weeks
from tests.written import written

LAST = date(2026, 11, 23)
"""
The Monday of the week that is judged.
"""

FAT_LOSS = Target("fat_loss", Decimal("-1.00"), Decimal("-0.25"))
LEAN = Target("lean_mass_gain", Decimal("0.10"), Decimal("0.50"))
MAINTENANCE = Target("maintenance", Decimal("-0.25"), Decimal("0.25"))
GOALS = {goal.mode: goal for goal in (FAT_LOSS, LEAN, MAINTENANCE)}


class W(NamedTuple):
    """
    One week: equal weights on its first days, a check-in on each day, kept to the plan.
    """

    kg: str | None = None
    n: int = 6
    days: int = 7
    over: Mapping[int, Mapping[str, Any]] = {}
    """
    What is different on a day, by its place in the week.
    """

    each: Mapping[str, Any] = {}
    """
    What is different on every day.
    """


def entry(day: date, **fields: Any) -> Entry:
    """An entry with a digest of its own."""
    known = dict.fromkeys(Entry._fields)
    text = repr(sorted((key, str(value)) for key, value in {"day": day, **fields}.items()))
    standard: dict[str, Any] = {
        **known,
        "customer": "c-1",
        "day": day,
        "identity": hash(text),
        "source": "days.jsonl",
        "revision": 1,
        "held": False,
        "categories": (),
        "is_dated": False,
        "is_checkin": True,
        "is_imported": False,
        "path": "",
    }
    return Entry(**{**standard, **fields})


def entries_of(weeks: Sequence[W | None], goal: Target | None = FAT_LOSS, last: date = LAST) -> list[Entry]:
    """The entries of weeks that end with the last one; None is a week without a check-in."""
    found = []
    for back, week in enumerate(reversed(weeks)):
        if week is None:
            continue
        start = last - timedelta(weeks=back)
        for place in range(week.days):
            fields: dict[str, Any] = {
                "kilograms": Decimal(week.kg) if week.kg is not None and place < week.n else None,
                "goal": goal,
                "calories": Decimal(2000),
                "planned_calories": Decimal(2000),
                **week.each,
                **week.over.get(place, {}),
            }
            found.append(entry(start + timedelta(days=place), **fields))
    return found


def profile(**members: Any) -> CustomerProfile:
    """A profile, read as one is."""
    return read_profile(parse_json(written({"schema_version": "customer-profile-v1", **members}).decode()))


def goal_since(mode: str, phase_week: int, last: date = LAST) -> list[dict[str, str]]:
    """A history of goals in which the last week has this number."""
    return [{"mode": mode, "started_on": str(last - timedelta(weeks=phase_week - 1))}]


def judged(
    weeks: Sequence[W | None],
    goal: Target | None = FAT_LOSS,
    person: CustomerProfile | None = None,
    last: date = LAST,
) -> JudgedWeek:
    """The last week, judged."""
    history = history_of("c-1", entries_of(weeks, goal, last))
    (found,) = judged_weeks(history, Person(person), [last], 0)
    return found


def outcome(week: JudgedWeek) -> str:
    """Verdict and reason, as the summary has them."""
    return f"{week.judgment.verdict} {week.judgment.reason}"


def at(day: date, hour: int) -> datetime:
    """A time of that day in Seoul."""
    return datetime.fromisoformat(f"{day}T{hour:02}:00:00+09:00")


def flag(name: str, starts_on: date, ends_on: date | None = None) -> dict[str, Any]:
    """A dated flag of a profile."""
    return {"flag": name, "starts_on": str(starts_on), **({"ends_on": str(ends_on)} if ends_on else {})}
