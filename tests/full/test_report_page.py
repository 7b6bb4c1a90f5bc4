"""
The page of a shadow run in a browser: what a reader sees, presses and prints, and that it asks for nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.shadows import HOSTILE, Pair, page_of, pair

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.full

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
WEEK = {"surface": "weekly", "slots": ["weekly.courtesy", "weekly.rationale"], "reason": "selected"}
FEW = [
    pair(1, bin="same", candidate=pair(1)["control"], slots=[]),
    pair(2),
    pair(3, bin="ignored", ignored=["tone"]),
    pair(4, **WEEK),
    pair(5, bin="same", candidate=pair(5)["control"], slots=[]),
    pair(6, candidate=None, outcome=None, reason="copy_too_long"),
]

Open = Callable[..., "Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """One browser for all pages."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra, and the other tests do without it

    assert CHROMIUM.exists(), f"the tests of the page need a browser at {CHROMIUM}: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: "Browser", tmp_path: Path) -> Iterator[Open]:
    """Open the page of some pairs. It must ask for nothing but itself, and complain about nothing."""
    file = tmp_path / "report.html"
    heard: list[str] = []
    asked: list[str] = []

    def page(pairs: Sequence[Pair], fragment: str = "", name: str = "daily", **conditions: Any) -> "Page":
        file.write_bytes(page_of(pairs, name=name))
        page = browser.new_page(**{"viewport": DESKTOP, **conditions})
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri() + fragment)
        return page

    yield page
    for context in browser.contexts:
        context.close()
    assert heard == []
    assert {address.partition("#")[0] for address in asked} == {file.as_uri()}


def said(page: "Page") -> str:
    """What the live region says."""
    return page.locator("[role=status]").inner_text()


def at(page: "Page") -> str | None:
    """The name of the pair that has the focus."""
    name: str | None = page.evaluate("document.activeElement.closest('.pair')?.querySelector('.name').textContent")
    return name


def names(page: "Page") -> list[str]:
    """The names of the pairs that are shown."""
    return page.locator(".pair .name").all_text_contents()


def copies(page: "Page") -> list[tuple[str | None, str | None]]:
    """What is shown of each pair, exactly; None where it was refused."""
    found: list[list[str | None]] = page.evaluate(
        "[...document.querySelectorAll('.pair')].map((pair) => ['.control', '.candidate'].map("
        "(side) => pair.querySelector(`${side} .copy`)?.textContent ?? null))"
    )
    return [(control, candidate) for control, candidate in found]


def variable(page: "Page", name: str) -> tuple[float, ...]:
    """A colour of the style as red, green and blue from 0 to 1."""
    text: str = page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()")
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return tuple(int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))


def luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_page_opens_on_what_differs(opened: Open) -> None:
    page = opened(FEW)
    assert said(page) == "3 of 6 pairs match."
    assert names(page) == ["day-2", "day-4", "day-6"]
    assert page.locator("select[name=bin] option").all_text_contents() == [
        "any (6)",
        "different (3)",
        "ignored (1)",
        "same (2)",
    ]


def test_each_filter_takes_its_pairs_and_the_others_count_what_is_left(opened: Open) -> None:
    page = opened(FEW)
    page.select_option("select[name=bin]", "")
    assert said(page) == "6 of 6 pairs match."
    page.select_option("select[name=surface]", "weekly")
    assert names(page) == ["day-4"]
    assert page.locator("select[name=reason] option").all_text_contents() == [
        "any (1)",
        "copy_too_long (0)",
        "selected (1)",
        "timeout (0)",
    ]
    page.select_option("select[name=reason]", "timeout")
    assert (said(page), names(page)) == ("0 of 6 pairs match.", [])
    page.select_option("select[name=surface]", "")
    assert names(page) == ["day-1", "day-2", "day-3", "day-5"]
    page.select_option("select[name=reason]", "")
    page.select_option("select[name=slot]", "weekly.rationale")
    assert names(page) == ["day-4"]


