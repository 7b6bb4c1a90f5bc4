"""
The gate is asked before each request and once more after the last; whatever says no in between gives canonical copy.
"""

import json
import os
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.runs.consent import Consents
from checkin_cli.runs.document import Context, Outcome, render_document
from checkin_cli.runs.inputs import RawInput, find_files, read_inputs
from checkin_cli.runs.selection import Conditions, Selection
from checkin_cli.selection import Digester
from checkin_cli.selection.gate import consent_of
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.built_in import Rotate
from tests.conftest import FIXTURES
from tests.selection import asking
from tests.selection.stand_in import Scripted

CONSENT = '{"granted": true, "recorded_on": "2026-02-20", "notice_version": "privacy-v1"}'
REGISTRY = FIXTURES / "selection" / "consents.json"


class Desk:
    """A document, a registry and a switch that a test may change while a request is under way."""

    def __init__(self, folder: Path, source: Path = asking.DAY) -> None:
        self.document = folder / source.name
        self.registry = folder / "consents.json"
        self.off: dict[str, Reason] = {}
        shutil.copy(source, self.document)
        shutil.copy(REGISTRY, self.registry)

    def withdraw(self) -> None:
        self.registry.write_text(self.registry.read_text().replace('"granted": true', '"granted": false'))

    def remove(self) -> None:
        self.registry.unlink()

    def spoil(self) -> None:
        self.registry.write_text(self.registry.read_text() + "x")

    def edit(self) -> None:
        self.document.write_bytes(self.document.read_bytes() + b" ")

    def delete(self) -> None:
        self.document.unlink()

    def switch_off(self) -> None:
        self.off["daily"] = Reason.SWITCHED_OFF

    def selection(self, mode: str, selector: Scripted | Rotate) -> Selection:
        consents = Consents(self.registry, ("privacy-v1",), personal=True)
        return Selection(mode, selector, lambda: Conditions(consents, self.off))


CHANGES: dict[str, Callable[[Desk], None]] = {
    "consent is withdrawn": Desk.withdraw,
    "the registry is removed": Desk.remove,
    "the registry is spoiled": Desk.spoil,
    "the document is edited": Desk.edit,
    "the document is deleted": Desk.delete,
    "the feature is switched off": Desk.switch_off,
}


def run(desk: Desk, mode: str, change: Callable[[Desk], None], when: int, doctrine: Doctrine) -> tuple[Outcome, int]:
    """Render while something changes: before the first request (0) or during the request of that number."""
    with open(desk.document, "rb") as file:
        given = RawInput(str(desk.document), "day", None, file.read(), str(desk.document))
    selector = Scripted(meanwhile=lambda number: change(desk) if number == when else None)
    if when == 0:
        change(desk)
    context = Context(doctrine, asking.RULES, Digester(), desk.selection(mode, selector))
    return render_document(given, context), len(selector.asked)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(
    ("mode", "when", "requests"),
    [("expression", 0, 0), ("expression", 1, 1), ("coach", 0, 0), ("coach", 1, 1), ("coach", 2, 2)],
)
def test_a_gate_that_says_no_means_canonical(
    mode: str, when: int, requests: int, change: Callable[[Desk], None], doctrine: Doctrine, tmp_path: Path
) -> None:
    outcome, asked = run(Desk(tmp_path), mode, change, when, doctrine)
    assert outcome.copy == asking.canonical(doctrine)
    receipt = outcome.receipt
    assert receipt is not None
    assert receipt.request_count == asked == requests
    assert "disabled" in {receipt.outcome, receipt.reason}
    assert not receipt.coach_valid
    assert not receipt.polish_valid


def test_a_no_before_the_second_stage_counts_even_if_it_is_taken_back(doctrine: Doctrine, tmp_path: Path) -> None:
    """The third time of the gate says yes again; what was chosen in between is not shown."""
    desk, asked = Desk(tmp_path), [0]

    def flickering() -> Conditions:
        asked[0] += 1
        off = {"daily": Reason.SWITCHED_OFF} if asked[0] == 2 else {}
        return Conditions(Consents(desk.registry, ("privacy-v1",), personal=True), off)

    selector = Scripted()
    context = Context(doctrine, asking.RULES, Digester(), Selection("coach", selector, flickering))
    outcome = render_document(asking.given(), context)
    assert outcome.copy == asking.canonical(doctrine)
    assert outcome.receipt is not None
    assert (outcome.receipt.outcome, outcome.receipt.request_count) == ("canonical", 1)
    assert flickering().off == {}


