"""A game in progress, as a Python caller meets it: legal moves, notation, views, scores, records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bastide.core.errors import GameOver, IllegalAction, OutOfTurn, PositionError
from bastide.core.game import Game, check_seed
from bastide.core.jit import entry
from bastide.core.play import (
    DRAWS,
    DRAWS_SHIFT,
    LEGAL_MASK,
    LEGAL_SHIFT,
    MAX_SEATS,
    MOVER_BIAS,
    MOVER_MASK,
    entry_points,
)
from bastide.core.rng import seed_rng
from bastide.core.state import CHANCE, OVER, SPECTATOR, from_bytes, int_array, new_states, reader, to_bytes

if TYPE_CHECKING:
    import msgspec

    from bastide.core.record import Record


ACTIONS = 2**15  # beyond any action id; a ply is packed as (seat + 1) * ACTIONS + action, an outcome as itself


class Score(NamedTuple):
    """A seat's points, and its place: 1 is first; those who share a place have the same number."""

    seat: int
    points: int
    place: int


class Ply(NamedTuple):
    """Who moved (a seat, or CHANCE) and which action or outcome it was."""

    who: int
    action: int


def unpack_ply(packed: int) -> Ply:
    """The ply that `Position._log` holds as one number."""
    return Ply(packed // ACTIONS - 1, packed % ACTIONS) if packed >= ACTIONS else Ply(CHANCE, packed)


class View:
    """What one seat, or a spectator, may know of a position."""

    def __init__(self, game: Game, seat: int, states: Any) -> None:
        self.game = game
        self.seat = seat
        self.states = states  # one record, every secret blanked

    @property
    def state(self) -> Any:
        """The record behind this view, for plain Python code."""
        return reader(self.states)

    def __bytes__(self) -> bytes:
        return to_bytes(self.states)

    def picture(self) -> msgspec.Struct:
        """What a page draws for this viewer."""
        return self.game.picture(self.state, self.seat)

    def redeal(self, rng: Any) -> Any:
        """A possible truth behind this view, as a state; the real one is never consulted."""
        truth = new_states(self.game.state)
        entry_points(self.game).redeal(self.states, self.seat, rng, truth)
        return truth


@cache
def decider(game: Game) -> Callable[..., int]:
    """`decide` of a game, for one call per move."""
    return entry(entry_points(game).decide, new_states(game.state), int_array(1, np.int64), 0, 0)


@lru_cache(maxsize=256, typed=True)
def opening_of(game: Game, seats: int, given: tuple[tuple[str, type, object], ...]) -> tuple[dict[str, int], bytes]:
    """The table before the first draw, with its checked options."""
    game.spec.check_seats(seats)
    options = game.spec.check_options({name: value for name, _, value in given})
    states = new_states(game.state)
    entry_points(game).setup(states, seats, game.option_array(options))
    return options, to_bytes(states)


class Position:
    """A game with its history. `apply` is the checked door; nothing changes when it refuses.

    Plain attributes, to be read only: `to_move` (the seat that decides now, CHANCE or OVER) and `legal` (its legal
    actions, ascending; empty for CHANCE and OVER).
    """

    to_move: int
    legal: list[int]

    def __init__(self, game: Game, seats: int, options: Mapping[str, object], seed: int | None) -> None:
        self.game = game
        self.seats = seats
        self.options, opening = opening_of(game, seats, tuple((name, type(v), v) for name, v in options.items()))
        self.seed = None if seed is None else check_seed(seed)
        self._entry = entry_points(game)
        self._ids = game.spec.num_actions
        self._states = from_bytes(game.state, opening)
        self._desk = int_array(game.buffer + 1 + (0 if seed is None else DRAWS), np.int64)  # see play.settle
        self._cells = memoryview(self._desk)  # a slice of it becomes a list faster than the array's
        self._draws_at = game.buffer + 1  # where draws are reported on the desk
        seed_rng(self._desk[game.buffer :], seed or 0, 0)
        self._log: list[int] = []  # packed plies
        self._decide = decider(game)
        self._settle()

    # ---- looking

    @property
    def is_over(self) -> bool:
        return self.to_move == OVER

    @property
    def ply(self) -> int:
        """How many decisions and outcomes lie behind."""
        return len(self._log)

    @property
    def plies(self) -> list[Ply]:
        return [unpack_ply(packed) for packed in self._log]

    @property
    def moves(self) -> dict[str, int]:
        """The legal actions by their notation."""
        s = self.state
        return {self.game.write(s, a): a for a in self.legal}

    @property
    def state(self) -> Any:
        """The true record, for plain Python code; never hand it to a player or a bot."""
        return reader(self._states)

    @property
    def states(self) -> Any:
        """The true record as the one-element array that compiled functions take."""
        return self._states

    def __bytes__(self) -> bytes:
        return to_bytes(self._states)

    def outcomes(self) -> list[tuple[int, int]]:
        """When CHANCE is to move: every outcome with its integer weight."""
        if self.to_move != CHANCE:
            return []
        total = self._entry.chance_total(self._states)
        listed: list[tuple[int, int]] = []
        r = 0
        while r < total:
            outcome = self._pick(r)
            end = self._end_of(outcome, r, total)
            listed.append((outcome, end - r))
            r = end
        return listed

    def _pick(self, r: int) -> int:
        return int(self._entry.chance_pick(self._states, r))

    def _end_of(self, outcome: int, r: int, total: int) -> int:
        """The first number after r that is another outcome: equal outcomes are neighbours, so strides will do."""
        stride = 1
        while r + stride < total and self._pick(r + stride) == outcome:
            r += stride
            stride *= 2
        while stride > 1:
            stride //= 2
            if r + stride < total and self._pick(r + stride) == outcome:
                r += stride
        return r + 1

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat may know; without a seat, what a spectator may."""
        if seat != SPECTATOR and not 0 <= seat < self.seats:
            raise OutOfTurn(f"there is no seat {seat} at a table of {self.seats}", self.where())
        out = new_states(self.game.state)
        self._entry.look(self._states, seat, out)
        return View(self.game, seat, out)

    def scores(self) -> list[Score]:
        """Points and places as they stand; final once the game is over."""
        out = int_array((MAX_SEATS, 2), np.int32)
        self._entry.scores(self._states, out)
        return [Score(p, int(out[p, 0]), int(out[p, 1])) for p in range(self.seats)]

    def where(self) -> str:
        """How to reproduce this position, and what it looks like."""
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        seed = "" if self.seed is None else f", seed={self.seed}"
        actions = [a for who, a in self.plies if who >= 0 or self.seed is None]
        return (
            f"position: load({self.game.id!r}).new(seats={self.seats}{seed}{options}) after {actions}\n"
            f"{self.game.show(self.state)}"
        )

    # ---- deciding

    def apply(self, action: int | str) -> None:
        """One decision of the seat to move, by id or by notation."""
        if type(action) is not int or not -1 < action < ACTIONS:
            action = self._resolve(action)
        packed = self._decide(self._states, self._desk, action, len(self.legal))
        if packed < 0:
            raise self._refusal(action)
        self._log.append((self.to_move + 1) * ACTIONS + action)
        self.to_move = (packed & MOVER_MASK) - MOVER_BIAS  # from here on as _note does, without another call
        self.legal = self._cells[: packed >> LEGAL_SHIFT & LEGAL_MASK].tolist()
        if draws := packed >> DRAWS_SHIFT:
            self._note_draws(draws)

    def draw(self, outcome: int | str) -> None:
        """One outcome of chance, chosen by the caller (in a game without a seed)."""
        if self.to_move != CHANCE:
            raise OutOfTurn(f"nothing is drawn now: {self._asked()}", self.where())
        a = self.game.read(self.state, outcome) if isinstance(outcome, str) else outcome
        if a not in {listed for listed, _ in self.outcomes()}:
            raise IllegalAction(f"{outcome!r} cannot be drawn here", self.where())
        self._log.append(int(a))
        self._entry.apply(self._states, int(a))
        self._settle()

    @property
    def chance_total(self) -> int:
        """When CHANCE is to move: the sum of the weights, so that r runs from 0 to this less one."""
        return int(self._entry.chance_total(self._states)) if self.to_move == CHANCE else 0

    def roll(self, r: int) -> int:
        """One outcome of chance, the one at `r` in 0..chance_total-1 (in a game without a seed); returns it."""
        if not 0 <= r < self.chance_total:
            raise OutOfTurn(f"nothing is drawn at {r}: {self._asked()}", self.where())
        outcome = int(self._entry.chance_pick(self._states, r))
        self._log.append(outcome)
        self._entry.apply(self._states, outcome)
        self._settle()
        return outcome

    @classmethod
    def resume(
        cls, game: Game, seats: int, options: Mapping[str, object], plies: Iterable[tuple[int, int]], data: bytes
    ) -> Position:
        """A game without a seed from its history and the bytes of its record, taken on trust: nothing is replayed."""
        position = cls(game, seats, options, None)
        position._log = [(int(who) + 1) * ACTIONS + int(action) if who >= 0 else int(action) for who, action in plies]
        position._states = from_bytes(game.state, data)
        position._settle()
        return position

    def copy(self) -> Position:
        """An independent game at the same position, with the same draws to come."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin._states = from_bytes(self.game.state, to_bytes(self._states))
        twin._log = list(self._log)
        twin._desk = self._desk.copy()
        twin._cells = memoryview(twin._desk)
        return twin

    def at(self, ply: int) -> Position:
        """The same game after its first `ply` plies, without a seed: what follows is the caller's to draw."""
        past = Position(self.game, self.seats, self.options, None)
        for who, action in self.plies[:ply]:
            past.draw(action) if who == CHANCE else past.apply(action)
        return past

    def record(self) -> Record:
        """The game so far as a record that others can read."""
        from bastide.core.record import Record

        return Record.of(self)

    # ---- inside

    def _settle(self) -> None:
        self._note(self._entry.settle(self._states, self._desk))

    def _note(self, packed: int) -> None:
        """What a compiled call says of the position after it: draws, legal actions, and who moves."""
        self.to_move = (packed & MOVER_MASK) - MOVER_BIAS
        self.legal = self._cells[: packed >> LEGAL_SHIFT & LEGAL_MASK].tolist()
        if draws := packed >> DRAWS_SHIFT:
            self._note_draws(draws)

    def _note_draws(self, draws: int) -> None:
        self._log += self._cells[self._draws_at : self._draws_at + draws].tolist()
        if self.to_move == CHANCE:
            self._settle()  # more draws than one call reports

    def _asked(self) -> str:
        return {CHANCE: "chance is to move", OVER: "the game is over"}.get(self.to_move, f"seat {self.to_move} decides")

    def _resolve(self, asked: object) -> int:
        """The action id meant by something else than one, or the error that says why there is none."""
        if self.to_move == OVER:
            raise GameOver(f"{asked!r}: the game is over", self.where())
        if self.to_move == CHANCE:
            raise OutOfTurn(f"{asked!r}: {self._asked()}; use draw()", self.where())
        if isinstance(asked, str):
            return self.game.read(self.state, asked)
        if isinstance(asked, int | np.integer) and not isinstance(asked, bool) and 0 <= asked < self._ids:
            return int(asked)
        raise self._no_action(asked)

    def _no_action(self, asked: object) -> IllegalAction:
        ids = f"a move is its notation or an id from 0 to {self._ids - 1}"
        return IllegalAction(f"{asked!r} is no action of {self.game.id}: {ids}", self.where())

    def _refusal(self, action: int) -> PositionError:
        """Why an action id is not legal here."""
        if not 0 <= action < self._ids:
            return self._no_action(action)
        if self.to_move < 0:
            kind = GameOver if self.to_move == OVER else OutOfTurn
            return kind(f"action {action}: {self._asked()}", self.where())
        clause = self.game.refuse(self.state, action)
        text = self.game.write(self.state, action)
        allowed = ", ".join(self.moves)
        return IllegalAction(f"{text!r} is not allowed here ({clause}); allowed: {allowed}", self.where(), clause)
