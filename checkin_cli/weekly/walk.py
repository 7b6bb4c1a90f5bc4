"""
Through the weeks of one customer in their order, so that each one knows what those before it have left.
"""

from collections.abc import Collection, Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.numbers import exact
from checkin_cli.weekly.case import Case, Judged, MeanOf, Past
from checkin_cli.weekly.entries import Target
from checkin_cli.weekly.flags import uncleared
from checkin_cli.weekly.grouping import by_week
from checkin_cli.weekly.history import History
from checkin_cli.weekly.person import Aim, Person
from checkin_cli.weekly.plausibility import Believed, Weight, believe
from checkin_cli.weekly.questions import Question, questions_about
from checkin_cli.weekly.rules import Judgment, judge
from checkin_cli.weekly.rules.records import FULL_CHECKINS, special_week
from checkin_cli.weekly.weeks import Chain, Week, chain_of, figures_of

_SUDDEN_DAYS = timedelta(days=3)
_SUDDEN_KILOGRAMS = 2
"""
Ponikowski2016, from memory in the doctrine: it leads to a person, never to copy.
"""


_MEANS_KEPT = 27
"""
Weeks of half a year, and this one.
"""


class JudgedWeek(NamedTuple):
    """
    A week, its judgment and what a person is asked about it.
    """

    case: Case
    judgment: Judgment
    questions: tuple[Question, ...]


def judged_weeks(
    history: History, person: Person, wanted: Collection[date], first_weekday: int
) -> Iterator[JudgedWeek]:
    """
    Yield the wanted weeks, given by their first days, in order.
    """
    with exact():
        found = list(_Walk(history, person, first_weekday).through(wanted))
    yield from found


def weeks_of(history: History, person: Person, first_weekday: int) -> dict[date, Week]:
    """
    Every week that holds a check-in, by its first day.
    """
    with exact():
        return _cut(history, _believed(history, person), first_weekday)


def _believed(history: History, person: Person) -> Believed:
    height = person.profile.height_cm if person.profile else None
    return believe(history.days.values(), person.vouched_for, height)


class _Walk:
    def __init__(self, history: History, person: Person, first_weekday: int) -> None:
        self._person = person
        self._flags = uncleared(history.holds, person)
        self._believed = _believed(history, person)
        self._weeks = _cut(history, self._believed, first_weekday)
        self._gains = _sudden_gains(self._believed.weights)
        self._usable: dict[date, Week] = {}
        self._judged: list[Judged] = []
        self._anchors: list[Decimal] = []
        self._means: list[MeanOf] = []
        self._full: set[date] = set()
        self._aimed_at: tuple[str, date | None] | None = None
        self._said: Target | None = None

    def through(self, wanted: Collection[date]) -> Iterator[JudgedWeek]:
        last = max(wanted, default=date.min)
        for start in sorted(self._weeks.keys() | set(wanted)):
            if start > last:
                return
            judged = self._step(self._weeks.get(start) or Week(start), asked=start in wanted)
            if judged is not None:
                yield judged

    def _step(self, week: Week, *, asked: bool) -> JudgedWeek | None:
        said = next((entry.goal for entry in reversed(week.entries) if entry.goal is not None), None) or self._said
        mode_changed = self._said is not None and said is not None and said.mode != self._said.mode
        self._said = said
        aim = self._person.aim_in(week, said)
        self._begin(aim)
        chain = chain_of(week, self._usable)
        if chain.prior is None and week.weights:
            # A new baseline: what was before is not continued.
            self._judged = []
        case = self._case(chain, aim)
        judged = None
        # A week that depends on such a weight is no judged week for those after it either.
        if chain.has_soft:
            other = judge(self._case(chain, aim, without_soft=True))
            if other.verdict != judge(case).verdict:
                case = self._case(chain, aim, doubted=True)
        if asked:
            judgment = judge(case)
            judged = JudgedWeek(case, judgment, tuple(questions_about(case, said, mode_changed=mode_changed)))
        self._remember(case)
        return judged

    def _begin(self, aim: Aim | None) -> None:
        aimed_at = None if aim is None else (aim.mode, aim.started_on)
        if aimed_at != self._aimed_at:
            self._aimed_at, self._judged, self._anchors = aimed_at, [], []

    def _case(self, chain: Chain, aim: Aim | None, *, without_soft: bool = False, doubted: bool = False) -> Case:
        week = chain.current
        flags = [flag for flag in self._flags if flag[0] <= week.ends_on]
        later = self._flags[len(flags) :]
        gain = next((day for day in self._gains if week.starts_on <= day <= week.ends_on), None)
        figures = figures_of(chain, without_soft=without_soft, doubted=doubted)
        past = Past(tuple(self._judged), tuple(self._anchors), tuple(self._means[-_MEANS_KEPT:]), self._full)
        return Case(week, chain, figures, aim, self._person, past, flags, later, gain)

    def _remember(self, case: Case) -> None:
        week, mean = case.week, case.figures.current
        if week.weights and not self._person.has("illness", week):
            self._usable[week.starts_on] = week
        if mean.kilograms is not None and mean.n >= 3:
            self._means.append(MeanOf(week.starts_on, case.mode, mean.kilograms))
        if case.figures.is_full:
            self._full.add(week.starts_on)
        if case.side is None or not _is_judged(case):
            return
        self._judged.append(Judged(week.starts_on, case.outside or "inside"))
        if mean.kilograms is not None and len(self._anchors) < 2:
            self._anchors.append(mean.kilograms)


def _is_judged(case: Case) -> bool:
    """
    Full confidence and records, past the first weeks of the goal, and nothing special about the week.
    """
    return (
        case.figures.is_full
        and case.week.checkin_days >= FULL_CHECKINS
        and case.is_settled
        and not special_week(case).applies
    )


def _cut(history: History, believed: Believed, first_weekday: int) -> dict[date, Week]:
    weights = by_week(believed.weights, first_weekday)
    doubts = by_week(believed.doubts, first_weekday)
    conflicts = by_week(history.conflicts, first_weekday)
    return {
        start: Week(
            start,
            tuple(found),
            tuple(weights.get(start, ())),
            tuple(doubts.get(start, ())),
            tuple(conflicts.get(start, ())),
        )
        for start, found in by_week(history.days.values(), first_weekday).items()
    }


def _sudden_gains(weights: list[Weight]) -> list[date]:
    days = []
    for index, weight in enumerate(weights):
        least = weight.kilograms - _SUDDEN_KILOGRAMS
        # A day has one weight, so that no more than three are of the three days before.
        for earlier in weights[max(0, index - _SUDDEN_DAYS.days) : index]:
            if earlier.kilograms < least and weight.day - earlier.day <= _SUDDEN_DAYS:
                days.append(weight.day)
                break
    return days
