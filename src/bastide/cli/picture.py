"""`bastide picture`: a position of a recorded game as SVG, drawn by the page's own parts in a browser."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from bastide.cli.language import choose_language
from bastide.core.catalogue import say_phrase
from bastide.core.errors import BastideError
from bastide.reviews import CannotReview, review
from bastide.reviews.onefile import make_file, read_file, template_in
from bastide.server.page import find_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
DRAWN = re.compile(r'<pre id="bastide-picture">([A-Za-z0-9+/=]+)</pre>')
PATIENCE_S = 120
FLAGS = ("--headless", "--disable-gpu", "--no-sandbox", "--virtual-time-budget=20000", "--window-size=1280,960")


def picture(file: Path, /, *, ply: int | None = None, output: Path | None = None, lang: str | None = None) -> None:
    """Draw a position of a recorded game with the result and what turned it, as SVG.

    Parameters
    ----------
    file
        A record, or a game in one file.
    ply
        Before which ply; the end when left out.
    output
        Where to write it; picture.svg when left out.
    lang
        en or fr.
    """
    language = choose_language(lang)
    record = read_file(file)
    if ply is not None and not 0 <= ply <= len(record.plies):
        raise BastideError(f"--ply is {ply}; this record has plies 0 to {len(record.plies)}")
    path = output or Path("picture.svg")
    try:
        page = make_file(template_in(find_page(None), record.game), record, review(record))
        drawn = draw(page, ply, language)
    except CannotReview as error:
        raise BastideError(say_phrase(language, error.label)) from error
    try:
        path.write_bytes(drawn)
    except OSError as error:
        raise BastideError(f"{path}: {error.strerror}") from error
    print(path)


def draw(page: str, ply: int | None, language: str) -> bytes:
    """The SVG that the page of a game draws of one of its positions."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise CannotReview("no_browser")
    with tempfile.TemporaryDirectory(prefix="bastide-") as folder:
        file = Path(folder) / "game.html"
        file.write_text(page, encoding="utf-8")
        address = f"{file.as_uri()}#/picture/{'' if ply is None else ply}"
        command = [program, *FLAGS, f"--lang={language}", f"--user-data-dir={folder}/browser", "--dump-dom", address]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        except subprocess.TimeoutExpired as error:
            raise BastideError(f"{program} drew nothing within {PATIENCE_S} s") from error
    found = DRAWN.search(done.stdout)
    if found is None:
        raise BastideError(f"{program} drew nothing: {done.stderr.strip()[-300:]}")
    return base64.b64decode(found[1])
