"""The server, put together: routes, limits, errors, start and end."""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, compile_path
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from bastide import __version__
from bastide.bots.worker import Worker
from bastide.core.catalogue import say_phrase
from bastide.core.decoding import read_json
from bastide.core.record import Record
from bastide.core.state import SPECTATOR
from bastide.reviews import CannotReview, Review, onefile
from bastide.server import metrics
from bastide.server.afterwards import Afterwards
from bastide.server.api import ENDPOINTS, finished
from bastide.server.backups import Backups
from bastide.server.bus import make_bus
from bastide.server.cards import CardKeys, Cards
from bastide.server.clock import now_ms
from bastide.server.daily import Daily
from bastide.server.door import Guest
from bastide.server.endpoint import Endpoint
from bastide.server.headers import SecurityHeaders
from bastide.server.health import Probe
from bastide.server.hosts import HostGuard
from bastide.server.limits import Buckets, Places, network_of
from bastide.server.links import Links
from bastide.server.listing import Listing
from bastide.server.lobby import Lobby
from bastide.server.logs import log, where_of
from bastide.server.minds import Minds
from bastide.server.notices.carriers import Carriers, new_push_secret
from bastide.server.notices.channels import Channels
from bastide.server.notices.courier import Courier
from bastide.server.page import Page, language_of
from bastide.server.preview import preview
from bastide.server.ratings.scorer import Scorer
from bastide.server.readiness import make_readiness
from bastide.server.requests import Problem
from bastide.server.reviews import Reviews
from bastide.server.room import Room
from bastide.server.rooms import Rooms
from bastide.server.seats import Thinkers
from bastide.server.settings import Settings
from bastide.server.sockets import NO_ENTRY, Closing, serve_socket
from bastide.server.starting import CannotStart, why_not
from bastide.server.store import Store
from bastide.server.store.cards import CardStore
from bastide.server.store.daily import DailyStore
from bastide.server.store.files import file_of, serve_alone
from bastide.server.store.lists import TableLists
from bastide.server.store.notices import NoticeStore
from bastide.server.store.offers import OfferStore
from bastide.server.store.ratings import RatingStore
from bastide.server.store.reviews import ReviewStore
from bastide.server.texts import known_language
from bastide.table.messages import Hello
from bastide.table.refused import Refused
from bastide.table.result import record_of
from bastide.table.signature import Signer, new_secret
from bastide.table.table import Table

SECRET = "link-secret"
FILE_COST = 20  # requests that making a file counts for
PAGE_COST = 0.1  # a file of the page: a browser that keeps the page for offline fetches all 190 at once
SIGNING = "signing-secret"
PUSH = "push-secret"
HOUR = 3600.0
JSON = "application/json"
STATUS = {  # of refusals; all others are 400
    "no_such_table": 404,
    "game": 404,
    "language": 404,
    "no_lesson": 404,
    "no_such_ply": 404,
    "no_such_seat": 404,
    "no_channel": 404,
    "route": 404,
    "method": 405,
    "dead_link": 403,
    "dead_card": 403,
    "dead_pass": 403,
    "private": 403,
    "spectator": 403,
    "not_host": 403,
    "eyes": 403,
    "damaged": 409,
    "taken": 409,
    "full": 409,
    "begun": 409,
    "dealt": 409,
    "channels": 409,
    "no_mail": 409,
    "own_seat": 409,
    "others_play": 409,
    "abandoned": 409,
    "not_over": 409,
    "branch": 409,
    "version": 409,
    "lesson": 409,
    "lesson_version": 409,
    "stale": 409,
    "busy": 409,
    "too_large": 413,
    "content_type": 415,
    "host": 421,
    "rate": 429,
    "too_many_tables": 429,
    "closing": 503,
    "storage": 503,
    "disk": 503,
    "not_ready": 503,
    "no_page": 503,
    "trouble": 500,
}


