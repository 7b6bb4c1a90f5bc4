"""
`checkin golden accept` and `checkin golden reject`: the decisions of a review, without a terminal.
"""

from collections.abc import Collection, Iterator, Sequence

from checkin_cli.cli.golden_given import Given
from checkin_cli.cli.golden_text import accepted, change_lines, group_lines, heading, text_of
from checkin_cli.cli.guard import FINDINGS, StandardOutput, talk
from checkin_cli.errors import OutputError
from checkin_cli.runs.golden import Group, accept
from checkin_cli.runs.inputs import nfc
from checkin_cli.runs.undisturbed import undisturbed


def accept_groups(groups: Sequence[Group], named: Collection[str], given: Given) -> int:
    """
    Show every change, then accept it case by case. A golden that cannot be written is told and stops no other.

    Returns the exit code: findings where a change stands, because only its name accepts it.
    """
    names = set(map(nfc, named))
    exit_code = 0
    for group in groups:
        StandardOutput().write(text_of(_shown(group)))
        for difference in group.differences:
            if difference.by_name_alone and difference.name not in names:
                exit_code = max(exit_code, FINDINGS)
                talk(f"note: {difference.name} was not shown whole; {given.next_command('accept', [difference.name])}")
                continue
            try:
                with undisturbed():
                    accept(difference)
            except OutputError as error:
                exit_code = max(exit_code, error.exit_code)
                talk(str(error))
                continue
            StandardOutput().write(text_of([f"{accepted(difference)} {difference.name}"]))
    if not groups:
        StandardOutput().write(b"nothing to accept\n")
    return exit_code


def reject_groups(groups: Sequence[Group]) -> bool:
    """
    Show every change as rejected. Returns True if any stands.
    """
    for group in groups:
        StandardOutput().write(text_of(_shown(group)))
        StandardOutput().write(text_of(f"rejected {difference.name}" for difference in group.differences))
    if groups:
        talk("nothing was written: the goldens are right, so correct the code, the doctrine or the document, and check")
    else:
        StandardOutput().write(b"nothing to reject\n")
    return bool(groups)


def _shown(group: Group) -> Iterator[str]:
    """
    A group once, or each of its cases where nothing may be decided unseen.
    """
    if not group.first.must_be_shown:
        yield from group_lines(group, whole=True)
        return
    yield heading(group)
    for difference in group.differences:
        yield f"  {difference.name}"
        yield from change_lines(difference, whole=True)
