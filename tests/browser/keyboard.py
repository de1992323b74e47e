"""A player who has no mouse: Tab between groups, arrows inside them, Enter, and typed notation."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.player import Offer, Player

MOST_KEYS = 400
# Where the focus is, seen from what is wanted: there, in the same group of pieces (which way to go), or elsewhere.
SEEN_FROM = """
(wanted) => {
  const here = document.activeElement
  if (here === wanted) return 'there'
  if (!here?.dataset.piece || !wanted.dataset.piece || wanted.tabIndex >= 0 || here.tabIndex < 0) return 'Tab'
  let group = wanted.parentElement
  while (group && !group.contains(here)) group = group.parentElement
  if ([...group.querySelectorAll('[data-piece]')].filter((piece) => piece.tabIndex >= 0).length > 1) return 'Tab'
  const [a, b] = [here.getBoundingClientRect(), wanted.getBoundingClientRect()]
  const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2]
  return (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : (dy > 0 ? 'ArrowDown' : 'ArrowUp'))
}
"""
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


class KeyboardPlayer(Player):
    """Presses keys only; every third decision is typed."""

    def step(self, offer: Offer, picks: int) -> int:
        if offer.primary < 0 and picks == 0 and self.chance.random() < 0.3:
            self.type(offer)
            return 0
        return super().step(offer, picks)

    def type(self, offer: Offer) -> None:
        """A legal move in notation, after `/`; Enter takes it to the confirm bar, Enter confirms."""
        keys = self.person.page.keyboard
        choices = [choice for choice in self.person.view()["choices"] if choice["text"]]
        keys.press("/")
        self.person.dialog("page.notation").get_by_role("combobox").wait_for()
        keys.type(self.chance.choice(choices)["text"])
        keys.press("Enter")
        self.person.dialog("page.notation").wait_for(state="detached")
        after = self.offer(after=offer.sign)
        if not after.over and after.ply == offer.ply:
            self.press(self._way(after.primary))

    def press(self, what: Locator) -> None:
        self.reach(what)
        self.person.page.keyboard.press("Enter")

    def reach(self, what: Locator) -> None:
        """Moves the focus until it is there; a piece that keys cannot reach fails the game."""
        keys = self.person.page.keyboard
        wanted = what.element_handle()
        assert wanted
        way, again = "", 0
        for _ in range(MOST_KEYS):
            before, way = way, wanted.evaluate(SEEN_FROM)
            if way == "there":
                return
            again = again + 1 if way == before and way in ARROWS else 0
            if again > 8 or (way in ARROWS and self.chance.random() < 0.1):
                way = self.chance.choice(ARROWS)  # a row that does not line up: another way round
            keys.press(way)
        raise AssertionError(f"no key leads to {what.get_attribute('aria-label') or what.inner_text()!r}")
