"""Views: what a seat may know, no more and no less."""

from __future__ import annotations

import msgspec

from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import SPECTATOR, UNSEEN, to_bytes
from bastide.core.view import View, look_at
from tests.walks import sample


def viewers(seats: int) -> tuple[int, ...]:
    return (SPECTATOR, *range(seats))


def said(game: Game, view: View) -> bytes:
    """Everything made from a view for its viewer, as bytes."""
    v = view.state
    parts = [view.picture(), game.prompt(v, view.seat)]
    if view.is_asked:
        parts += [game.choice(v, a, view.seat) for a in view.legal]
        parts += game.plans(v, view.seat)
    return msgspec.json.encode(parts)


def test_look_at_a_redealt_truth_is_the_view_itself(table: tuple[Game, int]) -> None:
    game, seats = table
    rng = new_rng(31)
    for m in sample(game, seats, seed=31, every=6):
        for seat in viewers(seats):
            view = m.view(seat)
            for _ in range(3):
                truth = view.redeal(rng)
                assert to_bytes(look_at(game, truth, seat).states) == bytes(view), f"viewer {seat}\n{m.where()}"


def test_redealt_truths_keep_the_invariants(table: tuple[Game, int]) -> None:
    game, seats = table
    rng = new_rng(32)
    for m in sample(game, seats, seed=32, every=6):
        for seat in viewers(seats):
            truth = View(game, seat, m.view(seat).redeal(rng))
            assert game.check(truth.state) == "", f"viewer {seat}\n{m.where()}"


def test_a_view_of_a_view_is_the_view(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=33, every=6):
        for seat in viewers(seats):
            view = m.view(seat)
            assert to_bytes(look_at(game, view.states, seat).states) == bytes(view)


def test_truths_with_one_view_give_identical_words_and_pictures(table: tuple[Game, int]) -> None:
    game, seats = table
    rng = new_rng(34)
    for m in sample(game, seats, seed=34, every=12):
        for seat in viewers(seats):
            view = m.view(seat)
            expected = said(game, view)
            for _ in range(2):
                assert said(game, look_at(game, view.redeal(rng), seat)) == expected


def test_a_truth_behind_the_movers_view_has_the_same_mover(table: tuple[Game, int]) -> None:
    game, seats = table
    rng = new_rng(35)
    for m in sample(game, seats, seed=35, every=6):
        for seat in viewers(seats):
            assert entry_points(game).to_move(m.view(seat).redeal(rng)) == m.to_move


def test_an_action_that_is_not_witnessed_leaves_no_trace_in_the_view_but_its_own(table: tuple[Game, int]) -> None:
    """Two outcomes that a viewer cannot tell apart lead to one view."""
    game, seats = table
    for m in sample(game, seats, seed=36, every=3):
        actions = m.legal or [outcome for outcome, _ in m.outcomes()]
        for seat in viewers(seats):
            unseen = [a for a in actions if game.witness(m.state, a, seat) == UNSEEN]
            views = {bytes(after(m, a).view(seat)) for a in unseen[:6]}
            assert len(views) <= 1, f"viewer {seat}\n{m.where()}"


def after(m: Position, a: int) -> Position:
    twin = m.copy()
    twin.apply(a) if twin.legal else twin.draw(a)
    return twin
