"""The lines of a table's log in the database: appended if nobody else has, and checked by their chain when read."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, insert, select

from bastide.core.decoding import json_decoder
from bastide.server.store import chain, schema
from bastide.server.store.rows import DamagedLog, LogLine, NewLines, StoredLine, to_json
from bastide.table.lines import AnyLine

LINES = insert(schema.lines)
COLUMNS = ("table_id", "n", "at", "body", "chain")
LINE = (schema.lines.c.n, schema.lines.c.at, schema.lines.c.body, schema.lines.c.chain)
LOG = (
    select(*LINE)
    .where(schema.lines.c.table_id == bindparam("of"), schema.lines.c.n >= bindparam("since"))
    .order_by(schema.lines.c.n)
)
_decoder = json_decoder(AnyLine)


def linked(table: str, first: int, new: NewLines, before: str) -> list[tuple[str, int, int, str, str]]:
    """Lines as the columns of `lines` hold them, after the one whose chain is `before`."""
    rows = []
    for n, line in enumerate(new.lines, first):
        body = to_json(line)
        before = chain.link(before, n, new.at, body)
        rows.append((table, n, new.at, body, before))
    return rows


def write_lines(connection: Connection, rows: list[tuple[str, int, int, str, str]]) -> None:
    """Writes lines that were linked."""
    if rows:
        connection.execute(LINES, [dict(zip(COLUMNS, row, strict=True)) for row in rows])


def read_lines(connection: Connection, table: str, after: int) -> list[StoredLine]:
    """The log from line `after` on, and the line before it."""
    return [StoredLine(*row) for row in connection.execute(LOG, {"of": table, "since": after - 1})]


def checked(table: str, lines: list[StoredLine], after: int) -> list[LogLine]:
    """The lines after one that comes first, where there is one; DamagedLog where one is not what was written."""
    before, rest = chain.START, lines
    if after > 0:
        if not lines or lines[0].n != after - 1:
            raise DamagedLog(table, after - 1)
        before, rest = lines[0].chain, lines[1:]
    broken = chain.first_broken(rest, before, after)
    if broken is not None:
        raise DamagedLog(table, broken)
    return [LogLine(line.at, _decoder.decode(line.body)) for line in rest]
