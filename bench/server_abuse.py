"""One stranger inside the default limits, and players who must not notice: how long their moves take meanwhile.

Each attack of one address runs for a while against a server with its default limits, from a process of its own; the
victims play on from other addresses (the script stands for a trusted proxy, which says who is who).
`python -m bench.server_abuse --seconds 20`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import cache
from pathlib import Path
from subprocess import PIPE
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bastide.core.record import Record
from bastide.games import GAMES, load
from bastide.table.messages import PROTOCOL
from bench import report
from bench.server_client import LOST, Seat, decide, read
from bench.server_process import Served

BOUND_MS = 50.0  # the 95th percentile of the victims' waits, on a quiet machine
SETTLE_S = 3.0
THINK_S = 0.5  # mean time a victim takes to decide
STRANGER = "203.0.113.66"
LEVEL_5 = {"kind": "bot", "level": "level5"}

CROWDED = max(GAMES, key=lambda name: load(name).spec.seats[1])  # the game for most players

Attack = Callable[["Field"], Coroutine[Any, Any, None]]


class Answer(NamedTuple):
    status: int
    body: Any


class Field:
    """A server, and what an attack knows of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: dict[int, int] = {}
        self.waits: list[float] = []  # of victims

    async def ask(self, method: str, path: str, body: Any = None, address: str = STRANGER, key: str = "") -> Answer:
        """One request on a connection of its own; it never waits for the others."""
        data = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\nConnection: close\r\n"
        head += f"Authorization: Bearer {key}\r\n" if key else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(head.encode() + data)
            text = await reader.read()
        finally:
            writer.close()
        top, _, rest = text.partition(b"\r\n\r\n")
        status = int(top.split()[1])
        if address == STRANGER:
            self.answers[status] = self.answers.get(status, 0) + 1
        return Answer(status, msgspec.json.decode(rest) if b"application/json" in top else rest)

    async def table(self, game: str, seats: list[dict[str, str]], address: str = STRANGER, **more: Any) -> Any:
        return (await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more}, address)).body

    @contextlib.asynccontextmanager
    async def socket(self, table: str, key: str, address: str = STRANGER) -> AsyncIterator[ClientConnection]:
        uri = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        headers = {"X-Forwarded-For": address}
        async with connect(uri, max_size=None, compression=None, additional_headers=headers) as line:
            await line.send(msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "key": key}).decode())
            yield line


# ------------------------------------------------------------------ victims


async def victim(field: Field, number: int) -> None:
    """Two people at a table, each at an address of their own, who decide and note how long it takes to be told."""
    chooser = random.Random(number)
    addresses = [f"198.51.100.{2 * number + p}" for p in range(2)]
    while True:
        game = GAMES[number % len(GAMES)]
        seats = [{"kind": "you", "name": "A"}, {"kind": "open"}]
        seats += [{"kind": "bot", "level": "uniform"}] * (load(game).spec.seats[0] - 2)
        made = await field.table(game, seats, addresses[0], absent_s=None)
        table, invitation = made["table"]["id"], made["links"][0]["href"].split("#")[1]
        body = {"name": "B", "key": invitation}
        joined = (await field.ask("POST", f"/api/tables/{table}/join", body, addresses[1])).body
        people = [Seat(table, made["key"], 0), Seat(table, joined["key"], 1)]
        await asyncio.gather(*(play(field, seat, addresses[seat.seat], chooser) for seat in people))


async def play(field: Field, seat: Seat, address: str, chooser: random.Random) -> None:
    async with field.socket(seat.table, seat.key, address) as line:
        await line.send(msgspec.json.encode({"type": "share", "entropy": f"{seat.seat:032x}"}).decode())
        sent = 0.0
        async for text in line:
            message = read(text)
            if message.view is not None:
                if seat.hear(message.view):
                    field.waits.append(time.perf_counter() - sent)
                if message.view.choices and seat.under_way is None:
                    await asyncio.sleep(chooser.expovariate(1 / THINK_S))
                    row = decide(seat, message.view, chooser)
                    sent = time.perf_counter()
                    await line.send(row)
            if message.type == "over":
                return


# ------------------------------------------------------------------ attacks


async def quiet(_field: Field) -> None:
    """Nobody attacks."""


async def forever(work: Callable[[], Awaitable[Any]], pause: float = 0.0) -> None:
    while True:
        with contextlib.suppress(*LOST, msgspec.DecodeError, IndexError, ValueError):
            await work()
        await asyncio.sleep(pause)


async def many(count: int, work: Callable[[], Awaitable[Any]], pause: float = 0.0) -> None:
    await asyncio.gather(*(forever(work, pause) for _ in range(count)))


