"""What was measured of the reviews' figures (bench/calibration.py) is what docs/review.md says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastide.games import GAMES
from bastide.reviews.figures import all_figures

DOCS = Path(__file__).resolve().parents[2] / "docs"
MOST = 0.035  # expected calibration error; 0.03 is the aim


@pytest.mark.parametrize("name", GAMES)
def test_shares_are_nearly_frequencies(name: str) -> None:
    measured = json.loads((DOCS / "calibration.json").read_text(encoding="utf-8"))[name]
    assert measured["error"] <= MOST
    assert abs(sum(measured["weight"]) - 1) < 1e-6
    mean, interval = measured["luck"]
    assert abs(mean) <= 1.5 * interval


def test_every_game_has_its_figures_and_the_plot_shows_it() -> None:
    plot = (DOCS / "calibration.svg").read_text(encoding="utf-8")
    for name in GAMES:
        figures = all_figures()[name]
        assert figures.judge
        assert 0 < figures.refined < figures.doubt < 0.2
        assert f">{name}<" in plot
