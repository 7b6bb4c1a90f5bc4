"""
What must hold for doctrine as a whole, checked when it is loaded and never left for a render to find.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checkin_cli.doctrine.placeholders import PLACEHOLDER, check_placeholders
from checkin_cli.doctrine.reply_size import LARGEST_REPLY, largest_reply
from checkin_cli.doctrine.values import CLAIM_WORDS, SOURCE_KINDS, STRENGTHS, Action, Atom, ToneSlot, Variant
from checkin_cli.doctrine.whole import Doctrine
from checkin_cli.documents.words import WEEKLY_ACTIONS
from checkin_cli.errors import printable
from checkin_cli.facts import SURFACES, is_satisfiable, tags_of
from checkin_cli.facts.risks import RULED_OUT

PLAYBOOK_IDS = {
    "daily": "daily_checkin_v1",
    "weekly": "weekly_report_v1",
    "adaptive_operator": "adaptive_nutrition_v1",
}
_NAMED_ACTIONS = frozenset(WEEKLY_ACTIONS) - {"custom"}

_PARTICLE_AFTER_VALUE = re.compile(r"\}(?:을|를|은|는|이|가|과|와|으로|로)(?![가-힣])")
_DIGIT = re.compile(r"\d")
_LONGEST_WORD = 10
"""
Syllables: no word of Korean prose has more; what has lacks its blanks.
"""

_WORD = rf"[가-힣]{{1,{_LONGEST_WORD}}}"
_SENTENCES = re.compile(rf"(?:{_WORD}(?:,? |[.?] ))*{_WORD}[.?]")
_IN_SENTENCE = re.compile(r"[가-힣 ,.?]")

_BULLET = re.compile(r"(?:[가-힣]+ |\{[a-z_]+\} )*[가-힣]+")
_IN_BULLET = re.compile(r"[가-힣 {}]")
_FORBIDDEN_IN_TEXT = re.compile(r"[{}\n]|  |\A | \Z")


@dataclass(frozen=True)
class Finding:
    """
    One thing that is wrong with the doctrine: the id it concerns, what was found and what is required.
    """

    id: str
    found: str
    required: str
    file: str = "playbooks.toml"
    """
    The file to look into when no record of that id exists.
    """


def check_doctrine(doctrine: Doctrine) -> Iterator[Finding]:
    """
    Yield what is wrong, most basic first.
    """
    yield from _repeated(_all_ids(doctrine), "id")
    yield from _check_evidence(doctrine)
    yield from _check_playbooks(doctrine)
    yield from _check_atoms(doctrine)
    yield from _check_actions(doctrine)
    yield from _check_wordings(doctrine)
    for surface in SURFACES:
        size = largest_reply(doctrine, surface)
        if size > LARGEST_REPLY:
            yield Finding(surface, f"a reply of {size} bytes", f"ids short enough for {LARGEST_REPLY} bytes")


def _all_ids(doctrine: Doctrine) -> Iterator[str]:
    """
    Every id: one of them leads to one thing, whatever it is.
    """
    yield from (*doctrine.sources, *doctrine.principles, *doctrine.atoms, *doctrine.actions, *doctrine.tone)
    yield from (playbook.id for playbook in doctrine.playbooks.values())
    owners: list[Atom | ToneSlot] = [*doctrine.atoms.values(), *doctrine.tone.values()]
    yield from (variant.id for owner in owners for variant in owner.variant)


def _check_evidence(doctrine: Doctrine) -> Iterator[Finding]:
    for principle in doctrine.principles.values():
        unknown = [source for source in principle.sources if source not in doctrine.sources]
        if unknown:
            yield Finding(principle.id, f"the unknown source {unknown[0]}", "sources of sources.toml")
            continue
        sources = [doctrine.sources[source] for source in principle.sources]
        if not all(source.can_carry for source in sources):
            yield Finding(principle.id, "a source that is not verified or a model", "verified studies and guidelines")
            continue
        strongest = max(STRENGTHS.index(SOURCE_KINDS[source.kind] or "") for source in sources)
        if STRENGTHS.index(principle.claim) > strongest:
            yield Finding(
                principle.id, f"the claim {principle.claim}", f"at most {STRENGTHS[strongest]} by its sources"
            )
        if CLAIM_WORDS[principle.claim] not in principle.text:
            yield Finding(principle.id, f"no words of {principle.claim}", CLAIM_WORDS[principle.claim])
        for surface in principle.surfaces:
            if tags_of(surface).isdisjoint(principle.triggers):
                yield Finding(principle.id, f"no trigger that {surface} can have", "a trigger for each surface")
        known = frozenset().union(*(tags_of(surface) for surface in principle.surfaces))
        yield from _unknown_tags(principle.id, principle.triggers, known)


def _check_playbooks(doctrine: Doctrine) -> Iterator[Finding]:
    for surface, expected in PLAYBOOK_IDS.items():
        playbook = doctrine.playbooks.get(surface)
        if playbook is None or playbook.id != expected:
            yield Finding(surface, "no such playbook", expected)
            continue
        yield from _repeated((rule.slot for rule in playbook.prose), "slot")
        for slot in playbook.tone:
            if slot not in doctrine.tone:
                yield Finding(slot, "no wordings in tone.toml", "a tone slot with wordings")
        for rule in playbook.prose:
            if rule.canonical_clauses > rule.max_clauses:
                yield Finding(
                    rule.slot, "more canonical clauses than may be shown", "canonical_clauses up to max_clauses"
                )
            atoms = [doctrine.atoms[atom] for atom in rule.atoms if atom in doctrine.atoms]
            if len(atoms) < len(rule.atoms):
                yield Finding(rule.slot, "an atom that does not exist", "atoms of atoms/*.toml")
            if not any(not atom.requires and not atom.forbids for atom in atoms):
                yield Finding(rule.slot, "no atom without conditions", "one atom that always holds")
    used = {slot for playbook in doctrine.playbooks.values() for slot in playbook.tone}
    for slot in doctrine.tone.keys() - used:
        yield Finding(slot, "a tone slot that no playbook uses", "only reachable slots")


def _check_atoms(doctrine: Doctrine) -> Iterator[Finding]:
    homes = {
        (atom, rule.slot): playbook.surface
        for playbook in doctrine.playbooks.values()
        for rule in playbook.prose
        for atom in rule.atoms
    }
    for atom in doctrine.atoms.values():
        surface = homes.get((atom.id, atom.slot))
        if surface is None:
            yield Finding(atom.id, "an atom that its slot's playbook does not list", "only reachable atoms")
            continue
        yield from _unknown_tags(atom.id, atom.requires | atom.forbids, tags_of(surface))
        if not is_satisfiable(surface, atom.requires, atom.forbids):
            yield Finding(atom.id, "a predicate that no document can satisfy", "tags that can meet")
        yield from _unsupported(doctrine, atom.id, atom.principles, surface)
        yield from _ruled_out(doctrine, atom, surface)


def _check_actions(doctrine: Doctrine) -> Iterator[Finding]:
    daily = [action for action in doctrine.actions.values() if action.surface == "daily"]
    weekly = {action.id for action in doctrine.actions.values() if action.surface == "weekly"}
    for missing in _NAMED_ACTIONS - weekly:
        yield Finding(missing, "no such weekly action", "a text for every action of the contract", "actions.toml")
    for unknown in weekly - _NAMED_ACTIONS:
        yield Finding(unknown, "a weekly action that no document names", "an action of the contract")
    if not any(not action.requires and not action.forbids for action in daily):
        yield Finding("daily", "no action without conditions", "one daily action that always holds", "actions.toml")
    for action in doctrine.actions.values():
        conditions = action.requires | action.forbids
        if action.surface == "weekly" and (conditions or action.priority is not None):
            yield Finding(action.id, "conditions on a weekly action", "none: the document names it")
        if action.surface == "daily" and action.priority is None:
            yield Finding(action.id, "no priority", "a priority for each daily action")
        yield from _unknown_tags(action.id, conditions, tags_of(action.surface))
        if not is_satisfiable(action.surface, action.requires, action.forbids):
            yield Finding(action.id, "a predicate that no document can satisfy", "tags that can meet")
        yield from _unsupported(doctrine, action.id, action.principles, action.surface)
        if action.surface == "daily":
            yield from _ruled_out(doctrine, action, action.surface)
        wrong = check_placeholders(action)
        if wrong:
            yield Finding(action.id, wrong, "named values that the document is sure to have")


def _check_wordings(doctrine: Doctrine) -> Iterator[Finding]:
    variants = [variant for atom in doctrine.atoms.values() for variant in atom.variant]
    variants += [variant for slot in doctrine.tone.values() for variant in slot.variant]
    seen: dict[str, str] = {}
    for variant in variants:
        yield from _check_text(variant)
        letters = re.sub(r"[ ,.?]", "", variant.text)
        if letters in seen:
            yield Finding(variant.id, f"the text of {seen[letters]}", "a wording of its own", "tone.toml")
        seen[letters] = variant.id
    for action in doctrine.actions.values():
        if _PARTICLE_AFTER_VALUE.search(action.text):
            yield Finding(action.id, "a particle after a named value", "wording without one")
        elif not _BULLET.fullmatch(action.text):
            found = _stray(PLACEHOLDER.sub("", action.text), _IN_BULLET) or "blanks or braces in another place"
            yield Finding(action.id, found, "Hangul words and named values, one blank between them")


def _check_text(variant: Variant) -> Iterator[Finding]:
    if _DIGIT.search(variant.text):
        yield Finding(variant.id, "a digit", "words only", "tone.toml")
    elif _FORBIDDEN_IN_TEXT.search(variant.text):
        yield Finding(variant.id, "a placeholder, a line break or a stray blank", "one clean line", "tone.toml")
    elif not _SENTENCES.fullmatch(variant.text):
        found = _stray(variant.text, _IN_SENTENCE) or _misshapen(variant.text)
        required = "Korean sentences: words of Hangul with blanks, commas and full stops"
        yield Finding(variant.id, found, required, "tone.toml")


def _stray(text: str, allowed: re.Pattern[str]) -> str:
    """
    The first character that a string may not hold, with its code point, for it may look like one that it may.
    """
    letter = next((letter for letter in text if not allowed.fullmatch(letter)), "")
    if not letter:
        return ""
    code = f"U+{ord(letter):04X}"
    seen = printable(letter)
    return f"the character {code}" if seen == code else f"the character {seen} ({code})"


def _misshapen(text: str) -> str:
    """
    What is wrong with a string of fine characters.
    """
    if text[-1:] not in {".", "?"}:
        return "no full stop at the end"
    longest = max(map(len, re.findall(r"[가-힣]+", text)), default=0)
    return f"a word of {longest} syllables" if longest > _LONGEST_WORD else "a mark without words before it"


def _unknown_tags(owner: str, tags: Iterable[str], known: frozenset[str]) -> Iterator[Finding]:
    for tag in sorted(tags):
        if tag not in known:
            yield Finding(owner, f"the unknown fact tag {tag}", "a tag of its surface")


def _unsupported(doctrine: Doctrine, owner: str, principles: Iterable[str], surface: str) -> Iterator[Finding]:
    for principle in principles:
        if principle not in doctrine.principles:
            yield Finding(owner, f"the unknown principle {principle}", "approved principles")
        elif surface not in doctrine.principles[principle].surfaces:
            yield Finding(owner, f"the principle {principle} of another surface", f"principles of {surface}")


def _ruled_out(doctrine: Doctrine, atom: Atom | Action, surface: str) -> Iterator[Finding]:
    risks = {doctrine.principles[each].risk for each in atom.principles if each in doctrine.principles}
    for tag, risk in RULED_OUT.items():
        meets = tag in tags_of(surface) and is_satisfiable(surface, atom.requires | {tag}, atom.forbids)
        if risk in risks and meets:
            yield Finding(atom.id, f"a principle of {risk} beside the tag {tag}", f"{tag} among its forbids")


def _repeated(ids: Iterable[str], kind: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            yield Finding(each, f"the {kind} used twice", "each once", "tone.toml")
        seen.add(each)
