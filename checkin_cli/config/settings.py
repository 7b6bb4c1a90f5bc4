"""
Every key of `checkin.toml` with its shape and default.
"""

from dataclasses import dataclass
from decimal import Decimal

from checkin_cli.documents.words import FIRST_DAYS
from checkin_cli.shapes import Flag, Integer, ListOf, Number, OneOf, Pattern, Shape, Text

_NAME = Text(shortest=1, longest=200, visible=True)
_VARIABLE = Pattern("[A-Za-z_][A-Za-z0-9_]*", "the name of an environment variable")
_URL = Pattern(
    r"https?://[^\s/?#@]+(/[^\s?#]*)?(?<!/chat/completions)(?<!/chat/completions/)", "a base URL with scheme and host"
)
_TOKEN_PARAMETER = OneOf(("max_completion_tokens", "max_tokens"))
_STRUCTURED = OneOf(("off", "json_schema"))


@dataclass(frozen=True)
class Setting:
    """
    One key: where it stands, what fits it, and its value when nobody sets it.
    """

    section: str
    key: str
    shape: Shape
    default: object
    about: str

    @property
    def name(self) -> str:
        """
        `section.key`, as messages and `config show` write it.
        """
        return f"{self.section}.{self.key}"

    @property
    def variable(self) -> str:
        """
        The environment variable that overrides the file.
        """
        return f"CHECKIN_{self.section.upper()}__{self.key.upper()}"


SETTINGS = (
    Setting("calendar", "week_starts_on", OneOf(FIRST_DAYS), "monday", "first day of a week in weekly summaries"),
    Setting("receipts", "key_env", _VARIABLE, None, "environment variable with the key of HMAC digests"),
    Setting("selection", "enabled", Flag(), False, "whether anything may be chosen at all"),
    Setting("selection", "daily", Flag(), False, "selection on the daily surface"),
    Setting("selection", "weekly", Flag(), False, "selection on the weekly surface"),
    Setting("selection", "adaptive_operator", Flag(), False, "selection on the operator's card"),
    Setting("selection", "timeout_seconds", Number(1, 5), Decimal(3), "total deadline of a request, in seconds"),
    Setting("selection", "mode", OneOf(("canonical", "expression", "coach")), "canonical", "mode when none is given"),
    Setting("selection", "selector", OneOf(("first", "rotate", "openai")), "rotate", "selector when none is given"),
    Setting("provider", "model", _NAME, None, "model that chooses"),
    Setting("provider", "base_url", _URL, None, "base URL of the endpoint"),
    Setting("provider", "api_key_env", _VARIABLE, None, "environment variable with the key of the endpoint"),
    Setting("provider", "token_parameter", _TOKEN_PARAMETER, "max_completion_tokens", "name of the token limit there"),
    Setting("provider", "structured_output", _STRUCTURED, "off", "whether a schema is sent along"),
    Setting("consent", "registry", _NAME, None, "file with the consents of customers"),
    Setting("consent", "notice_versions", ListOf(_NAME, unique=True), (), "notice versions that count"),
    Setting("consent", "coaching_feedback_enabled", Flag(), False, "selection for personal snapshots"),
    Setting("authoring", "model", _NAME, None, "model that answers operators and drafts wordings"),
    Setting("authoring", "base_url", _URL, None, "base URL of its endpoint"),
    Setting("authoring", "api_key_env", _VARIABLE, None, "environment variable with the key of its endpoint"),
    Setting("authoring", "token_parameter", _TOKEN_PARAMETER, "max_completion_tokens", "name of the token limit there"),
    Setting("authoring", "structured_output", _STRUCTURED, "off", "whether a schema is sent along"),
    Setting("authoring", "max_tokens", Integer(16, 4096), 1024, "output tokens of one reply, at most"),
    Setting("authoring", "timeout_seconds", Number(1, 60), Decimal(30), "total deadline of a request, in seconds"),
)

SECTIONS = tuple(dict.fromkeys(setting.section for setting in SETTINGS))
