"""
Shadow in one process: the bins, who answers for a difference, percentiles, verdict and sample.
"""

import io
import math
from collections import Counter
from collections.abc import Generator, Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.doctrine import Doctrine, load_doctrine
from checkin_cli.errors import DocumentRefused, UsageError
from checkin_cli.runs.document import Outcome, render_document, render_documents
from checkin_cli.runs.inputs import RawInput, find_files, read_inputs
from checkin_cli.runs.shadow import (
    Bin,
    Candidate,
    Comparison,
    Difference,
    Ignores,
    Manner,
    Pair,
    Shadow,
    ShadowReport,
    Thresholds,
    judge,
    read_ignores,
)
from checkin_cli.runs.shadow.compare import LOCKED, REFUSED, Clause, Comparer, Wordings
from checkin_cli.runs.shadow.latency import Latency
from checkin_cli.runs.shadow.report import Agreement
from checkin_cli.runs.shadow.run import Sample
from checkin_cli.runs.shadow.tokens import Meter
from checkin_cli.selection.selectors.built_in import BUILT_IN
from tests.conftest import FIXTURES
from tests.selection import asking

TODAY = date(2026, 11, 30)
SEEN = list[tuple[Pair, Comparison]]


def comparer(doctrine: Doctrine, ignores: Ignores | None = None) -> Comparer:
    """What compares two copies under one doctrine."""
    return Comparer(Wordings(doctrine), Wordings(doctrine), ignores or Ignores(TODAY))


def pair_of(doctrine: Doctrine, mode: str, **changes: Any) -> Pair:
    """The full day, and what taking turns makes of it, or the canonical copy with changes."""
    control = render_document(asking.given(), asking.context(doctrine, None, "canonical"))
    candidate = render_document(asking.given(), asking.context(doctrine, BUILT_IN["rotate"], mode)) if mode else control
    return Pair(0, control, candidate._replace(**changes))


def day() -> list[RawInput]:
    """The bundled day."""
    return list(read_inputs(find_files([str(FIXTURES / "day")]), io.BytesIO()))


def shadow_of(doctrine: Doctrine, mode: str, inputs: Iterable[RawInput], **options: Any) -> tuple[ShadowReport, SEEN]:
    """Compare with a candidate that takes turns."""
    context = asking.context(doctrine, BUILT_IN["rotate"], mode)

    def outcomes(inputs: Iterable[RawInput]) -> Generator[Outcome, None, None]:
        return render_documents(inputs, context)

    candidate = Candidate(context, outcomes, outcomes, Meter(context, structured=False))
    control, seen = asking.context(doctrine, None, "canonical"), SEEN()
    shadow = Shadow(control, candidate, options.pop("ignores", Ignores(TODAY)), **options)
    return shadow.run(inputs, lambda pair, found: seen.append((pair, found))), seen


def test_equal_bytes_are_the_same(doctrine: Doctrine) -> None:
    pair = pair_of(doctrine, "")
    found = comparer(doctrine).compare(pair)
    assert (found.bin, found.differences, pair.is_fault) == (Bin.SAME, (), False)
    assert found.control is not None
    assert list(found.control) == ["daily.acknowledgement", "daily.interpretation"]


def test_a_difference_is_told_by_its_slot(doctrine: Doctrine) -> None:
    """One line of courtesy in other words; nothing else moved."""
    found = comparer(doctrine).compare(pair_of(doctrine, "expression"))
    assert found.bin is Bin.DIFFERENT
    assert [(each.slot, each.manner) for each in found.differences] == [("daily.acknowledgement", Manner.WORDING)]


@pytest.mark.parametrize(
    ("control", "candidate", "manner"),
    [
        ("ab", "ab", Manner.WORDING),
        ("abc", "ac", Manner.FEWER),
        ("abc", "d", Manner.FEWER),
        ("a", "", Manner.FEWER),
        ("", "a", Manner.MORE),
        ("a", "ba", Manner.MORE),
        ("ab", "ac", Manner.OTHER),
        ("ab", "ba", Manner.OTHER),
        ("", "", Manner.OTHER),
    ],
)
def test_a_candidate_that_says_less_is_told_from_one_that_says_something_else(
    control: str, candidate: str, manner: Manner
) -> None:
    """By the number of statements, whichever they are; lines that nobody chooses are no statements."""

    def clauses(atoms: str) -> tuple[Clause, ...]:
        return tuple(Clause(atom, f"{atom}.x", atom) for atom in atoms)

    difference = Difference("slot", clauses(control), clauses(candidate))
    assert difference.manner is manner
    report = ShadowReport()
    report.slots["daily", "slot"] = Agreement(1, Counter({manner: 2}))
    assert report.slots["daily", "slot"].compared == 3
    found = report.slots["daily", "slot"].members()
    assert found[manner] == 2
    assert found["atoms"] == (0 if manner is Manner.WORDING else 2)


