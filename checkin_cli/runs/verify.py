"""
Replay receipts: render again from input, receipt and doctrine, and say what is not the same any more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checkin_cli.documents import Document, binding_of, read_document
from checkin_cli.errors import CheckinError, DocumentRefused
from checkin_cli.rendering import RENDERER_VERSION, Locked, OwnWords, Rendering, render_canonical
from checkin_cli.runs.document import Context, error_members
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.selection import turn_of
from checkin_cli.runs.stored import Receipts
from checkin_cli.selection import Digester, Receipt, Shown
from checkin_cli.selection.attempt import Attempt
from checkin_cli.selection.pipeline import select
from checkin_cli.selection.replay import Impossible, differing_members, replay
from checkin_cli.selection.selectors.built_in import BUILT_IN


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What the replay of one input showed, or why the input was refused.
    """

    source: str
    line: int | None
    changed: tuple[str, ...] = ()
    """
    Of `input`, `doctrine`, `code`, `output` and `receipt`; empty if everything is as it was.
    """

    members: tuple[str, ...] = ()
    """
    The members of the receipt that no run can have left so; empty for a receipt that is missing or cannot be read.
    """

    error: CheckinError | None = None

    @property
    def is_identical(self) -> bool:
        """
        True if the replay gave the same copy and the same receipt.
        """
        return self.error is None and not self.changed

    def members_of_line(self) -> dict[str, object]:
        """
        The verdict as JSON members.
        """
        return {
            "source": self.source,
            "line": self.line,
            "identical": self.is_identical,
            "changed": list(self.changed),
            "members": list(self.members),
            "error": error_members(self.error) if self.error else None,
        }


def verify_all(inputs: Iterable[RawInput], context: Context, receipts: Receipts) -> Iterator[Verdict]:
    """
    Yield a verdict for each input, in order. A receipt with keyed digests cannot be replayed without the key.
    """
    for given in inputs:
        try:
            changed, members = _changed(given, context, receipts)
        except DocumentRefused as refused:
            yield Verdict(given.source, given.line, error=refused.at(given.source, given.line))
        else:
            yield Verdict(given.source, given.line, changed, members)


def _changed(given: RawInput, context: Context, receipts: Receipts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    document = read_document(given.content(), context.rules)
    rendering = render_canonical(document, context.doctrine)
    stored = receipts.find(given, document.ref)
    receipt = stored.receipt
    if receipt is None:
        return ("receipt",), ()
    digester = Digester() if receipt.digest_kind == "sha256" else context.digester
    if digester.kind != receipt.digest_kind:
        return ("receipt",), ("digest_kind",)
    around = tuple(_around(document, receipt, context, digester))
    members, replayed = ((), receipt.output_sha256) if around else _replayed(rendering, receipt, context, digester)
    found = None if stored.copy is None else digester.digest(stored.copy)
    unbound = {"canonical_sha256", "output_sha256"} <= set(members) and found == receipt.output_sha256
    if unbound and stored.copy is not None and _differs_in_words_alone(rendering, stored.copy, members):
        # Equal ids, doctrine, code and binding: what no digest covers alone are the operator's own words.
        around, members, replayed = ("input",), (), receipt.output_sha256
    # Where ids were edited, the file may still be what the receipt's digest says: the file is not what changed.
    edited_ids = set(members) - {"canonical_sha256", "output_sha256"}
    copied = found in ({replayed, receipt.output_sha256} if edited_ids else {replayed})
    return (*around, *(() if copied else ("output",)), *(("receipt",) if members else ())), members


def _differs_in_words_alone(rendering: Rendering, copy: bytes, members: tuple[str, ...]) -> bool:
    """
    True if a copy holds every other locked line of the rendering, and only as many of its own words.
    """
    if "document_text" in members:
        return True
    locked = (segment for segment in rendering.screen.segments() if isinstance(segment, Locked))
    others = Counter[str](segment for segment in locked if not isinstance(segment, OwnWords))
    found = Counter(copy.decode("utf-8", "replace").split("\n"))
    kept = not others - found
    return kept and found.total() == rendering.body.count("\n") + 1


def _around(document: Document, receipt: Receipt, context: Context, digester: Digester) -> Iterator[str]:
    """
    What differs before anything is replayed.
    """
    if digester.digest(binding_of(document)) != receipt.binding_sha256:
        yield "input"
    if context.doctrine.digest != receipt.doctrine_sha256:
        yield "doctrine"
    if receipt.renderer_version != RENDERER_VERSION:
        yield "code"


def _is_its_choice(shown: Shown, rendering: Rendering, context: Context) -> bool:
    """
    False if a selector without a model, asked again, chooses something else.
    """
    again = BUILT_IN.get(shown.selector)
    if again is None and shown.selected.reason == "no_eligible_slot":
        # Whether there is anything to choose does not depend on who is asked.
        again = BUILT_IN["first"]
    if again is None or "disabled" in {shown.selected.outcome, shown.selected.reason}:
        return True
    attempt = Attempt(rendering, context.doctrine, again, lambda: None, turn_of(rendering.document))
    selected = select(shown.mode, attempt)
    return selected._replace(requests=0) == shown.selected._replace(requests=0)


def _replayed(
    rendering: Rendering, receipt: Receipt, context: Context, digester: Digester
) -> tuple[tuple[str, ...], str]:
    """
    The members of the receipt that the replay did not give, and the digest of the copy that it gave.
    """
    try:
        shown = replay(rendering, context.doctrine, receipt)
    except Impossible as impossible:
        return (impossible.member,), receipt.output_sha256
    members = differing_members(receipt, shown, context.doctrine, digester)
    if not members and not _is_its_choice(shown, rendering, context):
        members = ("selector",)
    return members, digester.digest(shown.body.encode("utf-8"))
