"""Asking somebody of an earlier table again: only by the host, only companions, and nobody is found out about."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Running
from tests.server.test_cards import REST, new_card
from tests.server.test_life import ANY, close
from tests.server.test_parting import key_of, refusal
from tests.server.test_play import OPEN, YOU, join


def offers(server: Running, card: str) -> list[dict[str, Any]]:
    status, answer = server.ask("GET", "/api/card/offers", key=card)
    assert status == 200
    return list(answer["offers"])


def test_a_companion_is_asked_again_and_takes_the_seat(server: Running) -> None:
    lea, noor, stranger = new_card(server), new_card(server, "Noor"), new_card(server, "Eve")
    earlier = server.make(ANY, [YOU, OPEN, *REST[1:]])
    companion = join(server, earlier["links"][0]["href"], "Noor")
    for card, key in ((lea, earlier["key"]), (noor, companion.key)):
        server.ask("POST", "/api/card/tables", {"keys": [key]}, key=card)
    close(companion)
    made = server.make(ANY, [YOU, OPEN, *REST[1:]])
    path = f"/api/tables/{made['table']['id']}/offers"
    wanted = {"card": lea, "earlier": earlier["table"]["id"], "sat": 1, "seat": 1}
    assert refusal(server.ask("POST", path, wanted, key=earlier["key"])) == (403, "dead_link")
    assert refusal(server.ask("POST", path, {**wanted, "card": "x"}, key=made["key"])) == (403, "dead_card")
    assert refusal(server.ask("POST", path, {**wanted, "seat": 0}, key=made["key"])) == (409, "taken")
    asked = [
        server.ask("POST", path, body, key=made["key"])
        for body in ({**wanted, "card": stranger}, {**wanted, "earlier": "nowhere"}, {**wanted, "sat": 0}, wanted)
    ]
    assert asked == [(200, {"kept": 1})] * 4, "the answer does not tell who has a card"
    assert offers(server, stranger) == []
    assert offers(server, lea) == []
    [offer] = offers(server, noor)
    assert (offer["by"], offer["table"]["id"]) == ("Léa", made["table"]["id"])
    assert key_of(offer["table"]["href"]) == key_of(made["links"][0]["href"])
    other = server.make(ANY, [YOU, OPEN, *REST[1:]])
    server.ask("POST", f"/api/tables/{other['table']['id']}/offers", wanted, key=other["key"])
    assert len(offers(server, noor)) == 2
    assert server.ask("DELETE", f"/api/card/offers/{other['table']['id']}", key=noor)[0] == 200
    again = join(server, offer["table"]["href"], "Noor")
    assert again.welcome["viewer"] == 1
    assert offers(server, noor) == [], "the seat is taken"
    close(again)
