"""How long somebody waits who starts a game where nothing is compiled yet: `python -m bench.server_cold`.

For each game servers of their own, each with an empty cache: until it answers, from Start to one's first question,
until a bot has decided, and until one has that no other stands in for: a Champion by its own search. Once where one
begins oneself and once where a bot does. Who begins is drawn in most games: a server is started until both have.
`--bots champion` asks that of other bots, and games can be named.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from bastide.games import GAMES, load
from bench import report
from bench.server_client import Seat, View, decide, enter, request
from bench.server_process import free_port

TRIES = 20  # servers until both have begun
OWN, BOTS = "oneself", "a bot"
BASTIDE = str(Path(sys.executable).parent / "bastide")


class Prompt(msgspec.Struct):
    """Who is asked."""

    seat: int | None


class Asking(View):
    """A view, and who is asked there."""

    prompt: Prompt


class Chair(msgspec.Struct):
    """Who sits on a seat, and whether another decides there for now."""

    kind: str
    stand_in: bool = False


class Table(msgspec.Struct):
    """Who sits where."""

    seats: list[Chair]


class Event(msgspec.Struct):
    """What happened: whose decision it was, if it was one, and whether another made it."""

    seat: int
    decided: bool = False
    stand_in: bool = False


class Told(msgspec.Struct):
    """A message, as far as it tells of a view, of decisions and of who sits at the table."""

    view: Asking | None = None
    table: Table | None = None
    log: list[Event] = []


_told = msgspec.json.Decoder(Told)


async def answers(http: str) -> None:
    """Until the server does."""
    while True:
        try:
            with await asyncio.to_thread(urllib.request.urlopen, f"{http}/api/health"):
                return
        except OSError:
            await asyncio.sleep(0.02)


async def make_table(http: str, wanted: dict[str, Any]) -> Any:
    """Start; asked again where a busy machine compiles for longer than a request may take."""
    while True:
        try:
            return await request(http, "/api/tables", wanted)
        except OSError:
            await asyncio.sleep(0.02)


class Witness:
    """A player who notes when things happen, and who lets bots that are not ready get ready before playing on."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.table: Table | None = None
        self.view: Asking | None = None
        self.bot_first = False
        self.asked = self.answered = self.itself = 0.0
        self._sent = -1  # the ply of the last decision
        self._chooser = random.Random(1)

    def hear(self, told: Told) -> None:
        """Notes what a message tells."""
        now = time.monotonic()
        self.table = told.table or self.table
        bots = [event for event in told.log if event.decided and event.seat not in (-1, self.seat.seat)]
        if bots:
            self.answered = self.answered or now
            if not self.is_waiting and not bots[-1].stand_in:
                self.itself = self.itself or now
        if told.view is not None:
            self.view = told.view
            if not self.asked and told.view.prompt.seat not in (None, self.seat.seat):
                self.bot_first = True
            if told.view.choices:
                self.asked = self.asked or now

    @property
    def is_waiting(self) -> bool:
        """A bot is not ready."""
        return self.table is not None and any(chair.stand_in for chair in self.table.seats)

    def decision(self) -> str | None:
        """What to send now, if anything."""
        view = self.view
        if view is None or not view.choices or view.ply <= self._sent or (self.answered and self.is_waiting):
            return None
        self._sent = view.ply
        return decide(self.seat, view, self._chooser)


async def play(socket: ClientConnection, seat: Seat) -> Witness:
    """Until one was asked oneself and a bot has decided by itself."""
    witness = Witness(seat)
    async for text in socket:
        witness.hear(_told.decode(text))
        if witness.asked and witness.itself:
            break
        sent = witness.decision()
        if sent is not None:
            await socket.send(sent)
    return witness


async def wait_cold(game: str, level: str, is_last: bool, folder: Path) -> tuple[str, list[str]]:
    """Who begins, and how long until a new server answers, from Start to one's first question and to bots' decisions.

    One takes the first seat or the last.
    """
    port = free_port()
    http = f"http://127.0.0.1:{port}"
    begun = time.monotonic()
    server = subprocess.Popen(
        [BASTIDE, "serve", "--port", str(port), "--data", str(folder / "tables.db")],
        env={**os.environ, "BASTIDE_CACHE": str(folder / "cache")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await answers(http)
        start = time.monotonic()
        seats = [{"kind": "bot", "level": level}] * (load(game).spec.seats[0] - 1)
        own = len(seats) if is_last else 0
        seats.insert(own, {"kind": "you", "name": "Ada"})
        made = await make_table(http, {"game": game, "seats": seats})
        seat = Seat(made["table"]["id"], made["key"], own)
        socket = await enter(f"ws://127.0.0.1:{port}", seat)
        seen = await play(socket, seat)
        await socket.close()
    finally:
        server.terminate()
        server.wait(60)
    waits = (start - begun, seen.asked - start, seen.answered - start, seen.itself - start)
    return BOTS if seen.bot_first else OWN, [f"{wait:.1f} s" for wait in waits]


def wait_for_both(game: str, level: str) -> list[list[str]]:
    """A row for each who may begin."""
    found: dict[str, list[str]] = {}
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as folder:
            who, waits = asyncio.run(wait_cold(game, level, OWN in found, Path(folder)))
        print(game, who, *waits, flush=True)
        found.setdefault(who, waits)
        if len(found) == 2:
            break
    return [[game, who, *found[who]] for who in (OWN, BOTS) if who in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--bots", default="level1", help="the level of all of them")
    given = parser.parse_args()
    rows = [row for game in given.games for row in wait_for_both(game, given.bots)]
    waited = (
        "who begins",
        "the server answers",
        "Start to one's first question",
        "to a bot's first decision",
        f"to one that {given.bots} made itself",
    )
    command = " ".join(["python -m bench.server_cold", *sys.argv[1:]])
    report.write(
        "Starting a game on an empty cache", command, report.table(["nothing compiled", *waited], rows), "all used"
    )


if __name__ == "__main__":
    main()
