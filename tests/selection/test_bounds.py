"""
The bounds of a plan: no choice makes a longer request or one more, and some choice makes one as long.
"""

import json
from dataclasses import replace
from itertools import combinations, product
from math import prod
from pathlib import Path

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import read_document
from checkin_cli.errors import DocumentRefused
from checkin_cli.rendering import Rendering, render_canonical
from checkin_cli.selection.attempt import Attempt
from checkin_cli.selection.bounds import AROUND_MESSAGE, Bounds, Spared
from checkin_cli.selection.pipeline import select
from checkin_cli.selection.requests import CoachRequest, Request
from checkin_cli.selection.schemas import strict_schema
from checkin_cli.selection.selectors.interface import Answer, Selector, Turn
from tests.conftest import FIXTURES
from tests.generated import renderings
from tests.loopback import Json, compact, serving
from tests.selection import asking
from tests.selection.stand_in import Drawn, Scripted, any_reply

LARGEST_SPACE = 4000
"""
Choices of a first stage that a test tries one by one.
"""


class Recording:
    """Passes requests on to another selector and keeps their stages and sizes, counted here."""

    name = "openai"
    sends = True

    def __init__(self, inner: Selector, *, structured: bool = False) -> None:
        self._inner = inner
        self._structured = structured
        self.sizes: list[tuple[str, int]] = []

    def refuses(self) -> None:
        return None

    def get_ready(self) -> bool:
        return False

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        messages = [task, compact_sorted(request.members())]
        if self._structured:
            messages.append(compact_sorted(strict_schema(request)))
        size = sum(len(message.encode()) + AROUND_MESSAGE for message in messages)
        self.sizes.append((request.stage, size))
        return self._inner.choose(request, task, turn)


def compact_sorted(members: Json) -> str:
    return json.dumps(members, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def rendered(doctrine: Doctrine) -> list[Rendering]:
    """Every bundled document that is not refused."""
    found = []
    for path in sorted((FIXTURES / "day").glob("*.json")) + sorted((FIXTURES / "documents").rglob("*.json*")):
        lines = path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]
        for raw in lines:
            try:
                found.append(render_canonical(read_document(raw, asking.RULES), doctrine))
            except DocumentRefused:
                continue
    return found


def sent(rendering: Rendering, mode: str, selector: Selector, doctrine: Doctrine, *, structured: bool = False) -> Json:
    """The size of the request of each stage; there is never a second one of a stage."""
    recording = Recording(selector, structured=structured)
    select(mode, Attempt(rendering, doctrine, recording, lambda: None, Turn("", 0)))
    sizes = dict(recording.sizes)
    assert len(sizes) == len(recording.sizes)
    return sizes


def check_within(rendering: Rendering, doctrine: Doctrine, seeds: int, *, structured: bool = False) -> None:
    bounds = Bounds(doctrine, structured=structured)
    for mode in ("expression", "coach"):
        planned = bounds.of(mode, rendering)
        for seed in range(seeds):
            for stage, size in sent(rendering, mode, Drawn(seed), doctrine, structured=structured).items():
                bound = planned[stage]
                assert isinstance(bound, int)
                assert size <= bound


@pytest.mark.parametrize("structured", [False, True])
def test_no_drawn_choice_sends_more_or_longer_messages(structured: bool, doctrine: Doctrine) -> None:  # noqa: FBT001
    """Of every bundled document; a stage that needs no request, as planned, has none."""
    found = rendered(doctrine)
    assert len(found) > 80
    for rendering in found:
        check_within(rendering, doctrine, 6, structured=structured)


@pytest.mark.parametrize("surface", ["daily", "weekly", "adaptive_operator"])
def test_no_drawn_choice_of_generated_documents_exceeds_its_bound(surface: str, doctrine: Doctrine) -> None:
    for rendering in renderings(surface, 60, doctrine):
        check_within(rendering, doctrine, 3)


