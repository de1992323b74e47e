"""A thousand notices a minute beside people who play: `python -m bench.server_notices [--rate 1000] [--seconds 60]`.

A database is filled with cards of one channel each, and with tables at which their owners are asked, one after another
at the rate. Two out of three channels are push subscriptions, the others webhooks; both lead to a receiver in a process
of its own. One in twenty is a mail address instead, at a mail server that takes the call and never answers. Beside that
people play, and their moves are timed; the same is measured without any notices.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bastide.server.notices.addresses import HookAddress, MailAddress, PushAddress, PushKeys
from bastide.server.notices.courier import GRACE_MS
from bastide.server.store import Store
from bastide.server.summary import Summary
from bastide.table.parts import SeatInfo
from bastide.table.setup import Setup
from bench import report, server_load
from bench.server_process import ROOT, Served, free_port

MAIL_EVERY, HOOK_EVERY = 20, 3  # of the channels
LEAD_S = 20.0  # before the first is due: the server starts, the tables are made
LATE_S = 0.25  # a move that takes longer is counted


class Arrival(NamedTuple):
    path: str
    at: float


# ---- where they arrive


def receive(port: int) -> None:
    """Answers every message, and says afterwards which came when."""
    arrived: list[Arrival] = []

    async def take(request: web.Request) -> web.Response:
        await request.read()
        arrived.append(Arrival(request.path, time.time()))
        return web.Response(status=201)

    async def tell(_request: web.Request) -> web.Response:
        return web.Response(body=msgspec.json.encode(arrived))

    app = web.Application()
    app.add_routes([web.get("/arrived", tell), web.post("/{path:.*}", take)])
    web.run_app(app, host="127.0.0.1", port=port, print=None)


@contextmanager
def receiving() -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.server_notices", "--receive", str(port)], cwd=ROOT)
    url = f"http://127.0.0.1:{port}"
    try:
        while not _answers(f"{url}/arrived"):
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait()


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=5).read()
    except OSError:
        return False
    return True


def arrivals(url: str) -> list[Arrival]:
    with urllib.request.urlopen(f"{url}/arrived", timeout=30) as answer:
        return msgspec.json.decode(answer.read(), type=list[Arrival])


@contextmanager
def hanging() -> Iterator[int]:
    """A mail server that takes every call and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as listening:
        yield listening.getsockname()[1]


# ---- who is asked


def address_of(n: int, url: str) -> tuple[str, str]:
    """The kind of the nth channel, and where it leads."""
    if n % MAIL_EVERY == 0:
        return "mail", _json(MailAddress(f"player{n}@tables.example"))
    if n % HOOK_EVERY == 0:
        return "hook", _json(HookAddress("ntfy", f"{url}/hook/{n}"))
    return "push", _json(PushAddress(f"{url}/push/{n}", PushKeys(*_keys())))


def _keys() -> tuple[str, str]:
    """Of a browser: every message is encrypted for it, whoever reads it."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return tuple(base64.urlsafe_b64encode(each).decode().rstrip("=") for each in (raw, bytes(16)))  # type: ignore[return-value]


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def fill(file: Path, url: str, count: int, rate: float, first: float) -> list[float]:
    """Cards, channels and tables, as the server writes them; returns when each is due."""
    asyncio.run(_make(file))
    due = [first + n * 60 / rate for n in range(count)]
    now = int(time.time() * 1000)  # a change in the future would set the server's clock ahead
    with closing(sqlite3.connect(file)) as connection:
        for n in range(count):
            asked_at = int(due[n] * 1000) - GRACE_MS
            setup = Setup(f"asked{n:08}", "enghien", 1, 2, {}, "", name="Cornières")
            summary = Summary([SeatInfo(p, f"P{p}", "person", False) for p in (0, 1)], "playing", [0], asked_at)
            connection.execute("INSERT INTO cards VALUES (?, 'number', ?, 'en', 0)", (f"card{n}", f"Player {n}"))
            connection.execute(
                "INSERT INTO channels (id, card_id, kind, address, code, confirmed, sent, failures, due, leased_until) "
                "VALUES (?, ?, ?, ?, ?, 1, 0, 0, NULL, 0)",
                (f"channel{n}", f"card{n}", *address_of(n, url), f"code{n}"),
            )
            connection.execute(
                "INSERT INTO tables (id, setup, seed, link_numbers, game, listed, state, summary, length, created, "
                "updated, leased_until) VALUES (?, ?, '', '{}', 'enghien', 0, 'playing', ?, 0, 0, ?, 0)",
                (setup.id, _json(setup), _json(summary), min(asked_at, now)),
            )
            connection.execute(
                "INSERT INTO card_tables (card_id, table_id, who, number, note) VALUES (?, ?, '0', 'number', '')",
                (f"card{n}", setup.id),
            )
        connection.commit()
    return due


async def _make(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    await store.start()
    await store.close()


# ---- measuring


def measure(folder: Path, given: argparse.Namespace, url: str, count: int) -> tuple[server_load.Outcome, list[float]]:
    """People play for a while beside so many notices; how late each of these arrived, in seconds."""
    file = folder / f"notices{count}.db"
    due = fill(file, url, count, given.rate, time.time() + LEAD_S)
    with hanging() as mail_port:
        served = Served(f"sqlite:///{file}", mail_port=mail_port)
        served.start()
        try:
            outcome = asyncio.run(server_load.run([served], given.tables, given.think, given.seconds))
            now = time.time()
        finally:
            served.stop()
    came = [each for each in arrivals(url) if each.at <= now]
    numbers = Counter(each.path for each in came)
    doubled = [path for path, times in numbers.items() if times > 1]
    assert not doubled, f"told twice: {doubled[:5]}"
    return outcome, [each.at - due[int(each.path.rpartition("/")[2])] for each in came]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=1000, help="notices a minute")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--think", type=float, default=5.0)
    parser.add_argument("--receive", type=int, default=0, help="be the receiver, at this port")
    given = parser.parse_args()
    if given.receive:
        receive(given.receive)
        return
    count = int(given.rate * (given.seconds + LEAD_S) / 60)
    rows = []
    with tempfile.TemporaryDirectory() as name, receiving() as url:
        for asked in (0, count):
            outcome, lateness = measure(Path(name), given, url, asked)
            moves = outcome.measured.acknowledged
            rows.append(
                [
                    f"{given.rate:.0f} a minute" if asked else "no notices",
                    spread_of(moves),
                    str(sum(each > LATE_S for each in moves)),
                    f"{outcome.cpu:.2f}",
                    str(len(lateness)),
                    spread_of(lateness) if lateness else "",
                ]
            )
    head = [
        "notices", "move to acknowledgement, ms (median / 95 % / 99 %)", f"moves over {LATE_S * 1000:.0f} ms",
        "cores", "arrived", "after they were due, ms (median / 95 % / 99 %)",
    ]  # fmt: skip
    command = f"python -m bench.server_notices --rate {given.rate:g} --seconds {given.seconds:g} "
    command += f"--tables {given.tables} --think {given.think:g}"
    report.write(f"Notices beside {given.tables} live tables", command, report.table(head, rows), "all used")


def spread_of(values: list[float]) -> str:
    return server_load.spread(values)


if __name__ == "__main__":
    main()
