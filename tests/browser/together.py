"""Several people at one table, each in a browser of their own."""

from __future__ import annotations

from tests.browser.person import Person
from tests.browser.player import Player

ASKED = "() => !bastideLine.waiting && document.querySelector('[data-ply]')?.dataset.asked === 'true'"
OVER = """() => document.querySelector('[data-bar=confirm] a[href^="/end/"]') !== null"""


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
