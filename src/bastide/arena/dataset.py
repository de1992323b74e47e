"""Data sets of games between bots: what each seat saw, could do, did, and got in the end; one row a decision.

Games are played in any order on any number of processes and kept in a journal as they end. When all are there they are
written out in order, as Parquet or as JSON lines, and the journal goes.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np
from filelock import FileLock, Timeout

from bastide.arena.local import run_local
from bastide.arena.run import warm_up
from bastide.arena.schedule import Fixture, Tournament, bot_seed, deal_seed, fixtures
from bastide.bots import check_bot, describe_bot, make_bot
from bastide.core.decoding import read_msgpack
from bastide.core.errors import BastideError
from bastide.core.game import Game, check_count, check_seed
from bastide.core.observation import layout_of, observe_view
from bastide.core.state import form_of
from bastide.games import load

FORMAT = "bastide-dataset/1"
FRAME = struct.Struct("<qII")  # a game's number (HEAD: the terms), how long it is in the journal, and its checksum
HEAD = -1
QUICK = 1  # zlib's level: what is kept for an hour is not worth more


class BadDataset(BastideError):
    """A data set that cannot be made as asked, or that could not be kept; finished games are never lost."""


class Terms(msgspec.Struct, frozen=True):
    """Everything that decides the rows: equal terms give equal data sets."""

    format: str
    tournament: Tournament
    options: dict[str, int]
    games: int
    form: str  # of the game's states: observations of another are laid out otherwise


class Played(msgspec.Struct, frozen=True):
    """One finished game; columns of its decisions as bytes of little-endian numbers."""

    number: int
    deal: int
    seed: int  # of its draws
    lineup: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    plies: bytes  # int32
    seats: bytes  # int8
    actions: bytes  # int16
    legal: bytes  # int16, one list after another
    choices: bytes  # int16: how long each list is
    observations: bytes  # of the narrowest type, one row after another


def plan_dataset(
    game: Game, bots: Sequence[str], games: int, *, seats: int | None = None, seed: int = 1, **options: object
) -> Terms:
    """The terms of a data set, checked."""
    if not bots:
        raise BadDataset("a data set needs a bot, or several with commas between")
    count = game.spec.check_seats(max(len(bots), game.spec.seats[0]) if seats is None else seats)
    if len(bots) > count:
        raise BadDataset(f"{len(bots)} bots do not fit {count} seats of {game.id}")
    described = {check_bot(name): describe_bot(name, game) for name in bots}
    tournament = Tournament(game.id, game.spec.rules_version, count, tuple(bots), check_seed(seed), described)
    chosen = game.spec.check_options(options)
    return Terms(FORMAT, tournament, chosen, check_count("--games", games), form_of(game.state))


def play_game(terms: Terms, fixture: Fixture) -> Played:
    """One game; every bot is handed its own views and nothing else. What is forced is not asked, but is a row too."""
    tournament = terms.tournament
    game = load(tournament.game)
    seed = deal_seed(tournament, fixture)
    position = game.new(tournament.seats, seed=seed, **terms.options)
    bots = [make_bot(name, game, bot_seed(tournament, fixture, seat)) for seat, name in enumerate(fixture.lineup)]
    plies: list[int] = []
    seats: list[int] = []
    actions: list[int] = []
    legal: list[int] = []
    choices: list[int] = []
    seen: list[Any] = []
    while not position.is_over:
        seat = position.to_move
        view = position.view(seat)
        action = bots[seat].choose(view) if len(position.legal) > 1 else position.legal[0]
        plies.append(position.ply)
        seats.append(seat)
        actions.append(action)
        legal += position.legal
        choices.append(len(position.legal))
        seen.append(observe_view(view))
        position.apply(action)
    scores = position.scores()
    return Played(
        number=fixture.number,
        deal=fixture.deal,
        seed=seed,
        lineup=fixture.lineup,
        points=tuple(score.points for score in scores),
        places=tuple(score.place for score in scores),
        plies=_pack(plies, np.int32),
        seats=_pack(seats, np.int8),
        actions=_pack(actions, np.int16),
        legal=_pack(legal, np.int16),
        choices=_pack(choices, np.int16),
        observations=_pack(np.array(seen), layout_of(game).narrow),
    )


def _pack(numbers: Any, kind: Any) -> bytes:
    return np.asarray(numbers).astype(np.dtype(kind).newbyteorder("<")).tobytes()


def unpack(column: bytes, kind: Any) -> Any:
    """A column of a finished game as an array."""
    return np.frombuffer(column, np.dtype(kind).newbyteorder("<"))


def play_packed(terms: Terms, fixture: Fixture) -> tuple[int, bytes]:
    """One game as the journal keeps it, with its number."""
    return fixture.number, zlib.compress(msgspec.msgpack.encode(play_game(terms, fixture)), QUICK)


class Journal:
    """Finished games in an append-only file, as they came; what a kill or a crash tore off is played again."""

    def __init__(self, path: Path, terms: Terms) -> None:
        self.path = path
        self.places: dict[int, tuple[int, int]] = {}  # where each game lies, and how long it is
        self.torn = 0  # bytes that a kill or a crash left of a game
        self._lock = FileLock(f"{path}.lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout as error:
            raise BadDataset(f"another process is at work on {path}") from error
        except OSError as error:
            raise BadDataset(f"{path} cannot be written: {error.strerror}") from error
        try:
            self._file: BinaryIO = path.open("a+b")
            self._begin(terms)
        except OSError as error:
            self._lock.release()
            raise BadDataset(f"{path} cannot be written: {error.strerror}") from error
        except BadDataset:
            self.close()
            raise

    def _begin(self, terms: Terms) -> None:
        whole, end = 0, self._file.seek(0, os.SEEK_END)
        head = msgspec.json.encode(terms)
        for number, place, data in self._frames(end):
            if number == HEAD:
                self._check(data, head)
            else:
                self.places[number] = place, len(data)
            whole = place + len(data)
        self.torn = end - whole if whole else 0
        if whole == 0 and not _frame(HEAD, head).startswith(self._at(0, end)):
            raise BadDataset(f"{self.path} is no journal of a data set; name another file, or remove this one")
        self._file.truncate(whole)
        if whole == 0:
            self._append(HEAD, head)

    def _frames(self, end: int) -> Iterator[tuple[int, int, bytes]]:
        """Every whole frame in order: its number, where its data begin, and what they are."""
        place = 0
        while place + FRAME.size <= end:
            number, size, checksum = FRAME.unpack(self._at(place, FRAME.size))
            data = self._at(place + FRAME.size, size)
            if len(data) < size:
                return
            if size == 0 and not any(self._at(place, end - place)):
                return  # room that was never written to, which a machine that crashed may leave
            if size == 0 or zlib.crc32(data) != checksum:
                if place == 0:
                    return  # no journal at all, or a torn first frame
                raise BadDataset(f"{self.path} is damaged at byte {place}; cut there, it goes on from what is before")
            yield number, place + FRAME.size, data
            place += FRAME.size + size

    def _check(self, found: bytes, wanted: bytes) -> None:
        if found != wanted:
            raise BadDataset(
                f"{self.path} holds games of another data set: {found.decode(errors='replace')}; "
                "name another file, or remove this one"
            )

    def _at(self, place: int, size: int) -> bytes:
        self._file.seek(place)
        return self._file.read(size)

    def _append(self, number: int, data: bytes) -> int:
        """Writes a frame whole or not at all; returns where its data begin."""
        end = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(_frame(number, data))
            self._file.flush()
        except OSError as error:
            with suppress(OSError):  # what the buffer still holds does not fit either
                self._file.close()
            os.truncate(self.path, end)
            raise BadDataset(
                f"{self.path} cannot be written: {error.strerror}. The {len(self.places)} games finished before are "
                "kept in it; the same command goes on from them."
            ) from error
        return end + FRAME.size

    def keep(self, number: int, data: bytes) -> None:
        self.places[number] = self._append(number, data), len(data)

    def missing(self, wanted: list[Fixture]) -> list[Fixture]:
        return [fixture for fixture in wanted if fixture.number not in self.places]

    def game(self, number: int) -> Played:
        return read_msgpack(zlib.decompress(self._at(*self.places[number])), Played)

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()
        self._lock.release()
        Path(self._lock.lock_file).unlink(missing_ok=True)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _frame(number: int, data: bytes) -> bytes:
    return FRAME.pack(number, len(data), zlib.crc32(data)) + data


Writer = Callable[[Path, Terms, Iterator[Played]], None]


def writer_of(path: Path) -> Writer:
    """How a data set is written, by the end of its name."""
    if path.suffix == ".parquet":
        from bastide.arena.parquet import find_pyarrow, write_parquet

        find_pyarrow()
        return write_parquet
    if path.suffix in {".jsonl", ".ndjson"}:
        return write_lines
    raise BadDataset(f"a data set's name ends in .parquet or .jsonl, which {path} does not")


def rows_of(game: Game, played: Played) -> Iterator[dict[str, Any]]:
    """A game's decisions, as the rows of JSON lines."""
    size = layout_of(game).size
    seen = unpack(played.observations, layout_of(game).narrow).reshape(-1, size).tolist()
    legal = unpack(played.legal, np.int16).tolist()
    place = 0
    columns = (
        unpack(played.plies, np.int32).tolist(),
        unpack(played.seats, np.int8).tolist(),
        unpack(played.actions, np.int16).tolist(),
        unpack(played.choices, np.int16).tolist(),
        seen,
    )
    for ply, seat, action, choices, observation in zip(*columns, strict=True):
        yield {
            "game": played.number,
            "deal": played.deal,
            "seed": played.seed,
            "ply": ply,
            "seat": seat,
            "bot": played.lineup[seat],
            "observation": observation,
            "legal": legal[place : place + choices],
            "action": action,
            "points": played.points,
            "places": played.places,
        }
        place += choices


