"""How long "my tables" takes where there are many cards: `python -m bench.server_cards [--cards 10000] [--tables 100]`.

A database is filled with cards and tables (each table on four cards), then random cards ask for their tables, as a
request would: rows, summaries decoded, links signed, sorted. Nothing else runs beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from pathlib import Path

import msgspec

from bastide.server.cards import CardKeys, Cards, Search
from bastide.server.links import Links
from bastide.server.store import Store
from bastide.server.store.cards import CardRow, CardStore
from bastide.server.summary import Summary
from bastide.table.parts import SeatInfo
from bastide.table.setup import Setup

AT_A_TABLE = 4  # cards
OVER = 0.9  # of the tables
SECRET = "5e" * 32
ASKED = 200  # times


def fill(file: Path, cards: int, tables: int) -> None:
    """Rows as the server writes them, in one transaction."""
    chance = random.Random(1)
    count = cards * tables // AT_A_TABLE
    setup = Setup("", "enghien", 1, AT_A_TABLE, {}, "", name="Cornières")
    seats = [SeatInfo(p, f"Player {p}", "person", False) for p in range(AT_A_TABLE)]
    links = {str(p): f"number{p}" for p in range(AT_A_TABLE)}
    texts = {
        state: msgspec.json.encode(Summary(seats, state, [0] if state == "playing" else [])).decode()
        for state in ("playing", "over")
    }
    connection = sqlite3.connect(file)
    connection.executemany(
        "INSERT INTO cards VALUES (?, 'number', ?, 'en', 0)", ((f"card{n}", f"Player {n}") for n in range(cards))
    )
    rows, kept = [], []
    for n in range(count):
        state = "over" if chance.random() < OVER else "playing"
        table = f"table{n:08}"
        encoded = msgspec.json.encode(msgspec.structs.replace(setup, id=table)).decode()
        rows.append((table, encoded, msgspec.json.encode(links).decode(), state, texts[state], n))
        kept += [(f"card{(n * AT_A_TABLE + p) % cards}", table, str(p), f"number{p}") for p in range(AT_A_TABLE)]
    connection.executemany(
        "INSERT INTO tables (id, setup, seed, link_numbers, game, listed, state, summary, length, created, updated, "
        "leased_until) VALUES (?, ?, '', ?, 'enghien', 0, ?, ?, 0, 0, ?, 0)",
        rows,
    )
    connection.executemany(
        "INSERT OR IGNORE INTO card_tables (card_id, table_id, who, number, note) VALUES (?, ?, ?, ?, '')", kept
    )
    connection.commit()
    connection.close()


async def measure(file: Path, cards: int) -> dict[str, list[float]]:
    """Milliseconds of every asking."""
    store = Store(f"sqlite:///{file}")
    await store.start()
    asked = Cards(CardStore(store), Links(SECRET), CardKeys(SECRET))
    chance = random.Random(2)
    taken: dict[str, list[float]] = {"my tables": [], "history": [], "search by name": []}
    for _ in range(ASKED):
        card = CardRow(f"card{chance.randrange(cards)}", "number", "", "en", 0)
        for what, work in (
            ("my tables", asked.running(card)),
            ("history", asked.history(card, Search(), "")),
            ("search by name", asked.history(card, Search(people="nobody"), "")),
        ):
            began = time.perf_counter()
            await work
            taken[what].append((time.perf_counter() - began) * 1000)
    await store.close()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cards.db"
        asyncio.run(_make(file))
        fill(file, given.cards, given.tables)
        for what, taken in asyncio.run(measure(file, given.cards)).items():
            ordered = sorted(taken)
            median, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
            print(f"{given.cards} cards x {given.tables} tables, {what}: {median:.1f} ms median, {p95:.1f} ms p95")


async def _make(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    await store.start()
    await store.close()


if __name__ == "__main__":
    main()
