"""The badge of the shuffle: a proof that was doctored on its way to the page is not called verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from bastide.table.fairness import commitment_of, seal_of
from tests.browser.conftest import Guests
from tests.browser.serving import Served
from tests.server.serving import play_on

pytestmark = pytest.mark.broad

OTHER = "ab" * 32
Proof = dict[str, Any]


def other_seed(proof: Proof) -> None:
    proof.update(seed=OTHER, commitment=commitment_of(OTHER), draws=[])


def other_entropy(proof: Proof) -> None:
    proof["entropy"][0], proof["seals"][0] = OTHER, seal_of(OTHER)


def other_outcome(proof: Proof) -> None:
    proof["draws"][0]["outcome"] += 1


def no_draws(proof: Proof) -> None:
    proof["draws"].clear()


class Forger:
    """Stands between a page and its server, and doctors the proof that is opened at the end."""

    def __init__(self) -> None:
        self.forge: Callable[[Proof], None] | None = None

    def stand_between(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda message: page.send(self.doctored(message)))

    def doctored(self, message: str | bytes) -> str | bytes:
        told = json.loads(message)
        if self.forge is None or told["type"] != "over":
            return message
        self.forge(told["result"]["proof"])
        return json.dumps(told)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_doctored_proof_is_not_called_verified(visit: Guests, served: Served, language: str) -> None:
    made = served.make("enghien", [{"kind": "you", "name": "Ada"}, {"kind": "open"}])
    table, forger = made["table"]["id"], Forger()
    ada, late = visit(language=language), visit(language=language)
    ada.page.route_web_socket("**/socket", forger.stand_between)
    ada.go(made["href"])
    expect(ada.text("page.waiting.title")).to_be_visible()
    key = made["links"][0]["href"].split("#")[1]
    _, joined = served.ask("POST", f"/api/tables/{table}/join", {"name": "Bo", "key": key})
    bo = served.sit(table, joined["key"], share="seal")
    ada.root.wait_for()
    hand = served.sit(table, made["key"], share="")  # decides for Ada, whose page looks on
    play_on([hand, bo])
    expect(ada.link("page.over.result")).to_be_visible()
    draws = len(hand.result["proof"]["draws"]) if hand.result else 0

    ada.go(f"/end/{table}")
    expect(ada.text("page.end.proof_ok")).to_be_visible()
    expect(ada.text("page.end.proof_own")).to_be_visible()
    first = min(draw["ply"] for draw in hand.result["proof"]["draws"]) if hand.result else 0
    for forge, what in (
        (other_seed, "commitment"),
        (other_entropy, "entropy"),
        (other_outcome, "outcome"),
        (no_draws, "missing"),
    ):
        forger.forge = forge
        ada.go("/")
        ada.go(f"/end/{table}")
        alert = ada.page.locator(".proof").get_by_role("alert")
        expect(alert).to_contain_text(ada.say(f"page.end.proof_broken.{what}", n=first, name="Ada"))
        expect(ada.text("page.end.proof_ok")).to_have_count(0)

    late.go(f"/end/{table}")  # saw nothing of it while it was played
    expect(late.text("page.end.proof_consistent")).to_be_visible()
    expect(late.page.locator(".proof")).to_contain_text(late.say("page.end.proof_gap.commitment"))
    assert draws > 0
    for player in (hand, bo):
        player.close()
