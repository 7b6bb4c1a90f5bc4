"""
Why a gate said no to a document: what an operator can put right, and nothing about whose document it is.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from checkin_cli.selection.gate import Consent, registered


@dataclass(frozen=True, slots=True)
class Consents:
    """
    Where consent is looked up.
    """

    registry: Path | None
    notices: tuple[str, ...]
    personal: bool
    """
    Whether personal snapshots may be selected for; they are in no registry.
    """


class Cause(StrEnum):
    """
    What made a gate say no although the surface is on.
    """

    DOCUMENT_CHANGED = "document_changed"
    PERSONAL = "personal"
    NO_REGISTRY = "no_registry"
    REGISTRY_UNREADABLE = "registry_unreadable"
    REGISTRY_MALFORMED = "registry_malformed"
    CUSTOMER_ABSENT = "customer_absent"
    NOT_GRANTED = "not_granted"
    NOTICE_NOT_LISTED = "notice_not_listed"

    def told(self, registry: str) -> str:
        """
        The cause in words; `registry` is the option or the key that names the consent registry.
        """
        return _TOLD[self].format(registry=registry)


_TOLD = {
    Cause.DOCUMENT_CHANGED: "an input changed after it was read",
    Cause.PERSONAL: "personal documents need consent.coaching_feedback_enabled, which is not true",
    Cause.NO_REGISTRY: "documents of customers need consent.registry, which is not set",
    Cause.REGISTRY_UNREADABLE: "{registry} names a file that cannot be read",
    Cause.REGISTRY_MALFORMED: "{registry} names a file that is no consent registry",
    Cause.CUSTOMER_ABSENT: "a customer is not in the registry that {registry} names",
    Cause.NOT_GRANTED: "a customer has not granted consent in the registry that {registry} names",
    Cause.NOTICE_NOT_LISTED: "a customer agreed to a notice that is not in consent.notice_versions",
}


def why_refused(consents: Consents, customer: str | None) -> Cause | None:
    """
    Why there is no consent, looked up anew; None where there is by now. A document of nobody is a personal one.
    """
    if customer is None:
        return None if consents.personal else Cause.PERSONAL
    if consents.registry is None:
        return Cause.NO_REGISTRY
    try:
        entries = registered(consents.registry)
    except OSError:
        return Cause.REGISTRY_UNREADABLE
    return Cause.REGISTRY_MALFORMED if entries is None else _why_not(entries.get(customer), consents.notices)


def _why_not(consent: Consent | None, notices: tuple[str, ...]) -> Cause | None:
    if consent is None:
        return Cause.CUSTOMER_ABSENT
    if not consent.granted:
        return Cause.NOT_GRANTED
    return None if consent.notice_version in notices else Cause.NOTICE_NOT_LISTED
