"""Which names this server answers to: a page of another site may have had its name point here (DNS rebinding)."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from functools import cache

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bastide.core.catalogue import say_phrase
from bastide.core.words import Phrase
from bastide.server.page import language_of_header
from bastide.server.requests import Problem

ANY = "*"
MISDIRECTED = 421


def name_of(host: str) -> str:
    """The name in a `Host` header, without its port."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def own_names() -> frozenset[str]:
    """What this machine calls itself."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local", f"{name.partition('.')[0]}.local"})


def is_ours(host: str, allowed: Collection[str]) -> bool:
    """Numbers and this machine's own names always are, since no other site has them; other names where listed."""
    name = name_of(host)
    return ANY in allowed or is_address(name) or name in own_names() or name in allowed


class HostGuard:
    """Answers nothing that was asked of another host."""

    def __init__(self, app: ASGIApp, allowed: Collection[str]) -> None:
        self.app = app
        self.allowed = frozenset(name.lower() for name in allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or is_ours(Headers(scope=scope).get("host", ""), self.allowed):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            label = Phrase("table.refused.host")
            language = language_of_header(Headers(scope=scope).get("accept-language", ""))
            body = msgspec.json.encode(Problem(label, say_phrase(language, label)))
            await Response(body, MISDIRECTED, media_type="application/json")(scope, receive, send)
