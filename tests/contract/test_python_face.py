"""What Python callers meet: every method takes whole numbers, its own and NumPy's, and refuses everything else."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bastide
from bastide.batch import Batch, play_random
from bastide.bots import make_bot
from bastide.core.errors import BadPly, BadRecord, BadSeat, BastideError, ForeignVersion, IllegalAction, UnknownGame
from bastide.core.game import KERNEL_NAMES, Game, Option, Spec
from bastide.core.numbers import whole
from bastide.core.play import PENDING, Simulator
from bastide.core.position import Ply, Position
from bastide.core.record import Record
from bastide.core.rng import new_rng
from bastide.core.state import CHANCE, SPECTATOR, array_of, to_bytes
from bastide.core.view import View
from bastide.games import load, load_version
from bastide.judge import BadWeights
from bastide.table.fairness import BadProof, verify
from tests.conftest import JUDGED, seat_counts

STRANGE: list[Any] = [None, "0", 1.0, np.float64(1), True, [], {}, 2**70, -(2**70), object()]


def halfway(game: Game, seats: int, seed: int = 61) -> Position:
    m = game.new(seats, seed=seed)
    for _ in range(25):
        if not m.is_over:
            m.apply(m.legal[(m.ply * 7) % len(m.legal)])
    return m


def waiting(game: Game) -> Position:
    """A game whose first draw is the caller's."""
    return game.new(game.spec.seats[0])


def played(game: Game) -> Position:
    return halfway(game, game.spec.seats[0])


# every public method that takes a number: how to call it, and what it may be given besides whole numbers
CALLS: dict[str, tuple[Callable[[Game, Any], Any], tuple[type, ...]]] = {
    "load": (lambda game, x: bastide.load(x), ()),
    "new seats": (lambda game, x: game.new(x, seed=1), (type(None),)),  # none: the fewest
    "new seed": (lambda game, x: game.new(seed=x), (type(None),)),  # none: the caller draws
    "apply": (lambda game, x: played(game).apply(x), ()),
    "draw": (lambda game, x: waiting(game).draw(x), ()),
    "roll": (lambda game, x: waiting(game).roll(x), ()),
    "numbers_of": (lambda game, x: waiting(game).numbers_of(x), ()),
    "after": (lambda game, x: played(game).after([x]), ()),
    "after a list": (lambda game, x: played(game).after(x), (list, dict)),  # empty: no moves
    "at": (lambda game, x: played(game).at(x), ()),
    "since": (lambda game, x: played(game).since(x), ()),
    "view": (lambda game, x: played(game).view(x), ()),
    "look": (lambda game, x: played(game).view(0).look(x), ()),
    "redeal": (lambda game, x: played(game).view(0).redeal(x), ()),
    "resume": (lambda game, x: Position.resume(game, game.spec.seats[0], {}, [], x), ()),
    "resume seats": (lambda game, x: Position.resume(game, x, {}, [], bytes(played(game))), ()),
    "record": (lambda game, x: Record.of(x), ()),
    "replay": (lambda game, x: played(game).record().replay(x), ()),
    "replay upto": (lambda game, x: played(game).record().replay(game, x), (type(None),)),  # none: all of it
    "from_json": (lambda game, x: Record.from_json(x), ()),
    "load record": (lambda game, x: Record.load(x), ()),
    "check_seats": (lambda game, x: game.spec.check_seats(x), ()),
    "choose_seats": (lambda game, x: game.spec.choose_seats(x), (type(None),)),  # none: the fewest
    "check_options": (lambda game, x: game.spec.check_options(x), (dict,)),
    "new_rng": (lambda game, x: new_rng(x), ()),
    "make_bot": (lambda game, x: make_bot(x, game, 1), ()),
    "make_bot seed": (lambda game, x: make_bot("uniform", game, x), ()),
    "play_random": (lambda game, x: play_random(game, x), ()),
    "play_random seats": (lambda game, x: play_random(game, 1, seats=x), (type(None),)),
    "play_random seed": (lambda game, x: play_random(game, 1, seed=x), ()),
    "play_random start": (lambda game, x: play_random(game, 1, start=x), ()),
    "play_random threads": (lambda game, x: play_random(game, 1, threads=x), (type(None),)),  # none: every core
    "Batch": (lambda game, x: Batch(game, x), ()),
    "Batch of": (lambda game, x: Batch(game, [x]), ()),
    "Batch seats": (lambda game, x: Batch(game, [1], x), (type(None),)),
    "restart": (lambda game, x: Batch(game, [1]).restart([0], [x]), ()),
    "restart rows": (lambda game, x: Batch(game, [1]).restart([x], [1]), ()),
    "step": (lambda game, x: Batch(game, [1]).step(x), ()),
    "step of": (lambda game, x: Batch(game, [1]).step([x]), ()),
}


