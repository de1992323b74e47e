"""The log as one viewer reads it: the events of every ply, and the points with where they came from."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import asdict

from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Ply, Position, Score
from bastide.core.state import CHANCE, UNSEEN, copy_state, new_states, reader
from bastide.core.words import Event, Phrase
from bastide.table.messages import Column, Credit, LogEvent, ScoreRow, ScoreTable


class Chronicle:
    """The events of a game as one viewer sees them, made ply by ply from the views before and after."""

    def __init__(self, game: Game, viewer: int, start: Position) -> None:
        self.game = game
        self.viewer = viewer
        self._entry = entry_points(game)
        self._states = new_states(game.state)
        copy_state(start.states, self._states)
        self._lines: list[tuple[LogEvent, ...]] = []  # by ply
        self._drawn: list[tuple[int, int]] = []  # outcomes of chance that the viewer saw, with their plies

    @property
    def ply(self) -> int:
        return len(self._lines)

    def follow(self, plies: Iterable[Ply]) -> None:
        """Adds the events of the plies that come next."""
        for ply in plies:
            before, after = new_states(self.game.state), new_states(self.game.state)
            learned = self.game.witness(reader(self._states), ply.action, self.viewer)
            self._entry.look(self._states, self.viewer, before)
            self._entry.apply(self._states, ply.action)
            self._entry.look(self._states, self.viewer, after)
            events = self.game.story(reader(before), learned, reader(after))
            if ply.who == CHANCE and learned != UNSEEN:
                self._drawn.append((self.ply, learned))
            self._lines.append(tuple(log_event(self.ply, event, ply.who) for event in events))

    def rewind(self, position: Position) -> None:
        """Drops the events after `position`, to which the game has been taken back."""
        if position.ply < self.ply:
            copy_state(position.states, self._states)
            del self._lines[position.ply :]
            self._drawn = [(ply, outcome) for ply, outcome in self._drawn if ply < position.ply]

    def since(self, ply: int, upto: int | None = None) -> list[LogEvent]:
        """The events from a ply on."""
        return [event for events in self._lines[ply:upto] for event in events]

    def drawn_since(self, ply: int) -> list[tuple[int, int]]:
        """The outcomes of chance that the viewer saw from a ply on, by ply."""
        return [(at, outcome) for at, outcome in self._drawn if at >= ply]


def log_event(ply: int, event: Event, who: int) -> LogEvent:
    """An event of a ply that a seat or CHANCE made."""
    decided = event.depth == 0 and event.seat == who != CHANCE
    return LogEvent(ply=ply, decided=decided, **asdict(event))


def score_table(seats: int, log: Iterable[LogEvent], final: list[Score] | None) -> ScoreTable:
    """Every gain in the log so far, by source (rows) and seat (columns); places once the scores are final.

    A gain of a seat beyond the table's is that of a dummy, who gets a column after the seats.
    """
    credits = [(event, gain) for event in log for gain in event.gains]
    dummies = sorted({gain.seat for _, gain in credits if not 0 <= gain.seat < seats})
    columns = [*range(seats), *dummies]
    rows: dict[str, ScoreRow] = {}
    for event, gain in credits:
        row = rows.get(gain.source)
        if row is None:
            row = rows[gain.source] = ScoreRow(gain.source, event.clause, [0] * len(columns), [], event.icon)
        row.points[columns.index(gain.seat)] += gain.points
        label = Phrase(event.key, event.values)
        row.credits.append(Credit(gain.seat, gain.points, event.ply, event.clause, label))
    return ScoreTable(
        columns=[Column(p if p < seats else None, column_label(p, seats)) for p in columns],
        rows=list(rows.values()),
        totals=[sum(row.points[i] for row in rows.values()) for i in range(len(columns))],
        places=[score.place for score in final] if final else [],
    )


def column_label(column: int, seats: int) -> Phrase:
    return Phrase("table.score.seat", {"seat": f"#{column}"}) if column < seats else Phrase("table.score.dummy")
