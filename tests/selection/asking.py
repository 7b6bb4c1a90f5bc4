"""
One document, asked of an endpoint or of a stand-in.
"""

from dataclasses import replace

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.runs.consent import Consents
from checkin_cli.runs.document import Context, Outcome, render_document
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.selection import Conditions, Selection
from checkin_cli.selection import Digester
from checkin_cli.selection.selectors.endpoint import Endpoint, EndpointSettings
from checkin_cli.selection.selectors.interface import Selector
from tests.conftest import FIXTURES
from tests.loopback import Loopback

DEADLINE = 1.0
RULES = ReadingRules()
KEY = "key-5f1c9d"
DAY = FIXTURES / "day" / "full-training-day.json"
OPEN = Consents(FIXTURES / "selection" / "consents.json", ("privacy-v1",), personal=True)


def settings_of(endpoint: Loopback) -> EndpointSettings:
    """Settings that lead to the endpoint."""
    return EndpointSettings(endpoint.base_url, "stub", DEADLINE, "max_completion_tokens", key=KEY)


def given(path: str = str(DAY)) -> RawInput:
    """A file as a run reads it."""
    with open(path, "rb") as file:
        return RawInput(path, "day", None, file.read(), path)


def context(doctrine: Doctrine, selector: Selector | None, mode: str, consents: Consents = OPEN) -> Context:
    """A run in which everything is switched on."""
    selection = Selection(mode, selector, lambda: Conditions(consents, {})) if selector else None
    return Context(doctrine, RULES, Digester(), selection)


def ask(endpoint: Loopback, mode: str, doctrine: Doctrine, **changes: object) -> Outcome:
    """Render the day with this endpoint."""
    settings = replace(settings_of(endpoint), **changes)  # type: ignore[arg-type]  # named by the test
    return render_document(given(), context(doctrine, Endpoint(settings), mode))


def canonical(doctrine: Doctrine) -> str:
    """The copy that nobody chose."""
    copy = render_document(given(), context(doctrine, None, "canonical")).copy
    assert copy is not None
    return copy
