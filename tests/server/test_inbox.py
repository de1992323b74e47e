"""What waits for one reader: in order, nothing lost to a reader who gives up, nothing kept of what was sent."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from bastide.core.state import SPECTATOR
from bastide.server.door import BROADCAST, Guest, Parcel
from bastide.server.inbox import Inbox
from bastide.server.sockets import RESTART, _send
from tests.server.serving import PATIENCE_S


async def turn() -> None:
    """Everything that can go on without waiting has gone on."""
    for _ in range(9):
        await asyncio.sleep(0)


def test_first_in_first_out_whether_the_reader_waits_or_not() -> None:
    async def scene() -> list[int]:
        box: Inbox[int] = Inbox()
        reading = asyncio.create_task(box.get())
        await turn()
        for item in (1, 2, 3):
            box.put(item)
        assert len(box) == 3
        return [await reading, await box.get(), box.take()]

    assert asyncio.run(scene()) == [1, 2, 3]


def test_a_reader_who_gives_up_takes_nothing() -> None:
    async def scene() -> None:
        box: Inbox[int] = Inbox()
        reading = asyncio.create_task(box.get())
        await turn()
        box.put(1)
        reading.cancel()  # it was told already, and has not looked yet
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert await box.get() == 1

    asyncio.run(scene())


class Sent:
    """A socket that notes what it is told, and keeps none of it."""

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self.closed: list[int] = []

    async def send_text(self, text: str) -> None:
        self.lengths.append(len(text))

    async def close(self, code: int) -> None:
        self.closed.append(code)


def test_what_was_sent_is_not_kept_while_there_is_nothing_to_send() -> None:
    async def scene() -> None:
        socket, guest = Sent(), Guest(None, False, "en", 4)
        sending: list[asyncio.Task[None]] = []
        guest.send_waiting = lambda: sending.append(
            asyncio.create_task(_send(cast(WebSocket, cast(Any, socket)), guest))
        )
        data = b"x" * 10_000
        held = sys.getrefcount(data)
        for viewer in (BROADCAST, SPECTATOR):
            guest.deliver(Parcel(viewer, data))
        await turn()
        assert socket.lengths == [10_000, 10_000]
        assert sys.getrefcount(data) == held
        guest.dismiss()
        await asyncio.gather(*sending)
        assert socket.closed == [RESTART]

    asyncio.run(scene())


def test_who_waits_within_a_time_gets_what_comes_or_nothing() -> None:
    async def scene() -> None:
        box: Inbox[int] = Inbox()
        assert await box.get_within(0) is None
        reading = asyncio.create_task(box.get_within(PATIENCE_S))
        await turn()
        box.put(1)
        box.put(2)
        assert [await reading, await box.get_within(0)] == [1, 2]
        reading = asyncio.create_task(box.get_within(PATIENCE_S))
        await turn()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        box.put(3)
        assert await box.get_within(0) == 3

    asyncio.run(scene())


def test_what_a_client_does_not_take_at_once_waits_its_turn_and_nothing_overtakes_it() -> None:
    async def scene() -> list[str]:
        taken: list[str] = []
        keeps_up, let_on = [True], asyncio.Event()

        class Slow:
            async def send_text(self, text: str) -> None:
                await let_on.wait()
                taken.append(text)

            async def close(self, code: int) -> None:
                taken.append(f"closed {code}")

        def take(data: bytes) -> bool:
            if keeps_up[0]:
                taken.append(data.decode())
            return keeps_up[0]

        socket, guest = Slow(), Guest(None, False, "en", 4)
        tasks: list[Any] = []
        guest.send_now = take
        guest.send_waiting = lambda: tasks.append(asyncio.create_task(_send(cast(WebSocket, socket), guest)))
        for number in range(6):
            keeps_up[0] = number not in (1, 2)  # by the third it could take some again, behind those that wait
            guest.deliver(Parcel(BROADCAST, str(number).encode()))
            if number == 3:
                await turn()
                assert taken == ["0"]
                let_on.set()
                await asyncio.wait_for(tasks[0], PATIENCE_S)
        assert len(tasks) == 1
        guest.dismiss()
        await asyncio.wait_for(tasks[1], PATIENCE_S)
        return taken

    assert asyncio.run(scene()) == ["0", "1", "2", "3", "4", "5", f"closed {RESTART}"]
