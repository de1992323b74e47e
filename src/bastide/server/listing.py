"""The lists of tables: the lobby, a page at a time, and those to which one has a key."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from bastide.core.state import SPECTATOR
from bastide.server import requests
from bastide.server.links import Link, Links, is_table_id
from bastide.server.store import Store, TableRow
from bastide.server.store.lists import TableLists
from bastide.server.summary import table_line
from bastide.table.refused import Refused

LOBBY_PAGE = 50


def cursor_of(row: TableRow) -> str:
    """Where in the lobby a page ended: tables that are made meanwhile move nothing."""
    return f"{row.updated}.{row.id}"


def read_cursor(text: str) -> tuple[int, str] | None:
    updated, _, table = text.partition(".")
    if not text:
        return None
    if not (updated.isascii() and updated.isdigit() and len(updated) <= 15 and is_table_id(table)):
        raise Refused("table.refused.number")
    return int(updated), table


class Listing:
    """Tables as lines of a list."""

    def __init__(self, store: Store, links: Links) -> None:
        self.lists = TableLists(store)
        self.links = links

    async def listed(self, after: str, game: str = "", clock: str = "") -> requests.TableList:
        """One page of the lobby; `after` is what the page before it called `next`."""
        rows = await self.lists.listed(read_cursor(after), LOBBY_PAGE + 1, game, clock)
        shown = rows[:LOBBY_PAGE]
        following = cursor_of(shown[-1]) if len(rows) > LOBBY_PAGE else ""
        return requests.TableList([self._line(row, None) for row in shown], following)

    async def mine(self, keys: Iterable[str]) -> list[requests.TableLine]:
        """The tables to which these keys are still good; each key is looked at once."""
        links = [link for link in map(self.links.read, dict.fromkeys(keys)) if link is not None]
        rows = {row.id: row for row in await self.lists.some(sorted({link.table for link in links}))}
        return await asyncio.to_thread(self._lines_of, links, rows)  # many of them take their time

    def _lines_of(self, links: list[Link], rows: dict[str, TableRow]) -> list[requests.TableLine]:
        return [
            self._line(rows[link.table], link)
            for link in links
            if link.table in rows and rows[link.table].link_numbers.get(link.who) == link.number
        ]

    def _line(self, row: TableRow, link: Link | None) -> requests.TableLine:
        href = self.links.href(*link) if link else f"/table/{row.id}"
        seat = SPECTATOR if link is None else link.seat
        line = table_line(row.id, row.setup.game, row.setup.name, row.summary, row.updated, seat, href)
        return msgspec.structs.replace(line, clock=row.setup.clock.kind, rated=row.setup.rated)
