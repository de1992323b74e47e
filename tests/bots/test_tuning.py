"""A game's own numbers for its bots: put into the usual ones, and refused by name where nobody asks for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bastide.bots.ismcts import Settings
from bastide.bots.levels import USUAL_LADDER, USUAL_RANKS, Level, ladder_of, ranks_of
from bastide.bots.tuning import FILE, BadTuning
from bastide.core.game import Game
from bastide.games import GAMES, load
from bastide.train.recipes import Recipe, recipe_of


def tuned(folder: Path, text: str) -> Game:
    """Some game, whose file says this."""
    (folder / FILE).write_text(text, encoding="utf-8")
    return replace(load(GAMES[0]), folder=folder)


def test_a_game_without_a_file_has_the_usual_numbers(tmp_path: Path) -> None:
    game = replace(load(GAMES[0]), folder=tmp_path)
    assert (ranks_of(game), ladder_of(game), recipe_of(game)) == (USUAL_RANKS, USUAL_LADDER, Recipe())


def test_what_a_game_names_is_changed_and_the_rest_is_usual(tmp_path: Path) -> None:
    game = tuned(
        tmp_path,
        "[judged]\nchampion = 7\nguide = { heat = 0.5 }\n"
        "[classic]\nsettings = { horizon = 3 }\n"
        "levels = [{ slip = 9.0 }, {}, {}, { iterations = 5 }, {}]\n"
        "[training]\nmix = [2, 3, 2]\n",
    )
    assert ranks_of(game) == USUAL_RANKS._replace(champion=7, guide=USUAL_RANKS.guide._replace(heat=0.5))
    assert ladder_of(game).settings == Settings(lean=100.0, widen=0.5, horizon=3)
    assert ladder_of(game).levels == (Level(slip=9.0), Level(slip=80.0), Level(), Level(5), Level(1000))
    assert recipe_of(game) == Recipe(mix=(2, 3, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[judge]\n", r"bots.toml: there is no table 'judge'; there are judged, classic, training"),
        ("[judged]\nheat = 1.0\n", "judged: there is no 'heat'; there are heats, champion"),
        ("[judged]\nchampion = 4000.0\n", "judged, champion is 4000.0; it must be of the kind of 2000"),
        ("[judged]\nheats = [0.1, 0.2]\n", r"judged, heats is \[0.1, 0.2\]"),
        ("[judged]\nheats = [0.1, 0.2, 0.3, 0.4, 'hot']\n", "judged, heats, number 5 is 'hot'"),
        ("[judged]\nguide = { warmth = 1.0 }\n", "judged, guide: there is no 'warmth'"),
        ("judged = 3\n", "judged is 3"),
    ],
)
def test_what_nobody_asks_for_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadTuning, match=message):
        ranks_of(tuned(tmp_path, text))
