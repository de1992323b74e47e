"""`bastide warm`: compile every game's rules before anybody waits for them."""

from __future__ import annotations

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bastide.bots.warming import PARTS
from bastide.cli.language import choose_language
from bastide.core.catalogue import say
from bastide.core.errors import BastideError
from bastide.core.jit import is_kept
from bastide.games import GAMES, load
from bastide.reviews.warming import command_of


def warm(*, lang: str | None = None) -> None:
    """Compile every game's rules, bots and reviews and keep them on disk, so that the first move comes at once.

    Parameters
    ----------
    lang
        en or fr.
    """
    language = choose_language(lang)
    console = Console(stderr=True, highlight=False)
    if not is_kept():  # a warning has said why
        console.print(say(language, "cli.warm.nothing"), soft_wrap=True)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    start = time.perf_counter()
    compiling = say(language, "cli.warm.compiling")
    if not console.is_terminal:
        console.print(compiling)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(compiling, total=len(GAMES))
        with ThreadPoolExecutor(2) as pool:
            for name, run in zip(GAMES, pool.map(_compile, GAMES), strict=True):
                if run.returncode:
                    raise BastideError(f"the rules of {name} do not compile:\n{run.stderr}")
                if run.stderr:
                    console.print(run.stderr.strip(), markup=False, soft_wrap=True)
                title = load(name).spec.title[language]
                progress.update(task, advance=1, description=say(language, "cli.warm.compiled", title=title))
    titles = ", ".join(load(name).spec.title[language] for name in GAMES)
    seconds = f"{time.perf_counter() - start:.1f}"
    console.print(say(language, "cli.warm.ready", titles=titles, seconds=seconds), soft_wrap=True)


def _compile(name: str) -> subprocess.CompletedProcess[str]:
    """Compiles a game in a process of its own."""
    return subprocess.run(command_of(name, *PARTS), capture_output=True, text=True, check=False)
