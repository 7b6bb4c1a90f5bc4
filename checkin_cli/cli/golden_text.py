"""
Differences as lines for people. Whatever their size, a group is a few lines, unless somebody decides about it.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest

from checkin_cli.cli.golden_given import Compared, Given
from checkin_cli.runs.golden import (
    RECEIPT_ALONE,
    Change,
    Difference,
    Different,
    Edit,
    Group,
    Kind,
    Missing,
    Orphaned,
    Unreadable,
    moved_lines,
    visible,
    window,
    windows,
)
from checkin_cli.runs.inputs import show

_MOST_NAMES, _MOST_LINES, _MOST_MEMBERS, _MOST_GROUPS = 50, 8, 4, 20


def report(groups: Sequence[Group], given: Given, compared: Compared) -> Iterator[str]:
    """
    Every group with the command that comes next, and one line that counts them.
    """
    for group in groups[:_MOST_GROUPS]:
        yield from group_lines(group)
        yield f"  next: {given.accepting(group)}"
        yield ""
    if len(groups) > _MOST_GROUPS:
        yield f"and {len(groups) - _MOST_GROUPS} more groups; --format json names all of them"
        yield ""
    yield _counts(groups, compared)
    if groups:
        yield f"next: {given.next_command('review')}"


def group_lines(group: Group, *, whole: bool = False) -> Iterator[str]:
    """
    What a group is, whose it is, and its change in the first of its cases.
    """
    yield heading(group)
    yield from _names(group.differences)
    yield from change_lines(group.first, whole=whole)


def heading(group: Group) -> str:
    """
    State, traits, size and id of a group.
    """
    count = len(group.differences)
    return f"{title(group)}, {count} case{'s' * (count != 1)}, group {group.id}"


def title(group: Group) -> str:
    """
    State and traits of a group.
    """
    return f"{group.first.state} ({', '.join(group.traits)})" if group.traits else group.first.state


def change_lines(difference: Difference, *, whole: bool = False) -> Iterator[str]:
    """
    What changed in one case, copy and receipt, each in a few lines, or in all that differ.
    """
    match difference:
        case Orphaned():
            yield f"  no document for {', '.join(show(path.name) for path in difference.orphan.files)}"
        case Different():
            if difference.receipt_alone:
                yield f"  {RECEIPT_ALONE}"
            yield from _part("copy", difference.copy, None if whole else _MOST_LINES)
            yield from _part("receipt", difference.receipt, None if whole else _MOST_MEMBERS)
            if whole:
                yield from _first_lines(difference)
            if difference.by_name_alone:
                yield "  not shown whole: only its name accepts it, no folder, group or key"


def _first_lines(difference: Difference) -> Iterator[str]:
    """
    The copy that a case without a golden would get.
    """
    if isinstance(difference, Different) and isinstance(difference.copy, Missing):
        yield from _lines("+", difference.fresh.copy.decode("utf-8").split("\n")[:-1], 4 * _MOST_LINES)


def accepted(difference: Difference) -> str:
    """
    What accepting has done to a case.
    """
    return "removed" if isinstance(difference, Orphaned) else "accepted"


def _counts(groups: Sequence[Group], compared: Compared) -> str:
    counts = {"as accepted": compared.same}
    for group in groups:
        counts[group.first.state] = counts.get(group.first.state, 0) + len(group.differences)
    counts["refused"] = compared.refused
    total = sum(counts.values())
    alone = sum(
        len(group.differences) for group in groups if group.first.receipt_alone and group.first.state == "changed"
    )
    more = {"changed": f" ({alone} in the receipt alone)"} if alone else {}
    said = ", ".join(
        f"{count} {state}{more.get(state, '')}" for state, count in counts.items() if count or state == "as accepted"
    )
    return f"{total} case{'s' * (total != 1)}: {said}"


def _names(differences: Sequence[Difference]) -> list[str]:
    shown = [each.name for each in differences[:_MOST_NAMES]]
    rest = len(differences) - len(shown)
    text = ", ".join(shown) + (f" and {rest:,} more" if rest else "")
    return textwrap.wrap(
        text, 110, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _part(name: str, change: Change | None, most: int | None) -> Iterator[str]:
    match change:
        case None:
            return
        case Missing():
            yield f"  {name}: no golden yet"
        case Unreadable():
            yield f"  {name}: found {change.found}"
        case Edit():
            yield f"  {name}: {_what(change)}"
            if change.kind is Kind.whitespace or change.causes:
                yield f"    golden: {change.golden}"
                yield f"    now:    {change.now}"
            if change.kind is Kind.order and sorted(change.lost) == sorted(change.gained):
                yield from _lines("moved", moved_lines(change.lost, change.gained), most)
            elif change.kind is not Kind.whitespace:
                yield from _sides(change.lost, change.gained, most)


def _what(edit: Edit) -> str:
    causes = ", ".join(edit.causes)
    if not edit.compared:
        return f"{causes}, first at byte {edit.offset:,}"
    if edit.kind is Kind.whitespace:
        return f"only {causes}, first at byte {edit.offset:,}"
    also = f", and {causes}" if causes else ""
    members = f"{', '.join(edit.members)}; " if edit.members else ""
    return f"{members}first at byte {edit.offset:,}{also}"


def _sides(lost: Sequence[str], gained: Sequence[str], most: int | None) -> Iterator[str]:
    """
    Lines side by side where each has a counterpart, else one side after the other; whole ones where all are shown.
    """
    if len(lost) != len(gained):
        yield from _lines("-", lost, most)
        yield from _lines("+", gained, most)
        return
    for one, other in islice(zip_longest(lost, gained, fillvalue=""), most):
        before, after = windows(one, other) if most is not None else (visible(one), visible(other))
        yield f"    - {before}"
        yield f"    + {after}"
    if most is not None and len(lost) > most:
        yield f"    and {_more(len(lost) - most, 'pair')} of lines"


def _lines(sign: str, lines: Sequence[str], most: int | None) -> Iterator[str]:
    shown = visible if most is None else window
    yield from (f"    {sign} {shown(line)}".rstrip() for line in lines[:most])
    if most is not None and len(lines) > most:
        yield f"    {sign} and {_more(len(lines) - most, 'line')}"


def _more(count: int, noun: str) -> str:
    return f"{count:,} more {noun}{'s' * (count != 1)}"


def text_of(lines: Iterable[str]) -> bytes:
    """
    Lines as the bytes of standard output.
    """
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
