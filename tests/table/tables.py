"""Tables to try things on: seated, shuffled, and played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bastide.core.game import Game
from bastide.table.fairness import commitment_of, seal_of
from bastide.table.lines import AnyLine
from bastide.table.setup import Setup
from bastide.table.table import Table
from bastide.table.timing import TimeControl

SEED = "5eed" * 16


def entropy(seat: int) -> str:
    return f"{seat:02x}" * 16


def new_table(game: Game, seats: int, clock: TimeControl | None = None, absent_ms: int | None = None) -> Table:
    """A table at which nobody sits."""
    setup = Setup(
        id="tbl",
        game=game.id,
        rules_version=game.spec.rules_version,
        seats=seats,
        options=game.spec.check_options({}),
        commitment=commitment_of(SEED),
        clock=clock or TimeControl(),
        absent_ms=absent_ms,
    )
    return Table(setup, SEED)


def dealt(game: Game, seats: int, clock: TimeControl | None = None, at: int = 0) -> tuple[Table, list[AnyLine]]:
    """A table of people, every seal opened, the game begun; and its log."""
    table = new_table(game, seats, clock)
    log: list[AnyLine] = []
    for p in range(seats):
        log += table.sit(p, "person", at, name=f"Player {p}")
    for p in range(seats):
        log += table.share(p, seal_of(entropy(p)), None, at)
    for p in range(seats):
        log += table.open_share(p, entropy(p), at)
    return table, log


def play(table: Table, log: list[AnyLine], seed: int, undos: float = 0.0) -> Iterator[Table]:
    """Random decisions to the end, with some taken back; yields after every step."""
    chooser = random.Random(seed)
    while table.state == "playing":
        match = table.match
        seat = match.runner if match.pending else match.mover
        ply = table.ply(seat)
        if chooser.random() < undos and match.runner >= 0 and match.undo_depth(match.runner):
            runner = match.runner
            log += table.undo(runner, table.ply(runner), 0, whole=chooser.random() < 0.3)
        elif match.is_done:
            log += table.commit(seat, ply, 0)
        else:
            log += table.act(seat, [chooser.choice(match.position.legal)], ply, 0)
        yield table
