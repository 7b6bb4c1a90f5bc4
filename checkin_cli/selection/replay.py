"""
From a receipt back to the copy: its ids, in this document and this doctrine, and nothing else.
"""

from collections.abc import Iterator, Sequence

from checkin_cli.doctrine import Doctrine
from checkin_cli.facts import OrdinaryFacts
from checkin_cli.facts.derive import surface_of
from checkin_cli.grounding import Grounding, ground, offer
from checkin_cli.rendering import Clause, Prose, Rendering, Screen, Tone, compose
from checkin_cli.selection.attempt import Selected
from checkin_cli.selection.pipeline import tone_offers, why_closed
from checkin_cli.selection.reasons import Failure, Reason
from checkin_cli.selection.receipt import Digester, Shown, receipt_of
from checkin_cli.selection.receipt_record import Receipt, receipt_members
from checkin_cli.selection.requests import CONTRACTS

_STAGES = {"canonical": (), "expression": ("expression",), "coach": ("coach", "polish")}
_OUTCOMES = {
    "canonical": {"canonical"},
    "expression": {"success", "no_eligible_slot", *Failure},
    "coach": {"canonical", "coached", "coached_and_polished"},
}


_ANSWERS = {
    Reason.INTERRUPTED,
    Failure.PROVIDER_ERROR,
    Failure.TIMEOUT,
    Failure.INVALID_RESPONSE,
    Failure.VALIDATION_REJECTED,
}
"""
What can only have come of a request.
"""

_FAILURES_OF_COACH: set[str] = {*Failure, Reason.INTERRUPTED}


class Impossible(Exception):
    """
    A receipt that no run can have left. It carries the name of the member that cannot be.
    """

    def __init__(self, member: str) -> None:
        self.member = member
        super().__init__(member)


def replay(rendering: Rendering, doctrine: Doctrine, receipt: Receipt) -> Shown:
    """
    The copy that the receipt stands for. Raises `Impossible`.
    """
    stages = _stages(receipt)
    grounding = _grounding(rendering, doctrine)
    _check_reason(rendering, grounding, receipt, stages)
    clauses = clauses_of(rendering.screen, receipt.variant_ids)
    coached = receipt.outcome in {"coached", "coached_and_polished"}
    if coached:
        if grounding is None:
            raise Impossible("outcome")
        _check_coached(rendering, grounding, clauses)
        if "coach" in stages and not set(receipt.principle_ids) <= {each.principle.id for each in grounding.picked}:
            raise Impossible("principle_ids")
    chosen_wordings = receipt.outcome in {"success", "coached_and_polished"}
    if not coached and _without_tone(clauses) != _without_tone(rendering.clauses):
        raise Impossible("atom_ids")
    if not chosen_wordings and any(_is_reworded(clause, doctrine) for clause in clauses):
        raise Impossible("variant_ids")
    selected = Selected(
        clauses,
        receipt.outcome,
        receipt.reason,
        coach_valid=coached,
        polish_valid=receipt.outcome == "coached_and_polished",
        requests=receipt.request_count,
        stages=stages,
        principle_ids=receipt.principle_ids if coached and "coach" in stages else None,
    )
    return Shown(rendering, compose(rendering.screen, clauses), selected, receipt.mode, receipt.selector)


def differing_members(receipt: Receipt, shown: Shown, doctrine: Doctrine, digester: Digester) -> tuple[str, ...]:
    """
    The members in which a receipt is not the one that the replayed copy would have got, in the order of the contract.
    """
    found, replayed = receipt_members(receipt), receipt_members(receipt_of(shown, doctrine, digester))
    return tuple(name for name, value in replayed.items() if found[name] != value)


def _stages(receipt: Receipt) -> tuple[str, ...]:
    """
    The stages that were asked. Raises `Impossible` where mode, selector, outcome and counts do not go together.
    """
    versions = receipt.contract_versions[1:]
    stages = tuple(stage for stage in _STAGES[receipt.mode] if CONTRACTS[stage] in versions)
    if tuple(CONTRACTS[stage] for stage in stages) != versions:
        raise Impossible("contract_versions")
    if receipt.outcome not in _OUTCOMES[receipt.mode]:
        raise Impossible("outcome")
    if (receipt.selector == "none") != (receipt.mode == "canonical"):
        raise Impossible("selector")
    if receipt.request_count not in _possible_counts(receipt, len(stages)):
        raise Impossible("request_count")
    if len(set(receipt.principle_ids)) < len(receipt.principle_ids):
        raise Impossible("principle_ids")
    return stages


