"""
What a stage of a selection would send about one document, without sending anything.
"""

from dataclasses import dataclass

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import Document
from checkin_cli.facts.derive import surface_of
from checkin_cli.json_text import json_line
from checkin_cli.rendering import Rendering, render_canonical
from checkin_cli.runs.selection import turn_of
from checkin_cli.selection.attempt import Attempt
from checkin_cli.selection.bounds import Bounds, Spared
from checkin_cli.selection.pipeline import select
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import Request, message_of
from checkin_cli.selection.schemas import strict_schema
from checkin_cli.selection.selectors.built_in import BUILT_IN
from checkin_cli.selection.selectors.interface import MOST_TOKENS, Answer, Turn

STAGES = ("expression", "coach", "polish")


@dataclass(frozen=True, slots=True)
class Prompt:
    """
    The messages of one request, and what they cost at most.
    """

    surface: str | None
    """
    None where the system text is that of all surfaces.
    """

    system: str
    input_tokens: int
    """
    No tokenizer that works on bytes makes more: UTF-8 bytes of messages and schema, and what a template adds to each.
    """

    output_tokens: int
    user: str | None = None
    """
    None without a document.
    """

    schema: str | None = None
    """
    The strict schema, where it is sent along.
    """


def system_prompts(stage: str, doctrine: Doctrine) -> list[Prompt]:
    """
    The system text of a stage; of `expression` one for each surface with a tone slot, because it lists their wordings.
    """
    surfaces: list[str | None] = [None]
    if stage == "expression":
        surfaces = [surface for surface, playbook in doctrine.playbooks.items() if playbook.tone]
    texts = [(surface, doctrine.task(stage, surface or "")) for surface in surfaces]
    return [Prompt(surface, text, Bounds.of_texts(text), MOST_TOKENS) for surface, text in texts]


def prompt_for(stage: str, document: Document, doctrine: Doctrine, *, structured: bool) -> Prompt | Spared:
    """
    What a stage would send about a document if every gate said yes, or why it would send nothing.

    The request of `polish` depends on the reply to that of `coach`: here it is the one after a reply that takes the
    first of everything.
    """
    rendering = render_canonical(document, doctrine)
    mode = "expression" if stage == "expression" else "coach"
    recording = _Recording()
    select(mode, Attempt(rendering, doctrine, recording, lambda: None, turn_of(document)))
    for request, system in recording.asked:
        if request.stage == stage:
            schema = json_line(strict_schema(request)).decode("utf-8") if structured else None
            tokens = Bounds(doctrine, structured=structured).tokens(request)
            return Prompt(surface_of(document), system, tokens, MOST_TOKENS, message_of(request), schema)
    return _spared(mode, stage, rendering, doctrine)


def _spared(mode: str, stage: str, rendering: Rendering, doctrine: Doctrine) -> Spared:
    bound = Bounds(doctrine).of(mode, rendering)[stage]
    return bound if isinstance(bound, Spared) else Spared.ONE_OPTION


class _Recording:
    """
    Takes the first of everything, and keeps what it was asked.
    """

    name = "first"
    sends = False

    def __init__(self) -> None:
        self.asked: list[tuple[Request, str]] = []

    def refuses(self) -> Reason | None:
        """Never."""
        return None

    def get_ready(self) -> bool:
        """Nothing is needed."""
        return False

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        """Answer as `first` does."""
        self.asked.append((request, task))
        return BUILT_IN["first"].choose(request, task, turn)
