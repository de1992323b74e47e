"""A viewer's whole view of one position, made from what `look` leaves of it."""

from __future__ import annotations

from typing import Any

from bastide.core import words
from bastide.core.game import Game
from bastide.core.play import entry_points
from bastide.core.position import Position, View
from bastide.core.state import OVER, SPECTATOR, data_of, from_bytes, reader
from bastide.core.words import Phrase, Prompt
from bastide.table import parts
from bastide.table.chronicle import Chronicle
from bastide.table.match import Match
from bastide.table.parts import Choice, Clock, Confirm, Plan, Refusal, Turn

NO_TURN = Turn(undo=0, restart=False, pending=False, done=False)
CONFIRM_PROMPT = "table.prompt.confirm"


def viewer_or_none(viewer: int) -> int | None:
    return None if viewer == SPECTATOR else viewer


def present_view(match: Match, viewer: int, clock: Clock, confirm: Confirm, auto_ms: int | None) -> parts.View:
    """What a viewer sees now, with what that viewer may decide."""
    chronicle = match.chronicle(viewer)
    view = chronicle.take_view()
    is_done = match.is_done and viewer == match.runner
    is_asked = match.mover == viewer and not is_done
    return parts.View(
        ply=match.ply(viewer),
        viewer=viewer_or_none(viewer),
        picture=view.picture(),
        prompt=Prompt(Phrase(CONFIRM_PROMPT), viewer) if is_done else prompt(view, chronicle),
        choices=choices(view) if is_asked else [],
        turn=turn(match, viewer, confirm, auto_ms),
        scores=chronicle.scores(match.position.scores() if match.is_over else None),
        clock=clock,
        plans=plans(view) if is_asked else [],
    )


def is_asked_in(match: Match, viewer: int) -> bool:
    """Whether something is left for the viewer to decide."""
    return match.mover == viewer and not (match.is_done and viewer == match.runner)


def past_view(position: Position, viewer: int, chronicle: Chronicle, clock: Clock) -> parts.View:
    """What a viewer saw at an earlier ply; nothing can be decided there."""
    return _still_view(position.view(viewer), position.ply, chronicle, clock, position)


def peek_view(match: Match, viewer: int, clock: Clock) -> parts.View:
    """What everybody else sees of the viewer: the viewer's own view, looked at and drawn as a spectator's.

    The truth is not consulted, and nothing is drawn as another seat sees itself, so this tells a viewer nothing new.
    """
    public = match.view(viewer).look(SPECTATOR)
    shown = match.shown(viewer)
    return _still_view(public, shown.ply, match.chronicle(viewer), clock, shown)


def _still_view(view: View, ply: int, chronicle: Chronicle, clock: Clock, position: Position) -> parts.View:
    return parts.View(
        ply=ply,
        viewer=viewer_or_none(view.seat),
        picture=view.picture(),
        prompt=prompt(view, chronicle, ply),
        choices=[],
        turn=NO_TURN,
        scores=chronicle.scores(position.scores() if position.is_over else None, ply),
        clock=clock,
    )


def prompt(view: View, chronicle: Chronicle, ply: int | None = None) -> Prompt:
    """What is asked; of a finished game, its last line: who has won, and how."""
    if view.to_move != OVER:
        return view.game.prompt(view.state, view.seat)
    told = chronicle.last(ply)
    return Prompt(Phrase(told.key, told.values), clause=told.clause)


def turn(match: Match, viewer: int, confirm: Confirm, auto_ms: int | None) -> Turn:
    """How far the viewer may go back, and what waits to be sent."""
    if viewer == SPECTATOR:
        return NO_TURN
    depth = match.undo_depth(viewer)
    mine = viewer == match.runner
    no_undo = "" if depth else match.undo_refusal(viewer)
    return Turn(
        undo=depth,
        restart=depth > 0,
        pending=mine and match.pending > 0,
        done=mine and match.is_done,
        confirm=confirm,
        auto_ms=auto_ms if mine and match.is_done else None,
        no_undo=Phrase(no_undo) if no_undo else None,
    )


def choices(view: View) -> list[Choice]:
    """Every legal action as the page offers it."""
    v, seat, write, choice = view.state, view.seat, view.game.write, view.game.choice
    offered = []
    for a in view.legal:
        said = choice(v, a, seat)
        offered.append(
            Choice(
                action=a,
                text=write(v, a),
                label=said.label,
                targets=said.targets,
                commits=said.commits,
                effects=said.effects,
                points=said.points,
                majorities=said.majorities,
                risk=said.risk,
                reveals=said.reveals,
                verb=said.verb,
            )
        )
    return offered


def plans(view: View) -> list[Plan]:
    """Rows of legal actions offered as one."""
    offered = view.game.plans(view.state, view.seat)
    if not offered:
        return []
    rows = Rows(view)
    return [plan_of(plan, rows.text(plan.actions)) for plan in offered]


def plan_of(plan: words.Plan, text: str) -> Plan:
    """What a game says of a plan, as it travels; written out, since every plan passes here."""
    return Plan(
        actions=plan.actions,
        text=text,
        label=plan.label,
        targets=plan.targets,
        preferred=plan.preferred,
        points=plan.points,
        effects=plan.effects,
        majorities=plan.majorities,
        verb=plan.verb,
    )


class Rows:
    """Rows of actions as they are written: each where it is made. What rows begin with alike is made once."""

    def __init__(self, view: View) -> None:
        self.game = view.game
        self._records: dict[tuple[int, ...], Any] = {(): view.state}
        self._texts: dict[tuple[int, ...], str] = {}

    def text(self, actions: tuple[int, ...]) -> str:
        """A row, with plus signs between its actions."""
        text = self._texts.get(actions)
        if text is None:
            start, last = actions[:-1], actions[-1]
            text = self.game.fixed(last) or self.game.write(self._after(start), last)
            if start:
                text = f"{self.text(start)} + {text}"
            self._texts[actions] = text
        return text

    def _after(self, actions: tuple[int, ...]) -> Any:
        """The record after a row."""
        if actions not in self._records:
            self._records[actions] = record_after(self.game, self._after(actions[:-1]), actions[-1])
        return self._records[actions]


def record_after(game: Game, s: Any, a: int) -> Any:
    """The record after an action, by the function that positions call: it is compiled already."""
    states = from_bytes(game.state, data_of(s))
    entry_points(game).apply(states, a)
    return reader(states)


def refusals(view: View) -> list[Refusal]:
    """Why the visible things that are not offered cannot be chosen: one reason for each set of targets."""
    v, game = view.state, view.game
    legal = view.legal
    explained: set[tuple[str, ...]] = {(), *(game.choice(v, a, view.seat).targets for a in legal)}
    listed = []
    for action in range(game.spec.num_actions):
        if action in legal:
            continue
        targets = game.targets(v, action, view.seat)
        if targets not in explained:
            explained.add(targets)
            clause = game.refuse(v, action)
            listed.append(Refusal(targets, clause, Phrase(f"{game.id}.refuse.{clause}")))
    return listed
