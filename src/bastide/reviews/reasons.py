"""Why one move is better than another, in the words of hints: the terms of a game's opinion."""

from __future__ import annotations

import numpy as np

from bastide.bots.greedy import DEALS
from bastide.bots.hint import compare, hint_kernel
from bastide.bots.ismcts import new_scratch
from bastide.core.game import Game
from bastide.core.rng import new_rng
from bastide.core.state import int_array
from bastide.core.view import View
from bastide.core.words import Phrase
from bastide.reviews.reviewer import SEED, Weighed


class Reasoner:
    """Compares two moves of a decision."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernel = hint_kernel(game)
        self.scratch = new_scratch(game)
        self.sums = int_array(max(1, len(game.terms)), np.int64)

    def compare(self, view: View, weighed: Weighed, best: int, rival: int) -> tuple[Phrase, ...]:
        """What speaks for the best move beside the one played, or beside the next where the best was played."""
        other = rival if best == weighed.played else weighed.played
        lead = float(weighed.shares[best, view.seat] - weighed.shares[other, view.seat])
        own, theirs = (self._terms(view, weighed.actions[k]) for k in (best, other))
        return compare(self.game, own, theirs, lead)

    def _terms(self, view: View, action: int) -> list[int]:
        """The opinion's terms after a move, in hundredths of a point; the same deals for every move."""
        self.kernel.weigh_terms(view.states, self.scratch, new_rng(SEED), view.seat, action, self.sums, DEALS)
        return [int(total) // DEALS for total in self.sums[: len(self.game.terms)]]