# what takes no number of the caller's: other positions, and the game's own functions, which check nothing
OTHER = {"of", "to_json", "under", "option_array", "write_in", "witness", "plans", "targets", "live", "tell", "fixed"}
OWN = set(KERNEL_NAMES)


@pytest.mark.parametrize("kind", [Position, View, Record, Game, Spec])
def test_no_public_method_is_left_out(kind: type) -> None:
    tried = {word for name in CALLS for word in name.split()} | OTHER | OWN
    takes = [
        name
        for name, method in inspect.getmembers(kind, lambda one: inspect.isfunction(one) or inspect.ismethod(one))
        if not name.startswith("_") and set(inspect.signature(method).parameters) - {"self"}
    ]
    assert [name for name in takes if name not in tried] == []


@pytest.mark.parametrize("name", CALLS)
def test_what_is_no_whole_number_is_refused_by_our_own_errors(game: Game, name: str) -> None:
    call, takes = CALLS[name]
    for strange in STRANGE:
        if not isinstance(strange, takes or ()):
            with pytest.raises(BastideError):
                call(game, strange)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16, np.array])
def test_numpy_integers_are_whole_numbers_everywhere(game: Game, kind: Callable[[int], Any]) -> None:
    seats = game.spec.seats[1]
    m = game.new(kind(seats), seed=kind(5))
    assert m == game.new(seats, seed=5)
    assert (type(m.seats), type(m.seed)) == (int, int)
    m.apply(kind(m.legal[0]))
    assert m.view(kind(1)) == m.view(1)
    assert m.view(0).look(kind(1)) == m.view(0).look(1)
    assert m.at(kind(1)) == m.at(1)
    assert to_bytes(m.view(0).redeal(kind(3))) == to_bytes(m.view(0).redeal(3))
    assert m.record().replay(game, kind(1)) == m.at(1)
    first = waiting(game)
    first.draw(kind(first.outcomes()[0][0]))
    second = waiting(game)
    second.roll(kind(0))
    assert first == second
    assert {type(action) for _, action in (*m.plies, *first.plies)} == {int}


def test_options_take_numpy_numbers_and_refuse_the_rest(game: Game) -> None:
    def begun(name: str, value: object) -> Position:
        return Position(game, game.spec.seats[0], {name: value}, None)

    for option in game.spec.options:
        assert begun(option.name, np.int64(option.high)).options[option.name] == option.high
        assert begun(option.name, np.int8(option.low)) == begun(option.name, option.low)
        for strange in [x for x in STRANGE if x is not True]:
            with pytest.raises(BastideError, match=option.name):
                begun(option.name, strange)
    with pytest.raises(BastideError, match="by name"):
        game.spec.check_options(np.array([1, 2]))  # type: ignore[arg-type]
    switch = Option("switch", 0, 0, 1, "X-01")
    assert [switch.value_of(given, "x") for given in (True, np.True_, 1, np.int64(0))] == [1, 1, 1, 0]


def test_whole_numbers() -> None:
    assert [whole(given) for given in (3, np.int16(3), np.uint64(3), -1)] == [3, 3, 3, -1]
    assert [whole(given) for given in (True, np.True_, 3.0, "3", None, [3], np.array([3, 4]))] == [None] * 7


@pytest.mark.parametrize("ply", [-1, 999, 10**6])
def test_a_ply_that_was_not_played_is_refused(game: Game, ply: int) -> None:
    m = played(game)
    with pytest.raises(BadPly, match=str(ply)):
        m.at(ply)
    with pytest.raises(BadPly, match=str(ply)):
        m.record().replay(game, ply)


def test_legal_cannot_be_changed(game: Game) -> None:
    m = played(game)
    legal = m.legal
    assert isinstance(legal, tuple)
    illegal = next(a for a in range(game.spec.num_actions) if a not in legal)
    with pytest.raises(AttributeError):
        m.legal = (illegal,)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        m.to_move = 0  # type: ignore[misc]
    with pytest.raises(IllegalAction):
        m.apply(illegal)
    assert m.legal == legal


