"""One game's judge as a review asks it: what each move promised its mover, and what chance was worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from bastide.core.game import Game
from bastide.core.play import MAX_SEATS, entry_points
from bastide.core.position import Position
from bastide.core.rng import new_rng, random_below
from bastide.core.state import CHANCE, action_list, int_array, new_states, to_bytes
from bastide.core.view import View
from bastide.judge import judge_of
from bastide.reviews.figures import figures_of
from bastide.reviews.kernel import Draws, ReviewScratch, review_kernel
from bastide.reviews.model import LineStep
from bastide.reviews.refused import CannotReview

SEED = 17  # of every review: the same game always gives the same review
DEALS = 8  # of what a mover cannot see, in the first pass
FEW = 48  # outcomes of a draw that are all tried
SAMPLES = 96  # draws that are tried where there are more
DEALS_OF_A_START = 256  # first deals that are tried: what a start is worth should be the same for all
REHEARSALS = (16, 64)  # deals played on from each move that is looked at again: at least, at most
EFFORT = 1600  # moves to weigh at each decision of all those deals together, about: where there are many, deals are few
HORIZON = 8  # decisions that are played then
LINE = 6  # decisions of the line that was to be expected
LOOKED_AT_AGAIN = 3  # moves: the one played, and the best of the others
SURE = 1.96  # standard deviations: 19 times in 20
SURE_OF_BEST = 2.4  # the same for the best of several, which chance has flattered
MOST = max(FEW, SAMPLES, DEALS_OF_A_START)
DRAW_STREAM, LINE_STREAM = 1 << 32, 3 << 32  # apart from those of decisions


class Weighed(NamedTuple):
    """What the moves of a decision promised, judged on what the mover could know."""

    actions: tuple[int, ...]  # those looked at, the one that was played among them
    shares: Any  # float64 [actions, seats]: means over the deals
    spread: Any  # float64 [actions]: standard error of the mover's share against that of the move played
    played: int  # which of them

    def best(self, seat: int) -> int:
        """Which move promised the mover most; the one played where it is as good."""
        own = self.shares[:, seat]
        top = int(own.argmax())
        return self.played if own[self.played] >= own[top] else top

    def second(self, seat: int) -> int | None:
        """Which promised most after the one played."""
        others = [k for k in range(len(self.actions)) if k != self.played]
        return max(others, key=lambda k: (self.shares[k, seat], -k)) if others else None


class Expected(NamedTuple):
    """What draws may bring: each seat's mean share, and its standard error where not all of them were tried."""

    shares: Sequence[float]
    error: float
    is_exact: bool


