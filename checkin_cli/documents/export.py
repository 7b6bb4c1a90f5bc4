"""
The wizard export: what operators already have, adapted to a daily snapshot.

Here, and only here, a number may be written as text: a plain decimal, with thousands commas or the field's own unit.
"""

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from functools import cache, partial
from typing import Annotated

from checkin_cli.documents.daily import DAILY, Answers, DailySnapshot, Macros
from checkin_cli.documents.parts import CALORIES, CONDITION, MACRO, PAIN, SLEEP_HOURS, SLEEP_QUALITY, WATER, WEIGHT
from checkin_cli.documents.rules import ExportRules
from checkin_cli.documents.words import DIGESTIONS
from checkin_cli.json_text.locate import DEEPEST
from checkin_cli.shapes import Day, Integer, Misfit, Number, OneOf, Record, Shape, Text, composed, record

_NUMBER = r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|0|[1-9][0-9]*)(?:\.[0-9]+)?"
_PART = re.compile(rf"(탄수화물|단백질|지방) ?:? ?({_NUMBER}) ?g?")
_SEPARATOR = re.compile(r" *[·,/] *(?=.)| +(?=.)")
# The answers stand two levels down.
_DEEPEST_IGNORED = DEEPEST - 2
_MACRO_KEYS = {"탄수화물": "carbs_g", "단백질": "protein_g", "지방": "fat_g"}


class Written:
    """
    A number, or the same number written as text with at most the field's own unit behind it.
    """

    bound = True

    def __init__(self, inner: Number | Integer, unit: str = "") -> None:
        self.inner = inner
        self.unit = unit

    def read(self, value: object) -> object:
        """Return what the inner shape makes of the number."""
        if not isinstance(value, str):
            return self.inner.read(value)
        unit = rf"(?: ?{self.unit})?" if self.unit else ""
        written = re.fullmatch(rf"({_NUMBER}){unit}", composed(value))
        if written is None:
            own = (
                f", thousands commas or the unit {self.unit}"
                if self.unit.isascii() and self.unit
                else " or thousands commas"
            )
            raise Misfit("wrong_format", "text that is not one number", f"a plain decimal{own}")
        return self.inner.read(Decimal(written[1].replace(",", "")))

    def schema(self) -> dict[str, object]:
        """The number, or a string."""
        return {"anyOf": [self.inner.schema(), {"type": "string", "pattern": "[0-9]"}]}


class LabelledMacros:
    """
    The three macros as an object, or as text in which each amount follows its label, in any order.
    """

    bound = True

    def read(self, value: object) -> Macros:
        """Return the macros; an unlabelled triple is refused, because its order would be a guess."""
        if not isinstance(value, str):
            return Record(Macros).read(value)
        amounts: dict[str, Decimal] = {}
        text, at = composed(value).strip(" "), 0
        while at < len(text):
            part = _PART.match(text, at)
            if part is None or _MACRO_KEYS[part[1]] in amounts:
                break
            amounts[_MACRO_KEYS[part[1]]] = Decimal(part[2].replace(",", ""))
            gap = _SEPARATOR.match(text, part.end())
            if gap is None and part.end() < len(text):
                break
            at = gap.end() if gap else part.end()
        if at < len(text) or len(amounts) != len(_MACRO_KEYS):
            raise Misfit("unlabelled_macros", "text without the three labels, each once", "labelled grams of all three")
        return Macros(**{key: MACRO.read(amount) for key, amount in amounts.items()})

    def schema(self) -> dict[str, object]:
        """The object, or a string with the three labels."""
        return {"anyOf": [Record(Macros).schema(), {"type": "string", "pattern": "|".join(_MACRO_KEYS)}]}


class Ignored:
    """
    A part of the export that no fact is taken from: any value fits, as long as it is not nested without end.
    """

    bound = False

    def read(self, value: object) -> None:
        """Return nothing; the depth is bounded here, because every Python gives up at another one."""
        level = [value]
        for _ in range(_DEEPEST_IGNORED):
            level = [child for each in level for child in _children(each)]
            if not level:
                return
        raise Misfit("json_too_deep", "deeper nesting", f"at most {DEEPEST} levels")

    def schema(self) -> dict[str, object]:
        """Any value."""
        return {}


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


_WORDS: Shape = Text(lines="many")


@record
class ExportAnswers:
    """
    The answers by the wizard's keys. Words are read and never rendered; a training summary is no training fact.
    """

    bodyweight: Annotated[Decimal | None, Written(WEIGHT, "kg")] = None
    calories: Annotated[Decimal | None, Written(CALORIES, "kcal")] = None
    macros: Annotated[Macros | None, LabelledMacros()] = None
    sleep_duration: Annotated[Decimal | None, Written(SLEEP_HOURS, "시간")] = None
    sleep_quality: Annotated[int | None, Written(SLEEP_QUALITY)] = None
    condition: Annotated[int | None, Written(CONDITION)] = None
    digestion: Annotated[str | None, OneOf(DIGESTIONS)] = None
    water: Annotated[Decimal | None, Written(WATER, "L")] = None
    training_summary: Annotated[None, Ignored()] = None
    training_plan: Annotated[None, Ignored()] = None
    performance: Annotated[None, Ignored()] = None
    intensity: Annotated[None, Ignored()] = None
    workout_quality: Annotated[None, Ignored()] = None
    pain: Annotated[Decimal | None, Written(PAIN)] = None
    meals: Annotated[str | None, _WORDS] = None
    appetite_stress: Annotated[None, Ignored()] = None
    optional_note: Annotated[str | None, _WORDS] = None
    completion: Annotated[None, Ignored()] = None


@record
class WizardExport:
    """
    One export of the check-in wizard. It has no schema version of its own.
    """

    flow: Annotated[str, Text(shortest=1, longest=128)]
    kst_day: Annotated[date, Day()]
    answers: Annotated[ExportAnswers, Record(ExportAnswers)]
    branch: Annotated[None, Ignored()] = None
    detailed: Annotated[None, Ignored()] = None
    follow_up_ids: Annotated[None, Ignored()] = None


export_record = cache(partial(Record, WizardExport))


def adapt_export(export: WizardExport, rules: ExportRules) -> DailySnapshot:
    """
    Read an export as the finalized snapshot of its day.
    """
    answers = export.answers
    return DailySnapshot(
        schema_version=DAILY,
        kst_day=export.kst_day,
        finalized=True,
        revision=rules.revision,
        audience="personal" if rules.customer_key is None else "customer",
        customer_key=rules.customer_key,
        answers=Answers(
            bodyweight_kg=answers.bodyweight,
            calories_kcal=answers.calories,
            macros=answers.macros,
            sleep_hours=answers.sleep_duration,
            sleep_quality=answers.sleep_quality,
            condition=answers.condition,
            digestion=answers.digestion,
            water_l=answers.water,
            pain=answers.pain,
            note=answers.optional_note,
            meals=answers.meals,
        ),
    )
