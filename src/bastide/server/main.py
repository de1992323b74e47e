"""Runs the application under uvicorn, and says when it is ready."""

from __future__ import annotations

import gc
import socket
import sys
import warnings
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from bastide.core.errors import BastideError
from bastide.judge import NoJudge
from bastide.server.app import make_app
from bastide.server.bus import make_bus
from bastide.server.connections import Connections, GuardedConfig, GuardedHttp, GuardedSocket, most_connections
from bastide.server.logs import configure
from bastide.server.page import find_page
from bastide.server.settings import Settings
from bastide.server.starting import CannotStart
from bastide.server.store.files import file_of

SWITCH_S = 0.001  # how long a thread aside (a record that is checked, an old position) may keep the others waiting
GARBAGE = (50_000, 20, 20)  # less often than usual: a move makes thousands of objects that are gone with it
GRACE_S = 10  # for requests under way when the server is told to stop


class Ready(uvicorn.Server):
    """Calls back once it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit and sockets:
            self.ready(sockets[0].getsockname()[1])


def check_settings(settings: Settings) -> None:
    """Says what is wrong before anything is opened."""
    make_bus(settings.bus, settings.database)
    if settings.backups is not None and file_of(settings.database) is None:
        raise CannotStart("backups")
    if settings.web is not None and find_page(settings.web) is None:
        raise BastideError(f"there is no built page in {settings.web}")


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; an address in use is said so before anything is opened.

    The protocol is named because asyncio switches Nagle's algorithm off only where it is: without it the second packet
    of an answer waits 40 ms for the acknowledgement of the first.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise BastideError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener


def run_server(
    settings: Settings, host: str, port: int, trust_proxy: str, log_level: str, ready: Callable[[int], None]
) -> None:
    """Serves until told to stop: then sockets are asked to come again, and nothing is lost.

    CannotStart where the database cannot be opened, or another server has it.
    """
    check_settings(settings)
    listener = listen(host, port)
    configure(log_level)
    warnings.simplefilter("ignore", NoJudge)  # the log says so
    sys.setswitchinterval(SWITCH_S)
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    app = make_app(settings)
    try:
        Ready(config_of(app, settings, trust_proxy), ready).run(sockets=[listener])
    except SystemExit:  # uvicorn's way to say that the application did not start
        failure: CannotStart | None = app.state.server.failure
        if failure is not None:
            raise failure from None
        raise


def config_of(app: Starlette, settings: Settings, trust_proxy: str = "") -> GuardedConfig:
    """How uvicorn is to serve the application."""
    config = GuardedConfig(
        app,
        http=GuardedHttp,
        ws=GuardedSocket,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trust_proxy),
        forwarded_allow_ips=trust_proxy or None,
        timeout_graceful_shutdown=GRACE_S,
    )
    proxies = tuple(each.strip() for each in trust_proxy.split(",") if each.strip())
    config.connections = Connections(settings.limits, most_connections(), proxies)
    return config
