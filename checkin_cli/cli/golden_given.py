"""
What the golden commands have in common: the folder, how its cases are rendered, and the commands that come next.
"""

import os
import shlex
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.choosing import LocalSelector, Mode, SelectorName
from checkin_cli.cli.guard import talk
from checkin_cli.cli.options import configuration, export_rules, setup_of
from checkin_cli.cli.told import Told, unused_selector
from checkin_cli.errors import Place, UsageError, printable

if TYPE_CHECKING:
    from checkin_cli.config import Configuration
    from checkin_cli.runs.document import Context
    from checkin_cli.runs.golden import Cases, Change, Difference, Group, Verdict
    from checkin_cli.runs.setup import Setup

_ELSEWHERE = {"", "0", "false"}
"""
Values of `CI` that say no.
"""


@dataclass(frozen=True, slots=True)
class Given:
    """
    The options of a golden command.
    """

    folder: str
    mode: Mode | None
    selector: LocalSelector | None
    doctrine: Path | None
    config: str | None
    export_revision: int
    export_customer: str | None

    def next_command(self, verb: str, names: Sequence[str] = (), more: Sequence[str] = ()) -> str:
        """
        A command for the same folder that renders in the same way, ready for a shell.
        """
        options = {
            "--mode": self.mode,
            "--selector": self.selector,
            "--doctrine": self.doctrine,
            "--config": self.config,
            "--export-revision": None if self.export_revision == 1 else self.export_revision,
            "--export-customer": self.export_customer,
        }
        flags = [part for name, value in options.items() if value is not None for part in (name, str(value))]
        words = [printable(os.fsencode(self.folder).decode("utf-8", "backslashreplace")), *names]
        if any(word.startswith("-") for word in words):
            # What begins like an option is none.
            return shlex.join(["checkin", "golden", verb, *more, *flags, "--", *words])
        return shlex.join(["checkin", "golden", verb, *words, *more, *flags])

    def accepting(self, group: "Group") -> str:
        """
        The command that accepts a group; the first of its cases, where only names do. Folders must go before.
        """
        from checkin_cli.runs.inputs import show

        blocking = [show(str(path)) for each in group.differences for path in each.blocking]
        if blocking:
            return shlex.join(["rm", "-r", "--", *blocking])
        orphans = ["--remove-orphans"] if group.first.state == "orphaned" else []
        if len(group.differences) == 1 or group.first.by_name_alone:
            return self.next_command("accept", [group.first.name], orphans)
        return self.next_command("accept", (), ["--group", group.id, *orphans])

    def rendering(self) -> "tuple[Context, Told]":
        """
        How cases are rendered, and what is said about it. Raises `UsageError`.
        """
        from checkin_cli.runs.context import context_of

        settings = configuration(self.config)
        setup = self._setup()
        self._check_selector(setup, settings)
        context = context_of(setup, settings)
        unused_selector(setup, context)
        return context, Told(setup, settings, context)

    def _setup(self) -> "Setup":
        # A golden must not depend on what a configuration makes the mode of ordinary runs.
        mode, exports = self.mode or Mode.canonical, export_rules(self.export_revision, self.export_customer)
        return setup_of(self.config, self.doctrine, mode, self.selector, None, exports)

    def _check_selector(self, setup: "Setup", settings: "Configuration") -> None:
        chooses = self.selector is None and self.mode not in {None, Mode.canonical}
        if chooses and setup.selector_of(settings) == SelectorName.openai:
            raise UsageError("selector_sends", "a selector that asks an endpoint", "one that asks nobody")


@dataclass(slots=True)
class Compared:
    """
    What became of the cases, as far as they were compared.
    """

    same: int = 0
    refused: int = 0
    exit_code: int = 0

    def take(self, verdicts: "Iterator[Verdict]", watch: "Callable[[Verdict], None]") -> "list[Difference]":
        """
        Count verdicts, say why documents were refused, and return what differs.

        Says it too where most goldens were made with one other doctrine.
        """
        from checkin_cli.runs.golden import Different, Missing

        differences = list(self._differences(verdicts, watch))
        made = [
            each.receipt
            for each in differences
            if isinstance(each, Different) and not isinstance(each.receipt, Missing)
        ]
        _tell_of_doctrine(made, self.same + len(made))
        return differences

    def _differences(self, verdicts: "Iterator[Verdict]", watch: "Callable[[Verdict], None]") -> "Iterator[Difference]":
        from checkin_cli.runs.golden import Refused, Same

        for verdict in verdicts:
            watch(verdict)
            if isinstance(verdict, Refused):
                self.refused += 1
                self.exit_code = max(self.exit_code, verdict.error.exit_code)
                talk(str(verdict.error))
            elif isinstance(verdict, Same):
                self.same += 1
            else:
                yield verdict


def _tell_of_doctrine(receipts: "Sequence[Change | None]", of: int) -> None:
    """
    Say so where one other doctrine made most of the goldens; `receipts` are how those of them that differ have changed.
    """
    from checkin_cli.runs.golden import Edit

    doctrines = Counter(each.doctrines for each in receipts if isinstance(each, Edit) and each.doctrines is not None)
    for (made_with, in_use), count in doctrines.most_common(1):
        if 2 * count > of:
            talk(
                f"note: {count:,} of {of:,} goldens were made with doctrine {made_with[:12]}, and {in_use[:12]} is "
                "in use: forgotten or wrong --doctrine? (after an edit of the doctrine that is as it should be)"
            )


def chosen_groups(
    given: Given,
    cases: "Cases",
    group: str | None,
    compared: Compared,
    *,
    names: Collection[str] = (),
    orphans: bool = True,
) -> "list[Group]":
    """
    The groups of what differs, or the one that was asked for.

    Raises `UsageError` where there is no such group, and for a name that is not of it.
    """
    from checkin_cli.runs.golden import Orphaned, compare_all, grouped
    from checkin_cli.runs.inputs import nfc, show

    context, told = given.rendering()
    differences = compared.take(compare_all(cases, context, told.add), lambda _verdict: None)
    groups = grouped(differences, context.digester)
    if group is not None:
        groups = [each for each in groups if each.id == group]
        if not groups:
            raise _no_group(group, names)
        members = {each.name for each in groups[0].differences}
        for name in map(nfc, names):
            if name not in members:
                raise UsageError("unknown_case", f"no case of group {group}", "one of the group", Place(show(name)))
    left = [each for each in groups if isinstance(each.first, Orphaned)] if not orphans else []
    for each in (orphan for found in left for orphan in found.differences):
        talk(f"note: {each.name} is orphaned; --remove-orphans removes it")
    return [each for each in groups if each not in left]


def _no_group(group: str, names: Collection[str]) -> UsageError:
    found = "no such group among these cases" if names else "no such group"
    return UsageError("unknown_case", found, "a name or group that check prints", Place(printable(group)))


def cases_of(given: Given, names: Collection[str]) -> "Cases":
    """
    The cases of the folder, or those that were named.
    """
    from checkin_cli.runs.golden import find_cases

    return find_cases(given.folder).only(names)


def refuse_in_ci(verb: str) -> None:
    """
    Raise `UsageError` where no person can have looked at what is accepted.
    """
    if os.environ.get("CI", "").strip().lower() not in _ELSEWHERE:
        raise UsageError("golden_in_ci", f"{verb} in continuous integration", "a person who looked", Place("CI"))