class Server:
    """Everything one process has open."""

    def __init__(self, settings: Settings, make_worker: Callable[[], Worker]) -> None:
        self.settings = settings
        self.make_worker = make_worker
        limits = settings.limits
        self.request_rate = Buckets(limits.requests, limits.requests_burst)
        self.socket_rate = Buckets(limits.sockets, limits.sockets_burst)
        self.table_rate = Buckets(limits.tables_an_hour / HOUR, limits.tables_an_hour)
        self.effort_rate = Buckets(limits.effort, limits.effort_burst)
        self.socket_places = Places(limits.connections)
        self.page = Page(settings.web)
        self.failure: CannotStart | None = None  # why it did not start
        self._opened = AsyncExitStack()

    async def start(self) -> None:
        """Opens everything; where that fails, closes what was opened and keeps the reason."""
        try:
            await self._open()
        except Exception as error:
            self.failure = why_not(error, self.settings.database)
            await self._opened.aclose()
            raise

    async def _open(self) -> None:
        if (file := file_of(self.settings.database)) is not None:
            self._opened.callback(serve_alone(file).release)
        self.store = Store(self.settings.database)
        self._opened.push_async_callback(self.store.close)
        await self.store.start()
        now_ms.catch_up(await TableLists(self.store).latest())
        self.probe = Probe(self.store)
        secret = await self.store.set_meta(SECRET, secrets.token_hex(32))
        self.links = Links(secret)
        self.signer = Signer(await self.store.set_meta(SIGNING, new_secret()))
        self.thinkers = Thinkers(self.settings.thinkers, self.settings.deadline_ms / 1000, self.make_worker)
        self._opened.push_async_callback(self.thinkers.close)
        bus = make_bus(self.settings.bus, self.settings.database)
        self.readiness = make_readiness(self.settings.compiles_apart)
        minds = Minds(self.thinkers, self.readiness)
        self._opened.push_async_callback(minds.close)
        self.rooms = Rooms(self.settings, self.store, bus, minds, self.readiness)
        self.lobby = Lobby(self.store, self.rooms, self.links)
        self.listing = Listing(self.store, self.links)
        self.afterwards = Afterwards(self.lobby)
        self.offers = OfferStore(self.store)
        self.daily = Daily(DailyStore(self.store), self.lobby, secret)
        self.cards = Cards(CardStore(self.store), self.links, CardKeys(secret))
        self.reviews = Reviews(ReviewStore(self.store))
        self._opened.push_async_callback(self.rooms.close)
        self._opened.push_async_callback(self.reviews.close)
        self._opened.push_async_callback(self.readiness.close)
        await self.readiness.start()
        await self.rooms.start()
        await self._start_notices()
        self.ratings = RatingStore(self.store)
        self.scorer = Scorer(self.ratings, self.settings.notices.every_s)
        self._opened.push_async_callback(self.scorer.close)
        self.scorer.start()
        self._start_backups(file)
        log.info("started", version=__version__, process=self.rooms.process)

    async def _start_notices(self) -> None:
        settings, notices = self.settings.notices, NoticeStore(self.store)
        carriers = Carriers(settings, await self.store.set_meta(PUSH, new_push_secret()))
        self.channels = Channels(notices, carriers)
        self.courier = Courier(notices, carriers, self.rooms, settings.every_s)
        self._opened.push_async_callback(self.courier.close)
        self.courier.start()

    def _start_backups(self, file: Path | None) -> None:
        if file is not None and self.settings.backups is not None:
            task = asyncio.create_task(Backups(file, self.settings.backups).run(), name="backups")
            self._opened.callback(task.cancel)

    async def close(self) -> None:
        """Stops all tasks, stores snapshots, and closes everything that was opened."""
        await self._opened.aclose()
        log.info("closed", process=self.rooms.process)

    async def admit(self, room: Room, hello: Hello, address: str) -> Guest:
        """A guest for a new socket: by its key, or as a spectator where the table may be watched; else it is closed."""
        try:
            link = await self.lobby.check_now(room, hello.key) if hello.key else None
        except Refused as refusal:
            raise Closing(NO_ENTRY, refusal) from None
        if link is None and not room.table.setup.listed and room.table.state != "over":
            raise Closing(NO_ENTRY, Refused("table.refused.private"))
        is_host = self.lobby.is_host(room, link)
        guest = Guest(link, is_host, known_language(hello.language), self.settings.limits.outgoing, address)
        if guest.link_seat != SPECTATOR and room.table.chairs[guest.link_seat].kind != "person":
            guest.link_seat = guest.viewer = SPECTATOR  # an invitation that nobody has accepted yet
        return guest

    def signed(self, table: Table) -> Record:
        """The record of a finished game, signed where it was played here."""
        record = record_of(table)
        return record if table.setup.imported else self.signer.sign(record)

    def charge(self, request: Request, cost: float) -> None:
        """Takes what a request costs beyond the first unit from its address; refused where too little is left."""
        if not self.request_rate.take(address_of(request), time.monotonic(), cost):
            raise Refused("table.refused.rate")

    def charge_table(self, request: Request, cost: float = 1.0) -> None:
        if not self.table_rate.take(address_of(request), time.monotonic(), cost):
            raise Refused("table.refused.too_many_tables")


def address_of(connection: HTTPConnection) -> str:
    """Whose limits a request or a socket counts against."""
    return network_of(connection.client.host) if connection.client else ""


