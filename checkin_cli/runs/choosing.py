"""
Who chooses in a run, as options and configuration have it, and why somebody does not.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from checkin_cli.config import Configuration, Problem, default_file
from checkin_cli.errors import UsageError
from checkin_cli.facts import SURFACES
from checkin_cli.runs.consent import Cause, Consents
from checkin_cli.runs.render import Kind
from checkin_cli.runs.selection import Conditions, Selection
from checkin_cli.runs.setup import CANONICAL, Setup
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.built_in import BUILT_IN
from checkin_cli.selection.selectors.interface import Selector
from checkin_cli.selection.watched import Watched

_NEEDED = ("provider.model", "provider.base_url", "provider.api_key_env")
"""
Settings without which no request can be sent.
"""


def selection_of(setup: Setup, settings: Configuration) -> Selection | None:
    """
    Who chooses and under which conditions; None where every copy is canonical.
    """
    mode = setup.mode_of(settings)
    if mode == CANONICAL:
        return None
    who = _selector(setup, settings)

    def conditions(now: Configuration) -> Conditions:
        return _conditions(setup, now, sends=who.sends)

    fixed = conditions(settings)
    return Selection(mode, who, _rereading(setup, settings, conditions) if who.sends else lambda: fixed)


def is_structured(settings: Configuration) -> bool:
    """
    True if the schema of the reply is sent with each request.
    """
    return settings.text("provider.structured_output") == "json_schema"


def why_unasked(selector: Selector) -> Reason | None:
    """
    Why a selector sends nothing although the gate lets it, as far as that is known without asking it.
    """
    forbidden = selector.refuses()
    if forbidden is not None or not selector.sends:
        return forbidden
    from checkin_cli.selection.selectors.endpoint import Endpoint

    return Reason.NO_KEY if isinstance(selector, Endpoint) and not selector.has_key else None


def why_canonical(setup: Setup, settings: Configuration, selection: Selection, kind: Kind) -> Iterable[str]:
    """
    What kept copies of one kind canonical: the configuration, consents, or inputs that changed; nothing otherwise.
    """
    surface, _, *words, requests = kind
    if not {*words} & {"disabled", "provider_disallowed", "provider_error"}:
        # Looking at the conditions again may read the configuration: only where they can be the cause.
        return ()
    explicit = setup.mode is not None
    reason = selection.conditions().off.get(surface)
    if "disabled" in words and reason is not None:
        return [_why_off(settings, surface, reason)] if explicit or reason == "not_configured" else ()
    if "disabled" in words and explicit and selection.selector.sends:
        return told_causes(setup, selection.causes) or ["a gate said no earlier in this run"]
    if not explicit or requests:
        return ()
    variable = settings.text("provider.api_key_env")
    if "provider_disallowed" in words:
        return ["provider.model or provider.base_url holds a name that is never asked"]
    is_keyless = "provider_error" in words and not setup.environment.get(variable or "")
    return [f"{variable} holds no key"] if is_keyless else ()


def told_causes(setup: Setup, causes: Iterable[Cause]) -> list[str]:
    """
    Why gates said no, in words and in a fixed order.
    """
    # Of a crew, others may be adding to them.
    known = frozenset(causes)
    registry = "consent.registry" if setup.consents is None else "--consents"
    return [cause.told(registry) for cause in Cause if cause in known]


def _selector(setup: Setup, settings: Configuration) -> Selector:
    name = setup.selector_of(settings)
    if name in BUILT_IN:
        return BUILT_IN[name]
    from checkin_cli.selection.selectors.endpoint import Endpoint, EndpointSettings

    return Endpoint(
        EndpointSettings(
            base_url=settings.text("provider.base_url") or "",
            model=settings.text("provider.model") or "",
            deadline=float(str(settings.values["selection.timeout_seconds"])),
            token_parameter=settings.text("provider.token_parameter") or "",
            structured=is_structured(settings),
            key=setup.environment.get(settings.text("provider.api_key_env") or ""),
        )
    )


def _consents(setup: Setup, settings: Configuration) -> Consents:
    configured = settings.text("consent.registry")
    given = None if setup.consents is None else Path(setup.folder, setup.consents)
    registry = given or (settings.folder / configured if configured else None)
    notices, personal = settings.words("consent.notice_versions"), settings.flag("consent.coaching_feedback_enabled")
    return Consents(registry, notices, personal)


def _conditions(setup: Setup, settings: Configuration, *, sends: bool) -> Conditions:
    explicit = setup.mode is not None
    reasons = {surface: _off(settings, surface, sends=sends, explicit=explicit) for surface in SURFACES}
    off = {surface: reason for surface, reason in reasons.items() if reason is not None}
    return Conditions(_consents(setup, settings), off)


def _rereading(
    setup: Setup, settings: Configuration, conditions: Callable[[Configuration], Conditions]
) -> Callable[[], Conditions]:
    """
    What asks for the conditions of the moment. The configuration is read again when its file may have changed.
    """
    file = default_file(Path(setup.folder)) if settings.path is None else Path(settings.path)
    watched = Watched(str(file), lambda raw: conditions(_reread(setup, settings, lambda _file: raw)))

    def now() -> Conditions:
        try:
            return watched.now()
        except OSError:
            # A pipe can be read once.
            is_file, exists = os.path.isfile(file), os.path.exists(file)  # noqa: PTH110, PTH113  # as above
            is_pipe = settings.path is not None and exists and not is_file
            return conditions(settings if is_pipe else _reread(setup, settings, Path.read_bytes))

    return now


def _reread(setup: Setup, settings: Configuration, read: Callable[[Path], bytes]) -> Configuration:
    """
    The configuration as it stands now. One that cannot be read any more has a problem, which switches selection off.
    """
    try:
        return setup.configuration(read)
    except UsageError as error:
        return replace(settings, problems=(Problem("the file", str(error.place), error.found, error.required),))


def _off(settings: Configuration, surface: str, *, sends: bool, explicit: bool) -> Reason | None:
    if settings.problems:
        return Reason.WRONG_CONFIGURATION
    untouched = not settings.has_file and settings.origins["selection.enabled"] == "default"
    if explicit and untouched and not sends:
        # Nothing leaves the machine, and nobody configured anything: asking for the mode is the switch.
        return None
    if not settings.flag("selection.enabled") or not settings.flag(f"selection.{surface}"):
        return Reason.SWITCHED_OFF
    return Reason.NOT_CONFIGURED if sends and _missing(settings) else None


def _missing(settings: Configuration) -> list[str]:
    return [name for name in _NEEDED if settings.text(name) is None]


def _why_off(settings: Configuration, surface: str, reason: Reason) -> str:
    if reason is Reason.WRONG_CONFIGURATION:
        return f"{settings.problems[0].name if settings.problems else 'the configuration'} does not fit"
    if reason is Reason.NOT_CONFIGURED:
        return f"{', '.join(_missing(settings))} not set"
    name = f"selection.{surface}" if settings.flag("selection.enabled") else "selection.enabled"
    return f"{name} is not true"