def test_repr_rebuilds_the_position(table: tuple[Game, int]) -> None:
    game, seats = table
    m = halfway(game, seats)
    for position in (m, game.new(seats, seed=3), game.new(seats), m.at(m.ply), m.at(m.ply // 2)):
        again = eval(repr(position), {"load": bastide.load})
        assert (again, again.plies, again.seed) == (position, position.plies, position.seed)
    assert repr(m) in m.where()
    assert str(m) == game.show(m.state)
    assert repr(game) == f"<game {game.id!r}, rules version {game.spec.rules_version}>"


def test_equal_positions_stand_the_same(game: Game) -> None:
    m = played(game)
    assert m == m.at(m.ply) == m.record().replay(game)
    assert m != m.at(m.ply - 1)
    assert m != bytes(m)
    assert (m == "position") is False
    with pytest.raises(TypeError):
        hash(m)
    with pytest.raises(TypeError):
        hash(m.view())
    assert m.view(0) != m.view(1)
    assert (m.view(0) == 0) is False


def put_away(m: Position) -> Position:
    kept = m.copy()
    kept.put_away()
    return kept


@pytest.mark.parametrize(
    "twin_of",
    [
        copy.copy,
        copy.deepcopy,
        Position.copy,
        put_away,
        lambda m: put_away(m).copy(),
        lambda m: pickle.loads(pickle.dumps(m)),
        lambda m: pickle.loads(pickle.dumps(put_away(m))),
    ],
)
def test_twins_have_the_same_draws_to_come(table: tuple[Game, int], twin_of: Callable[[Position], Position]) -> None:
    game, seats = table
    m = halfway(game, seats)
    before = bytes(m)
    twin = twin_of(m)
    assert (twin, twin.plies, twin.seed, twin.legal, twin.game) == (m, m.plies, m.seed, m.legal, game)
    while not twin.is_over:
        twin.apply(twin.legal[0])
    assert bytes(m) == before
    while not m.is_over:
        m.apply(m.legal[0])
    assert (m, m.plies) == (twin, twin.plies)


def plies_told(game: Game, seats: int) -> list[Ply]:
    """Those of a game, asked for after every action; the same as of a game that is asked once."""
    often, seldom = game.new(seats, seed=62), game.new(seats, seed=62)
    told = often.plies
    while not often.is_over:
        action = often.legal[often.ply % len(often.legal)]
        often.apply(action)
        seldom.apply(action)
        told += often.since(len(told))
    assert told == seldom.plies == often.plies
    return told


def test_plies_are_the_same_however_often_they_are_asked_for(table: tuple[Game, int]) -> None:
    assert plies_told(*table)


@pytest.mark.parametrize("name", JUDGED)
def test_plies_are_the_same_where_there_are_more_than_a_desk_holds(name: str) -> None:
    game = load(name)
    assert all(len(plies_told(game, seats)) > PENDING for seats in seat_counts(game))


@pytest.mark.parametrize("beyond", [-1, -(2**63), 2**63 - 1, 2**63, 2**70])
def test_no_number_beyond_the_ids_is_an_action(game: Game, beyond: int) -> None:
    m = played(game)
    before = bytes(m)
    with pytest.raises(IllegalAction, match="no action"):
        m.apply(beyond)
    assert bytes(m) == before


def test_an_overflow_in_a_rule_is_not_taken_for_a_wrong_action(game: Game) -> None:
    m = played(game)

    def overflow(*_: object) -> int:
        raise OverflowError("a cell")

    m._decide = overflow
    with pytest.raises(OverflowError, match="a cell"):
        m.apply(m.legal[0])


def test_views_and_errors_can_be_copied_and_pickled(game: Game) -> None:
    m = played(game)
    view = m.view(m.to_move)
    for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert (twin, twin.legal, twin.seat) == (view, m.legal, m.to_move)
        assert not np.shares_memory(array_of(twin.states), array_of(view.states))
    assert copy.deepcopy(game) is copy.copy(game) is pickle.loads(pickle.dumps(game)) is game
    with pytest.raises(IllegalAction) as refused:
        m.apply(-5)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.clause, type(again)) == (str(refused.value), refused.value.clause, IllegalAction)


def test_an_error_made_of_other_things_than_its_text_is_pickled_as_it_is() -> None:
    for error in (UnknownGame("go", ["enghien"]), BadWeights(Path("judge.npz"), "it is damaged"), BadSeat(7, 3)):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_game_of_older_rules_is_copied_and_pickled_as_one(game: Game) -> None:
    for version in game.spec.older_versions:
        older = load_version(game.id, version)
        m = halfway(older, game.spec.seats[0])
        twin = pickle.loads(pickle.dumps(m))
        assert (twin, twin.game, twin.view(0)) == (m, older, m.view(0))
    assert pickle.loads(pickle.dumps(game)) is game
    rebuild, (folder, _) = game.__reduce__()
    with pytest.raises(ForeignVersion):
        rebuild(folder, 10**6)


def test_how_it_ended_is_said_by_position_and_record(table: tuple[Game, int]) -> None:
    game, seats = table
    m = halfway(game, seats)
    assert (m.ending, m.record().ending) == (None, None)
    while not m.is_over:
        m.apply(m.legal[0])
    record = Record.from_json(m.record().to_json())
    assert m.ending == record.ending == record.replay(game).ending
    assert m.ending in game.endings
    for wrong in (*(word for word in game.endings if word != m.ending), "nonsense"):
        with pytest.raises(BadRecord, match="ending"):
            Record(**{**fields_of(record), "ending": wrong}).replay(game)
    with pytest.raises(BadRecord, match="not over"):
        Record(**{**fields_of(record), "scores": None, "plies": record.plies[:-1]}).replay(game)
    assert Record(**{**fields_of(record), "ending": None}).replay(game) == m  # as the first records were


def test_a_pickle_of_other_rules_is_refused(game: Game) -> None:
    rebuild, (of, version, *rest) = played(game).__reduce__()
    with pytest.raises(ForeignVersion):
        rebuild(of, version + 1, *rest)
    with pytest.raises(BadRecord, match="bytes"):
        rebuild(of, version, *rest[:-1], b"short")


def test_a_state_that_is_kept_stays_as_it_was(game: Game) -> None:
    m = game.new(seed=8)
    kept, before = m.state, m.copy()
    while not m.is_over:
        m.apply(m.legal[-1])
    assert game.show(kept) == game.show(before.state)


def test_a_refusal_tells_of_the_moment_it_was_made(game: Game) -> None:
    m = played(game)
    illegal = next(a for a in range(game.spec.num_actions) if a not in m.legal)
    there = m.where()
    with pytest.raises(IllegalAction) as refused:
        m.apply(illegal)
    m.apply(m.legal[0])
    assert refused.value.position == there
    assert refused.value.clause in str(refused.value)


def test_a_view_knows_what_its_seat_may_do(game: Game) -> None:
    m = played(game)
    mine = m.view(m.to_move)
    assert mine.moves == m.moves
    assert (mine.to_move, mine.seats, mine.is_asked) == (m.to_move, m.seats, True)
    assert (m.view().legal, m.view().is_asked) == ((), False)
    assert mine.look(m.to_move) == mine
    assert mine.look(SPECTATOR) == m.view()
    assert str(mine) == game.show(mine.state)
    assert f"seat {m.to_move}" in repr(mine)
    assert "spectator" in repr(m.view())
    first = waiting(game)
    assert first.to_move == first.view(0).to_move == CHANCE


def test_a_notebook_shows_the_board_of_the_seat_that_decides(table: tuple[Game, int]) -> None:
    game, seats = table
    m = halfway(game, seats)
    shown = m._repr_html_()
    assert shown == m.view(m.to_move if m.legal else SPECTATOR)._repr_html_()
    assert shown.startswith('<div class="bastide">')
    assert shown.endswith("</div>")
    assert shown.count("<div") == shown.count("</div>")
    assert all(f"<b>seat {p}</b>" in shown for p in range(seats))
    assert game.spec.title["en"] in shown
    assert m._repr_html_() == shown


def test_simulated_records_are_verified_by_their_seed_and_number(game: Game) -> None:
    seats = game.spec.seats[0]
    plies = Simulator(game, seats, game.spec.check_options({})).play(9, 3).plies
    m = game.new(seats).after([action for _, action in plies])
    record = Record(**{**fields_of(m.record()), "seed": 9, "number": 3})
    assert Record.from_json(record.to_json()) == record
    assert verify(record, game).plies == len(plies)
    with pytest.raises(BadProof):
        verify(Record(**{**fields_of(record), "number": 4}), game)


def fields_of(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}
