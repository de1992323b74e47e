"""What travels in requests about ratings and statistics."""

from __future__ import annotations

from bastide.table.parts import Part


class RatingStep(Part, frozen=True):
    """A rating after a game, with where it lies nineteen times in twenty."""

    table: str
    at: int
    rating: int
    low: int
    high: int


class BotRating(Part, frozen=True):
    level: str
    rating: int


class GameRating(Part, frozen=True):
    """A card's rating in one game; `settled` once there were games enough to say it without "about"."""

    game: str
    settled: bool
    steps: list[RatingStep]
    bots: list[BotRating]


class Ratings(Part, frozen=True):
    ratings: list[GameRating]


class Places(Part, frozen=True):
    """At tables of so many seats: how often one was first, second and so on."""

    seats: int
    counts: list[int]


class Opponent(Part, frozen=True):
    """Results against one name or level of bots: games, and how often one was ranked before it."""

    name: str
    level: str
    games: int
    ahead: int


class Seated(Part, frozen=True):
    """Games begun in one seat, counted in the order of the table, and how many of them were won."""

    seat: int
    games: int
    won: int


class SourceSeries(Part, frozen=True):
    """One's own points from one source, game by game, the oldest first."""

    source: str
    points: list[int]


class Opening(Part, frozen=True):
    """What one began with: a catalogue key, after @, or a word; in how many games, and how many of them were won."""

    name: str
    games: int
    won: int


class Point(Part, frozen=True):
    """A finished game: one's own points, and the most anybody had."""

    table: str
    at: int
    points: int
    best: int
    place: int


class Statistics(Part, frozen=True):
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
