"""`bastide contest`: a ruling that somebody contests, replayed, with the rule, its code and its tests."""

from __future__ import annotations

import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from bastide.cli.language import choose_language
from bastide.core.catalogue import say
from bastide.core.errors import BastideError
from bastide.games import load_version
from bastide.table.contest import Contest, places_of, position_of, read_contest, rule_on, write_test

TESTS = Path(__file__).resolve().parents[3] / "tests"
SHOWN = 8  # places of the code, and of the tests


def contest(file: Path, /, *, test: Path | None = None, lang: str | None = None) -> None:
    """Show what is contested: the position, the ruling as it is now, the clause, and where it is written and tested.

    Parameters
    ----------
    file
        A contest, as "this is wrong?" on the page gives it.
    test
        Write a test that holds as long as the ruling does, into this folder (tests/contested).
    lang
        en or fr.
    """
    language = choose_language(lang)
    found = read_contest(file)
    console = Console(highlight=False)
    if test is not None:
        _write_test(found, test, file)
        return
    _tell(console, found, language)


def _tell(console: Console, found: Contest, language: str) -> None:
    def line(key: str, **values: str | int) -> None:
        console.print(Text(say(language, f"cli.contest.{key}", **values)), soft_wrap=True)

    console.print(Text(position_of(found).game.show(position_of(found).view(found.seat).state)))
    ruling = rule_on(found)
    line("asked", seat=found.seat + 1, text=found.text, clause=found.clause)
    console.print(Text(found.says[language], style="italic"))
    line("refused", clause=ruling.refused) if ruling.refused else line("allowed")
    for source, points in ruling.points:
        line("points", source=f"@{source}", points=", ".join(map(str, points)))
    line("expected", text=found.expected)
    folder = load_version(found.game, found.rules_version).folder
    for key, place in (("code", folder), ("tests", TESTS / "games" / folder.name)):
        places = places_of(found.clause, place) if place.is_dir() else []
        line(key)
        for path, number, text in places[:SHOWN]:
            console.print(Text(f"  {path.name}:{number}  {text}", style="dim"), soft_wrap=True)


def _write_test(found: Contest, folder: Path, file: Path) -> None:
    name = re.sub(r"\W+", "_", f"{found.clause}_{file.stem}").strip("_").lower()
    path = folder / f"test_{name}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(write_test(found, name), encoding="utf-8")
    except OSError as error:
        raise BastideError(f"{path}: {error.strerror}") from error
    print(path)
