"""What an endpoint is: one description is both what is served and what docs/openapi.json says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from bastide.server.room import Room
from bastide.table.refused import Refused

if TYPE_CHECKING:
    from bastide.server.app import Server

Call = Callable[["Server", Request, Any], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One request: its method and address, what it takes, what it answers, what it may be refused with."""

    method: str
    path: str
    summary: str
    call: Call
    answer: Any
    body: Any = None
    status: int = 200
    query: tuple[str, ...] = ()
    needs_key: bool = False
    refusals: tuple[int, ...] = (400, 404, 429)
    cost: float = 1.0  # how many requests it counts for


def key_of(request: Request) -> str:
    """The key of a link, from `Authorization: Bearer`."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip()[:400] if scheme.lower() == "bearer" else ""


async def room_of(server: Server, request: Request) -> Room:
    return await server.rooms.open(request.path_params["table"])


def number_of(text: str) -> int:
    """A small whole number from an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= 7):
        raise Refused("table.refused.number")
    return int(text)
