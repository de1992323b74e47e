"""What one seat, or a spectator, may know of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bastide.core.errors import BadRecord, BadSeat, BadSeed, ForeignVersion
from bastide.core.game import Game, check_seed
from bastide.core.numbers import whole
from bastide.core.play import entry_points
from bastide.core.rng import new_rng
from bastide.core.state import SPECTATOR, action_list, from_bytes, new_states, reader, to_bytes
from bastide.core.telling import Part

if TYPE_CHECKING:
    import msgspec


def legal_in(game: Game, states: Any) -> tuple[int, ...]:
    """The legal actions of a state in which a seat decides, ascending."""
    buf = action_list(game.buffer)
    n = entry_points(game).legal(states, buf)
    return tuple(buf[:n].tolist())


def check_viewer(viewer: object, seats: int) -> int:
    """A seat of the table, or SPECTATOR."""
    seat = whole(viewer)
    if seat is None or (seat != SPECTATOR and not 0 <= seat < seats):
        raise BadSeat(viewer, seats)
    return seat


def look_at(game: Game, states: Any, seat: int) -> View:
    """The view that a seat has of a state."""
    out = new_states(game.state)
    entry_points(game).look(states, seat, out)
    return View(game, seat, out)


class View:
    """What one seat, or a spectator, may know of a position: the state with every secret blanked."""

    def __init__(self, game: Game, seat: int, states: Any) -> None:
        self.game = game
        self.seat = seat
        self.states = states  # one record, every secret blanked
        self._state: Any = None

    @property
    def state(self) -> Any:
        """The record behind this view, for plain Python code; made when it is first asked for."""
        if self._state is None:  # `cached_property` takes a lock for this
            self._state = reader(self.states)
        return self._state

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.state.seats)

    @property
    def to_move(self) -> int:
        """The seat that decides now, CHANCE or OVER."""
        return int(entry_points(self.game).to_move(self.states))

    @property
    def is_asked(self) -> bool:
        """Whether the viewer is the seat that decides now."""
        return self.seat != SPECTATOR and self.to_move == self.seat

    @property
    def legal(self) -> tuple[int, ...]:
        """What the viewer may do, ascending; empty when another seat, chance or nobody is to move."""
        return legal_in(self.game, self.states) if self.is_asked else ()

    @property
    def moves(self) -> dict[str, int]:
        """The legal actions by their notation."""
        v = self.state
        return {self.game.write(v, a): a for a in self.legal}

    def look(self, eyes: int) -> View:
        """What other eyes see, as far as this viewer can know: the view, looked at once more."""
        return look_at(self.game, self.states, check_viewer(eyes, self.seats))

    def picture(self) -> msgspec.Struct:
        """What a page draws for this viewer."""
        return self.game.picture(self.state, self.seat)

    def tell(self) -> list[Part]:
        """The picture in words, part by part."""
        return self.game.tell(self.picture())

    def redeal(self, rng: Any) -> Any:
        """A possible truth behind this view, as a state, from a seed or a generator; the real one is not consulted."""
        if whole(rng) is not None and np.ndim(rng) == 0:
            rng = new_rng(check_seed(rng))
        elif not isinstance(rng, np.ndarray) or rng.dtype != np.int64 or rng.size < 1:
            raise BadSeed(rng)
        truth = new_states(self.game.state)
        entry_points(self.game).redeal(self.states, self.seat, rng, truth)
        return truth

    def __bytes__(self) -> bytes:
        return to_bytes(self.states)

    def __eq__(self, other: object) -> bool:
        """The same eyes on the same sight."""
        if not isinstance(other, View):
            return NotImplemented
        return self.game is other.game and self.seat == other.seat and bytes(self) == bytes(other)

    def __copy__(self) -> View:
        return View(self.game, self.seat, from_bytes(self.game.state, bytes(self)))

    def __deepcopy__(self, _memo: object) -> View:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.game.spec.rules_version, self.seat, bytes(self))

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<view of {self.game.id!r} by {whose}, {self.seats} seats; print it to see it>"

    def __str__(self) -> str:
        return self.game.show(self.state)

    def _repr_html_(self) -> str:
        """The board as this viewer sees it, for notebooks."""
        from bastide.core.notebook import page_of

        return page_of(self)


def _restore(game: Game, version: int, seat: int, data: bytes) -> View:
    """A view from a pickle."""
    check_kept(game, version, data)
    return View(game, seat, from_bytes(game.state, data))


def check_kept(game: Game, version: int, data: bytes) -> None:
    """Refuses the bytes of a state that other rules wrote."""
    if version != game.spec.rules_version:
        raise ForeignVersion(game.id, version, game.spec.rules_version)
    check_size(game, data)


def check_size(game: Game, data: bytes) -> None:
    if not isinstance(data, bytes | bytearray | memoryview) or len(data) != game.state.itemsize:
        size = len(data) if isinstance(data, bytes | bytearray | memoryview) else repr(data)
        raise BadRecord(f"a state of {game.id} has {game.state.itemsize} bytes, not {size}")