async def mine(field: Field) -> None:
    """One key two hundred times, and two hundred different ones, as fast as they are answered."""
    made = await field.table("enghien", people(2))
    keys = [[made["key"]] * 200, [f"{made['key'][:-4]}{n:04d}" for n in range(200)]]
    await many(4, lambda: field.ask("POST", "/api/tables/mine", {"keys": random.choice(keys)}), 0.02)


async def travel(field: Field) -> None:
    """Old positions of a finished game, on fifty sockets."""
    table = (await field.ask("POST", "/api/records", long_record())).body["id"]
    await many(50, lambda: flood(field, table, "", lambda: {"type": "travel", "ply": random.randrange(90)}))


async def chat(field: Field) -> None:
    """Long lines at one table, on fifty sockets."""
    made = await field.table("enghien", people(2))
    line = {"type": "say", "text": "x" * 400}
    await many(50, lambda: flood(field, made["table"]["id"], made["key"], lambda: line))


async def flood(field: Field, table: str, key: str, message: Callable[[], dict[str, Any]]) -> None:
    """As fast as one connection allows, reading what comes."""
    async with field.socket(table, key) as line:

        async def hear() -> None:
            async for _ in line:
                pass

        hearing = asyncio.create_task(hear())
        try:
            for _ in range(10_000):
                await line.send(msgspec.json.encode(message()).decode())
                await asyncio.sleep(0.05)
        finally:
            hearing.cancel()


async def imports(field: Field) -> None:
    """Records of whole games, four at a time."""
    record = long_record()
    await many(4, lambda: field.ask("POST", "/api/records", record), 0.05)


async def bots(field: Field) -> None:
    """As many tables of six strong bots as may be made; nobody watches them."""
    seats = [LEVEL_5] * load(CROWDED).spec.seats[1]
    for _ in range(60):
        made = await field.table(CROWDED, seats)
        if "table" in made:
            await field.ask("GET", f"/api/tables/{made['table']['id']}")
    await asyncio.Event().wait()


async def hints(field: Field) -> None:
    """Hints on fifty sockets that are closed at once."""
    made = await field.table(CROWDED, [{"kind": "you", "name": "E"}, {"kind": "bot", "level": "uniform"}])

    async def ask() -> None:
        async with field.socket(made["table"]["id"], made["key"]) as line:
            await line.send('{"type": "share", "entropy": "00000000000000000000000000000000"}')
            await line.send('{"type": "hint"}')

    await many(50, ask, 0.2)


async def lobby(field: Field) -> None:
    """Listed tables from all over one IPv6 network, and the lobby read again and again."""

    async def make() -> None:
        address = f"2001:db8:1:2::{random.randrange(1, 65535):x}"
        await field.ask("POST", "/api/tables", {"game": "enghien", "seats": people(2), "listed": True}, address)
        await field.ask("GET", "/api/tables", None, address)

    await many(4, make, 0.02)


async def halves(field: Field) -> None:
    """Requests that are never finished, as many as there may be; this one does not come through the proxy."""
    lines: list[Any] = []

    async def half() -> None:
        here = ("127.0.0.2", 0)  # not the proxy's address
        reader, writer = await asyncio.open_connection("127.0.0.1", field.port, local_addr=here)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        lines.append(writer)
        await reader.read()

    try:
        await many(1100, half, 1.0)
    finally:
        for writer in lines:
            writer.close()


def people(count: int) -> list[dict[str, str]]:
    return [{"kind": "you", "name": "E"}, *[{"kind": "open"}] * (count - 1)]


@cache
def long_record() -> Any:
    """A whole game, played at random."""
    position = load("alhambra").new(seats=4, seed=3)
    chooser = random.Random(3)
    while not position.is_over:
        position.apply(chooser.choice(position.legal))
    return msgspec.json.decode(Record.of(position).to_json())


ATTACKS: tuple[Attack, ...] = (quiet, mine, travel, chat, imports, lobby, halves, hints, bots)
THINKING = ("hints", "bots")  # attacks that occupy the bots


# ------------------------------------------------------------------ measuring


class Suffered(NamedTuple):
    waits: list[float]
    bot_s: float
    answers: dict[str, int]


