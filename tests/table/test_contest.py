"""A contested scoring: what is hidden is dealt so that it comes about again, and the ruling is what was told."""

from __future__ import annotations

from bastide.core.game import Game
from bastide.core.state import UNSEEN
from bastide.table.contest import contest, position_of, rule_on, write_test
from bastide.table.imported import replayed
from bastide.table.seen import log_for
from bastide.table.table import Table
from tests.reviews.games import fixture_of

VIEWER = 0


def points_told(table: Table, ply: int) -> dict[str, list[int]]:
    """What each seat gained at a ply, by source, as the log tells it."""
    gains = [gain for event in log_for(table, VIEWER, ply) if event.ply == ply for gain in event.gains]
    width = max([table.setup.seats, *(gain.seat + 1 for gain in gains)])
    told = {gain.source: [0] * width for gain in gains}
    for gain in gains:
        told[gain.source][gain.seat] += gain.points
    return told


def test_a_contested_scoring_comes_about_again(game: Game) -> None:
    table = replayed(fixture_of(game))
    scored = sorted({event.ply for event in log_for(table, VIEWER, 0) if event.gains and event.clause})
    assert scored
    for ply in [*scored[:4], *scored[-4:]]:
        event = next(
            event for event in log_for(table, VIEWER, ply) if event.ply == ply and event.gains and event.clause
        )
        before, after = (table.match.past(VIEWER, at).view(VIEWER) for at in (ply, ply + 1))
        action = game.witness(before.state, table.match.position.plies[ply].action, VIEWER)
        if action == UNSEEN:
            continue
        found = contest(before, table.setup.options, action, event.clause, "scoring", "more", after)
        assert bytes(position_of(found).view(VIEWER)) == bytes(before)
        ruling = rule_on(found)
        assert ruling.refused == ""
        assert {source: list(row) for source, row in ruling.points} == points_told(table, ply)
        scope: dict[str, object] = {}
        exec(write_test(found, "it"), scope)
        assert callable(scope["test_it"])
        scope["test_it"]()
