"""
Asking again: what is sent each time, when it ends, and what is kept.
"""

import pytest

from checkin_cli.authoring.budget import Budget, BudgetSpent
from checkin_cli.authoring.loop import Draft, Drafting, Outcome
from checkin_cli.authoring.prompt import Prompt
from checkin_cli.authoring.proposal import Proposal
from checkin_cli.doctrine import Doctrine
from checkin_cli.selection.reasons import Reason
from tests.authoring.stand_in import Judge, Scripted, offer, reply

PROSE, FENCED = "네, 하나 써 볼게요.", f"```json\n{reply('어제도 봤어요.')}\n```"
WRONG_TYPES = reply("x").replace('"x"', "7")


class Desk:
    """One draft with everything around it."""

    def __init__(self, doctrine: Doctrine, replies: list[str | None], **options: object) -> None:
        self.model, self.judge, self.kept = Scripted(replies), Judge(), list[str]()
        self.budget = Budget(int(str(options.get("tokens", 10_000))), int(str(options.get("rounds", 20))))
        self.answers: list[str | None] = []
        self.drafting = Drafting(
            self.model,
            self.judge,
            self.budget,
            int(str(options.get("attempts", 5))),
            self.kept.append,
            self.review if options.get("reviewed") else None,
        )
        self.prompt = Prompt(offer(doctrine))

    def review(self, _proposal: Proposal) -> str | None:
        return self.answers.pop(0)

    def run(self) -> Draft:
        return self.drafting.run(self.prompt)


def blocks(message: str) -> list[str]:
    """The titles of the blocks of a message, in order."""
    return [line[1:-1] for line in message.split("\n") if line.startswith("[") and line.endswith("]")]


def test_the_first_message_is_the_base_byte_for_byte(doctrine: Doctrine) -> None:
    desk = Desk(doctrine, [reply("하나예요.")])
    draft = desk.run()
    assert (draft.outcome, draft.attempts, draft.fed_back) == (Outcome.ADMITTED, 1, [])
    assert desk.model.asked == [offer(doctrine).text]
    assert Prompt(offer(doctrine)).user == offer(doctrine).text


def test_a_reply_that_does_not_parse_is_asked_again_with_the_reason_and_kept(doctrine: Doctrine) -> None:
    """Prose, a fence and a wrong type are no proposals; none is repaired, and nothing of them is sent back."""
    desk = Desk(doctrine, [PROSE, FENCED, WRONG_TYPES, reply("하나예요.")])
    draft = desk.run()
    assert (draft.outcome, draft.attempts) == (Outcome.ADMITTED, 4)
    assert desk.kept == [PROSE, FENCED, WRONG_TYPES]
    assert [blocks(each) for each in desk.model.asked] == [[], *[["the last reply was not read"]] * 3]
    assert "$.wording" in desk.model.asked[3]
    assert not any("써 볼게요" in each or "어제도" in each for each in desk.model.asked)
    assert len(desk.judge.heard) == 1


def test_a_refuted_proposal_is_asked_again_with_the_refutation_alone(doctrine: Doctrine) -> None:
    """The old words are not sent, and only the latest refutation is."""
    desk = Desk(doctrine, [reply("첫째예요."), reply("둘째예요."), reply("셋째예요.")])
    desk.judge.against = {"첫째예요.": "blame", "둘째예요.": "order"}
    draft = desk.run()
    assert (draft.outcome, draft.attempts) == (Outcome.ADMITTED, 3)
    assert [[each.code for each in sent] for sent in draft.fed_back] == [["blame"], ["order"]]
    assert "blame at wording" in desk.model.asked[1]
    assert "order at wording" in desk.model.asked[2]
    assert "blame" not in desk.model.asked[2]
    assert not any("째예요" in each for each in desk.model.asked)
    assert [heard[1] for heard in desk.judge.heard] == [(), ("첫째예요.",), ("첫째예요.", "둘째예요.")]


def test_the_attempts_end_a_draft_with_the_last_ruling(doctrine: Doctrine) -> None:
    desk = Desk(doctrine, [reply("첫째예요."), PROSE], attempts=2)
    desk.judge.against = {"첫째예요.": "blame"}
    draft = desk.run()
    assert (draft.outcome, draft.attempts) == (Outcome.REFUTED, 2)
    assert [each.code for each in draft.refutations] == ["blame"]
    assert desk.kept == [PROSE]


def test_an_endpoint_that_fails_is_not_asked_again(doctrine: Doctrine) -> None:
    desk = Desk(doctrine, [None])
    draft = desk.run()
    assert (draft.outcome, draft.reason, draft.attempts) == (Outcome.UNANSWERED, Reason.DEADLINE, 1)


