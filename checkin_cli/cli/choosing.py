"""
Options of the commands that let somebody choose, and the selection that they and the configuration make.
"""

import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import talk

if TYPE_CHECKING:
    from checkin_cli.config import Configuration
    from checkin_cli.runs.document import Outcome
    from checkin_cli.runs.selection import Conditions, Consents, Selection
    from checkin_cli.selection import Receipt
    from checkin_cli.selection.reasons import Reason
    from checkin_cli.selection.selectors.interface import Selector

_NEEDED = ("provider.model", "provider.base_url", "provider.api_key_env")


class Mode(StrEnum):
    """
    What may be chosen: nothing, the wordings of tone slots, or atoms and wordings.
    """

    canonical = "canonical"
    expression = "expression"
    coach = "coach"


class SelectorName(StrEnum):
    """
    Who chooses.
    """

    first = "first"
    rotate = "rotate"
    openai = "openai"


ModeOption = Annotated[
    Mode | None,
    typer.Option(
        "--mode",
        help="What may be chosen: nothing, one line of courtesy, or statements and wordings [default: canonical].",
        show_default=False,
    ),
]
SelectorOption = Annotated[
    SelectorName | None,
    typer.Option("--selector", help="Who chooses; openai asks an endpoint [default: rotate].", show_default=False),
]
ConsentFile = Annotated[
    Path | None,
    typer.Option(
        "--consents",
        metavar="FILE",
        help="Consent registry of customers [default: the configured one].",
        show_default=False,
    ),
]


def selection(
    settings: "Configuration", mode: Mode | None, selector: SelectorName | None, consents: Path | None
) -> "Selection | None":
    """
    Who chooses in this run and under which conditions; None where every copy is canonical.
    """
    from checkin_cli.runs.selection import Selection

    chosen = mode or Mode(settings.text("selection.mode") or "canonical")
    if chosen is Mode.canonical:
        if selector is not None:
            talk("note: --selector chooses nothing in mode canonical; add --mode expression or --mode coach")
        return None
    who = _selector(settings, selector or SelectorName(settings.text("selection.selector") or "rotate"))
    explicit = mode is not None

    def conditions(now: "Configuration") -> "Conditions":
        return _conditions(now, consents, sends=who.sends, explicit=explicit)

    fixed = conditions(settings)
    return Selection(chosen, who, _rereading(settings, conditions) if who.sends else lambda: fixed)


def told_when_off(
    selection: "Selection | None", settings: "Configuration", mode: Mode | None
) -> "Callable[[Outcome], None]":
    """
    Says once for each key why a copy stayed canonical although a mode was asked for.
    """
    told: set[str] = set()

    def tell(outcome: "Outcome") -> None:
        receipt = outcome.receipt
        if selection is None or receipt is None:
            return
        why = _why(settings, selection, receipt, explicit=mode is not None)
        if why and why not in told:
            told.add(why)
            talk(f"note: canonical copy in spite of mode {selection.mode}: {why}")

    return tell


def _why(settings: "Configuration", selection: "Selection", receipt: "Receipt", *, explicit: bool) -> str | None:
    """
    What in the configuration kept a copy canonical, as far as anything did.
    """
    words = {receipt.outcome, receipt.reason}
    if not words & {"disabled", "provider_disallowed", "provider_error"}:
        # Looking at the conditions again may read the configuration: only where they can be the cause.
        return None
    conditions = selection.conditions()
    reason = conditions.off.get(receipt.surface)
    if "disabled" in words and reason is not None:
        return _why_off(settings, receipt.surface, reason) if explicit or reason == "not_configured" else None
    if not explicit or receipt.request_count:
        return None
    consents, variable = conditions.consents, settings.text("provider.api_key_env")
    if "disabled" in words and selection.selector.sends:
        missing = {
            "consent.coaching_feedback_enabled": consents.personal,
            "consent.registry": consents.registry,
            "consent.notice_versions": consents.notices,
        }
        unset = [name for name, value in missing.items() if not value]
        return f"without consent; {', '.join(unset)} not set" if unset else None
    if "provider_disallowed" in words:
        return "provider.model or provider.base_url holds a name that is never asked"
    return f"{variable} holds no key" if "provider_error" in words and not os.environ.get(variable or "") else None


