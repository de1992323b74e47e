"""One's own results in one game, out of the summaries of finished tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from bastide.server.ratings.requests import Opponent, Places, Point, Statistics
from bastide.server.requests import TableLine

MOST_OPPONENTS = 12


def statistics_of(game: str, lines: Iterable[TableLine]) -> Statistics:
    """Places by the number of seats, results against each opponent, points over time."""
    counted = [line for line in lines if line.places and line.seat is not None and not line.stood_in]
    places: dict[int, list[int]] = defaultdict(list)
    games: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    points = []
    for line in sorted(counted, key=lambda line: line.since):
        seat = line.seat or 0
        own = line.places[seat]
        places[len(line.seats)].append(own)
        for other in line.seats:
            if other.seat != seat:
                who = ("" if other.kind == "bot" else other.name or "", other.level)
                games[who] += 1
                ahead[who] += own < line.places[other.seat]
        points.append(Point(line.id, line.since, line.points[seat], max(line.points), own))
    return Statistics(
        game=game,
        games=len(counted),
        places=[Places(n, [took.count(place) for place in range(1, n + 1)]) for n, took in sorted(places.items())],
        opponents=[Opponent(*who, count, ahead[who]) for who, count in games.most_common(MOST_OPPONENTS)],
        points=points,
    )