def test_what_nobody_chooses_has_a_name_of_its_own(doctrine: Doctrine) -> None:
    """A digit in a locked line, and nothing in any slot."""
    plain = pair_of(doctrine, "")
    assert plain.control.copy is not None
    pair = plain.__class__(0, plain.control, plain.control._replace(copy=plain.control.copy.replace("78.6", "78.5")))
    assert [each.slot for each in comparer(doctrine).compare(pair).differences] == [LOCKED]


def test_a_copy_on_one_side_alone_is_different(doctrine: Doctrine) -> None:
    """Two refusals for one reason are nothing to compare; anything else is."""
    refused = Outcome("a", None, "a", error=DocumentRefused("copy_too_long", "too much", "less"))
    other = refused._replace(error=DocumentRefused("empty_input", "nothing", "something"))
    one = pair_of(doctrine, "").control
    for pair in (Pair(0, one, refused), Pair(0, refused, one), Pair(0, refused, other)):
        found = comparer(doctrine).compare(pair)
        assert (found.bin, [each.slot for each in found.differences]) == (Bin.DIFFERENT, [REFUSED])
        assert not pair.is_refused
    assert Pair(0, refused, refused).is_refused
    report = ShadowReport()
    report.count(Pair(0, refused, refused), comparer(doctrine).compare(Pair(0, refused, refused)))
    assert (report.inputs, report.refused, report.compared, report.exit_code) == (1, 1, 0, 3)


@pytest.mark.parametrize(
    ("outcome", "reason", "fault"),
    [
        ("success", "selected", False),
        ("no_eligible_slot", "safety_hold", False),
        ("canonical", "grounding_insufficient", False),
        ("timeout", "deadline", True),
        ("coached", "timeout", True),
        ("canonical", "disabled", True),
        ("validation_rejected", "unoffered_id", True),
    ],
)
def test_a_fault_is_where_no_answer_counted(outcome: str, reason: str, fault: bool, doctrine: Doctrine) -> None:  # noqa: FBT001
    pair = pair_of(doctrine, "expression")
    assert pair.candidate.receipt is not None
    receipt = pair.candidate.receipt.__class__(**{**vars_of(pair), "outcome": outcome, "reason": reason})
    assert Pair(0, pair.control, pair.candidate._replace(receipt=receipt)).is_fault is fault


def vars_of(pair: Pair) -> dict[str, Any]:
    """The members of the candidate's receipt."""
    return {name: value for name, value in vars(pair.candidate.receipt).items() if name != "json_before_digests"}


IGNORE = """
[[ignore]]
name = "new courtesy"
owner = "copy desk"
expires = 2026-11-30
slot = "daily.acknowledgement"
"""


def ignores_of(folder: Path, text: str, today: date = TODAY) -> Ignores:
    """The ignores of a file."""
    file = folder / "ignores.toml"
    file.write_text(text, encoding="utf-8")
    return read_ignores(file, today)


def test_an_ignore_covers_its_slot_until_the_end_of_its_last_day(doctrine: Doctrine, tmp_path: Path) -> None:
    pair = pair_of(doctrine, "expression")
    found = comparer(doctrine, ignores := ignores_of(tmp_path, IGNORE)).compare(pair)
    assert (found.bin, found.ignored, ignores.used) == (Bin.IGNORED, ("new courtesy",), {"new courtesy": 1})
    late = ignores_of(tmp_path, IGNORE, date(2026, 12, 1))
    assert comparer(doctrine, late).compare(pair).bin is Bin.DIFFERENT
    assert [each["expired"] for each in late.members()] == [True]


