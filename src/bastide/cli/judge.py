"""`bastide judge`: what a game's learned judge was made of, and how strong it was when it was measured."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bastide.core.errors import BastideError
from bastide.games import load
from bastide.judge import read_weights, weights_file, why_no_judge
from bastide.judge.weights import About


def judge(game: str, /, *, weights: Path | None = None, json: bool = False) -> None:
    """Say what a game's judge was trained on, by which command and seed, and what it won.

    Parameters
    ----------
    game
        The id of a game.
    weights
        A file of weights; the one that comes with the game when left out.
    json
        Print JSON.
    """
    chosen = load(game)
    if weights is None and (reason := why_no_judge(chosen)):
        raise BastideError(reason)
    path = weights or weights_file(chosen)
    about = read_weights(path, chosen).about
    print(msgspec.json.encode(about).decode() if json else describe(about, path))


def describe(about: About, path: Path) -> str:
    """A line for each thing there is to know."""
    lines = [
        f"game         {about.game}, rules version {about.rules_version}",
        f"weights      {path.name}, {path.stat().st_size:,} bytes, format {about.format}",
        f"features     version {about.features_version}, digest {about.features_digest}",
        f"command      {about.command}",
        f"seed         {about.seed}",
        f"training     {about.iterations:,} iterations, {about.games:,} games, {about.decisions:,} decisions, "
        f"{about.seconds:,.0f} s on {about.machine}",
    ]
    for won in about.strength:
        lines.append(
            f"strength     {won.seats} seats against {won.opponent}: {100 * won.share:.1f} % ± {100 * won.error:.1f} "
            f"of first places over {won.games:,} games (equals: 50)"
        )
    return "\n".join(lines)
