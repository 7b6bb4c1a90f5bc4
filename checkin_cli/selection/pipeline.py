"""
From a canonical rendering to the clauses that are shown.

At most one request a stage, and the canonical copy is the answer to every failure. Where only the second stage of
`coach` fails, the copy that the first stage earned stands; a gate that says no always means the canonical copy.
"""

from collections.abc import Iterable, Iterator, Mapping

from checkin_cli.doctrine import Atom, Doctrine
from checkin_cli.errors import DocumentRefused
from checkin_cli.facts import Facts, HeldFacts, OrdinaryFacts, PublishedFacts
from checkin_cli.facts.derive import memory_of, surface_of
from checkin_cli.grounding import Grounding, ground, offer
from checkin_cli.rendering import Clause, Prose, Rendering, Tone, check_promises, compose
from checkin_cli.selection.attempt import Attempt, Coached, Selected
from checkin_cli.selection.guard import admit_coach, admit_expression, admit_polish
from checkin_cli.selection.reasons import Failure, Reason, Refused
from checkin_cli.selection.requests import (
    ClauseOffer,
    CoachRequest,
    ExpressionRequest,
    PolishRequest,
    SlotOffer,
    ToneOffer,
)

ProseOffers = tuple[tuple[Prose, tuple[Atom, ...]], ...]
"""
Prose slots, each with the atoms that may be chosen for it.
"""


def select(mode: str, attempt: Attempt) -> Selected:
    """
    What is shown in a mode other than canonical, as an earlier part of the run settled it or as it is settled now.

    A choice that does not fit one message is the canonical copy instead. Raises what the ledger of the attempt raises.
    """
    return attempt.past.settled or attempt.settled(_select(mode, attempt))


def _select(mode: str, attempt: Attempt) -> Selected:
    selected = _select_coach(attempt) if mode == "coach" else _select_expression(attempt)
    screen = attempt.rendering.screen
    try:
        check_promises(screen, compose(screen, selected.clauses))
    except DocumentRefused:
        rejected = Failure.VALIDATION_REJECTED
        if mode == "coach":
            return attempt.canonical("canonical", rejected)
        return attempt.canonical(rejected, Reason.WRONG_COUNT)
    return selected


def _select_expression(attempt: Attempt) -> Selected:
    """
    Choose the wordings of the tone slots, in one request.
    """
    slots = tone_offers(attempt.rendering)
    if not slots:
        return attempt.canonical("no_eligible_slot", why_closed(attempt.rendering.facts) or "no_eligible_slot")
    try:
        chosen = attempt.ask(ExpressionRequest(attempt.surface, slots), admit_expression)
        attempt.pass_gate()
    except Refused as refused:
        return attempt.canonical(refused.reason.failure, refused.reason)
    wordings = dict(zip((slot.slot_id for slot in slots), chosen, strict=True))
    clauses = (each._replace(variant=wordings.get(each.atom_id, each.variant)) for each in attempt.rendering.clauses)
    return attempt.canonical("success", "selected")._replace(clauses=tuple(clauses))


def _select_coach(attempt: Attempt) -> Selected:
    """
    Choose the atoms of the prose slots in a first request, and the wordings of all clauses in a second.
    """
    facts = attempt.rendering.facts
    if not isinstance(facts, OrdinaryFacts):
        return attempt.canonical("canonical", why_closed(facts) or "no_eligible_slot")
    grounding = ground(attempt.surface, facts.tags, attempt.doctrine)
    if not grounding.is_sufficient:
        return attempt.canonical("canonical", "grounding_insufficient")
    try:
        coached = _coach(attempt, grounding)
    except Refused as refused:
        return attempt.canonical("canonical", refused.reason.word)
    offers = tuple(clause_offers(attempt.doctrine, coached.clauses))
    selected = _polish(attempt, coached, offers)
    # Where every slot and clause had one option, nobody was to be asked and nothing was chosen.
    return selected if attempt.stages or offers else attempt.canonical("canonical", "no_eligible_slot")


def tone_offers(rendering: Rendering) -> tuple[ToneOffer, ...]:
    """
    The tone slots of a rendering that somebody may decide.
    """
    segments = rendering.screen.segments()
    tones = (segment for segment in segments if isinstance(segment, Tone))
    return tuple(ToneOffer(tone.slot, tone.variants) for tone in tones if len(tone.variants) > 1)


def why_closed(facts: Facts) -> str | None:
    """
    Why a document offers nothing to choose, whatever the mode; None if it may offer something.
    """
    if isinstance(facts, HeldFacts):
        return "safety_hold"
    return "published" if isinstance(facts, PublishedFacts) else None


