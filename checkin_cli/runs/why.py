"""
Why a document says what it says: facts, principles, atoms and actions, each with what decided.

Nothing of the document but tags and ids stands in an explanation.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checkin_cli.doctrine import Action, Atom, Doctrine, ProseRule, Variant
from checkin_cli.documents import ReadingRules, WeeklySummary, read_document
from checkin_cli.errors import CheckinError, UsageError
from checkin_cli.facts import DailyFacts, OrdinaryFacts, dimensions_of
from checkin_cli.facts.derive import surface_of
from checkin_cli.facts.risks import excluded_risks
from checkin_cli.grounding import Grounding, ground
from checkin_cli.rendering import Rendering, Tone, chosen_actions, render_canonical
from checkin_cli.runs.inputs import RawInput

Members = dict[str, object]


@dataclass(frozen=True, slots=True)
class Choice:
    """
    One atom or action, whether it is in the canonical copy, and what speaks against offering or showing it.
    """

    id: str
    canonical: bool
    because: tuple[str, ...] = ()
    text: str | None = None
    """
    The canonical wording of an atom, or an action as the doctrine has it, with the names of its values. None for the
    document's own words.
    """

    grounds: tuple[str, ...] = ()
    """
    The principles behind it, each with its sources.
    """

    @property
    def is_open(self) -> bool:
        """
        True if nothing speaks against it.
        """
        return not self.because

    def members(self, word: str) -> Members:
        """
        The choice as JSON members; `word` says what it is open to.
        """
        members: Members = {"id": self.id, "canonical": self.canonical, word: self.is_open}
        members["because"] = list(self.because)
        return members if self.text is None else {**members, "text": self.text, "grounds": list(self.grounds)}


@dataclass(frozen=True, slots=True)
class Reasons:
    """
    Everything that decided an ordinary copy.
    """

    courtesy: tuple[tuple[str, tuple[Variant, ...]], ...]
    """
    The lines of courtesy that the copy has, each with its wordings, the canonical one first.
    """

    answers: tuple[tuple[str, tuple[str, ...]], ...]
    """
    Each question that has an answer, with its tags; switches that are off are left out.
    """

    excluded: tuple[str, ...]
    grounding: Grounding
    slots: tuple[tuple[str, tuple[Choice, ...]], ...]
    actions: tuple[Choice, ...]

    def members(self) -> Members:
        """
        The reasons as JSON members.
        """
        return {
            "facts": {question: list(tags) for question, tags in self.answers},
            "excluded_risks": list(self.excluded),
            "sufficient": self.grounding.is_sufficient,
            "picked": [
                {
                    "id": each.principle.id,
                    "score": each.score,
                    "priority": each.principle.priority,
                    "matches": list(each.matches),
                    "text": each.principle.text,
                }
                for each in self.grounding.picked
            ],
            "passed": [
                {
                    "id": each.principle.id,
                    "score": each.score,
                    "priority": each.principle.priority,
                    "why": each.why,
                    "matches": list(each.matches),
                }
                for each in self.grounding.passed
            ],
            "courtesy": [
                {"slot": slot, "variants": [{"id": each.id, "text": each.text} for each in variants]}
                for slot, variants in self.courtesy
            ],
            "slots": [
                {"slot": slot, "atoms": [atom.members("offered") for atom in atoms]} for slot, atoms in self.slots
            ],
            "actions": [action.members("shown") for action in self.actions],
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    One input explained, or why it was refused. A held or published one has no reasons: nothing in it is chosen.
    """

    source: str
    line: int | None
    name: str
    """
    What its outputs are named after where it has no ref: `days.12`.
    """

    surface: str | None = None
    ref: str | None = None
    reasons: Reasons | None = None
    error: CheckinError | None = None

    def members(self) -> Members:
        """
        The explanation as JSON members.
        """
        place: Members = {"source": self.source, "line": self.line, "ref": self.ref, "surface": self.surface}
        if self.error is not None:
            return {**place, "error": self.error.code}
        return {**place, **(self.reasons.members() if self.reasons else {"note": "held or published: no slots"})}


