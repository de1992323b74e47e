"""How much work a frame is while a card flies: what is drawn anew is held to little, the time is measured and printed.

A frame may take 50 ms on a processor that is four times slower. What a machine takes for it is no fact of the page, so
that the test holds it to how much is styled and laid out: the frames that were too long did that to the whole table.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.frames import FLOWN, LANDED, MARK_FLIGHTS, NOTED, SLOWER, frames
from tests.browser.person import LATEST_VIEW, WAIT_MS
from tests.browser.player import Offer, Player
from tests.browser.serving import Served
from tests.browser.together import play_ahead

pytestmark = pytest.mark.slow

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
PRESSES = 14  # at a time
FLIGHTS = 10
UP_TO_DATE = f"""() => {{
  const shown = Number(document.querySelector('[data-ply]')?.dataset.ply)
  return !bastideLine.waiting && ({LATEST_VIEW})()?.ply === shown
}}"""
MOST_RESTYLED = 250  # elements of some two thousand


class Onlooker(Player):
    """Watches what flies, and presses once it has landed; looks seldom, since that is work for the page, too."""

    looks = 300

    def offer(self, after: str = "") -> Offer:
        """Of the position that was told last: what others do is shown one by one, so that the page may be behind."""
        self.person.page.wait_for_function(UP_TO_DATE, polling=self.looks)
        return super().offer(after)

    def press(self, what: Locator) -> None:
        self.wait_until_landed()
        super().press(what)

    def watch(self) -> None:
        """Plays until enough has flown: in a round of bids nothing does."""
        while self.person.page.evaluate(FLOWN) < FLIGHTS:
            assert self.play(PRESSES) == PRESSES, "the game is over, and hardly anything flew"
        self.wait_until_landed()

    def wait_until_landed(self) -> None:
        assert self.person.page.evaluate(LANDED, WAIT_MS), "something flies and never lands"


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
    player.watch()
    flying, drawing = frames(browser.stop_tracing())
    with capsys.disabled():
        print(
            f"\n{kind}, at 1/{SLOWER} of this processor: {len(flying)} frames in flight, the longest "
            f"{max(frame.own_ms for frame in flying):.0f} ms ({max(flying).ms:.0f} ms with the collector of garbage; "
            f"most work between two, with pauses, {max(frame.work_ms for frame in flying):.0f} ms); {len(drawing)} "
            f"that drew a new position before one, {max(drawing).ms:.0f} ms; restyled at most "
            f"{max(frame.restyled for frame in flying)} elements, laid out {max(frame.laid_out for frame in flying)}"
        )
    assert [frame for frame in flying if frame.restyled > MOST_RESTYLED] == []


FLY = "() => (window.flight = document.body.animate({ opacity: [0, 1] }, 60_000)).ready.then(() => true)"
TELL_AGAIN = "() => { for (const end of ['finish', 'cancel']) flight.dispatchEvent(new Event(end)) }"


def test_a_flight_that_says_twice_that_it_has_ended_has_ended_once(visit: Guests) -> None:
    """Where ends were counted, the count went below nothing, and what waited for the last landing waited for ever."""
    page = visit().page
    page.evaluate(MARK_FLIGHTS)
    assert page.evaluate(LANDED, WAIT_MS)
    for flown in (1, 2):
        page.evaluate(FLY)
        assert not page.evaluate(LANDED, 1)
        page.evaluate(TELL_AGAIN)
        assert page.evaluate(LANDED, WAIT_MS)
        assert page.evaluate(FLOWN) == flown
