"""
A browser for the page of a shadow run, and what its reader can tell of it.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.shadows import Pair, page_of, pair

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # an extra, and the other tests do without it

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
