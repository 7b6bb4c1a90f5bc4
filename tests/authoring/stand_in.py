"""
Models and judges that do what a test says.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from checkin_cli.authoring.model import Completion, Model
from checkin_cli.authoring.offer import Offer, offer_of
from checkin_cli.authoring.proposal import Proposal
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.doctrine import Doctrine
from checkin_cli.selection.reasons import Reason

ATOM = "sleep_short"
SLOT = "daily.interpretation"


@dataclass
class Scripted(Model):
    """A model that answers these texts in order; None is an endpoint that fails."""

    replies: list[str | None]
    tokens: int = 100
    asked: list[str] = field(default_factory=list)
    schemas: list[Mapping[str, object] | None] = field(default_factory=list)

    def complete(
        self, system: str, user: str, *, schema: Mapping[str, object] | None = None, name: str = "reply"
    ) -> Completion:
        self.asked.append(user)
        self.schemas.append(schema)
        text = self.replies.pop(0)
        return Completion(text, None if text is not None else Reason.DEADLINE, 1, self.tokens)


@dataclass
class Judge:
    """Refutes wordings that it is told to, with one code each."""

    against: dict[str, str] = field(default_factory=dict)
    heard: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)

    def __call__(self, proposal: Proposal, proposed: Sequence[str], spoken: Sequence[str]) -> tuple[Refutation, ...]:
        self.heard.append((proposal.wording, tuple(proposed), tuple(spoken)))
        code = self.against.get(proposal.wording)
        return (Refutation(code, "wording", proposal.wording),) if code else ()


def offer(doctrine: Doctrine) -> Offer:
    return offer_of(doctrine, SLOT, ATOM)


def reply(said: str, **changes: Any) -> str:
    """A reply as a model should write it, with changes."""
    members = {
        "slot": SLOT,
        "atom": ATOM,
        "id": f"{ATOM}.d",
        "wording": said,
        "register": "haeyo",
        "principles": ["sleep.short_hunger"],
    }
    return json.dumps(members | changes, ensure_ascii=False)
