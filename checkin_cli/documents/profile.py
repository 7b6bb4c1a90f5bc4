"""
`customer-profile-v1`: what weekly summaries need of a customer and check-ins do not hold.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache, partial
from itertools import pairwise
from typing import Annotated

from checkin_cli.documents.parts import CALORIES, CUSTOMER_KEY, MACRO, Goal, check_goal
from checkin_cli.documents.words import CONTEXTS, ELIGIBILITY, GOAL_MODES, PROPOSAL_DECISIONS
from checkin_cli.shapes import Day, Flag, Integer, ListOf, Misfit, Number, OneOf, Record, Text, record

PROFILE = "customer-profile-v1"

DEFAULT_RANGES: Mapping[str, tuple[Decimal, Decimal]] = {
    "fat_loss": (Decimal("-1.00"), Decimal("-0.25")),
    "lean_mass_gain": (Decimal("0.10"), Decimal("0.50")),
    "maintenance": (Decimal("-0.25"), Decimal("0.25")),
}
"""
Percent of body weight a week, where a coach sets no range (garthe2011, helms2014, iraki2019, helms2023, trendweight).
"""

_WIDEST: Mapping[str, tuple[Decimal, Decimal]] = {
    "fat_loss": (Decimal("-1.00"), Decimal(10)),
    "lean_mass_gain": (Decimal(-10), Decimal("0.75")),
    "maintenance": (Decimal("-0.50"), Decimal("0.50")),
}
_LOWEST_APPROVED = Decimal("-1.50")
_SIGN_OF_DANGER = "swelling_or_breathlessness"


@record
class GoalPeriod:
    """
    A goal from one day on, until the next one starts. Without a range the default of its mode counts.
    """

    mode: Annotated[str, OneOf(GOAL_MODES)]
    started_on: Annotated[date, Day()]
    range_percent_per_week: Annotated[tuple[Decimal, Decimal] | None, ListOf(Number(-10, 10), least=2, most=2)] = None
    approved_by: Annotated[str | None, Text(shortest=1, longest=80, visible=True)] = None


@record
class Plan:
    """
    What was agreed on, each part optional.
    """

    calories_kcal: Annotated[Decimal | None, CALORIES] = None
    protein_g: Annotated[Decimal | None, MACRO] = None
    sessions_per_week: Annotated[int | None, Integer(0, 21)] = None


@record
class ContextFlag:
    """
    Something that happened from one day to another, both included; without an end, on that day.

    A sign of danger without an end goes on until somebody writes one.
    """

    flag: Annotated[str, OneOf(CONTEXTS)]
    starts_on: Annotated[date, Day()]
    ends_on: Annotated[date | None, Day()] = None

    @property
    def last_day(self) -> date:
        """
        The last day that it covers.
        """
        without_end = date.max if self.flag == _SIGN_OF_DANGER else self.starts_on
        return self.ends_on or without_end


@record
class EarlierProposal:
    """
    A review that was proposed, and what a person decided; without a decision it is pending.
    """

    verdict: Annotated[str, OneOf(("review_up", "review_down"))]
    proposed_on: Annotated[date, Day()]
    decision: Annotated[str, OneOf(PROPOSAL_DECISIONS)] = "pending"
    decided_on: Annotated[date | None, Day()] = None


@record
class CustomerProfile:
    """
    One customer. Every part is optional; a rule whose part is missing is skipped.
    """

    schema_version: Annotated[str, OneOf((PROFILE,))]
    customer_key: Annotated[str | None, CUSTOMER_KEY] = None
    personal: Annotated[bool, Flag()] = False
    audience: Annotated[str | None, OneOf(("personal", "customer"))] = None
    goals: Annotated[tuple[GoalPeriod, ...], ListOf(Record(GoalPeriod))] = ()
    sex: Annotated[str | None, OneOf(("female", "male"))] = None
    birth_year: Annotated[int | None, Integer(1900, 2100)] = None
    height_cm: Annotated[Decimal | None, Number(100, 250)] = None
    fat_free_mass_kg: Annotated[Decimal | None, Number(10, 200)] = None
    plan: Annotated[Plan | None, Record(Plan)] = None
    context: Annotated[tuple[ContextFlag, ...], ListOf(Record(ContextFlag))] = ()
    eligibility: Annotated[tuple[str, ...], ListOf(OneOf(ELIGIBILITY), unique=True)] = ()
    proposals: Annotated[tuple[EarlierProposal, ...], ListOf(Record(EarlierProposal))] = ()
    safety_cleared_on: Annotated[date | None, Day()] = None
    """
    A person has looked at all safety flags up to this day and cleared them. Nothing else clears one.
    """


profile_record = cache(partial(Record, CustomerProfile))


def read_profile(value: object) -> CustomerProfile:
    """
    Read a parsed profile. Raises `Misfit`.
    """
    profile = profile_record().read(value)
    check_profile(profile)
    return profile


def check_profile(profile: CustomerProfile) -> None:
    """
    Check the rules that join several fields.
    """
    if profile.personal and profile.customer_key is not None:
        raise Misfit("customer_key_rule", "a key", "no key for a personal profile", ["customer_key"])
    contradicted = "customer" if profile.personal else "personal" if profile.customer_key is not None else None
    if contradicted is not None and profile.audience == contradicted:
        raise Misfit(
            "customer_key_rule", "another audience", "the one that personal or customer_key says", ["audience"]
        )
    for index, period in enumerate(profile.goals):
        check_period(period, index)
    for index, (earlier, later) in enumerate(pairwise(profile.goals), start=1):
        if earlier.started_on >= later.started_on:
            raise Misfit("days_reversed", "a goal before the one above it", "days that ascend", _at("goals", index))
    for index, flag in enumerate(profile.context):
        if flag.last_day < flag.starts_on:
            raise Misfit(
                "days_reversed", "an end before the start", "start, then end", _at("context", index, "ends_on")
            )
    for index, proposal in enumerate(profile.proposals):
        if proposal.decision == "accepted" and proposal.decided_on is None:
            at = _at("proposals", index, "decided_on")
            raise Misfit("missing_key", "no such key", "the day of an accepted proposal", at)


def check_period(period: GoalPeriod, index: int) -> None:
    """
    A coach's own range stays within the limits of its mode; beyond -1.00 only a named person may go.
    """
    own = period.range_percent_per_week
    if own is None:
        return
    try:
        check_goal(Goal(mode=period.mode, range_percent_per_week=own))
    except Misfit as misfit:
        raise Misfit(misfit.code, misfit.found, misfit.required, _at(*misfit.path[-1:], index=index)) from None
    low, high = limits_of(period.mode, approved=period.approved_by is not None)
    if own[0] < low or own[1] > high:
        raise Misfit(
            "range_limit",
            "a range beyond the limits of its mode",
            f"{low} to {high} percent a week",
            ["goals", index, "range_percent_per_week"],
        )


def limits_of(mode: str, *, approved: bool) -> tuple[Decimal, Decimal]:
    """
    How far a range may go, in percent a week.
    """
    low, high = _WIDEST[mode]
    return (_LOWEST_APPROVED if mode == "fat_loss" and approved else low), high


def _at(*parts: str | int, index: int | None = None) -> list[str | int]:
    return list(parts) if index is None else ["goals", index, *parts]
