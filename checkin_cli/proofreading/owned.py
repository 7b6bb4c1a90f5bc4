"""
Every Korean string that the code and the doctrine own, with the register it should have.
"""

from collections.abc import Iterator

from checkin_cli.doctrine import Action, Atom, Doctrine
from checkin_cli.proofreading.values import Wording
from checkin_cli.rendering import words

_HAPSYO = ("DELIVERY.", "HAND_OVER.adaptive_operator")


def owned_wordings(doctrine: Doctrine) -> list[Wording]:
    """
    All of them: what a copy may show, and what stands behind it.
    """
    return [*doctrine_wordings(doctrine), *evidence_wordings(doctrine), *locked_wordings()]


def doctrine_wordings(doctrine: Doctrine) -> list[Wording]:
    """
    The variants of atoms and tone, and the actions.
    """
    found: list[Wording] = []
    for atom in doctrine.atoms.values():
        register = "hapsyo" if atom.slot.startswith("adaptive.") else "haeyo"
        grounds = _grounds(atom, doctrine)
        found += [Wording(each.id, each.text, register, clause=True, grounds=grounds) for each in atom.variant]
    for tone in doctrine.tone.values():
        found += [Wording(each.id, each.text, "haeyo", clause=True, grounds="") for each in tone.variant]
    actions = doctrine.actions.values()
    return found + [Wording(each.id, each.text, "nominal", grounds=_grounds(each, doctrine)) for each in actions]


def _grounds(owner: Atom | Action, doctrine: Doctrine) -> str:
    return " ".join(doctrine.principles[each].text for each in owner.principles)


def evidence_wordings(doctrine: Doctrine) -> list[Wording]:
    """
    The principles and the findings of their sources, which operators read.
    """
    principles = [Wording(each.id, each.text, "hapsyo") for each in doctrine.principles.values()]
    return principles + [Wording(each.id, each.finding, "hapsyo") for each in doctrine.sources.values()]


def locked_wordings() -> list[Wording]:
    """
    The locked words of the layouts.
    """
    tables = {name: value for name, value in vars(words).items() if name.isupper()}
    return [Wording(path, text, _register(path)) for path, text in _texts("", tables)]


def _texts(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _texts(f"{path}.{key}".lstrip("."), each)
    elif isinstance(value, str):
        yield path, value


def _register(path: str) -> str:
    if path.startswith(_HAPSYO) or path.endswith(".operator"):
        return "hapsyo"
    return "haeyo" if path.startswith(("EMERGENCY.", "HAND_OVER.")) else "nominal"