def test_a_pipe_is_no_registry_and_no_document(doctrine: Doctrine, tmp_path: Path) -> None:
    """Opening one would wait for ever."""
    for name in ("consents.json", asking.DAY.name):
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()

        def pipe(desk: Desk, name: str = name) -> None:
            (desk.document.parent / name).unlink()
            os.mkfifo(desk.document.parent / name)

        outcome, requests = run(Desk(folder), "coach", pipe, 1, doctrine)
        assert outcome.copy == asking.canonical(doctrine)
        assert requests == 1


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_a_gate_that_says_yes_lets_the_selection_through(mode: str, doctrine: Doctrine, tmp_path: Path) -> None:
    """The same desk without a change: otherwise the test above could not fail."""
    outcome, asked = run(Desk(tmp_path), mode, lambda _desk: None, 0, doctrine)
    assert outcome.receipt is not None
    assert outcome.receipt.outcome in {"success", "coached_and_polished"}
    assert asked == (1 if mode == "expression" else 2)


def test_a_line_counts_alone(doctrine: Doctrine, tmp_path: Path) -> None:
    """Another line of the file may change; the line itself may not."""
    line = json.dumps(json.loads(asking.DAY.read_bytes()), ensure_ascii=False)
    days = tmp_path / "days.jsonl"
    desk = Desk(tmp_path)
    changes = (f"{line}\nxx", 0, "success"), (f"{line} \n", 0, "disabled"), ("", 0, "disabled")
    moved = (f" {line}\n{line}\n", 1, "success"), (f"{line}\n", 1, "disabled")
    for edited, position, outcome_word in (*changes, *moved):
        days.write_text(f"{line}\n{line}\n", encoding="utf-8")

        def edit(_number: int, text: str = edited) -> None:
            days.write_text(text, encoding="utf-8")

        selector = Scripted(meanwhile=edit)
        context = Context(doctrine, asking.RULES, Digester(), desk.selection("expression", selector))
        with open("/dev/null", "rb") as nothing:
            lines = list(read_inputs(find_files([str(days)]), nothing))
        receipt = render_document(lines[position], context).receipt
        assert receipt is not None
        assert receipt.outcome == outcome_word


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"customers": []}',
        '{"customers": {}}',
        '{"customers": {"c-1001": true}}',
        '{"customers": {"c-1001": {"granted": true}}}',
        '{"customers": {"c-1001": {"granted": "true", "recorded_on": "2026-02-20", "notice_version": "privacy-v1"}}}',
        '{"customers": {"c-1001": {"granted": true, "recorded_on": "2026-02-30", "notice_version": "privacy-v1"}}}',
        '{"customers": {"c-1001": {"granted": true, "recorded_on": "2026-02-20", "notice_version": "privacy-v0"}}}',
        '{"customers": {"c-1001": {"granted": false, "recorded_on": "2026-02-20", "notice_version": "privacy-v1"}}}',
        '{"customers": {"c-1001": {"granted": true, "granted": true, "recorded_on": "2026-02-20"}}}',
        '{"customers": {}, "more": 1}',
        f'{{"customers": {{"c-1001": {CONSENT}}}, "more": 1}}',
        f'{{"customers": {{"c-1001": {CONSENT[:-1]}, "more": 1}}}}}}',
        f'{{"customers": {{"c-1001": {CONSENT}}}, "customers": {{"c-1001": {CONSENT}}}}}',
        f'[{{"customers": {{"c-1001": {CONSENT}}}}}]',
        f'{{"customers": [{CONSENT}]}}',
        f'{{"c-1001": {CONSENT}}}',
        f'{{"customers": {{"c-1001": {CONSENT}, "c-1002": "no entry"}}}}',
    ],
)
def test_a_registry_that_does_not_say_yes_says_no(text: str, tmp_path: Path) -> None:
    registry = tmp_path / "consents.json"
    registry.write_text(text)
    assert consent_of(registry, "c-1001", ("privacy-v1",)) is Reason.NO_CONSENT


@pytest.mark.parametrize(
    ("notice", "reason"),
    [
        ("1", None),
        ("n" * 200, None),
        ("n" * 201, Reason.NO_CONSENT),
        ("", Reason.NO_CONSENT),
        (" ", Reason.NO_CONSENT),
    ],
)
def test_a_notice_has_a_name_that_can_be_read(notice: str, reason: Reason | None, tmp_path: Path) -> None:
    """One to 200 characters; blanks name nothing, even where the configuration lists them."""
    registry = tmp_path / "consents.json"
    consent = {"granted": True, "recorded_on": "2026-02-20", "notice_version": notice}
    registry.write_text(json.dumps({"customers": {"c-1001": consent}}))
    assert consent_of(registry, "c-1001", (notice,)) is reason


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_registry_in_another_encoding_says_no(encoding: str, tmp_path: Path) -> None:
    registry = tmp_path / "consents.json"
    registry.write_bytes(f'{{"customers": {{"c-1001": {CONSENT}, "caf\u00e9": {CONSENT}}}}}'.encode(encoding))
    assert consent_of(registry, "c-1001", ("privacy-v1",)) is Reason.NO_CONSENT