def first_replies(request: CoachRequest) -> list[str]:
    """Every admissible reply to a first request, but for the principles that it names."""
    template = any_reply(request.members())
    ways = [
        [picked for count in range(1, slot.max_clauses + 1) for picked in combinations(slot.atoms, count)]
        for slot in request.slots
    ]
    if prod(map(len, ways)) > LARGEST_SPACE:
        return []
    replies = []
    for choice in product(*ways):
        pairs = zip(template["slots"], choice, strict=True)
        slots = [{**slot, "atom_ids": [atom.id for atom in picked]} for slot, picked in pairs]
        replies.append(compact({**template, "slots": slots}))
    return replies


@pytest.mark.parametrize("structured", [False, True])
def test_the_bounds_are_attained(structured: bool, doctrine: Doctrine) -> None:  # noqa: FBT001
    """Choice by choice wherever there are few enough: the longest second request is as long as planned, to the byte."""
    tried = 0
    for rendering in rendered(doctrine):
        planned = Bounds(doctrine, structured=structured).of("coach", rendering)
        probe = Scripted()
        sizes = sent(rendering, "coach", probe, doctrine, structured=structured)
        assert {stage for stage, bound in planned.items() if isinstance(bound, int)} == sizes.keys()
        if "coach" in sizes:
            assert sizes["coach"] == planned["coach"]
            request = probe.asked[0]
            assert isinstance(request, CoachRequest)
            replies = first_replies(request)
        else:
            replies = [""] if sizes else []
        if replies:
            scripted = ([reply] if "coach" in sizes else [] for reply in replies)
            found = [
                sent(rendering, "coach", Scripted(each), doctrine, structured=structured)["polish"] for each in scripted
            ]
            assert max(found) == planned["polish"]
            tried += len(set(found)) > 1
        expression = sent(rendering, "expression", Scripted(), doctrine, structured=structured)
        for stage, bound in Bounds(doctrine, structured=structured).of("expression", rendering).items():
            assert expression.get(stage, bound) == bound
    assert tried > 10


@pytest.mark.loopback
def test_the_bound_counts_what_an_endpoint_receives(doctrine: Doctrine) -> None:
    rendering = render_canonical(read_document(asking.DAY.read_bytes(), asking.RULES), doctrine)
    for mode in ("expression", "coach"):
        with serving() as endpoint:
            asking.ask(endpoint, mode, doctrine)
        planned = list(Bounds(doctrine).of(mode, rendering).values())
        found = [len(f"{each.system}{each.user}".encode()) + 2 * AROUND_MESSAGE for each in endpoint.exchanges]
        assert len(found) == len(planned)
        assert found[0] == planned[0]
        assert all(isinstance(bound, int) and size <= bound for size, bound in zip(found, planned, strict=True))


def planned(path: Path, mode: str, doctrine: Doctrine) -> set[object]:
    return set(
        Bounds(doctrine).of(mode, render_canonical(read_document(path.read_bytes(), asking.RULES), doctrine)).values()
    )


def test_what_needs_no_request_says_why(doctrine: Doctrine) -> None:
    day = FIXTURES / "day"
    unsupported = replace(doctrine, principles={})
    single = replace(
        doctrine, tone={name: replace(slot, variant=slot.variant[:1]) for name, slot in doctrine.tone.items()}
    )
    for mode in ("expression", "coach"):
        assert planned(day / "week-held.json", mode, doctrine) == {Spared.SAFETY_HOLD}
        assert planned(day / "card-published.json", mode, doctrine) == {Spared.PUBLISHED}
    assert planned(day / "card-with-carb-cycle.json", "expression", doctrine) == {Spared.NO_SLOT}
    assert planned(asking.DAY, "coach", unsupported) == {Spared.GROUNDING_INSUFFICIENT}
    assert planned(asking.DAY, "expression", single) == {Spared.ONE_OPTION}
    atoms = {name: replace(atom, variant=atom.variant[:1]) for name, atom in single.atoms.items()}
    wordless = Bounds(replace(single, atoms=atoms))
    rendering = render_canonical(read_document(asking.DAY.read_bytes(), asking.RULES), replace(single, atoms=atoms))
    coach, polish = wordless.of("coach", rendering).values()
    assert isinstance(coach, int)
    assert polish is Spared.ONE_OPTION
