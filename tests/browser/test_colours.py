"""What can be chosen is seen in every theme, by the colour-blind, in forced colours; shapes say it, too; and paper."""

from __future__ import annotations

import base64
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bastide.games import load
from tests.browser.conftest import Guests
from tests.browser.person import Person, Theme
from tests.browser.scenes import TABLES, auction, chosen, result, ring, rules, table
from tests.browser.serving import Served

pytestmark = pytest.mark.broad

LEAST = 3.0  # contrast of what is not text: WCAG 2.2, 1.4.11
SCENES = {
    "alhambra": table("alhambra", 125),
    "auction": auction,
    "enghien": table("enghien", 46),
    "instead": chosen("enghien", 46),  # of what is chosen: any other card
    "ring": ring,
}
DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia")
PIXELS = Path(__file__).with_name("pixels.js").read_text()
REACH = 12  # pixels beside a piece: its outline, its halo and the ground
# A row of pixels at the left of everything that can be chosen: what lies there is the mark and the ground alone.
STRIPS = """
(reach) => [...document.querySelectorAll('.pc.legal, .pc.risky, .pc.other, .space.legal')]
  .filter((piece) => !piece.closest('.space .pc') && !piece.closest('[role=grid] .cell') && piece.checkVisibility())
  .map((piece) => piece.getBoundingClientRect())
  .map(({ left, top, height }) => [Math.round(left) - reach, Math.round(top + height * 0.6), reach - 1])
  .filter(([x, y]) => x > 0 && y > 0 && y < innerHeight)
"""
# The same for everybody: how pieces of each state are marked, without their colour.
STATES = """
() => ['legal', 'risky', 'selected', 'rest'].map((state) => {
  const piece = document.body.appendChild(document.createElement('button'))
  piece.className = `pc ${state}`
  const { outlineStyle, outlineWidth, } = getComputedStyle(piece)
  const told = [outlineStyle, outlineWidth, getComputedStyle(piece, '::after').content].join(' ')
  piece.remove()
  return told
})
"""
# The outline of a symbol of the sprite, as the points of a grid that it covers.
SILHOUETTES = """
async (names) => {
  const size = 40
  const cover = (name) => new Promise((done) => {
    const symbol = document.getElementById(name)
    const image = new Image()
    image.onload = () => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = size
      const paint = canvas.getContext('2d')
      paint.drawImage(image, 0, 0, size, size)
      const { data } = paint.getImageData(0, 0, size, size)
      done(Array.from({ length: size * size }, (_, i) => data[4 * i + 3] > 128))
    }
    const drawn = new XMLSerializer().serializeToString(symbol).replace(/^<symbol/, '<svg').replace(/symbol>$/, 'svg>')
    image.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`
  })
  return Promise.all(names.map(cover))
}
"""
# In forced colours shadows are dropped: what was edged by one needs an edge of its own.
EDGELESS = """
() => [...document.querySelectorAll('.btn, .chip, .zone, .seg, [data-bar], .space, .spot')]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopStyle === 'none')
  .map((one) => one.className)
"""
# On paper nothing is pressed, nothing is cut, and letters are dark.
PRINTED = """
() => ({
  pressed: [...document.querySelectorAll('[data-bar=confirm], section.foot, nav, header button')]
    .filter((one) => one.checkVisibility()).length,
  cut: [...document.querySelectorAll('.app, main, .cols')]
    .filter((one) => one.scrollHeight > one.clientHeight + 2).length,
  theme: document.documentElement.dataset.theme,
  ground: getComputedStyle(document.body).backgroundImage,
})
"""


def contrasts(person: Person, eye: Page) -> list[float]:
    """Of every mark of what can be chosen, against the ground around it; another page reads the picture."""
    strips = person.page.evaluate(STRIPS, REACH)
    assert strips, "nothing can be chosen"
    picture = base64.b64encode(person.page.screenshot()).decode()
    found: list[float] = eye.evaluate(PIXELS, {"picture": picture, "strips": strips})
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_what_can_be_chosen_is_seen_by_everybody(visit: Guests, served: Served, scene: str) -> None:
    person = visit()
    SCENES[scene](person, served)
    line = person.context.new_cdp_session(person.page)
    eye = person.context.new_page()
    person.page.bring_to_front()
    weak: dict[str, float] = {}
    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        person.put_on(theme, "more")
        weak[f"{theme}, high contrast"] = min(contrasts(person, eye))
        person.put_on(theme, "no-preference")
        for kind in ("none", *DEFICIENCIES):
            line.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            weak[f"{theme}, {kind}"] = min(contrasts(person, eye))
        line.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        person.page.emulate_media(color_scheme=theme, forced_colors="active")
        weak[f"{theme}, forced"] = min(contrasts(person, eye))
        assert person.page.evaluate(EDGELESS) == []
        person.page.emulate_media(forced_colors="none")
    assert {mode: ratio for mode, ratio in weak.items() if ratio < LEAST} == {}


@pytest.mark.slow
def test_states_and_seats_are_told_apart_without_colour(visit: Guests, served: Served) -> None:
    person = visit()
    SCENES["ring"](person, served)
    told = person.page.evaluate(STATES)
    assert len(set(told)) == len(told), told
    for symbol, seats in (("i-seat-", 6), ("i-pawn-", max(load("carpe_diem").spec.seats))):
        shapes: list[list[bool]] = person.page.evaluate(SILHOUETTES, [f"{symbol}{n}" for n in range(1, seats + 1)])
        alike = {
            (a + 1, b + 1): share
            for (a, one), (b, other) in combinations(enumerate(shapes), 2)
            if (share := overlap(one, other)) > 0.95
        }
        assert alike == {}, symbol


def overlap(one: list[bool], other: list[bool]) -> float:
    """How much of what either covers both cover."""
    both = sum(a and b for a, b in zip(one, other, strict=True))
    return both / sum(a or b for a, b in zip(one, other, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["alhambra", "rules", "end"])
def test_paper_is_light_and_whole(visit: Guests, served: Served, scene: str) -> None:
    person = visit(theme="dark")
    {"alhambra": TABLES["alhambra"], "rules": rules, "end": result("alhambra")}[scene](person, served)
    person.page.emulate_media(media="print")
    person.until("() => document.documentElement.dataset.theme === 'light'")
    told: dict[str, Any] = person.page.evaluate(PRINTED)
    assert told == {"pressed": 0, "cut": 0, "theme": "light", "ground": "none"}
