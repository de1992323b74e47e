"""Self-play in pieces, wherever each is played: what goes out to a worker, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch

from bastide.games import load
from bastide.train.net import Lessons, Net
from bastide.train.recipes import Recipe
from bastide.train.selfplay import Manner, lessons, play_itself
from bastide.train.stage import CpuStage

GAMES = 256  # of a piece
DICE = 1 << 40  # between the dice of two trainings; far more than the games of one


class Piece(NamedTuple):
    """Games that one worker plays."""

    seats: int
    first_seed: int
    games: int
    dice: int  # seeds what is drawn while choosing


class Played(NamedTuple):
    """What the games of a piece teach, as arrays, and the points they brought."""

    first_seed: int
    games: int
    shown: Any
    wanted: Any
    points: float  # mean over games and seats


class Workers(Protocol):
    """Whoever plays pieces, such as a Ray cluster; what comes back is in no order."""

    def run(self, work: Callable[[Piece], Played], tasks: Sequence[Piece], /) -> Iterable[Played]: ...


@dataclass(frozen=True)
class Work:
    """What all pieces of an iteration share: the net as it is now and how it is to play."""

    game: str
    recipe: Recipe
    state: dict[str, Any]  # the net's parameters, as arrays
    manner: Manner

    def __call__(self, piece: Piece) -> Played:
        """Plays a piece on one core; the same on every machine of the same kind."""
        stage = stage_of(self.game, piece.games, piece.seats)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(piece.dice)
            net = Net(load(self.game), self.recipe, "cpu")
            net.load_state_dict({name: torch.from_numpy(value) for name, value in self.state.items()})
            lines = play_itself(net, stage, piece.first_seed, self.recipe, self.manner)
        taught = lessons(lines, stage.points, piece.seats, net.seats, self.recipe)
        points = float(stage.points[:, : piece.seats, 0].float().mean())
        return Played(piece.first_seed, piece.games, taught.shown.numpy(), taught.wanted.numpy(), points)


@cache
def stage_of(game: str, games: int, seats: int) -> CpuStage:
    """One of each kind for a worker, on one core: every worker has its own."""
    return CpuStage(load(game), games, seats, threads=1)


def state_of(net: Net) -> dict[str, Any]:
    return {name: value.detach().cpu().numpy() for name, value in net.state_dict().items()}


def cut(games: int, seats: int, first_seed: int, seed: int) -> list[Piece]:
    """The games of an iteration in pieces; which piece has which games does not depend on who plays them."""
    return [
        Piece(seats, first_seed + first, min(GAMES, games - first), DICE * seed + first_seed + first)
        for first in range(0, games, GAMES)
    ]


def gather(played: Iterable[Played], seats: int, device: str) -> tuple[Lessons, float]:
    """All pieces as one, in the order of their games, and the mean of their points."""
    pieces = sorted(played, key=lambda piece: piece.first_seed)
    shown = torch.from_numpy(np.concatenate([piece.shown for piece in pieces])).to(device)
    wanted = torch.from_numpy(np.concatenate([piece.wanted for piece in pieces])).to(device)
    games = sum(piece.games for piece in pieces)
    points = sum(piece.points * piece.games for piece in pieces) / games
    return Lessons(shown, wanted, torch.full((len(shown),), seats, dtype=torch.int8, device=device)), points
