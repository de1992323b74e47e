"""The log as one viewer reads it: the events of every ply, and the points with where they came from."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from bastide.core.decoding import json_decoder
from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Ply, Position, Score
from bastide.core.state import CHANCE, UNSEEN, copy_state, data_of, new_states, reader
from bastide.core.view import View, look_at
from bastide.core.words import Event, Phrase
from bastide.table.parts import Column, Credit, LogEvent, ScoreRow, ScoreTable

_encoder = msgspec.json.Encoder()
_decoder = json_decoder(list[LogEvent])


class Entry(NamedTuple):
    """Points of one event, and the row of the score table they belong to."""

    source: str
    clause: str
    icon: str
    credit: Credit


class Narration(msgspec.Struct, frozen=True, gc=False):
    """What is told of one ply: its events as they are sent, a list in JSON without its brackets, and their points.

    As bytes a long game keeps them a third as large, and every viewer who is told the same is sent the same bytes.
    """

    data: bytes
    entries: tuple[Entry, ...]

    @property
    def events(self) -> list[LogEvent]:
        found: list[LogEvent] = _decoder.decode(b"[%b]" % self.data)
        return found


NOTHING = Narration(b"", ())
LATEST = 4  # plies of which a narrator remembers what was told


class Past(NamedTuple):
    """What came before a game that branched off another: that one's opening, and its plies up to there."""

    opening: Position
    plies: Sequence[Ply]


class Told(NamedTuple):
    """What the viewers of one ply were told: by what was learned with hashes of what was seen, and by its bytes."""

    by_sight: dict[tuple[int, int, int], Narration]
    by_data: dict[bytes, Narration]

    def keep(self, events: list[LogEvent]) -> Narration:
        """Events as they are kept, once for all who are told the same."""
        if not events:
            return NOTHING
        data = _encoder.encode(events)[1:-1]
        return self.by_data.setdefault(data, Narration(data, entries_of(events)))