class Reviewer:
    """Looks at positions of one game; the same position and stream always give the same."""

    def __init__(self, game: Game) -> None:
        judge = judge_of(game)
        if judge is None:
            raise CannotReview("no_judge", game=f"@{game.id}.title")
        about = judge.weights.about
        self.judge = f"{about.features_digest} {about.seed} {about.decisions}"
        self.game = game
        self.figures = figures_of(game.id)
        self.kernel = review_kernel(game)
        self.scratch = ReviewScratch(
            states=new_states(game.state, 2),
            actions=action_list(game.buffer),
            buf=action_list(game.buffer),
            mind=judge.new_mind(),
        )
        self.draws = Draws(
            outcomes=int_array(FEW),
            weights=np.zeros(MOST, np.float64),
            shares=np.zeros((MOST, MAX_SEATS), np.float64),
        )
        self.rng = new_rng(SEED)

    def foresee(self, states: Any, seats: int) -> list[float]:
        """Each seat's share where a seat decides, or at the end."""
        self._try_draws(states, seats, self.rng, 0)
        return [float(share) for share in self.draws.shares[0, :seats]]

    def weigh(self, view: View, played: int, stream: int) -> Weighed:
        """The first pass: what the judge says right after every move that is worth a look."""
        n = self._list_moves(view, played)
        shares = np.zeros((DEALS, n, MAX_SEATS), np.float64)
        self._weigh(view, shares, stream, 0, 0)
        return self._weighed(self.scratch.actions[:n].tolist(), shares, view, played)

    def rehearse(self, view: View, first: Weighed, stream: int) -> Weighed:
        """A closer look at the move that was played and at the best of the others, together with the first look."""
        return self._blend(first, self.rehearse_only(view, first, stream))

    def rehearse_only(self, view: View, first: Weighed, stream: int) -> Weighed:
        """The move that was played and the best of the others, each played on from."""
        played = first.actions[first.played]
        by_promise = sorted(range(len(first.actions)), key=lambda k: (-first.shares[k, view.seat], k))
        others = [first.actions[k] for k in by_promise if k != first.played][: LOOKED_AT_AGAIN - 1]
        chosen = [played, *others]
        self.scratch.actions[: len(chosen)] = chosen
        low, high = REHEARSALS
        deals = max(low, min(high, EFFORT // len(first.actions)))
        shares = np.zeros((deals, len(chosen), MAX_SEATS), np.float64)
        self._weigh(view, shares, stream, stream * high, HORIZON)
        return self._weighed(chosen, shares, view, played)

    def _weigh(self, view: View, shares: Any, stream: int, luck: int, decisions: int) -> None:
        """What comes of the listed moves, after so many decisions more; `shares` has a row for each deal and move."""
        rng, calm = new_rng(SEED, stream), self.figures.calm_at(view.seats)
        self.kernel.weigh_moves(view.states, view.seat, self.scratch, rng, calm, shares, SEED, luck, decisions)

    def _blend(self, first: Weighed, again: Weighed) -> Weighed:
        """Both looks together, each by how far it can be trusted."""
        doubt, spread = self.figures.doubt**2, float((again.spread**2).sum() / max(1, len(again.actions) - 1))
        part = doubt / (doubt + spread)
        before = first.shares[[first.actions.index(action) for action in again.actions]]
        return again._replace(
            shares=part * again.shares + (1 - part) * before,
            spread=np.hypot(part * again.spread, (1 - part) * self.figures.doubt),
        )

    def expect(self, states: Any, seats: int, rng: Any, samples: int = SAMPLES) -> Expected:
        """What the draws that come now may bring; so many are tried where they are too many to try all."""
        n = self._try_draws(states, seats, rng, samples)
        tried = self.draws.shares[: abs(n), :seats]
        mean = self.draws.weights[: abs(n)] @ tried
        error = 0.0 if n > 0 else float(tried.std(axis=0, ddof=1).max()) / math.sqrt(-n)
        return Expected(mean.tolist(), error, n > 0)

    def _try_draws(self, states: Any, seats: int, rng: Any, samples: int) -> int:
        """Fills `draws`; returns how many there are, below 0 where they are a sample."""
        self.scratch.states[0] = states[0]
        n: int = self.kernel.expect_draws(self.scratch, rng, self.figures.calm_at(seats), self.draws, samples)
        return n

    def line(self, view: View, action: int, decisions: int = LINE) -> list[LineStep]:
        """What the judge expects to follow a move, in one deal of what its mover cannot see."""
        rng = new_rng(SEED, LINE_STREAM)
        position = Position.resume(self.game, view.seats, {}, [], to_bytes(view.redeal(rng)))
        position.apply(action)
        steps: list[LineStep] = []
        while len(steps) < decisions and not position.is_over:
            if position.to_move == CHANCE:
                position.roll(random_below(rng, position.chance_total))
                continue
            seat, chosen = position.to_move, self._choose(position)
            steps.append(LineStep(seat, self.game.choice(position.view(seat).state, chosen, seat).label))
            position.apply(chosen)
        return steps

    def _choose(self, position: Position) -> int:
        weighed = self.weigh(position.view(position.to_move), position.legal[0], 0)
        return weighed.actions[int(weighed.shares[:, position.to_move].argmax())]

    def _list_moves(self, view: View, played: int) -> int:
        """The moves worth a look, and the one that was played, into `actions`; returns how many."""
        legal = view.legal
        actions = self.scratch.actions
        actions[: len(legal)] = legal
        n = int(entry_points(self.game).candidates(view.states, view.seat, actions, len(legal)))
        if played not in actions[:n].tolist():
            actions[n] = played
            n += 1
        return n

    def _weighed(self, actions: list[int], shares: Any, view: View, played: int) -> Weighed:
        at = actions.index(played)
        own = shares[:, :, view.seat]
        against = own - own[:, at : at + 1]
        spread = against.std(axis=0, ddof=1) / math.sqrt(len(own))
        return Weighed(tuple(actions), shares.mean(axis=0)[:, : view.seats], spread, at)
