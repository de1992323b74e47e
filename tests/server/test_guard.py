"""Limits, headers, closed doors, and logs without secrets."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import structlog
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bastide.core.catalogue import LANGUAGES, catalogue, typeset
from bastide.server.app import STATUS
from bastide.server.headers import HEADERS
from bastide.server.limits import MANY, Bucket, Buckets
from bastide.server.links import Links
from bastide.server.logs import FIELDS, only_known_fields
from bastide.server.settings import Limits
from bastide.server.sockets import PATIENCE
from bastide.table.messages import PROTOCOL
from tests.server.serving import GENEROUS, PATIENCE_S, Running, serving
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import BOT, OPEN, YOU, people


def raw(server: Running, table: str, *messages: str | bytes, **options: Any) -> tuple[list[Any], int]:
    """What a stranger's socket hears, and the code it is closed with."""
    heard: list[Any] = []
    with ExitStack() as stack:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        line = stack.enter_context(connect(address, open_timeout=PATIENCE_S, **options))
        try:
            for message in messages:
                line.send(message)
            while True:
                heard.append(json.loads(line.recv(PATIENCE_S)))
        except ConnectionClosed:
            closing = line.protocol.close_rcvd
            return heard, closing.code if closing else 0


def hello(key: str = "", protocol: int = PROTOCOL) -> str:
    return json.dumps({"type": "hello", "protocol": protocol, "key": key})


def test_doors_that_stay_closed(server: Running) -> None:
    made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
    table = made["table"]["id"]
    other = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
    tampered = made["key"][:-2] + ("AA" if made["key"][-2:] != "AA" else "BB")
    for first, code, key in (
        (hello(), 4003, "private"),
        (hello("nonsense"), 4003, "dead_link"),
        (hello(tampered), 4003, "dead_link"),
        (hello(other["key"]), 4003, "dead_link"),
        (hello(made["key"], protocol=99), 4000, "protocol"),
        ('{"type": "act", "ply": 0, "actions": [1]}', 1008, "hello"),
        ("no json", 1008, "message"),
        (b"\x00\x01", 1008, "hello"),
    ):
        heard, closed = raw(server, table, first)
        assert [message["label"]["key"] for message in heard] == [f"table.refused.{key}"], first
        assert closed == code
    greeting = json.dumps({"type": "hello", "protocol": PROTOCOL, "language": "fr"})
    assert raw(server, "nosuchtable", greeting)[0][0]["text"] == catalogue("fr")["table.refused.no_such_table"]
    heard, closed = raw(server, "nosuchtable", hello())
    assert (heard[0]["label"]["key"], closed) == ("table.refused.no_such_table", 4004)


def test_a_page_of_another_site_may_not_speak_for_its_visitor(server: Running) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    with pytest.raises(InvalidStatus):
        raw(server, made["table"]["id"], hello(made["key"]), origin=Origin("https://elsewhere.example"))
    player_origin = f"http://127.0.0.1:{server.port}"
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']['id']}/socket"
    with connect(address, origin=Origin(player_origin), open_timeout=PATIENCE_S) as line:
        line.send(hello(made["key"]))
        assert json.loads(line.recv(PATIENCE_S))["type"] == "welcome"


def test_a_message_that_is_too_large_ends_the_socket_and_nothing_else(server: Running) -> None:
    made = server.make(ANY, [YOU, *[BOT] * (fewest(ANY) - 1)])
    _, closed = raw(server, made["table"]["id"], hello(made["key"]), "x" * 20_000)
    assert closed == 1009
    again = server.sit(made["table"]["id"], made["key"])
    again.until_asked()
    close(again)


def test_who_asks_too_fast_is_told_so_and_then_shown_out(tmp_path: Path) -> None:
    limits = Limits(messages=0.001, messages_burst=3)
    with serving(tmp_path, limits=limits) as server:
        made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
        player = server.sit(made["table"]["id"], made["key"], share="")
        assert [player.refused("hint") for _ in range(4)] == ["table.refused.no_hint"] * 3 + ["table.refused.rate"]
        for _ in range(PATIENCE - 1):
            player.send("hint")
        assert player.closed_with() == 1008
        refused = [message for message in player.heard[player.cursor :] if message["type"] == "refused"]
        assert {message["label"]["key"] for message in refused} == {"table.refused.rate"}