class Narrator:
    """Tells the plies of one game: once to all viewers who see the same, and keeps once what several are told.

    Views are told apart by 64-bit hashes: the views themselves would be kilobytes a table until its next ply. Only the
    viewers of one ply are ever compared, at most seven, under a key that differs with every process: that any two
    unlike views share both hashes is less likely than a fault of the memory. The latest plies are remembered, not the
    last alone: a viewer is told a decision with all that was drawn after it before the next viewer is told anything.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._latest: dict[int, Told] = {}  # by ply, in the order they were first told

    def tell(self, ply: int, who: int, learned: int, before: View, after: View) -> Narration:
        """A ply that somebody (a seat or CHANCE) moved, from the views before and after."""
        v, w = before.state, after.state
        seen = learned, hash(data_of(v)), hash(data_of(w))
        told = self._of(ply)
        narration = told.by_sight.get(seen)
        if narration is None:
            narration = told.by_sight[seen] = told.keep(
                [log_event(ply, event, who) for event in self.game.story(v, learned, w)]
            )
        return narration

    def _of(self, ply: int) -> Told:
        """What was told of a ply, among the latest."""
        told = self._latest.get(ply)
        if told is None:
            if len(self._latest) == LATEST:
                del self._latest[next(iter(self._latest))]
            told = self._latest[ply] = Told({}, {})
        return told


class Chronicle:
    """The events of a game as one viewer sees them, made ply by ply from the views before and after."""

    __slots__ = (
        "_drawn", "_entry", "_game", "_narrator", "_past", "_scores", "_seats", "_sight", "_states", "_told",
        "_written_scores", "viewer",
    )  # fmt: skip

    def __init__(self, narrator: Narrator, viewer: int, start: Position, past: Past | None = None) -> None:
        self.viewer = viewer
        self._narrator = narrator
        self._game = narrator.game
        self._seats = start.seats
        self._entry = entry_points(self._game)
        self._states = new_states(self._game.state)
        self._sight: View | None = None  # after the latest ply, until somebody takes it
        self._past = () if past is None else self._recall(past)  # the last one at ply -1
        self._sight = None
        copy_state(start.states, self._states)
        self._told: list[Narration] = []  # by ply
        self._drawn = array("i")  # outcomes of chance that the viewer saw, each after its ply
        self._scores: ScoreTable | None = None  # while no more points are told
        self._written_scores = b""  # the same in JSON, once a message has told them

    @property
    def ply(self) -> int:
        return len(self._told)

    def follow(self, plies: Iterable[Ply]) -> None:
        """Adds the events of the plies that come next."""
        for ply in plies:
            learned, told = self._tell_next(len(self._told), ply)
            if ply.who == CHANCE and learned != UNSEEN:
                self._drawn.extend((len(self._told), learned))
            if told.entries:
                self._scores = None
            self._told.append(told)

    def _tell_next(self, number: int, ply: Ply) -> tuple[int, Narration]:
        """Makes the next ply: what the viewer learned of it, and what is told of it under its number."""
        learned = self._game.witness(reader(self._states), ply.action, self.viewer)
        before = self.take_view()
        self._entry.apply(self._states, ply.action)
        self._sight = look_at(self._game, self._states, self.viewer)
        return learned, self._narrator.tell(number, ply.who, learned, before, self._sight)

    def take_view(self) -> View:
        """What the viewer sees after the latest ply. Who takes it reads on where the story was read from.

        It is handed out once: kept with all that was read of it, it would be kilobytes a viewer until the next ply.
        """
        sight, self._sight = self._sight, None
        return look_at(self._game, self._states, self.viewer) if sight is None else sight

    def _recall(self, past: Past) -> tuple[Narration, ...]:
        """What was told of the plies before the start, numbered backwards from -1."""
        copy_state(past.opening.states, self._states)
        return tuple(self._tell_next(i - len(past.plies), ply)[1] for i, ply in enumerate(past.plies))

    def rewind(self, position: Position) -> None:
        """Drops the events after `position`, to which the game has been taken back."""
        if position.ply < self.ply:
            copy_state(position.states, self._states)
            self._sight = None
            del self._told[position.ply :]
            while self._drawn and self._drawn[-2] >= position.ply:
                del self._drawn[-2:]
            self._scores = None

    def events(self) -> Iterator[LogEvent]:
        """Every event from the start on, each read when it is asked for."""
        return (event for told in self._told for event in told.events)

    def since(self, ply: int, upto: int | None = None) -> list[LogEvent]:
        """The events from a ply on; below 0 are those of the game that this one branched off."""
        return [event for told in self._since(ply, upto) for event in told.events]

    def written_since(self, ply: int) -> Any:
        """The events from a ply on as JSON, to stand in a message for their list."""
        return msgspec.Raw(b"[%b]" % b",".join([told.data for told in self._since(ply) if told.data]))

    def _since(self, ply: int, upto: int | None = None) -> Sequence[Narration]:
        told = self._told[max(0, ply) : upto]
        return told if ply >= 0 else (*self._past[ply:], *told)

    def last(self, upto: int | None = None) -> LogEvent:
        """The latest event there is."""
        return next(told.events[-1] for told in reversed(self._told[:upto]) if told.data)

    def drawn_since(self, ply: int) -> list[tuple[int, int]]:
        """The outcomes of chance that the viewer saw from a ply on, by ply."""
        drawn = self._drawn
        first = len(drawn)
        while first and drawn[first - 2] >= ply:
            first -= 2
        return [(drawn[i], drawn[i + 1]) for i in range(first, len(drawn), 2)]

    def scores(self, final: list[Score] | None, upto: int | None = None) -> ScoreTable:
        """Every gain so far, or up to a ply; places once the scores are final."""
        if final or upto is not None:
            return score_table(self._seats, self._entries(upto), final)
        if self._scores is None:
            self._scores = score_table(self._seats, self._entries(None), None)
            self._written_scores = b""
        return self._scores

    def written_scores(self) -> Any:
        """Every gain so far as JSON, to stand in a message for the table of them."""
        scores = self.scores(None)
        if not self._written_scores:
            self._written_scores = _encoder.encode(scores)
        return msgspec.Raw(self._written_scores)

    def _entries(self, upto: int | None) -> list[Entry]:
        return [entry for told in (*self._past, *self._told[:upto]) for entry in told.entries]


def log_event(ply: int, event: Event, who: int) -> LogEvent:
    """An event of a ply that a seat or CHANCE made; written out, since every event passes here."""
    decided = event.depth == 0 and event.seat == who != CHANCE
    return LogEvent(
        ply=ply,
        key=event.key,
        values=event.values,
        seat=event.seat,
        clause=event.clause,
        icon=event.icon,
        depth=event.depth,
        gains=event.gains,
        moved=event.moved,
        tally=event.tally,
        stops=event.stops,
        decided=decided,
    )


def entries_of(events: Iterable[LogEvent]) -> tuple[Entry, ...]:
    """The points of some events."""
    return tuple(
        Entry(
            gain.source,
            event.clause,
            event.icon,
            Credit(gain.seat, gain.points, event.ply, event.clause, Phrase(event.key, event.values)),
        )
        for event in events
        for gain in event.gains
    )


def score_table(seats: int, entries: Iterable[Entry], final: list[Score] | None) -> ScoreTable:
    """Points by source (rows) and seat (columns).

    Those of a seat beyond the table's are a dummy's, who gets a column after the seats.
    """
    listed = list(entries)
    dummies = sorted({entry.credit.seat for entry in listed if not 0 <= entry.credit.seat < seats})
    columns = [*range(seats), *dummies]
    rows: dict[str, ScoreRow] = {}
    for source, clause, icon, credit in listed:
        row = rows.get(source)
        if row is None:
            row = rows[source] = ScoreRow(source, clause, [0] * len(columns), [], icon)
        row.points[columns.index(credit.seat)] += credit.points
        row.credits.append(credit)
    return ScoreTable(
        columns=[Column(p if p < seats else None, column_label(p, seats)) for p in columns],
        rows=list(rows.values()),
        totals=[sum(row.points[i] for row in rows.values()) for i in range(len(columns))],
        places=[score.place for score in final] if final else [],
    )


def column_label(column: int, seats: int) -> Phrase:
    return Phrase("table.score.seat", {"seat": f"#{column}"}) if column < seats else Phrase("table.score.dummy")
