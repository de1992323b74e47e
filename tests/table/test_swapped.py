"""Swapped hidden truth: whatever a viewer may not know, nothing that is sent to that viewer depends on it.

At many positions the truth is exchanged for another one behind the same view; every message to the viewer, every
refusal and every bot's input must be the same bytes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from bastide.core.game import Game
from bastide.core.rng import new_rng
from bastide.core.state import NONE, SPECTATOR, from_bytes, to_bytes
from bastide.table import messages
from bastide.table.match import MatchSnapshot
from bastide.table.refused import Refused
from bastide.table.seen import clock_of, info_of, log_for, peek_for, reasons_for, view_for
from bastide.table.snapshot import freeze, thaw
from bastide.table.table import Table
from tests.table.tables import SEED, dealt, play

ENOUGH = 12  # truths exchanged at one table


def swapped(table: Table, viewer: int, truth: bytes) -> Table:
    """The same table with another truth behind one viewer's view, and the same past told to everybody."""
    twin = thaw(table.setup, SEED, freeze(table))
    assert twin is not None
    for eyes in table.match.viewers:
        twin.match.chronicle(eyes)
        twin.match._chronicles[eyes]._states = from_bytes(table.game.state, truth)
    kept = table.match.snapshot()
    alone = MatchSnapshot(kept.plies, kept.published, kept.runner, NONE, 0, kept.rewinds, [truth])
    twin.match.restore(alone)
    if table.match.run:
        table.match.run.trail.clear()
    table.match.former = None
    return twin


def refused(table: Table, viewer: int, action: int | str) -> bytes:
    """What the viewer is told when trying something that is not allowed."""
    try:
        table.match.check_turn(viewer, table.ply(viewer))
        table.match.check_row(viewer, [action])
    except Refused as refusal:
        return msgspec.json.encode(messages.NotDone(refusal.label, refusal.clause, str(refusal)))
    return b"allowed"


def peeked(table: Table, viewer: int, eyes: int) -> bytes:
    """What the viewer is told when looking through other eyes."""
    try:
        seen = messages.Peeked(None if eyes == SPECTATOR else eyes, peek_for(table, viewer, eyes, 0))
    except Refused as refusal:
        return msgspec.json.encode(messages.NotDone(refusal.label, refusal.clause, str(refusal)))
    return msgspec.json.encode(seen)


def told(table: Table, viewer: int) -> Iterator[tuple[str, bytes]]:
    """Every message a viewer can be sent, by what it is."""
    view = view_for(table, viewer, 0)
    yield (
        "welcome",
        msgspec.json.encode(
            messages.Welcome(1, info_of(table), view.viewer, [], False, view, 0, log_for(table, viewer, 0), [], [])
        ),
    )
    yield "view", msgspec.json.encode(messages.ViewChanged(view, 0, log_for(table, viewer, view.ply - 1)))
    yield "table", msgspec.json.encode(messages.TableChanged(info_of(table)))
    yield "clock", msgspec.json.encode(clock_of(table, 0))
    yield "why", msgspec.json.encode(reasons_for(table, viewer))
    for eyes in table.match.viewers:
        yield f"peek {eyes}", peeked(table, viewer, eyes)
    if viewer != SPECTATOR:
        for action in range(table.game.spec.num_actions):
            yield f"refusal of {action}", refused(table, viewer, action)
        yield "refusal of a text", refused(table, viewer, "nothing of the kind")
        yield "a bot's input", bytes(table.match.view(viewer))


def test_every_message_is_the_same_for_every_truth_behind_a_view(table: tuple[Game, int]) -> None:
    game, seats = table
    rng = new_rng(51)
    chooser = random.Random(51)
    live, log = dealt(game, seats)
    swaps = 0
    for _ in play(live, log, seed=51):
        if swaps > ENOUGH:
            break
        if live.match.pending or live.state == "over" or chooser.randrange(20):
            continue
        for viewer in live.match.viewers:
            truth = to_bytes(live.match.view(viewer).redeal(rng))
            if truth == bytes(live.match.position) and swaps:
                continue  # there is only one truth behind this view
            twin = swapped(live, viewer, truth)
            swaps += 1
            assert dict(told(twin, viewer)) == dict(told(live, viewer))
            follow(live, twin, viewer, chooser)
    assert swaps


def follow(live: Table, twin: Table, viewer: int, chooser: random.Random) -> None:
    """The same decision in both: where the viewer still sees one view, the story of it is one too."""
    mover = live.mover
    both = sorted(set(live.match.position.legal) & set(twin.match.position.legal))
    if viewer == mover:
        assert both == list(live.match.position.legal)
    if not both:
        return
    action = chooser.choice(both)
    copies = [thaw(live.setup, SEED, freeze(table)) for table in (live, twin)]
    views = []
    for table, copy in zip((live, twin), copies, strict=True):
        assert copy is not None
        copy.match.chronicle(viewer)
        copy.match._chronicles[viewer]._states = from_bytes(live.game.state, bytes(table.match.position))
        copy.match.act(action)
        copy.match.commit()
        views.append((bytes(copy.match.view(viewer)), msgspec.json.encode(log_for(copy, viewer, copy.ply(viewer) - 1))))
    if views[0][0] == views[1][0]:
        assert views[0][1] == views[1][1]