def test_a_pair_is_ignored_only_where_every_difference_is(doctrine: Doctrine, tmp_path: Path) -> None:
    found = comparer(doctrine, ignores_of(tmp_path, IGNORE)).compare(pair_of(doctrine, "coach"))
    assert len(found.differences) == 2
    assert (found.bin, found.ignored) == (Bin.DIFFERENT, ("new courtesy",))


@pytest.mark.parametrize(
    ("line", "covers"),
    [
        ('surface = "daily"', True),
        ('surface = "weekly"', False),
        ('control = ["{control}"]', True),
        ('control = ["{candidate}"]', False),
        ('candidate = ["another", "{candidate}"]', True),
        ('candidate = ["{control}"]', False),
    ],
)
def test_an_ignore_may_name_surface_and_wordings(line: str, covers: bool, doctrine: Doctrine, tmp_path: Path) -> None:  # noqa: FBT001
    pair = pair_of(doctrine, "expression")
    ids = {name: getattr(pair, name).receipt.variant_ids[0] for name in ("control", "candidate")}
    ignores = ignores_of(tmp_path, IGNORE + line.format(**ids))
    assert (comparer(doctrine, ignores).compare(pair).bin is Bin.IGNORED) is covers


@pytest.mark.parametrize(
    "text",
    [
        IGNORE.replace("owner", "owners"),
        IGNORE.replace('owner = "copy desk"', ""),
        IGNORE.replace("2026-11-30", '"soon"'),
        IGNORE.replace('"new courtesy"', '" "'),
        IGNORE + IGNORE,
        "[ignore",
        "[[ignored]]",
    ],
    ids=["other key", "no owner", "no day", "no name", "same name", "no toml", "other table"],
)
def test_ignores_that_nobody_answers_for_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        ignores_of(tmp_path, text)
    assert error.value.code == "ignores_invalid"
    assert "ignores.toml" in str(error.value)


def test_the_counts_of_the_bundled_day(doctrine: Doctrine) -> None:
    """Held and published documents have no slots; every other one has a line of courtesy or more."""
    report, seen = shadow_of(doctrine, "coach", day(), repeats=2, sample=7)
    assert [pair.number for pair, _ in seen] == list(range(18))
    assert (report.inputs, report.compared, report.refused, report.faults) == (18, 18, 0, 0)
    assert sum(found.bin is Bin.DIFFERENT for _, found in seen) == report.bins["different"] == 13
    assert report.bins["same"] == sum(pair.control.copy == pair.candidate.copy for pair, _ in seen) == 5
    assert (report.control_noise, report.repeats, report.repeated, report.noise) == (0, 2, 14, 0)
    slots = {(surface, slot): each for (surface, slot), each in report.slots.items()}
    for (surface, slot), each in slots.items():
        whose = [found for pair, found in seen if surface_of(pair) == surface and slot in (found.control or {})]
        assert each.compared == len(whose)
        assert each.same == sum(slot not in {diff.slot for diff in found.differences} for found in whose)
    assert report.members()["bins"] == {"same": 5, "ignored": 0, "different": 13}


def surface_of(pair: Pair) -> str:
    """The surface of a pair that has copies."""
    assert pair.control.receipt is not None
    return pair.control.receipt.surface


def test_atoms_are_counted_on_both_sides(doctrine: Doctrine) -> None:
    report, seen = shadow_of(doctrine, "coach", day())
    for (surface, slot, atom), shares in report.atoms.items():
        ours = [any(each.atom == atom for each in (found.control or {}).get(slot, ())) for _, found in seen]
        theirs = [any(each.atom == atom for each in (found.candidate or {}).get(slot, ())) for _, found in seen]
        both = sum(one and other for one, other in zip(ours, theirs, strict=True))
        assert (shares.control, shares.candidate, shares.both) == (sum(ours), sum(theirs), both), (surface, slot)
    assert sum(shares.both < shares.control for shares in report.atoms.values()) > 0


class Fickle:
    """A candidate that says something else when it is asked again."""

    def __init__(self, doctrine: Doctrine) -> None:
        self.turns = [asking.context(doctrine, BUILT_IN[name], "expression") for name in ("first", "rotate", "rotate")]
        self.context = self.turns[0]

    def __call__(self, inputs: Iterable[RawInput]) -> Generator[Outcome, None, None]:
        return render_documents(inputs, self.turns.pop(0))


