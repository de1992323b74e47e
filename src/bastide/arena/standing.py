"""What a tournament's games say about each bot."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from bastide.arena.rating import RESAMPLES, rate
from bastide.arena.run import Result
from bastide.arena.schedule import Tournament

NORMAL = 1.96  # quantile of a 95 % interval


class Standing(msgspec.Struct, frozen=True):
    """One bot's row."""

    bot: str
    games: int
    share: float  # of first places
    low: float  # 95 % interval of the share
    high: float
    fair: float  # the share of equals
    points: float
    place: float
    rating: float
    rating_low: float
    rating_high: float
    ms: float  # per decision with a choice
    decisions: int

    @property
    def verdict(self) -> str:
        """Whether the interval is clear of equality."""
        if self.low > self.fair:
            return "above"
        return "below" if self.high < self.fair else "level"


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """A 95 % interval for the mean of the deals' shares.

    One deal lost and one won are added, so that a clean sweep does not pretend to certainty.
    """
    padded = [*shares, 0.0, 1.0]
    mean = sum(padded) / len(padded)
    variance = sum((share - mean) ** 2 for share in padded) / (len(padded) - 1)
    half = NORMAL * math.sqrt(variance / len(padded))
    return max(0.0, mean - half), min(1.0, mean + half)


def by_deal(results: Sequence[Result], bot: str) -> list[float]:
    """A bot's share of each deal, over the rotations that were played."""
    deals: dict[int, list[float]] = defaultdict(list)
    for result in results:
        deals[result.deal].append(result.share_of(bot))
    return [sum(shares) / len(shares) for _, shares in sorted(deals.items())]


def whole_deals(tournament: Tournament, results: Sequence[Result]) -> list[Result]:
    """Only deals of which every rotation was played: anything else would favour a seat."""
    played: dict[int, int] = defaultdict(int)
    for result in results:
        played[result.deal] += 1
    rows = len(tournament.lineups)
    return [result for result in results if played[result.deal] == rows]


def standings(tournament: Tournament, results: Sequence[Result], resamples: int = RESAMPLES) -> list[Standing]:
    """All bots, the best share first; empty until a whole deal was played."""
    results = whole_deals(tournament, results)
    if not results:
        return []
    ratings = rate(results, tournament.bots, resamples)
    rows = []
    for bot in tournament.bots:
        seats = [(result, p) for result in results for p, name in enumerate(result.lineup) if name == bot]
        decisions = sum(result.decisions[p] for result, p in seats)
        seconds = sum(result.seconds[p] for result, p in seats)
        low, high = interval(by_deal(results, bot))
        rows.append(
            Standing(
                bot=bot,
                games=len(results),
                share=sum(result.share_of(bot) for result in results) / len(results),
                low=low,
                high=high,
                fair=1 / len(tournament.bots),
                points=sum(result.points[p] for result, p in seats) / len(seats),
                place=sum(result.places[p] for result, p in seats) / len(seats),
                rating=ratings[bot].value,
                rating_low=ratings[bot].low,
                rating_high=ratings[bot].high,
                ms=1000 * seconds / max(1, decisions),
                decisions=decisions,
            )
        )
    return sorted(rows, key=lambda row: -row.share)
