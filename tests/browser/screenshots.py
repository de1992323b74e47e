"""`make screenshots`: every page and table as files to look at, and those that the README shows.

`screenshots/` (not kept) gets every scene on desktop and phone, light, dark and in high contrast, English and French,
and the tables on tablets; `docs/screenshots/` gets the four tables on desktop and phone, in the light.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import is_built, launch
from tests.browser.person import Person
from tests.browser.scenes import CROWDS, EVERY, TABLES
from tests.browser.serving import ROOT, Served

ALL = ROOT / "screenshots"
SHOWN = ROOT / "docs" / "screenshots"
SIZES = ("desktop", "phone", "tablet", "landscape")
WIDE = {"tablet", "landscape"}  # of the tables alone
LANGUAGES = ("en", "fr")
THEMES = ("light", "dark", "contrast")


def shoot(browser: Browser, served: Served, scene: str, size: str, language: str, themes: tuple[str, ...]) -> None:
    """One visit: the same position in each theme."""
    person = Person(browser, served.address, size=size, language=language)
    EVERY[scene](person, served)
    for theme in themes:
        dark, more = theme == "dark", theme == "contrast"
        person.page.emulate_media(
            color_scheme="dark" if dark else "light", contrast="more" if more else "no-preference"
        )
        person.until("more => (document.documentElement.dataset.contrast === 'more') === more", more)
        person.until("theme => document.documentElement.dataset.theme === theme", "dark" if dark else "light")
        person.page.screenshot(path=ALL / f"{scene}-{size}-{theme}-{language}.png")
        if scene in TABLES and size not in WIDE and (theme, language) == ("light", "en"):
            show(person, scene)
    person.leave()


def show(person: Person, scene: str) -> None:
    """For the README: the same picture, as small as it can be without a loss to the eye."""
    SHOWN.mkdir(parents=True, exist_ok=True)
    session = person.context.new_cdp_session(person.page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    (SHOWN / f"{scene}-{person.size}.webp").write_bytes(base64.b64decode(taken["data"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", help="only these (all otherwise)")
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
            for scene in given.scenes or EVERY:
                for size, language in product(given.sizes, given.languages):
                    if size not in WIDE or scene in {**TABLES, **CROWDS}:
                        print(f"{scene}, {size}, {language}", flush=True)
                        shoot(browser, served, scene, size, language, tuple(given.themes))
        finally:
            served.stop()
            browser.close()


if __name__ == "__main__":
    main()
