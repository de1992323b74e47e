"""Somebody at a screen: what they see is found by role and accessible name, in the words of the one catalogue."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, ViewportSize, expect

from bastide.core.catalogue import say
from bastide.games import GAMES, load
from tests.browser.chromium import end

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1440, "height": 900},
    "tablet": {"width": 820, "height": 1180},
    "upright": {"width": 768, "height": 1024},
    "landscape": {"width": 1180, "height": 820},
    "square": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844},
    "small": {"width": 320, "height": 568},
    "sideways": {"width": 844, "height": 390},
    "zoomed": {"width": 640, "height": 400},  # 1280 × 800 at 200 %
    "desk": {"width": 1280, "height": 800},
    "laptop": {"width": 1366, "height": 768},
    "large": {"width": 1920, "height": 1080},
    "huge": {"width": 3840, "height": 2160},
}
Theme = Literal["light", "dark"]
Contrast = Literal["more", "no-preference"]
THEMES: dict[str, tuple[Theme, Contrast]] = {
    "light": ("light", "no-preference"),
    "dark": ("dark", "no-preference"),
    "contrast": ("light", "more"),
    "dark-contrast": ("dark", "more"),
}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
CLAUSE = re.compile(rf"({'|'.join(load(name).spec.clause_prefix for name in GAMES)})-\d+")
LINE = Path(__file__).with_name("line.js").read_text()
PREFER = """{
  const kept = JSON.parse(localStorage.getItem('bastide.settings') ?? '{}')
  localStorage.setItem('bastide.settings', JSON.stringify({ ...%s, ...kept }))
}"""
RESOLVED = """async ([value, patience]) => {
  const holds = %s
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((go) => setTimeout(go, 20)))
    if (await holds(value)) return true
  return false
}"""
# One's share of every deal is known: what a test plays in a browser is the same game every time.
SHARE = "crypto.getRandomValues = (bytes) => bytes.fill(%d)"
# A table that has been told to begin is shown before the first view of its game has come.
LATEST_VIEW = """() => {
  const text = bastideLine.heard.findLast((text) => ['welcome', 'view'].includes(JSON.parse(text).type))
  const view = text && JSON.parse(text).view
  return view && !['table.prompt.waiting', 'table.prompt.opening'].includes(view.prompt.label.key) ? view : null
}"""
WAIT_MS = 90_000  # nothing here is about speed; a crowded machine may take its time
expect.set_options(timeout=WAIT_MS)


class Person:
    """One browser context with one page, and everything that went wrong or travelled in it."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: str = "desktop",
        language: str = "en",
        theme: Theme = "light",
        contrast: Contrast = "no-preference",
        motion: bool = False,
        shows: Literal["full", "quick", "off"] = "off",
        pace: Literal["calm", "brisk", "once"] = "once",
        is_app: bool = False,
        share: int = 1,
    ) -> None:
        """`is_app`: the page installs its worker, which fetches all of the page; others do without.

        `share`: the byte of which this person's part of every shuffle is made.
        """
        self.address = address
        self.language = language
        self.size = size
        self.context = browser.new_context(
            viewport=SIZES[size],
            locale=LOCALES[language],
            color_scheme=theme,
            contrast=contrast,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size == "phone",
            service_workers="allow" if is_app else "block",
        )
        self.context.set_default_timeout(WAIT_MS)
        self.context.add_init_script(LINE)
        self.context.add_init_script(SHARE % share)
        self.context.add_init_script(PREFER % json.dumps({"shows": shows, "pace": pace}))
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))

    def _note(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.errors.append(f"{line.text} ({urlsplit(line.location['url']).path})")

    def leave(self) -> None:
        end(self.context)

    # ------------------------------------------------------------------ where

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path

    def sit(self, made: dict[str, Any]) -> None:
        """Goes to one's own seat of a table that the server made."""
        self.go(made["href"])
        self.root.wait_for()

    def put_on(self, theme: Theme, contrast: Contrast) -> None:
        """The page as it is, in another theme."""
        self.page.emulate_media(color_scheme=theme, contrast=contrast)
        self.until("theme => document.documentElement.dataset.theme === theme", theme)
        self.until("more => (document.documentElement.dataset.contrast === 'more') === more", contrast == "more")

    # ------------------------------------------------------------------ what

    def say(self, key: str, **values: str | int) -> str:
        return say(self.language, key, **values)

    def button(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, **values), exact=True)

    def link(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("link", name=self.say(key, **values), exact=True)

    def text(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_text(self.say(key, **values))

    def heading(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("heading", name=self.say(key, **values))

    def region(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("region", name=self.say(key, **values), exact=True)

    def dialog(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("dialog", name=self.say(key, **values))

    @property
    def root(self) -> Locator:
        """The table: it says at which ply it is, and whether this seat is asked."""
        return self.page.locator("[data-ply]")

    @property
    def ply(self) -> int:
        return int(self.root.get_attribute("data-ply") or 0)

    @property
    def bar(self) -> Locator:
        return self.page.locator("[data-bar=confirm]")

    def piece(self, target: str) -> Locator:
        """The first piece on the table that stands for a target."""
        return self.page.locator(f'[data-target="{target}"]').first

    def until(self, condition: str, value: Any = None) -> None:
        """Until a JavaScript condition holds."""
        self.page.wait_for_function(condition, arg=value)

    def until_resolved(self, condition: str, value: Any = None) -> None:
        """Until a condition holds that takes time to ask: for playwright any promise holds, whatever comes of it."""
        assert self.page.evaluate(RESOLVED % condition, [value, WAIT_MS]), f"it never came to {condition}"

    # ------------------------------------------------------------------ the socket

    def heard(self) -> list[dict[str, Any]]:
        """Every message of the table's socket since the page was loaded."""
        texts: list[str] = self.page.evaluate("bastideLine.heard")
        return [json.loads(text) for text in texts]

    def view(self) -> dict[str, Any]:
        """The latest view the server sent, once the game has begun."""
        latest: dict[str, Any] = self.page.wait_for_function(LATEST_VIEW).json_value()
        return latest
