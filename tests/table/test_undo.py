"""Undo computed from knowledge: no allowed undo makes any seat's knowledge shrink."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from bastide.core.catalogue import LANGUAGES, say_phrase
from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from bastide.table import lines
from bastide.table.match import VIEWERS
from bastide.table.refused import Refused
from bastide.table.seen import log_for, view_for
from bastide.table.undo import teaches
from tests.table.tables import dealt, play

MANY_TRUTHS = 400  # far more than the table itself tries


def test_no_allowed_undo_makes_any_knowledge_shrink(table: tuple[Game, int]) -> None:
    """For all who were shown the steps: every truth they held possible before would look the same after them."""
    game, seats = table
    chooser = random.Random(seats)
    tried = 0
    for seed in range(3):
        live, log = dealt(game, seats)
        for p in range(seats):
            live.set_confirm(p, ("off", "on")[chooser.randrange(2)], 0)
        for _ in play(live, log, seed=seed):
            match = live.match
            depth = match.undo_depth(match.runner) if match.runner >= 0 else 0
            if not depth or chooser.randrange(4):
                continue
            assert match.run is not None
            run = [*match.run.trail[-depth:], match.position]
            for before, after in pairwise(run):
                action = after.plies[before.ply].action
                shown = match.viewers if before.ply < match.published else [match.runner]
                for viewer in shown:
                    assert not teaches(before, action, after, viewer, MANY_TRUTHS), before.where()
                    tried += 1
            if tried > 60:
                return
    assert tried


def test_nothing_is_taken_back_past_a_draw_or_anothers_decision(table: tuple[Game, int]) -> None:
    game, seats = table
    live, log = dealt(game, seats)
    for _ in play(live, log, seed=21, undos=0.25):
        if live.state == "over":
            break
        match = live.match
        for p in range(seats):
            depth = match.undo_depth(p)
            last = match.position.ply if p == match.runner else match.published
            assert all(ply.who == p for ply in match.position.plies[last - depth : last])
    undone = [line for line in log if isinstance(line, lines.Undone)]
    for line in undone:
        assert line.ply >= 0


def test_a_decision_that_stands_says_why(table: tuple[Game, int]) -> None:
    """While nobody else has decided since: something was drawn after it, or it revealed something."""
    game, seats = table
    live, log = dealt(game, seats)
    for p in range(seats):
        live.set_confirm(p, "on", 0)
        assert view_for(live, p, 0).turn.no_undo is None
    for _ in play(live, log, seed=23):
        plies = live.match.position.plies
        for p in range(seats):
            said = view_for(live, p, 0).turn
            latest = next((ply.who for ply in reversed(live.match.shown(p).plies) if ply.who >= 0), None)
            assert (said.no_undo is not None) == (latest == p and said.undo == 0 and live.state == "playing")
            if said.no_undo:
                drawn = plies[view_for(live, p, 0).ply - 1].who != p
                assert said.no_undo.key == ("table.no_undo.drawn" if drawn else "table.no_undo.revealed")
                assert all(say_phrase(language, said.no_undo) for language in LANGUAGES)
        if live.match.position.ply > 120:
            return


def test_every_decision_taken_back_leaves_the_table_as_it_was(table: tuple[Game, int]) -> None:
    game, seats = table
    live, log = dealt(game, seats)
    tried = 0
    chooser = random.Random(2)
    steps = play(live, log, seed=22)
    while live.state == "playing" and tried < 15:
        mover, ply = live.match.mover, live.match.position.ply
        before = bytes(live.match.position), log_for(live, mover, 0), view_for(live, SPECTATOR, 0)
        if live.match.pending:
            next(steps)
            continue
        live.act(mover, [chooser.choice(live.match.position.legal)], ply, 0)
        if live.state == "playing" and live.match.undo_depth(mover):
            live.undo(mover, live.ply(mover), 0)
            assert (bytes(live.match.position), log_for(live, mover, 0), view_for(live, SPECTATOR, 0)) == before
            live.act(mover, [live.match.position.legal[0]], ply, 0)
            tried += 1
    assert tried


def test_undo_ends_with_the_game(game: Game) -> None:
    live, log = dealt(game, game.spec.seats[0])
    for _ in play(live, log, seed=9):
        pass
    for p in range(game.spec.seats[0]):
        assert live.match.undo_depth(p) == 0
        with pytest.raises(Refused) as refused:
            live.undo(p, live.ply(p), 0)
        assert refused.value.label.key == "table.refused.over"


ENDS_WITH_A_DRAW = ("alhambra", "batisseurs")  # every turn: cards are laid out anew, or the next one begins with a die


def test_what_another_seat_is_trying_out_does_not_stand_in_the_way(game: Game) -> None:
    """The seat that has just moved may still take it back; the trial of the next seat is dropped with it."""
    seats = game.spec.seats[0]
    live, log = dealt(game, seats)
    for p in range(seats):
        live.set_confirm(p, "on", 0)
    chooser = random.Random(6)
    for _ in play(live, log, seed=6):
        match = live.match
        if not (match.pending and match.former and match.undo_depth(match.former.seat)):
            continue
        mover, trying = match.former.seat, match.runner
        before = match.former.trail[-1]
        unseen = view_for(live, mover, 0)
        live.undo(mover, unseen.ply, 0)
        assert bytes(match.position) == bytes(before)
        assert match.pending == 0
        assert match.undo_depth(trying) == 0
        live.act(mover, [chooser.choice(match.position.legal)], live.ply(mover), 0)
        return
    assert game.id in ENDS_WITH_A_DRAW


def test_what_docs_undo_says_always_holds(table: tuple[Game, int]) -> None:
    """The numbered invariants of docs/undo.md, after every step of a game with many an undo."""
    game, seats = table
    live, log = dealt(game, seats)
    for p in range(0, seats, 2):
        live.set_confirm(p, "on", 0)
    match, runs, formers = live.match, 0, 0
    for _ in play(live, log, seed=31, undos=0.3):
        plies, run, former = match.position.plies, match.run, match.former
        assert match.published <= len(plies)
        assert all(step < len(plies) * VIEWERS + SPECTATOR for step in match._taught)
        if run is None:
            assert former is None
            assert not match.pending
            continue
        first, runs = len(plies) - len(run.trail), runs + 1
        assert [before.ply for before in run.trail] == list(range(first, len(plies)))
        assert {ply.who for ply in plies[first:]} == {run.seat}
        assert not match.pending or first <= match.published
        if former is not None:
            formers += 1
            assert former.seat != run.seat
            assert match.published == first == former.trail[-1].ply + 1
    assert runs
    assert formers or game.id in ENDS_WITH_A_DRAW
