"""The bots of a room: whose turn it is thinks in a worker process, and so does a hint for a player."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from bastide.bots import stand_in_of
from bastide.bots.interpreted import Decided
from bastide.bots.worker import Failed
from bastide.core.position import View
from bastide.server.door import Guest
from bastide.server.fair import Asker
from bastide.server.seats import bot_seed, hint_message, is_strong
from bastide.table import messages
from bastide.table.refused import Refused

if TYPE_CHECKING:
    from bastide.server.room import Room


class BotTurn(NamedTuple):
    """Which position a bot thinks about: the seat, what it is shown, and how often something was taken back.

    `is_last` where nobody waits for it, and it takes long.
    """

    seat: int
    ply: int
    rewinds: int
    is_last: bool


class HintAsked(NamedTuple):
    """A hint under way, and of which ply it is asked."""

    ply: int
    task: asyncio.Task[None]


class RoomBots:
    """At most one bot of a table thinks at a time; each guest may have one hint under way."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._turn: BotTurn | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._hints: dict[Guest, HintAsked] = {}
        self._preparing: asyncio.Task[None] | None = None

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    @property
    def is_preparing(self) -> bool:
        """What searches, Champions and hints, is being compiled."""
        table = self.room.table
        return table.state != "over" and self.room.rooms.readiness.is_preparing(table.game.id)

    @property
    def unready(self) -> set[int]:
        """The seats whose bot searches, while that is being compiled."""
        table, game = self.room.table, self.room.table.game
        if not self.is_preparing:
            return set()
        return {
            p
            for p, chair in enumerate(table.chairs)
            if chair.kind == "bot" and stand_in_of(table.level_of(p), game) != table.level_of(p)
        }

    def consider(self) -> None:
        """Starts the bot whose turn it is; one that thinks about an older position is cancelled."""
        if self._preparing is None and self.is_preparing:
            self._preparing = asyncio.create_task(self._tell_readiness())
        turn = self._wanted()
        if turn == self._turn or (turn is not None and turn._replace(is_last=False) == self._turn):
            return  # a client that disconnects does not stop what has begun
        self._cancel()
        if turn is not None:
            table = self.room.table
            self._turn = turn
            work = self._think(turn, table.match.view(turn.seat), table.level_of(turn.seat))
            self._thinking = asyncio.create_task(work)

    def restart(self) -> None:
        """Forgets what was thought about the table as it was before it was read again."""
        self._cancel()
        self.consider()

    def _wanted(self) -> BotTurn | None:
        table = self.room.table
        seat = table.mover
        if seat < 0 or not table.is_bots(seat) or not self.room.timers.is_owner or self.room.is_closed:
            return None
        is_last = is_strong(table.level_of(seat)) and not self.room.presence.is_watched
        return BotTurn(seat, table.ply(seat), len(table.match.rewinds), is_last)

    def _cancel(self) -> None:
        self._turn = None
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None

    async def _tell_readiness(self) -> None:
        """Shows that bots are not ready, and when they are."""
        self.room.post(self._show_readiness)
        with suppress(Refused):  # rules that do not load are told to whoever asks for them
            await self.room.rooms.readiness.wait_bots(self.room.table.game.id)
        self._preparing = None
        self.room.post(self._show_readiness)

    async def _show_readiness(self) -> None:
        self.room.views.broadcast_table()

    def _counts(self) -> bool:
        """The result is compared with others': nobody but the bot that was named may decide."""
        setup = self.room.table.setup
        return setup.rated or bool(setup.daily)

    async def _think(self, turn: BotTurn, view: View, level: str) -> None:
        low, high = self.room.rooms.settings.pace_ms
        ready = time.monotonic() + random.uniform(low, high) / 1000
        seed = bot_seed(self.room.table.seed)
        asker = Asker(self.room.presence.address, self.room.id, turn.is_last)
        itself = turn.is_last or self._counts()
        decided = await self.room.rooms.minds.choose(asker, level, view, seed, turn.ply, itself=itself)
        await asyncio.sleep(max(0.0, ready - time.monotonic()))
        self.room.post(lambda: self._move(turn, decided))

    async def _move(self, turn: BotTurn, decided: Decided) -> None:
        if turn == self._turn and self.room.timers.is_owner:
            self._turn = self._thinking = None
            await self.room.change(
                lambda at: self.room.table.act(turn.seat, [decided.action], turn.ply, at, by=decided.by)
            )

    # ------------------------------------------------------------------ hints

    def start_hint(self, guest: Guest) -> None:
        """A bot that sees what the guest sees advises while the table goes on; a hint of an older ply is dropped."""
        table = self.room.table
        if not guest.is_seated or table.mover != guest.viewer or table.match.is_done or table.is_bots(guest.viewer):
            raise Refused("table.refused.no_hint")
        ply = table.ply(guest.viewer)
        if guest in self._hints and self._hints[guest].ply == ply:
            raise Refused("table.refused.thinking")
        self.cancel_hint(guest)
        work = self._hint(guest, guest.viewer, table.match.view(guest.viewer), ply)
        asked = self._hints[guest] = HintAsked(ply, asyncio.create_task(work))
        asked.task.add_done_callback(lambda _: self._forget_hint(guest, asked))

    def _forget_hint(self, guest: Guest, asked: HintAsked) -> None:
        if self._hints.get(guest) is asked:
            del self._hints[guest]

    async def _hint(self, guest: Guest, viewer: int, view: View, ply: int) -> None:
        try:
            seed = bot_seed(self.room.id)  # not the table's secret, which is not for a player
            hint = await self.room.rooms.minds.hint(Asker(guest.address, self.room.id), view, seed)
            if guest.viewer == viewer:
                guest.send(messages.Hinted(hint_message(hint, ply)))
        except Failed:
            self.room.views.refuse(guest, Refused("table.refused.hint_failed"))

    def cancel_hint(self, guest: Guest) -> None:
        """Nobody waits for the answer."""
        if guest in self._hints:
            self._hints[guest].task.cancel()

    def close(self) -> None:
        self._cancel()
        if self._preparing:
            self._preparing.cancel()
        for hint in self._hints.values():
            hint.task.cancel()
