"""Which browser the tests drive, and whether there is a page to show in it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Playwright

from tests.browser.serving import ROOT

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DIST = ROOT / "web" / "dist" / "index.html"
PATIENCE_S = 20.0
SOURCES = ("web/src", "web/public", "web/index.html", "src/bastide/locale")


class NoBrowser(Exception):
    """There is no browser here, and none could be installed."""


def is_built() -> bool:
    """Whether there is a page; one that is older than its sources is refused, since it would test what is no more."""
    if not DIST.is_file():
        return False
    places = [ROOT / place for place in SOURCES]
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*.*"))]
    assert max(file.stat().st_mtime for file in files) <= DIST.stat().st_mtime, "the built page is stale: make page"
    return True


def launch(playwright: Playwright) -> Browser:
    """The machine's own chromium, or playwright's, which is fetched where there is none."""
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None and not os.path.exists(playwright.chromium.executable_path):
        fetch()
    try:
        return playwright.chromium.launch(executable_path=program, args=flags)
    except Error as error:
        raise NoBrowser(f"chromium does not start: {str(error).splitlines()[0]}") from None


def end(opened: Browser | BrowserContext, patience_s: float = PATIENCE_S) -> None:
    """Closes it, or leaves it behind: Chromium sometimes never says that it is gone, and playwright knows no limit."""
    opened._sync(_end(opened._impl_obj, patience_s))


async def _end(opened: Any, patience_s: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            await opened.close(reason=None)


def fetch() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = [line.strip() for line in (done.stderr or done.stdout).splitlines() if "rror" in line]
        raise NoBrowser(f"no chromium here, and playwright could not fetch one: {' '.join(said[:1])}")
