"""A table: who sits where, the shuffle, the clock and the match, as a fold over the lines of its log.

A command checks, does, and returns the lines that say what it did; replaying those lines gives the same table again.
Times are milliseconds that the caller gives. A command that is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

import msgspec

from bastide.core.errors import PositionError
from bastide.core.position import Position
from bastide.core.record import Proof, Record, Signature
from bastide.core.state import CHANCE, NONE, SPECTATOR
from bastide.core.words import Phrase, Prompt
from bastide.games import load, load_version
from bastide.table import lines, messages
from bastide.table.chair import Chair
from bastide.table.fairness import Chance, seal_of
from bastide.table.first_names import free_name
from bastide.table.lines import AnyLine
from bastide.table.match import Match, is_chance
from bastide.table.messages import Confirm, DrawProof, SeatInfo, SeatKind, Share, TableInfo, TableState
from bastide.table.parting import HOLD_MS, PATIENCE_MS, Proposal, What, rank
from bastide.table.refused import Refused, Stale
from bastide.table.signature import is_signed
from bastide.table.telling import Teller, seat_names
from bastide.table.timing import (
    MINUTE,
    TimeControl,
    Times,
    falls_at,
    give_time,
    left_at,
    pass_clock,
    start_times,
    stop_clock,
)
from bastide.table.views import NO_TURN, is_asked_in, past_view, peek_view, present_view, refusals

OPENING_MS = {"none": 20_000, "live": 20_000, "days": 600_000}  # how long the deal waits for a seat's entropy
TIMED_MS = 6_000  # how long a `timed` turn can still be taken back


class Setup(msgspec.Struct, frozen=True):
    """What was settled when the table was made."""

    id: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, int]
    commitment: str
    name: str = ""
    clock: TimeControl = TimeControl()
    absent_ms: int | None = None  # under a live clock: after how long away a seat is held by a bot; None: never
    stand_in: str = "level2"
    listed: bool = False
    rated: bool = False  # all who sat down agreed that it counts
    daily: str = ""  # the day whose deal this is: everybody has the same, so nobody adds to the shuffle
    host: int = NONE  # the host's seat; NONE when they only watch
    imported: bool = False  # a finished game from elsewhere: its draws are as recorded
    proof: Proof | None = None  # that came with it
    signature: Signature | None = None  # of the server at which it was played
    branch: messages.Branch | None = None  # which decision of which game it goes on from
    start: bytes | None = None  # and the state it began with: what was hidden was dealt anew


class BrokenLog(Exception):
    """A log that does not replay: a line was lost or changed."""


class Table:
    """One table, live."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self.game = load_version(setup.game, setup.rules_version)
        self.setup = setup
        self.seed = seed
        self.match = Match(self.game, setup.seats, setup.options, setup.start)
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
        self._proven: list[DrawProof] | None = None
        self.passed: dict[int, Times] = {}  # the clock before it last went on from a seat
        self.stood_in: set[int] = set()  # the plies that a bot decided in the name of a player
        self._fresh: list[AnyLine] = []

    # ------------------------------------------------------------------ looking

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
        return self.state == "waiting" and self.is_full and all(self.chairs[p].seal for p in self._sharers())

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
        return self.match.shown(viewer).ply

    def info(self, connected: Collection[int] = (), leaves: Mapping[int, int] | None = None) -> TableInfo:
        """What everybody may know; presence is the caller's to say."""
        owners = [chair.owner for chair in self.chairs if chair.kind == "person"]
        today = load(self.setup.game).spec.rules_version
        return TableInfo(
            id=self.setup.id,
            game=self.setup.game,
            name=self.setup.name,
            rules_version=self.setup.rules_version,
            seats=[self._seat_info(p, p in connected, (leaves or {}).get(p)) for p in range(self.setup.seats)],
            options=self.setup.options,
            state=self.state,
            commitment=self.setup.commitment,
            hot_seat=len(set(owners)) < len(owners),
            shares=[Share(chair.seal or None, chair.entropy != "") for chair in self.chairs],
            opening=self.is_opening,
            listed=self.setup.listed,
            rated=self.setup.rated,
            clock=self.setup.clock,
            absent_ms=self.absent_ms,
            rematch=self.followed_by != "",
            host=None if self.setup.host == NONE else self.setup.host,
            abandoned=self.abandoned,
            paused=self.paused,
            spectators_chat=self.spectators_chat,
            proposal=self._asked(),
            newer_rules=None if today == self.setup.rules_version else today,
            branch=self.setup.branch,
        )

    def _asked(self) -> messages.Asked | None:
        proposal = self.proposal
        if proposal is None:
            return None
        by, seat = (None if p == NONE else p for p in (proposal.by, proposal.seat))
        return messages.Asked(proposal.what, by, seat, sorted(self._voters(proposal) - proposal.agreed))

    def _seat_info(self, p: int, connected: bool, leaves_ms: int | None) -> SeatInfo:
        chair = self.chairs[p]
        return SeatInfo(p, chair.name, chair.kind, connected, chair.level, chair.held, leaves_ms, chair.left)

    def clock(self, at: int) -> messages.Clock:
        running = [] if self.times.running == NONE else [self.times.running]
        left = [left_at(self.times, p, at) for p in range(self.setup.seats)]
        return messages.Clock(self.setup.clock.kind, left, running)

    def view(self, viewer: int, at: int) -> messages.View:
        """What a seat or SPECTATOR sees now."""
        confirm: Confirm = "off" if viewer == SPECTATOR else self.chairs[viewer].confirm
        due = self.commits_at()
        auto_ms = None if due is None else max(0, due - at)
        view = present_view(self.match, viewer, self.clock(at), confirm, auto_ms)
        if self.state == "waiting":
            key = "table.prompt.opening" if self.is_full else "table.prompt.waiting"
            return msgspec.structs.replace(view, prompt=Prompt(Phrase(key)), turn=NO_TURN)
        if self.abandoned:
            prompt = Prompt(Phrase("table.prompt.abandoned"))
            return msgspec.structs.replace(view, prompt=prompt, turn=NO_TURN, choices=[], plans=[])
        return self._ranked(view)

    def _ranked(self, view: messages.View) -> messages.View:
        """Those who left are ranked behind those who stayed."""
        gone = [p for p, chair in enumerate(self.chairs) if chair.left]
        if not gone or not view.scores.places:
            return view
        scores = msgspec.structs.replace(view.scores, places=rank(view.scores.places, gone))
        return msgspec.structs.replace(view, scores=scores)

    def log(self, viewer: int, since: int) -> list[messages.LogEvent]:
        return self._marked(self.match.chronicle(viewer).since(since))

    def _marked(self, events: list[messages.LogEvent]) -> list[messages.LogEvent]:
        """Says of what a stand-in decided that it did."""
        if not self.stood_in:
            return events
        return [
            msgspec.structs.replace(event, stand_in=True) if event.decided and event.ply in self.stood_in else event
            for event in events
        ]

    def drawn(self, viewer: int, since: int) -> list[tuple[int, int]]:
        """The outcomes of chance that a viewer saw from a ply on, by ply."""
        return self.match.chronicle(viewer).drawn_since(since)

    def tell(self, viewer: int, language: str, text: str, names: Sequence[str] = ()) -> messages.Told:
        """The answer to a viewer's question, in words; an empty one is answered with everything there is to tell.

        `names`: what the seats are called, where it is not as their players are.
        """
        called = names or seat_names(self.chairs, language)
        return Teller(self.match, viewer, language, called).answer(text)

    def peek(self, viewer: int, eyes: int, at: int) -> messages.View:
        """What everybody else sees of the viewer; through the eyes of a seat only once the game is over."""
        if eyes != SPECTATOR:
            return self.past(viewer, self.ply(viewer), eyes, at)
        return peek_view(self.match, viewer, self.clock(at))

    def reasons(self, viewer: int) -> messages.Reasons:
        """Why the viewer cannot choose what is visible and not offered now."""
        is_asked = self.mover == viewer and is_asked_in(self.match, viewer)
        return messages.Reasons(self.ply(viewer), refusals(self.match.view(viewer)) if is_asked else [])

    def past(self, viewer: int, ply: int, eyes: int, at: int) -> messages.View:
        """An earlier position; through other eyes only once the game is over."""
        self._check_eyes(viewer, eyes)
        position = self.match.past(viewer, ply)
        return self._ranked(past_view(position, eyes, self.match.chronicle(eyes), self.clock(at)))

    def past_log(self, viewer: int, ply: int, eyes: int) -> list[messages.LogEvent]:
        """The events of the ply that led to an earlier position."""
        self._check_eyes(viewer, eyes)
        return self._marked(self.match.chronicle(eyes).since(max(0, ply - 1), ply))

    def _check_eyes(self, viewer: int, eyes: int) -> None:
        if eyes >= self.setup.seats:
            raise Refused("table.refused.no_such_seat", seat=eyes + 1)
        if eyes != viewer and self.state != "over":
            raise Refused("table.refused.eyes")

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

    # ------------------------------------------------------------------ commands

    def sit(
        self, seat: int, kind: SeatKind, at: int, *, name: str = "", level: str = "", owner: int | None = None
    ) -> list[AnyLine]:
        """Fills an open seat, empties one, or exchanges its bot; only before the deal."""
        if self.state != "waiting":
            raise Refused("table.refused.begun")
        if not 0 <= seat < self.setup.seats:
            raise Refused("table.refused.no_such_seat", seat=seat + 1)
        if kind == "person" and self.chairs[seat].kind != "open":
            raise Refused("table.refused.taken", seat=seat + 1)
        if kind == "bot" and not name:
            name = free_name(self.setup.id, [chair.name or "" for p, chair in enumerate(self.chairs) if p != seat])
        self._do(lines.Sat(seat, kind, seat if owner is None else owner, name or None, level), at)
        return self._close(at)

    def share(self, seat: int, seal: str | None, entropy: str | None, at: int) -> list[AnyLine]:
        """A seat's part of the shuffle: once, before the deal."""
        if self.state != "waiting" or self.chairs[seat].seal:
            raise Refused("table.refused.shared")
        if (seal is None) == (entropy is None):
            raise Refused("table.refused.share")
        self._do(lines.Shared(seat, seal or entropy or "", entropy or ""), at)
        return self._close(at)

    def open_share(self, seat: int, entropy: str, at: int) -> list[AnyLine]:
        """Opens a sealed part, once all seats have shown theirs."""
        if not self.is_opening:
            raise Refused("table.refused.not_opening")
        if self.chairs[seat].entropy or seal_of(entropy) != self.chairs[seat].seal:
            raise Refused("table.refused.seal")
        self._do(lines.Opened(seat, entropy), at)
        return self._close(at)

    def deal_late(self, at: int) -> list[AnyLine]:
        """Deals without the entropy that did not come in time."""
        due = self.deals_at()
        if due is None or at < due:
            return []
        self._do(lines.Began(), at)
        return self._close(at)

    def act(self, seat: int, actions: Sequence[int | str], ply: int, at: int) -> list[AnyLine]:
        """One decision or several in a row, all or none."""
        self._check_playing()
        self.match.check_turn(seat, ply)
        for action in self.match.check_row(seat, actions):
            before = self.match.position.state
            live = self.game.live(before, action)
            self._do(lines.Acted(seat, action, self.game.write(before, action)), at)
            if live or (not self.is_bots(seat) and self.match.has_learned):
                self._do(lines.Committed(seat), at)
        if self.match.is_done and self._sends_at_once(seat):
            self._do(lines.Committed(seat), at)
        return self._close(at)

    def _sends_at_once(self, seat: int) -> bool:
        return self.chairs[seat].confirm == "off" or self.is_bots(seat) or self.match.is_forced

    def undo(self, seat: int, ply: int, at: int, *, whole: bool = False) -> list[AnyLine]:
        """Takes back one decision, or the whole turn as far as it can be."""
        self._check_playing()
        shown = self.ply(seat)
        if ply != shown:
            raise Stale(ply, shown)
        depth = self.match.undo_depth(seat)
        if depth == 0:
            raise Refused("table.refused.undo")
        self._do(lines.Undone(seat, shown - (depth if whole else 1)), at)
        return self._close(at)

    def commit(self, seat: int, ply: int, at: int) -> list[AnyLine]:
        """Sends a turn that is done."""
        self._check_playing()
        shown = self.ply(seat)
        if ply != shown:
            raise Stale(ply, shown)
        if seat != self.match.runner or not self.match.is_done:
            raise Refused("table.refused.commit")
        self._do(lines.Committed(seat), at)
        return self._close(at)

    def commit_late(self, at: int) -> list[AnyLine]:
        """Sends a `timed` turn whose time is over."""
        due = self.commits_at()
        return [] if due is None or at < due else self.commit(self.match.runner, self.ply(self.match.runner), at)

    def set_confirm(self, seat: int, mode: Confirm, at: int) -> list[AnyLine]:
        """Whether the end of a seat's turn waits."""
        if self.chairs[seat].confirm == mode:
            return []
        self._do(lines.ConfirmSet(seat, mode), at)
        if self.match.is_done and self.match.runner == seat and mode == "off":
            self._do(lines.Committed(seat), at)
        return self._close(at)

    def hold(self, seat: int, why: lines.Why, at: int) -> list[AnyLine]:
        """A bot decides for a seat whose player is gone or out of time."""
        if self.state != "playing" or self.is_bots(seat):
            return []
        self._hold(seat, why, at)
        return self._close(at)

    def _hold(self, seat: int, why: lines.Why, at: int) -> None:
        self._do(lines.Held(seat, why), at)
        if self.match.is_done and self.match.runner == seat:
            self._do(lines.Committed(seat), at)

    def fall(self, at: int) -> list[AnyLine]:
        """Holds the seat whose clock has nothing left."""
        due = self.falls_at()
        return [] if due is None or at < due else self.hold(self.times.running, "time", at)

    def reclaim(self, seat: int, at: int) -> list[AnyLine]:
        """An owner takes the seat back."""
        if self.chairs[seat].left:
            raise Refused("table.refused.left")
        if self.state != "playing" or not self.chairs[seat].held:
            raise Refused("table.refused.not_held")
        self._do(lines.Reclaimed(seat), at)
        return self._close(at)

    def mute(self, seat: int, whom: int, on: bool, at: int) -> list[AnyLine]:
        """Whose chat a seat does not want."""
        if whom >= self.setup.seats or whom == seat:
            raise Refused("table.refused.no_such_seat", seat=whom + 1)
        if (whom in self.chairs[seat].muted) == on:
            return []
        self._do(lines.Muted(seat, NONE if whom == SPECTATOR else whom, on), at)
        return self._close(at)

    def resign(self, seat: int, at: int) -> list[AnyLine]:
        """A player gives up a seat for good: a bot plays it on, so that the others still have a game."""
        self._check_playing()
        self._check_stayed(seat)
        self._leave(seat, "resigned", at)
        return self._close(at)

    def propose(self, by: int, what: What, seat: int, at: int) -> list[AnyLine]:
        """Asks the others to abandon the game, to remove a seat's player or to let a bot hold the seat.

        One thing at a time. Where nobody else is there to agree, a player is removed only after having kept the table
        waiting; and a seat can be held so only where no clock does it, after a day.
        """
        self._check_playing()
        self._check_stayed(by)
        if self.proposal is not None:
            raise Refused("table.refused.proposed")
        proposal = Proposal(by, what, seat if what in ABOUT_SOMEBODY else NONE)
        if what in ABOUT_SOMEBODY:
            self._check_about(proposal)
        CHECKS[what](self, proposal, at)
        self._do(lines.Proposed(proposal.by, proposal.what, proposal.seat), at)
        return self._close(at)

    def _check_about(self, proposal: Proposal) -> None:
        """It is about another person who is still playing."""
        seat = proposal.seat
        if not 0 <= seat < self.setup.seats:
            raise Refused("table.refused.no_such_seat", seat=seat + 1)
        chair = self.chairs[seat]
        if chair.kind != "person" or chair.left or chair.owner == proposal.by:
            raise Refused("table.refused.not_removable", seat=seat + 1)

    def _check_removable(self, proposal: Proposal, at: int) -> None:
        if not self._voters(proposal) and not self._has_waited(proposal.seat, PATIENCE_MS, at):
            raise Refused("table.refused.too_soon", minutes=PATIENCE_MS // MINUTE)

    def _check_nothing(self, _proposal: Proposal, _at: int) -> None:
        """It may be proposed at any time."""

    def _check_pausable(self, _proposal: Proposal, _at: int) -> None:
        if self.setup.clock.kind == "none" or self.paused:
            raise Refused("table.refused.no_clock" if not self.paused else "table.refused.paused")

    def _check_holdable(self, proposal: Proposal, at: int) -> None:
        if self.setup.clock.kind != "none":
            raise Refused("table.refused.own_time")
        if not self._has_waited(proposal.seat, HOLD_MS, at):
            raise Refused("table.refused.wait_a_day")

    def _has_waited(self, seat: int, patience_ms: int, at: int) -> bool:
        """The table has waited so long for a seat to decide."""
        return self.times.running == seat and at - self.times.since >= patience_ms

    def vote(self, by: int, agree: bool, at: int) -> list[AnyLine]:
        """Answers a proposal: what all agree to is done, and one no ends it."""
        if self.proposal is None:
            raise Refused("table.refused.nothing_proposed")
        if by == self.proposal.by and agree:
            return []
        if by != self.proposal.by and by not in self._voters(self.proposal):
            raise Refused("table.refused.no_vote")
        self._do(lines.Voted(by, agree), at)
        return self._close(at)

    def _voters(self, proposal: Proposal) -> set[int]:
        """The links that must agree: all whose players are still playing, but for who asks and whom it is about."""
        about = NONE if proposal.seat == NONE else self.chairs[proposal.seat].owner
        playing = {chair.owner for chair in self.chairs if chair.kind == "person" and not chair.held}
        return playing - {proposal.by, about}

    def resume(self, at: int) -> list[AnyLine]:
        """The clock goes on; whoever plays may say so."""
        if not self.paused:
            raise Refused("table.refused.not_paused")
        self._do(lines.Resumed(), at)
        return self._close(at)

    def give_time(self, by: int, seat: int, at: int) -> list[AnyLine]:
        """More time for another: nobody need agree to that."""
        self._check_playing()
        if self.setup.clock.kind == "none":
            raise Refused("table.refused.no_clock")
        if not 0 <= seat < self.setup.seats:
            raise Refused("table.refused.no_such_seat", seat=seat + 1)
        if self.chairs[seat].kind != "person" or self.chairs[seat].owner == by:
            raise Refused("table.refused.not_removable", seat=seat + 1)
        self._do(lines.TimeGiven(by, seat), at)
        return self._close(at)

    def allow_spectators_chat(self, on: bool, at: int) -> list[AnyLine]:
        """Whether those who only watch may speak."""
        if self.spectators_chat == on:
            return []
        self._do(lines.SpectatorsChat(on), at)
        return self._close(at)

    def _check_stayed(self, seat: int) -> None:
        if seat != NONE and self.chairs[seat].left:
            raise Refused("table.refused.left")

    def follow_with(self, table: str, at: int) -> list[AnyLine]:
        """Names the rematch; the first one asked for is the one."""
        if self.state != "over":
            raise Refused("table.refused.not_over")
        if self.followed_by:
            raise Refused("table.refused.rematch")
        self._do(lines.FollowedBy(table), at)
        return self._close(at)

    def _check_playing(self) -> None:
        if self.state != "playing":
            raise Refused("table.refused.over" if self.state == "over" else "table.refused.not_begun")

    # ------------------------------------------------------------------ the fold

    def _do(self, line: AnyLine, at: int) -> None:
        self.fold(line, at)
        self._fresh.append(line)

    def _close(self, at: int) -> list[AnyLine]:
        """Ends a command: deals when all is there, draws what chance has to draw, and hands out the lines."""
        if self.state == "waiting" and self.is_full and all(self.chairs[p].entropy for p in self._sharers()):
            self._do(lines.Began(), at)
        if self.state == "playing":
            self._part(at)
        while self.state == "playing" and is_chance(self.match):
            self._draw(at)
        fresh, self._fresh = self._fresh, []
        return fresh

    def _part(self, at: int) -> None:
        """Does what was agreed to; where nobody is left to play, the game ends."""
        proposal = self.proposal
        if proposal is not None and self._is_agreed(proposal, at):
            if proposal.what == "abandon":
                self._abandon(at)
                return
            if proposal.what == "pause":
                self._do(lines.Paused(), at)
                return
            for seat in self.seats_of(self.chairs[proposal.seat].owner):
                self._leave(seat, "removed", at) if proposal.what == "remove" else self._hold(seat, "asked", at)
        if all(chair.left for chair in self.chairs if chair.kind == "person") and any(c.left for c in self.chairs):
            self._abandon(at)

    def _is_agreed(self, proposal: Proposal, at: int) -> bool:
        is_by_many = proposal.what != "remove" or proposal.agreed or self._has_waited(proposal.seat, PATIENCE_MS, at)
        return bool(is_by_many) and self._voters(proposal) <= proposal.agreed

    def _leave(self, seat: int, why: Literal["resigned", "removed"], at: int) -> None:
        self._do(lines.Left(seat, why), at)
        if self.match.is_done and self.match.runner == seat:
            self._do(lines.Committed(seat), at)

    def _abandon(self, at: int) -> None:
        """What was still tried out is shown: nothing is hidden any more."""
        if self.match.pending:
            self._do(lines.Committed(self.match.runner), at)
        self._do(lines.Abandoned(), at)

    def _sharers(self) -> list[int]:
        """The seats whose clients take part in the shuffle: one for each link; none in a deal of the day."""
        if self.setup.daily:
            return []
        return sorted({chair.owner for chair in self.chairs if chair.kind == "person"})

    def _draw(self, at: int) -> None:
        before = self.match.position.copy()
        outcome = self._next_outcome()
        self._fresh.append(lines.Drawn(outcome, self.game.write(before.state, outcome)))
        self._folded(at)

    def _next_outcome(self) -> int:
        position = self.match.position
        return self.match.draw(self._chance.draw(position.ply, position.chance_total))

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

    @cached_property
    def _chance(self) -> Chance:
        """The draws; asked for only once the deal has begun, when no entropy can be added any more."""
        entropy = [chair.entropy for chair in self.chairs]
        return Chance.of(self.seed, self.game, self.setup.seats, self.setup.options, entropy)

    def _fold_acted(self, line: lines.Acted, _at: int) -> None:
        if self.match.position.to_move != line.seat:
            raise self._broken()
        self.paused = False
        if self.chairs[line.seat].held:
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
        elif self.match.position.to_move != CHANCE or self._next_outcome() != line.action:
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

    # ------------------------------------------------------------------ the end

    def proof(self) -> Proof:
        """Opened only when the game is over."""
        if self.state != "over":
            raise Refused("table.refused.not_over")
        if self.setup.imported:
            return self.setup.proof or Proof("", "", [""] * self.setup.seats, [""] * self.setup.seats)
        entropy = [chair.entropy for chair in self.chairs]
        return Proof(self.setup.commitment, self.seed, entropy, [chair.seal for chair in self.chairs])

    def record(self) -> Record:
        """The finished game, for keeping; a running one would tell its secrets.

        One from elsewhere keeps its signature where that is still good for what is told here.
        """
        if self.setup.branch is not None:
            raise Refused("table.refused.branch")
        proof = self.proof()
        names = [chair.name or "" for chair in self.chairs]
        played = Record.of(self.match.position, names, self.setup.proof if self.setup.imported else proof)
        record = msgspec.structs.replace(played, stand_ins=sorted(self.stood_in) or None)
        signed = msgspec.structs.replace(record, signature=self.setup.signature)
        return signed if is_signed(signed) else record

    def result(self) -> messages.Result:
        """Scores, how it ended, and the opened proof, draw by draw."""
        if self.abandoned:
            raise Refused("table.refused.abandoned")
        proof = self.proof()
        ending = self.match.position.ending
        assert ending is not None  # its proof is opened, so the game is over
        draws = [] if self.setup.imported or self.setup.branch else self.prove()
        opened = messages.OpenedProof(**msgspec.structs.asdict(proof), draws=draws)
        return messages.Result(self.view(SPECTATOR, 0).scores, ending, opened)

    def prove(self) -> list[DrawProof]:
        """Every draw of a game that is over, with what stood for it; replayed once, which takes its time."""
        if self._proven is None:
            self._proven = self._draws()
        return self._proven

    def _draws(self) -> list[DrawProof]:
        past = self.match.position.at(0)
        draws = []
        for ply, (who, action) in enumerate(self.match.position.plies):
            if who == CHANCE:
                draws.append(prove_draw(past, self._chance.draw(ply, past.chance_total)))
            else:
                past.apply(action)
        return draws


def prove_draw(position: Position, r: int) -> DrawProof:
    """Draws what r stands for, and says which other numbers stand for the same."""
    low, weight = position.numbers_of(r)
    ply, total = position.ply, position.chance_total
    return DrawProof(ply, total, r, position.roll(r), low, weight)


ABOUT_SOMEBODY: tuple[What, ...] = ("remove", "hold")
CHECKS: dict[What, Callable[[Table, Proposal, int], None]] = {
    "abandon": Table._check_nothing,
    "pause": Table._check_pausable,
    "remove": Table._check_removable,
    "hold": Table._check_holdable,
}
FOLDS: dict[type, Callable[[Table, Any, int], None]] = {
    lines.Sat: Table._fold_sat,
    lines.Shared: Table._fold_shared,
    lines.Opened: Table._fold_opened,
    lines.Began: Table._fold_began,
    lines.Acted: Table._fold_acted,
    lines.Committed: Table._fold_committed,
    lines.Drawn: Table._fold_drawn,
    lines.Undone: Table._fold_undone,
    lines.ConfirmSet: Table._fold_confirm,
    lines.Held: Table._fold_held,
    lines.Reclaimed: Table._fold_reclaimed,
    lines.Muted: Table._fold_muted,
    lines.Left: Table._fold_left,
    lines.Proposed: Table._fold_proposed,
    lines.Voted: Table._fold_voted,
    lines.Abandoned: Table._fold_abandoned,
    lines.Paused: Table._fold_paused,
    lines.Resumed: Table._fold_resumed,
    lines.TimeGiven: Table._fold_time_given,
    lines.SpectatorsChat: Table._fold_spectators_chat,
    lines.FollowedBy: Table._fold_followed,
}
