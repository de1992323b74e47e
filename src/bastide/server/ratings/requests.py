"""What travels in requests about ratings and statistics."""

from __future__ import annotations

from bastide.table.messages import Wire


class RatingStep(Wire, frozen=True):
    """A rating after a game, with where it lies nineteen times in twenty."""

    table: str
    at: int
    rating: int
    low: int
    high: int


class BotRating(Wire, frozen=True):
    level: str
    rating: int


class GameRating(Wire, frozen=True):
    """A card's rating in one game; `settled` once there were games enough to say it without "about"."""

    game: str
    settled: bool
    steps: list[RatingStep]
    bots: list[BotRating]


class Ratings(Wire, frozen=True):
    ratings: list[GameRating]


class Places(Wire, frozen=True):
    """At tables of so many seats: how often one was first, second and so on."""

    seats: int
    counts: list[int]


class Opponent(Wire, frozen=True):
    """Results against one name or level of bots: games, and how often one was ranked before it."""

    name: str
    level: str
    games: int
    ahead: int


class Seated(Wire, frozen=True):
    """Games begun in one seat, counted in the order of the table, and how many of them were won."""

    seat: int
    games: int
    won: int


class SourceSeries(Wire, frozen=True):
    """One's own points from one source, game by game, the oldest first."""

    source: str
    points: list[int]


class Opening(Wire, frozen=True):
    """What one began with: a catalogue key, after @, or a word; in how many games, and how many of them were won."""

    name: str
    games: int
    won: int


class Point(Wire, frozen=True):
    """A finished game: one's own points, and the most anybody had."""

    table: str
    at: int
    points: int
    best: int
    place: int


class Statistics(Wire, frozen=True):
    """One's finished games of one kind: games in which a bot stood in for somebody are left out.

    `sources` tell of the games of which it is known where the points came from, `openings` of those that were opened
    by a choice.
    """

    game: str
    games: int
    places: list[Places]
    seated: list[Seated]
    opponents: list[Opponent]
    points: list[Point]
    sources: list[SourceSeries]
    openings: list[Opening]
