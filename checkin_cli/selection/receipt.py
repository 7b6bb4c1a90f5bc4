"""
From a finished copy to its receipt: what was chosen, by whom and from what, and the digests that let anyone replay it.
"""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Any, NamedTuple

from checkin_cli.doctrine import Atom, Doctrine
from checkin_cli.documents import AdaptiveCard, DailySnapshot, Document, WeeklySummary, binding_of
from checkin_cli.facts.derive import SURFACE_OF, Tagged, memory_of
from checkin_cli.facts.risks import excluded_by
from checkin_cli.json_text import canonical_json
from checkin_cli.memo import Memo
from checkin_cli.rendering import RENDERER_VERSION, Clause, Rendering
from checkin_cli.selection.attempt import Selected
from checkin_cli.selection.pipeline import why_closed
from checkin_cli.selection.receipt_record import DIGESTS, Receipt
from checkin_cli.selection.requests import CONTRACTS
from checkin_cli.shapes import made


@dataclass(frozen=True, slots=True)
class Digester:
    """
    Takes the digests over a document: plain SHA-256, or HMAC-SHA-256 under the operator's key.
    """

    key: bytes | None = None

    @property
    def kind(self) -> str:
        """
        The name of the digest as receipts write it.
        """
        return "sha256" if self.key is None else "hmac-sha256"

    def digest(self, raw: bytes) -> str:
        """
        The digest in lower-case hexadecimal digits.
        """
        if self.key is None:
            return hashlib.sha256(raw).hexdigest()
        return hmac.digest(self.key, raw, "sha256").hex()


class Shown(NamedTuple):
    """
    A finished copy: what was selected for it, by whom and in which mode.
    """

    rendering: Rendering
    body: str
    selected: Selected
    mode: str = "canonical"
    selector: str = "none"


def canonical_copy(rendering: Rendering) -> Shown:
    """
    The copy that nobody chose.
    """
    reason = why_closed(rendering.facts) or "canonical_mode"
    selected = _CANONICAL[rendering.clauses, reason]
    return tuple.__new__(Shown, (rendering, rendering.body, selected, "canonical", "none"))


_CANONICAL: Memo[tuple[tuple[Clause, ...], str], Selected] = Memo(
    lambda shown: Selected(shown[0], "canonical", shown[1])
)


def receipt_of(shown: Shown, doctrine: Doctrine, digester: Digester) -> Receipt:
    """
    The receipt of a copy.
    """
    return sealed(shown, doctrine, digester, digester.digest(binding_of(shown.rendering.document)))


def sealed(shown: Shown, doctrine: Doctrine, digester: Digester, binding: str) -> Receipt:
    """
    The receipt of a copy whose document's binding was digested before.
    """
    rendering = shown.rendering
    canonical = digester.digest(rendering.body.encode("utf-8"))
    as_it_was = shown.body == rendering.body
    # `made` takes a copy of them over.
    members = vars(_BLANKS[_said(shown, doctrine, digester)]).copy()
    members["binding_sha256"] = binding
    members["canonical_sha256"] = canonical
    members["output_sha256"] = canonical if as_it_was else digester.digest(shown.body.encode("utf-8"))
    return made(Receipt, members)


class _Said(NamedTuple):
    """
    What decides a receipt, apart from its digests.
    """

    doctrine: Doctrine
    ordinary: bool
    version: str
    mode: str
    selector: str
    selected: Selected
    memory_keys: tuple[str, ...]
    excluded: tuple[str, ...]
    decision: str | None
    own_words: int
    digests: str


def _said(shown: Shown, doctrine: Doctrine, digester: Digester) -> tuple[Any, ...]:
    """
    The members of `_Said`: to look for a receipt, no more than a tuple is needed.
    """
    (document, facts, screen, _, _), _, selected, mode, selector = shown
    ordinary = isinstance(facts, Tagged)
    memory = memory_of(document) if ordinary else None
    return (
        doctrine,
        ordinary,
        document.schema_version,
        mode,
        selector,
        selected,
        memory.keys() if memory else (),
        excluded_by(facts.mask) if isinstance(facts, Tagged) else (),
        _decision(document),
        screen.own_words,
        digester.kind,
    )


def _blank(members: tuple[Any, ...]) -> Receipt:
    """
    The receipt before a document's digests, its JSON prepared.
    """
    said = _Said._make(members)
    doctrine, selected, surface = said.doctrine, said.selected, SURFACE_OF[said.version]
    variants = [clause.variant for clause in selected.clauses]
    playbook = doctrine.playbooks[surface] if said.ordinary else None
    atoms = [doctrine.owners[variant] for variant in variants]
    shown = [atom for atom in atoms if isinstance(atom, Atom)]
    behind = tuple(dict.fromkeys(principle for atom in shown for principle in atom.principles))
    principles = behind if selected.principle_ids is None else selected.principle_ids
    blank = Receipt(
        surface=surface,
        mode=said.mode,
        selector=said.selector,
        outcome=selected.outcome,
        reason=selected.reason,
        contract_versions=(said.version, *(CONTRACTS[stage] for stage in selected.stages)),
        playbook_id=playbook.id if playbook else None,
        playbook_version=playbook.version if playbook else None,
        principle_ids=principles,
        atom_ids=tuple(atom.id for atom in shown),
        variant_ids=tuple(variant.id for variant in variants),
        memory_keys=said.memory_keys,
        source_cluster_ids=doctrine.clusters_behind(principles),
        excluded_risk_ids=said.excluded,
        decision_id=said.decision,
        coach_valid=selected.coach_valid,
        polish_valid=selected.polish_valid,
        request_count=selected.requests,
        document_text=said.own_words,
        renderer_version=RENDERER_VERSION,
        digest_kind=said.digests,
        prompt_sha256=_prompts(doctrine, selected.stages, surface),
        doctrine_sha256=doctrine.digest,
        **dict.fromkeys(DIGESTS, ""),
    )
    return made(Receipt, {**vars(blank), "json_before_digests": blank.json_before_digests})


_BLANKS: Memo[tuple[Any, ...], Receipt] = Memo(_blank, most=512)


def _prompts(doctrine: Doctrine, stages: tuple[str, ...], surface: str) -> str | None:
    """
    The digest of the task texts of the stages that were asked.
    """
    if not stages:
        return None
    tasks = {stage: doctrine.task(stage, surface) for stage in stages}
    return hashlib.sha256(canonical_json(tasks)).hexdigest()


def _decision(document: Document) -> str | None:
    match document:
        case DailySnapshot():
            return None
        case WeeklySummary():
            return document.judgment.verdict
        case AdaptiveCard():
            return document.decision
