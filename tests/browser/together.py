"""Several people at one table, each in a browser of their own; and games played ahead, without one."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.server import serving

ASKED = "() => !bastideLine.waiting && document.querySelector('[data-ply]')?.dataset.asked === 'true'"
OVER = """() => document.querySelector('[data-bar=confirm] a[href^="/end/"]') !== null"""
LONGEST = 3000  # decisions
PATIENCE_S = 90


def play_together(people: list[Person], decisions: int) -> None:
    """So many presses by whoever is asked, or to the end."""
    players = [Player(person, seed) for seed, person in enumerate(people)]
    picks = [0] * len(people)
    while decisions > 0 and not people[0].page.evaluate(OVER):
        for seat, player in enumerate(players):
            if decisions > 0 and people[seat].page.evaluate(ASKED):
                offer = player.offer()
                if offer.over:
                    return
                picks[seat] = player.step(offer, picks[seat])
                people[seat].page.wait_for_function("sign => !bastideLine.waiting")
                decisions -= 1


def play_ahead(
    served: Served, table: str, keys: list[str], holds: Callable[[dict[str, Any]], object], taste: str = ""
) -> None:
    """Decides for the seats of some keys over bare sockets, until what one of them is asked holds something.

    Choices with a target to the taste are preferred, those that risk something are avoided. Where nobody else shares in
    the deal, it is the same game every time.
    """
    chance, liked = random.Random(1), re.compile(taste or "$^")
    players = [served.sit(table, key, entropy=f"{seat:032x}") for seat, key in enumerate(keys)]
    try:
        for _ in range(LONGEST):
            asked = next_asked(players)
            if holds(asked.view):
                return
            decide(asked, chance, liked)
        raise AssertionError("it never came to that")
    finally:
        for player in players:
            player.close()


def decide(asked: serving.Player, chance: random.Random, liked: re.Pattern[str]) -> None:
    """One decision over a bare socket: what risks nothing, and is to the taste where there is such a thing."""
    choices = asked.view["choices"]
    safe = [i for i, choice in enumerate(choices) if not choice.get("risk")] or list(range(len(choices)))
    wanted = [i for i in safe if any(liked.match(target) for target in choices[i].get("targets", []))]
    asked.act(chance.choice(wanted or safe))


def play_until(player: serving.Player, holds: Callable[[], object], taste: str = "") -> None:
    """Decides for one seat until something holds or the game is over."""
    chance, liked = random.Random(1), re.compile(taste or "$^")
    while player.until_asked()["choices"] and not holds():
        decide(player, chance, liked)


def next_asked(players: list[serving.Player]) -> serving.Player:
    """Whoever is to decide, once everybody's news has come."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        for player in players:
            assert not player.result, "the game is over"
            if player.view["choices"]:
                return player
        time.sleep(0.001)
    raise AssertionError("nobody is asked")
