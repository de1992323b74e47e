"""Plays a whole game by what the page offers: pieces that can be chosen, and the buttons of the confirm bar."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator

from tests.browser.person import Person

MOST_DECISIONS = 1500
OFFERED = ", ".join(f'[data-piece][data-state="{state}"]' for state in ("legal", "risky", "other"))
OFFER = Path(__file__).with_name("offer.js").read_text()


@dataclass
class Offer:
    """What the page offers at one moment."""

    over: bool
    ply: int = 0
    primary: int = -1
    ways: tuple[int, ...] = ()
    pieces: tuple[int, ...] = ()
    sign: str = ""


class Player:
    """Decides by a fixed seed; how things are pressed is up to the kind of player."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.chance = random.Random(seed)
        self.decisions = 0
        aside = ("page.confirm.undo", "page.confirm.restart", "page.confirm.turn", "page.rules.open_clause")
        self._aside = [person.say(key, clause="") for key in aside]

    def offer(self, after: str = "") -> Offer:
        """Waits for something to decide other than `after`, or for the end."""
        found: dict[str, Any] = self.person.page.wait_for_function(
            OFFER, arg=[OFFERED, self._aside, after]
        ).json_value()
        return Offer(**found)

    def play(self) -> int:
        """To the end of the game; how many things were pressed."""
        offer = self.offer()
        picks = 0
        while not offer.over:
            self.decisions += 1
            assert self.decisions < MOST_DECISIONS, "the game does not end"
            picks = self.step(offer, picks)
            offer = self.offer(after=offer.sign)
        return self.decisions

    def step(self, offer: Offer, picks: int) -> int:
        """One press: the primary button when something is chosen (now and then a piece), else a piece or a way."""
        choices = [self._piece(i) for i in offer.pieces] + [self._way(i) for i in offer.ways]
        if offer.primary >= 0 and (picks >= 3 or self.chance.random() < 0.8 or not choices):
            self.press(self._way(offer.primary))
            return 0
        assert choices, f"asked, but nothing can be chosen: {self.person.bar.inner_text()!r} at ply {offer.ply}"
        self.press(self.chance.choice(choices))
        return picks + 1

    def _piece(self, index: int) -> Locator:
        return self.person.page.locator(OFFERED).nth(index)

    def _way(self, index: int) -> Locator:
        return self.person.bar.locator("button").nth(index)

    def press(self, what: Locator) -> None:
        """By mouse: a real click, which must reach what it is meant for."""
        what.click()
