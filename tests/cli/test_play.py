"""A person at the terminal, for every game: whole games, undo, refusals, rules."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bastide.cli.play import Sitting, seat_bots
from bastide.core.errors import BadNotation
from bastide.core.game import Game
from bastide.core.record import Record


class Typist(Console):
    """A console whose person types what an iterator says."""

    def __init__(self) -> None:
        self.page = io.StringIO()
        super().__init__(file=self.page, width=160)
        self.keys: Iterator[str] = iter(())

    def input(self, *_: Any, **__: Any) -> str:
        try:
            return next(self.keys)
        except StopIteration:
            raise EOFError from None


def sit(game: Game, language: str = "en", seed: int = 4) -> tuple[Sitting, Typist]:
    console = Typist()
    m = game.new(seed=seed)
    return Sitting(console, m, 0, seat_bots(game, m.seats, 0, "uniform", seed), language), console


def moves_of(sitting: Sitting) -> Iterator[str]:
    """The middle one of what is legal, typed in notation, to the end."""
    while True:
        m = sitting.m
        yield list(m.moves)[len(m.legal) // 2]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_played_to_its_scores(game: Game, language: str, tmp_path: Path) -> None:
    sitting, console = sit(game, language)
    console.keys = moves_of(sitting)
    sitting.play()
    assert sitting.m.is_over
    assert ("Final scores" if language == "en" else "Décompte final") in console.page.getvalue()
    totals: dict[int, int] = {}
    for points in sitting.ledger.points.values():
        for seat, n in points.items():
            totals[seat] = totals.get(seat, 0) + n
    assert [totals.get(score.seat, 0) for score in sitting.m.scores()] == [s.points for s in sitting.m.scores()]
    sitting.save(str(tmp_path / "game.json"))
    assert Record.load(tmp_path / "game.json").replay(game).is_over


def test_rules_moves_log_and_help_change_nothing(game: Game) -> None:
    sitting, console = sit(game)
    console.keys = moves_of(sitting)
    clause = f"{game.spec.clause_prefix}-10"
    asked = ["?", f"? {clause}", "? XYZ-12", "moves", "board", "log", "help", "save", "nonsense", "", "quit"]
    console.keys = iter(asked)
    sitting.play()
    assert all(who != 0 for who, _ in sitting.m.plies)
    page = console.page.getvalue()
    assert clause in page
    assert "That is no move here" in page


def test_a_refusal_cites_its_clause_and_changes_nothing(game: Game) -> None:
    """The first illegal action that can be written and read at some decision of the person's."""
    sitting, console = sit(game, seed=6)
    refused: list[str] = []

    def keys() -> Iterator[str]:
        moves = moves_of(sitting)
        while not refused:
            s = sitting.m.state
            text = next((game.write(s, a) for a in illegal(game, sitting) if reads_back(game, s, a)), "")
            if text:
                refused.append(game.refuse(s, game.read(s, text)))
            yield text or next(moves)

    console.keys = keys()
    sitting.play()
    assert f"({refused[0]})" in console.page.getvalue().replace("\n", " ")


def illegal(game: Game, sitting: Sitting) -> list[int]:
    return [a for a in range(game.spec.num_actions) if a not in sitting.m.legal]


def reads_back(game: Game, s: Any, a: int) -> bool:
    try:
        return game.read(s, game.write(s, a)) == a
    except BadNotation:
        return False


def test_undo_goes_back_inside_the_turn_and_no_further(game: Game) -> None:
    """After a decision that leaves the person to move, undo restores what was; after any other it changes nothing."""
    sitting, console = sit(game, seed=8)
    checked: list[bool] = []

    def keys() -> Iterator[str]:
        moves = moves_of(sitting)
        for _ in range(60):
            before, mine = bytes(sitting.m), len(sitting.mine)
            yield next(moves)
            expected = before if len(sitting.mine) > mine else bytes(sitting.m)
            yield "undo"
            checked.append(bytes(sitting.m) == expected)
            yield next(moves)

    console.keys = keys()
    sitting.play()
    assert checked
    assert all(checked)


@pytest.mark.parametrize(("language", "word", "said"), [("en", "hint", "first places"), ("fr", "conseil", "premières")])
def test_a_hint_is_given_and_changes_nothing(game: Game, language: str, word: str, said: str) -> None:
    sitting, console = sit(game, language)
    console.keys = iter([word])
    sitting.play()
    page = console.page.getvalue()
    assert said in page
    assert "1. " in page
    assert all(who != 0 for who, _ in sitting.m.plies)
