"""Who sits where, on which deal: every deal is played by every rotation of the seats, with the same draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bastide.bots import check_bot, describe_bot
from bastide.core.errors import BastideError
from bastide.core.game import Game, check_seed
from bastide.core.rng import new_rng

BOT_STREAM = 2**40  # bots draw from streams far from those of the deals
SEATS_PER_GAME = 8


class BadTournament(BastideError):
    """A tournament that cannot be played as asked; said before any game starts."""


class Tournament(msgspec.Struct, frozen=True):
    """Everything that decides the games: equal tournaments play equal games, however many of them."""

    game: str
    rules_version: int
    seats: int
    bots: tuple[str, ...]
    seed: int
    described: dict[str, dict[str, Any]]  # each bot's settings, so that results of other bots are not mixed in

    @property
    def lineups(self) -> list[tuple[str, ...]]:
        return lineups(self.bots, self.seats)


class Fixture(msgspec.Struct, frozen=True):
    """One game to play."""

    number: int
    deal: int
    lineup: tuple[str, ...]


def lineups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every way to seat the bots in turn, rotated: together each bot sits in each seat equally often."""
    found: list[tuple[str, ...]] = []
    for start in range(len(bots)):
        row = [bots[(start + i) % len(bots)] for i in range(seats)]
        for turn in range(seats):
            rotated = tuple(row[turn:] + row[:turn])
            if rotated not in found:
                found.append(rotated)
    return found


def plan(game: Game, seats: int, bots: Sequence[str], seed: int) -> Tournament:
    """A tournament, checked."""
    game.spec.check_seats(seats)
    check_seed(seed)
    if len(set(bots)) != len(bots):
        raise BadTournament(f"a bot is named twice in {', '.join(bots)}; each needs a name of its own")
    if len(bots) < 2:
        raise BadTournament(f"a tournament needs two bots or more, not {', '.join(bots) or 'none'}")
    if len(bots) > seats:
        raise BadTournament(f"{len(bots)} bots do not fit {seats} seats of {game.id}")
    for name in bots:
        check_bot(name)
    described = {name: describe_bot(name, game) for name in bots}
    return Tournament(game.id, game.spec.rules_version, seats, tuple(bots), seed, described)


def fixtures(tournament: Tournament, games: int) -> list[Fixture]:
    """At least that many games: the last deal is played to its last rotation."""
    if games < 1:
        raise BadTournament(f"a tournament plays at least one game, not {games}")
    rows = tournament.lineups
    deals = -(-games // len(rows))
    return [Fixture(deal * len(rows) + i, deal, row) for deal in range(deals) for i, row in enumerate(rows)]


def deal_seed(tournament: Tournament, fixture: Fixture) -> int:
    """The same for all games of a deal."""
    return int(new_rng(tournament.seed, fixture.deal)[0])


def bot_seed(tournament: Tournament, fixture: Fixture, seat: int) -> int:
    """Another one for every seat of every game."""
    return int(new_rng(tournament.seed, BOT_STREAM + fixture.number * SEATS_PER_GAME + seat)[0])
