"""
The page of a shadow run on desk, phone and paper, in light and dark rooms, with and without its script.
"""

from typing import TYPE_CHECKING

import pytest

from tests.full.conftest import DESKTOP, FEW, PHONE, Open, said
from tests.shadows import pair

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.full


def variable(page: "Page", name: str) -> tuple[float, ...]:
    """A colour of the style as red, green and blue from 0 to 1."""
    text: str = page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()")
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return tuple(int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))


def luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_equal_lines_stand_side_by_side_on_a_desk_and_copies_one_below_the_other_on_a_phone(opened: Open) -> None:
    given = [pair(1, control="하나\n" * 3 + "둘\n셋", candidate="둘\n" + "넷\n" * 3 + "셋")]
    desk = opened(given)
    for line in ("둘", "셋"):
        sides = [desk.locator(f"{side} .line").get_by_text(line).bounding_box() for side in (".control", ".candidate")]
        tops = {side["y"] for side in sides if side is not None}
        assert len(tops) == 1, line
    phone = opened(given, viewport=PHONE)
    box, below = phone.locator(".pair .control").bounding_box(), phone.locator(".pair .candidate").bounding_box()
    assert box is not None
    assert below is not None
    assert (box["x"], box["width"]) == (below["x"], below["width"])
    assert box["y"] + box["height"] <= below["y"]


def test_korean_words_are_never_broken(opened: Open) -> None:
    """On a phone too a line ends between words."""
    text = (
        "월요일 체중은 조금 높게 나오곤 한다는 연구가 있어요. 회복이 더딘 시기에는 운동의 강도와 에너지를 함께 봅니다."
    )
    page = opened([pair(1, control=text, candidate=f"{text} 끝")], viewport=PHONE)
    heights = """(line) => [...line.textContent.matchAll(/\\S+/gu)].map((word) => {
      const range = document.createRange();
      range.setStart(line.firstChild, word.index);
      range.setEnd(line.firstChild, word.index + word[0].length);
      return new Set([...range.getClientRects()].map((part) => part.top)).size;
    })"""
    for width in range(320, 400, 5):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.locator(".control .line").evaluate(heights) == [1] * len(text.split())


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
