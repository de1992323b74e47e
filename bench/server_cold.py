"""How long somebody waits who starts a game where nothing is compiled yet: `python -m bench.server_cold`.

For each game a server of its own with an empty cache: until it answers, from Start to one's first question, and until a
bot has decided. `--bots champion` asks that of other bots, and games can be named.
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

import msgspec
from websockets.asyncio.client import ClientConnection

from bastide.games import GAMES, load
from bench import report
from bench.server_client import Seat, View, decide, enter, request
from bench.server_process import free_port

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


async def wait_cold(game: str, level: str, folder: Path) -> list[str]:
    """How long until a new server answers, from Start to one's first question, and to a bot's first decision."""
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
        bots = [{"kind": "bot", "level": level}] * (load(game).spec.seats[0] - 1)
        made = await request(http, "/api/tables", {"game": game, "seats": [{"kind": "you", "name": "Ada"}, *bots]})
        seat = Seat(made["table"]["id"], made["key"], 0)
        socket = await enter(f"ws://127.0.0.1:{port}", seat)
        bot_first, asked, answered = await play(socket, seat)
        await socket.close()
    finally:
        server.terminate()
        server.wait(60)
    waits = (start - begun, asked - start, answered - start)
    return [*(f"{wait:.1f} s" for wait in waits), "a bot" if bot_first else "oneself"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--bots", default="level1", help="the level of all of them")
    given = parser.parse_args()
    rows = []
    for game in given.games:
        with tempfile.TemporaryDirectory() as folder:
            rows.append([game, *asyncio.run(wait_cold(game, given.bots, Path(folder)))])
        print(*rows[-1], flush=True)
    waited = ("the server answers", "Start to one's first question", f"to a decision of {given.bots}", "who begins")
    command = " ".join(["python -m bench.server_cold", *sys.argv[1:]])
    report.write(
        "Starting a game on an empty cache", command, report.table(["nothing compiled", *waited], rows), "all used"
    )


if __name__ == "__main__":
    main()
