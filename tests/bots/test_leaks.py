"""A bot knows what its seat knows: swap the hidden state behind an equal view, and nothing changes, byte for byte."""

from __future__ import annotations

import msgspec

from bastide.bots import make_bot
from bastide.bots.hint import Hinter
from bastide.bots.levels import ladder_of
from bastide.bots.search import Budget, Search
from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import new_states
from bastide.core.view import View
from tests.walks import sample

EVERY = 25
TRUTHS = 2


def twins(m: Position, seed: int) -> list[View]:
    """The mover's view of this position, and of others that it cannot tell from this one."""
    view = m.view(m.to_move)
    rng = new_rng(seed)
    views = [view]
    for _ in range(TRUTHS):
        out = new_states(m.game.state)
        entry_points(m.game).look(view.redeal(rng), view.seat, out)
        views.append(View(m.game, view.seat, out))
    return views


def test_equal_views_make_equal_choices(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=41, every=EVERY):
        if m.to_move < 0:
            continue
        for name in ("uniform", "greedy", "level1", "level3"):
            chosen = {make_bot(name, game, 6).choose(view) for view in twins(m, 8)}
            assert len(chosen) == 1, f"{name}\n{m.where()}"
            assert chosen <= set(m.legal)


def test_equal_views_make_equal_statistics(table: tuple[Game, int]) -> None:
    game, seats = table
    search = Search(game, ladder_of(game).settings)
    for m in sample(game, seats, seed=42, every=EVERY):
        if m.to_move < 0:
            continue
        said = {msgspec.json.encode(search.run(view, Budget(40), new_rng(3))) for view in twins(m, 9)}
        assert len(said) == 1, m.where()


def test_equal_views_make_equal_hints(game: Game) -> None:
    hinter = Hinter(game, budget=Budget(40))
    for m in sample(game, game.spec.seats[1], seed=43, every=EVERY * 2):
        if m.to_move < 0:
            continue
        said = set()
        for view in twins(m, 10):
            hinter.dice.decisions = 0
            said.add(msgspec.json.encode(hinter.hint(view)))
        assert len(said) == 1, m.where()
