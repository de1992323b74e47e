"""`bastide verify`: a finished record, checked offline against the proof of its shuffle and its server's signature."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from rich.console import Console

from bastide.cli.language import choose_language
from bastide.cli.printing import print_older_rules
from bastide.core.catalogue import say, say_phrase
from bastide.core.errors import BastideError
from bastide.games import load_version
from bastide.reviews.onefile import read_file
from bastide.table import fairness
from bastide.table.signature import KEY

ABOUT = "/api/about"
PATIENCE_S = 20
MOST_BYTES = 65_536


def verify(file: Path, /, *, key: str = "", lang: str | None = None) -> None:
    """Check that a finished game is what it says: its moves, its draws, and the signature of its server.

    Parameters
    ----------
    file
        A record, as a table's download or `bastide play --record` gives it.
    key
        The server whose signature it must have: its key, a file with it, or the server's address.
    lang
        en or fr.
    """
    language = choose_language(lang)
    pinned = read_key(key) if key else ""
    record = read_file(file)
    game = load_version(record.game, record.rules_version)
    try:
        checked = fairness.verify(record, game, pinned)
    except fairness.BadProof as error:
        raise BastideError(say_phrase(language, error.label)) from None
    console = Console(highlight=False)
    told = [
        say(
            language,
            "table.verified.seed" if record.proof is None else "table.verified",
            file=file.name,
            plies=checked.plies,
            draws=checked.draws,
            given=checked.seats_with_entropy,
            seats=record.seats,
        ),
        say(language, f"table.verified.{'signed' if checked.signed_by else 'unsigned'}", key=checked.signed_by),
    ]
    if checked.unattested:
        what = " · ".join(say(language, f"table.unattested.{each}") for each in checked.unattested)
        told.append(say(language, "table.verified.unattested", what=what))
    for line in told:
        console.print(line, markup=False, soft_wrap=True)
    print_older_rules(console, game, language)


def read_key(place: str) -> str:
    """A server's key from what was given: the key itself, a file with it or with `/api/about`, or an address."""
    text = place.strip()
    if not KEY.fullmatch(text):
        text = _fetch(text) if text.startswith(("http://", "https://")) else _read(Path(text))
    if not KEY.fullmatch(text):
        raise BastideError(f"{place}: there is no key of a server here (64 hexadecimal digits)")
    return text


def _fetch(address: str) -> str:
    try:
        with urlopen(address.rstrip("/").removesuffix(ABOUT) + ABOUT, timeout=PATIENCE_S) as answer:
            return _key_in(answer.read(MOST_BYTES).decode())
    except (URLError, OSError, ValueError) as error:
        raise BastideError(f"{address}: {getattr(error, 'reason', error)}") from None


def _read(path: Path) -> str:
    try:
        return _key_in(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BastideError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _key_in(text: str) -> str:
    """The field `key` of JSON, or all of a plain text."""
    return str(json.loads(text).get("key", "")) if text.lstrip().startswith("{") else text.strip()
