"""`bastide perft`: how many lines of play there are, for checking a change of the rules."""

from __future__ import annotations

import time

from rich.console import Console

from bastide.cli.options import read_options
from bastide.core.errors import BastideError
from bastide.core.play import entry_points
from bastide.core.state import copy_state, int_array, new_states
from bastide.games import load

MAX_DEPTH = 12


def perft(
    game: str, /, *, depth: int = 3, seats: int | None = None, seed: int = 1, option: list[str] | None = None
) -> None:
    """Count the lines of 1 to DEPTH plies from the first decision, chance's outcomes included.

    Parameters
    ----------
    game
        The id of a game.
    depth
        Plies to look ahead.
    seats
        Number of players; the game's fewest when left out.
    seed
        Which deal to start from.
    option
        A table option as name=value; may be given several times.
    """
    if not 1 <= depth <= MAX_DEPTH:
        raise BastideError(f"--depth is {depth}; it goes from 1 to {MAX_DEPTH}")
    chosen = load(game)
    m = chosen.new(seats, seed=seed, **read_options(option))
    console = Console(highlight=False)
    for plies in range(1, depth + 1):
        states = new_states(chosen.state, plies + 1)
        copy_state(m.states, states)
        branches = int_array((plies + 1, chosen.buffer))
        start = time.perf_counter()
        leaves = entry_points(chosen).perft(states, branches, plies)
        console.print(f"{plies:2} {leaves:>16,} {time.perf_counter() - start:8.2f} s")
