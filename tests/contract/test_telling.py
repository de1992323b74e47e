"""A table in words: whoever only listens knows all that the picture shows, and what is asked is understood."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bastide.core.catalogue import LANGUAGES, catalogue
from bastide.core.game import Game
from bastide.core.state import SPECTATOR
from bastide.core.telling import say_line, tell_plain
from tests.rebuilt import NAMES, REBUILDERS, rebuild
from tests.walks import sample

UNSPOKEN = {"id", "game", "viewer"}  # ids are for pages; who listens knows who they are


def facts(value: Any, path: tuple[str, ...] = ()) -> Any:
    """What of a picture is for people: without ids, tiles as they lie rather than as they were drawn."""
    if isinstance(value, dict):
        if "turns" in value:  # a placed tile
            value = {**value, "edges": "".join(value["edges"][(side - value["turns"]) % 4] for side in range(4))}
        is_tile = "edges" in value
        dropped = UNSPOKEN | ({"kind", "turns"} if is_tile else set())
        if path[-1:] in (("cards",), ("card",), ("symbols",)) and "symbols" in value:
            dropped = dropped - {"id"}
        return {name: facts(inner, (*path, name)) for name, inner in value.items() if name not in dropped}
    if isinstance(value, list | tuple):
        return [facts(inner, path) for inner in value]
    return value


def spoken(game: Game, picture: msgspec.Struct) -> Any:
    """A picture's facts as words leave them."""
    return facts_told(game.id, msgspec.to_builtins(picture))


def facts_told(game: str, picture: dict[str, Any]) -> Any:
    """The same, of a picture as it travels: a count of nothing is not told, nor an empty list of fountain cards."""
    whole = facts(picture)
    if game == "carpe_diem":
        for player in whole["players"]:
            player["complete"] = {kind: n for kind, n in player["complete"].items() if n}
            player["fountain_cards"] = player["fountain_cards"] or None
    return whole


@pytest.mark.broad
def test_the_picture_can_be_rebuilt_from_words_alone(table: tuple[Game, int]) -> None:
    game, seats = table
    if game.id not in REBUILDERS:
        pytest.skip("told off its picture")
    for m in sample(game, seats, seed=71, every=5):
        for viewer in (SPECTATOR, *range(seats)):
            view = m.view(viewer)
            assert rebuild(view) == spoken(game, view.picture()), m.where()


def test_every_game_is_told_in_both_languages(table: tuple[Game, int]) -> None:
    game, seats = table
    for m in sample(game, seats, seed=72, every=25):
        for part in m.view(0).tell():
            for language in LANGUAGES:
                assert f"tell.head.{part.topic}" in catalogue(language) or f"tell.head.{part.topic}.of" in catalogue(
                    language
                )
                assert all(say_line(language, line, NAMES) for line in part.lines)


def test_a_game_without_words_of_its_own_is_told_off_its_picture(game: Game) -> None:
    m = game.new(seed=3)
    told = [say_line("en", line) for part in tell_plain(m.view(0).picture()) for line in part.lines]
    assert len(told) >= len(m.view(0).picture().__struct_fields__)