def _selector(settings: "Configuration", name: SelectorName) -> "Selector":
    from checkin_cli.selection.selectors.built_in import BUILT_IN

    if name is not SelectorName.openai:
        return BUILT_IN[name]
    from checkin_cli.selection.selectors.endpoint import Endpoint, EndpointSettings

    return Endpoint(
        EndpointSettings(
            base_url=settings.text("provider.base_url") or "",
            model=settings.text("provider.model") or "",
            deadline=float(str(settings.values["selection.timeout_seconds"])),
            token_parameter=settings.text("provider.token_parameter") or "",
            structured=settings.text("provider.structured_output") == "json_schema",
            key=os.environ.get(settings.text("provider.api_key_env") or ""),
        )
    )


def _consents(settings: "Configuration", given: Path | None) -> "Consents":
    from checkin_cli.runs.selection import Consents

    configured = settings.text("consent.registry")
    registry = given or (settings.folder / configured if configured else None)
    notices, personal = settings.words("consent.notice_versions"), settings.flag("consent.coaching_feedback_enabled")
    return Consents(registry, notices, personal)


def _conditions(settings: "Configuration", registry: Path | None, *, sends: bool, explicit: bool) -> "Conditions":
    from checkin_cli.facts import SURFACES
    from checkin_cli.runs.selection import Conditions

    reasons = {surface: _off(settings, surface, sends=sends, explicit=explicit) for surface in SURFACES}
    off = {surface: reason for surface, reason in reasons.items() if reason is not None}
    return Conditions(_consents(settings, registry), off)


def _rereading(
    settings: "Configuration", conditions: "Callable[[Configuration], Conditions]"
) -> "Callable[[], Conditions]":
    """
    What asks for the conditions of the moment. The configuration is read again when its file may have changed.
    """
    from checkin_cli.config import default_file
    from checkin_cli.selection.watched import Watched

    file = default_file(Path.cwd()) if settings.path is None else Path(settings.path)
    watched = Watched(str(file), lambda raw: conditions(_reread(settings, lambda _file: raw)))

    def now() -> "Conditions":
        try:
            return watched.now()
        except OSError:
            # A pipe can be read once.
            is_pipe = settings.path is not None and not file.is_file() and file.exists()
            return conditions(settings if is_pipe else _reread(settings, Path.read_bytes))

    return now


def _reread(settings: "Configuration", read: "Callable[[Path], bytes]") -> "Configuration":
    """
    The configuration as it stands now. One that cannot be read any more has a problem, which switches selection off.
    """
    from dataclasses import replace

    from checkin_cli.config import Problem, load_configuration
    from checkin_cli.errors import UsageError

    try:
        return load_configuration(settings.path, os.environ, Path.cwd(), read)
    except UsageError as error:
        return replace(settings, problems=(Problem("the file", str(error.place), error.found, error.required),))


def _off(settings: "Configuration", surface: str, *, sends: bool, explicit: bool) -> "Reason | None":
    from checkin_cli.selection.reasons import Reason

    if settings.problems:
        return Reason.WRONG_CONFIGURATION
    untouched = not settings.has_file and settings.origins["selection.enabled"] == "default"
    if explicit and untouched and not sends:
        # Nothing leaves the machine, and nobody configured anything: asking for the mode is the switch.
        return None
    if not settings.flag("selection.enabled") or not settings.flag(f"selection.{surface}"):
        return Reason.SWITCHED_OFF
    return Reason.NOT_CONFIGURED if sends and _missing(settings) else None


def _missing(settings: "Configuration") -> list[str]:
    return [name for name in _NEEDED if settings.text(name) is None]


def _why_off(settings: "Configuration", surface: str, reason: "Reason") -> str:
    from checkin_cli.selection.reasons import Reason

    if reason is Reason.WRONG_CONFIGURATION:
        return f"{settings.problems[0].name if settings.problems else 'the configuration'} does not fit"
    if reason is Reason.NOT_CONFIGURED:
        return f"{', '.join(_missing(settings))} not set"
    name = f"selection.{surface}" if settings.flag("selection.enabled") else "selection.enabled"
    return f"{name} is not true"