def test_a_candidate_that_wavers_shows_as_noise(doctrine: Doctrine) -> None:
    """Against its first answer, each time; the bins hold the first answer alone."""
    fickle = Fickle(doctrine)
    candidate = Candidate(fickle.context, fickle, fickle, Meter(fickle.context, structured=False))
    report = Shadow(asking.context(doctrine, None, "canonical"), candidate, Ignores(TODAY), 2, 18).run(
        day(), lambda *_: None
    )
    assert report.bins["different"] == 0
    assert (report.choices, report.repeated, report.noise) == (11, 22, 20)
    verdict = judge(report, Thresholds(least=1))
    assert [each.name for each in verdict.criteria if not each.passed] == ["candidate noise"]


@given(st.lists(st.floats(1e-5, 60), min_size=1, max_size=200), st.integers(1, 100))
def test_a_percentile_is_at_most_two_percent_too_long(times: list[float], percent: int) -> None:
    """Against the nearest rank of the sorted times."""
    latency = Latency()
    for seconds in times:
        latency.add(seconds)
    exact = sorted(times)[math.ceil(len(times) * percent / 100) - 1]
    assert exact <= latency.percentile(percent) * (1 + 1e-9)
    assert latency.percentile(percent) <= exact * 1.0201
    assert latency.percentile(100) == max(times)


@given(st.integers(0, 300), st.integers(1, 40))
def test_the_sample_is_the_same_for_equal_inputs_and_is_as_large_as_asked(inputs: int, size: int) -> None:
    raw, outcome = RawInput("a", "a", None, b"", None), pair_of(load_doctrine(), "expression").candidate
    drawn = []
    for _ in range(2):
        sample = Sample(size)
        for number in range(inputs):
            sample.add(number, raw, outcome)
        drawn.append([number for number, _, _ in sample.in_order()])
    assert drawn[0] == drawn[1] == sorted(set(drawn[0]))
    assert len(drawn[0]) == min(inputs, size)


def report_with(different: int, faults: int, pairs: int) -> ShadowReport:
    """A report of so many pairs."""
    report = ShadowReport(inputs=pairs, choices=pairs, faults=faults)
    report.bins.update(different=different, same=pairs - different)
    return report


@pytest.mark.parametrize(
    ("report", "held"),
    [
        (report_with(5, 1, 100), []),
        (report_with(6, 0, 100), ["different"]),
        (report_with(0, 2, 100), ["faults"]),
        (report_with(0, 0, 19), ["pairs"]),
        (report_with(50_003, 0, 1_000_000), ["different"]),
        (ShadowReport(), ["pairs"]),
        (report_with(1, 0, 19), ["pairs", "different"]),
    ],
)
def test_a_verdict_holds_for_each_number_over_its_limit(report: ShadowReport, held: list[str]) -> None:
    """The counts are judged: 5.0003 percent is more than 5, although it is written as 5."""
    verdict = judge(report, Thresholds())
    assert [each.name for each in verdict.criteria if not each.passed] == held
    assert verdict.promotes is (not held)


def test_control_against_control_must_be_zero() -> None:
    """No option allows for more."""
    report = report_with(0, 0, 100)
    report.control_noise = 1
    verdict = judge(report, Thresholds(1, 100, 100, 100))
    assert [each.name for each in verdict.criteria if not each.passed] == ["control noise"]


def test_a_slow_candidate_is_held_where_a_limit_is_set() -> None:
    report = report_with(0, 0, 100)
    for seconds in [0.1] * 98 + [1.5, 1.5]:
        report.latency.add(seconds)
    assert judge(report, Thresholds()).promotes
    assert judge(report, Thresholds(seconds=1.5)).promotes
    assert not judge(report, Thresholds(seconds=1.4)).promotes


def test_what_was_never_measured_does_not_pass(doctrine: Doctrine) -> None:
    """Nor do copies in which nobody has anything to choose: they are in the bins, and in no share."""
    assert not judge(report_with(0, 0, 100), Thresholds(seconds=60.0)).promotes
    held = [given for given in day() if "held" in given.name or "published" in given.name]
    report, _ = shadow_of(doctrine, "coach", held * 10, repeats=1)
    assert (report.compared, report.choices, report.repeated) == (50, 0, 0)
    held_for = [each.name for each in judge(report, Thresholds()).criteria if not each.passed]
    assert held_for == ["pairs", "candidate noise"]
