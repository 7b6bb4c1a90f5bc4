"""
What may be asked, in the middle of a run and after a crash; and what was decided stays decided.
"""

import json
from collections.abc import Callable

import pytest

from checkin_cli.errors import UsageError
from tests.batch.corpus import NAME, NOTE, WEIGHT, Corpus
from tests.batch.desk import KEY, Desk, Line
from tests.batch.seen import check_resumed, left_by
from tests.batch.served import Asked, Served
from tests.conftest import FIXTURES

pytestmark = pytest.mark.loopback

HELD = (FIXTURES / "day" / "held-by-severe-pain.json").read_bytes()
PUBLISHED = (FIXTURES / "day" / "card-published.json").read_bytes()


def withdraw(desk: Desk) -> None:
    """The customer of the documents takes the consent back."""
    registry = desk.folder / "consents.json"
    content = json.loads(registry.read_bytes())
    content["customers"][NAME]["granted"] = False
    registry.write_text(json.dumps(content))


def one_line(raw: bytes) -> bytes:
    return json.dumps(json.loads(raw), ensure_ascii=False).encode()


class Kept:
    """Keeps the journal as it stands when a certain request arrives, and may do something besides."""

    def __init__(self, desk: Desk, at: int) -> None:
        self._desk, self._at = desk, at
        self._count = 0
        self.journal = b""

    def __call__(self, _asked: Asked) -> None:
        if self._count == self._at:
            self.journal = self._desk.journal.read_bytes()
        self._count += 1


def test_consent_withdrawn_in_mid_run_counts_from_then_on(
    desk: Desk, served: Served, days: Corpus, undisturbed: list[Line]
) -> None:
    """What was decided before stands, also after a crash; what comes later is not asked about."""
    middle = len(days.lines) // 2
    kept = Kept(desk, middle * 2)

    def meanwhile(asked: Asked) -> None:
        if asked.document == f"d-{middle}" and asked.stage == "coach":
            withdraw(desk)
        kept(asked)

    served.meanwhile = meanwhile
    assert desk.run(1) == 0
    whole = desk.lines()
    of_customer = [NAME.encode() in line for line in days.lines]
    for number, line in enumerate(whole):
        if of_customer[number] and number > middle:
            assert (line["receipt"]["outcome"], line["receipt"]["reason"]) == ("canonical", "disabled")
            assert line["receipt"]["request_count"] == 0
        elif number != middle:
            assert line == undisturbed[number]
    assert any(of_customer[:middle])
    assert any(of_customer[middle + 1 :])
    served.meanwhile = lambda _asked: None
    desk.clear()
    desk.journal.write_bytes(kept.journal)
    served.asked.clear()
    in_flight = left_by(desk.journal).unanswered
    assert desk.run(resume=True) == 0
    for line, before in zip(desk.lines(), whole, strict=True):
        if line["ref"] not in in_flight:
            assert line == before


def test_what_has_a_result_is_never_asked_again(desk: Desk, served: Served, days: Corpus) -> None:
    """Refused, held, published, failed and disabled ones are as final as the others."""
    odd = [b"{", one_line(HELD), one_line(PUBLISHED), b'{"schema_version":"daily-snapshot-v1"}']
    lines = [line for pair in zip(days.lines[:12], odd * 3, strict=True) for line in pair]
    (desk.folder / "days.jsonl").write_bytes(b"\n".join(lines))
    served.breaks = lambda asked: asked.document in {"d-2", "d-5", "d-7"}
    withdraw(desk)
    served.meanwhile = kept = Kept(desk, 7)
    assert desk.run(1) == 3
    whole = desk.lines()
    before = served.asked[:8]
    reasons = {line["receipt"]["reason"] for line in whole if line["receipt"]}
    assert {"provider_error", "disabled", "safety_hold", "published", "selected"} <= reasons
    # From here on every answer and the consent would be another one.
    served.meanwhile, served.breaks = (lambda _asked: None), (lambda _asked: False)
    desk.folder.joinpath("consents.json").write_bytes((FIXTURES / "selection" / "consents.json").read_bytes())
    desk.clear()
    desk.journal.write_bytes(kept.journal)
    served.asked[:] = before
    left = left_by(desk.journal)
    assert desk.run(resume=True) == 3
    assert served.repeated() == []
    documents = {f"d-{number}": line["ref"] for number, line in enumerate(whole)}
    settled, lost = {documents[name] for name in left.settled}, {documents[name] for name in left.unanswered}
    assert len(lost) == 1
    for line, other in zip(desk.lines(), whole, strict=True):
        if line["ref"] in settled or line["error"] is not None or line["receipt"]["surface"] != "daily":
            assert line == other
    assert {line["ref"] for line in desk.lines() if line["status"] == "interrupted"} == lost


