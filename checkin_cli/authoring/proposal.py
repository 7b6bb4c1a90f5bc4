"""
One proposed wording: what it is, how a reply becomes one, and the strict schema that such a reply can be held to.
"""

from typing import Annotated

from checkin_cli.authoring.offer import Offer
from checkin_cli.doctrine import Variant
from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import parse_json
from checkin_cli.shapes import ListOf, Misfit, OneOf, Pattern, Record, json_path, record, strict
from checkin_cli.shapes.core import JsonSchema

LARGEST_REPLY = 4096
"""
UTF-8 bytes of one reply, counted before it is parsed.
"""

_WORD = Pattern("[!-~]{1,64}", "an id")
_WORDING = Pattern(r"[\s\S]{1,300}", "a wording of 1 to 300 characters")
"""
Any characters: which of them a wording may hold is for the checks to say, in words that help.
"""


@record
class Proposal:
    """
    A new wording of one atom. Nothing of it is checked but its shape.
    """

    slot: Annotated[str, _WORD]
    atom: Annotated[str, _WORD]
    id: Annotated[str, _WORD]
    """
    Of the new variant.
    """

    wording: Annotated[str, _WORDING]
    register: Annotated[str, OneOf(("haeyo", "hapsyo"))]
    principles: Annotated[tuple[str, ...], ListOf(_WORD, least=1, most=8, unique=True)]
    """
    The principles that it rests on.
    """

    @property
    def variant(self) -> Variant:
        """
        The variant that it would become.
        """
        return Variant(id=self.id, text=self.wording)


class Unreadable(Exception):
    """
    A reply that is no proposal: what was found, and where, and what is required. It repeats nothing of the reply.
    """

    def __init__(self, found: str, required: str) -> None:
        self.found = found
        self.required = required
        self.reason = f"found {found}, required {required}"
        """
        Both, for a model to read.
        """

        super().__init__(self.reason)


def read_proposal(text: str) -> Proposal:
    """
    Read one reply: one JSON object and nothing else. It is admitted or not, and never repaired. Raises `Unreadable`.
    """
    shape = Record(Proposal)
    try:
        if len(text.encode("utf-8")) > LARGEST_REPLY:
            raise Unreadable(f"more than {LARGEST_REPLY} bytes", "one short JSON object")
        parsed = parse_json(text)
        _check_keys(parsed, shape)
        return shape.read(parsed)
    except UnicodeEncodeError:
        raise Unreadable("a lone surrogate", "Unicode text") from None
    except DocumentRefused as refused:
        place = f" at {refused.place}" if str(refused.place) else ""
        raise Unreadable(f"{refused.found}{place}", "one JSON object and nothing else") from None
    except Misfit as misfit:
        raise Unreadable(f"{misfit.found} at {json_path(misfit.path)}", misfit.required) from None


def _check_keys(parsed: object, shape: Record[Proposal]) -> None:
    """
    Name every key that is missing at once: whoever writes the file by hand need not find them one by one.
    """
    if not isinstance(parsed, dict):
        return
    missing = [name for name in shape.keys if name not in parsed]
    if missing:
        raise Unreadable(f"no {', '.join(missing)}", f"the keys {', '.join(shape.keys)}")


def proposal_schema(offer: Offer) -> JsonSchema:
    """
    The strict schema of a reply, derived from the record, with what was offered as its only ids.
    """
    return strict(
        Record(Proposal).schema(),
        {
            "slot": _words(offer.slot),
            "atom": _words(offer.atom.id),
            "id": _words(offer.new_id),
            "register": _words(offer.register),
            "principles[]": _words(*(each.id for each in offer.principles)),
        },
    )


def _words(*words: str) -> JsonSchema:
    return {"type": "string", "enum": list(words)}
