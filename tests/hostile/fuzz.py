"""
A fuzzer of the reader and of the guard: documents and replies, changed at random, against what is promised of them.

    python -m tests.hostile.fuzz [--seed N] [--seconds S] [reader|guard]

Equal seeds give equal rounds. What breaks a promise is printed with what repeats it, and the exit code is 1.
"""

import argparse
import contextlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from checkin_cli.doctrine import Doctrine, load_doctrine
from checkin_cli.documents import binding_of, read_document
from checkin_cli.documents.reader import _accept, _read_text, read_row
from checkin_cli.errors import DocumentRefused
from checkin_cli.rendering import Locked, render_canonical
from checkin_cli.runs.document import render_document
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.space import space_of
from checkin_cli.selection.receipt_record import receipt_members
from checkin_cli.selection.requests import Request
from tests.conftest import FIXTURES
from tests.hostile.corpus import strings, unseen
from tests.json_text.test_corpus import rows
from tests.loopback import compact
from tests.selection import asking
from tests.selection.stand_in import Scripted, any_reply

TOKENS = (
    *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u", b"\\ud83d", b"\\ude00", b"\x00", b"\xef\xbb\xbf"),
    *(b"null", b"true", b"false", b"NaN", b"-0", b"0", b"1e400", b"1e-400", b"9" * 70, b"9" * 5000, b"0.1e1"),
    *(b"[" * 70, b'{"a":' * 70, b"\n", b"\r", b" ", b"\xff", b"\xc2", b"\xe1\x84\x80", b"\xcc\x81" * 300),
    *(b"daily-snapshot-v1", b"weekly-summary-v1", b"adaptive-card-v1", b"customer-profile-v1", b'"flow":1'),
    *(b"2026-02-30", b"9999-12-31", b"0001-01-01", b"9999-12-31T23:59:60-23:59", b"20", b"400", b"7"),
)


class Broken(Exception):
    """
    A promise that did not hold.
    """


def require(holds: bool, promise: str) -> None:  # noqa: FBT001  # reads as an assertion, which -O would drop
    """Raise what did not hold."""
    if not holds:
        raise Broken(promise)


def mutated(draw: Random, raw: bytes, others: list[bytes]) -> bytes:
    """The bytes with one to four of their parts changed."""
    for _ in range(draw.randint(1, 4)):
        start = draw.randint(0, len(raw))
        end = min(len(raw), start + draw.choice((0, 0, 1, 2, 8, 40)))
        other = draw.choice(others)
        cut = draw.randint(0, len(other))
        new = draw.choice((
            b"",
            draw.choice(TOKENS),
            raw[start:end] * 2,
            bytes([draw.randrange(256)]),
            other[cut : cut + draw.randint(1, 60)],
            json.dumps(draw.choice(strings()))[:400].encode(),
        ))  # fmt: skip
        raw = raw[:start] + new + raw[end:]
    return raw


def reshaped(draw: Random, value: Any) -> Any:
    """A parsed value with one thing in it changed: a member gone, named otherwise or holding something else."""
    if draw.random() < 0.15 or not isinstance(value, (dict, list)) or not value:
        numbers: tuple[Any, ...] = (0, -1, 2**53, 1e300, 19.99, 400.01, None, True, [], {}, [[]], "", "0", "2026-03-02")
        return draw.choice((*numbers, draw.choice(strings())[:500]))
    if isinstance(value, list):
        at = draw.randrange(len(value))
        return draw.choice((value[:at], value * 2, [*value[:at], reshaped(draw, value[at]), *value[at + 1 :]]))
    key = draw.choice(list(value))
    rest = {name: item for name, item in value.items() if name != key}
    deeper = {**value, key: reshaped(draw, value[key])}
    return draw.choice((deeper, deeper, deeper, rest, {**rest, draw.choice(strings())[:80]: value[key]}))