def test_the_address_keeps_filters_and_pair(opened: Open) -> None:
    """It can be opened again, and Back takes a choice of filters back."""
    page = opened(FEW, "#bin=&surface=daily&pair=3")
    assert (said(page), at(page)) == ("5 of 6 pairs match. At 2 of 3.", "day-3")
    page.keyboard.press("j")
    page.wait_for_url("**/report.html#bin=&surface=daily&pair=6")
    page.select_option("select[name=surface]", "weekly")
    assert page.url.endswith("#bin=&surface=weekly")
    page.go_back()
    page.wait_for_function("document.querySelector('select[name=surface]').value === 'daily'")
    assert at(page) == "day-6"
    page.locator(".pair .number").first.click()
    assert page.url.endswith("#bin=&surface=daily&pair=1")
    assert at(page) == "day-1"


@pytest.mark.parametrize("fragment", ["#bin=none&pair=x", "#pair=1", "#pairs", "#%", "#surface=%3Cb%3E"])
def test_an_address_that_means_nothing_shows_what_differs(fragment: str, opened: Open) -> None:
    page = opened(FEW, fragment)
    expected = "6 of 6 pairs match." if "none" in fragment else "3 of 6 pairs match."
    assert said(page) == expected


@pytest.mark.parametrize(("on", "back"), [("j", "k"), ("n", "p"), ("ArrowRight", "ArrowLeft"), ("J", "K")])
def test_keys_move_through_the_differences(on: str, back: str, opened: Open) -> None:
    """Pairs that are the same are passed over, whatever is shown."""
    page = opened(FEW)
    page.select_option("select[name=bin]", "")
    page.evaluate("document.activeElement.blur()")
    moved = []
    for key in (on, on, on, on, on, back, back, back, back):
        page.keyboard.press(key)
        moved.append((at(page), said(page).removeprefix("6 of 6 pairs match. ")))
    assert moved == [
        ("day-2", "At 1 of 4."),
        ("day-3", "At 2 of 4."),
        ("day-4", "At 3 of 4."),
        ("day-6", "At 4 of 4."),
        ("day-6", "No further difference."),
        ("day-4", "At 3 of 4."),
        ("day-3", "At 2 of 4."),
        ("day-2", "At 1 of 4."),
        ("day-2", "No earlier difference."),
    ]
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert page.locator("[aria-current]").count() == 1


def test_keys_work_under_a_korean_layout(opened: Open) -> None:
    page = opened(FEW)
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅓ', code: 'KeyJ', bubbles: true}))")
    assert at(page) == "day-2"


def test_keys_are_left_alone_where_they_mean_something_else(opened: Open) -> None:
    page = opened(FEW)
    page.focus("select[name=bin]")
    for key in ("j", "n", "ArrowRight", "?"):
        page.keyboard.press(key)
    assert at(page) is None
    assert not page.locator("dialog").is_visible()
    page.evaluate("document.activeElement.blur()")
    for key in ("Control+j", "Alt+n", "Meta+k", "Shift+ArrowRight"):
        page.keyboard.press(key)
    assert at(page) is None


def test_a_question_mark_tells_the_keys_and_escape_ends_it(opened: Open) -> None:
    page = opened(FEW)
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("j")
    assert at(page) is None
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    page.keyboard.press("j")
    assert at(page) == "day-2"


def test_buttons_do_what_keys_do_and_keep_the_focus(opened: Open) -> None:
    page = opened(FEW)
    current = page.locator("[aria-current] .name")
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("Enter")
    assert current.inner_text() == "day-4"
    page.get_by_role("button", name="Previous").click()
    assert current.inner_text() == "day-2"
    page.get_by_role("button", name="Keys").click()
    assert page.locator("dialog").is_visible()


def test_copies_are_shown_to_the_byte(opened: Open) -> None:
    """Empty lines, spaces at ends, line breaks at the end and characters that nobody sees."""
    texts = [
        ("", "\n"),
        ("a\n\n\nb\n", "b\n\n a"),
        ("  두 칸  사이 \t끝 ", "두 칸 사이 끝"),
        ("a\u200b\ufeff\u00a0b\u2028c", "ab c\u0301\U0001f468\u200d\U0001f469"),
        ("같음", "같음"),
        (None, "한쪽만"),
        ("한쪽만", None),
        (None, None),
    ]
    given = [pair(number, control=one, candidate=other) for number, (one, other) in enumerate(texts)]
    assert copies(opened(given)) == texts


