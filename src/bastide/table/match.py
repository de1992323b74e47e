"""A game between seats: decisions, draws, and what of a turn the others have not been shown yet.

Decisions of one seat in a row are a `Run`. They are pending, seen by that seat alone, until they are published; draws
come only after publication. docs/undo.md draws the invariants. Legality is decided by the position: `check_row` tries
several decisions on a copy, and turns a refusal into a phrase made from the asker's view. Nothing that leaves this
module towards a viewer is made from more than that viewer's view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import msgspec

from bastide.core.errors import BadNotation, IllegalAction
from bastide.core.game import Game
from bastide.core.position import Ply, Position, View
from bastide.core.state import CHANCE, NONE, OVER, SPECTATOR
from bastide.table.chronicle import Chronicle, Narrator, Past
from bastide.table.milestones import Milestones
from bastide.table.refused import NO_MOVE, Refused, Stale
from bastide.table.undo import teaches

VIEWERS = 16  # more than there are, SPECTATOR included


@cache
def viewers_of(seats: int) -> tuple[int, ...]:
    return (*range(seats), SPECTATOR)


class Rewind(NamedTuple):
    """An undo: the ply that was gone back to, and who had been shown more (None: everybody)."""

    ply: int
    viewer: int | None


@dataclass
class Run:
    """Decisions of one seat in a row, with the position before each; the latest position is the match's own."""

    seat: int
    trail: list[Position]

    def holds(self, ply: int) -> bool:
        """Whether the decision at this ply belongs to the run."""
        return bool(self.trail) and 0 <= ply - self.trail[0].ply < len(self.trail)

    def before(self, ply: int) -> Position:
        """The position of the run at a ply."""
        return self.trail[ply - self.trail[0].ply]

    def cut(self, ply: int) -> Position:
        """Goes back to a ply: drops the decisions made since, and returns the position there."""
        back = self.before(ply)
        del self.trail[ply - self.trail[0].ply :]
        return back


class MatchSnapshot(msgspec.Struct, frozen=True):
    """A match without its replay: its plies, and the bytes of the positions that an undo may go back to."""

    plies: list[Ply]
    published: int
    runner: int
    former: int
    former_length: int
    rewinds: list[Rewind]
    states: list[bytes]


