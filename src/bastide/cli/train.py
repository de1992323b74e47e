"""`bastide train`: a game's judge by self-play."""

from __future__ import annotations

import shlex
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Literal

import msgspec

from bastide.arena.plots import curve_plot
from bastide.arena.ray import Cluster
from bastide.arena.report import STYLE
from bastide.core.decoding import read_json
from bastide.core.errors import BastideError
from bastide.games import load
from bastide.judge.weights import Strength, read_start, read_weights


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
    ray
        Let the games be played by the cores of a Ray cluster: its address, or local. Learning and measuring stay here.
    """
    chosen = load(game)
    if minutes < 0 or iterations < 0:
        raise BastideError(f"--minutes {minutes:g} --iterations {iterations}: neither can be less than 0")
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
    parts += ["--ray", ray] if ray is not None else []
    usual = recipe_of(chosen) if against is None else exploit(recipe_of(chosen))
    victim = read_weights(against, chosen) if against else None
    with ExitStack() as opened:
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
            command=shlex.join([*parts, "--seed", str(seed)]),
            cluster=None if ray is None else opened.enter_context(closing(Cluster(ray))),
        )
        trainer.run()
    page = folder / f"{chosen.id}.html"
    page.write_text(curve_page(chosen.id, trainer.curve), encoding="utf-8")
    print(f"{trainer.weights}, {trainer.curve}, {page}")


def read_seats(text: str) -> tuple[int, ...]:
    """Seat counts as the command line names them; none for all."""
    if text == "all":
        return ()
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise BastideError(f"--seats is {text!r}; it takes numbers with commas between, or all") from error


class Measure(msgspec.Struct, frozen=True):
    """A line of a training's curve; only some have a strength."""

    strength: tuple[Strength, ...] = ()


def curve_page(game: str, curve: Path) -> str:
    """A page in one file: shares of first place, measure by measure, against each opponent."""
    lines = [read_json(line, Measure) for line in curve.read_bytes().splitlines()]
    won = [one for line in lines for one in line.strength]
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
