"""A three-day table, played through by two people who are never there together, under a clock that jumps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.server.clock import now_ms
from bastide.server.notices.courier import GRACE_MS
from bastide.table.timing import DAY
from tests.server.receiving import Browser, Receiver, receiving
from tests.server.serving import Player, Running, poll, serving
from tests.server.test_cards import REST, new_card
from tests.server.test_life import ANY, close
from tests.server.test_notices import deliver, settings, subscribe
from tests.server.test_parting import key_of
from tests.server.test_play import OPEN, YOU, join

HALF_A_DAY = DAY // 2


@pytest.fixture(autouse=True)
def steady() -> Iterator[None]:
    yield
    now_ms.ahead_ms = 0


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


def come(server: Running, card: str) -> Player:
    """Somebody opens the page, finds the table at which they are asked first, and sits down."""
    first = server.ask("GET", "/api/card/tables", key=card)[1]["tables"][0]
    assert first["your_turn"]
    return server.sit(first["id"], key_of(first["href"]))


def leave(server: Running, player: Player) -> None:
    table, seat = player.welcome["table"]["id"], player.hand
    close(player)
    room = server.app.state.server.rooms.get(table)
    poll(lambda: room is None or seat not in room.presence.links_here())


def play_turn(player: Player) -> None:
    """Decides until it is somebody else's turn."""
    seat = player.hand
    while player.result is None and player.view["prompt"]["seat"] == seat:
        if player.view["choices"]:
            player.act(len(player.view["choices"]) // 2)
        else:
            player.ask("view", "commit", ply=player.ply)


def asked_seat(server: Running, cards: list[str]) -> int | None:
    for seat, card in enumerate(cards):
        tables = server.ask("GET", "/api/card/tables", key=card)[1]["tables"]
        if tables and tables[0]["your_turn"]:
            return seat
    return None


def test_a_three_day_table_is_played_by_people_who_are_never_there_together(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, notices=settings()) as server:
        cards = [new_card(server), new_card(server, "Noor")]
        browsers = [Browser(receiver, "lea"), Browser(receiver, "noor")]
        made = server.make(ANY, [YOU, OPEN, *REST[1:]], clock="days", name="Cornières")
        lea, noor = server.sit(made["table"]["id"], made["key"]), join(server, made["links"][0]["href"], "Noor")
        noor.wait(lambda: noor.view["prompt"].get("seat") is not None)
        for card, browser, player in zip(cards, browsers, (lea, noor), strict=True):
            subscribe(server, card, browser.subscription())
            server.ask("POST", "/api/card/tables", {"keys": [player.key]}, key=card)
            leave(server, player)
        told = [0, 0]
        while (seat := asked_seat(server, cards)) is not None:
            deliver(server)
            deliver(server, GRACE_MS)
            told[seat] += 1
            assert [len(each.shown()) for each in browsers] == told, "each turn is told once, and to nobody else"
            now_ms.ahead_ms += 2 * DAY + HALF_A_DAY
            player = come(server, cards[seat])
            assert not any(line.get("stand_in") for line in player.log)
            left = player.view["clock"]["left"][seat]
            assert 0 < left < DAY, "two days and a half of three are gone"
            play_turn(player)
            leave(server, player)
        assert min(told) > 1
        histories: list[dict[str, Any]] = [
            server.ask("GET", "/api/card/history", key=card)[1]["tables"][0] for card in cards
        ]
        assert [each["id"] for each in histories] == [made["table"]["id"]] * 2
        assert not any(each.get("stood_in") for each in histories)
        record = server.ask("GET", f"/api/tables/{made['table']['id']}/record")[1]
        assert record.get("stand_ins") is None