async def suffer(port: int, attack: str, victims: int, seconds: float) -> Suffered:
    """The victims' waits during an attack, how long a stranger's weak bot takes, and what the attack was answered."""
    field = Field(port)
    playing = [asyncio.create_task(victim(field, number)) for number in range(victims)]
    await asyncio.sleep(SETTLE_S)
    for level in ("level5", "level1") if attack in THINKING else ():  # bots get ready once, before their first move
        await wait_for_bot(field, CROWDED, level, decisions=1)
    command = (sys.executable, "-m", "bench.server_abuse", "--attack", attack, "--port", str(port))
    attacking = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert attacking.stdout is not None
    await attacking.stdout.readline()  # it has begun
    await asyncio.sleep(SETTLE_S)
    field.waits.clear()
    bot = asyncio.create_task(wait_for_bot(field, "enghien", "level1"))
    await asyncio.sleep(seconds)
    waits = list(field.waits)
    bot_s = bot.result() if bot.done() else seconds
    told, _ = await attacking.communicate(b"")  # closes its input
    for task in (*playing, bot):
        task.cancel()
    for task, result in zip(playing, await asyncio.gather(*playing, return_exceptions=True), strict=True):
        if not task.cancelled() and isinstance(result, Exception):
            raise result
    await asyncio.gather(bot, return_exceptions=True)
    return Suffered(waits, bot_s, msgspec.json.decode(told or b"{}", type=dict[str, int]))


async def attack_until_told(port: int, attack: Attack) -> None:
    """The other process: attacks until its input is closed, then tells what it was answered."""
    field = Field(port)
    attacking = asyncio.create_task(attack(field))
    print("begun", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    attacking.cancel()
    await asyncio.gather(attacking, return_exceptions=True)
    print(msgspec.json.encode({str(status): count for status, count in field.answers.items()}).decode(), flush=True)


async def wait_for_bot(field: Field, game: str, level: str, decisions: int = 8) -> float:
    """The longest that somebody else waits for a bot, from sitting down until being asked, and then for each answer."""
    address = "198.51.100.200"
    made = await field.table(game, [{"kind": "you", "name": "V"}, {"kind": "bot", "level": level}], address)
    async with field.socket(made["table"]["id"], made["key"], address) as line:
        await line.send('{"type": "share", "entropy": "11111111111111111111111111111111"}')
        chooser, seat, longest = random.Random(1), Seat(made["table"]["id"], made["key"], 0), 0.0
        sent = time.perf_counter()
        decided = 0
        async for text in line:
            message = read(text)
            if message.view is not None and (message.view.choices or message.type == "over"):
                if seat.hear(message.view) or decided == 0:
                    longest = max(longest, time.perf_counter() - sent)
                if message.type == "over" or decided == decisions:
                    break
                if seat.under_way is None:
                    row = decide(seat, message.view, chooser)
                    decided, sent = decided + 1, time.perf_counter()
                    await line.send(row)
    return longest


def row_of(name: str, suffered: Suffered, cpu: float) -> list[str]:
    waits, bot_s, counts = suffered
    ranked = sorted(waits)
    shares = [ranked[int(len(ranked) * share)] * 1000 for share in (0.5, 0.95, 0.99)] if ranked else []
    spread = " / ".join(f"{each:.0f}" for each in shares)
    answers = ", ".join(f"{status}: {count}" for status, count in sorted(counts.items()))
    return [name, str(len(waits)), spread, f"{bot_s:.1f}", f"{cpu:.2f}", answers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--victims", type=int, default=8, help="tables of two people")
    parser.add_argument("--only", default="", help="one attack by name")
    parser.add_argument("--attack", default="", help="only attack, from this process, until the input is closed")
    parser.add_argument("--port", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.attack:
        asyncio.run(attack_until_told(chosen.port, {each.__name__: each for each in ATTACKS}[chosen.attack]))
        return
    rows, slow = [], []
    for name in [attack.__name__ for attack in ATTACKS if chosen.only in ("", attack.__name__)]:
        with tempfile.TemporaryDirectory() as folder:
            served = Served(f"sqlite:///{Path(folder) / 'abuse.db'}", thinkers=1, limited=True)
            served.start()
            try:
                cpu, started = served.cpu_seconds(), time.monotonic()
                suffered = asyncio.run(suffer(served.port, name, chosen.victims, chosen.seconds))
                used = (served.cpu_seconds() - cpu) / (time.monotonic() - started)
            finally:
                served.stop()
        rows.append(row_of(name, suffered, used))
        print(" | ".join(rows[-1]), flush=True)
        if not suffered.waits or sorted(suffered.waits)[int(len(suffered.waits) * 0.95)] * 1000 > BOUND_MS:
            slow.append(name)
    head = ["attack", "victims’ moves", "told after, ms (median / 95 % / 99 %)", "a level-1 bot, s", "cores", "answers"]
    command = f"python -m bench.server_abuse --seconds {chosen.seconds:g} --victims {chosen.victims}"
    command += f" --only {chosen.only}" if chosen.only else ""
    report.write("One stranger, and players who must not notice", command, report.table(head, rows), "all used")
    if slow:
        raise SystemExit(f"above {BOUND_MS:g} ms: {', '.join(slow)}")


if __name__ == "__main__":
    main()