def test_limits_on_requests_and_tables(tmp_path: Path) -> None:
    limits = Limits(requests=0.001, requests_burst=12, tables_an_hour=2, body_bytes=3000)
    seats = [YOU, *[OPEN] * (fewest(ANY) - 1)]
    with serving(tmp_path, limits=limits) as server:
        wanted = {"game": ANY, "seats": seats}
        answers = [server.ask("POST", "/api/tables", wanted) for _ in range(3)]
        assert [status for status, _ in answers] == [201, 201, 429]
        assert answers[2][1]["label"]["key"] == "table.refused.too_many_tables"
        status, answer = server.ask("POST", "/api/tables/mine", {"keys": ["x" * 300] * 20})
        assert (status, answer["label"]["key"]) == (413, "table.refused.too_large")
        while (status := server.ask("GET", "/api/games")[0]) == 200:
            pass
        assert status == 429


def test_bad_requests_are_told_what_is_wrong_in_the_readers_language(server: Running) -> None:
    seats = [YOU, *[BOT] * (fewest(ANY) - 1)]
    french = {"accept-language": "fr-CH, fr;q=0.9"}
    for body, key in (
        ({"game": "chess", "seats": seats}, "game"),
        ({"game": ANY, "seats": seats[:1]}, "seats"),
        ({"game": ANY, "seats": [YOU] * fewest(ANY)}, "two_of_you"),
        ({"game": ANY, "seats": seats, "options": {"cheat": 1}}, "option"),
        ({"game": ANY, "seats": [YOU, {"kind": "bot", "level": "deity"}]}, "level"),
        ({"game": ANY, "seats": seats, "stand_in": "deity"}, "level"),
        ({"game": ANY, "seats": seats, "name": "x" * 99}, "body"),
        ({"game": ANY, "seats": [{"kind": "king"}]}, "body"),
        ({"game": ANY, "seats": seats, "surprise": 1}, "body"),
        (b"{", "message"),
        (b"\xff\xfe", "message"),
        ([], "body"),
    ):
        status, answer = server.ask("POST", "/api/tables", body, headers=french)
        assert status in (400, 404), body
        assert answer["label"]["key"] == f"table.refused.{key}", body
        assert answer["text"] != ""
        template = typeset("fr", catalogue("fr")[answer["label"]["key"]].split("{")[0])
        assert answer["text"].startswith(template)
    misfit = {"game": ANY, "seats": [YOU, {"kind": "bot", "level": 5}]}
    answer = server.ask("POST", "/api/tables", misfit, headers=french)[1]
    assert answer["label"]["values"] == {"place": "$.seats[1].level"}
    assert server.ask("POST", "/api/tables", {"seats": seats})[1]["label"]["values"] == {"place": "$.game"}
    for path in ("/api/nothing", "/api/tables/none", f"/api/rules/{ANY}/xx", "/api/rules/chess/en"):
        assert server.ask("GET", path)[0] == 404
    assert server.ask("GET", "/api/tables/none/plies/one")[0] in (400, 404)