@pytest.mark.parametrize("scripts", [True, False])
def test_text_of_others_is_shown_literally(scripts: bool, opened: Open) -> None:  # noqa: FBT001 - both are one claim
    given = [
        pair(number, name=text, source=text, surface=text, slots=[text], ignored=[text], outcome=text, reason=text)
        | {"control": text, "candidate": f"{text} {text}"}
        for number, text in enumerate(HOSTILE)
    ]
    name = HOSTILE[0]
    page = opened(given, name=name, java_script_enabled=scripts)
    assert page.locator("#outcomes + .across").text_content() is not None
    assert (page.locator("#slots + .across tbody th").last.text_content() or "").strip() == name
    if scripts:
        assert copies(page) == [(text, f"{text} {text}") for text in HOSTILE]
        assert names(page) == list(HOSTILE)
        assert page.evaluate("window.ran") is None
        page.select_option("select[name=slot]", HOSTILE[1])
        assert names(page) == [HOSTILE[1]]


def test_what_differs_is_marked_in_words_and_only_that(opened: Open) -> None:
    control = "제목\n오늘 기록이 모였어요.\n같은 줄\n없어진 줄\n\n끝"
    candidate = "제목\n오늘 체크인이 모였어요.\n같은 줄\n\n끝\n새로운 줄"
    page = opened([pair(1, control=control, candidate=candidate)])
    assert page.locator(".control del").all_text_contents() == ["기록이", "없어진 줄"]
    assert page.locator(".candidate ins").all_text_contents() == ["체크인이", "새로운 줄"]
    assert page.locator(".control ins, .candidate del").count() == 0
    assert page.locator(".copy").first.get_attribute("lang") == "ko"
    told = page.evaluate("getComputedStyle(document.querySelector('ins'), '::before').content")
    assert told == '" [only in candidate: "'


def test_what_nobody_sees_is_named(opened: Open) -> None:
    page = opened([pair(1, control="물 한 잔\n끝", candidate="물\u00a0한 잔\n끝\u200b")])
    assert page.locator("ins").evaluate_all("(marks) => marks.map((mark) => mark.dataset.unseen)") == [
        "U+00A0",
        "U+200B",
    ]


def test_equal_lines_stand_side_by_side_on_a_desk_and_copies_one_below_the_other_on_a_phone(opened: Open) -> None:
    given = [pair(1, control="하나\n" * 3 + "둘\n셋", candidate="둘\n" + "넷\n" * 3 + "셋")]
    tops = "(side) => [...document.querySelectorAll(`${side} .line`)].at(-1).getBoundingClientRect().top"
    desk = opened(given)
    assert desk.evaluate(tops, ".control") == desk.evaluate(tops, ".candidate")
    phone = opened(given, viewport=PHONE)
    box, below = phone.locator(".pair .control").bounding_box(), phone.locator(".pair .candidate").bounding_box()
    assert box is not None
    assert below is not None
    assert (box["x"], box["width"]) == (below["x"], below["width"])
    assert box["y"] + box["height"] <= below["y"]


