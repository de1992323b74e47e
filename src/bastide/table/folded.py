"""A table as its log has left it: who sits where, the shuffle, the clock and the match, and how one more line changes
them.

Folding decides nothing: what may be done, `table.Table` has checked before it wrote the line. A line that cannot follow
those before it breaks the log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from bastide.core.errors import PositionError
from bastide.core.state import CHANCE, NONE, SPECTATOR
from bastide.games import load_version
from bastide.table import lines
from bastide.table.chair import Chair
from bastide.table.fairness import Chance
from bastide.table.lines import AnyLine
from bastide.table.match import Match
from bastide.table.parting import Proposal, What
from bastide.table.parts import DrawProof, TableState
from bastide.table.setup import Setup
from bastide.table.timing import Times, falls_at, give_time, pass_clock, start_times, stop_clock

OPENING_MS = {"none": 20_000, "live": 20_000, "days": 600_000}  # how long the deal waits for a seat's entropy
TIMED_MS = 6_000  # how long a `timed` turn can still be taken back


class BrokenLog(Exception):
    """A log that does not replay: a line was lost or changed."""


class FoldedLog:
    """What the lines of one log add up to: equal logs give equal tables."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self.game = load_version(setup.game, setup.rules_version)
        self.setup = setup
        self.seed = seed
        self.match = Match(self.game, setup.seats, setup.options, setup.start, setup.past)
        self.state: TableState = "waiting"
        self.chairs = [Chair(owner=p) for p in range(setup.seats)]
        self.times = Times((None,) * setup.seats)
        self.full_at: int | None = None  # when the last seat was taken
        self.done_at: int | None = None  # when the pending turn had nothing left to choose
        self.followed_by = ""
        self.abandoned = False
        self.spectators_chat = True
        self.proposal: Proposal | None = None
        self.paused = False
        self.length = 0  # lines folded
        self.proven: list[DrawProof] | None = None  # caches `result.draws_of`
        self.passed: dict[int, Times] = {}  # the clock before it last went on from a seat
        self.stood_in: set[int] = set()  # the plies that a bot decided in the name of a player or of another bot

    # ------------------------------------------------------------------ asking

    @property
    def mover(self) -> int:
        """The seat that is asked, or NONE."""
        return self.match.mover if self.state == "playing" and self.match.mover >= 0 else NONE

    @property
    def has_result(self) -> bool:
        """The game was played to its end."""
        return self.state == "over" and not self.abandoned

    @property
    def is_full(self) -> bool:
        return all(chair.kind != "open" for chair in self.chairs)

    @property
    def is_opening(self) -> bool:
        """Every seat has shown its part of the shuffle, and not all are opened."""
        return self.state == "waiting" and self.is_full and all(self.chairs[p].seal for p in self.sharers())

    def sharers(self) -> list[int]:
        """The seats whose clients take part in the shuffle: one for each link; none in a deal of the day."""
        if self.setup.daily:
            return []
        return sorted({chair.owner for chair in self.chairs if chair.kind == "person"})

    def seats_of(self, owner: int) -> list[int]:
        """The seats that the link of one seat plays: its own, and those that share its device."""
        return [p for p, chair in enumerate(self.chairs) if chair.kind == "person" and chair.owner == owner]

    def is_bots(self, seat: int) -> bool:
        """A bot decides for this seat now."""
        return self.chairs[seat].kind == "bot" or self.chairs[seat].held

    @property
    def absent_ms(self) -> int | None:
        """After how long away a bot holds a seat. Only under a live clock: elsewhere nobody need be there."""
        return self.setup.absent_ms if self.setup.clock.kind == "live" else None

    def level_of(self, seat: int) -> str:
        """Which bot decides for a seat that a bot plays or holds."""
        return self.chairs[seat].level or self.setup.stand_in

    def ply(self, viewer: int) -> int:
        return self.match.ply(viewer)

    # ------------------------------------------------------------------ what becomes due

    def falls_at(self) -> int | None:
        """When the running clock will have nothing left."""
        return falls_at(self.times)

    def commits_at(self) -> int | None:
        """When a turn that is done is sent by itself."""
        runner = self.match.runner
        if self.done_at is None or self.chairs[runner].confirm != "timed":
            return None
        return self.done_at + TIMED_MS

    def deals_at(self) -> int | None:
        """When the deal no longer waits for entropy."""
        if self.state != "waiting" or self.full_at is None:
            return None
        return self.full_at + OPENING_MS[self.setup.clock.kind]

    def has_waited(self, seat: int, patience_ms: int, at: int) -> bool:
        """The table has waited so long for a seat to decide."""
        return self.times.running == seat and at - self.times.since >= patience_ms

    # ------------------------------------------------------------------ the fold

    def fold(self, line: AnyLine, at: int) -> None:
        """One line of the log, done."""
        FOLDS[type(line)](self, line, at)
        self._folded(at)

    def _folded(self, at: int) -> None:
        self.length += 1
        if self.state == "playing" and self.match.is_over:
            self.state = "over"
        if self.state == "over":
            self.proposal = None
        self.done_at = (self.done_at or at) if self.match.is_done else None
        self._keep_time(at)

    def _keep_time(self, at: int) -> None:
        """The clock runs for a person who is asked; a bot's turn is nobody's time, and a draw takes none."""
        if self.state == "waiting" or self.match.mover == CHANCE or self.paused:
            return
        to = self.mover
        if self.state == "over" or (to == self.times.running != NONE and self.is_bots(to)):
            self.times = stop_clock(self.times, at)
            return
        if to != NONE and self.is_bots(to):
            to = NONE
        if to != self.times.running:
            self.passed = {self.times.running: self.times}
            self.times = pass_clock(self.times, self.setup.clock, to, at)

    @cached_property
    def chance(self) -> Chance:
        """The draws; asked for only once the deal has begun, when no entropy can be added any more."""
        entropy = [chair.entropy for chair in self.chairs]
        return Chance.of(self.seed, self.game, self.setup.seats, self.setup.options, entropy)

    def next_outcome(self) -> int:
        position = self.match.position
        return self.match.draw(self.chance.draw(position.ply, position.chance_total))

    def _fold_sat(self, line: lines.Sat, at: int) -> None:
        self.chairs[line.seat] = Chair(line.who, line.owner, line.name, line.level)
        self.full_at = at if self.is_full else None

    def _fold_shared(self, line: lines.Shared, _at: int) -> None:
        chair = self.chairs[line.seat]
        chair.seal, chair.entropy = line.seal, line.entropy

    def _fold_opened(self, line: lines.Opened, _at: int) -> None:
        self.chairs[line.seat].entropy = line.entropy

    def _fold_began(self, _line: lines.Began, _at: int) -> None:
        self.state = "playing"
        self.times = start_times(self.setup.clock, [chair.kind == "person" for chair in self.chairs])

    def _fold_acted(self, line: lines.Acted, _at: int) -> None:
        if self.match.position.to_move != line.seat:
            raise self._broken()
        self.paused = False
        if self.chairs[line.seat].held or line.by:
            self.stood_in.add(self.match.position.ply)
        self._settle("hold", line.seat)
        try:
            self.match.act(line.action)
        except PositionError as error:
            raise self._broken() from error

    def _broken(self) -> BrokenLog:
        return BrokenLog(f"table {self.setup.id}: line {self.length} does not fit")

    def _fold_committed(self, _line: lines.Committed, _at: int) -> None:
        self.match.commit()

    def _fold_drawn(self, line: lines.Drawn, _at: int) -> None:
        if self.setup.imported:
            self.match.draw_as(line.action)
        elif self.match.position.to_move != CHANCE or self.next_outcome() != line.action:
            raise BrokenLog(f"table {self.setup.id}: the draw of line {self.length} does not follow from the seed")

    def _fold_undone(self, line: lines.Undone, _at: int) -> None:
        was = self.match.mover
        try:
            self.match.undo(line.seat, line.ply)
        except ValueError as error:
            raise self._broken() from error
        self.stood_in = {ply for ply in self.stood_in if ply < line.ply}
        if self.match.mover != was:  # the clock of the seat that takes back has run all the while
            self.times = self.passed.get(line.seat, self.times)

    def _fold_confirm(self, line: lines.ConfirmSet, _at: int) -> None:
        self.chairs[line.seat].confirm = line.mode

    def _fold_held(self, line: lines.Held, _at: int) -> None:
        self.chairs[line.seat].held = True
        self._settle("hold", line.seat)

    def _settle(self, what: What, seat: int) -> None:
        """Whoever was asked about has answered by what they did."""
        if self.proposal is not None and (self.proposal.what, self.proposal.seat) == (what, seat):
            self.proposal = None

    def _fold_reclaimed(self, line: lines.Reclaimed, _at: int) -> None:
        self.chairs[line.seat].held = False

    def _fold_muted(self, line: lines.Muted, _at: int) -> None:
        muted = self.chairs[line.seat].muted
        whom = SPECTATOR if line.whom == NONE else line.whom
        muted.add(whom) if line.on else muted.discard(whom)

    def _fold_left(self, line: lines.Left, _at: int) -> None:
        chair = self.chairs[line.seat]
        chair.held, chair.left = True, line.why
        if self.proposal is not None and line.seat in (self.proposal.seat, self.proposal.by):
            self.proposal = None

    def _fold_proposed(self, line: lines.Proposed, _at: int) -> None:
        self.proposal = Proposal(line.by, line.what, line.seat)

    def _fold_voted(self, line: lines.Voted, _at: int) -> None:
        held = self.proposal
        if held is None:
            raise self._broken()
        self.proposal = Proposal(held.by, held.what, held.seat, held.agreed | {line.by}) if line.agree else None

    def _fold_abandoned(self, _line: lines.Abandoned, _at: int) -> None:
        self.state, self.abandoned = "over", True

    def _fold_paused(self, _line: lines.Paused, at: int) -> None:
        self.proposal, self.paused = None, True
        self.times = stop_clock(self.times, at)

    def _fold_resumed(self, _line: lines.Resumed, _at: int) -> None:
        self.paused = False

    def _fold_time_given(self, line: lines.TimeGiven, at: int) -> None:
        self.times = give_time(self.times, self.setup.clock, line.seat, at)

    def _fold_spectators_chat(self, line: lines.SpectatorsChat, _at: int) -> None:
        self.spectators_chat = line.on

    def _fold_followed(self, line: lines.FollowedBy, _at: int) -> None:
        self.followed_by = line.table