@pytest.mark.parametrize(("options", "asked"), [({"tokens": 200}, 2), ({"rounds": 1}, 1), ({"tokens": 201}, 3)])
def test_a_spent_budget_raises_before_the_request_and_keeps_what_came(
    options: dict[str, int], asked: int, doctrine: Doctrine
) -> None:
    """Each request costs 100 tokens."""
    desk = Desk(doctrine, [PROSE, FENCED, PROSE, PROSE], **options)
    with pytest.raises(BudgetSpent) as raised:
        desk.run()
    assert raised.value.code == "budget_spent"
    assert len(desk.model.asked) == len(desk.kept) == asked
    assert desk.drafting.draft.attempts == asked


def test_a_budget_is_shared_by_the_drafts_of_its_owner(doctrine: Doctrine) -> None:
    first, second = Desk(doctrine, [reply("하나예요.")]), Desk(doctrine, [reply("둘이에요.")])
    second.drafting.budget = first.budget = first.drafting.budget
    first.budget.max_rounds = 1
    first.run()
    with pytest.raises(BudgetSpent):
        second.run()
    assert second.model.asked == []


def test_a_revision_buys_one_attempt_and_its_words_stand_verbatim(doctrine: Doctrine) -> None:
    """An admitted one is shown again, and may be revised again."""
    desk = Desk(doctrine, [reply("첫째예요."), reply("둘째예요."), reply("셋째예요.")], reviewed=True)
    desk.answers = ["더 짧게,\n그리고 [쉽게]", "더", None]
    draft = desk.run()
    assert (draft.outcome, draft.attempts, draft.revision_wanted) == (Outcome.ADMITTED, 3, False)
    assert "더 짧게,\n그리고 [쉽게]" in desk.model.asked[1]
    assert "더 짧게" not in desk.model.asked[2]
    feedback = "feedback of a person"
    assert [blocks(each) for each in desk.model.asked] == [[], [feedback], [feedback]]
    assert desk.judge.heard[1][2] == ("더 짧게,\n그리고 [쉽게]",)
    assert draft.fed_back == []


@pytest.mark.parametrize(
    ("bought", "outcome", "wording"),
    [
        (PROSE, Outcome.ADMITTED, "첫째예요."),
        (reply("둘째예요."), Outcome.REFUTED, "둘째예요."),
        (None, Outcome.ADMITTED, "첫째예요."),
    ],
    ids=["not read", "refuted", "no answer"],
)
def test_an_attempt_that_was_bought_is_not_tried_again(
    bought: str | None, outcome: Outcome, wording: str, doctrine: Doctrine
) -> None:
    """The last ruling stands, and that another one was wanted; attempts are left and stay so."""
    desk = Desk(doctrine, [reply("첫째예요."), bought, reply("셋째예요.")], reviewed=True)
    desk.judge.against, desk.answers = {"둘째예요.": "fear"}, ["다시"]
    draft = desk.run()
    assert (draft.outcome, draft.attempts, draft.revision_wanted) == (outcome, 2, True)
    assert draft.unread is (bought == PROSE)
    assert draft.proposal is not None
    assert draft.proposal.wording == wording
    assert [each.code for each in draft.refutations] == (["fear"] if outcome is Outcome.REFUTED else [])


def test_what_came_before_a_proposal_is_retried_as_ever(doctrine: Doctrine) -> None:
    """Only what a revision buys is one attempt."""
    desk = Desk(doctrine, [PROSE, reply("첫째예요."), reply("둘째예요."), reply("셋째예요.")], reviewed=True)
    desk.judge.against, desk.answers = {"첫째예요.": "fear"}, ["다시", None]
    draft = desk.run()
    assert (draft.outcome, draft.attempts, draft.revision_wanted) == (Outcome.ADMITTED, 4, False)


def test_the_last_ruling_stands_where_nothing_is_left_to_buy(doctrine: Doctrine) -> None:
    """A revision at the last attempt buys nothing; one that is refuted then ends refuted."""
    desk = Desk(doctrine, [reply("첫째예요.")], attempts=1, reviewed=True)
    desk.answers = ["다시"]
    draft = desk.run()
    assert (draft.outcome, draft.attempts, draft.revision_wanted) == (Outcome.ADMITTED, 1, True)
    desk = Desk(doctrine, [reply("첫째예요."), reply("둘째예요.")], attempts=2, reviewed=True)
    desk.judge.against, desk.answers = {"둘째예요.": "fear"}, ["다시"]
    assert desk.run().outcome is Outcome.REFUTED


def test_the_blocks_have_one_order(doctrine: Doctrine) -> None:
    prompt = Prompt(offer(doctrine), "부드럽게", Judge({"a": "fear"})(_proposal("a"), (), ()), "짧게", "found null")
    assert prompt.user.startswith(f"{offer(doctrine).text}\n\n[approach]\n부드럽게\n\n[rejection")
    assert blocks(prompt.user) == [
        "approach",
        "rejection of the last proposal",
        "feedback of a person",
        "the last reply was not read",
    ]


def _proposal(wording: str) -> Proposal:
    return Proposal(slot="s", atom="a", id="a.d", wording=wording, register="haeyo", principles=("p",))
