"""Cards, codes, notices, ratings and the deal of the day on PostgreSQL: the same queries, two processes at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.server.clock import now_ms
from bastide.server.notices.courier import GAP_MS, GRACE_MS
from bench.server_postgres import NoPostgres, postgres
from tests.server.receiving import Browser, receiving
from tests.server.serving import play_on, serving
from tests.server.test_cards import ids, new_card
from tests.server.test_daily import deal
from tests.server.test_life import ANY, close, fewest
from tests.server.test_notices import asked_table, deliver, settings, subscribe
from tests.server.test_parting import key_of, refusal
from tests.server.test_play import YOU
from tests.server.test_ratings import RATED_BOT, look, rating

pytestmark = pytest.mark.xdist_group("processes")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    try:
        with postgres() as url:
            yield url
    except NoPostgres as reason:
        pytest.skip(str(reason))


@pytest.fixture(autouse=True)
def steady() -> Iterator[None]:
    yield
    now_ms.ahead_ms = 0


def test_two_processes_share_cards_and_tell_once(database: str, tmp_path: Path) -> None:
    with (
        receiving() as receiver,
        serving(tmp_path, database=database, notices=settings()) as first,
        serving(tmp_path, database=database, notices=settings()) as second,
    ):
        card, browser = new_card(first), Browser(receiver)
        subscribe(first, card, browser.subscription())
        made = asked_table(first, card)
        for server in (first, second):
            server.ask("POST", "/api/card/tables", {"keys": [made["key"]]}, key=card)
            assert ids(server.ask("GET", "/api/card/tables", key=card)) == [made["table"]["id"]]
        second.ask("PUT", f"/api/card/tables/{made['table']['id']}", {"note": "slow"}, key=card)
        assert first.ask("GET", "/api/card/tables", key=card)[1]["tables"][0]["note"] == "slow"
        code = key_of(first.ask("POST", "/api/card/pass", key=card)[1]["href"])
        assert second.ask("POST", "/api/passes", {"code": code})[1]["card"]["key"] == card
        assert refusal(first.ask("POST", "/api/passes", {"code": code})) == (403, "dead_pass")
        deliver(first)
        deliver(second)
        deliver(second, GRACE_MS)
        deliver(first)
        deliver(first, GAP_MS["push"])
        assert len(browser.shown()) == 1


def test_ratings_and_the_deal_of_the_day(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database=database, notices=settings()) as server:
        card = new_card(server)
        made = server.make(ANY, [YOU, *[RATED_BOT] * (fewest(ANY) - 1)], rated=True)
        player = server.sit(made["table"]["id"], made["key"])
        server.ask("POST", "/api/card/tables", {"keys": [player.key]}, key=card)
        play_on([player])
        close(player)
        for _ in range(2):
            look(server)
        assert [len(each["steps"]) for each in rating(server, card)] == [1]
        assert server.ask("POST", "/api/deal", key=card)[0] == 201
        assert refusal(server.ask("POST", "/api/deal", key=card)) == (409, "dealt")
        assert deal(server, card)["mine"]