FOLDS: dict[type, Callable[[FoldedLog, Any, int], None]] = {
    lines.Sat: FoldedLog._fold_sat,
    lines.Shared: FoldedLog._fold_shared,
    lines.Opened: FoldedLog._fold_opened,
    lines.Began: FoldedLog._fold_began,
    lines.Acted: FoldedLog._fold_acted,
    lines.Committed: FoldedLog._fold_committed,
    lines.Drawn: FoldedLog._fold_drawn,
    lines.Undone: FoldedLog._fold_undone,
    lines.ConfirmSet: FoldedLog._fold_confirm,
    lines.Held: FoldedLog._fold_held,
    lines.Reclaimed: FoldedLog._fold_reclaimed,
    lines.Muted: FoldedLog._fold_muted,
    lines.Left: FoldedLog._fold_left,
    lines.Proposed: FoldedLog._fold_proposed,
    lines.Voted: FoldedLog._fold_voted,
    lines.Abandoned: FoldedLog._fold_abandoned,
    lines.Paused: FoldedLog._fold_paused,
    lines.Resumed: FoldedLog._fold_resumed,
    lines.TimeGiven: FoldedLog._fold_time_given,
    lines.SpectatorsChat: FoldedLog._fold_spectators_chat,
    lines.FollowedBy: FoldedLog._fold_followed,
}
