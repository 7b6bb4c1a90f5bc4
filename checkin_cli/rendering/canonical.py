"""
One document to its canonical copy, promises checked.
"""

from collections.abc import Callable
from typing import NamedTuple

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import Document
from checkin_cli.facts import Facts, derive_facts
from checkin_cli.rendering.compose import canonical_clauses, compose
from checkin_cli.rendering.layout import lay_out
from checkin_cli.rendering.promises import check_promises
from checkin_cli.rendering.segments import Clause, Screen


class Rendering(NamedTuple):
    """
    A copy with everything it was made from.
    """

    document: Document
    facts: Facts
    screen: Screen
    clauses: tuple[Clause, ...]
    body: str
    """
    Without a final newline.
    """


class Draft:
    """
    A rendering on its way: it begins with a document and a doctrine, and each step of `STEPS` adds what the next needs.
    """

    __slots__ = ("body", "clauses", "doctrine", "document", "facts", "screen")

    document: Document
    doctrine: Doctrine
    facts: Facts
    screen: Screen
    clauses: tuple[Clause, ...]
    body: str

    def judge(self) -> None:
        """
        Derive the facts.
        """
        self.facts = derive_facts(self.document)

    def lay_out(self) -> None:
        """
        Set the facts in their segments.
        """
        self.screen = lay_out(self.facts, self.doctrine)

    def choose(self) -> None:
        """
        Take what is shown when nobody chooses.
        """
        self.clauses = canonical_clauses(self.screen)

    def write(self) -> None:
        """
        Write the body.
        """
        self.body = compose(self.screen, self.clauses)

    def check(self) -> None:
        """
        Hold the finished text against the promises; raises as `check_promises` does.
        """
        check_promises(self.screen, self.body)

    def rendering(self) -> Rendering:
        """
        The rendering, after the last step.
        """
        # A named tuple is made sooner by its base than by a call of its class, which goes through Python.
        return tuple.__new__(Rendering, (self.document, self.facts, self.screen, self.clauses, self.body))


STEPS: tuple[Callable[[Draft], None], ...] = (Draft.judge, Draft.lay_out, Draft.choose, Draft.write, Draft.check)
"""
From a document to a rendering, in this order, for one draft or for several side by side.
"""


def render_canonical(document: Document, doctrine: Doctrine) -> Rendering:
    """
    Render a document with nobody choosing.

    Raises `DocumentRefused` for a copy that does not fit one message, `InternalFault` for a broken promise.
    """
    draft = Draft()
    draft.document, draft.doctrine = document, doctrine
    for step in STEPS:
        step(draft)
    return draft.rendering()