def prose_offers(rendering: Rendering, grounding: Grounding) -> ProseOffers:
    """
    The prose slots of a rendering in reading order, each with the atoms that may be chosen for it.
    """
    segments = rendering.screen.segments()
    return tuple((segment, offer(segment, grounding)) for segment in segments if isinstance(segment, Prose))


def coach_request(
    rendering: Rendering, doctrine: Doctrine, grounding: Grounding, offered: ProseOffers
) -> CoachRequest | None:
    """
    The first request of `coach`; None where no slot can be filled in more than one way.
    """
    slots = tuple(_slot_offer(segment, atoms) for segment, atoms in offered if len(atoms) > 1)
    if not slots:
        return None
    surface, memory = surface_of(rendering.document), memory_of(rendering.document)
    principles = tuple(match.principle for match in grounding.picked)
    return CoachRequest(surface, doctrine.playbooks[surface], principles, memory.items() if memory else (), slots)


def clause_offers(doctrine: Doctrine, coached: Iterable[Clause]) -> Iterator[ClauseOffer]:
    """
    The clauses of a coached copy that somebody may word.
    """
    for clause in coached:
        variants = doctrine.variants_of(clause.atom_id)
        if len(variants) > 1:
            yield ClauseOffer(clause.slot, clause.atom_id, variants)


def coached_clauses(rendering: Rendering, chosen: Mapping[str, tuple[Atom, ...]]) -> Iterator[Clause]:
    """
    The clauses of all slots in reading order: chosen atoms where there are some, else the canonical clauses.
    """
    for segment in rendering.screen.segments():
        if isinstance(segment, Prose) and segment.slot in chosen:
            yield from (Clause(segment.slot, atom.id, atom.variant[0]) for atom in chosen[segment.slot])
        elif isinstance(segment, Prose | Tone):
            yield from (clause for clause in rendering.clauses if clause.slot == segment.slot)


def _coach(attempt: Attempt, grounding: Grounding) -> Coached:
    """
    The coached copy and its principles, as it was kept or as it is chosen now. Raises `Refused`.
    """
    if attempt.past.coached is not None:
        attempt.count("coach")
        return attempt.past.coached
    offered = prose_offers(attempt.rendering, grounding)
    # A slot with one atom is decided here; one without any keeps its canonical clauses.
    chosen: dict[str, tuple[Atom, ...]] = {segment.slot: atoms for segment, atoms in offered if len(atoms) == 1}
    request = coach_request(attempt.rendering, attempt.doctrine, grounding, offered)
    if request is None:
        attempt.pass_gate()
        return Coached(tuple(coached_clauses(attempt.rendering, chosen)), None)
    answers = attempt.ask(request, admit_coach)
    chosen |= {slot.slot_id: answer.atoms for slot, answer in zip(request.slots, answers, strict=True)}
    principles = tuple(dict.fromkeys(each for answer in answers for each in answer.principle_ids))
    coached = Coached(tuple(coached_clauses(attempt.rendering, chosen)), principles)
    attempt.ledger.keep(coached)
    return coached


def _polish(attempt: Attempt, coached: Coached, offers: tuple[ClauseOffer, ...]) -> Selected:
    """
    The second stage, where a clause may be worded, and the gate once more after the last request.
    """
    polished, outcome, reason = coached.clauses, "coached", "selected"
    try:
        if offers:
            polished = _reworded(coached.clauses, offers, attempt)
            outcome = "coached_and_polished"
    except Refused as refused:
        if refused.reason.failure is Failure.DISABLED:
            return attempt.canonical("canonical", Failure.DISABLED)
        reason = refused.reason.word
    try:
        attempt.pass_gate()
    except Refused:
        return attempt.canonical("canonical", Failure.DISABLED)
    valid = outcome == "coached_and_polished"
    shown = attempt.canonical(outcome, reason)
    return shown._replace(clauses=polished, coach_valid=True, polish_valid=valid, principle_ids=coached.principle_ids)


def _reworded(coached: tuple[Clause, ...], offers: tuple[ClauseOffer, ...], attempt: Attempt) -> tuple[Clause, ...]:
    answers = attempt.ask(PolishRequest(attempt.surface, offers), admit_polish)
    wordings = {(each.slot_id, each.atom_id): answer for each, answer in zip(offers, answers, strict=True)}
    return tuple(
        clause._replace(variant=wordings.get((clause.slot, clause.atom_id), clause.variant)) for clause in coached
    )


def _slot_offer(segment: Prose, offered: tuple[Atom, ...]) -> SlotOffer:
    shown = segment.offered[: segment.canonical_clauses]
    text = "\n".join(atom.variant[0].text for atom in shown)
    return SlotOffer(segment.slot, text, segment.canonical_clauses, segment.max_clauses, offered)
