"""
`checkin golden review`: one key a decision, and what was decided is done before the next question.
"""

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from checkin_cli.cli.golden_given import Given
from checkin_cli.cli.golden_text import accepted, change_lines, group_lines, text_of
from checkin_cli.cli.guard import FINDINGS, StandardOutput, talk
from checkin_cli.errors import OutputError, UsageError
from checkin_cli.runs.golden import Difference, Group, accept
from checkin_cli.runs.undisturbed import undisturbed


@dataclass(frozen=True, slots=True)
class Keys:
    """
    The keys that somebody presses.
    """

    read: Callable[[], str]
    """
    Waits for the next key; the empty string where nobody will press another.
    """

    forget: Callable[[], object] = lambda: None
    """
    Drops what was pressed before now.
    """


_HELP = (
    "  a accept    r reject    s skip    A R S the same for all that is left of the group",
    "  q quit, what was decided stays    ? this help",
)
_ESCAPE, _INTRODUCERS, _PAUSE = "\x1b", ("[", "O"), 0.05
_LINE_ENDS = ("\r", "\n")
_END = ("", "q", "\x04")


class Verb(StrEnum):
    """
    What can become of a difference.
    """

    accept = "accepted"
    reject = "rejected"
    skip = "skipped"


_VERBS = {"a": Verb.accept, "r": Verb.reject, "s": Verb.skip}


class _Quit(Exception):  # no fault: the operator has seen enough
    """Nothing more is to be decided."""


@dataclass(slots=True)
class Tally:
    """
    What was decided so far.
    """

    accepted: int = 0
    exit_code: int = 0


def review_groups(groups: Sequence[Group], keys: Keys, given: Given) -> int:
    """
    Ask about each difference, and accept at once what is accepted. Returns the exit code: findings if any stands.
    """
    tally = Tally()
    total = sum(len(group.differences) for group in groups)
    try:
        with contextlib.suppress(_Quit):
            for number, group in enumerate(groups, 1):
                _say(f"{number} of {len(groups)}: ", end="")
                _say(*group_lines(group, whole=True))
                _review_group(group, keys, tally, given)
    except KeyboardInterrupt:
        _say("", f"{tally.accepted} of {total} accepted")
        raise
    _say(f"{tally.accepted} of {total} accepted" if total else "nothing to review")
    return max(tally.exit_code, FINDINGS if tally.accepted < total else 0)


def _review_group(group: Group, keys: Keys, tally: Tally, given: Given) -> None:
    left = list(group.differences)
    while left:
        if left[0] is not group.first:
            _say(f"  {left[0].name}", *change_lines(left[0], whole=True))
        key = _key(f"{left[0].name}, {len(left)} left in the group [a r s A R S q ?] ", keys)
        verb = _VERBS[key.lower()]
        taken = left if key.isupper() else left[:1]
        if verb is Verb.accept and group.first.by_name_alone:
            _say("", f"it was not shown whole; {given.next_command('accept', [left[0].name])}")
            continue
        if key.isupper() and verb is Verb.accept and group.first.must_be_shown and not _confirmed(left, keys):
            continue
        for difference in taken:
            _do(verb, difference, tally)
        left = left[len(taken) :]


def _key(question: str, keys: Keys) -> str:
    """
    Ask until a key is pressed that decides something.
    """
    _ask(question, keys)
    while True:
        key = keys.read()
        if key in _END:
            _say("quit")
            raise _Quit
        if key.lower() in _VERBS:
            return key
        if key not in _LINE_ENDS:
            _say("", *_HELP)
            _ask(question, keys)


def _confirmed(left: Sequence[Difference], keys: Keys) -> bool:
    """
    Show each change that the key would take unseen, and ask again.
    """
    if len(left) == 1:
        return True
    _say("")
    for difference in left[1:]:
        _say(f"  {difference.name}", *change_lines(difference, whole=True))
    _ask(f"these {len(left)} are not taken unseen: A again accepts them, any other key goes back ", keys)
    key = keys.read()
    if key in _END:
        _say("quit")
        raise _Quit
    if key != "A":
        _say("")
    return key == "A"


def _ask(question: str, keys: Keys) -> None:
    # A key that was pressed earlier was meant for something else.
    keys.forget()
    _say(question, end="")


def _do(verb: Verb, difference: Difference, tally: Tally) -> None:
    if verb is not Verb.accept:
        _say(f"{verb} {difference.name}")
        return
    try:
        with undisturbed():
            accept(difference)
    except OutputError as error:
        tally.exit_code = error.exit_code
        _say("")
        talk(str(error))
        return
    tally.accepted += 1
    _say(f"{accepted(difference)} {difference.name}")


def _say(*lines: str, end: str = "\n") -> None:
    StandardOutput().write(text_of(lines).removesuffix(b"\n") + end.encode())
    StandardOutput().flush()


@contextlib.contextmanager
def terminal(code: str = "no_terminal") -> Iterator[Keys]:
    """
    The keys of the terminal, one by one while the block runs. Raises `UsageError` of that code where there is none.
    """
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(code, "no terminal", "one to ask and to answer at")
    try:
        import termios
        import tty
    except ImportError:
        yield Keys(_read_line)
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number, termios.TCSADRAIN)
        yield Keys(lambda: _read(number), lambda: termios.tcflush(number, termios.TCIFLUSH))
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _read_line() -> str:
    # Where keys cannot be had one by one, the first letter of a line counts; an empty line is none.
    return sys.stdin.readline()[:1]


def _read(number: int) -> str:
    key = _byte(number)
    if key == _ESCAPE and select.select([number], [], [], _PAUSE)[0]:
        # An arrow is several bytes, a capital letter at its end; none of them is a decision.
        following = _byte(number)
        while following in _INTRODUCERS or "" < following < "@":
            following = _byte(number)
    return key


def _byte(number: int) -> str:
    """
    The next byte as a letter; the empty string where the terminal is gone.
    """
    try:
        return os.read(number, 1).decode("ascii", "replace")
    except OSError:
        return ""
