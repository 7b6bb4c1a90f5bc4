"""
The page of a shadow run in a browser: what its reader finds, presses and takes out of it.
"""

from typing import TYPE_CHECKING

import pytest

from tests.full.conftest import DESKTOP, FEW, Open, at, names, said
from tests.shadows import HOSTILE, pair

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.full

TOP = """
new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  document.querySelector("[aria-current]").getBoundingClientRect().top))))
"""
"""Where the pair that was moved to begins, when all is laid out."""


def copies(page: "Page") -> list[tuple[str | None, str | None]]:
    """What is shown of each pair, exactly; None where it was refused."""
    found: list[list[str | None]] = page.evaluate(
        "[...document.querySelectorAll('.pair')].map((pair) => ['.control', '.candidate'].map("
        "(side) => pair.querySelector(`${side} .copy`)?.textContent ?? null))"
    )
    return [(control, candidate) for control, candidate in found]


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
def test_text_of_others_is_shown_literally(scripts: bool, opened: Open) -> None:  # noqa: FBT001  # both are one claim
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


def test_what_is_taken_by_hand_out_of_a_copy_is_the_copy(opened: Open) -> None:
    page = opened(FEW)
    taken = """(select) => {
      getSelection().selectAllChildren(document.querySelector(select));
      const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), cancelable: true });
      document.dispatchEvent(event);
      return event.clipboardData.getData("text/plain");
    }"""
    assert page.evaluate(taken, ".candidate .copy") == FEW[1]["candidate"]
    assert page.evaluate(taken, "ins") == "체크인이"
    assert page.evaluate(taken, "#verdict") == ""


def test_ten_thousand_pairs_open_and_are_walked_page_by_page(opened: Open) -> None:
    page = opened([pair(number) for number in range(1, 10_001)], "#pair=9976")
    assert said(page) == "10,000 of 10,000 pairs match. At 9,976 of 10,000."
    assert at(page) == "day-9976"
    assert 0 <= page.evaluate(TOP) < DESKTOP["height"] / 4
    shown = names(page)
    assert (shown[0], shown[-1], len(shown)) == ("day-9951", "day-10000", 50)
    page.get_by_role("button", name="Back").click()
    assert names(page)[0] == "day-9901"
    for key, name in (("j", "day-9902"), ("k", "day-9901"), ("k", "day-9900")):
        page.keyboard.press(key)
        assert at(page) == name
    assert page.locator("#leaf").inner_text() == "9,851 to 9,900 of 10,000"