def test_equal_lines_are_documents_of_their_own(desk: Desk, served: Served, days: Corpus) -> None:
    """Three lines, two of them equal, give the same with a crash and without."""
    one, other = days.lines[0], days.lines[1]
    (desk.folder / "days.jsonl").write_bytes(b"\n".join((one, other, one)))
    served.meanwhile = kept = Kept(desk, 4)
    assert desk.run(1) == 0
    whole = desk.lines()
    assert [line["ref"] for line in whole] == ["d-0", "d-1", "d-0"]
    assert served.counts()["coach", "d-0"] == 2
    served.meanwhile = lambda _asked: None
    desk.clear()
    desk.journal.write_bytes(kept.journal)
    assert left_by(desk.journal).settled == {"d-0", "d-1"}
    asked = len(served.asked)
    assert desk.run(resume=True) == 0
    found = desk.lines()
    assert found[:2] == whole[:2]
    assert found[2]["status"] == "interrupted"
    assert len(served.asked) == asked


CHANGES: dict[str, tuple[str, str, Callable[[bytes], bytes]]] = {
    "a line on top": ("input", "days.jsonl", lambda raw: raw.splitlines(keepends=True)[3] + raw),
    "a model": ("configuration", "selection.toml", lambda raw: raw.replace(b'"stub"', b'"other"')),
    "an address": ("configuration", "selection.toml", lambda raw: raw.replace(b"/v1", b"/v2")),
}


@pytest.mark.parametrize("change", [*CHANGES, "a mode"])
def test_a_run_that_would_not_be_the_same_is_not_resumed(change: str, desk: Desk, served: Served) -> None:
    """The error says what changed, and nothing is sent."""
    served.meanwhile = kept = Kept(desk, 9)
    assert desk.run() == 0
    desk.clear()
    desk.journal.write_bytes(kept.journal)
    served.asked.clear()
    if change == "a mode":
        named, desk.mode = "configuration", "expression"
    else:
        named, name, edit = CHANGES[change]
        path = desk.folder / name
        before = path.read_bytes()
        path.write_bytes(edit(before))
        assert path.read_bytes() != before
    with pytest.raises(UsageError) as error:
        desk.run(resume=True)
    assert (error.value.code, error.value.exit_code) == ("resume_refused", 2)
    assert f"another {named} (" in error.value.found
    assert served.asked == []
    assert desk.journal.read_bytes() == kept.journal


def test_nothing_of_a_document_stands_in_the_journal(desk: Desk, served: Served) -> None:
    """Positions, stages, ids, enums and digests: no name, number, note, key, path, prompt or reply."""
    found = set[bytes]()

    def look(_asked: Asked) -> None:
        found.add(desk.journal.read_bytes())

    served.meanwhile = look
    served.breaks = lambda asked: asked.document == "d-4"
    assert desk.run() == 0
    journal = max(found, key=len)
    assert journal.count(b'"settled"') > 10
    copy = desk.lines()[0]["copy"]
    secrets = [NAME, NOTE, WEIGHT, KEY, "d-1", "127.0.0.1", "stub", str(desk.folder), "days.jsonl", *copy.split("\n")]
    for secret in filter(None, secrets):
        assert secret.encode() not in journal
    assert journal.isascii()
    assert not any(word in journal for word in (b"choices", b"schema_version", b"hard_identity"))


def test_a_run_without_requests_leaves_no_journal(desk: Desk, served: Served) -> None:
    """There is nothing in it that could not be had again."""
    desk.mode = "canonical"
    assert desk.run() == 0
    assert served.asked == []
    assert not desk.journal.exists()
    check_resumed(desk.lines(), desk.lines(), set(), served)


def test_an_unfinished_run_is_neither_begun_again_nor_lost_by_accident(
    desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """Without a word nothing happens; `--restart` asks all of it again, knowingly."""
    served.meanwhile = kept = Kept(desk, 9)
    assert desk.run() == 0
    served.meanwhile = lambda _asked: None
    desk.clear()
    desk.journal.write_bytes(kept.journal)
    served.asked.clear()
    for jobs in (1, 2):
        with pytest.raises(UsageError) as error:
            desk.run(jobs=jobs)
        assert (error.value.code, error.value.exit_code) == ("journal_unfinished", 2)
    assert (served.asked, desk.journal.read_bytes()) == ([], kept.journal)
    assert desk.run(restart=True) == 0
    assert len(served.asked) == 48
    assert desk.lines() == undisturbed


def test_a_run_goes_on_as_it_began(desk: Desk, served: Served, undisturbed: list[Line]) -> None:
    """Whatever number of processes is asked for when one process left its journal."""
    served.meanwhile = kept = Kept(desk, 20)
    assert desk.run() == 0
    before = served.asked[:21]
    served.meanwhile = lambda _asked: None
    desk.clear()
    desk.journal.write_bytes(kept.journal)
    served.asked[:] = before
    in_flight = left_by(desk.journal).unanswered
    assert desk.run(resume=True, jobs=3) == 0
    check_resumed(desk.lines(), undisturbed, in_flight, served)
