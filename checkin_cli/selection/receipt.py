"""
The receipt of one rendering: enums, opaque ids and digests, never a value, a name or a sentence.

Nothing volatile stands in it, so equal runs give equal receipts.
"""

import hashlib
import hmac
from dataclasses import dataclass, fields
from typing import Annotated

from checkin_cli.doctrine import Doctrine
from checkin_cli.doctrine.values import ID, RISKS, SURFACE
from checkin_cli.documents import AdaptiveCard, DailySnapshot, Document, WeeklySummary
from checkin_cli.documents.parts import SHA256
from checkin_cli.facts import Facts, HeldFacts, OrdinaryFacts, PublishedFacts, binding_of
from checkin_cli.facts.derive import memory_of, surface_of
from checkin_cli.facts.risks import excluded_by
from checkin_cli.json_text import canonical_json
from checkin_cli.rendering import RENDERER_VERSION, Locked, Rendering
from checkin_cli.selection.pipeline import Selected, why_closed
from checkin_cli.selection.reasons import Failure, Reason
from checkin_cli.selection.requests import CONTRACTS
from checkin_cli.shapes import Flag, Integer, ListOf, Nullable, OneOf, record

RECEIPT = "checkin-receipt-v1"

MODES = ("canonical", "expression", "coach")
SELECTORS = ("first", "rotate", "openai")
OUTCOMES = ("canonical", "coached", "coached_and_polished", "success", "no_eligible_slot", *Failure)
REASONS = (
    "canonical_mode",
    "safety_hold",
    "published",
    "selected",
    "no_eligible_slot",
    "grounding_insufficient",
    *Failure,
    *Reason,
)

_IDS = ListOf(ID)


@record
class Receipt:
    """
    What was chosen for one document, by whom, from what, and digests that let anyone replay it.

    `binding_sha256` covers the values of closed type and the revision, `canonical_sha256` the canonical body,
    `output_sha256` the body that was written, without the file's last newline.
    """

    schema_version: Annotated[str, OneOf((RECEIPT,))] = RECEIPT
    surface: Annotated[str, SURFACE]
    mode: Annotated[str, OneOf(MODES)]
    selector: Annotated[str, OneOf(("none", *SELECTORS))]
    outcome: Annotated[str, OneOf(OUTCOMES)]
    reason: Annotated[str, OneOf(REASONS)]
    contract_versions: Annotated[tuple[str, ...], _IDS]
    playbook_id: Annotated[str | None, Nullable(ID)]
    playbook_version: Annotated[int | None, Nullable(Integer(1))]
    principle_ids: Annotated[tuple[str, ...], _IDS]
    atom_ids: Annotated[tuple[str, ...], _IDS]
    variant_ids: Annotated[tuple[str, ...], _IDS]
    memory_keys: Annotated[tuple[str, ...], _IDS]
    source_cluster_ids: Annotated[tuple[str, ...], _IDS]
    excluded_risk_ids: Annotated[tuple[str, ...], ListOf(OneOf(RISKS))]
    decision_id: Annotated[str | None, Nullable(ID)]
    coach_valid: Annotated[bool, Flag()]
    polish_valid: Annotated[bool, Flag()]
    request_count: Annotated[int, Integer(0, 2)]
    document_text: Annotated[int, Integer(0)]
    """
    How many segments came from the document's own words.
    """

    renderer_version: Annotated[int, Integer(1)]
    digest_kind: Annotated[str, OneOf(("sha256", "hmac-sha256"))]
    """
    How binding, canonical and output digests were taken; those of doctrine and prompt are always plain.
    """

    prompt_sha256: Annotated[str | None, Nullable(SHA256)]
    doctrine_sha256: Annotated[str, SHA256]
    binding_sha256: Annotated[str, SHA256]
    canonical_sha256: Annotated[str, SHA256]
    output_sha256: Annotated[str, SHA256]


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


@dataclass(frozen=True, slots=True)
class Shown:
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
    return Shown(
        rendering,
        rendering.body,
        Selected(rendering.clauses, "canonical", why_closed(rendering.facts) or "canonical_mode"),
    )


def receipt_of(shown: Shown, doctrine: Doctrine, digester: Digester) -> Receipt:
    """
    The receipt of a copy.
    """
    rendering, selected = shown.rendering, shown.selected
    document, facts = rendering.document, rendering.facts
    surface = surface_of(document)
    ordinary = not isinstance(facts, HeldFacts | PublishedFacts)
    playbook = doctrine.playbooks[surface] if ordinary else None
    atoms = [doctrine.atoms[clause.atom_id] for clause in selected.clauses if clause.atom_id != clause.slot]
    behind = tuple(dict.fromkeys(principle for atom in atoms for principle in atom.principles))
    principles = behind if selected.principle_ids is None else selected.principle_ids
    memory = memory_of(document) if ordinary else None
    return Receipt(
        surface=surface,
        mode=shown.mode,
        selector=shown.selector,
        outcome=selected.outcome,
        reason=selected.reason,
        contract_versions=(document.schema_version, *(CONTRACTS[stage] for stage in selected.stages)),
        playbook_id=playbook.id if playbook else None,
        playbook_version=playbook.version if playbook else None,
        principle_ids=principles,
        atom_ids=tuple(atom.id for atom in atoms),
        variant_ids=tuple(clause.variant.id for clause in selected.clauses),
        memory_keys=memory.keys() if memory else (),
        source_cluster_ids=doctrine.clusters_behind(principles),
        excluded_risk_ids=_excluded(facts),
        decision_id=_decision(document),
        coach_valid=selected.coach_valid,
        polish_valid=selected.polish_valid,
        request_count=selected.requests,
        document_text=sum(isinstance(each, Locked) and each.from_document for each in rendering.screen.segments()),
        renderer_version=RENDERER_VERSION,
        digest_kind=digester.kind,
        prompt_sha256=_prompts(selected, doctrine, surface),
        doctrine_sha256=doctrine.digest,
        binding_sha256=digester.digest(binding_of(document)),
        canonical_sha256=digester.digest(rendering.body.encode("utf-8")),
        output_sha256=digester.digest(shown.body.encode("utf-8")),
    )


def _prompts(selected: Selected, doctrine: Doctrine, surface: str) -> str | None:
    """
    The digest of the task texts of the stages that were asked.
    """
    if not selected.stages:
        return None
    tasks = {stage: doctrine.task(stage, surface) for stage in selected.stages}
    return hashlib.sha256(canonical_json(tasks)).hexdigest()


def receipt_members(receipt: Receipt) -> dict[str, object]:
    """
    The receipt as JSON members, in the order of the contract.
    """
    return {field.name: getattr(receipt, field.name) for field in fields(receipt)}


def _excluded(facts: Facts) -> tuple[str, ...]:
    return excluded_by(facts.mask) if isinstance(facts, OrdinaryFacts) else ()


def _decision(document: Document) -> str | None:
    match document:
        case DailySnapshot():
            return None
        case WeeklySummary():
            return document.judgment.verdict
        case AdaptiveCard():
            return document.decision