class Reader:
    """
    Any bytes: a document and its copy, or one refusal with a place; by every way of reading the same.
    """

    def __init__(self, doctrine: Doctrine) -> None:
        self._context = asking.context(doctrine, None, "canonical")
        files = [path.read_bytes() for path in sorted(FIXTURES.rglob("*.json*"))]
        self._seeds = [line for raw in files for line in (raw, *raw.split(b"\n")[:3]) if len(line) > 1]
        self._documents = [path.read_bytes() for path in sorted((FIXTURES / "day").glob("*.json"))]
        self._seeds += [raw for _, raw, _, _ in rows() if raw]

    def round(self, draw: Random) -> str:
        """Play one round and say how it ended."""
        raw = draw.choice(self._documents if draw.random() < 0.7 else self._seeds)
        if draw.random() < 0.5:
            with contextlib.suppress(ValueError, RecursionError):
                raw = json.dumps(reshaped(draw, json.loads(raw))).encode()
        if draw.random() < 0.5:
            raw = mutated(draw, raw, self._seeds)
        self.last = raw
        outcome = render_document(RawInput("x.jsonl", "x", 1, raw), self._context)
        self._check_ways(raw)
        if outcome.error is not None:
            message = str(outcome.error)
            require(outcome.error.exit_code == 3, f"no defect: {message}")
            require(all(line.isprintable() for line in message.split("\n")) and len(message) < 600, "a clean message")
            return "refused"
        again = render_document(RawInput("x.jsonl", "x", 1, raw), self._context)
        require(again.copy == outcome.copy, "equal copies")
        receipts = [receipt_members(each.receipt) for each in (outcome, again) if each.receipt is not None]
        require(len(receipts) == 2 and receipts[0] == receipts[1], "equal receipts")
        is_published = receipts[0]["reason"] == "published"
        require(is_published or not unseen(outcome.copy or "\x00"), "no control in a copy")
        return "rendered"

    def _check_ways(self, raw: bytes) -> None:
        with contextlib.suppress(DocumentRefused):
            read_row(raw, asking.RULES)
        accepted = _accept(raw, asking.RULES)
        if accepted is not None:
            document = _read_text(raw.decode(), asking.RULES)
            require(binding_of(document) == accepted[1], "one binding by both readers")


class Guard:
    """
    Any reply: a text that the document can have, made of what this request offered, or the copy without it.
    """

    def __init__(self, doctrine: Doctrine) -> None:
        self._doctrine = doctrine
        self._files = sorted((FIXTURES / "day").glob("*.json"))
        self._spaces: dict[Path, tuple[frozenset[str], tuple[str, ...]]] = {}

    @cached_property
    def _ids(self) -> list[str]:
        atoms = self._doctrine.atoms
        return [*atoms, *(one.id for atom in atoms.values() for one in atom.variant), *self._doctrine.principles]

    def round(self, draw: Random) -> str:
        """Play one round and say how it ended."""
        path, mode = draw.choice(self._files), draw.choice(("expression", "coach"))
        probe = Scripted()
        self._render(path, mode, probe)
        replies = [any_reply(request.members(), draw) for request in probe.asked]
        if not replies:
            return "nothing to choose"
        at = draw.randrange(len(replies))
        texts = [compact(reply) for reply in replies]
        if draw.random() < 0.3:
            texts[at] = compact(_redrawn(draw, probe.asked[at].members(), replies[at]))
        else:
            texts[at] = self._changed(draw, replies[at])
        self.last = (path.name, mode, texts)
        played = Scripted(texts)
        outcome = self._render(path, mode, played)
        possible, locked = self._space(path)
        require(outcome.error is None and outcome.receipt is not None, "no fault")
        require(outcome.copy in possible, "a text of the space")
        require(all(line in (outcome.copy or "") for line in locked), "locked lines")
        offered = {each for request in played.asked for each in _strings(request.members())}
        usual = {atom.variant[0].id for atom in self._doctrine.atoms.values()}
        usual |= {slot.variant[0].id for slot in self._doctrine.tone.values()}
        require(set(outcome.receipt.variant_ids) <= offered | usual, "no id that was not offered")
        atoms, wordings = _taken(outcome, played.asked, texts)
        require(not atoms or atoms == list(outcome.receipt.atom_ids), "the atoms that were said, in their order")
        require(set(wordings) <= set(outcome.receipt.variant_ids), "the wordings that were said")
        require(len(played.asked) <= len(probe.asked) <= 2, "one request a stage")
        return str(outcome.receipt.outcome)

    def _changed(self, draw: Random, reply: Any) -> str:
        text = compact(reply)
        match draw.randrange(4):
            case 0:
                return mutated(draw, text.encode(), [text.encode()]).decode("utf-8", "surrogateescape")
            case 1:
                return compact(reshaped(draw, reply))
            case 2:
                ids = [each for each in _strings(reply) if each in text]
                return text.replace(draw.choice(ids), draw.choice(self._ids), draw.choice((1, -1)))
            case _:
                framed = (f"{text}\n", f" {text}", text + text, f"```json\n{text}\n```", text.upper(), text[:-1])
                return draw.choice(framed)

    def _render(self, path: Path, mode: str, selector: Scripted) -> Any:
        return render_document(asking.given(str(path)), asking.context(self._doctrine, selector, mode))

    def _space(self, path: Path) -> tuple[frozenset[str], tuple[str, ...]]:
        if path not in self._spaces:
            document = read_document(path.read_bytes(), asking.RULES)
            space = space_of(render_canonical(document, self._doctrine), self._doctrine)
            locked = tuple(str(one) for one in space.rendering.screen.segments() if isinstance(one, Locked))
            self._spaces[path] = frozenset(map(space.text, space.selections())), locked
        return self._spaces[path]


