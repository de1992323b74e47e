"""How much work a frame is while a card flies: what is drawn anew is held to little, the time is measured and printed.

A frame may take 50 ms on a processor that is four times slower. What a machine takes for it is no fact of the page, so
that the test holds it to how much is styled and laid out: the frames that were too long did that to the whole table.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.frames import LANDED, MARK_FLIGHTS, NOTED, frames
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.browser.together import play_ahead

pytestmark = pytest.mark.slow

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
SLOWER = 4
PRESSES = 14
MOST_RESTYLED = 250  # elements of some two thousand


class Onlooker(Player):
    """Watches what flies, and presses once it has landed; looks seldom, since that is work for the page, too."""

    looks = 300

    def press(self, what: Locator) -> None:
        self.person.until(LANDED)
        super().press(what)


@pytest.mark.parametrize("kind", GAMES)
def test_frames_while_cards_fly(
    visit: Guests, browser: Browser, served: Served, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    person = visit(motion=True, pace="calm")
    made = served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)], absent_s=None)
    play_ahead(served, made["table"]["id"], [made["key"]], lambda view: view["ply"] > 20)
    person.sit(made)
    player = Onlooker(person)
    player.offer()
    person.page.evaluate(MARK_FLIGHTS)
    browser.start_tracing(page=person.page, categories=NOTED)
    player.play(PRESSES)
    person.until(LANDED)
    flying, drawing = frames(browser.stop_tracing())
    with capsys.disabled():
        print(
            f"\n{kind}, at 1/{SLOWER} of this processor: {len(flying)} frames in flight, the longest "
            f"{SLOWER * max(frame.ms for frame in flying):.0f} ms; {len(drawing)} that drew a new position before one, "
            f"{SLOWER * max(frame.ms for frame in drawing):.0f} ms; restyled at most "
            f"{max(frame.restyled for frame in flying)} elements, laid out {max(frame.laid_out for frame in flying)}"
        )
    assert [frame for frame in flying if frame.restyled > MOST_RESTYLED] == []
