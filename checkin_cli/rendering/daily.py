"""
The layout of one day: seven facts, a word of coaching, what to do.
"""

from collections.abc import Callable
from decimal import Decimal
from operator import attrgetter

from checkin_cli.doctrine import Action, Doctrine, Slot
from checkin_cli.doctrine.placeholders import PLACEHOLDER, fill
from checkin_cli.documents import Answers, Macros
from checkin_cli.facts import DailyFacts
from checkin_cli.memo import Memo
from checkin_cli.numbers import quantity
from checkin_cli.rendering.blocks import CARBS, FAT, MACROS, PROTEIN, bullet, fact, tone
from checkin_cli.rendering.segments import Block, Locked, Prose, Screen, Tone
from checkin_cli.rendering.words import DAILY_ACTIONS, DAILY_TITLE, DIGESTION, NOT_RECORDED, TRAINING

_MOST_ACTIONS = 4


_TITLE = Block((Locked(DAILY_TITLE),))
_TONES: Memo[Doctrine, Tone] = Memo(lambda doctrine: tone(doctrine, "daily.acknowledgement"))
_HOMES: Memo[Doctrine, Slot] = Memo(lambda doctrine: doctrine.slot("daily", "daily.interpretation"))
_ACTIONS = Locked(DAILY_ACTIONS)


def lay_out_day(facts: DailyFacts, doctrine: Doctrine) -> Screen:
    """
    Title, facts, acknowledgement and interpretation, actions.
    """
    snapshot = facts.snapshot
    # No line of a day holds the document's own words, so none are counted.
    # Sooner than by a call of the class, as in `Draft.rendering`.
    prose = tuple.__new__(Prose, (_HOMES[doctrine], facts.mask))
    return Screen(
        (
            _TITLE,
            tuple.__new__(Block, (_facts(snapshot.answers), ())),
            tuple.__new__(Block, ((), (_TONES[doctrine], prose))),
            tuple.__new__(Block, ((_ACTIONS, *_actions(facts, doctrine)), ())),
        )
    )


def _facts(answers: Answers) -> tuple[Locked, ...]:
    weight, calories, eaten, trained, hours, quality, condition, digestion = _ANSWERS(answers)
    return (
        _WEIGHT[weight],
        _INTAKE[calories],
        _NO_MACROS if eaten is None else _macros(eaten),
        _NO_TRAINING if trained is None else _TRAINING[_SESSION(trained)],
        _SLEEP[hours, quality],
        _CONDITION[condition],
        _DIGESTION[digestion],
    )


_ANSWERS = attrgetter(
    "bodyweight_kg", "calories_kcal", "macros", "training", "sleep_hours", "sleep_quality", "condition", "digestion"
)
_SESSION = attrgetter("status", "duration_min", "rpe")


def _macros(eaten: Macros) -> Locked:
    return Locked(f"- {CARBS[eaten.carbs_g]} · {PROTEIN[eaten.protein_g]} · {FAT[eaten.fat_g]}")


def _quantity(label: str, unit: str) -> Memo[Decimal | None, Locked]:
    return Memo(lambda value: fact(label, None if value is None else quantity(value, unit)))


def _trained(session: tuple[str, Decimal | None, Decimal | None]) -> Locked:
    status, minutes, rpe = session
    parts = [TRAINING[status]]
    if minutes is not None:
        parts.append(quantity(minutes, "분"))
    if rpe is not None:
        parts.append(f"RPE {quantity(rpe, '')}")
    return fact("운동", " · ".join(parts))


def _slept(night: tuple[Decimal | None, int | None]) -> Locked:
    hours, quality = night
    if hours is None and quality is None:
        return fact("수면", None)
    slept = NOT_RECORDED if hours is None else quantity(hours, "시간")
    return fact("수면", f"{slept} · 수면 질 {NOT_RECORDED if quality is None else f'{quality}/5'}")


_WEIGHT, _INTAKE = _quantity("체중", "kg"), _quantity("섭취", "kcal")
_NO_MACROS, _NO_TRAINING = fact(MACROS, None), fact("운동", None)
_TRAINING, _SLEEP = Memo(_trained), Memo(_slept)
_CONDITION: Memo[int | None, Locked] = Memo(lambda score: fact("컨디션", None if score is None else f"{score}/5"))
_DIGESTION: Memo[str | None, Locked] = Memo(lambda form: fact("소화", None if form is None else DIGESTION[form]))


def chosen_actions(mask: int, doctrine: Doctrine) -> tuple[Action, ...]:
    """
    What a day with these tags asks for: the most urgent actions that hold, at most four.
    """
    return doctrine.actions_in(mask)[:_MOST_ACTIONS]


def _actions(facts: DailyFacts, doctrine: Doctrine) -> list[Locked]:
    targets = facts.snapshot.targets
    return [
        line or _PLANNED[action, plan_of(targets)]
        for action, line, plan_of in _PREPARED[chosen_actions(facts.mask, doctrine)]
    ]


def _prepared(actions: tuple[Action, ...]) -> list[tuple[Action, Locked | None, Callable[[object], object]]]:
    """
    Each action with its line where it names no value, and with what takes its values from the plan.
    """
    named = [(action, PLACEHOLDER.findall(action.text)) for action in actions]
    return [
        (action, None if names else bullet(action.text), attrgetter(*names) if names else bool)
        for action, names in named
    ]


def _planned(action_and_values: tuple[Action, object]) -> Locked:
    action, values = action_and_values
    names = PLACEHOLDER.findall(action.text)
    plan = values if isinstance(values, tuple) else (values,)
    return bullet(fill(action.text, dict(zip(names, plan, strict=True))))


_PREPARED = Memo(_prepared)
_PLANNED = Memo(_planned)
