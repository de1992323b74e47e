"""Open connections: so many for one address, so many in all, and each with a deadline for what it is doing.

A request's head must come soon, and its answer must be taken soon after; a socket that stays open is kept alive, or
closed, by pings. A connection over the cap is closed without an answer.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Collection
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from bastide.server import metrics
from bastide.server.inbox import Gate, Inbox
from bastide.server.limits import network_of
from bastide.server.settings import Limits

ANY_NUMBER = 1 << 20
SEND_NOW = "bastide.send_now"
SPARE = 128  # descriptors for the database, the workers and the files of the page


class Connections:
    """Who is connected, by network; a trusted proxy speaks for many and is not counted."""

    def __init__(self, limits: Limits, total: int, proxies: Collection[str] = ()) -> None:
        self.limits = limits
        self.total = total
        self.trusts_all = "*" in proxies
        self.proxies = [ipaddress.ip_network(each, strict=False) for each in proxies if is_network(each)]
        self._of: dict[Any, str] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._of)

    def admit(self, transport: asyncio.BaseTransport) -> bool:
        """Counts a connection in; False where its network, or the process, has too many."""
        peer = get_remote_addr(cast(asyncio.Transport, transport))
        host = peer[0] if peer else ""
        network = network_of(host)
        is_full = self._counts[network] >= self.limits.connections and not self._is_proxy(host)
        if is_full or len(self._of) >= self.total:
            metrics.turned_away.inc()
            return False
        self._of[transport] = network
        self._counts[network] += 1
        return True

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return self.trusts_all
        return self.trusts_all or any(address in network for network in self.proxies)

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Counts a closed connection out; a second call does nothing."""
        network = self._of.pop(transport, None)
        if network is not None:
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]


class GuardedConfig(uvicorn.Config):
    """What uvicorn is told, and the connections that its protocols share."""

    connections: Connections


class GuardedHttp(H11Protocol):
    """Hangs up on who does not finish the head of a request, or does not take the answer."""

    _phase = ""
    _deadline: asyncio.TimerHandle | None = None

    @property
    def _shared(self) -> Connections:
        return cast(GuardedConfig, self.config).connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._shared.admit(transport):
            transport.abort()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self._shared.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._disarm()
        self._phase = "socket"
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """A deadline for each thing it may be doing: sending a head, or having a request answered."""
        if self._phase == "socket" or self.transport.is_closing():
            return
        phase = "head" if self.cycle is None or self.cycle.response_complete else "request"
        if phase != self._phase:
            self._disarm()
            self._phase = phase
            limits = self._shared.limits
            seconds = limits.head_s if phase == "head" else limits.request_s
            self._deadline = self.loop.call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        metrics.turned_away.inc()
        self.transport.abort()

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Received(Inbox[Any]):
    """What a socket has read, by the names that uvicorn calls a queue's methods."""

    __slots__ = ()

    put_nowait = Inbox.put

    def empty(self) -> bool:
        return not len(self)


class GuardedSocket(WebSocketsSansIOProtocol):
    """The same connection after it became a socket: thousands are open, and most of them say nothing for minutes.

    The application finds `send_now` among the extensions of its scope, under SEND_NOW.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = cast(Any, Received())
        self.writable = cast(Any, Gate())

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[SEND_NOW] = self.send_now

    def start_keepalive(self) -> None:
        """The handshake is over: nobody asks for its headers again."""
        super().start_keepalive()
        del self.request, self.response

    def send_receive_event_to_app(self) -> None:
        """Hands a message on; stops reading only where others wait already, since most come one by one."""
        is_first = self.queue.empty()
        self.read_paused = self.read_paused or is_first  # uvicorn pauses what is not paused yet
        super().send_receive_event_to_app()
        if is_first:
            self.read_paused = False

    def send_now(self, data: bytes) -> bool:
        """Writes a text message without waiting; False where the client does not keep up, or is gone."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(data)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        cast(GuardedConfig, self.config).connections.release(self.transport)
        super().connection_lost(exc)


def is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def most_connections() -> int:
    """As many as there may be descriptors, all that this process may have being asked for, less some to spare."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ANY_NUMBER
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(SPARE, min(soft, ANY_NUMBER) - SPARE)
