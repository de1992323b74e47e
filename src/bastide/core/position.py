"""A game in progress, as a Python caller meets it: legal moves, notation, views, scores, records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.core.errors import BadNotation, BadPly, GameOver, IllegalAction, OutOfTurn, PositionError
from bastide.core.game import Game, check_seed
from bastide.core.jit import entry
from bastide.core.numbers import whole, whole_in
from bastide.core.play import (
    ACTIONS,
    FULL,
    LEGAL_SHIFT,
    MAX_SEATS,
    MOVER_BIAS,
    MOVER_MASK,
    PENDING,
    REFUSED,
    SETTLE,
    entry_points,
)
from bastide.core.state import CHANCE, NONE, OVER, SPECTATOR, from_bytes, int_array, new_states, reader, to_bytes
from bastide.core.view import View as View
from bastide.core.view import check_kept, check_size, check_viewer, look_at

if TYPE_CHECKING:
    from bastide.core.record import Record


class Score(NamedTuple):
    """A seat's points, and its place: 1 is first; those who share a place have the same number."""

    seat: int
    points: int
    place: int


class Ply(NamedTuple):
    """Who moved (a seat, or CHANCE) and which action or outcome it was."""

    who: int
    action: int


@lru_cache(maxsize=4096)
def unpack_ply(packed: int) -> Ply:
    """The ply that `Position._log` holds as one number."""
    return Ply(packed // ACTIONS - 1, packed % ACTIONS) if packed >= ACTIONS else Ply(CHANCE, packed)


@cache
def decider(game: Game) -> Callable[..., int]:
    """`decide` of a game, for one call per move."""
    return entry(entry_points(game).decide, new_states(game.state), int_array(1, np.int64), 0, 0)


@cache
def unpackers(most: int) -> tuple[Callable[[memoryview], tuple[int, ...]], ...]:
    """By how many there are: the first numbers of a desk as a tuple, in a third of the time that slices take."""
    return tuple(Struct(f"{n}q").unpack_from for n in range(most + 1))


@lru_cache(maxsize=256)
def opening_of(game: Game, seats: int, options: tuple[tuple[str, int], ...]) -> bytes:
    """The table before the first draw."""
    states = new_states(game.state)
    entry_points(game).setup(states, seats, game.option_array(dict(options)))
    return to_bytes(states)


class Position:
    """A game with its history. `apply` is the checked door; nothing changes when it refuses.

    Two positions are equal when the same game stands the same: the way there and the draws to come are not compared.
    A position changes with every move, so it has no hash; `bytes(position)` is a key for its state.
    """

    __slots__ = (
        "_cells",  # of the desk: a slice of it becomes a list faster than the array's
        "_decide",
        "_desk",  # see play.decide; none while it is put away
        "_generator",  # while the desk is put away
        "_legal",  # made when it is asked for
        "_packed",  # who moves and how many actions are legal: see play.decide
        "_past",  # packed plies, but for those still on the desk
        "_states",
        "_unpack",
        "game",
        "options",
        "seats",
        "seed",
    )

    def __init__(self, game: Game, seats: int, options: Mapping[str, object], seed: int | None) -> None:
        self.game = game
        self.seats = game.spec.check_seats(seats)
        self.options = game.spec.check_options(options)
        self.seed = None if seed is None else check_seed(seed)
        self._states = from_bytes(game.state, opening_of(game, self.seats, tuple(self.options.items())))
        self._past: list[int] = []
        self._legal: tuple[int, ...] | None = ()
        self._generator = 0
        self._desk: Any = None
        self._cells: Any = None
        self._packed = SETTLE
        self._decide = decider(game)
        self._unpack = unpackers(game.buffer)
        self._settle(NONE if self.seed is None else self.seed)

    # ---- looking

    @property
    def to_move(self) -> int:
        """The seat that decides now, CHANCE or OVER."""
        return (self._packed & MOVER_MASK) - MOVER_BIAS

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions of the seat to move, ascending; empty for CHANCE and OVER."""
        legal = self._legal
        if legal is None:
            self._legal = legal = self._unpack[self._packed >> LEGAL_SHIFT](self._cells)
        return legal

    @property
    def is_over(self) -> bool:
        return self.to_move == OVER

    @property
    def ending(self) -> str | None:
        """How it ended, in the game's own word (one of `game.endings`); none while it is played."""
        return self.game.ending(self.state) if self.is_over else None

    @property
    def ply(self) -> int:
        """How many decisions and outcomes lie behind."""
        cells = self._cells
        return len(self._past) if cells is None else len(self._past) + cells[self.game.buffer + 1]

    @property
    def plies(self) -> list[Ply]:
        """Who moved and what it was, from the start."""
        return self.since(0)

    def since(self, ply: int) -> list[Ply]:
        """The plies from one on; a few of a long game cost no more than those few."""
        first = whole_in(ply, 0, self.ply)
        if first is None:
            raise BadPly(ply, self.ply)
        return [unpack_ply(packed) for packed in self._log[first:]]

    def backwards(self) -> Iterator[Ply]:
        """The plies, the latest first."""
        return map(unpack_ply, reversed(self._log))

    @property
    def moves(self) -> dict[str, int]:
        """The legal actions by their notation."""
        s = self.state
        return {self.game.write(s, a): a for a in self.legal}

    @property
    def state(self) -> Any:
        """The true record as it is now, for plain Python code; never hand it to a player or a bot.

        It is a copy: it stays as it was while the game goes on.
        """
        return reader(from_bytes(self.game.state, to_bytes(self._states)))

    @property
    def states(self) -> Any:
        """The true record as the one-element array that compiled functions take; it changes with the game."""
        return self._states

    def __bytes__(self) -> bytes:
        return to_bytes(self._states)

    def outcomes(self) -> list[tuple[int, int]]:
        """When CHANCE is to move: every outcome with its integer weight."""
        if self.to_move != CHANCE:
            return []
        total = entry_points(self.game).chance_total(self._states)
        listed: list[tuple[int, int]] = []
        r = 0
        while r < total:
            outcome = self._pick(r)
            end = self._edge(outcome, r, 1, total) + 1
            listed.append((outcome, end - r))
            r = end
        return listed

    def _pick(self, r: int) -> int:
        return int(entry_points(self.game).chance_pick(self._states, r))

    def numbers_of(self, r: int) -> tuple[int, int]:
        """When CHANCE is to move: the first number that stands for the outcome at `r`, and how many do: its weight."""
        place = self._check_place(r)
        outcome, total = self._pick(place), self.chance_total
        low = self._edge(outcome, place, -1, total)
        return low, self._edge(outcome, place, 1, total) + 1 - low

    def _edge(self, outcome: int, r: int, step: int, total: int) -> int:
        """The last number from r, up or down, that is this outcome: equals are neighbours, so strides will do."""
        stride = step
        while 0 <= r + stride < total and self._pick(r + stride) == outcome:
            r += stride
            stride *= 2
        while stride != step:
            stride //= 2
            if 0 <= r + stride < total and self._pick(r + stride) == outcome:
                r += stride
        return r

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat may know; without a seat, what a spectator may."""
        return look_at(self.game, self._states, check_viewer(seat, self.seats))

    def scores(self) -> list[Score]:
        """Points and places as they stand; final once the game is over."""
        out = int_array((MAX_SEATS, 2), np.int32)
        entry_points(self.game).scores(self._states, out)
        return [Score(p, int(out[p, 0]), int(out[p, 1])) for p in range(self.seats)]

    def where(self) -> str:
        """How to reproduce this position, and what it looks like."""
        return f"position: {self!r}\n{self}"

    def __repr__(self) -> str:
        """Python that rebuilds it, after `from bastide import load`."""
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        seed = "" if self.seed is None else f", seed={self.seed}"
        moves = [a for who, a in self.plies if who >= 0 or self.seed is None]
        after = f".after({moves})" if moves else ""
        return f"load({self.game.id!r}).new(seats={self.seats}{seed}{options}){after}"

    def __str__(self) -> str:
        """The whole truth as text."""
        return self.game.show(self.state)

    def _repr_html_(self) -> str:
        """The board for notebooks, as the seat that decides sees it; `print` shows the whole truth."""
        return self.view(self.to_move if self.to_move >= 0 else SPECTATOR)._repr_html_()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same_table = self.game is other.game and self.seats == other.seats and self.options == other.options
        return same_table and bytes(self) == bytes(other)

    # ---- deciding

    def apply(self, action: int | str) -> None:
        """One decision of the seat to move, by id or by notation."""
        if type(action) is not int:
            action = self._resolve(action)
        desk = self._desk
        if desk is None:
            desk = self._lay_out()
        try:
            packed = self._decide(self._states, desk, action, self._packed)
        except OverflowError:
            if action.bit_length() < 64:  # a rule's own, which checked cells found
                raise
            raise self._no_action(action) from None
        if packed < 0:
            packed = self._go_on(packed, action)
        self._packed = packed
        self._legal = None

    def draw(self, outcome: int | str) -> None:
        """One outcome of chance, chosen by the caller (in a game without a seed)."""
        if self.to_move != CHANCE:
            raise OutOfTurn(f"nothing is drawn now: {self._asked()}", self._where_now())
        a = self.game.read(self.state, outcome) if isinstance(outcome, str) else whole(outcome)
        if a is None or a not in {listed for listed, _ in self.outcomes()}:
            raise IllegalAction(f"{outcome!r} cannot be drawn here", self._where_now())
        self._draw(a)

    @property
    def chance_total(self) -> int:
        """When CHANCE is to move: the sum of the weights, so that r runs from 0 to this less one."""
        return int(entry_points(self.game).chance_total(self._states)) if self.to_move == CHANCE else 0

    def _check_place(self, r: int) -> int:
        """A number that stands for an outcome now, as an int."""
        if self.to_move != CHANCE:
            raise OutOfTurn(f"nothing is drawn now: {self._asked()}", self._where_now())
        place = whole_in(r, 0, self.chance_total - 1)
        if place is None:
            raise IllegalAction(f"nothing is drawn at {r!r}, but at 0 to {self.chance_total - 1}", self._where_now())
        return place

    def roll(self, r: int) -> int:
        """One outcome of chance, the one at `r` in 0..chance_total-1 (in a game without a seed); returns it."""
        outcome = self._pick(self._check_place(r))
        self._draw(outcome)
        return outcome

    def _draw(self, outcome: int) -> None:
        self._log.append(outcome)
        entry_points(self.game).apply(self._states, outcome)
        self._settle()

    def after(self, moves: Iterable[int | str]) -> Position:
        """An independent game after these moves; where chance is to move, what it draws is one of them."""
        if isinstance(moves, str) or not isinstance(moves, Iterable):
            raise BadNotation(f"{moves!r}: moves are given as a list", self._where_now())
        later = self.copy()
        for move in moves:
            later.draw(move) if later.to_move == CHANCE else later.apply(move)
        return later

    # ---- other positions

    @classmethod
    def resume(
        cls,
        game: Game,
        seats: int,
        options: Mapping[str, object],
        plies: Iterable[tuple[int, int]],
        data: bytes,
    ) -> Position:
        """A game without a seed from its history and the bytes of its record, taken on trust: nothing is replayed."""
        check_size(game, data)
        position = cls(game, seats, options, None)
        position._past = [(int(who) + 1) * ACTIONS + int(action) if who >= 0 else int(action) for who, action in plies]
        position._states = from_bytes(game.state, data)
        position._settle()
        return position

    def copy(self) -> Position:
        """An independent game at the same position, with the same draws to come."""
        twin = object.__new__(Position)
        twin.game, twin.seats, twin.options, twin.seed = self.game, self.seats, self.options, self.seed
        twin._decide, twin._unpack = self._decide, self._unpack
        twin._states = from_bytes(self.game.state, to_bytes(self._states))
        twin._past = self._log.copy()
        twin._packed, twin._legal = self._packed, self.legal
        twin._generator = self._draws_to_come()
        twin._desk = twin._cells = None
        return twin

    def put_away(self) -> None:
        """Makes a position that is kept to be gone back to small: its desk is laid out again for the next move."""
        self._take_over()
        self._legal, self._generator = self.legal, self._draws_to_come()
        self._desk = self._cells = None

    def _draws_to_come(self) -> int:
        """The generator, from where it is kept."""
        return self._generator if self._cells is None else self._cells[self.game.buffer]

    def _lay_out(self) -> Any:
        """A desk for the next move; what was put away comes back to it."""
        desk = int_array(self.game.buffer + 2 + PENDING, np.int64)
        self._desk, self._cells = desk, memoryview(desk)
        if self._legal:
            desk[: len(self._legal)] = self._legal
        self._cells[self.game.buffer] = self._generator
        return desk

    @property
    def _log(self) -> list[int]:
        """The packed plies from the start."""
        self._take_over()
        return self._past

    def _take_over(self) -> None:
        """Takes the plies that lie on the desk to those before them."""
        cells, first = self._cells, self.game.buffer + 2
        pending = 0 if cells is None else cells[first - 1]
        if pending:
            self._past += cells[first : first + pending].tolist()
            self._cells[first - 1] = 0

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        kept = (self.seats, self.options, self.seed, self._draws_to_come(), self._log, bytes(self))
        return _restore, (self.game, self.game.spec.rules_version, *kept)

    def at(self, ply: int) -> Position:
        """The same game after its first `ply` plies, without a seed: what follows is the caller's to draw."""
        upto = whole_in(ply, 0, self.ply)
        if upto is None:
            raise BadPly(ply, self.ply)
        past = Position(self.game, self.seats, self.options, None)
        for who, action in self.plies[:upto]:
            past.draw(action) if who == CHANCE else past.apply(action)
        return past

    def record(self) -> Record:
        """The game so far as a record that others can read."""
        from bastide.core.record import Record

        return Record.of(self)

    # ---- inside

    def _settle(self, seed: int = NONE) -> None:
        """Draws what a seed draws; notes who moves and what is legal."""
        packed = self._decide(self._states, self._desk if self._desk is not None else self._lay_out(), seed, SETTLE)
        self._packed = packed if packed >= 0 else self._go_on(packed, NONE)
        self._legal = None

    def _go_on(self, told: int, action: int) -> int:
        """After a call that was refused, or that filled the desk: what it would have returned with more space."""
        if told == REFUSED:
            raise self._refusal(action)
        while told < 0:
            self._take_over()
            told = FULL - told
            if told & MOVER_MASK == CHANCE + MOVER_BIAS and self.seed is not None:
                told = self._decide(self._states, self._desk, NONE, SETTLE)
        return told

    def _asked(self) -> str:
        return {CHANCE: "chance is to move", OVER: "the game is over"}.get(self.to_move, f"seat {self.to_move} decides")

    def _where_now(self) -> Callable[[], str]:
        """`where` of this moment, written out when somebody reads it."""
        return self.copy().where

    def _resolve(self, asked: object) -> int:
        """The action id meant by something else than one, or the error that says why there is none."""
        if self.to_move == OVER:
            raise GameOver(f"{asked!r}: the game is over", self._where_now())
        if self.to_move == CHANCE:
            raise OutOfTurn(f"{asked!r}: {self._asked()}; use draw()", self._where_now())
        if isinstance(asked, str):
            return self.game.read(self.state, asked)
        action = whole_in(asked, 0, self.game.spec.num_actions - 1)
        if action is None:
            raise self._no_action(asked)
        return action

    def _no_action(self, asked: object) -> IllegalAction:
        ids = f"a move is its notation or an id from 0 to {self.game.spec.num_actions - 1}"
        return IllegalAction(f"{asked!r} is no action of {self.game.id}: {ids}", self._where_now())

    def _refusal(self, action: int) -> PositionError:
        """Why an action id is not legal here."""
        if not 0 <= action < self.game.spec.num_actions:
            return self._no_action(action)
        if self.to_move < 0:
            kind = GameOver if self.to_move == OVER else OutOfTurn
            return kind(f"action {action}: {self._asked()}", self._where_now())
        now = self.copy()
        clause = self.game.refuse(now.state, action)

        def message() -> str:
            text = self.game.write(now.state, action)
            return f"{text!r} is not allowed here ({clause}); allowed: {', '.join(now.moves)}"

        return IllegalAction(message, now.where, clause)


def _restore(
    game: Game, version: int, seats: int, options: dict[str, int], seed: int | None, generator: int,
    log: list[int], data: bytes,
) -> Position:  # fmt: skip
    """A position from a pickle, with the draws that were to come."""
    check_kept(game, version, data)
    position = Position(game, seats, options, seed)
    position._states = from_bytes(game.state, data)
    position.put_away()
    position._past, position._legal, position._generator = list(log), (), 0 if seed is None else generator
    position._settle()  # draws nothing: a game with a seed was never left while chance was to move
    return position
