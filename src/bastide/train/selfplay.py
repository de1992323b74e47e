"""Games that a net plays against itself, or against another player, on a stage; and what it should have said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from bastide.core.state import OVER
from bastide.train.net import Lessons, Net
from bastide.train.recipes import Recipe
from bastide.train.stage import Pairs, Stage

SURE = 1e4  # heats that a utility is worth to whoever takes nothing but the best
Want = Callable[[Stage, Pairs, int], Any]  # how much each pair's action is wanted, in heats; the number is the step


class Line(NamedTuple):
    """One step of all games of a stage: what was shown after each chosen action, what was said of it, and to whom."""

    shown: Any
    said: Any
    movers: Any
    learnt: Any  # where the net chose: the others' actions teach nothing of their own


class Manner(NamedTuple):
    """How a net plays itself."""

    heat: float
    margin: float  # how much a lead in points is worth beside the share of first place
    wild: float  # part of the moves that are any
    taught: bool  # the hand-written opinion chooses, the net only speaks


def results(points: Any, seats: int, recipe: Recipe) -> Any:
    """Shares of first place and points of ended games, by absolute seat."""
    return torch.cat([place_shares(points, seats, 1), (points[:, :seats, 0].float() - recipe.mean) / recipe.scale], 1)


def place_shares(points: Any, seats: int, place: Any) -> Any:
    """What each seat has of a place, those that tie alike."""
    there = (points[:, :seats, 1] == place).float()
    return there / there.sum(1, keepdim=True).clamp(min=1)


def turned(y: Any, order: Any) -> Any:
    """Each block of seats in another order."""
    blocks = y.unflatten(1, (-1, order.shape[1]))
    return blocks.gather(2, order[:, None].expand_as(blocks)).flatten(1)


def from_mover(y: Any, movers: Any, seats: int) -> Any:
    """Absolute seats turned so that the mover's comes first."""
    return turned(y, (movers[:, None] + torch.arange(seats, device=y.device)) % seats)


def to_seats(y: Any, movers: Any, seats: int) -> Any:
    """The same, turned back."""
    return turned(y, (torch.arange(seats, device=y.device) - movers[:, None]) % seats)


def utility(y: Any, seats: int, margin: float) -> Any:
    """What the first seat wants: its share of first place, and a little of its lead in points."""
    rivals = (y[:, seats:].sum(1) - y[:, seats]) / (seats - 1)
    return y[:, 0] + margin * (y[:, seats] - rivals)


def judge_pairs(net: Net, stage: Stage, pairs: Pairs, recipe: Recipe) -> Any:
    """What the net, or the end of the game, says of each pair, from its mover on."""
    stage.show(pairs)
    y = net.values(pairs.shown, stage.seats)
    movers = stage.movers[pairs.rows].long()
    ended = from_mover(results(pairs.points, stage.seats, recipe), movers, stage.seats)
    return torch.where((pairs.nexts == OVER)[:, None], ended, y)


def gumbel(count: int, device: str) -> Any:
    """Noise that makes the largest sum a draw by weight."""
    return -torch.log(-torch.log(torch.rand(count, device=device).clamp(1e-9, 1 - 1e-7)))


def choose(wanted: Any, pairs: Pairs, games: int, actions: int) -> tuple[Any, Any]:
    """The most wanted action of each game, and the number of its pair; 0 and 0 where a game is over."""
    board = torch.full((games, actions), -1e30, device=wanted.device)
    board[pairs.rows, pairs.actions] = wanted
    number = torch.zeros((games, actions), dtype=torch.int64, device=wanted.device)
    number[pairs.rows, pairs.actions] = torch.arange(pairs.count, device=wanted.device)
    chosen = board.argmax(1)
    return chosen, number.gather(1, chosen[:, None])[:, 0]


def alternate(games: int, seats: int, device: str) -> Any:
    """Every other seat, begun by the first or the second in turn."""
    begun = torch.arange(games, device=device)[:, None] % 2
    return (torch.arange(seats, device=device) + begun) % 2 == 0


def sparring_seats(stage: Stage, part: float) -> Any:
    """The seats that somebody else plays: every other one in some of the games."""
    games = len(stage.movers)
    found = alternate(games, stage.seats, stage.device)
    found[round(part * games) :] = False
    return found


def want_sparring(stage: Stage, pairs: Pairs, spars: Any, wanted: Any, partner: Want, step: int) -> Any:
    """What is wanted, but by the sparring partner alone where it is its turn."""
    asked = spars[pairs.rows, stage.movers[pairs.rows].long()]
    theirs = pairs.only(asked)
    if theirs.count:
        wanted[asked] = partner(stage, theirs, step) + torch.rand(theirs.count, device=stage.device)
    return wanted


