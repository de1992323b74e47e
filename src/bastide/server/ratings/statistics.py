"""One's own results in one game, out of the summaries of finished tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

from bastide.server.ratings.requests import Opening, Opponent, Places, Point, Seated, SourceSeries, Statistics
from bastide.server.summary import Summary

MOST_OPPONENTS = 12
MOST_OPENINGS = 12
Kind = TypeVar("Kind", bound=Hashable)


class Played(NamedTuple):
    """A finished table, and where its owner sat."""

    table: str
    at: int
    seat: int
    summary: Summary

    @property
    def place(self) -> int:
        return self.summary.places[self.seat]

    @property
    def counts(self) -> bool:
        """Whether it says something of its owner: it has a result, and nobody was stood in for."""
        return bool(self.summary.places) and self.seat >= 0 and not self.summary.stood_in


def statistics_of(game: str, tables: Iterable[Played]) -> Statistics:
    """Places, opponents, points, whence they came and how the games began, over time."""
    played = sorted((each for each in tables if each.counts), key=lambda each: each.at)
    return Statistics(
        game=game,
        games=len(played),
        places=places_of(played),
        seated=[Seated(seat, games, won) for (seat, games, won) in sorted(_won(played, lambda each: [each.seat]))],
        opponents=opponents_of(played),
        points=[
            Point(each.table, each.at, each.summary.points[each.seat], max(each.summary.points), each.place)
            for each in played
        ],
        sources=sources_of(played),
        openings=[Opening(*each) for each in _won(played, begun_with)[:MOST_OPENINGS]],
    )


def places_of(played: list[Played]) -> list[Places]:
    """How often one was first, second and so on, by the number of seats."""
    took = Counter((len(each.summary.seats), each.place) for each in played)
    sizes = sorted({seats for seats, _ in took})
    return [Places(seats, [took[seats, place] for place in range(1, seats + 1)]) for seats in sizes]


def opponents_of(played: list[Played]) -> list[Opponent]:
    """Results against each name and each level of bots, those met most often first."""
    games: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    for each in played:
        for other in each.summary.seats:
            if other.seat != each.seat:
                who = ("" if other.kind == "bot" else other.name or "", other.level)
                games[who] += 1
                ahead[who] += each.place < each.summary.places[other.seat]
    return [Opponent(*who, count, ahead[who]) for who, count in games.most_common(MOST_OPPONENTS)]


def sources_of(played: list[Played]) -> list[SourceSeries]:
    """One's own points by source, over the games of which that is known."""
    known = [each for each in played if each.summary.sources]
    names = dict.fromkeys(name for each in known for name in each.summary.sources)
    return [SourceSeries(name, [_points(each, name) for each in known]) for name in names]


def _points(each: Played, source: str) -> int:
    points = each.summary.sources.get(source)
    return points[each.seat] if points else 0


def begun_with(each: Played) -> list[str]:
    return each.summary.openings[each.seat] if each.summary.openings else []


def _won(played: list[Played], kinds_of: Callable[[Played], list[Kind]]) -> list[tuple[Kind, int, int]]:
    """By kind: games and victories, the most frequent first."""
    games = Counter(kind for each in played for kind in kinds_of(each))
    won = Counter(kind for each in played if each.place == 1 for kind in kinds_of(each))
    return [(kind, count, won[kind]) for kind, count in games.most_common()]
