"""
A receipt as a record and as JSON: enums, opaque ids and digests, never a value, a name or a sentence.

Nothing volatile stands in it, so equal runs give equal receipts.
"""

from dataclasses import fields
from functools import cached_property
from typing import Annotated

from checkin_cli.doctrine.values import ID, RISKS, SURFACE
from checkin_cli.documents.parts import SHA256
from checkin_cli.json_text import json_line
from checkin_cli.selection.reasons import Failure, Reason
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
DIGESTS = ("binding_sha256", "canonical_sha256", "output_sha256")
"""
The members that differ from document to document; they stand last.
"""


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

    @cached_property
    def json_before_digests(self) -> str:
        """
        Every member but the three digests of the document, as the beginning of a line of JSON.
        """
        members = receipt_members(self)
        for name in DIGESTS:
            del members[name]
        return json_line(members).decode("utf-8").removesuffix("}")


def receipt_json(receipt: Receipt) -> str:
    """
    The receipt as one line of JSON: its members in the order of the contract.
    """
    return (
        f'{receipt.json_before_digests},"binding_sha256":"{receipt.binding_sha256}"'
        f',"canonical_sha256":"{receipt.canonical_sha256}","output_sha256":"{receipt.output_sha256}"}}'
    )


def receipt_members(receipt: Receipt) -> dict[str, object]:
    """
    The receipt as JSON members, in the order of the contract.
    """
    return {field.name: getattr(receipt, field.name) for field in fields(receipt)}
