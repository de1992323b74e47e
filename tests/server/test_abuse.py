"""One stranger hurts nobody: what an address may cost, how many it may be, and how long it may take."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from bastide.server.answers import COSTS
from bastide.server.api import KEYS_A_UNIT
from bastide.server.clock import now_ms
from bastide.server.connections import Connections, GuardedHttp
from bastide.server.limits import Bucket, Buckets, network_of
from bastide.server.listing import LOBBY_PAGE
from bastide.server.rooms import DAY_MS
from bastide.server.settings import Limits
from bastide.server.store import CHAT_KEPT
from bastide.server.texts import MARKS, clean
from bastide.table import messages
from tests.server.serving import GENEROUS, PATIENCE_S, Running, serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_parting import refusal
from tests.server.test_play import OPEN, YOU, people

SEATS = [YOU, *[OPEN] * (fewest(ANY) - 1)]


def line_to(server: Running) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
    line.settimeout(PATIENCE_S)
    return line


def limits(**changed: Any) -> Limits:
    import msgspec

    return msgspec.structs.replace(GENEROUS, **changed)


# ------------------------------------------------------------------ connections


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "])
def test_who_does_not_finish_asking_is_hung_up_on(tmp_path: Path, sent: bytes) -> None:
    with serving(tmp_path, limits=limits(head_s=0.05)) as server, line_to(server) as line:
        line.sendall(sent)
        assert is_cut(line)


def test_who_keeps_a_line_open_and_stops_halfway_is_hung_up_on(tmp_path: Path) -> None:
    with serving(tmp_path, limits=limits(head_s=PATIENCE_S)) as server:
        line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        for _ in range(2):
            line.request("GET", "/api/games")
            assert line.getresponse().read()
            server.connections.limits = limits(head_s=0.05)  # for what comes after the second request
        with suppress(ConnectionError):  # it may have been hung up on already
            line.sock.sendall(b"GET /api/games HT")
        assert is_cut(line.sock)
        line.close()


def test_who_does_not_send_what_was_announced_is_hung_up_on(tmp_path: Path) -> None:
    with serving(tmp_path, limits=limits(request_s=0.05)) as server, line_to(server) as line:
        head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        line.sendall(head + b"Content-Length: 100\r\n\r\n{")
        assert is_cut(line)


def is_cut(line: socket.socket) -> bool:
    """Until the server hangs up; a test that fails waits for the line's own timeout."""
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


