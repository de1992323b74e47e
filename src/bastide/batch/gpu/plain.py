"""Games of a batch in the card's own memory, one thread a game: how CUDA's simulator steps them, and what all batches
ask of single games.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from bastide.batch.gpu.memory import BLOCK, card_scratch
from bastide.batch.kernels import TEMPLATES, Games, Setup, advance, finish, mark_legal, observe, start, viewer_of
from bastide.core.jit import bind_cuda
from bastide.core.rng import random_below
from bastide.core.state import NONE, OVER

if TYPE_CHECKING:
    from bastide.core.game import Game

cuda: Any = None  # stands for Numba's CUDA in kernels


def present(games: Any, i: int, scratch: Any, mover: int) -> None:
    """Writes what the mover of game i sees and may do, or a spectator once it is over; then also its scores."""
    s = games.states[i]
    games.movers[i] = mover
    mark_legal(s, mover, scratch.bufs[i], games.masks[i])
    view, raw = scratch.views[i : i + 1], scratch.raw[i]
    observe(s, viewer_of(mover), mover, view, raw, scratch.runs, games.observations[i])
    if mover == OVER:
        finish(s, games.raw[i], games.traces[i], games.points[i])


def begin_games(rows: Any, seeds: Any, setup: Any, games: Any, scratch: Any) -> None:
    """Begins some games, one a thread; `seeds` goes with `rows`."""
    k = cuda.grid(1)
    if k < len(rows):
        i = rows[k]
        mover = start(games.states[i], games.rngs[i], setup, seeds[k], games.traces[i])
        present(games, i, scratch, mover)


def find_illegal(actions: Any, masks: Any, movers: Any, refused: Any) -> None:
    """Notes one game that is given an action that is not legal, and the action, unless one is noted already."""
    i = cuda.grid(1)
    if i < len(movers) and movers[i] >= 0:
        a = actions[i]
        if (a < 0 or a >= masks.shape[1] or masks[i, a] == 0) and cuda.atomic.compare_and_swap(
            refused, NONE, i
        ) == NONE:
            refused[1] = a


def step_games(actions: Any, refused: Any, games: Any, scratch: Any) -> None:
    """Applies one decision a thread, in the games that are not over; in none once an illegal one is noted."""
    i = cuda.grid(1)
    if refused[0] == NONE and i < len(games.movers) and games.movers[i] >= 0:
        mover = advance(games.states[i], games.rngs[i], actions[i], games.traces[i])
        present(games, i, scratch, mover)


def choose_uniformly(masks: Any, movers: Any, rngs: Any, actions: Any) -> None:
    """One of the legal actions a game, all alike."""
    i = cuda.grid(1)
    if i < len(movers) and movers[i] >= 0:
        n = 0
        for a in range(masks.shape[1]):
            n += int(masks[i, a])
        left = random_below(rngs[i], n)
        for a in range(masks.shape[1]):
            if masks[i, a] != 0:
                if left == 0:
                    actions[i] = a
                left -= 1


def copy_actions(source: Any, target: Any) -> None:
    """Whole numbers of any type and layout, as the other kernels take them."""
    i = cuda.grid(1)
    if i < len(target):
        target[i] = source[i]


KERNELS = (begin_games, find_illegal, step_games, choose_uniformly, copy_actions)


@cache
def launchers(of: Game) -> Any:
    """The kernels above, compiled for one game as they are launched."""
    return bind_cuda((*TEMPLATES, present), KERNELS, of.kernel)


def shape_of(games: int) -> tuple[int, int]:
    """Blocks, and threads a block, where a thread has one game."""
    return -(-games // BLOCK), min(games, BLOCK)


class PlainSteps:
    """How games of a batch begin and go on: one thread a game."""

    def __init__(self, of: Game, n: int, setup: Setup, games: Games) -> None:
        self.n = n
        self._setup = setup
        self._games = games
        self._launch = launchers(of)
        self._scratch = card_scratch(of, n)

    def begin(self, rows: Any, seeds: Any) -> None:
        self._launch.begin_games[shape_of(len(rows))](rows, seeds, self._setup, self._games, self._scratch)

    def step(self, actions: Any, refused: Any) -> None:
        self._launch.step_games[shape_of(self.n)](actions, refused, self._games, self._scratch)
