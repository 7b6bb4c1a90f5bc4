"""
What the requests about documents cost at most.
"""

from checkin_cli.documents import read_document
from checkin_cli.errors import CheckinError
from checkin_cli.rendering import render_canonical
from checkin_cli.runs.document import Context, Outcome
from checkin_cli.runs.inputs import RawInput
from checkin_cli.selection.bounds import Bounds
from checkin_cli.selection.requests import CONTRACTS
from checkin_cli.selection.selectors.interface import MOST_TOKENS


class Meter:
    """
    Bounds the tokens of requests that were begun: no tokenizer makes more of them than bytes.
    """

    def __init__(self, context: Context, *, structured: bool) -> None:
        self._context = context
        self._bounds = Bounds(context.doctrine, structured=structured)

    def tokens(self, given: RawInput, outcome: Outcome) -> int:
        """
        Input and output tokens of one document at most. One that changed meanwhile cannot be measured any more.
        """
        receipt = outcome.receipt
        if receipt is None or not receipt.request_count:
            return 0
        try:
            rendering = render_canonical(read_document(given.content(), self._context.rules), self._context.doctrine)
        except CheckinError:
            return 0
        bounds = self._bounds.of(receipt.mode, rendering)
        asked = (bound for stage, bound in bounds.items() if CONTRACTS[stage] in receipt.contract_versions)
        return sum(bound for bound in asked if isinstance(bound, int)) + receipt.request_count * MOST_TOKENS