def test_a_socket_outlives_the_deadlines_of_requests(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade, upgraded = GuardedHttp.handle_websocket_upgrade, []

    def note(http: GuardedHttp, event: Any) -> None:
        assert http._deadline is not None
        upgrade(http, event)
        upgraded.append(http)

    monkeypatch.setattr(GuardedHttp, "handle_websocket_upgrade", note)
    made = server.make(ANY, SEATS)
    player = server.sit(made["table"]["id"], made["key"])
    assert [http._deadline for http in upgraded] == [None]
    close(player)


def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    with serving(tmp_path, limits=limits(connections=5)) as server, ExitStack() as stack:
        held = [stack.enter_context(line_to(server)) for _ in range(5)]
        for line in held:
            line.sendall(b"GET /")
        with line_to(server) as late:
            assert is_cut(late)
        held[0].close()
        until_asked(server)


def until_asked(server: Running) -> None:
    """A place that was given back is there again, as soon as the server has noticed."""
    while True:
        try:
            assert server.ask("GET", "/api/games")[0] == 200
        except ConnectionError:
            continue
        return


def test_one_address_has_so_many_sockets_behind_a_proxy_too(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.app.state.server.socket_places.most = 2
        made = server.make(ANY, SEATS)
        table, key = made["table"]["id"], made["key"]
        one, two = server.sit(table, key), server.sit(table, key)
        with pytest.raises(InvalidStatus):
            server.sit(table, key)
        close(one)
        while len(server.app.state.server.rooms.get(table).guests) > 1:
            pass
        close(two, server.sit(table, key))


class Line(asyncio.Transport):
    """A connection from somewhere."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 1)})


def test_an_ipv6_network_counts_as_one_address_and_a_proxy_as_none() -> None:
    shared = Connections(Limits(connections=2), total=7, proxies=["10.0.0.0/8", "unix"])
    same = [Line(f"2001:db8::{n:x}") for n in (1, 2, 3)]
    assert [shared.admit(line) for line in same] == [True, True, False]
    assert shared.admit(Line("2001:db8:0:1::1"))
    assert all(shared.admit(Line("10.1.2.3")) for _ in range(4))
    assert not shared.admit(Line("192.0.2.1")), "there is no room left at all"
    shared.release(same[0])
    shared.release(same[0])
    assert len(shared) == 6
    assert shared.admit(Line("2001:db8::4"))


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("", ""),
        ("a socket of this machine", "a socket of this machine"),
    ],
)
def test_what_counts_as_one_address(host: str, network: str) -> None:
    assert network_of(host) == network


# ------------------------------------------------------------------ costs


def test_what_costs_more_takes_more() -> None:
    bucket = Bucket.full(rate=1, burst=10, now=0.0)
    assert bucket.take(0.0, 8)
    assert not bucket.take(0.0, 3)
    assert bucket.take(1.0, 3)
    assert not bucket.take(5.0, 99), "more than fits waits until the bucket is full"
    assert bucket.take(11.0, 99)
    assert not bucket.take(99.0)
    many = Buckets(rate=1, burst=10)
    assert many.take("a", 0.0, 10)
    assert not many.take("a", 0.0)
    assert many.take("b", 0.0, 10)


def test_asking_for_many_tables_counts_for_many_requests(tmp_path: Path) -> None:
    with serving(tmp_path, limits=limits(requests=0.001, requests_burst=25)) as server:
        keys = [f"nonsense {n}" for n in range(20 * KEYS_A_UNIT)]
        assert server.ask("POST", "/api/tables/mine", {"keys": keys})[0] == 200
        status, answer = server.ask("POST", "/api/tables/mine", {"keys": keys})
        assert (status, answer["label"]["key"]) == (429, "table.refused.rate")


def test_a_key_that_is_sent_often_is_looked_at_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make(ANY, SEATS)
    links = server.app.state.server.lobby.links
    read, asked = links.read, []

    def count(key: str) -> Any:
        asked.append(key)
        return read(key)

    monkeypatch.setattr(links, "read", count)
    tables = server.ask("POST", "/api/tables/mine", {"keys": [made["key"]] * 200})[1]["tables"]
    assert [line["id"] for line in tables] == [made["table"]["id"]]
    assert asked == [made["key"]]


def test_tables_of_strong_bots_count_for_more(tmp_path: Path) -> None:
    strong = [YOU, *[{"kind": "bot", "level": "level5"}] * (fewest(ANY) - 1)]
    with serving(tmp_path, limits=limits(tables_an_hour=2)) as server:
        assert server.ask("POST", "/api/tables", {"game": ANY, "seats": strong})[0] == 201
        status, answer = server.ask("POST", "/api/tables", {"game": ANY, "seats": SEATS})
        assert (status, answer["label"]["key"]) == (429, "table.refused.too_many_tables")


def test_what_an_address_costs_is_counted_over_all_its_sockets(tmp_path: Path) -> None:
    travel = COSTS[messages.Travel]
    with serving(tmp_path, limits=limits(effort=0.001, effort_burst=int(4 * travel))) as server:
        made = server.make(ANY, SEATS)
        table, key = made["table"]["id"], made["key"]
        one, two = (server.sit(table, key, share="") for _ in range(2))
        for player in (one, two, one, two):
            player.ask("past", "travel", ply=0)
        assert one.refused("travel", ply=0) == "table.refused.rate"
        assert two.refused("mute", seat=1, on=True) == "table.refused.rate"
        close(one, two)


# ------------------------------------------------------------------ what is kept and listed


def test_who_arrives_hears_the_last_lines_only(server: Running) -> None:
    players = people(server, ANY, fewest(ANY))
    for n in range(CHAT_KEPT + 5):
        players[0].send("say", text=f"line {n}")
    players[0].wait(lambda: sum(each["type"] == "chat" for each in players[0].heard) == CHAT_KEPT + 5)
    late = server.sit(players[0].welcome["table"]["id"], players[0].key)
    assert [line["text"] for line in late.welcome["chat"]] == [f"line {n}" for n in range(5, CHAT_KEPT + 5)]
    close(late, *players)


def test_the_lobby_comes_in_pages(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = {server.make(ANY, SEATS, listed=True)["table"]["id"] for _ in range(2 * LOBBY_PAGE + 3)}
        found: list[str] = []
        after, pages = "", 0
        while after or not pages:
            page = server.ask("GET", f"/api/tables?after={after}")[1]
            found += [line["id"] for line in page["tables"]]
            after, pages = page.get("next", ""), pages + 1
            if pages == 1:
                server.make(ANY, SEATS, listed=True)  # what comes meanwhile moves nothing
        assert pages == 3
        assert len(found) == len(made)
        assert set(found) == made
        for bad in ("x", "1", "1.", ".x", "-1.x", "9" * 16 + ".x", "1.a%2Fb", "%C2%B2.x"):
            assert server.ask("GET", f"/api/tables?after={bad}")[0] == 400, bad


def test_the_lobby_is_searched_by_game_and_clock(server: Running) -> None:
    wanted = server.make(ANY, SEATS, listed=True, clock="days", rated=True)["table"]["id"]
    others = {
        server.make(ANY, SEATS, listed=True, name='"clock":{"kind":"days"')["table"]["id"],
        server.make(ANY, SEATS, listed=True, clock="live")["table"]["id"],
    }

    def found(search: str) -> dict[str, dict[str, Any]]:
        return {line["id"]: line for line in server.ask("GET", f"/api/tables?{search}")[1]["tables"]}

    by_days = found("clock=days")
    assert wanted in by_days
    assert others.isdisjoint(by_days)
    assert (by_days[wanted]["clock"], by_days[wanted]["rated"]) == ("days", True)
    assert wanted in found(f"clock=days&game={ANY}")
    assert wanted not in found("clock=days&game=other")
    assert wanted not in found("clock=none")
    assert refusal(server.ask("GET", "/api/tables?clock=%00")) == (400, "body")


def test_the_lobby_does_not_tell_that_somebody_tries_things_out(server: Running) -> None:
    players = people(server, "enghien", fewest("enghien"), listed=True)
    table = players[0].welcome["table"]["id"]
    mover = players[players[0].view["prompt"]["seat"]]
    mover.ask("view", "confirm", mode="on")
    before = line_of(server, table)
    mover.act()
    assert mover.view["turn"]["pending"]
    mover.ask("view", "undo", ply=mover.ply)
    while not mover.view["turn"]["done"]:
        mover.act()
    assert line_of(server, table) == before
    mover.ask("view", "commit", ply=mover.ply)
    assert line_of(server, table)["since"] > before["since"]
    close(*players)


def line_of(server: Running, table: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in server.ask("GET", "/api/tables")[1]["tables"] if each["id"] == table)
    return found


def test_tables_that_never_began_expire_unless_somebody_is_there(tmp_path: Path) -> None:
    with serving(tmp_path, listed_days=1, private_days=30) as server:
        listed, private, watched = (server.make(ANY, SEATS, listed=listed) for listed in (True, False, True))
        begun = people(server, ANY, fewest(ANY), listed=True)
        player = server.sit(watched["table"]["id"], watched["key"])
        rooms = server.app.state.server.rooms
        loop = rooms.get(watched["table"]["id"])._task.get_loop()

        def expire(days: float) -> None:
            """As if so many days had passed."""
            later = now_ms() + int(days * DAY_MS)
            asyncio.run_coroutine_threadsafe(rooms.expire(later), loop).result(PATIENCE_S)

        def is_kept(made: dict[str, Any]) -> bool:
            return server.ask("POST", "/api/tables/mine", {"keys": [made["key"]]})[1]["tables"] != []  # type: ignore[no-any-return]

        expire(0.5)
        assert [is_kept(each) for each in (listed, private, watched)] == [True, True, True]
        expire(2)
        assert [is_kept(each) for each in (listed, private, watched)] == [False, True, True]
        expire(31)
        assert [is_kept(each) for each in (listed, private, watched)] == [False, False, True]
        begun[0].ask("chat", "say", text="we have begun")
        close(player, *begun)


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Ada \n the\u0000 First ", "Ada the First"),
        ("e\u0301" * 3, "\u00e9" * 3),
        ("\u0301" * 24, ""),
        ("a" + "\u0335" * 23, "a" + "\u0335" * MARKS),
        ("a \u0301b", "a b"),
        ("Đặng Thị", "Đặng Thị"),
        ("กำลัง", "กำลัง"),
        ("\u202eevil\u202c", "evil"),
        ("\u200bAda\u2060", "Ada"),
        ("\U0001f469\u200d\U0001f33e Ada", "\U0001f469\u200d\U0001f33e Ada"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("A\u200dda\u200d", "A da"),
    ],
)
def test_names_are_made_fit_to_be_shown(written: str, shown: str) -> None:
    assert clean(written) == shown
