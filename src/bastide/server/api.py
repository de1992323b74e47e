"""Plain requests. One list of endpoints is both what is served and what docs/openapi.json says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, get_args

from starlette.requests import Request

from bastide import __version__
from bastide.bots import OFFERED
from bastide.core.catalogue import LANGUAGES
from bastide.core.decoding import convert
from bastide.core.errors import UnknownClause
from bastide.core.record import Record
from bastide.core.rulebook import rulebook
from bastide.core.state import SPECTATOR, UNSEEN
from bastide.core.view import View
from bastide.games import GAMES, load, load_book
from bastide.server import requests
from bastide.server.card_api import CARD_ENDPOINTS
from bastide.server.daily_api import DAILY_ENDPOINTS
from bastide.server.endpoint import Endpoint, key_of, number_of, room_of
from bastide.server.lessons import go_on
from bastide.server.links import Link
from bastide.server.lobby import known_game
from bastide.server.notices.api import NOTICE_ENDPOINTS
from bastide.server.offers import OFFER_ENDPOINTS
from bastide.server.ratings.api import RATING_ENDPOINTS
from bastide.server.room import Room
from bastide.server.seats import is_strong
from bastide.server.texts import clean
from bastide.table import contest as contested
from bastide.table.contest import Contest
from bastide.table.lesson import has_lesson
from bastide.table.messages import PROTOCOL
from bastide.table.parts import TableInfo
from bastide.table.refused import Refused
from bastide.table.result import record_of
from bastide.table.table import Table
from bastide.table.timing import ClockKind

if TYPE_CHECKING:
    from bastide.server.app import Server

KEYS_A_UNIT = 10  # keys that may be asked about for the cost of one request
STRONG_BOT = 0.5  # how many tables a bot counts for that thinks long


# ------------------------------------------------------------------ helpers of the calls


def seat_number(request: Request) -> int:
    return number_of(request.path_params["seat"])


def viewer_of(room: Room, link: Link | None) -> int:
    """Through whose eyes a request looks: a seat's by its link, else a spectator's where one may watch."""
    if link is not None and link.seat != SPECTATOR and room.table.chairs[link.seat].kind == "person":
        return link.seat
    if link is None and not room.table.setup.listed and room.table.state != "over":
        raise Refused("table.refused.private")
    return SPECTATOR


def cost_of_seat(seat: requests.SeatRequest) -> float:
    return STRONG_BOT if isinstance(seat, requests.BotSeat) and is_strong(seat.level) else 0.0


# ------------------------------------------------------------------ the calls


async def games(server: Server, _request: Request, _body: None) -> requests.GameList:
    infos = await asyncio.to_thread(lambda: [game_info(name, server.readiness.is_ready(name)) for name in GAMES])
    return requests.GameList(infos, PROTOCOL, __version__)  # the first time all games are imported, aside


def game_info(name: str, ready: bool) -> requests.GameInfo:
    spec = load(name).spec
    options = convert(spec.options, list[requests.Option], from_attributes=True)
    return requests.GameInfo(
        spec.id,
        spec.rules_version,
        spec.seats,
        spec.minutes,
        options,
        list(OFFERED),
        spec.reconstructed,
        ready,
        has_lesson(load(name)),
    )


async def rules(_server: Server, request: Request, _body: None) -> requests.RulesText:
    game = await asyncio.to_thread(known_game, request.path_params["game"])
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise Refused("table.refused.language", languages=", ".join(LANGUAGES))
    return requests.RulesText(game.id, list(rulebook(game.folder, language).values()), load_book(game.id))


async def learn(server: Server, request: Request, body: requests.Learning) -> requests.LessonView:
    game = known_game(request.path_params["game"])
    await server.readiness.wait(game.id)
    return await asyncio.to_thread(go_on, game, body)


async def list_tables(server: Server, request: Request, _body: None) -> requests.TableList:
    asked = request.query_params
    clock = asked.get("clock", "")
    if clock and clock not in get_args(ClockKind):
        raise Refused("table.refused.body", place="clock")
    return await server.listing.listed(asked.get("after", ""), asked.get("game", "")[:40], clock)


async def my_tables(server: Server, request: Request, body: requests.Keys) -> requests.TableList:
    server.charge(request, len(body.keys) / KEYS_A_UNIT)
    return requests.TableList(await server.listing.mine(body.keys))


async def make_table(server: Server, request: Request, body: requests.NewTable) -> requests.Made:
    server.charge_table(request, 1 + sum(cost_of_seat(seat) for seat in body.seats))
    return await server.lobby.make(body)


async def table(server: Server, request: Request, _body: None) -> TableInfo:
    room = await room_of(server, request)

    async def read() -> TableInfo:
        return room.views.info()

    info: TableInfo = await room.call(read)
    return info


async def join(server: Server, request: Request, body: requests.Join) -> requests.Joined:
    room = await room_of(server, request)
    joined: requests.Joined = await room.call(lambda: server.lobby.join(room, body))
    return joined


async def fill_seat(server: Server, request: Request, body: requests.FillSeat) -> requests.Filled:
    room = await room_of(server, request)
    key, seat = key_of(request), seat_number(request)
    filled: requests.Filled = await room.call(lambda: server.lobby.fill(room, key, seat, body))
    return filled


async def renew_link(server: Server, request: Request, _body: None) -> requests.Joined:
    room = await room_of(server, request)
    renewed: requests.Joined = await room.call(lambda: server.lobby.renew(room, key_of(request)))
    return renewed


async def renew_watch(server: Server, request: Request, _body: None) -> requests.Watch:
    room = await room_of(server, request)
    renewed: requests.Watch = await room.call(lambda: server.lobby.renew_watch(room, key_of(request)))
    return renewed


async def delete_table(server: Server, request: Request, _body: None) -> requests.Deleted:
    room = await room_of(server, request)
    deleted: requests.Deleted = await room.call(lambda: server.lobby.delete(room, key_of(request)))
    return deleted


async def ply(server: Server, request: Request, _body: None) -> requests.PlyView:
    room = await room_of(server, request)
    asked = request.query_params.get("as")
    wanted = number_of(request.path_params["ply"])

    async def read() -> requests.PlyView:
        key = key_of(request)
        viewer = viewer_of(room, await server.lobby.check_now(room, key) if key else None)
        eyes = viewer if asked is None else SPECTATOR if asked == "" else number_of(asked)
        view, log = await room.views.look_back(viewer, wanted, eyes)
        return requests.PlyView(room.views.info(), view, log, room.table.ply(viewer))

    view: requests.PlyView = await room.call(read)
    return view


async def record(server: Server, request: Request, _body: None) -> Record:
    room = await room_of(server, request)

    async def read() -> Record:
        return await asyncio.to_thread(server.signed, room.table)

    kept: Record = await room.call(read)
    return kept


async def finished(server: Server, request: Request) -> Room:
    """The table of a request, if its game was played to the end: nothing is told of one that runs."""
    room = await room_of(server, request)

    async def check() -> None:
        if room.table.state != "over":
            raise Refused("table.refused.not_over")
        if room.table.abandoned:
            raise Refused("table.refused.abandoned")
        if room.table.setup.branch is not None:
            raise Refused("table.refused.branch")

    await room.call(check)
    return room


async def review(server: Server, request: Request, _body: None) -> requests.ReviewState:
    room = await finished(server, request)
    return await server.reviews.ask(room.id, lambda: record_of(room.table))


async def list_comments(server: Server, request: Request, _body: None) -> requests.Comments:
    room = await finished(server, request)
    return await server.afterwards.comments(room)


async def comment(server: Server, request: Request, body: requests.NewComment) -> requests.Comments:
    room = await finished(server, request)
    return await server.afterwards.comment(room, key_of(request), body)


async def list_branches(server: Server, request: Request, _body: None) -> requests.Branches:
    return await server.afterwards.branches(await finished(server, request))


async def branch(server: Server, request: Request, body: requests.NewBranch) -> requests.Made:
    server.charge_table(request)
    room = await room_of(server, request)
    made: requests.Made = await room.call(lambda: server.afterwards.branch(room, key_of(request), body))
    return made


async def contest(server: Server, request: Request, body: requests.NewContest) -> Contest:
    room = await room_of(server, request)

    async def make() -> Contest:
        key = key_of(request)
        viewer = viewer_of(room, await server.lobby.check_now(room, key) if key else None)
        return await asyncio.to_thread(contest_of, room.table, viewer, body)

    made: Contest = await room.call(make)
    return made


def contest_of(table: Table, viewer: int, asked: requests.NewContest) -> Contest:
    """A contest made from what a viewer may know: the view at a ply, with what is hidden dealt anew."""
    if viewer == SPECTATOR:
        raise Refused("table.refused.spectator")
    try:
        view, after = table.match.past(viewer, asked.ply).view(viewer), None
        if asked.kind == "scoring":
            plies = table.match.shown(viewer).plies
            if asked.ply >= len(plies):
                raise Refused("table.refused.no_such_ply", ply=asked.ply, last=len(plies) - 1)
            ply = plies[asked.ply]
            action = table.game.witness(view.state, ply.action, viewer)
            if action == UNSEEN:
                raise Refused("table.refused.no_such_ply", ply=asked.ply, last=len(plies) - 1)
            after = table.match.past(viewer, asked.ply + 1).view(viewer)
        else:
            action = refused_action(view, tuple(asked.targets), asked.clause)
        return contested.contest(
            view, table.setup.options, action, asked.clause, asked.kind, clean(asked.expected), after
        )
    except UnknownClause:
        raise Refused("table.refused.body", place="$.clause") from None


def refused_action(view: View, targets: tuple[str, ...], clause: str) -> int:
    """The action that stands for some pieces and is refused by a clause."""
    v, game = view.state, view.game
    legal = set(view.legal)
    for action in range(game.spec.num_actions):
        if action not in legal and game.targets(v, action, view.seat) == targets and game.refuse(v, action) == clause:
            return action
    raise Refused("table.refused.body", place="$.targets")


async def take_in_record(server: Server, request: Request, body: Record) -> requests.Imported:
    server.charge_table(request)
    return await server.afterwards.take_in(body)


async def about(server: Server, _request: Request, _body: None) -> requests.About:
    return requests.About("bastide", __version__, PROTOCOL, server.signer.key)


async def health(server: Server, _request: Request, _body: None) -> requests.Health:
    await server.probe.check()
    return requests.Health("ok", __version__, await server.rooms.lists.counts(), len(server.rooms))


TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint(
        "GET", "/api/health", "Whether the server answers and what is decided can be stored.", health, requests.Health,
        refusals=(429, 503),
    ),
    Endpoint(
        "GET", "/api/about", "Which release this is, and the key with which it signs the records of finished games.",
        about, requests.About,
    ),
    Endpoint("GET", "/api/games", "The games, their options and the levels of bots.", games, requests.GameList),
    Endpoint(
        "GET", "/api/rules/{game}/{language}", "The rules, clause by clause, in `en` or `fr`.", rules,
        requests.RulesText,
    ),
    Endpoint(
        "POST", "/api/lessons/{game}", "A guided first game: goes on from where the learner stands; nothing is kept.",
        learn, requests.LessonView, requests.Learning, refusals=(400, 404, 409, 429), cost=2,
    ),
    Endpoint(
        "GET", "/api/tables", "The lobby: listed tables that are not over, the latest first, a page at a time "
        "(`after`: the `next` of the page before), of one `game` or `clock`, or all.", list_tables, requests.TableList,
        query=("after", "game", "clock"),
        refusals=(400, 429), cost=2,
    ),
    Endpoint(
        "POST", "/api/tables/mine", "The tables to which these keys belong.", my_tables, requests.TableList,
        requests.Keys,
    ),
    Endpoint("POST", "/api/tables", "Makes a table.", make_table, requests.Made, requests.NewTable, 201),
    Endpoint("GET", TABLE, "What everybody may know about a table.", table, TableInfo),
    Endpoint(
        "POST", f"{TABLE}/join", "Sits down, by invitation or at a listed table.", join, requests.Joined, requests.Join,
        refusals=(400, 403, 404, 409, 429),
    ),
    Endpoint(
        "PUT", f"{TABLE}/seats/{{seat}}", "The host puts a bot on a seat, or opens it; before the start a "
        "person can be removed so (`remove`).", fill_seat, requests.Filled,
        requests.FillSeat, needs_key=True, refusals=(400, 403, 404, 409, 429),
    ),
    Endpoint(
        "POST", f"{TABLE}/link", "Revokes the caller's link and gives another.", renew_link, requests.Joined,
        needs_key=True, refusals=(400, 403, 404, 429),
    ),
    Endpoint(
        "POST", f"{TABLE}/watch", "The host revokes the link for spectators and gets another.", renew_watch,
        requests.Watch, needs_key=True, refusals=(400, 403, 404, 429),
    ),
    Endpoint(
        "DELETE", TABLE, "The host deletes the table, unless others are playing at it.", delete_table,
        requests.Deleted, needs_key=True, refusals=(400, 403, 404, 409, 429),
    ),
    Endpoint(
        "GET", f"{TABLE}/plies/{{ply}}", "One position, as the asker may see it; once the game is over "
        "through any eyes (`as`: a seat, or empty for a spectator's).", ply, requests.PlyView, query=("as",),
        refusals=(400, 403, 404, 429), cost=3,
    ),
    Endpoint(
        "GET", f"{TABLE}/record", "The finished game as a record.", record, Record, refusals=(404, 409, 429),
        cost=5,
    ),
    Endpoint(
        "GET", f"{TABLE}/review", "The review of a finished game as far as it is; asking begins it and keeps it going.",
        review, requests.ReviewState, refusals=(400, 404, 409, 429), cost=2,
    ),
    Endpoint(
        "GET", f"{TABLE}/comments", "What those who played say of the decisions of a finished game.", list_comments,
        requests.Comments, refusals=(404, 409, 429),
    ),
    Endpoint(
        "POST", f"{TABLE}/comments", "Says something of a decision, as a seat of the finished game.", comment,
        requests.Comments, requests.NewComment, needs_key=True, refusals=(400, 403, 404, 409, 429),
    ),
    Endpoint(
        "GET", f"{TABLE}/branches", "Tables that go on otherwise from a decision of this finished game.", list_branches,
        requests.Branches, refusals=(404, 409, 429),
    ),
    Endpoint(
        "POST", f"{TABLE}/branches", "What if: a private table that goes on from a decision of a finished game, or of "
        "one's own game against bots; what its mover could not see is dealt anew.", branch, requests.Made,
        requests.NewBranch, 201, refusals=(400, 403, 404, 409, 429),
    ),
    Endpoint(
        "POST", f"{TABLE}/contests", "A ruling that a player contests, as a file (`bastide contest`): made from what "
        "that player may know.", contest, Contest, requests.NewContest, needs_key=True,
        refusals=(400, 403, 404, 429), cost=5,
    ),
    Endpoint(
        "POST", "/api/records", "Keeps a finished game that was played elsewhere.", take_in_record, requests.Imported,
        Record, 201, cost=40,
    ),
    *CARD_ENDPOINTS,
    *NOTICE_ENDPOINTS,
    *RATING_ENDPOINTS,
    *DAILY_ENDPOINTS,
    *OFFER_ENDPOINTS,
)  # fmt: skip
