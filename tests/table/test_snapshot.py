"""Snapshots: a cache of what the log says."""

from __future__ import annotations

import msgspec

from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from bastide.table.seen import view_for
from bastide.table.snapshot import freeze, read_snapshot, thaw, with_digest
from bastide.table.timing import TimeControl
from tests.table.tables import SEED, dealt, play

LIVE = TimeControl("live", bank_ms=60_000, increment_ms=5_000)


def test_a_thawed_table_goes_on_as_if_nothing_had_been(table: tuple[Game, int]) -> None:
    game, seats = table
    live, log = dealt(game, seats, clock=LIVE, at=5)
    live.set_confirm(0, "on", 5)
    live.mute(0, SPECTATOR, True, 5)
    for _ in zip(range(7), play(live, log, seed=3, undos=0.2), strict=False):
        pass
    again = thaw(live.setup, SEED, freeze(live))
    assert again is not None
    first: list[object] = []
    second: list[object] = []
    for one, told in ((live, first), (again, second)):
        for _ in zip(range(12), play(one, [], seed=9, undos=0.2), strict=False):
            told.append([msgspec.json.encode(view_for(one, viewer, 77)) for viewer in (SPECTATOR, 0, 1)])
    assert first == second


def test_a_snapshot_that_cannot_be_read_is_passed_over(game: Game) -> None:
    live, _ = dealt(game, game.spec.seats[0])
    data = freeze(live)
    assert thaw(live.setup, SEED, data[: len(data) // 2]) is None
    assert thaw(live.setup, SEED, b"") is None
    kept = read_snapshot(data, game)
    assert kept is not None
    other = msgspec.structs.replace(kept, format=0)
    assert thaw(live.setup, SEED, with_digest(other)) is None
    reshaped = msgspec.structs.replace(kept, form="00000000")
    assert thaw(live.setup, SEED, with_digest(reshaped)) is None
    short = msgspec.structs.replace(kept, match=msgspec.structs.replace(kept.match, states=[b"short"]))
    assert thaw(live.setup, SEED, with_digest(short)) is None
    for place in range(0, len(data), 97):
        flipped = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        assert thaw(live.setup, SEED, flipped) is None