def _possible_counts(receipt: Receipt, stages: int) -> range:
    """
    How many requests such a run can have begun.
    """
    words = {receipt.outcome, receipt.reason}
    if receipt.selector != "openai" or words & {"no_key", "provider_disallowed", "no_eligible_slot"}:
        return range(1)
    if "disabled" in words:
        return range(stages + 1)
    # A key that cannot be sent is an error of the provider as well, before the request of the last stage.
    fewest = stages - 1 if receipt.mode == "coach" and receipt.reason == "provider_error" else stages
    return range(max(fewest, 0), stages + 1)


def _check_reason(rendering: Rendering, grounding: Grounding | None, receipt: Receipt, stages: tuple[str, ...]) -> None:
    """
    The reason is one that this document, mode and outcome can have.
    """
    closed = why_closed(rendering.facts)
    if closed is not None or receipt.mode == "canonical":
        possible = {closed or "canonical_mode"}
    elif receipt.outcome in {"success", "coached_and_polished"}:
        possible = {"selected"} if stages else set()
    elif receipt.mode == "expression":
        failures = {reason.value for reason in Reason if reason.failure == receipt.outcome} - {Reason.WRONG_IDENTITY}
        if receipt.selector != "openai":
            failures &= {Reason.SWITCHED_OFF, Reason.WRONG_CONFIGURATION, Reason.WRONG_COUNT}
        possible = failures or {"no_eligible_slot"}
    elif grounding is None:
        possible = {"grounding_insufficient"}
    elif receipt.outcome == "coached":
        failed = _FAILURES_OF_COACH
        possible = failed - {Failure.DISABLED} if "polish" in stages or not stages else {"selected", *failed}
    else:
        possible = _FAILURES_OF_COACH | {"no_eligible_slot"}
    if receipt.reason == Reason.INTERRUPTED and receipt.selector != "openai":
        possible = set()
    unasked = not stages and _ANSWERS & {receipt.outcome, receipt.reason}
    if receipt.reason not in possible or unasked:
        raise Impossible("reason")
    if receipt.mode == "expression" and (receipt.outcome == "no_eligible_slot") == bool(tone_offers(rendering)):
        raise Impossible("outcome")


def clauses_of(screen: Screen, variant_ids: Sequence[str]) -> tuple[Clause, ...]:
    """
    The clauses that the ids name on this screen. Raises `Impossible` where they are not offered there, in this order.
    """
    return tuple(_clauses(screen, variant_ids))


def _clauses(screen: Screen, variant_ids: Sequence[str]) -> Iterator[Clause]:
    remaining = list(variant_ids)
    for segment in screen.segments():
        if isinstance(segment, Tone):
            wordings = {variant.id: Clause(segment.slot, segment.slot, variant) for variant in segment.variants}
            if not remaining or remaining[0] not in wordings:
                raise Impossible("variant_ids")
            yield wordings[remaining.pop(0)]
        elif isinstance(segment, Prose):
            offered = {
                variant.id: Clause(segment.slot, atom.id, variant)
                for atom in segment.offered
                for variant in atom.variant
            }
            if not remaining or remaining[0] not in offered:
                raise Impossible("variant_ids")
            while remaining and remaining[0] in offered:
                yield offered[remaining.pop(0)]
    if remaining:
        raise Impossible("variant_ids")


def _grounding(rendering: Rendering, doctrine: Doctrine) -> Grounding | None:
    """
    What a coached copy of the document rests on; None where it can have none.
    """
    facts = rendering.facts
    if not isinstance(facts, OrdinaryFacts):
        return None
    grounding = ground(surface_of(rendering.document), facts.tags, doctrine)
    return grounding if grounding.is_sufficient else None


def _check_coached(rendering: Rendering, grounding: Grounding, clauses: tuple[Clause, ...]) -> None:
    """
    Each prose slot holds offered atoms in offered order, or its canonical ones where nothing was offered.
    """
    for segment in rendering.screen.segments():
        if not isinstance(segment, Prose):
            continue
        shown = [clause.atom_id for clause in clauses if clause.slot == segment.slot]
        offered = [atom.id for atom in offer(segment, grounding)]
        canonical = [atom.id for atom in segment.offered[: segment.canonical_clauses]]
        in_order = [atom for atom in offered if atom in shown]
        if shown != (in_order if offered else canonical) or len(shown) > segment.max_clauses:
            raise Impossible("atom_ids")


def _without_tone(clauses: tuple[Clause, ...]) -> list[tuple[str, str]]:
    return [(clause.slot, clause.atom_id) for clause in clauses if clause.atom_id != clause.slot]


def _is_reworded(clause: Clause, doctrine: Doctrine) -> bool:
    """
    True if the wording is not the canonical one of its atom or tone slot.
    """
    return clause.variant.id != doctrine.variants_of(clause.atom_id)[0].id
