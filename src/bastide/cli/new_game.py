"""`bastide new-game`: a whole small game under a new name, to be changed into another."""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from string import ascii_uppercase

from rich.console import Console

from bastide.core.catalogue import LANGUAGES
from bastide.core.errors import BastideError

CHECKOUT = Path(__file__).resolve().parents[3]
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 20
PREFIX = re.compile(r'clause_prefix="([A-Z]{3})"')
FETCHED = ("what the page is made with", ("hatch_build.py", "ci"))  # where it is not there yet: its types need it
GENERATED = (
    ("the description of the server", ("-m", "tests.openapi")),
    ("the page's types", ("hatch_build.py", "run", "types")),
    ("the page's samples", ("-m", "tests.samples")),
    ("the tables of docs/research.md", ("-m", "tests.research_page")),
    ("the stored tables that later releases must open", ("-m", "tests.server.kept")),
)


def new_game(name: str, /, *, title: str | None = None, only_files: bool = False) -> None:
    """Write the folder, texts and tests of a game that plays, to be changed into yours (docs/add-a-game.md).

    Parameters
    ----------
    name
        The id: small letters, digits and single underscores, such as carpe_diem.
    title
        What people call it; made from the name when left out.
    only_files
        Do not write the generated files anew (descriptions, types, samples, tables): `make generated` does.
    """
    check_checkout(CHECKOUT)
    check_name(CHECKOUT, name)
    called = check_title(title) if title is not None else name.replace("_", " ").capitalize()
    console = Console(highlight=False)
    for path in write_game(CHECKOUT, name, called):
        console.print(path.relative_to(CHECKOUT).as_posix())
    if not only_files:
        write_generated(CHECKOUT, console)
    console.print(f"{called} plays: bastide play {name}")


# ---- what is refused, before anything is written


def check_checkout(root: Path) -> None:
    if not (root / "template").is_dir():
        raise BastideError(f"new-game writes into a checkout of the sources; {root} is none")


def check_name(root: Path, name: str) -> None:
    """Refuses a name that is impossible, or taken by a game, a part of the catalogue or tests."""
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(name):
        raise BastideError(
            f"{name!r} is no name for a game: small letters, digits and single underscores, a letter first, "
            f"{LONGEST} at most, and no word of Python's own"
        )
    for path in (path for _, path in places(root, name)):
        if path.exists():
            raise BastideError(f"{name!r} is taken: there is {path.relative_to(root).as_posix()}")


def check_title(title: str) -> str:
    if not title.strip() or not title.isprintable() or set(title) & set('"\\{}@#|'):
        raise BastideError(f'{title!r} is no title: one line of text without ", \\, {{, }}, @, # and |')
    return title.strip()


# ---- writing


def places(root: Path, name: str) -> Iterator[tuple[str, Path]]:
    """What of the template goes where."""
    package = root / "src" / "bastide"
    yield "game", package / "games" / name
    yield "tests", root / "tests" / "games" / name
    yield "web", root / "web" / "src" / "games" / name
    for language in LANGUAGES:
        yield f"locale/{language}.json", package / "locale" / language / f"{name}.json"


def write_game(root: Path, name: str, title: str) -> list[Path]:
    """The template under a new name, whole or not at all; the folders and files written."""
    words = {
        "newgame": name,
        "Newgame": "".join(part.capitalize() for part in name.split("_")),
        "New game": title,
        "NGM": free_prefix(name, used_prefixes(root)),
    }
    written = []
    with tempfile.TemporaryDirectory(dir=root, prefix=".new-game-") as staging:
        for part, target in places(root, name):
            staged = Path(staging) / target.relative_to(root)
            copy_renamed(root / "template" / part, staged, words)
        for _, target in places(root, name):
            target.parent.mkdir(parents=True, exist_ok=True)
            (Path(staging) / target.relative_to(root)).rename(target)
            written.append(target)
    return written


def copy_renamed(source: Path, target: Path, words: dict[str, str]) -> None:
    """A file or a folder with its texts renamed."""
    if source.is_dir():
        for path in sorted(source.iterdir()):
            if path.name != "__pycache__":
                copy_renamed(path, target / path.name, words)
        return
    text = source.read_text(encoding="utf-8")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(re.sub("|".join(words), lambda word: words[word[0]], text), encoding="utf-8")


def used_prefixes(root: Path) -> set[str]:
    """The clause prefixes of the games there are."""
    sources = (root / "src" / "bastide" / "games").glob("*/__init__.py")
    return {prefix for path in sources for prefix in PREFIX.findall(path.read_text(encoding="utf-8"))}


def free_prefix(name: str, used: set[str]) -> str:
    """Three capitals for the clauses, from the name where they are free."""
    letters = [letter.upper() for letter in name if letter.isalpha()]
    from_name = ("".join(three) for three in combinations(letters, 3))
    padded = (f"{letters[0]}{a}{b}" for a in ascii_uppercase for b in ascii_uppercase)
    return next(prefix for prefix in (*from_name, *padded) if prefix not in used)


def write_generated(root: Path, console: Console) -> None:
    """The files that are made from all games, anew; one that cannot be made here is named with its command."""
    for what, command in GENERATED if (root / "web" / "node_modules").is_dir() else (FETCHED, *GENERATED):
        done = subprocess.run([sys.executable, *command], cwd=root, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            console.print(f"written anew: {what}")
        else:
            why = (done.stderr or done.stdout).strip()
            console.print(f"not written: {what} (python {' '.join(command)}): {why}", style="yellow", markup=False)
            console.print("`make generated` writes it once that is mended", style="yellow")