def make_app(settings: Settings, make_worker: Callable[[], Worker] = Worker) -> Starlette:
    """The application; `app.state.server` is what it serves, `make_worker` starts the processes in which bots think."""
    server = Server(settings, make_worker)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.close()

    routes: list[Any] = [
        Route(each.path, _serve(server, each), methods=[each.method], name=f"{each.method} {each.path}")
        for each in ENDPOINTS
    ]
    routes += [
        Route("/metrics", _guarded(server, _metrics(server))),
        Route("/api/tables/{table}/file", _guarded(server, _file(server), FILE_COST)),
        Route("/api/tables/{table}/kept", _guarded(server, _kept(server), FILE_COST)),
        Route("/api/{path:path}", _guarded(server, _no_route), methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
        Route("/{path:path}", _guarded(server, _page(server), PAGE_COST)),
    ]
    middleware = [Middleware(SecurityHeaders), Middleware(HostGuard, allowed=settings.hosts)]
    return App(server, routes=routes, middleware=middleware, lifespan=lifespan)


SOCKET = compile_path("/api/tables/{table}/socket")[0]


class App(Starlette):
    """Serves sockets by itself: of each layer around a router some hundred bytes would stay while one is open."""

    def __init__(self, server: Server, **named: Any) -> None:
        super().__init__(**named)
        self.state.server = server
        self._sockets = HostGuard(self._serve_socket, server.settings.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        serve = self._sockets if scope["type"] == "websocket" else super().__call__
        await serve(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = SOCKET.match(scope["path"])
        if found:
            await serve_socket(self.state.server, WebSocket(scope, receive, send), found["table"])
        else:
            await WebSocketClose()(scope, receive, send)


Answer = Callable[[Request], Awaitable[Response]]


def _serve(server: Server, endpoint: Endpoint) -> Answer:
    """An endpoint as a route: body in, answer out."""

    async def call(request: Request) -> Response:
        body = await _body(server, request, endpoint.body) if endpoint.body else None
        answer = await endpoint.call(server, request, body)
        return Response(msgspec.json.encode(answer), endpoint.status, media_type=JSON)

    return _guarded(server, call, endpoint.cost)


def _guarded(server: Server, call: Answer, cost: float = 1.0) -> Answer:
    """Wraps a handler: applies rate limits, answers a refusal with its text, hides the details of our own errors."""

    async def guarded(request: Request) -> Response:
        try:
            server.charge(request, cost)
            return await call(request)
        except Refused as refusal:
            return _problem(request, refusal)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            metrics.troubles.labels("request").inc()
            log.error("request", route=request.method, error=type(error).__name__, where=where_of(error))
            return _problem(request, Refused("table.refused.trouble"))

    return guarded


def _problem(request: Request, refusal: Refused) -> Response:
    metrics.refused.labels(refusal.label.key).inc()
    text = say_phrase(language_of(request), refusal.label)
    problem = Problem(refusal.label, text, refusal.clause)
    status = STATUS.get(refusal.label.key.rsplit(".", 1)[-1], 400)
    return Response(msgspec.json.encode(problem), status, media_type=JSON)


async def _body(server: Server, request: Request, kind: Any) -> Any:
    """What was sent, checked against its type; never more than the limit is read.

    Only as JSON: a form or plain text is what the page of another site could send without asking.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refused("table.refused.content_type")
    most = server.settings.limits.body_bytes
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refused("table.refused.too_large", most=most)
    try:
        return read_json(data, kind)
    except msgspec.ValidationError as error:
        raise Refused("table.refused.body", place=place_of(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused("table.refused.message") from None


def place_of(problem: str) -> str:
    """Where in what was sent the trouble lies, out of the decoder's English: `$.seats[0].level`."""
    path = re.search(r"at `(.+)`$", problem)
    named = re.search(r"field `(\w+)`", problem)
    return f"{path[1] if path else '$'}{f'.{named[1]}' if named else ''}"[:100]


async def _no_route(_request: Request) -> Response:
    raise Refused("table.refused.route")


def _page(server: Server) -> Answer:
    """The page, with what a pasted link to it shows."""

    async def answer(request: Request) -> Response:
        return await server.page.serve(request, lambda asked: preview(server.store, asked))

    return answer


def _file(server: Server) -> Answer:
    """A finished game in one file, with its review as far as there is one; made aside, since it takes a moment."""

    async def answer(request: Request) -> Response:
        room, kept, said = await _afterwards(server, request)

        def make() -> str:
            template = onefile.template_in(server.page.folder, room.table.setup.game)
            return onefile.make_file(template, server.signed(room.table), kept, said)

        try:
            page = await asyncio.to_thread(make)
        except CannotReview as error:
            raise Refused(error.label.key) from None
        name = f"bastide-{room.table.setup.game}-{room.id}.html"
        return HTMLResponse(page, headers={"content-disposition": f'attachment; filename="{name}"'})

    return answer


def _kept(server: Server) -> Answer:
    """The same without the page, packed: for a browser that keeps the game for reading offline."""

    async def answer(request: Request) -> Response:
        room, kept, said = await _afterwards(server, request)
        packed = await asyncio.to_thread(lambda: onefile.pack_game(server.signed(room.table), kept, said))
        return Response(packed, media_type="application/octet-stream")

    return answer


async def _afterwards(server: Server, request: Request) -> tuple[Room, Review | None, list[onefile.Comment]]:
    """A finished game, its review as far as there is one, and what was said of it."""
    room = await finished(server, request)
    comments = await server.afterwards.kept.comments(room.id)
    return room, await server.reviews.kept(room.id), [onefile.Comment(*comment) for comment in comments]


def _metrics(server: Server) -> Answer:
    """The metrics, for clients with the token alone: behind a proxy, every client looks like a local one."""

    async def answer(request: Request) -> Response:
        token = server.settings.metrics_token
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        is_known = bool(token) and hmac.compare_digest(given.encode(), token.encode())
        if not is_known:
            raise Refused("table.refused.route")
        return Response(metrics.expose(), media_type="text/plain; version=0.0.4")

    return answer