def test_a_registry_of_more_than_64_mib_is_not_read(tmp_path: Path) -> None:
    registry = tmp_path / "consents.json"
    raw = f'{{"customers": {{"c-1001": {CONSENT}}}}}'.encode()
    for bytes_more, reason in ((0, None), (1, Reason.NO_CONSENT)):
        registry.write_bytes(raw.ljust(64 * 1024 * 1024 + bytes_more))
        assert consent_of(registry, "c-1001", ("privacy-v1",)) is reason


def test_a_registry_says_yes(tmp_path: Path) -> None:
    assert consent_of(REGISTRY, "c-1001", ("privacy-v1",)) is None
    assert consent_of(REGISTRY, "c-1001", ()) is Reason.NO_CONSENT
    assert consent_of(REGISTRY, "c-9999", ("privacy-v1",)) is Reason.NO_CONSENT
    assert consent_of(tmp_path, "c-1001", ("privacy-v1",)) is Reason.NO_CONSENT


def test_a_key_of_a_registry_counts_in_either_normalisation_form(tmp_path: Path) -> None:
    """Written twice, once in each, it would be two answers, and two answers are none."""
    composed, parts = (unicodedata.normalize(form, "김하늘") for form in ("NFC", "NFD"))
    registry = tmp_path / "consents.json"
    for key in (composed, parts):
        registry.write_text(f'{{"customers": {{"{key}": {CONSENT}}}}}', encoding="utf-8")
        assert consent_of(registry, composed, ("privacy-v1",)) is None
    registry.write_text(f'{{"customers": {{"{composed}": {CONSENT}, "{parts}": {CONSENT}}}}}', encoding="utf-8")
    assert consent_of(registry, composed, ("privacy-v1",)) is Reason.NO_CONSENT


@pytest.mark.parametrize("mode", ["expression", "coach"])
@pytest.mark.parametrize("name", ["card-held", "card-published", "held-by-severe-pain", "week-held"])
def test_a_closed_document_is_never_asked_about(name: str, mode: str, doctrine: Doctrine) -> None:
    """Holds and published cards: zero requests, and the bytes of every other mode."""
    path = FIXTURES / "day" / f"{name}.json"
    selector = Scripted()
    outcome = render_document(asking.given(str(path)), asking.context(doctrine, selector, mode))
    plain = render_document(asking.given(str(path)), asking.context(doctrine, None, "canonical"))
    assert selector.asked == []
    assert outcome.copy == plain.copy
    assert outcome.receipt is not None
    assert outcome.receipt.outcome == ("canonical" if mode == "coach" else "no_eligible_slot")
    assert outcome.receipt.atom_ids == outcome.receipt.variant_ids == ()


def test_the_operators_card_has_no_courtesy_to_choose(doctrine: Doctrine) -> None:
    selector = Scripted()
    path = FIXTURES / "day" / "card-with-carb-cycle.json"
    receipt = render_document(asking.given(str(path)), asking.context(doctrine, selector, "expression")).receipt
    assert selector.asked == []
    assert receipt is not None
    assert (receipt.outcome, receipt.reason, receipt.request_count) == ("no_eligible_slot", "no_eligible_slot", 0)


def test_a_selector_that_sends_nothing_needs_no_consent(doctrine: Doctrine, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.remove()
    context = Context(doctrine, asking.RULES, Digester(), desk.selection("expression", Rotate()))
    receipt = render_document(asking.given(), context).receipt
    assert receipt is not None
    assert (receipt.outcome, receipt.request_count) == ("success", 0)


def test_a_personal_snapshot_asks_the_configuration(doctrine: Doctrine) -> None:
    path = FIXTURES / "day" / "zero-calories-is-not-missing.json"
    for personal, expected in ((True, "success"), (False, "disabled")):
        consents = Consents(None, (), personal=personal)
        context = asking.context(doctrine, Scripted(), "expression", consents)
        receipt = render_document(asking.given(str(path)), context).receipt
        assert receipt is not None
        assert receipt.outcome == expected
