"""
The guard: a reply is admitted as it stands, or refused. It is never repaired, and nothing of it is kept but ids.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from checkin_cli.doctrine import Atom, Variant
from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import parse_json
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.replies import CoachReply, ExpressionReply, PolishReply, Reply, SlotSelection
from checkin_cli.selection.requests import CoachRequest, ExpressionRequest, PolishRequest, SlotOffer
from checkin_cli.shapes import Misfit, Record

LARGEST_REPLY = 1024
"""
UTF-8 bytes, counted before anything is parsed.
"""

T = TypeVar("T", bound=Reply)


@dataclass(frozen=True, slots=True)
class Chosen:
    """
    The atoms of one prose slot and the principles that they were chosen for.
    """

    atoms: tuple[Atom, ...]
    principle_ids: tuple[str, ...]


_REPEATED = "duplicate_key"


def admit_expression(request: ExpressionRequest, content: str) -> tuple[Variant, ...]:
    """
    The chosen wording of each tone slot, in the order of the request. Raises `Refused`.
    """
    reply = _read(content, ExpressionReply)
    _same_request(request.surface, reply.surface)
    _same([slot.slot_id for slot in request.slots], [each.slot_id for each in reply.selections])
    return tuple(
        _offered(slot.variants, each.variant_id) for slot, each in zip(request.slots, reply.selections, strict=True)
    )


def admit_coach(request: CoachRequest, content: str) -> tuple[Chosen, ...]:
    """
    What was chosen for each prose slot, in the order of the request. Raises `Refused`.
    """
    reply = _read(content, CoachReply)
    _same_request(request.surface, reply.surface)
    _same([slot.slot_id for slot in request.slots], [each.slot_id for each in reply.slots])
    picked = [principle.id for principle in request.principles]
    for each in reply.slots:
        _some_of(picked, each.principle_ids)
    pairs = zip(request.slots, reply.slots, strict=True)
    return tuple(Chosen(_atoms(slot, each), each.principle_ids) for slot, each in pairs)


def admit_polish(request: PolishRequest, content: str) -> tuple[Variant, ...]:
    """
    The chosen wording of each clause, in the order of the request. Raises `Refused`.
    """
    reply = _read(content, PolishReply)
    _same_request(request.surface, reply.surface)
    _same(
        [(clause.slot_id, clause.atom_id) for clause in request.clauses],
        [(each.slot_id, each.atom_id) for each in reply.selections],
    )
    return tuple(
        _offered(clause.variants, each.variant_id)
        for clause, each in zip(request.clauses, reply.selections, strict=True)
    )


def _read(content: str, contract: type[T]) -> T:
    try:
        raw = content.encode("utf-8")
    except UnicodeEncodeError:
        raise Refused(Reason.NOT_ONE_OBJECT) from None
    if len(raw) > LARGEST_REPLY:
        raise Refused(Reason.REPLY_TOO_LARGE)
    try:
        value = parse_json(content)
    except DocumentRefused as refused:
        repeated = refused.code == _REPEATED
        raise Refused(Reason.DUPLICATE_KEY if repeated else Reason.NOT_ONE_OBJECT) from None
    if not isinstance(value, dict):
        raise Refused(Reason.NOT_ONE_OBJECT)
    try:
        return Record(contract).read(value)
    except Misfit as misfit:
        wrong_contract = misfit.path == ["schema_version"] and misfit.code == "not_listed"
        raise Refused(Reason.WRONG_CONTRACT if wrong_contract else Reason.WRONG_SHAPE) from None


def _same_request(asked: str, answered: str) -> None:
    if asked != answered:
        raise Refused(Reason.WRONG_CONTRACT)


def _same(asked: Sequence[object], answered: Sequence[object]) -> None:
    if asked == answered:
        return
    if len(set(answered)) < len(answered):
        raise Refused(Reason.REPEATED_ID)
    if sorted(map(repr, asked)) == sorted(map(repr, answered)):
        raise Refused(Reason.WRONG_ORDER)
    raise Refused(Reason.WRONG_SLOTS)


def _offered(variants: Iterable[Variant], wanted: str) -> Variant:
    for variant in variants:
        if variant.id == wanted:
            return variant
    raise Refused(Reason.UNOFFERED_ID)


def _some_of(offered: Sequence[str], chosen: Sequence[str]) -> None:
    if not chosen:
        raise Refused(Reason.WRONG_COUNT)
    if not set(chosen) <= set(offered):
        raise Refused(Reason.UNOFFERED_ID)
    if len(set(chosen)) < len(chosen):
        raise Refused(Reason.REPEATED_ID)


def _atoms(slot: SlotOffer, selection: SlotSelection) -> tuple[Atom, ...]:
    if selection.hard_identity != slot.hard_identity:
        raise Refused(Reason.WRONG_IDENTITY)
    offered = [atom.id for atom in slot.atoms]
    _some_of(offered, selection.atom_ids)
    if len(selection.atom_ids) > slot.max_clauses:
        raise Refused(Reason.WRONG_COUNT)
    chosen = [atom for atom in slot.atoms if atom.id in selection.atom_ids]
    if [atom.id for atom in chosen] != list(selection.atom_ids):
        raise Refused(Reason.WRONG_ORDER)
    return tuple(chosen)
