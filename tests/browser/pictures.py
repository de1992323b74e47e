"""Pictures that the page is installed and previewed with: `python -m tests.browser.pictures` (the page must be built).

They are drawn by the page itself, from its own drawings: icons of the application, and what a pasted link shows.
"""

from __future__ import annotations

import struct
import tempfile
from itertools import accumulate
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bastide.core.catalogue import say
from bastide.games import GAMES
from tests.browser.chromium import end, launch
from tests.browser.serving import ROOT, Served

PUBLIC = ROOT / "web" / "public"
ICONS = {"icon-192": (192, 0.0), "icon-512": (512, 0.0), "icon-maskable": (512, 0.1)}  # pixels, and what is kept clear
SMALL = (16, 32, 48)  # of the favicon
TERRA = "#A9472A"
OVERLAY = """([scene, title]) => {
  const cover = document.querySelector(scene).cloneNode(true)
  const shown = document.createElement('div')
  shown.style = 'position:fixed;inset:0;z-index:99;background:#efe6d5;display:flex;flex-direction:column'
  const art = document.createElement('div')
  art.style = 'flex:1;min-height:0;overflow:hidden'
  cover.style = 'width:100%;height:100%;display:block'
  art.append(cover)
  const name = document.createElement('p')
  name.textContent = title
  name.style = 'font:700 54px var(--font-display);padding:26px 44px;background:#fffdf6;color:#2a2018;margin:0'
  shown.append(art, name)
  document.body.append(shown)
}"""


def draw_icon(page: Page, size: int, clear: float = 0.0) -> bytes:
    """A PNG of the mark."""
    svg = (PUBLIC / "favicon.svg").read_text()
    inner = round(size * (1 - 2 * clear))
    page.set_viewport_size({"width": size, "height": size})
    ground = TERRA if clear else "transparent"
    page.set_content(
        f'<body style="margin:0;background:{ground};display:grid;place-items:center;height:100vh">'
        f'<div style="width:{inner}px;height:{inner}px">{svg}</div>'
    )
    return page.screenshot(omit_background=not clear)


def favicon(drawn: dict[int, bytes]) -> bytes:
    """PNGs by their size as one ICO: browsers ask for `/favicon.ico` where a page's own icon has not come yet."""
    places = accumulate((len(png) for png in drawn.values()), initial=6 + 16 * len(drawn))
    entries = [
        struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), place)
        for (size, png), place in zip(drawn.items(), places, strict=False)
    ]
    return b"".join([struct.pack("<HHH", 0, 1, len(drawn)), *entries, *drawn.values()])


def draw_preview(page: Page, address: str, scene: str, title: str, file: Path) -> None:
    page.set_viewport_size({"width": 1200, "height": 630})
    page.goto(address)
    page.locator(scene).first.wait_for()
    page.evaluate(OVERLAY, [scene, title])
    page.screenshot(path=file)


def main() -> None:
    (PUBLIC / "preview").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser, served = launch(playwright), Served(Path(folder))
        try:
            page = browser.new_page()
            for name, (size, clear) in ICONS.items():
                (PUBLIC / f"{name}.png").write_bytes(draw_icon(page, size, clear))
            (PUBLIC / "favicon.ico").write_bytes(favicon({size: draw_icon(page, size) for size in SMALL}))
            scenes = {"bastide": (".hero svg", say("en", "page.name"))} | {
                name: (f".games li:nth-child({place}) .cover svg", say("en", f"{name}.title"))
                for place, name in enumerate(GAMES, 1)
            }
            for name, (scene, title) in scenes.items():
                draw_preview(page, served.address, scene, title, PUBLIC / "preview" / f"{name}.png")
        finally:
            served.stop()
            end(browser)


if __name__ == "__main__":
    main()
