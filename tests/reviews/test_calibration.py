"""What was measured of the reviews (bench/calibration.py) is what was aimed at, and what docs/review.md says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bastide.games import load
from bastide.reviews.figures import all_figures
from bastide.reviews.reviewer import Reviewer
from tests.conftest import JUDGED

DOCS = Path(__file__).resolve().parents[2] / "docs"
MOST = 0.03  # expected calibration error
GAMES_PLAYED = 2000
GAMES_REVIEWED = 100


def measured(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DOCS / "calibration.json").read_text(encoding="utf-8"))[name]
    return found


@pytest.mark.parametrize("name", JUDGED)
def test_shares_are_frequencies_at_every_number_of_seats(name: str) -> None:
    bins, (low, high) = measured(name), load(name).spec.seats
    assert bins["games"] >= GAMES_PLAYED
    assert bins["error"] <= MOST
    assert list(map(int, bins["errors"])) == list(range(low, high + 1))
    assert max(bins["errors"].values()) <= MOST
    gaps = sum(w * abs(a - b) for w, a, b in zip(bins["weight"], bins["said"], bins["came"], strict=True))
    assert abs(gaps - bins["error"]) < 1e-9
    assert abs(sum(bins["weight"]) - 1) < 1e-6


@pytest.mark.parametrize("name", JUDGED)
def test_the_luck_of_equal_players_is_nothing_within_its_interval(name: str) -> None:
    bins = measured(name)
    mean, interval = bins["luck"]
    assert bins["lucks"] >= GAMES_REVIEWED
    assert abs(mean) <= interval


@pytest.mark.parametrize("name", JUDGED)
def test_the_figures_are_those_of_the_judge_that_reviews_ask(name: str) -> None:
    figures, game = all_figures()[name], load(name)
    assert figures.judge == Reviewer(game).judge
    assert list(figures.calm) == list(range(game.spec.seats[0], game.spec.seats[1] + 1))
    assert 0 < figures.refined < figures.doubt < 0.2


@pytest.mark.parametrize("name", JUDGED)
def test_the_plot_and_the_table_of_the_documents_show_it(name: str) -> None:
    bins = measured(name)
    row = f"| {name} | {bins['games']} | {bins['error']:.3f} | {bins['luck'][0]:+.1f} ± {bins['luck'][1]:.1f} |"
    assert row in (DOCS / "review.md").read_text(encoding="utf-8")
    assert f">{name}<" in (DOCS / "calibration.svg").read_text(encoding="utf-8")