class Match:
    """Plies, published or not. The caller logs what `act`, `draw`, `commit` and `undo` did, and may replay it."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, object],
        start: bytes | None = None,
        past: Sequence[Ply] = (),
    ) -> None:
        """From the table before the first draw, or from a state that another game came to by its `past`."""
        self.game = game
        self.viewers = viewers_of(seats)
        opening = Position(game, seats, options, None)
        self.position = opening if start is None else Position.resume(game, seats, options, [], start)
        self._past = Past(opening, past) if past else None
        self.published = 0  # plies that everybody has been shown
        self.run: Run | None = None  # the decisions in a row that end the game so far; None after a draw
        self.former: Run | None = None  # the published run under it, while nothing of `run` is published
        self.rewinds: list[Rewind] = []
        self.public = self.position  # as everybody has been shown it
        self._start = self.position.copy()
        self._start.put_away()
        self._milestones = Milestones(self._start)
        self._chronicles: dict[int, Chronicle] = {}
        self._narrator = Narrator(game)
        self._taught: dict[int, bool] = {}  # caches `teaches` by ply and viewer, in one number
        self._stand()

    def _stand(self) -> None:
        """Says how the match stands after a change: every view and every line asks for this several times."""
        ply, to_move = self.position.ply, self.position.to_move
        self.runner = NONE if self.run is None else self.run.seat  # whose decisions end the game so far, or NONE
        self.pending = ply - self.published  # decisions that only their maker has seen
        self.mover = self.public.to_move  # who is asked, as everybody knows it; CHANCE or OVER when no seat is
        self.is_over = to_move == OVER and not self.pending
        self.is_done = self.pending > 0 and to_move != self.runner  # nothing is left to choose in the pending turn

    # ---- looking

    @property
    def seats(self) -> int:
        return self.position.seats

    def shown(self, viewer: int) -> Position:
        """The position a viewer has been shown: all of it to the seat that decides, the published part to others."""
        return self.position if viewer == self.runner else self.public

    def ply(self, viewer: int) -> int:
        """How many plies a viewer has been shown."""
        return self.published + self.pending if viewer == self.runner else self.published

    def view(self, viewer: int) -> View:
        return self.shown(viewer).view(viewer)

    def chronicle(self, viewer: int) -> Chronicle:
        """The log as a viewer reads it, up to what that viewer has been shown."""
        chronicle = self._chronicles.get(viewer)
        if chronicle is None:
            chronicle = self._chronicles[viewer] = Chronicle(self._narrator, viewer, self._start, self._past)
        if chronicle.ply < self.ply(viewer):
            chronicle.follow(self.shown(viewer).since(chronicle.ply))
        return chronicle

    def known_since(self, viewer: int, seen: int) -> int:
        """From which ply on a viewer who has the log up to `seen` needs it again: earlier if some was taken back."""
        return min([seen, *(rewind.ply for rewind in self.rewinds if rewind.viewer in (viewer, None))])

    def past(self, viewer: int, ply: int) -> Position:
        """An earlier position, among those the viewer has been shown."""
        shown = self.shown(viewer)
        if not 0 <= ply <= shown.ply:
            raise Refused("table.refused.no_such_ply", ply=ply, last=shown.ply)
        return shown if ply == shown.ply else self._milestones.at(shown, ply)

    # ---- asking

    def check_turn(self, seat: int, ply: int) -> None:
        """A decision must come from the seat that is asked, looking at what is there now."""
        shown = self.shown(seat)
        if shown.is_over:
            raise Refused("table.refused.over")
        if ply != shown.ply:
            raise Stale(ply, shown.ply)
        if self.mover != seat:
            raise Refused("table.refused.not_your_turn", seat=f"#{self.mover}")

    def check_row(self, seat: int, actions: Sequence[int | str]) -> list[int]:
        """The legal actions meant by ids or texts in a row; a refusal that says which clause forbids one."""
        if not actions:
            raise Refused("table.refused.nothing_asked")
        if len(actions) == 1 and actions[0] in self.position.legal and self.position.to_move == seat:
            return [int(actions[0])]
        trial = self.position.copy()
        return [try_action(trial, seat, action) for action in actions]

    def undo_depth(self, seat: int) -> int:
        """How many decisions a seat can take back: nobody has decided since, and nobody learned anything from them.

        What another seat is still trying out unseen is no decision yet.
        """
        if self.run is None or self.is_over:
            return 0
        if seat == self.run.seat:
            return self._harmless(self.run, self.position)
        if self.former is not None and seat == self.former.seat:
            return self._harmless(self.former, self.run.trail[0])
        return 0

    def undo_refusal(self, seat: int) -> str:
        """Why a seat that can take nothing back cannot undo its latest decision; empty if others decided since."""
        latest = next((ply.who for ply in self.shown(seat).backwards() if ply.who != CHANCE), NONE)
        if latest != seat or self.is_over:
            return ""
        return "table.no_undo.revealed" if next(self.shown(seat).backwards()).who == seat else "table.no_undo.drawn"

    @property
    def has_learned(self) -> bool:
        """The latest decision taught its maker something: it is final, and need not wait to be shown."""
        if self.run is None or not self.pending:
            return False
        return self._has_taught(self.run.trail[-1], self.position, self.run.seat)

    def _harmless(self, run: Run, after: Position) -> int:
        """How many decisions at the end of a run, which `after` follows, taught nobody anything."""
        depth = 0
        for before in reversed(run.trail):
            if self._has_taught(before, after, run.seat):
                break
            after, depth = before, depth + 1
        return depth

    def _has_taught(self, before: Position, after: Position, seat: int) -> bool:
        """Whether a decision taught anything to those who have been shown it."""
        ply = before.ply
        for viewer in self.viewers if ply < self.published else (seat,):
            step = ply * VIEWERS + viewer
            taught = self._taught.get(step)
            if taught is None:  # it does not change
                action = after.since(ply)[0].action
                taught = self._taught[step] = teaches(before, action, after, viewer)
            if taught:
                return True
        return False

    @property
    def is_forced(self) -> bool:
        """No decision of the pending turn had an alternative, so there is nothing to think over."""
        pending = [] if self.run is None else self.run.trail[-self.pending :]
        return all(len(before.legal) == 1 for before in pending)

    # ---- doing (the caller has asked, or replays its log)

    def act(self, action: int) -> None:
        """One decision of the seat that is asked; only that seat sees it yet. IllegalAction changes nothing."""
        before, seat = self.position.copy(), self.position.to_move
        self.position.apply(action)
        if self.run is None or self.run.seat != seat:
            self.former, self.run = self.run, Run(seat, [])
        if self.position.ply == self.published + 1:
            self.public = before
        before.put_away()
        self.run.trail.append(before)
        self._stand()

    def commit(self) -> None:
        """Publishes the pending decisions: everybody is shown them."""
        self.published, self.public = self.position.ply, self.position
        self.former = None
        self._stand()

    def draw(self, r: int) -> int:
        """Chance moves: the outcome at r, of which everybody may then see what they may."""
        outcome = self.position.roll(r)
        self._end_run()
        return outcome

    def draw_as(self, outcome: int) -> None:
        """Chance moves: an outcome that was drawn elsewhere, as in an imported game."""
        self.position.draw(outcome)
        self._end_run()

    def _end_run(self) -> None:
        """Nothing before a draw can be taken back."""
        self.run = None
        self.commit()
        self._taught.clear()

    def undo(self, seat: int, ply: int) -> None:
        """A seat goes back to an earlier ply of its run; what another was trying out after it is dropped."""
        run = self.run if self.runner == seat else self.former
        if run is None or run.seat != seat or not run.holds(ply):
            raise ValueError(f"seat {seat} has no decision at ply {ply} to take back")
        self.position = run.cut(ply)
        if run is self.former:
            self.run, self.former = run, None
        if not run.trail:
            self.run, self.former = self.former, None
        self.rewinds.append(Rewind(ply, None if ply < self.published else seat))
        self._publish(min(self.published, ply))
        self._milestones.cut(ply)
        for chronicle in self._chronicles.values():
            chronicle.rewind(self.position)
        self._taught = {step: taught for step, taught in self._taught.items() if step < ply * VIEWERS + SPECTATOR}

    def _publish(self, ply: int) -> None:
        """The plies up to one, and no others, have been shown to everybody."""
        self.published = ply
        self.public = self.position if ply == self.position.ply or self.run is None else self.run.before(ply)
        self._stand()

    # ---- snapshots

    def snapshot(self) -> MatchSnapshot:
        """Everything that `restore` needs, without a replay."""
        former = [] if self.former is None else self.former.trail
        trail = [] if self.run is None else self.run.trail
        return MatchSnapshot(
            plies=self.position.plies,
            published=self.published,
            runner=self.runner,
            former=NONE if self.former is None else self.former.seat,
            former_length=len(former),
            rewinds=self.rewinds,
            states=[bytes(position) for position in [*former, *trail, self.position]],
        )

    def restore(self, snapshot: MatchSnapshot) -> None:
        """Stands where the match stood of which this is a snapshot."""
        first = len(snapshot.plies) - len(snapshot.states) + 1
        options = self.position.options
        *trail, self.position = [
            Position.resume(self.game, self.seats, options, snapshot.plies[: first + i], data)
            for i, data in enumerate(snapshot.states)
        ]
        split = snapshot.former_length
        self.run = None if snapshot.runner == NONE else Run(snapshot.runner, trail[split:])
        self.former = None if snapshot.former == NONE else Run(snapshot.former, trail[:split])
        self.rewinds = list(snapshot.rewinds)
        self._publish(snapshot.published)


def try_action(trial: Position, seat: int, action: int | str) -> int:
    """Applies an id or a text to a copy of the game, and returns the id. A refusal is made from the seat's own view."""
    if trial.to_move != seat:
        raise Refused("table.refused.nothing_left")
    view = trial.view(seat)
    asked = read_action(view, action) if isinstance(action, str) else action
    try:
        trial.apply(asked)
    except IllegalAction:
        raise refusal_of(view, asked) from None
    return asked


def read_action(view: View, text: str) -> int:
    """The action id that a text in notation means to a viewer."""
    try:
        return view.game.read(view.state, text)
    except BadNotation:
        raise Refused(NO_MOVE, text=text) from None


def refusal_of(view: View, action: int) -> Refused:
    """Why an action is not legal, as far as the viewer can know."""
    game = view.game
    if not 0 <= action < game.spec.num_actions:
        return Refused("table.refused.no_such_action", action=action)
    clause = game.refuse(view.state, action)
    return Refused(f"{game.id}.refuse.{clause}", clause)


def is_chance(match: Match) -> bool:
    """Chance is to move, and everybody knows it."""
    return match.mover == CHANCE and not match.pending