def test_every_refusal_has_its_words(server: Running) -> None:
    """Every key that the code can refuse with is in both catalogues, and no status is kept for one that is not."""
    folder = Path(__file__).parents[2] / "src" / "bastide"
    used = set()
    for path in [*(folder / "server").rglob("*.py"), *(folder / "table").rglob("*.py")]:
        used |= set(re.findall(r'"(table\.[a-z_.]+)"', path.read_text(encoding="utf-8")))
    unreviewed = {
        why
        for path in folder.rglob("*.py")
        for why in re.findall(r'CannotReview\("([a-z_]+)"', path.read_text(encoding="utf-8"))
    }
    for language in LANGUAGES:
        texts = catalogue(language)
        forms = ("", ".seed", ".other")  # a key by itself, one of a few, or in the plural
        assert sorted(key for key in used if not any(f"{key}{form}" in texts for form in forms)) == []
        refusals = {key.rsplit(".", 1)[-1] for key in texts if key.startswith("table.refused.")}
        of_reviews = {key.rsplit(".", 1)[-1] for key in texts if key.startswith("review.refused.")}
        assert unreviewed <= of_reviews
        assert set(STATUS) - {"method"} <= refusals | of_reviews
        assert {f"table.refused.{name}" for name in refusals} <= used


def test_every_answer_carries_the_security_headers(server: Running) -> None:
    from http.client import HTTPConnection

    for path in ("/", "/api/games", "/api/nothing", "/some/page", "/metrics"):
        line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        line.request("GET", path, headers={"origin": "https://elsewhere.example"})
        answer = line.getresponse()
        answer.read()
        assert {name: answer.getheader(name) for name in HEADERS} == HEADERS
        assert answer.getheader("access-control-allow-origin") is None
        assert answer.getheader("server") is None
        if path.startswith("/api"):
            assert answer.getheader("cache-control") == "no-store"
        line.close()


def test_metrics_are_for_whoever_has_the_token(server: Running, tmp_path: Path) -> None:
    assert server.ask("GET", "/metrics")[0] == 404  # no token, no metrics: not even for this machine
    with serving(tmp_path, metrics_token="a secret") as other:
        assert other.ask("GET", "/metrics")[0] == 404
        assert other.ask("GET", "/metrics", key="a guess")[0] == 404
        status, text = other.ask("GET", "/metrics", key="a secret")
    assert status == 200
    assert b"bastide_moves_total" in text
    assert b"bastide_answer_seconds_bucket" in text


NASTY = (
    "/%00", "/" + "x" * 5000, "/" + "a/" * 2000, "/%ff%fe", "/..%2f..%2fetc%2fpasswd", "/assets/%00", "//", "/%2e%2e/",
    "/api/tables/%00", "/api/tables/%00/record", "/api/tables/" + "x" * 5000, "/api/tables/%F0%9F%90%8D/plies/1",
    "/api/tables?after=%00", "/api/tables?after=9.%00", "/api/rules/%00/en", "/api/rules/enghien/%00", "/metrics/%00",
    "/api/tables/x/plies/%00", "/api/tables/x/plies/1?as=%00", "/table/%00", "/table/x/%00", "/a.%00", "/%E2%80%AE",
)  # fmt: skip


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_no_path_is_the_servers_own_trouble(server: Running, tmp_path: Path, method: str) -> None:
    for path in NASTY:
        assert server.ask(method, path)[0] < 500, path


