"""The deal of the day: one seed, one game and the same bots for everybody, once for each card.

It follows from the date and the installation's secret, so nothing has to be scheduled, and every process deals alike.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
from statistics import median
from typing import NamedTuple

from bastide.bots import LEVELS
from bastide.games import GAMES, load
from bastide.server import requests
from bastide.server.clock import now_ms
from bastide.server.daily_requests import Deal, DealResult
from bastide.server.lobby import Lobby
from bastide.server.store.cards import CardRow
from bastide.server.store.daily import DailyStore, Played
from bastide.server.summary import read_summary

BOT = LEVELS[1]
RANKED = 20  # results that are listed


class Dealt(NamedTuple):
    """What is dealt on a day."""

    day: str
    game: str
    seats: int
    seed: str


def day_of(at_ms: int, ago: int = 0) -> str:
    """The date in UTC."""
    at = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.UTC) - datetime.timedelta(days=ago)
    return at.date().isoformat()


def deal_of(day: str, secret: str) -> Dealt:
    """The deal of a day, derived from the installation's secret, without which nobody can foretell it."""
    drawn = hmac.new(secret.encode(), f"deal of the day {day}".encode(), hashlib.sha256)
    games = sorted(GAMES)
    game = games[int.from_bytes(drawn.digest()[:4], "big") % len(games)]
    low, high = load(game).spec.seats
    return Dealt(day, game, min(low + 1, high), drawn.hexdigest())


class Daily:
    """Today's deal, who played it, and yesterday's."""

    def __init__(self, store: DailyStore, lobby: Lobby, secret: str) -> None:
        self.store = store
        self.lobby = lobby
        self.secret = secret

    async def about(self, card: CardRow | None) -> Deal:
        dealt = deal_of(day_of(now_ms()), self.secret)
        results = ranked(played := await self.store.played(dealt.day))
        mine = None if card is None else next((each for each in played if each.card == card.id), None)
        before = ranked(await self.store.played(day_of(now_ms(), 1)))
        return Deal(
            day=dealt.day,
            game=dealt.game,
            seats=dealt.seats,
            level=BOT,
            played=len(results),
            middle=round(median(each.points for each in results)) if results else None,
            results=results[:RANKED],
            mine=None if mine is None else mine.table,
            yesterday=before[:RANKED],
            yesterday_game=deal_of(day_of(now_ms(), 1), self.secret).game,
        )

    async def play(self, card: CardRow) -> requests.Made | None:
        """A table of today's deal; None where the card has one already."""
        dealt = deal_of(day_of(now_ms()), self.secret)
        if any(each.card == card.id for each in await self.store.played(dealt.day)):
            return None
        seats: list[requests.SeatRequest] = [requests.You(card.name), *[requests.BotSeat(BOT)] * (dealt.seats - 1)]
        made = await self.lobby.make(requests.NewTable(dealt.game, seats), seed=dealt.seed, daily=dealt.day)
        return made if await self.store.enter(dealt.day, card.id, made.table.id) else None


def ranked(played: list[Played]) -> list[DealResult]:
    """Those who played it to the end by themselves, the most points first; equals share their place."""
    ended = []
    for each in played:
        summary = read_summary(each.summary)
        if summary.places and not summary.stood_in:
            ended.append((summary.points[0], summary.places[0] == 1, summary.seats[0].name or "", each.table))
    ended.sort(key=lambda each: (-each[0], not each[1], each[3]))
    return [
        DealResult(1 + sum(other[0] > points for other in ended), name, points, won, table)
        for points, won, name, table in ended
    ]
