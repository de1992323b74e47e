"""How long somebody waits who starts a game where nothing is compiled yet: `python -m bench.server_cold`.

For each game servers of their own, each with an empty cache: until it answers, from Start to one's first question, and
until a bot has decided; once where one begins oneself and once where a bot does. Who begins is drawn in most games: a
server is started until both have. `--bots champion` asks that of other bots, and games can be named.
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


class Told(msgspec.Struct):
    """A message, as far as it tells of a view."""

    view: Asking | None = None


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


async def play(socket: ClientConnection, seat: Seat) -> tuple[bool, float, float]:
    """Whether a bot was asked first, when one was asked oneself, and when the first bot that was asked had decided."""
    asked = answered = 0.0
    bot_at = None  # the ply at which a bot is asked
    bot_first = False
    chooser = random.Random(1)
    async for text in socket:
        view = _told.decode(text).view
        if view is None:
            continue
        if bot_at is not None and view.ply > bot_at:
            answered = answered or time.monotonic()
        if view.prompt.seat not in (None, seat.seat) and bot_at is None:
            bot_at, bot_first = view.ply, not asked
        if view.choices:
            asked = asked or time.monotonic()
            await socket.send(decide(seat, view, chooser))
        if asked and answered:
            break
    return bot_first, asked, answered


async def wait_cold(game: str, level: str, is_last: bool, folder: Path) -> tuple[str, list[str]]:
    """Who begins, and how long until a new server answers, from Start to one's first question and a bot's decision.

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
        bot_first, asked, answered = await play(socket, seat)
        await socket.close()
    finally:
        server.terminate()
        server.wait(60)
    waits = (start - begun, asked - start, answered - start)
    return BOTS if bot_first else OWN, [f"{wait:.1f} s" for wait in waits]


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
    waited = ("who begins", "the server answers", "Start to one's first question", f"to a decision of {given.bots}")
    command = " ".join(["python -m bench.server_cold", *sys.argv[1:]])
    report.write(
        "Starting a game on an empty cache", command, report.table(["nothing compiled", *waited], rows), "all used"
    )


if __name__ == "__main__":
    main()
