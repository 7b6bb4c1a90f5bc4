"""
The page of a shadow run is one file that shows what it was given and does nothing else.
"""

import base64
import hashlib
import re
import tracemalloc
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from checkin_cli.runs.shadow.chunks import chunk_of
from checkin_cli.runs.shadow.page import PAIRS_AT_ONCE, write_page
from tests.shadows import HOSTILE, Pair, overview, page_of, pair, read_back

MANY = 2 * PAIRS_AT_ONCE + 1


class Parsed(HTMLParser):
    """A page as a browser reads it: its elements, its text, and what stands in scripts and styles."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.scripts: dict[str, list[str]] = {}
        self._raw: str | None = None
        self.feed(page.decode("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in {"td", "th", "dd", "dt"}:
            self.text += "\n"
        self._raw = (dict(attrs).get("class") or tag) if tag in {"script", "style"} else None

    def handle_endtag(self, tag: str) -> None:
        self._raw = None

    def handle_data(self, data: str) -> None:
        if self._raw is None:
            self.text += data
        else:
            self.scripts.setdefault(self._raw, []).append(data)

    def pairs(self) -> list[Pair]:
        """The pairs that the page holds."""
        chunks = zip(self.scripts.get("index", []), self.scripts.get("texts", []), strict=True)
        return [pair for index, texts in chunks for pair in read_back(index, texts)]

    @property
    def policy(self) -> str:
        [policy] = [attributes["content"] for tag, attributes in self.elements if "http-equiv" in attributes]
        return str(policy)


def test_equal_arguments_give_equal_bytes() -> None:
    assert page_of(map(pair, range(MANY))) == page_of(map(pair, range(MANY)))


def test_every_pair_comes_back_as_it_was_given() -> None:
    """Refused copies, empty ones and ones that end with a line break too."""
    odd = [
        pair(1, control=None, candidate=None, outcome=None, reason=None, slots=[], line=None),
        pair(2, control="", candidate="\n"),
        pair(3, control="a\n\n", candidate="a\r\n\x00\ufeff\U0001f600"),
        pair(4, ignored=["tone", "trial"], bin="ignored"),
    ]
    given = [*odd, *map(pair, range(5, MANY))]
    assert Parsed(page_of(given)).pairs() == given


@given(st.lists(st.tuples(st.text(), st.none() | st.text(), st.none() | st.text()), min_size=1, max_size=5))
def test_any_text_comes_back_and_ends_no_element(texts: list[tuple[str, str | None, str | None]]) -> None:
    given = [
        pair(number, name=name, reason=name, slots=[name], control=control, candidate=candidate)
        for number, (name, control, candidate) in enumerate(texts)
    ]
    index, held = chunk_of(given)
    assert not set("<\u2028\u2029") & set(index + held)
    assert list(read_back(index, held)) == given


def test_half_a_surrogate_pair_in_a_name_stops_nothing() -> None:
    [found] = Parsed(page_of([pair(1, name="\udc80")], name="\udc80")).pairs()
    assert found["name"] == "\udc80"


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_others_adds_no_element_and_is_shown_as_it_stands(text: str) -> None:
    plain = Parsed(page_of([pair(1)], name="plain"))
    hostile = Parsed(page_of([pair(1, name=text, control=text, slots=[text])], name=text))
    assert [tag for tag, _ in hostile.elements if tag != "wbr"] == [tag for tag, _ in plain.elements]
    assert hostile.text.count(text) == plain.text.count("plain")
    assert hostile.pairs()[0]["control"] == text


def test_the_policy_lets_one_style_and_one_script_run_and_nothing_load() -> None:
    page = Parsed(page_of([pair(1)]))
    [style], [script] = page.scripts["style"], page.scripts["script"]
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
    assert page.policy == (
        f"default-src 'none'; style-src 'sha256-{digests[0]}'; script-src 'sha256-{digests[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not any(name == "style" or name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert "<!--" not in script


def test_nothing_outside_the_page_is_named() -> None:
    page = page_of([pair(1)])
    assert not re.findall(rb"(?i)https?:|//[\w.]+\.\w|@import|url\((?!\"#)", page)
    for tag, attributes in Parsed(page).elements:
        assert tag not in {"link", "img", "iframe", "object", "base"}
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")


def test_the_overview_stands_in_the_page_without_its_script() -> None:
    """Verdict, criteria, bins, floors, slots, atoms, outcomes, latency, cost and ignores; where pairs are, it says."""
    text = " ".join(Parsed(page_of([pair(1), pair(2, bin="same")], name="the-name")).text.split())
    for shown in (
        "hold 1 of 2 criteria not met",
        "the-name 50% ≤ 5% 2 ✗ not met",
        "latency 0.004 s ≤ 3 s 2 ✓ met",
        "all 1 0 1",
        "control – 2 0 0%",
        "candidate 2 4 1 25%",
        "the-name 13 1 2 3 5 2 62.5%",
        "Atoms: copies in which each stands (1)",
        "the-name 3 2 1",
        "the-name · the-name 12,345",
        "2 requests 0.5 0.75 1.25 2",
        "With something to choose 2",
        "34,567",
        "890,123",
        "2026-12-31 ✗ expired",
        "With scripts switched off there is only the overview.",
    ):
        assert shown in text


def test_the_shares_of_a_chart_are_told_in_words() -> None:
    page = Parsed(page_of([pair(1), pair(2, bin="same"), pair(3, bin="ignored")]))
    told = [attributes["aria-label"] for tag, attributes in page.elements if attributes.get("role") == "img"]
    assert told == ["all: 1 same, 1 ignored, 1 different", "daily: 1 same, 1 ignored, 1 different"]


def test_nothing_compared_is_a_page_too() -> None:
    nothing: dict[str, Any] = {"slots": [], "atoms": [], "outcomes": [], "ignores": [], "latency_seconds": None}
    noise = {"control": {"compared": 0, "different": 0}, "candidate": {"repeats": 0, "compared": 0, "different": 0}}
    page = Parsed(page_of([], **nothing, noise=noise))
    assert page.pairs() == []
    for shown in ("No slot was compared.", "Nothing is ignored.", "Latency was not measured.", "not measured"):
        assert shown in page.text


def test_an_overview_that_lacks_a_figure_is_no_page() -> None:
    lacking = overview([])
    del lacking["requests"]
    with pytest.raises(UndefinedError, match="requests"):
        write_page(len, lacking, [])


def test_pairs_are_written_while_they_come() -> None:
    """What is held of them does not grow with their number."""

    def most(count: int) -> int:
        figures = overview([pair(1)])
        tracemalloc.start()
        write_page(len, figures, map(pair, range(count)))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    most(1)
    assert most(10 * MANY) <= 1.1 * most(MANY)


def test_a_chunk_is_written_before_the_next_is_asked_for() -> None:
    handed = 0

    def counted() -> Iterator[Pair]:
        nonlocal handed
        for handed in range(1, 3 * PAIRS_AT_ONCE + 1):
            yield pair(handed)

    seen: list[int] = []
    write_page(lambda piece: seen.append(handed), overview([]), counted())
    assert {*seen} == {0, PAIRS_AT_ONCE, 2 * PAIRS_AT_ONCE, 3 * PAIRS_AT_ONCE}
