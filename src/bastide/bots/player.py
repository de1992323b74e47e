"""A bot that searches."""

from __future__ import annotations

from bastide.bots.bot import Dice, legal_of
from bastide.bots.search import Budget, Finding, Search
from bastide.core.view import View


class Player:
    """Plays the action its search came back to most often."""

    def __init__(self, search: Search, seed: int, budget: Budget, name: str) -> None:
        self.name = name
        self.dice = Dice(seed)
        self.budget = budget.check()
        self.search = search
        self.findings: list[Finding] = []  # of the last decision with a choice

    def choose(self, view: View) -> int:
        rng = self.dice.shake()
        legal = legal_of(view)
        if len(legal) == 1:
            return legal[0]
        self.findings = self.search.run(view, self.budget, rng)
        return self.findings[0].action

    def prepare(self, view: View) -> None:
        """Compiles what a search needs, if need be, so that no deadline counts it."""
        self.search.run(view, Budget(1), self.dice.shake())

    def cancel(self) -> None:
        """Ends the search that is under way; may be called from another thread."""
        self.search.cancel()