def write_lines(path: Path, terms: Terms, games: Iterator[Played]) -> None:
    """JSON lines, one decision each."""
    game = load(terms.tournament.game)
    with path.open("wb") as file:
        for played in games:
            file.write(msgspec.json.Encoder().encode_lines(rows_of(game, played)))


def make_dataset(
    terms: Terms, path: Path, workers: int | None = None, ray: str | None = None
) -> Generator[Journal, None, None]:
    """Plays what is missing and writes it out; yields the journal at the start and after every game."""
    write = writer_of(path)
    journal_path = path.with_name(path.name + ".partial")
    if path.exists() and not journal_path.exists():
        raise BadDataset(f"{path} is there already; name another file, or remove it")
    if not path.absolute().parent.is_dir():
        raise BadDataset(f"there is no folder {path.absolute().parent}")
    wanted = fixtures(terms.tournament, terms.games)[: terms.games]
    with Journal(journal_path, terms) as journal:
        yield journal
        played = _players(terms, journal.missing(wanted), workers, ray)
        try:
            for number, data in played:
                journal.keep(number, data)
                yield journal
        finally:
            played.close()
        _write_out(write, path, terms, (journal.game(fixture.number) for fixture in wanted))
        journal.path.unlink()


def _players(
    terms: Terms, missing: list[Fixture], workers: int | None, ray: str | None
) -> Generator[tuple[int, bytes], None, None]:
    """Where the games are played."""
    work = partial(play_packed, terms)
    if ray is not None:
        from bastide.arena.ray import run_ray

        return run_ray(work, missing, ray)
    if missing:
        tournament = terms.tournament
        warm_up(tournament.game, tournament.seats, tournament.bots)  # compiled once, not once in each worker
    return run_local(work, missing, workers)


def _write_out(write: Writer, path: Path, terms: Terms, games: Iterator[Played]) -> None:
    """The data set appears whole or not at all."""
    new = path.with_name(path.name + ".new")
    try:
        write(new, terms, games)
        with new.open("rb") as file:
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise BadDataset(
            f"{path} cannot be written: {error.strerror or error}. All {terms.games} games are kept in "
            f"{path.name}.partial; the same command goes on from them."
        ) from error
