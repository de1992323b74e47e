"""A game between seats: decisions, draws, and what of a turn the others have not been shown yet.

The one legality check of a table is here. Decisions of one seat in a row are tentative until they are published; draws
come only after publication. Nothing that leaves this module towards a viewer is made from more than that viewer's view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bastide.core.errors import BadNotation
from bastide.core.game import Game
from bastide.core.position import Ply, Position, View
from bastide.core.state import CHANCE, SPECTATOR
from bastide.table.chronicle import Chronicle
from bastide.table.refused import Refused, Stale
from bastide.table.undo import teaches

NOBODY = -1
EVERYBODY = -2


class Kept(msgspec.Struct, frozen=True):
    """A match put by: its plies, and the records of its latest positions."""

    plies: list[Ply]
    published: int
    runner: int
    former: int
    former_length: int
    rewinds: list[tuple[int, int]]
    states: list[bytes]


class Match:
    """Plies, published or not. The caller logs what `act`, `draw`, `commit` and `undo` did, and may replay it."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, object]) -> None:
        self.game = game
        self.position = Position(game, seats, options, None)
        self.published = 0
        self.runner = NOBODY  # whose decisions in a row end the game so far
        self.trail: list[Position] = []  # the position before each of those decisions
        self.former = NOBODY  # whose run lies under one of which nothing is published yet
        self.former_trail: list[Position] = []
        self.rewinds: list[tuple[int, int]] = []  # plies to which something was taken back, and who had seen it
        self._start = self.position.copy()
        self._chronicles: dict[int, Chronicle] = {}
        self._taught: dict[tuple[int, bool], bool] = {}

    # ---- looking

    @property
    def seats(self) -> int:
        return self.position.seats

    @property
    def viewers(self) -> list[int]:
        return [*range(self.seats), SPECTATOR]

    @property
    def pending(self) -> int:
        """Decisions that only their maker has seen."""
        return self.position.ply - self.published

    @property
    def mover(self) -> int:
        """The seat that is asked, as everybody knows it; CHANCE or OVER when none is."""
        return self.shown(SPECTATOR).to_move

    @property
    def is_over(self) -> bool:
        return self.position.is_over and not self.pending

    @property
    def is_done(self) -> bool:
        """Nothing is left to choose in the turn that waits to be published."""
        return self.pending > 0 and self.position.to_move != self.runner

    def shown(self, viewer: int) -> Position:
        """The position a viewer has been shown: all of it to the seat that decides, the published part to others."""
        return self.position if viewer == self.runner or not self.pending else self.trail[-self.pending]

    def view(self, viewer: int) -> View:
        return self.shown(viewer).view(viewer)

    def chronicle(self, viewer: int) -> Chronicle:
        """What has been told to a viewer, up to what that viewer has been shown."""
        told = self._chronicles.get(viewer)
        if told is None:
            told = self._chronicles[viewer] = Chronicle(self.game, viewer, self._start)
        told.follow(self.shown(viewer).plies[told.ply :])
        return told

    def known_since(self, viewer: int, seen: int) -> int:
        """From which ply on a viewer who knows the story up to `seen` needs it: earlier if some was taken back."""
        return min([seen, *(ply for ply, who in self.rewinds if who in (viewer, EVERYBODY) and ply < seen)])

    def past(self, viewer: int, ply: int) -> Position:
        """An earlier position, among those the viewer has been shown."""
        shown = self.shown(viewer)
        if not 0 <= ply <= shown.ply:
            raise Refused("table.refused.no_such_ply", ply=ply, last=shown.ply)
        return shown if ply == shown.ply else shown.at(ply)

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
        walk = self.position.copy()
        row = []
        for action in actions:
            row.append(legal_action(walk, seat, action))
            walk.apply(row[-1])
        return row

    def undo_depth(self, seat: int) -> int:
        """How many decisions a seat can take back: nobody has decided since, and nobody learned anything from them.

        What another seat is still trying out unseen is no decision yet.
        """
        if seat == NOBODY or self.is_over:
            return 0
        if seat == self.runner:
            return self._harmless(self.trail, self.position, seat)
        if seat == self.former:
            return self._harmless(self.former_trail, self.trail[0], seat)
        return 0

    def why_it_stands(self, seat: int) -> str:
        """Why the latest decision of a seat cannot be taken back, while it is the latest of all; empty if it can."""
        latest = next((ply.who for ply in reversed(self.shown(seat).plies) if ply.who != CHANCE), NOBODY)
        if latest != seat or self.is_over or self.undo_depth(seat):
            return ""
        return "table.stands.revealed" if self.shown(seat).plies[-1].who == seat else "table.stands.drawn"

    @property
    def has_learned(self) -> bool:
        """The latest decision taught its maker something: it is final, and need not wait to be shown."""
        return self.pending > 0 and self._has_taught(self.trail[-1], self.position, self.runner)

    def _harmless(self, trail: list[Position], after: Position, seat: int) -> int:
        """How many decisions at the end of a run taught nobody anything."""
        depth = 0
        for before in reversed(trail):
            if self._has_taught(before, after, seat):
                break
            after, depth = before, depth + 1
        return depth

    def _has_taught(self, before: Position, after: Position, seat: int) -> bool:
        """Whether a decision taught anything to those who have been shown it; remembered, since it does not change."""
        is_published = before.ply < self.published
        known = self._taught.get((before.ply, is_published))
        if known is None:
            viewers = self.viewers if is_published else [seat]
            action = after.plies[before.ply].action
            known = any(teaches(before, action, after, viewer) for viewer in viewers)
            self._taught[before.ply, is_published] = known
        return known

    @property
    def is_forced(self) -> bool:
        """No decision of the pending turn had an alternative, so there is nothing to think over."""
        return all(len(before.legal) == 1 for before in self.trail[-self.pending :])

    # ---- doing (unchecked: the caller has asked, or replays what was logged)

    def act(self, action: int) -> None:
        """One decision of the seat that is asked; only that seat sees it yet."""
        seat = self.position.to_move
        if seat != self.runner:
            self.former, self.former_trail = self.runner, self.trail
            self.runner, self.trail = seat, []
        self.trail.append(self.position.copy())
        self.position.apply(action)

    def commit(self) -> None:
        """All decisions made are shown to everybody."""
        self.published = self.position.ply
        self.former, self.former_trail = NOBODY, []

    def draw(self, r: int) -> int:
        """Chance moves: the outcome at r, of which everybody may then see what they may."""
        outcome = self.position.roll(r)
        self._end_run()
        return outcome

    def draw_as(self, outcome: int) -> None:
        """Chance has moved elsewhere, and this came of it."""
        self.position.draw(outcome)
        self._end_run()

    def _end_run(self) -> None:
        """Nothing before a draw can be taken back."""
        self.runner, self.trail = NOBODY, []
        self.commit()
        self._taught.clear()

    def undo(self, seat: int, ply: int) -> None:
        """A seat goes back to an earlier ply of its run; what another was trying out after it is dropped."""
        if seat != self.runner:
            self.position = self.trail[0]
            self._end_trial()
        back = self.trail[ply - self.position.ply]
        del self.trail[ply - self.position.ply :]
        self.position = back
        if not self.trail:
            self._end_trial()
        self.rewinds.append((ply, EVERYBODY if ply < self.published else seat))
        self.published = min(self.published, ply)
        for told in self._chronicles.values():
            told.rewind(back)
        self._taught = {key: known for key, known in self._taught.items() if key[0] < ply}

    def _end_trial(self) -> None:
        """Nothing is left of a run of which nothing was published: the one before it is the latest again."""
        self.runner, self.trail = self.former, self.former_trail
        self.former, self.former_trail = NOBODY, []

    # ---- keeping

    def dump(self) -> Kept:
        """Everything that `load` needs to stand where this match stands, without a replay."""
        run = [*self.former_trail, *self.trail, self.position]
        return Kept(
            self.position.plies,
            self.published,
            self.runner,
            self.former,
            len(self.former_trail),
            self.rewinds,
            [bytes(position) for position in run],
        )

    def load(self, kept: Kept) -> None:
        """Stands where another match stood when it was dumped."""
        first = len(kept.plies) - len(kept.states) + 1
        options = self.position.options
        run = [
            Position.resume(self.game, self.seats, options, kept.plies[: first + i], data)
            for i, data in enumerate(kept.states)
        ]
        *trail, self.position = run
        self.former_trail, self.trail = trail[: kept.former_length], trail[kept.former_length :]
        self.published, self.runner, self.former = kept.published, kept.runner, kept.former
        self.rewinds = list(kept.rewinds)


def legal_action(position: Position, seat: int, action: int | str) -> int:
    """The legal action meant by an id or a text. The refusal is made from the seat's own view."""
    game = position.game
    if position.to_move != seat:
        raise Refused("table.refused.nothing_left")
    v = position.view(seat).state
    if isinstance(action, str):
        try:
            action = game.read(v, action)
        except BadNotation:
            raise Refused("table.refused.notation", text=action) from None
    if action in position.legal:
        return action
    if not 0 <= action < game.spec.num_actions:
        raise Refused("table.refused.no_such_action", action=action)
    clause = game.refuse(v, action)
    raise Refused(f"{game.id}.refuse.{clause}", clause)


def is_chance(match: Match) -> bool:
    """Chance is to move, and everybody knows it."""
    return match.position.to_move == CHANCE and not match.pending
