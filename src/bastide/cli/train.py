"""`bastide train`: a game's judge by self-play."""

from __future__ import annotations

import math
import shlex
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from bastide.arena.plots import curve_plot
from bastide.arena.ray import Cluster
from bastide.arena.report import STYLE
from bastide.core.errors import BastideError
from bastide.core.game import check_seed
from bastide.games import load
from bastide.judge import trouble_of
from bastide.judge.weights import read_start, read_weights, weights_file
from bastide.train.curve import read_curve


def train(
    game: str,
    /,
    *,
    seats: str = "all",
    minutes: float = 4.0,
    iterations: int = 0,
    folder: Path = Path("train"),
    device: Literal["", "cuda", "cpu"] = "",
    seed: int = 0,
    start: list[Path] | None = None,
    against: Path | None = None,
    recipe: str = "",
    levels: bool = True,
    ray: str | None = None,
) -> None:
    """Train a game's judge by playing against itself; the same command goes on where an earlier one stopped.

    The folder gets GAME.npz (weights, as `bastide judge` reads them), GAME.jsonl (the curve), GAME.html (the curve as
    plots) and GAME.checkpoint.pt (what going on needs).

    Parameters
    ----------
    game
        The id of a game.
    seats
        Numbers of players with commas between, or all.
    minutes
        How long to play and learn; compiling and measuring come on top. 0 measures what it begins with, and keeps it.
    iterations
        Stop after so many iterations instead: then a seed gives the same net again on one machine.
    folder
        Where everything is kept.
    device
        cuda or cpu; a GPU where there is one when left out.
    seed
        A whole number from 0 on.
    start
        Weights to begin with, such as those of a judge that is to be improved; named again, the mean of several. Those
        of earlier features fit where fields have only been added since.
    against
        Train an exploiter: every other seat is played by the judge of these weights, which does not learn. It begins
        with the same weights unless others are named.
    recipe
        Numbers to train with instead of the game's own, as in games=1024,memory=4.
    levels
        Measure against the game's five levels too, where it comes with a judge by which they play.
    ray
        Let the games be played by the cores of a Ray cluster: its address, or local. Learning and measuring stay here.
    """
    chosen = load(game)
    check_seed(seed)
    if not 0 <= minutes < math.inf or iterations < 0:
        raise BastideError(f"--minutes {minutes:g} --iterations {iterations}: both are numbers from 0 on")
    try:
        from bastide.train.recipes import change_recipe, exploit, recipe_of
        from bastide.train.trainer import Limit, Trainer
    except ImportError as error:
        raise BastideError(f"training needs torch: pip install 'bastide[train]' ({error})") from error
    limit = Limit(iterations=iterations) if iterations else Limit(seconds=60 * minutes)
    parts = ["bastide", "train", game, "--seats", seats]
    parts += ["--iterations", str(iterations)] if iterations else ["--minutes", f"{minutes:g}"]
    parts += [part for path in start or () for part in ("--start", path.name)]
    parts += ["--against", against.name] if against else []
    parts += ["--recipe", recipe] if recipe else []
    parts += [] if levels else ["--no-levels"]
    parts += ["--ray", ray] if ray is not None else []
    usual = recipe_of(chosen) if against is None else exploit(recipe_of(chosen))
    victim = read_weights(against, chosen) if against else None
    console = Console(highlight=False)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task, measure = bar.add_task(chosen.id, total=1.0), bar.add_task("", total=1.0, visible=False)

    def watch(what: str, part: float) -> None:
        bar.update(measure, description=what, completed=part, visible=part < 1.0)

    def tell(line: str) -> None:
        console.print(line, markup=False, soft_wrap=True)
        bar.update(task, completed=trainer.limit.part(trainer.progress))

    try:
        with ExitStack() as opened:
            opened.enter_context(bar)
            trainer = Trainer(
                chosen,
                folder,
                limit=limit,
                seats=read_seats(seats),
                recipe=change_recipe(usual, recipe),
                device=device,
                seed=seed,
                start=[read_start(path, chosen) for path in start or ([against] if against else [])],
                against=victim,
                levels=read_weights(weights_file(chosen), chosen) if levels and not trouble_of(chosen) else None,
                command=shlex.join([*parts, "--seed", str(seed)]),
                tell=tell,
                watch=watch,
                cluster=None if ray is None else opened.enter_context(closing(Cluster(ray))),
            )
            trainer.run()
        page = folder / f"{chosen.id}.html"
        page.write_text(curve_page(chosen.id, trainer.curve), encoding="utf-8")
    except OSError as error:
        raise BastideError(f"{error.filename or folder}: {error.strerror or error}") from error
    print(f"{trainer.weights}, {trainer.curve}, {page}")


def read_seats(text: str) -> tuple[int, ...]:
    """Seat counts as the command line names them; none for all."""
    if text == "all":
        return ()
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise BastideError(f"--seats is {text!r}; it takes numbers with commas between, or all") from error


def curve_page(game: str, curve: Path) -> str:
    """A page in one file: shares of first place, measure by measure, against each opponent."""
    won = [one for _line, point in read_curve(curve) for one in point.strength]
    plots = [
        curve_plot(
            f"{game}: share of first places against {opponent}, measure by measure",
            [
                (f"{seats} seats", [one.share for one in won if (one.seats, one.opponent) == (seats, opponent)])
                for seats in sorted({one.seats for one in won if one.opponent == opponent})
            ],
            0.5,
        )
        for opponent in dict.fromkeys(one.opponent for one in won)
    ]
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{STYLE}</style>{"".join(plots)}</html>\n'