def _redrawn(draw: Random, asked: Any, reply: Any) -> Any:
    """A reply whose ids are offered, but too many, twice, in another order or in another slot."""
    ids = [each for each in _strings(asked) if each in _strings(reply) or draw.random() < 0.2]
    for each in reply.get("slots", ()):
        offered = next(slot["offered_atom_ids"] for slot in asked["slots"] if slot["slot_id"] == each["slot_id"])
        each["atom_ids"] = draw.choice((draw.choices(offered, k=3), offered[:5], offered[:5][::-1]))
    for each in reply.get("selections", ()):
        each["variant_id"] = draw.choice(ids)
    return reply


def _taken(outcome: Any, asked: list[Request], texts: list[str]) -> tuple[list[str], list[str]]:
    """The atoms and wordings of the replies that the outcome says were admitted; none is exchanged for another one."""
    admitted = {"success": ("expression",), "coached": ("coach",), "coached_and_polished": ("coach", "polish")}
    stages = admitted.get(outcome.receipt.outcome, ())
    replies = [json.loads(text) for request, text in zip(asked, texts, strict=False) if request.stage in stages]
    atoms = [one for reply in replies for part in reply.get("slots", ()) for one in part["atom_ids"]]
    return atoms, [part["variant_id"] for reply in replies for part in reply.get("selections", ())]


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [each for item in value.values() for each in _strings(item)]
    if isinstance(value, (list, tuple)):
        return [each for item in value for each in _strings(item)]
    return [value] if isinstance(value, str) else []


def play(target: Reader | Guard, seed: int, goes_on: Callable[[int], bool]) -> Counter[str]:
    """Play rounds while they go on; each has a seed of its own. Raises `Broken` with what repeats it."""
    ends: Counter[str] = Counter()
    number = 0
    while goes_on(number):
        try:
            ends[target.round(Random(f"{seed}/{number}"))] += 1  # noqa: S311  # repeatable, not secret
        except Exception as fault:
            raise Broken(f"{fault!r} in round {seed}/{number}: {target.last!r}") from fault
        number += 1
    return ends


def main() -> int:
    """Play for as long as was asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=("reader", "guard"), nargs="?", default="reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    target = Reader(load_doctrine()) if asked.target == "reader" else Guard(load_doctrine())
    end = time.process_time() + asked.seconds
    try:
        ends = play(target, asked.seed, lambda _number: time.process_time() < end)
    except Broken as broken:
        sys.stdout.write(f"broken: {broken}\n")
        return 1
    sys.stdout.write(f"{asked.target}, seed {asked.seed}: {sum(ends.values()):,} rounds, {dict(ends.most_common())}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
