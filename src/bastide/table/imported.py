"""A finished game from elsewhere as a table: its decisions and draws as they were recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bastide.core.game import Game
from bastide.core.record import CHANCE_NAME, PlyLine, Record
from bastide.games import load_version
from bastide.table import lines
from bastide.table.lines import AnyLine
from bastide.table.setup import Setup
from bastide.table.table import Table


def imported_setup(record: Record, game: Game, table: str) -> Setup:
    """What is settled of such a table."""
    return Setup(
        id=table,
        game=game.id,
        rules_version=game.spec.rules_version,
        seats=record.seats,
        options=game.spec.check_options(record.options),
        commitment=record.proof.commitment if record.proof else "",
        imported=True,
        proof=record.proof,
        signature=record.signature,
    )


def imported_lines(record: Record, names: Sequence[str]) -> Iterator[AnyLine]:
    """Its log, as if it had been played here by people of these names."""
    for seat, name in enumerate(names):
        yield lines.Sat(seat, "person", seat, name or None)
    yield lines.Began()
    stand_ins = set(record.stand_ins or ())
    for number, ply in enumerate(record.plies):
        if ply.who == CHANCE_NAME:
            yield lines.Drawn(ply.action, ply.text)
        elif number in stand_ins:
            seat = int(ply.who)
            yield from (lines.Held(seat, "absent"), *_decided(seat, ply), lines.Reclaimed(seat))
        else:
            yield from _decided(int(ply.who), ply)


def _decided(seat: int, ply: PlyLine) -> tuple[AnyLine, AnyLine]:
    return lines.Acted(seat, ply.action, ply.text), lines.Committed(seat)


def replayed(record: Record) -> Table:
    """The table of a record, for looking at; the record was checked before."""
    game = load_version(record.game, record.rules_version)
    table = Table(imported_setup(record, game, ""), "")
    names = list(record.names or [])[: record.seats]
    for line in imported_lines(record, [*names, *[""] * (record.seats - len(names))]):
        table.fold(line, 0)
    return table