def test_the_page_has_no_file_of_a_name_that_cannot_be_one(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<title>here</title>")
    with serving(tmp_path, web=tmp_path / "page") as server:
        for path in NASTY:
            assert server.ask("GET", path)[0] in (200, 400, 404), path
        assert b"here" in server.ask("GET", "/table/anything")[1]


def test_a_browser_may_fetch_the_whole_page_at_once(tmp_path: Path) -> None:
    """One that keeps the page for offline asks for all its files, more than an address may otherwise ask for."""
    assets = tmp_path / "page" / "assets"
    assets.mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<title>here</title>")
    for number in range(2 * Limits().requests_burst):
        (assets / f"{number}.js").write_text("")
    with serving(tmp_path, web=tmp_path / "page", limits=Limits(requests=1e-6)) as server:
        assert {server.ask("GET", f"/assets/{file.name}")[0] for file in assets.iterdir()} == {200}


def test_only_json_that_says_so_is_read(server: Running) -> None:
    wanted = {"game": ANY, "seats": [YOU, *[OPEN] * (fewest(ANY) - 1)]}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        status, answer = server.ask("POST", "/api/tables", wanted, headers={"content-type": kind})
        assert (status, answer["label"]["key"]) == (415, "table.refused.content_type")
    assert (
        server.ask("POST", "/api/tables", wanted, headers={"content-type": "Application/JSON; charset=utf-8"})[0] == 201
    )


def test_a_server_answers_to_its_own_names_only(server: Running, tmp_path: Path) -> None:
    for name in ("localhost", "127.0.0.1", f"127.0.0.1:{server.port}", "[::1]:8700", "192.168.1.7", own_host()):
        assert server.ask("GET", "/api/games", headers={"host": name})[0] == 200, name
    for name in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", ""):
        status, answer = server.ask("GET", "/api/games", headers={"host": name, "accept-language": "fr"})
        assert (status, answer["text"]) == (421, catalogue("fr")["table.refused.host"]), name
    made = server.make(ANY, [YOU, *[OPEN] * (fewest(ANY) - 1)])
    with pytest.raises(InvalidStatus):
        raw(server, made["table"]["id"], hello(made["key"]), additional_headers={"host": "evil.example"})
    with serving(tmp_path, hosts=("Tables.example.org",)) as other:
        assert other.ask("GET", "/api/games", headers={"host": "tables.example.org"})[0] == 200
        assert other.ask("GET", "/api/games", headers={"host": "evil.example"})[0] == 421


def own_host() -> str:
    import socket

    return socket.gethostname()


def test_health(server: Running) -> None:
    status, health = server.ask("GET", "/api/health")
    assert (status, health["status"]) == (200, "ok")


def test_links_cannot_be_made_or_changed() -> None:
    links = Links("secret")
    key = links.key("table", "0", "number")
    read = links.read(key)
    assert read is not None
    assert (read.table, read.who, read.number, read.seat) == ("table", "0", "number", 0)
    assert Links("other secret").read(key) is None
    assert links.read(key[:-1]) is None
    assert links.read("") is None


def test_buckets_fill_and_are_forgotten() -> None:
    bucket = Bucket.full(rate=2, burst=2, now=0.0)
    assert [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0)] == [True, True, False]
    assert bucket.take(0.5)
    many = Buckets(rate=1, burst=1)
    for address in range(MANY + 5):
        assert many.take(str(address), now=float(address))
    assert len(many._buckets) <= MANY


def test_logs_have_no_field_for_a_secret() -> None:
    entry = {"event": "x", "table": "t", "key": "k", "name": "Ada", "action": 3, "text": "hello", "seed": "00"}
    assert only_known_fields(None, "info", dict(entry)) == {"event": "x", "table": "t"}
    assert not FIELDS & {"key", "name", "action", "actions", "text", "seed", "entropy", "seat", "href", "message"}


def test_what_is_logged_of_a_game_holds_no_secret(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Names, keys, chat, entropy, seed and decisions: none of them is in the logs, whatever the level."""
    from bastide.server.logs import configure

    configure("debug")
    with serving(tmp_path, limits=GENEROUS) as server:
        players = people(server, ANY, fewest(ANY))
        table = players[0].welcome["table"]["id"]
        players[players[0].view["prompt"]["seat"]].act()
        players[0].ask("chat", "say", text="walnuts in the cellar")
        players[0].refused("act", ply=0, actions=[1])
        players[0].refused("nonsense")
        rooms = server.app.state.server.rooms
        seed = rooms.get(table).table.seed
        secrets = [seed, "walnuts", "Ada", *(player.key for player in players), *(p.entropy for p in players)]
        close(*players)
    structlog.reset_defaults()
    captured = capfd.readouterr()
    logged = captured.err + captured.out
    assert "started" in logged
    for secret in secrets:
        assert secret not in logged


def test_a_trouble_of_our_own_is_told_without_its_message() -> None:
    from bastide.server.logs import where_of

    try:
        raise RuntimeError("the top card is the king")
    except RuntimeError as error:
        told = where_of(error)
    assert told.startswith("test_guard.py:")
    assert "king" not in told
