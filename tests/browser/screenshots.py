"""`make screenshots`: every page and table as files to look at, and those that the README shows.

`screenshots/` (not kept) gets every scene on desktop and phone, light and dark, plain and in high contrast, English
and French, the tables on every size from a small phone to a wall, and a contact sheet of each table over all sizes;
`docs/screenshots/` gets the four tables, a lesson and a scoring on desktop and phone, in the light.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bastide.games import load
from tests.browser.chromium import end, is_built, launch
from tests.browser.person import SIZES as SIZES_OF
from tests.browser.person import THEMES, Person
from tests.browser.scenes import CROWDS, EVERY, TABLES
from tests.browser.serving import ROOT, Served

ALL = ROOT / "screenshots"
SHOWN = ROOT / "docs" / "screenshots"
BOTH = ("desktop", "phone")  # of everything
# Of the tables alone.
WIDE = ("small", "sideways", "zoomed", "upright", "tablet", "landscape", "square", "desk", "laptop", "large", "huge")
SIZES = (*BOTH, *WIDE)
SIZED = {*TABLES, *CROWDS, "auction"}  # on every size, with a contact sheet
README = {*TABLES, "lesson", "scoring-alhambra"}
LANGUAGES = ("en", "fr")
NOTEBOOK = "notebook"
CELL = 'load("enghien").new(seats=3, seed=7)'


def shoot(browser: Browser, served: Served, scene: str, size: str, language: str, themes: tuple[str, ...]) -> None:
    """One visit: the same position in each theme."""
    person = Person(browser, served.address, size=size, language=language)
    EVERY[scene](person, served)
    for theme in themes:
        person.put_on(*THEMES[theme])
        person.page.screenshot(path=ALL / f"{scene}-{size}-{theme}-{language}.png")
        if scene in README and size not in WIDE and (theme, language) == ("light", "en"):
            show(person, scene)
    person.leave()


def show(person: Person, scene: str) -> None:
    """For the README: the same picture."""
    keep(person.page, f"{scene}-{person.size}")


def keep(page: Page, name: str) -> None:
    """What a page shows, as small as it can be without a loss to the eye."""
    SHOWN.mkdir(parents=True, exist_ok=True)
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    (SHOWN / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))


def show_sizes(browser: Browser, scene: str) -> None:
    """A contact sheet: one table on every size, in the light and in English."""
    shots = [(size, ALL / f"{scene}-{size}-light-en.png") for size in SIZES]
    figures = "".join(
        f"<figure><img src='{path.name}' style='height:{min(560, SIZES_OF[size]['height'])}px'>"
        f"<figcaption>{size}, {SIZES_OF[size]['width']} × {SIZES_OF[size]['height']}</figcaption></figure>"
        for size, path in shots
        if path.exists()
    )
    style = "body{display:flex;flex-wrap:wrap;gap:16px;font:14px sans-serif}figure{margin:0}"
    source = ALL / f"sizes-{scene}.html"
    source.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 2400, "height": 900})
    page.goto(source.as_uri())
    page.screenshot(path=ALL / f"sizes-{scene}.png", full_page=True)
    page.close()


def show_notebook(browser: Browser) -> None:
    """For the documentation: a notebook's cell and the board below it."""
    position = eval(CELL, {"load": load})
    page = browser.new_page(viewport={"width": 900, "height": 100})
    cell = f"<pre><b>In [1]:</b> {CELL}</pre>"
    page.set_content(f"<!doctype html><body style='margin:16px'>{cell}{position._repr_html_()}</body>")
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 900, "height": height})
    keep(page, NOTEBOOK)
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", help=f"only these (all otherwise); {NOTEBOOK} is one")
    parser.add_argument("--languages", nargs="*", default=LANGUAGES)
    parser.add_argument("--themes", nargs="*", default=THEMES)
    parser.add_argument("--sizes", nargs="*", default=SIZES)
    given = parser.parse_args()
    assert is_built(), "the page is not built: make page"
    ALL.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        served = Served(Path(folder))
        try:
            if not given.scenes or NOTEBOOK in given.scenes:
                show_notebook(browser)
            for scene in [scene for scene in given.scenes or EVERY if scene != NOTEBOOK]:
                for size, language in product(given.sizes, given.languages):
                    if size not in WIDE or scene in SIZED:
                        print(f"{scene}, {size}, {language}", flush=True)
                        shoot(browser, served, scene, size, language, tuple(given.themes))
                if scene in SIZED:
                    show_sizes(browser, scene)
        finally:
            served.stop()
            end(browser)


if __name__ == "__main__":
    main()
