"""The deal of the day: the same for everybody, once for each card, another tomorrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bastide.games import GAMES
from bastide.server.clock import now_ms
from bastide.server.daily import day_of, deal_of
from bastide.table.timing import DAY
from tests.server.serving import Running, play_on
from tests.server.test_cards import new_card
from tests.server.test_life import close
from tests.server.test_parting import refusal


@pytest.fixture(autouse=True)
def steady() -> Iterator[None]:
    yield
    now_ms.ahead_ms = 0


def deal(server: Running, card: str = "") -> dict[str, Any]:
    status, answer = server.ask("GET", "/api/deal", key=card)
    assert status == 200, answer
    return dict(answer)


def test_days_differ_and_cannot_be_foretold() -> None:
    days = [day_of(n * DAY) for n in range(60)]
    assert days[:2] == ["1970-01-01", "1970-01-02"]
    dealt = [deal_of(day, "secret") for day in days]
    assert len({each.seed for each in dealt}) == 60
    assert {each.game for each in dealt} == set(GAMES)
    assert deal_of(days[0], "secret") == dealt[0]
    assert deal_of(days[0], "other").seed != dealt[0].seed


def test_everybody_is_dealt_the_same_and_each_once(server: Running) -> None:
    now_ms.ahead_ms = 40 * DAY
    lea, noor = new_card(server), new_card(server, "Noor")
    made = [server.ask("POST", "/api/deal", key=card)[1] for card in (lea, noor)]
    assert made[0]["table"]["id"] != made[1]["table"]["id"]
    assert made[0]["table"]["commitment"] == made[1]["table"]["commitment"]
    assert refusal(server.ask("POST", "/api/deal", key=lea)) == (409, "dealt")
    assert refusal(server.ask("POST", "/api/deal")) == (403, "dead_card")
    players = [server.sit(each["table"]["id"], each["key"], share="") for each in made]
    first = [player.until_asked() for player in players]
    assert first[0]["picture"] == first[1]["picture"]
    assert [line["key"] for line in players[0].log] == [line["key"] for line in players[1].log]
    assert deal(server, lea)["mine"] == made[0]["table"]["id"]
    assert deal(server)["played"] == 0
    for player in players:
        play_on([player])
    close(*players)
    today = deal(server, noor)
    assert (today["played"], today["mine"]) == (2, made[1]["table"]["id"])
    points = [each["points"] for each in today["results"]]
    assert points == sorted(points, reverse=True)
    assert {each["name"] for each in today["results"]} == {"Léa", "Noor"}
    assert today["middle"] is not None
    now_ms.ahead_ms += DAY
    tomorrow = deal(server, noor)
    assert (tomorrow["played"], tomorrow["mine"]) == (0, None)
    assert tomorrow["yesterday"] == today["results"]
    assert tomorrow["yesterday_game"] == today["game"]
