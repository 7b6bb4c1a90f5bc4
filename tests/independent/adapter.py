"""
From generated histories to what the product reads, and from both sides' weeks to what can be compared.
"""

from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from checkin_cli.documents import DailySnapshot, ReadingRules, read_row
from checkin_cli.documents.profile import DEFAULT_RANGES, CustomerProfile, read_profile
from checkin_cli.json_text import parse_json
from checkin_cli.weekly.entries import Entry, entry_of_snapshot
from checkin_cli.weekly.history import history_of
from checkin_cli.weekly.person import Person
from checkin_cli.weekly.walk import JudgedWeek, judged_weeks
from tests.independent.basis import Result
from tests.written import written

Json = dict[str, Any]

_LONG_AGO = "2000-01-01"
"""
Where nobody says when a goal began: past its second week, whenever the week is.
"""

_CONTEXTS = {"menstruation_phase": "menstruation"}
_ELIGIBILITY = {"breastfeeding": "pregnancy"}
_DECISIONS = {None: "pending", "rejected": "declined", "accepted": "accepted"}
_RULES = ReadingRules()


class Compared(NamedTuple):
    """
    What both sides say of one week.
    """

    starts_on: date
    row: int
    verdict: str
    reason: str
    rate: Decimal | None
    mean: Decimal | None
    prior_mean: Decimal | None
    n_current: int
    n_prior: int
    gap: int | None
    excluded: tuple[date, ...]


def by_the_product(doc: Json) -> list[Compared]:
    """The weeks of a history, judged by the product from documents that it reads."""
    wanted = [date.fromisoformat(text) for text in doc["week_starts"]]
    history = history_of(doc["profile"]["customer_key"], entries_of(doc))
    judged = judged_weeks(history, Person(profile_of(doc)), wanted, wanted[0].weekday())
    return [_of_the_product(week) for week in judged]


def by_the_other(results: list[Result]) -> list[Compared]:
    """The same of the independent judgment."""
    return [
        Compared(
            each.start,
            each.row,
            each.verdict,
            each.reason,
            _decimal(each.figures.rate),
            _decimal(each.figures.mean),
            _decimal(each.figures.prior_mean),
            each.figures.n_cur,
            each.figures.n_prev,
            each.figures.gap,
            tuple(each.excluded),
        )
        for each in results
    ]


def entries_of(doc: Json) -> list[Entry]:
    """The check-ins, as daily snapshots that the product reads."""
    found = []
    for line, day in enumerate(doc["days"], start=1):
        raw = written(snapshot_of(day, doc))
        snapshot = read_row(raw, _RULES)
        assert isinstance(snapshot, DailySnapshot)
        found.append(entry_of_snapshot(snapshot, line, "history.jsonl", line))
        if day.get("disputed"):
            found.append(found[-1]._replace(identity=-line, kilograms=Decimal(333)))
    return found


def snapshot_of(day: Json, doc: Json) -> Json:
    """One day as a `daily-snapshot-v1`."""
    answers = {
        "bodyweight_kg": None if day["weight"] is None else Decimal(day["weight"]),
        "calories_kcal": day["calories"],
        "training": None if day["training"] is None else {"status": day["training"]},
        "sleep_hours": None if day["sleep_hours"] is None else Decimal(day["sleep_hours"]),
        "condition": day["condition"],
        "digestion": day["digestion"],
        "pain": day["pain"],
    }
    snapshot = {
        "schema_version": "daily-snapshot-v1",
        "kst_day": day["day"],
        "finalized": True,
        "revision": 1,
        "audience": "customer",
        "customer_key": doc["profile"]["customer_key"],
        "answers": {key: value for key, value in answers.items() if value is not None},
    }
    if day["safety"]:
        snapshot["safety"] = {"categories": day["safety"]}
    if _only_check_ins_say_the_goal(doc):
        snapshot["goal"] = _said(doc["profile"]["goals"][0])
    return snapshot


def profile_of(doc: Json) -> CustomerProfile:
    """The profile as a `customer-profile-v1`."""
    given = doc["profile"]
    same = ("customer_key", "audience", "sex", "birth_year", "plan")
    profile: Json = {"schema_version": "customer-profile-v1", **{key: given[key] for key in same if key in given}}
    measured = ("height_cm", "fat_free_mass_kg")
    profile |= {key: Decimal(given[key]) for key in measured if given.get(key) is not None}
    if not _only_check_ins_say_the_goal(doc):
        profile["goals"] = [_period(goal) for goal in given["goals"]]
    profile["context"] = [
        {"flag": _CONTEXTS.get(item["flag"], item["flag"]), "starts_on": item["day"]} for item in given["context"]
    ]
    profile["eligibility"] = [_ELIGIBILITY.get(name, name) for name in given.get("eligibility", [])]
    profile["proposals"] = [_proposal(each) for each in given["proposals"]]
    return read_profile(parse_json(written(profile).decode()))


def _only_check_ins_say_the_goal(doc: Json) -> bool:
    goals = doc["profile"]["goals"]
    return len(goals) == 1 and "started_on" not in goals[0] and "approved_by" not in goals[0]


def _said(goal: Json) -> Json:
    bounds = goal.get("range_percent_per_week")
    low, high = (Decimal(text) for text in bounds) if bounds else DEFAULT_RANGES[goal["mode"]]
    return {"mode": goal["mode"], "range_percent_per_week": [low, high]}


def _period(goal: Json) -> Json:
    period = {"started_on": _LONG_AGO, **goal}
    if "range_percent_per_week" in goal:
        period["range_percent_per_week"] = [Decimal(text) for text in goal["range_percent_per_week"]]
    return period


def _proposal(proposal: Json) -> Json:
    decision = _DECISIONS[proposal["decision"]]
    known = {"verdict": proposal["verdict"], "proposed_on": proposal["day"], "decision": decision}
    return known if decision == "pending" else {**known, "decided_on": proposal["day"]}


def _of_the_product(week: JudgedWeek) -> Compared:
    case, judgment = week.case, week.judgment
    figures = case.figures
    return Compared(
        case.week.starts_on,
        judgment.rule.number,
        judgment.verdict,
        judgment.reason,
        figures.rate,
        figures.current.kilograms,
        figures.prior.kilograms,
        figures.current.n,
        figures.prior.n,
        None if case.chain.prior is None else figures.gap,
        tuple(doubt.day for doubt in case.week.doubts if doubt.code != "soft_outlier"),
    )


def _decimal(value: Any) -> Decimal | None:
    return None if value is None else Decimal(value.numerator) / Decimal(value.denominator)