def explain_all(inputs: Iterable[RawInput], rules: ReadingRules, doctrine: Doctrine) -> Iterator[Explanation]:
    """
    Yield an explanation for each input, in order.
    """
    for given in inputs:
        try:
            rendering = render_canonical(read_document(given.content(), rules), doctrine)
        except CheckinError as error:
            yield Explanation(given.source, given.line, given.name, error=error.at(given.source, given.line))
        else:
            document, surface = rendering.document, surface_of(rendering.document)
            reasons = _reasons(rendering, surface, doctrine)
            yield Explanation(given.source, given.line, given.name, surface, document.ref, reasons)


def only_ref(explanations: Iterable[Explanation], ref: str) -> list[Explanation]:
    """
    The explanations of documents with this ref, or with this name and no ref. Raises `UsageError` where there is none.
    """
    found = [each for each in explanations if each.error is None and ref == (each.ref or each.name)]
    if not found:
        raise UsageError("unknown_ref", "no document with this ref", "the ref of an input")
    return found


def _reasons(rendering: Rendering, surface: str, doctrine: Doctrine) -> Reasons | None:
    facts = rendering.facts
    if not isinstance(facts, OrdinaryFacts):
        return None
    grounding = ground(surface, facts.tags, doctrine)
    shown = frozenset(clause.atom_id for clause in rendering.clauses)

    def choices(rule: ProseRule) -> tuple[Choice, ...]:
        atoms = (doctrine.atoms[atom] for atom in rule.atoms)
        return tuple(
            Choice(
                id=atom.id,
                canonical=atom.id in shown,
                because=_against(atom, facts.tags, grounding),
                text=atom.variant[0].text,
                grounds=_grounds(atom, doctrine),
            )
            for atom in atoms
        )

    answers = ((each.question, tuple(sorted(facts.tags & each.tags))) for each in dimensions_of(surface))
    tones = (segment for segment in rendering.screen.segments() if isinstance(segment, Tone))
    return Reasons(
        courtesy=tuple((tone.slot, tone.variants) for tone in tones),
        answers=tuple((question, tags) for question, tags in answers if tags),
        excluded=excluded_risks(facts.tags),
        grounding=grounding,
        slots=tuple((rule.slot, choices(rule)) for rule in doctrine.playbooks[surface].prose),
        actions=_actions(rendering, facts, doctrine),
    )


def _grounds(owner: Atom | Action, doctrine: Doctrine) -> tuple[str, ...]:
    principles = (doctrine.principles[each] for each in owner.principles)
    return tuple(f"{each.id} ({' '.join(each.sources)})" for each in principles)


def _against(atom: Atom, tags: frozenset[str], grounding: Grounding) -> tuple[str, ...]:
    objections = atom.objections(tags)
    if objections:
        return objections
    if not grounding.is_sufficient:
        return ("fewer than three principles were picked",)
    return () if grounding.supports(atom) else ("no picked principle stands behind it",)


def _actions(rendering: Rendering, facts: OrdinaryFacts, doctrine: Doctrine) -> tuple[Choice, ...]:
    def choice(action: Action, because: tuple[str, ...]) -> Choice:
        return Choice(action.id, not because, because, action.text, _grounds(action, doctrine))

    if isinstance(rendering.document, WeeklySummary):
        known = ((action.id, doctrine.actions.get(action.id)) for action in rendering.document.actions)
        return tuple(choice(action, ()) if action else Choice(each, canonical=True) for each, action in known)
    if not isinstance(facts, DailyFacts):
        return ()
    shown = {action.id for action in chosen_actions(facts.mask, doctrine)}
    crowded = ("four more urgent ones hold",)
    return tuple(
        choice(action, () if action.id in shown else action.objections(facts.tags) or crowded)
        for action in doctrine.daily_actions
    )