def longest(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the longest common subsequence, the plain way."""
    row = [0] * (len(b) + 1)
    for one in a:
        diagonal = 0
        for place, other in enumerate(b, 1):
            diagonal, row[place] = row[place], diagonal + 1 if one == other else max(row[place], row[place - 1])
    return row[-1]


def test_lines_are_aligned_once_each_in_order_and_as_many_equal_ones_as_there_can_be(opened: Open) -> None:
    draw = Random(7)  # noqa: S311 - a seeded sample, not a secret
    cases = [["".join(draw.choices("abcd", k=draw.randrange(12))) for _ in "ab"] for _ in range(500)]
    aligned = opened(FEW).evaluate("(cases) => cases.map(([a, b]) => align([...a], [...b]))", cases)
    for (a, b), rows in zip(cases, aligned, strict=True):
        assert [i for i, _ in rows if i is not None] == list(range(len(a)))
        assert [j for _, j in rows if j is not None] == list(range(len(b)))
        assert all(row != [None, None] for row in rows)
        assert sum(None not in row and a[row[0]] == b[row[1]] for row in rows) >= longest(a, b)


def test_copies_too_long_for_a_table_are_still_shown_whole(opened: Open) -> None:
    rows = opened(FEW).evaluate("align([...Array(2000).keys()], [...Array(2000).keys()].reverse())")
    assert [i for i, _ in rows if i is not None] == list(range(2000))


def test_two_lines_are_split_into_what_they_share_and_what_differs(opened: Open) -> None:
    draw = Random(8)  # noqa: S311 - as above
    cases = [[" ".join(draw.choices(["물", "한", "잔", ""], k=draw.randrange(6))) for _ in "ab"] for _ in range(500)]
    parts = opened(FEW).evaluate("(cases) => cases.map(([a, b]) => split(a, b))", cases)
    for (a, b), part in zip(cases, parts, strict=True):
        assert [part["before"] + inner + part["after"] for inner in part["differ"]] == [a, b]
        assert (part["differ"] == ["", ""]) == (a == b)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, {"width": 390, "height": 844}, DESKTOP], ids=["360", "390", "1280"])
def test_nothing_is_wider_than_the_window(viewport: dict[str, int], scheme: str, opened: Open) -> None:
    """Not with names and words that never end either."""
    long = "long_name." * 12 + "x" * 200
    odd = pair(7, control="가" * 300, candidate="가" * 299 + "나", name=long, source=long, slots=[long], reason=long)
    page = opened([*FEW, odd], name=long, viewport=viewport, color_scheme=scheme)
    page.locator("details").evaluate("(details) => { details.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("?")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(scheme: str, opened: Open) -> None:
    """At least 4.5 to 1, as WCAG 2.2 asks for text, and 3 to 1 for what is no text."""
    page = opened(FEW, color_scheme=scheme)
    for text, behind, least in (
        ("text", "ground", 7.0),
        ("text", "raised", 7.0),
        ("text", "control", 7.0),
        ("text", "candidate", 7.0),
        ("quiet", "ground", 4.5),
        ("quiet", "raised", 4.5),
        ("good", "ground", 4.5),
        ("bad", "ground", 4.5),
        ("bad", "raised", 4.5),
        ("ground", "strong", 4.5),
        ("strong", "pale", 3.0),
        ("control-line", "control", 3.0),
        ("candidate-line", "candidate", 3.0),
        ("focus", "ground", 3.0),
        ("stripe", "ground", 3.0),
    ):
        light, dark = sorted((luminance(variable(page, text)), luminance(variable(page, behind))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= least, (text, behind)
    assert (luminance(variable(page, "ground")) < 0.1) == (scheme == "dark")


def test_print_shows_overview_and_what_was_chosen_and_no_controls(opened: Open) -> None:
    """In dark rooms too it is printed on white."""
    page = opened(FEW, color_scheme="dark")
    page.emulate_media(media="print")
    assert variable(page, "ground") == (1, 1, 1)
    for shown in ("Verdict", "Comparison", "Slots", "Chosen: bin different.", "3 of 6 pairs match.", "1 to 3 of 3"):
        assert page.get_by_text(shown, exact=True).first.is_visible(), shown
    assert page.locator(".pair .copy").first.is_visible()
    assert "underline" in page.evaluate("getComputedStyle(document.querySelector('del')).textDecorationLine")
    for hidden in page.locator("select, button").all():
        assert not hidden.is_visible()


def test_the_overview_needs_no_script(opened: Open) -> None:
    page = opened(FEW, java_script_enabled=False)
    for shown in ("Verdict", "1 of 2 criteria not met", "Noise floor", "Slots", "12,345"):
        assert page.get_by_text(shown, exact=True).first.is_visible(), shown
    assert "there is only the overview" in said(page)
    assert not page.locator(".filters").is_visible()
    assert page.locator(".pair").count() == 0


def test_ten_thousand_pairs_open_and_are_walked_page_by_page(opened: Open) -> None:
    page = opened([pair(number) for number in range(1, 10_001)], "#pair=9976")
    assert said(page) == "10,000 of 10,000 pairs match. At 9,976 of 10,000."
    assert at(page) == "day-9976"
    shown = names(page)
    assert (shown[0], shown[-1], len(shown)) == ("day-9951", "day-10000", 50)
    page.get_by_role("button", name="Back").click()
    assert names(page)[0] == "day-9901"
    for key, name in (("j", "day-9902"), ("k", "day-9901"), ("k", "day-9900")):
        page.keyboard.press(key)
        assert at(page) == name
    assert page.locator("#leaf").inner_text() == "9,851 to 9,900 of 10,000"
