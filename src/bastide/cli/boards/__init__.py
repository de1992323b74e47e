"""A board for the terminal per game, drawn from the same picture as the page's."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rich.console import RenderableType


def board_of(game: str) -> Callable[[Any, str], RenderableType]:
    """`board(picture, language)` of a game."""
    board: Callable[[Any, str], RenderableType] = import_module(f"bastide.cli.boards.{game}").board
    return board
