"""`bastide warm`: compile every game's rules before anybody waits for them."""

from __future__ import annotations

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bastide.bots.warming import PARTS
from bastide.core.errors import BastideError
from bastide.games import GAMES
from bastide.reviews.warming import command_of


def warm() -> None:
    """Compile every game's rules, bots and reviews and keep them on disk, so that the first move comes at once."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    start = time.perf_counter()
    with Progress(*columns, console=console, transient=not console.is_terminal) as progress:
        task = progress.add_task("compiling the rules", total=len(GAMES))
        with ThreadPoolExecutor(2) as pool:
            for name, error in zip(GAMES, pool.map(_compile, GAMES), strict=True):
                if error:
                    raise BastideError(f"the rules of {name} do not compile:\n{error}")
                progress.update(task, advance=1, description=f"compiled {name}")
    console.print(f"rules ready: {', '.join(GAMES)} ({time.perf_counter() - start:.1f} s)")


def _compile(name: str) -> str:
    """Compiles a game in a process of its own; returns the error text, or nothing."""
    run = subprocess.run(command_of(name, *PARTS), capture_output=True, text=True, check=False)
    return run.stderr if run.returncode else ""
