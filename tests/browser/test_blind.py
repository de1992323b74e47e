"""Every game can be played, and planned with few keys, by whoever has the accessibility tree and a keyboard alone."""

from __future__ import annotations

from functools import partial
from itertools import cycle
from statistics import median

import pytest
from playwright.sync_api import expect

from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.games import GAMES, load
from tests.browser.blind import BlindPlayer
from tests.browser.conftest import Guests
from tests.browser.serving import Served
from tests.browser.together import play_ahead
from tests.browser.voice import assert_said_once
from tests.contract.test_telling import facts_told
from tests.rebuilt import NAMES, REBUILDERS, told_at_once

pytestmark = pytest.mark.broad

YOU, BOT = {"kind": "you", "name": NAMES[0]}, {"kind": "bot", "level": "level1"}
USUAL, WORST = 6, 15  # keys of a decision
LONGEST = 200  # characters of an announcement
SEATED = "JSON.parse(bastideLine.heard[0]).table.seats.map(({ name }) => name)"


def seated(visit: Guests, served: Served, kind: str, language: str = "en") -> BlindPlayer:
    """At one's first question, of the same game every time."""
    made = served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)], absent_s=None)
    play_ahead(served, made["table"]["id"], [made["key"]], lambda view: True)
    person = visit(language=language)
    player = BlindPlayer(person)
    person.sit(made)
    return player


def assert_few_keys(player: BlindPlayer) -> None:
    assert median(player.counts) <= USUAL, player.counts
    assert max(player.counts) <= WORST, player.counts


def assert_all_is_told(player: BlindPlayer) -> None:
    """What "Tell me" says is enough to rebuild the picture: nothing is missing, nothing is wrong."""
    view = player.person.view()
    names: list[str] = player.person.page.evaluate(SEATED)
    lines = player.ask()
    for name, plain in zip(names, NAMES, strict=False):
        lines = [line.replace(name, plain) for line in lines]
    kind = view["picture"]["game"]
    told = told_at_once(kind, len(names), view["viewer"], lines)
    assert REBUILDERS[kind](told, len(names)) == facts_told(kind, view["picture"])


def test_a_decision_takes_few_keys(visit: Guests, served: Served) -> None:
    """For `make test`: the beginning of one game; below all of them are played whole."""
    player = seated(visit, served, "carpe_diem")
    assert player.play(8) > 0
    assert_few_keys(player)
    if not player.is_over():  # at the next question nothing moves until it is answered
        assert_all_is_told(player)


@pytest.mark.parametrize(("kind", "language"), [*zip(GAMES, cycle(LANGUAGES), strict=False)])
def test_what_is_asked_is_answered(visit: Guests, served: Served, kind: str, language: str) -> None:
    """By a key and a text field, in the words of the catalogue; the focus comes back."""
    player = seated(visit, served, kind, language)
    assert not player.is_over()
    player.decide()
    assert not player.is_over()
    texts = catalogue(language)
    asked = {topic: texts[f"tell.ask.{topic}"].split(" / ")[0] for topic in ("can", "scores", "happened", "board")}
    answers = {topic: player.ask(question) for topic, question in asked.items()}
    assert len(answers["can"]) == len(player.person.view()["choices"])
    assert all(answers.values()), answers
    assert texts["tell.nothing"] not in [line for lines in answers.values() for line in lines]
    assert player.holds_focus(player.listen())
    assert player.person.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_without_seeing(visit: Guests, served: Served, kind: str) -> None:
    player = seated(visit, served, kind)
    person = player.person
    assert player.play(before=partial(assert_all_is_told, player)) > 10
    assert_few_keys(player)
    assert max(map(len, player.said)) <= LONGEST
    assert_said_once(person, player.said)
    person.page.keyboard.press("Tab")
    person.link("page.over.result").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("heading", level=2).first).to_be_focused()
    assert person.errors == []