@torch.no_grad()
def play_itself(
    net: Net, stage: Stage, seed: int, recipe: Recipe, manner: Manner, partner: Want | None = None
) -> list[Line]:
    """Every game from its seed to its end; the recipe's sparring partner is the opinion unless one is given."""
    heat, margin, wild, taught = manner
    stage.restart(seed)
    games = len(stage.movers)
    spars = sparring_seats(stage, recipe.spar)
    partner = partner or by_opinion(deals=1, salt=seed)
    lines: list[Line] = []
    pairs = stage.pairs()
    while pairs.count:
        movers = stage.movers.clone()
        seated = movers.clamp(min=0).long()
        y = judge_pairs(net, stage, pairs, recipe)
        if taught:
            wanted = stage.opinions(pairs, seed + len(lines)) / recipe.taught_slip
        else:
            wanted = utility(y, stage.seats, margin) / heat
        wildly = torch.rand(games, device=stage.device) < wild
        wanted = torch.where(wildly[pairs.rows], 0.0, wanted) + gumbel(pairs.count, stage.device)
        if recipe.spar and not taught:
            wanted = want_sparring(stage, pairs, spars, wanted, partner, len(lines))
        chosen, number = choose(wanted, pairs, games, stage_actions(stage))
        said = to_seats(y[number], seated, stage.seats)
        learnt = (movers >= 0) & (taught | ~spars.gather(1, seated[:, None])[:, 0])
        lines.append(Line(pairs.shown[number].to(torch.int16), said, movers, learnt))
        stage.step(chosen)
        pairs = stage.pairs()
    return lines


def stage_actions(stage: Stage) -> int:
    return int(stage.masks.shape[1])  # type: ignore[attr-defined]


@torch.no_grad()
def lessons(lines: list[Line], points: Any, seats: int, most: int, recipe: Recipe) -> Lessons:
    """What was shown, and what should have been said of it: TD(lambda) over the line of afterstates of each game."""
    result = results(points, seats, recipe)
    lowest = points[:, :seats, 1].amax(1, keepdim=True)
    last = place_shares(points, seats, lowest)
    wanted = []
    for line in reversed(lines):
        movers = line.movers.clamp(min=0).long()
        wanted.append(from_mover(torch.cat([result, last], 1), movers, seats)[line.learnt])
        before = (1 - recipe.trace) * line.said + recipe.trace * result
        result = torch.where((line.movers >= 0)[:, None], before, result)
    shown = torch.cat([line.shown[line.learnt] for line in lines])
    aims = functional.pad(torch.cat(wanted[::-1]).unflatten(1, (3, seats)), (0, most - seats))
    return Lessons(shown, aims, torch.full((len(shown),), seats, dtype=torch.int8, device=shown.device))


def by_net(net: Net, recipe: Recipe) -> Want:
    """Wants what the net likes best."""

    def want(stage: Stage, pairs: Pairs, _step: int) -> Any:
        return SURE * utility(judge_pairs(net, stage, pairs, recipe), stage.seats, recipe.margin_end)

    return want


def heated(want: Want, heat: float) -> Want:
    """A draw by what is wanted over a heat, as the levels' (`bots.greedy.pick_slipping`)."""

    def draw(stage: Stage, pairs: Pairs, step: int) -> Any:
        return want(stage, pairs, step) / heat + gumbel(pairs.count, stage.device)

    return draw


def by_opinion(deals: int = 4, salt: int = 0) -> Want:
    """Wants what the hand-written opinion likes best, on average over a few draws."""

    def want(stage: Stage, pairs: Pairs, step: int) -> Any:
        return sum(stage.opinions(pairs, salt + 1_000_003 * step + k) for k in range(deals))

    return want


@torch.no_grad()
def duel(one: Want, other: Want, stage: Stage, seed: int, recipe: Recipe) -> tuple[float, float]:
    """The share of first places that one takes from the other, in every seat alike, as if equals had half; its error.

    Game k is played in line-up k: at every table the two sit in turn, begun by the one or the other.
    """
    stage.restart(seed)
    games, seats = len(stage.movers), stage.seats
    mine = alternate(games, seats, stage.device)
    step = 0
    pairs = stage.pairs()
    while pairs.count:
        asked = mine[pairs.rows, stage.movers[pairs.rows].long()]
        wanted = torch.where(asked, one(stage, pairs, step), other(stage, pairs, step))
        chosen, _ = choose(
            wanted + 1e-3 * torch.rand(len(wanted), device=stage.device), pairs, games, stage_actions(stage)
        )
        stage.step(chosen)
        pairs = stage.pairs()
        step += 1
    shares = (results(stage.points, seats, recipe)[:, :seats] * mine).sum(1)
    return float(shares.mean()), 1.96 * float(shares.std()) / games**0.5
