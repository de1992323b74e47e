"""A board for the terminal per game, drawn from the same picture as the page's."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import RenderableType

from bastide.cli.boards.plain import plain_board


def board_of(game: str) -> Callable[[Any, str], RenderableType]:
    """`board(picture, language)` of a game: its own, or the plain one."""
    if find_spec(f"bastide.cli.boards.{game}") is None:
        return plain_board
    board: Callable[[Any, str], RenderableType] = import_module(f"bastide.cli.boards.{game}").board
    return board
