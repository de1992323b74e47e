"""Two whole games that one viewer cannot tell apart: every ply looks the same to them, and the truths differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.state import CHANCE
from bastide.table import lines
from bastide.table.lines import AnyLine

TRIES = 30  # pairs of actions or outcomes tried at one ply, besides equal ones


class Twins(NamedTuple):
    """Two logs, from the first seat taken to the same ply."""

    first: list[AnyLine]
    second: list[AnyLine]
    differ: bool  # whether the truths do; they cannot where the viewer sees everything
    asked: bool  # whether the viewer is to decide


def twins(game: Game, seats: int, viewer: int, decisions: int, seed: int) -> Twins:
    """Random play of two games side by side, as far as the viewer is shown the same; where they differ, if they do."""
    chooser = random.Random(seed)
    one, other = game.new(seats), game.new(seats)
    logs: tuple[list[AnyLine], list[AnyLine]] = (_seated(seats), _seated(seats))
    found = Twins([], [], False, False)
    while decisions >= 0 and not one.is_over:
        if one.to_move != CHANCE:  # a table never waits for a draw
            differ, asked = bytes(one) != bytes(other), one.to_move == viewer
            if (differ, asked) >= (found.differ, found.asked):
                found = Twins(list(logs[0]), list(logs[1]), differ, asked)
            decisions -= 1
        pair = _alike(one, other, viewer, chooser)
        if pair is None:
            break
        for log, position, action in zip(logs, (one, other), pair, strict=True):
            log += _ply(position, action)
            _do(position, action)
    return found


def _seated(seats: int) -> list[AnyLine]:
    return [*(lines.Sat(p, "person", p, f"P{p}") for p in range(seats)), lines.Began()]


def _ply(position: Position, action: int) -> list[AnyLine]:
    text = position.game.write(position.state, action)
    if position.to_move == CHANCE:
        return [lines.Drawn(action, text)]
    return [lines.Acted(position.to_move, action, text), lines.Committed(position.to_move)]


def _do(position: Position, action: int) -> None:
    position.draw(action) if position.to_move == CHANCE else position.apply(action)


def _offered(position: Position) -> list[int]:
    if position.to_move == CHANCE:
        return [outcome for outcome, _ in position.outcomes()]
    return list(position.legal)


def _pairs(mine: list[int], theirs: list[int], chooser: random.Random) -> Iterator[tuple[int, int]]:
    """Some different ones first, since what is hidden is to differ."""
    chooser.shuffle(mine)
    chooser.shuffle(theirs)
    yield from islice((pair for pair in product(mine, theirs) if pair[0] != pair[1]), TRIES)
    yield from ((action, action) for action in mine if action in theirs)


def _alike(one: Position, other: Position, viewer: int, chooser: random.Random) -> tuple[int, int] | None:
    """What can be done in both so that the viewer is shown the same, and told the same of it."""
    assert one.to_move == other.to_move
    mine, theirs = _offered(one), _offered(other)
    if bytes(one.view(viewer)) == bytes(one):  # nothing is hidden here, so nothing can differ
        return (action := chooser.choice(mine)), action
    for pair in _pairs(mine, theirs, chooser):
        after = [position.copy() for position in (one, other)]
        told = [position.game.witness(position.state, a, viewer) for position, a in zip(after, pair, strict=True)]
        for position, action in zip(after, pair, strict=True):
            _do(position, action)
        if told[0] == told[1] and bytes(after[0].view(viewer)) == bytes(after[1].view(viewer)):
            return pair
    return None
