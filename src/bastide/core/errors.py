"""Every error a user can meet: what was asked, what was allowed, and how to reproduce it."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class BastideError(Exception):
    """The root of all errors that are the caller's to mend."""

    def __reduce__(self) -> tuple[object, ...]:
        """As it is: what it was made of is not kept, and a worker's error that cannot be read breaks all workers."""
        return _remake, (type(self), self.args), self.__dict__


def _remake(kind: type[BastideError], args: tuple[object, ...]) -> BastideError:
    error = kind.__new__(kind)
    error.args = args
    return error


class WrongArgument(BastideError):
    """Something of another kind than the function takes."""

    def __init__(self, wanted: str, given: object) -> None:
        super().__init__(f"{wanted} is needed here, not {given!r}")


class BadTarget(BastideError):
    def __init__(self, target: str, allowed: Iterable[str]) -> None:
        super().__init__(f"BASTIDE_TARGET is {target!r}; it must be one of {', '.join(allowed)}")


class NoGpu(BastideError):
    """Why games cannot be played on a GPU here."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"games cannot be played on a GPU here: {reason}. They need an NVIDIA card with its driver and "
            "`pip install 'bastide[cuda]'`; the CPU plays the same games."
        )


class UnknownGame(BastideError):
    def __init__(self, name: object, known: Iterable[str]) -> None:
        super().__init__(f"there is no game called {name!r}; the games are {', '.join(known)}")


class BadSeats(BastideError):
    def __init__(self, game: str, seats: object, low: int, high: int) -> None:
        super().__init__(f"{game} is for {low} to {high} players, not {seats!r}")


class BadSeat(BadSeats):
    """A seat that the table does not have."""

    def __init__(self, seat: object, seats: int) -> None:
        BastideError.__init__(self, f"there is no seat {seat!r} at a table of {seats}; seats are 0 to {seats - 1}")


class BadPly(BastideError):
    """A ply that the game has not come to."""

    def __init__(self, ply: object, last: int) -> None:
        super().__init__(f"there is no ply {ply!r}: this game has come to {last}, and a ply is a number from 0 to that")


class BadOption(BastideError):
    """An option the game does not have, or a value it does not take."""


class BadSeed(BastideError):
    def __init__(self, seed: object) -> None:
        super().__init__(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")


Text = str | Callable[[], str]  # a function is called when somebody reads the text


class PositionError(BastideError):
    """An error about one position: the message ends with the moves that lead there.

    Texts may be functions: a refusal that nobody reads is not worth writing out.
    """

    def __init__(self, message: Text, position: Text) -> None:
        super().__init__()
        self._message = message
        self._position = position

    @property
    def message(self) -> str:
        """What was asked and what was allowed."""
        if not isinstance(self._message, str):
            self._message = self._message()
        return self._message

    @property
    def position(self) -> str:
        """How to reach the position, and what it looks like."""
        if not isinstance(self._position, str):
            self._position = self._position()
        return self._position

    def __str__(self) -> str:
        return f"{self.message}\n{self.position}" if self.position else self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.position)


class BadNotation(PositionError):
    """Text that is no move of this game, or could be more than one."""


class IllegalAction(PositionError):
    """A move that the rules forbid here; `clause` says which."""

    def __init__(self, message: Text, position: Text, clause: str = "") -> None:
        super().__init__(message, position)
        self.clause = clause

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.position, self.clause)


class OutOfTurn(PositionError):
    """A decision by a seat that is not asked now."""


class GameOver(PositionError):
    """A move after the end."""


class BadRecord(BastideError):
    """A record that cannot be read, or does not replay."""


class ForeignVersion(BadRecord):
    def __init__(self, game: str, theirs: object, ours: int) -> None:
        super().__init__(
            f"this record of {game} was played under rules version {theirs!r}; this engine plays version {ours}. "
            "Replay it with the release of bastide that wrote it (see CHANGELOG.md)."
        )


class BadComponents(BastideError):
    """A component file with a wrong count or an impossible entry; the message names the entry."""


class UnknownClause(BastideError):
    def __init__(self, clause: str, game: str) -> None:
        super().__init__(f"{game} has no clause {clause!r}; `bastide rules {game}` lists them")
