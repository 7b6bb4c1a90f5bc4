"""
Ask a model for a proposal until the checks admit one, a person is content, or nothing is left to ask with.

Here, and only here, a model is asked again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from checkin_cli.authoring.budget import Budget
from checkin_cli.authoring.model import Model
from checkin_cli.authoring.prompt import Prompt
from checkin_cli.authoring.proposal import Proposal, Unreadable, proposal_schema, read_proposal
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.selection.reasons import Reason

Judge = Callable[[Proposal, Sequence[str], Sequence[str]], Sequence[Refutation]]
"""
Rules on a proposal; beside it stand the wordings proposed before in this run and the words of people in the prompt.
"""

Reviewer = Callable[[Proposal], str | None]
"""
Reads a proposal that the checks admit: None approves it, words ask for another.
"""

Sink = Callable[[str], object]
"""
Keeps an unparsable reply, verbatim, as soon as it came.
"""


class Outcome(StrEnum):
    """
    How a draft ended: the last ruling of the checks, or why there was none.
    """

    ADMITTED = "admitted"
    REFUTED = "refuted"
    UNREADABLE = "unreadable"
    """
    No reply was a proposal.
    """

    UNANSWERED = "unanswered"
    """
    No reply came that could be ruled on; the endpoint failed.
    """


@dataclass
class Draft:
    """
    What came of asking: the last proposal that was ruled on, the ruling, and everything that was fed back.
    """

    outcome: Outcome = Outcome.UNREADABLE
    proposal: Proposal | None = None
    refutations: tuple[Refutation, ...] = ()
    """
    Of the last ruling; empty where it admitted.
    """

    fed_back: list[tuple[Refutation, ...]] = field(default_factory=list)
    """
    The refutations that were sent, one entry a request, in order.
    """

    attempts: int = 0
    revision_wanted: bool = False
    """
    True if the reviewer's last answer asked for another one; such a draft is not to be filed, whatever its ruling.
    """

    unread: bool = False
    """
    True if the last reply was no proposal.
    """

    reason: Reason | None = None
    """
    Why the endpoint gave nothing, if that ended the draft.
    """


@dataclass
class Drafting:
    """
    One draft while it is made. It can be read also after `BudgetSpent` was raised out of it.
    """

    model: Model
    judge: Judge
    budget: Budget
    max_attempts: int
    sink: Sink
    reviewer: Reviewer | None = None
    draft: Draft = field(default_factory=Draft)
    _proposed: list[str] = field(default_factory=list)

    def run(self, prompt: Prompt) -> Draft:
        """
        Ask until the checks admit a proposal that the reviewer, if there is one, approves, or the attempts are used up.

        A revision buys exactly one more attempt, of the same attempts and budget: one that is not read or is refuted is
        not tried again, and where none is left a revision buys nothing. The outcome is the last ruling in each case.
        Raises `BudgetSpent` before a request that the budget does not cover.
        """
        following: Prompt | None = prompt
        while following is not None and self.draft.attempts < self.max_attempts:
            following = self._ask(following)
        return self.draft

    def _ask(self, prompt: Prompt) -> Prompt | None:
        """
        Ask once. Returns the prompt of a next request, or None where there is to be none.
        """
        self.budget.check()
        self.draft.attempts += 1
        if prompt.rejection and prompt.parse_error is None:
            self.draft.fed_back.append(tuple(prompt.rejection))
        answer = self.model.complete(
            prompt.system, prompt.user, schema=proposal_schema(prompt.offer), name="draft_proposal"
        )
        self.budget.spend(answer.tokens)
        self.draft.unread = False
        if answer.text is None:
            self.draft.reason = answer.reason
            if self.draft.proposal is None:
                self.draft.outcome = Outcome.UNANSWERED
            return None
        try:
            proposal = read_proposal(answer.text)
        except Unreadable as unreadable:
            self.sink(answer.text)
            self.draft.unread = True
            return None if _is_bought(prompt) else replace(prompt, parse_error=unreadable.reason)
        return self._reviewed(proposal, self._ruled(proposal, prompt))

    def _ruled(self, proposal: Proposal, prompt: Prompt) -> Prompt:
        found = tuple(self.judge(proposal, tuple(self._proposed), prompt.spoken))
        self._proposed.append(proposal.wording)
        self.draft.proposal, self.draft.refutations = proposal, found
        self.draft.outcome = Outcome.REFUTED if found else Outcome.ADMITTED
        return replace(prompt, rejection=found, parse_error=None)

    def _reviewed(self, proposal: Proposal, prompt: Prompt) -> Prompt | None:
        """
        What the reviewer says of an admitted proposal stands in the prompt of the one attempt that it buys.
        """
        if prompt.rejection:
            return None if _is_bought(prompt) else prompt
        words = self.reviewer(proposal) if self.reviewer is not None else None
        self.draft.revision_wanted = words is not None
        return None if words is None else replace(prompt, feedback=words)


def _is_bought(prompt: Prompt) -> bool:
    """
    True for the one attempt that a revision buys.
    """
    return prompt.feedback is not None
