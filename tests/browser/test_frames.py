"""How long a frame takes on a slow processor while a card flies: measured and printed, held to nothing."""

from __future__ import annotations

import pytest

from bastide.games import GAMES, load
from tests.browser.conftest import Guests
from tests.browser.player import Player
from tests.browser.serving import Served
from tests.browser.together import play_ahead

pytestmark = pytest.mark.slow

YOU, BOT = {"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "level1"}
SLOWER = 4
GOAL_MS = 50
PRESSES = 14
# Kept in the page: how long each frame was, from the first flight on, and what the browser itself calls a long frame.
WATCH = """
window.spans = []
window.long = []
window.flights = 0
const animate = Element.prototype.animate
Element.prototype.animate = function (...given) { flights += 1; return animate.apply(this, given) }
let last = 0
const tick = (now) => {
  if (last && document.getAnimations().some(({ playState }) => playState === 'running')) spans.push(now - last)
  last = now
  requestAnimationFrame(tick)
}
requestAnimationFrame(tick)
new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'long-animation-frame' })
"""


@pytest.mark.parametrize("kind", GAMES)
def test_frames_while_cards_fly(visit: Guests, served: Served, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    person = visit(motion=True)
    made = served.make(kind, [YOU, *[BOT] * (load(kind).spec.seats[0] - 1)], absent_s=None)
    play_ahead(served, made["table"]["id"], [made["key"]], lambda view: view["ply"] > 20)
    person.sit(made)
    player = Player(person)
    player.offer()
    line = person.context.new_cdp_session(person.page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    person.page.evaluate(WATCH)
    player.play(PRESSES)
    person.until("() => spans.length > 0")
    frames: list[float] = person.page.evaluate("spans")
    long = [ms for ms in person.page.evaluate("long") if ms > GOAL_MS]
    over = [ms for ms in frames if ms > GOAL_MS]
    with capsys.disabled():
        print(
            f"\n{kind}: {len(frames)} frames in flight at 1/{SLOWER} of the processor, longest {max(frames):.0f} ms, "
            f"{len(over)} over {GOAL_MS} ms; {len(long)} the browser calls long ({max(long, default=0):.0f} ms)"
        )
    assert person.page.evaluate("flights") > 0
