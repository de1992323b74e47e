"""A table that takes commands. A command checks, does, and returns the lines that say what it did; folding those lines
gives the same table again. Times are milliseconds that the caller gives. A command that is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bastide.core.state import NONE, SPECTATOR
from bastide.table import lines
from bastide.table.fairness import seal_of
from bastide.table.first_names import free_name
from bastide.table.folded import FoldedLog
from bastide.table.lines import AnyLine
from bastide.table.match import is_chance
from bastide.table.parting import What
from bastide.table.parts import Confirm, SeatKind
from bastide.table.proposals import is_agreed, make_proposal, voters
from bastide.table.refused import Refused, Stale
from bastide.table.setup import Setup


class Table(FoldedLog):
    """One table, live."""

    def __init__(self, setup: Setup, seed: str) -> None:
        super().__init__(setup, seed)
        self._fresh: list[AnyLine] = []  # of the command under way

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

    def act(self, seat: int, actions: Sequence[int | str], ply: int, at: int, *, by: str = "") -> list[AnyLine]:
        """One decision or several in a row, all or none; `by` names a bot that stood in for the seat's own."""
        self._check_playing()
        self.match.check_turn(seat, ply)
        for action in self.match.check_row(seat, actions):
            before = self.match.position.state
            live = self.game.live(before, action)
            self._do(lines.Acted(seat, action, self.game.write(before, action), by), at)
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
        """Asks the others to abandon or pause the game, to remove a player or to let a bot hold a seat."""
        self._check_playing()
        self._check_stayed(by)
        proposal = make_proposal(self, by, what, seat, at)
        self._do(lines.Proposed(proposal.by, proposal.what, proposal.seat), at)
        return self._close(at)

    def vote(self, by: int, agree: bool, at: int) -> list[AnyLine]:
        """Answers a proposal: what all agree to is done, and one no ends it."""
        if self.proposal is None:
            raise Refused("table.refused.nothing_proposed")
        if by == self.proposal.by and agree:
            return []
        if by != self.proposal.by and by not in voters(self, self.proposal):
            raise Refused("table.refused.no_vote")
        self._do(lines.Voted(by, agree), at)
        return self._close(at)

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

    def _do(self, line: AnyLine, at: int) -> None:
        self.fold(line, at)
        self._fresh.append(line)

    def _close(self, at: int) -> list[AnyLine]:
        """Ends a command: deals when all is there, draws what chance has to draw, and hands out the lines."""
        if self.state == "waiting" and self.is_full and all(self.chairs[p].entropy for p in self.sharers()):
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
        if proposal is not None and is_agreed(self, proposal, at):
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

    def _leave(self, seat: int, why: Literal["resigned", "removed"], at: int) -> None:
        self._do(lines.Left(seat, why), at)
        if self.match.is_done and self.match.runner == seat:
            self._do(lines.Committed(seat), at)

    def _abandon(self, at: int) -> None:
        """What was still tried out is shown: nothing is hidden any more."""
        if self.match.pending:
            self._do(lines.Committed(self.match.runner), at)
        self._do(lines.Abandoned(), at)

    def _draw(self, at: int) -> None:
        before = self.match.position.state
        outcome = self.next_outcome()
        self._fresh.append(lines.Drawn(outcome, self.game.write(before, outcome)))
        self._folded(at)
