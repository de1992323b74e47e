"""Plays a whole game by what the page offers: pieces that can be chosen, and the buttons of the confirm bar."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Locator

from tests.browser.person import Person

MOST_PRESSES = 1500
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
    targets: tuple[str, ...] = ()  # of every piece on offer, seen or not; empty where it is risky
    sign: str = ""


class Player:
    """Decides by a fixed seed, among what is to their taste where there is such a thing; subclasses press otherwise."""

    looks: float | Literal["raf"] = "raf"  # how often they look whether something is offered: each frame, or in ms

    def __init__(self, person: Person, seed: int = 1, taste: str = "") -> None:
        self.person = person
        self.taste = re.compile(taste) if taste else None
        self.chance = random.Random(seed)

    def offer(self, after: str = "") -> Offer:
        """Waits for something to decide other than `after`, or for the end."""
        found = self.person.page.wait_for_function(OFFER, arg=[OFFERED, after], polling=self.looks)
        return Offer(**found.json_value())

    def play(self, presses: int = MOST_PRESSES) -> int:
        """So many presses, or to the end of the game; how many there were."""
        offer = self.offer()
        picks = 0
        for pressed in range(presses):
            if offer.over:
                return pressed
            picks = self.step(offer, picks)
            offer = self.offer(after=offer.sign)
        assert presses < MOST_PRESSES, "the game does not end"
        return presses

    def step(self, offer: Offer, picks: int) -> int:
        """One press: the primary button when something is chosen (now and then a piece), else a piece or a way."""
        liked = [i for i in offer.pieces if self.taste and self.taste.match(offer.targets[i])]
        choices = [self._piece(i) for i in liked or offer.pieces] + [self._way(i) for i in offer.ways if not liked]
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
