"""
`checkin draft review`: every text is shown before anybody can approve it.
"""

from pathlib import Path

from checkin_cli.authoring.promote import deciding, promote
from checkin_cli.authoring.promote import reject as turn_away
from checkin_cli.authoring.shelf import Shelf, open_shelf
from checkin_cli.authoring.states import Standing, State, standing_of, texts_of
from checkin_cli.cli.draft import text_of
from checkin_cli.cli.draft_text import screen_lines, standing_lines
from checkin_cli.cli.golden_review import Keys, terminal
from checkin_cli.cli.guard import StandardOutput
from checkin_cli.errors import UsageError
from checkin_cli.runs.inputs import show

_END = ("", "q", "\x04")


def decide(wanted: str, folder: Path | None, approve: str | None, reject: str | None, *, everything: bool) -> bool:
    """
    Show a proposal and do what was decided. Returns True if it was approved or rejected.

    Raises `UsageError` for a digest of other texts, for a proposal that is refuted now or approved already, and without
    a terminal.
    """
    if approve is not None and reject is not None:
        raise UsageError("conflicting_options", "--approve with --reject", "one of them")
    shelf = open_shelf(folder)
    filed = shelf.filed(wanted)
    if reject is not None:
        return _reject(shelf.folder, wanted, reject)
    if approve is not None:
        return _approve(shelf.folder, wanted, approve)
    standing = standing_of(shelf, filed)
    digest = _show(shelf, standing, everything=everything)
    if standing.state is not State.VALID:
        return False
    with terminal("draft_no_terminal") as keys:
        return _answered(shelf, standing, keys, digest)


def _show(shelf: Shelf, standing: Standing, *, everything: bool) -> str:
    _say(*standing_lines(standing))
    if standing.filed.atom not in shelf.doctrine.atoms:
        return ""
    screens = texts_of(shelf, standing.filed)
    _say(*screen_lines(screens, None if everything else 2))
    return screens.digest


def _answered(shelf: Shelf, standing: Standing, keys: Keys, digest: str) -> bool:
    """
    Ask for one key; a rejection asks for its reason.
    """
    keys.forget()
    _say("a approve    r reject    q leave it")
    while (key := keys.read()) not in _END:
        if key == "a":
            return _approve(shelf.folder, standing.filed.id, digest)
        if key == "r":
            return _reject(shelf.folder, standing.filed.id, _reason(keys))
    return False


def _reason(keys: Keys) -> str:
    """
    One line in ASCII, key by key; --reject takes any words.
    """
    _say("reason, then Enter:")
    typed = ""
    while (key := keys.read()) not in {"", "\r", "\n", "\x04"}:
        typed = typed[:-1] if key in {"\x7f", "\b"} else typed + key
    return typed


def _approve(folder: Path, wanted: str, digest: str) -> bool:
    # What stands on disk now counts, not what stood there when the texts were shown.
    with deciding(folder) as shelf:
        filed = shelf.filed(wanted)
        _check(standing_of(shelf, filed))
        if texts_of(shelf, filed).digest != digest:
            raise UsageError("approval_stale", "the digest of other texts", "the digest of the texts as they are now")
        path = promote(shelf, filed, digest)
    _say(f"approved {wanted}, in {show(str(path))}", f"next: checkin doctrine lock --doctrine {show(str(folder))}")
    return True


def _check(standing: Standing) -> None:
    if standing.state is not State.VALID:
        codes = ", ".join(dict.fromkeys(each.code for each in standing.refutations)) or standing.state
        raise UsageError("proposal_refuted", f"a proposal that is {standing.state}: {codes}", "one that is valid now")


def _reject(folder: Path, wanted: str, reason: str) -> bool:
    if not reason.strip() or not reason.isprintable():
        raise UsageError("conflicting_options", "no printable reason", "why it is rejected, on one line")
    with deciding(folder) as shelf:
        kept = turn_away(shelf, shelf.filed(wanted), reason.strip())
    _say(f"rejected {wanted}, kept in {show(str(kept))}")
    return True


def _say(*lines: str) -> None:
    StandardOutput().write(text_of(lines))
    StandardOutput().flush()
