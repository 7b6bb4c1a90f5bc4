"""
One document to its canonical copy, promises checked.
"""

from dataclasses import dataclass

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import Document
from checkin_cli.facts import Facts, derive_facts
from checkin_cli.rendering.compose import canonical_clauses, compose
from checkin_cli.rendering.layout import lay_out
from checkin_cli.rendering.promises import check_promises
from checkin_cli.rendering.segments import Clause, Screen


@dataclass(frozen=True, slots=True)
class Rendering:
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


def render_canonical(document: Document, doctrine: Doctrine) -> Rendering:
    """
    Render a document with nobody choosing.

    Raises `DocumentRefused` for a copy that does not fit one message, `InternalFault` for a broken promise.
    """
    facts = derive_facts(document)
    screen = lay_out(facts, doctrine)
    clauses = canonical_clauses(screen)
    body = compose(screen, clauses)
    check_promises(screen, body)
    return Rendering(document, facts, screen, clauses, body)
