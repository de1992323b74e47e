"""A search from one view, as Python callers meet it: a budget in, what was found about every action out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from bastide.bots.bot import legal_of
from bastide.bots.guided import Guide, guided_kernel, new_guided_scratch
from bastide.bots.ismcts import Settings, new_scratch, search_kernel
from bastide.bots.tree import FELLED, NO_NODE, ROOT, new_guided_tree, new_tree
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.state import NONE
from bastide.core.view import View
from bastide.judge import Judge

MAX_NODES = 500_000  # some 17 MB: the bound on one search's memory, whatever its budget
MAX_GUIDED_NODES = 300_000  # the same of a guided search, whose nodes are longer
SLICE = 0.01  # seconds between two looks at the clock


class BadBudget(BastideError):
    """A search that may not think at all."""


class Budget(NamedTuple):
    """How long to think: so many iterations, so many milliseconds, or whichever ends first; 0 is no limit."""

    iterations: int = 0
    ms: int = 0

    def check(self) -> Budget:
        if self.iterations < 0 or self.ms < 0 or self.iterations + self.ms == 0:
            raise BadBudget(
                f"a search needs a budget of at least one iteration or one millisecond, "
                f"not {self.iterations} iterations and {self.ms} ms"
            )
        return self


class Finding(NamedTuple):
    """What a search found about one action of its seat."""

    action: int
    visits: int
    value: float  # mean reward
    share: float  # mean share of first place
    lean: float = 1.0  # how much the opinion favoured it beforehand


class Search:
    """One search at a time; its memory is kept for the next."""

    kernel: Any
    tree: Any
    scratch: Any
    settings: Settings | Guide
    clock: Callable[[], float] = staticmethod(time.perf_counter)

    def __init__(self, game: Game, settings: Settings, nodes: int = MAX_NODES) -> None:
        self.game = game
        self.settings = Settings(
            exploration=float(settings.exploration),
            lean=float(settings.lean),
            widen=float(settings.widen),
            horizon=int(settings.horizon),
            tries=int(settings.tries),
            spread=float(settings.spread),
            margin=float(settings.margin),
        )
        self.kernel = search_kernel(game)
        self.tree = new_tree(max(nodes, 2 + game.spec.num_actions))
        self.scratch = new_scratch(game)
        self.iterations = 0

    def cancel(self) -> None:
        """Stops the search under way, or else the next one, at its first chance; may be called from another thread."""
        self.scratch.cancel[0] = 1

    def forget_cancel(self) -> None:
        """Lets the next search run, whatever was cancelled before."""
        self.scratch.cancel[0] = 0

    def run(self, view: View, budget: Budget, rng: Any) -> list[Finding]:
        """Findings about every legal action, the most visited first; equal for an equal generator and iterations."""
        budget.check()
        legal_of(view)  # refuses a view of somebody who is not asked
        self.tree.size[0] = FELLED
        self.iterations = 0
        if budget.ms == 0:
            self._think(view, rng, budget.iterations)
        else:
            self._think_until(view, rng, budget)
        self.forget_cancel()
        return self._findings()

    def probe(self, view: View, actions: list[int], iterations: int, rng: Any) -> list[Finding]:
        """Goes on after `run` with so many iterations that begin with each of these actions; all findings again."""
        for action in actions:
            self._think(view, rng, iterations, action)
        self.forget_cancel()
        return self._findings()

    def _think(self, view: View, rng: Any, iterations: int, first: int = NONE) -> None:
        self.iterations += self.kernel.search(
            view.states, view.seat, self.tree, self.scratch, rng, self.settings, iterations, first
        )

    def _think_until(self, view: View, rng: Any, budget: Budget) -> None:
        """In slices: compiled code does not look at the clock."""
        end = self.clock() + budget.ms / 1000
        size = 1
        while True:
            started = self.clock()
            left = budget.iterations - self.iterations if budget.iterations else size
            self._think(view, rng, min(size, left))
            now = self.clock()
            if now >= end or self.scratch.cancel[0] or self.iterations == budget.iterations:
                return
            if now - started < SLICE / 2:
                size *= 2
            elif now - started > SLICE:
                size = max(1, size // 2)

    def _findings(self) -> list[Finding]:
        tree = self.tree
        found = []
        child = int(tree.first[ROOT])
        while child != NO_NODE:
            action, visits = int(tree.action[child]), int(tree.visits[child])
            times = max(1, visits)
            share = float(self.scratch.shares[action]) / times
            found.append(Finding(action, visits, float(tree.value[child]) / times, share, float(tree.lean[child])))
            child = int(tree.after[child])
        return sorted(found, key=lambda finding: (-finding.visits, -finding.value, finding.action))


class GuidedSearch(Search):
    """A search whose leaning and judgement are a learned judge's."""

    def __init__(self, game: Game, judge: Judge, guide: Guide, nodes: int = MAX_GUIDED_NODES) -> None:
        self.game = game
        self.settings = Guide(*(float(number) for number in guide))
        self.kernel = guided_kernel(game)
        self.tree = new_guided_tree(max(nodes, 2 + game.spec.num_actions))
        self.scratch = new_guided_scratch(game, judge, self.settings)
        self.iterations = 0
