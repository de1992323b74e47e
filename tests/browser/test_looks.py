"""axe-core finds nothing on any page, by day and by night, in high contrast, too; a table fits its screen."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Guests
from tests.browser.person import SIZES, THEMES, Person
from tests.browser.scenes import EVERY, SCENES, TABLES
from tests.browser.serving import ROOT, Served

pytestmark = pytest.mark.broad

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS = ["color-contrast", "link-in-text-block"]  # rules that a theme can break; the others read the same page
RUN_AXE = """
async (rules) => {
  const found = await axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const seen = ({ html, any, target }) => `${target}: ${html.slice(0, 120)} (${any[0]?.message ?? ''})`
  return found.violations.map(({ id, nodes }) => `${id} x${nodes.length}: ${nodes.slice(0, 4).map(seen).join(' | ')}`)
}
"""
# Letters that are drawn on cards and seat marks are art, no labels: a button is named for what it stands for.
WITHOUT_LETTERS = "() => document.querySelectorAll('button svg text').forEach((letters) => letters.remove())"
# Clause numbers stand inside sentences and are no taller than they are; everything else must suit a finger.
SMALL = """
(clause) => [...document.querySelectorAll('main button, main a[href], main select, main input')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.ariaLabel?.startsWith(clause))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([element, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(([element, box]) => `${element.ariaLabel ?? element.textContent.trim()}: ${box.width} x ${box.height}`)
"""


def examine(person: Person) -> str:
    """What axe finds on the page that is shown, and in its colours in every other theme, without loading it anew."""
    person.page.evaluate(AXE.read_text())
    person.page.evaluate(WITHOUT_LETTERS)
    found: list[str] = []
    for number, (name, worn) in enumerate(THEMES.items()):
        person.put_on(*worn)
        found += [f"{name}: {line}" for line in person.page.evaluate(RUN_AXE, COLOURS if number else None)]
    return "\n".join(found)


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing_on_a_desktop(visit: Guests, served: Served, scene: str) -> None:
    person = visit()
    SCENES[scene](person, served)
    assert examine(person) == ""


@pytest.mark.slow
@pytest.mark.parametrize("scene", EVERY)
def test_axe_finds_nothing_on_a_phone(visit: Guests, served: Served, scene: str) -> None:
    person = visit(size="phone", language="fr")
    EVERY[scene](person, served)
    assert examine(person) == ""


@pytest.mark.slow
@pytest.mark.parametrize("scene", TABLES)
def test_a_table_suits_a_finger_and_needs_no_scrolling_of_the_page(visit: Guests, served: Served, scene: str) -> None:
    """Other sizes: test_screens.py."""
    person = visit(size="phone")
    SCENES[scene](person, served)
    root = "document.scrollingElement"
    for size in ("phone", "tablet"):
        person.page.set_viewport_size(SIZES[size])
        person.until(f"() => {root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth")
        if size == "phone":
            assert person.page.evaluate(SMALL, person.say("page.rules.open_clause", clause="")) == []


def test_nothing_is_drawn_from_raster_images_or_foreign_fonts() -> None:
    """But for icons and the previews of links, which browsers, systems and other sites ask for."""
    built = [file for file in (ROOT / "web" / "dist").rglob("*") if file.is_file()]
    for_others = [
        file for file in built if file.parent.name == "preview" or file.name.startswith(("icon-", "favicon."))
    ]
    kinds = {file.suffix for file in built if not file.name.startswith(".") and file not in for_others}
    assert kinds <= {".html", ".js", ".css", ".svg", ".json", ".webmanifest"}
    styles = "".join(file.read_text() for file in built if file.suffix == ".css")
    assert "@font-face" not in styles
    assert "url(http" not in styles
    assert "data:image/png" not in styles
