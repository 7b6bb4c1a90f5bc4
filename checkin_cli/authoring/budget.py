"""
What a draft may cost, looked at before each request.
"""

from dataclasses import dataclass

from checkin_cli.errors import UsageError


class BudgetSpent(UsageError):
    """
    The next request would go beyond the budget, so it was not made.
    """

    def __init__(self, found: str, required: str) -> None:
        super().__init__("budget_spent", found, required)


@dataclass
class Budget:
    """
    Tokens and rounds that are left to one caller, over as many drafts as it likes.
    """

    max_tokens: int
    """
    As the endpoint reports them, prompt and reply together.
    """

    max_rounds: int
    """
    Requests.
    """

    tokens: int = 0
    rounds: int = 0

    def check(self) -> None:
        """
        Raise `BudgetSpent` where nothing is left for another request.
        """
        if self.rounds >= self.max_rounds:
            raise BudgetSpent(f"{self.rounds} rounds made", f"fewer than {self.max_rounds} before a request")
        if self.tokens >= self.max_tokens:
            raise BudgetSpent(f"{self.tokens} tokens used", f"fewer than {self.max_tokens} before a request")

    def spend(self, tokens: int) -> None:
        """
        Count one request and what it cost.
        """
        self.rounds += 1
        self.tokens += tokens
