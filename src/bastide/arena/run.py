"""Playing one game of a tournament, and keeping what was played: one line a game, appended as soon as it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from functools import cache
from pathlib import Path

import msgspec

from bastide.arena.schedule import BadTournament, Fixture, Tournament, bot_seed, deal_seed
from bastide.bots import make_bot
from bastide.core.decoding import read_json
from bastide.games import load

FORMAT = "bastide-arena/1"


class Result(msgspec.Struct, frozen=True):
    """A finished game, by seat."""

    number: int
    deal: int
    lineup: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    decisions: tuple[int, ...]  # those with a choice
    seconds: tuple[float, ...]  # spent on them

    def share_of(self, bot: str) -> float:
        """What a bot takes of the first place, over all its seats."""
        winners = [seat for seat, place in enumerate(self.places) if place == 1]
        return sum(self.lineup[seat] == bot for seat in winners) / len(winners)


@cache
def warm_up(game: str, seats: int, bots: tuple[str, ...]) -> None:
    """Every bot decides once before any clock is looked at: the first decision of a process loads compiled code."""
    position = load(game).new(seats, seed=0)
    for name in bots:
        make_bot(name, position.game, 0).choose(position.view(position.to_move))


def play(tournament: Tournament, fixture: Fixture) -> Result:
    """One game; every bot is handed its own views and nothing else."""
    game = load(tournament.game)
    warm_up(game.id, tournament.seats, tournament.bots)
    position = game.new(tournament.seats, seed=deal_seed(tournament, fixture))
    bots = [make_bot(name, game, bot_seed(tournament, fixture, seat)) for seat, name in enumerate(fixture.lineup)]
    decisions = [0] * tournament.seats
    seconds = [0.0] * tournament.seats
    while not position.is_over:
        seat = position.to_move
        if len(position.legal) == 1:
            position.apply(position.legal[0])
            continue
        view = position.view(seat)
        started = time.perf_counter()
        action = bots[seat].choose(view)
        seconds[seat] += time.perf_counter() - started
        decisions[seat] += 1
        position.apply(action)
    scores = position.scores()
    return Result(
        number=fixture.number,
        deal=fixture.deal,
        lineup=fixture.lineup,
        points=tuple(score.points for score in scores),
        places=tuple(score.place for score in scores),
        decisions=tuple(decisions),
        seconds=tuple(round(spent, 6) for spent in seconds),
    )


Results = Generator[Result, None, None]  # as they come; closing it ends the play


class Head(msgspec.Struct, frozen=True):
    """The first line of a file of results."""

    format: str
    tournament: Tournament


class Ledger:
    """A tournament's finished games in an append-only file; whatever was written before a kill counts."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self.results: dict[int, Result] = {}
        head = Head(FORMAT, tournament)
        try:
            if self._has_begun(msgspec.json.encode(head)):
                self._read()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._cut(0)
                self._append(head)
        except OSError as error:
            raise BadTournament(f"results cannot be kept in {path}: {error.strerror}; name another file") from error

    def _has_begun(self, head: bytes) -> bool:
        """Whether there is anything to go on from: a file that a kill left with a piece of this first line is not."""
        return self.path.exists() and not head.startswith(self.path.read_bytes())

    def _read(self) -> None:
        """Takes over what another run finished; a line torn by a kill is dropped."""
        lines = self.path.read_bytes().split(b"\n")
        try:
            head = read_json(lines[0], Head)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadTournament(f"{self.path} is no file of results: {error}") from error
        if head.format != FORMAT or head.tournament != self.tournament:
            raise BadTournament(
                f"{self.path} holds another tournament: {_title(head.tournament)}; "
                f"asked was {_title(self.tournament)}. Name another file, or remove this one."
            )
        if lines.pop():
            self._cut(sum(len(line) + 1 for line in lines))
        for number, line in enumerate(lines[1:], 2):
            try:
                result = read_json(line, Result)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise BadTournament(
                    f"line {number} of {self.path} is damaged ({error}); without it the others go on"
                ) from error
            self.results[result.number] = result

    def _cut(self, size: int) -> None:
        with self.path.open("ab") as file:
            file.truncate(size)

    def _append(self, line: Head | Result) -> None:
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadTournament(
                f"results cannot be kept in {self.path}: {error.strerror}. The {len(self.results)} games before are "
                "kept; the same command goes on from them."
            ) from error

    def missing(self, wanted: list[Fixture]) -> list[Fixture]:
        return [fixture for fixture in wanted if fixture.number not in self.results]

    def keep(self, result: Result) -> None:
        self._append(result)
        self.results[result.number] = result

    def of(self, wanted: list[Fixture]) -> list[Result]:
        """The finished ones among these games, in order."""
        return [self.results[fixture.number] for fixture in wanted if fixture.number in self.results]


def _title(tournament: Tournament) -> str:
    return (
        f"{tournament.game} version {tournament.rules_version}, {tournament.seats} seats, "
        f"{', '.join(tournament.bots)}, seed {tournament.seed}"
    )


def play_here(tournament: Tournament, wanted: list[Fixture]) -> Results:
    """One after another in this process."""
    for fixture in wanted:
        yield play(tournament, fixture)
