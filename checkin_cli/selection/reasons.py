"""
Why a selection counted or did not: a closed list, each reason in the class that the contract names.
"""

from enum import StrEnum


class Failure(StrEnum):
    """
    Classes of failure: the outcome of `expression`, and the reason of `coach`.
    """

    DISABLED = "disabled"
    PROVIDER_DISALLOWED = "provider_disallowed"
    PROVIDER_ERROR = "provider_error"
    TIMEOUT = "timeout"
    INVALID_RESPONSE = "invalid_response"
    VALIDATION_REJECTED = "validation_rejected"


class Reason(StrEnum):
    """
    Every way in which a selection can fail.
    """

    SWITCHED_OFF = "switched_off"
    NOT_CONFIGURED = "not_configured"
    WRONG_CONFIGURATION = "wrong_configuration"
    DOCUMENT_CHANGED = "document_changed"
    NO_CONSENT = "no_consent"
    NAME_DISALLOWED = "name_disallowed"
    NO_KEY = "no_key"
    NO_CONNECTION = "no_connection"
    STATUS = "status"
    INTERRUPTED = "interrupted"
    """
    The request may have been sent by a run that ended before it kept the answer; it is never sent again.
    """

    DEADLINE = "deadline"
    BODY_TOO_LARGE = "body_too_large"
    COMPRESSED = "compressed"
    NO_COMPLETION = "no_completion"
    TRUNCATED = "truncated"
    REPLY_TOO_LARGE = "reply_too_large"
    NOT_ONE_OBJECT = "not_one_object"
    DUPLICATE_KEY = "duplicate_key"
    WRONG_SHAPE = "wrong_shape"
    WRONG_CONTRACT = "wrong_contract"
    WRONG_SLOTS = "wrong_slots"
    WRONG_IDENTITY = "wrong_identity"
    UNOFFERED_ID = "unoffered_id"
    REPEATED_ID = "repeated_id"
    WRONG_ORDER = "wrong_order"
    WRONG_COUNT = "wrong_count"

    @property
    def failure(self) -> Failure:
        """
        The class that the reason belongs to.
        """
        return _CLASSES[self]

    @property
    def word(self) -> str:
        """
        What a receipt of `coach` says: the class, but for what was interrupted.
        """
        return self if self is Reason.INTERRUPTED else self.failure


_CLASSES = {
    Reason.SWITCHED_OFF: Failure.DISABLED,
    Reason.NOT_CONFIGURED: Failure.DISABLED,
    Reason.WRONG_CONFIGURATION: Failure.DISABLED,
    Reason.DOCUMENT_CHANGED: Failure.DISABLED,
    Reason.NO_CONSENT: Failure.DISABLED,
    Reason.NAME_DISALLOWED: Failure.PROVIDER_DISALLOWED,
    Reason.NO_KEY: Failure.PROVIDER_ERROR,
    Reason.NO_CONNECTION: Failure.PROVIDER_ERROR,
    Reason.STATUS: Failure.PROVIDER_ERROR,
    Reason.INTERRUPTED: Failure.PROVIDER_ERROR,
    Reason.DEADLINE: Failure.TIMEOUT,
    Reason.BODY_TOO_LARGE: Failure.INVALID_RESPONSE,
    Reason.COMPRESSED: Failure.INVALID_RESPONSE,
    Reason.NO_COMPLETION: Failure.INVALID_RESPONSE,
    Reason.TRUNCATED: Failure.INVALID_RESPONSE,
    Reason.REPLY_TOO_LARGE: Failure.INVALID_RESPONSE,
    Reason.NOT_ONE_OBJECT: Failure.INVALID_RESPONSE,
    Reason.DUPLICATE_KEY: Failure.INVALID_RESPONSE,
    Reason.WRONG_SHAPE: Failure.VALIDATION_REJECTED,
    Reason.WRONG_CONTRACT: Failure.VALIDATION_REJECTED,
    Reason.WRONG_SLOTS: Failure.VALIDATION_REJECTED,
    Reason.WRONG_IDENTITY: Failure.VALIDATION_REJECTED,
    Reason.UNOFFERED_ID: Failure.VALIDATION_REJECTED,
    Reason.REPEATED_ID: Failure.VALIDATION_REJECTED,
    Reason.WRONG_ORDER: Failure.VALIDATION_REJECTED,
    Reason.WRONG_COUNT: Failure.VALIDATION_REJECTED,
}


class Refused(Exception):
    """
    A selection that does not count. It carries its reason and nothing of what was received.
    """

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)
