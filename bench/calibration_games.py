"""Games between equal judged bots, with the shares that a review would show; played in parts that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bastide.bots.greedy import pick_slipping, settle_chance
from bastide.bots.judged import Judged
from bastide.core.game import Game
from bastide.core.jit import bind
from bastide.core.play import MAX_SEATS, draw
from bastide.core.position import Position
from bastide.core.record import Record
from bastide.core.rng import new_rng
from bastide.core.state import OVER, int_array, new_states
from bastide.judge import Judge, judge_of
from bastide.judge.after import show_after
from bastide.judge.net import SHARE, UTILITY, judge_after, tell_result
from bastide.reviews.kernel import tell_shares

HEAT = 0.01  # utility that a bot may overlook: equal players, but not always the same game
PART = 50  # games that are played before they are kept

game: Any = None  # stands for a game's rules; each compiled copy has its own


def play_told(states: Any, rng: Any, buf: Any, mind: Any, wants: Any, told: Any, heat: float) -> int:
    """A whole game: told[t] = each seat's share before decision t, and the result last; returns how many decisions."""
    s = states[0]
    settle_chance(s, rng)
    t = 0
    while game.to_move(s) != OVER and t < len(told) - 1:
        mover = game.to_move(s)
        n = game.candidates(s, mover, buf, game.legal(s, buf))
        best = -1.0
        for k in range(n):
            judge_after(s, buf[k], mover, mind)
            wants[k] = mind.said[UTILITY]
            if mind.said[SHARE] > best:
                best = mind.said[SHARE]
                tell_shares(mind, mover, s.seats, 1.0, told[t])
        game.apply(s, buf[pick_slipping(wants, n, rng, heat)] if n > 1 else buf[0])
        settle_chance(s, rng)
        t += 1
    game.scores(s, mind.points)
    tell_result(mind, 0, s.seats)
    tell_shares(mind, 0, s.seats, 1.0, told[t])
    return t


class Played(NamedTuple):
    """A row for every decision: the shares before it, the result, which game it is of, and at how many seats."""

    shares: Any
    results: Any
    games: Any
    seats: Any

    @property
    def rounds(self) -> Any:
        """How often every number of seats had been played before each row's game."""
        return self.games // (int(self.seats.max()) - int(self.seats.min()) + 1)

    def where(self, rows: Any) -> Played:
        return Played(*(part[rows] for part in self))


def the_judge(of: Game) -> Judge:
    judge = judge_of(of)
    assert judge is not None
    return judge


def seats_of(of: Game, number: int) -> int:
    """All numbers of seats in turn."""
    low, high = of.spec.seats
    return low + number % (high - low + 1)


def play(of: Game, games: int, seed: int, keep: Path) -> Played:
    """So many games; those that are kept are not played again."""
    keep.mkdir(parents=True, exist_ok=True)
    parts = []
    for first in range(0, games, PART):
        path = keep / f"games-{first:05}.npz"
        if not path.exists():
            part = _play_part(of, range(first, first + PART), seed)
            whole = path.with_suffix(".part.npz")
            np.savez_compressed(whole, **part._asdict())
            whole.rename(path)
            print(f"{of.id}: {first + PART} games", flush=True)
        with np.load(path) as kept:
            parts.append(Played(*(kept[name] for name in Played._fields)))
    played = Played(*(np.concatenate(part) for part in zip(*parts, strict=True)))
    return played.where(played.games < games)


def _play_part(of: Game, numbers: range, seed: int) -> Played:
    rows = list(_play_each(of, numbers, seed))
    return Played(*(np.concatenate(part) for part in zip(*rows, strict=True)))


def _play_each(of: Game, numbers: range, seed: int) -> Iterator[tuple[Any, Any, Any, Any]]:
    kernel = bind((draw, settle_chance, show_after, judge_after, pick_slipping, play_told), of.kernel)
    mind, buf, wants = the_judge(of).new_mind(), int_array(of.buffer), np.zeros(of.buffer)
    told, states = np.zeros((of.spec.max_plies, MAX_SEATS)), new_states(of.state)
    for number in numbers:
        seats = seats_of(of, number)
        states[0] = Position(of, seats, {}, None).states[0]
        told[:] = 0
        n = kernel.play_told(states, new_rng(seed, number), buf, mind, wants, told, HEAT)
        yield told[:n].copy(), np.tile(told[n], (n, 1)), np.full(n, number), np.full(n, seats)


def record_of(of: Game, number: int, seed: int) -> Record:
    """A whole game of such bots as a record; other games than those above."""
    seats, first = seats_of(of, number), seed + 1_000_000 + 16 * number
    bots = [Judged(of, the_judge(of), first + p, heat=HEAT, deals=1) for p in range(seats)]
    m = of.new(seats, seed=first)
    while not m.is_over:
        m.apply(bots[m.to_move].choose(m.view(m.to_move)))
    return m.record()
