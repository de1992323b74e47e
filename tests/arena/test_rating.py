"""Ratings and standings: known strengths are found again."""

from __future__ import annotations

import math

import numpy as np

from bastide.arena.rating import ELO, rate
from bastide.arena.run import Result
from bastide.arena.schedule import Tournament, lineups
from bastide.arena.standing import interval, standings, whole_deals

BOTS = ("a", "b", "c")


def race(strengths: dict[str, float], seats: int, deals: int, seed: int) -> list[Result]:
    """Games whose order of arrival is drawn by strength."""
    rng = np.random.default_rng(seed)
    results = []
    rows = lineups(tuple(strengths), seats)
    for deal in range(deals):
        for i, row in enumerate(rows):
            luck = [rng.exponential() / strengths[bot] for bot in row]
            places = tuple(1 + sum(other < own for other in luck) for own in luck)
            points = tuple(10 * (seats - place) for place in places)
            results.append(Result(deal * len(rows) + i, deal, row, points, places, (9,) * seats, (0.5,) * seats))
    return results


def tournament(seats: int) -> Tournament:
    return Tournament("enghien", 1, seats, BOTS, 1, {})


def test_known_strengths_are_found_again_at_a_table_of_four() -> None:
    found = rate(race({"a": 4.0, "b": 2.0, "c": 1.0}, 4, 150, seed=3), BOTS)
    for bot, strength in zip(BOTS, (4.0, 2.0, 1.0), strict=True):
        expected = ELO * math.log(strength / 2.0)
        assert abs(found[bot].value - expected) < 25
        assert found[bot].low <= expected <= found[bot].high
        assert found[bot].high - found[bot].low < 80


def test_one_that_always_wins_has_a_finite_rating() -> None:
    found = rate(race({"a": 1e9, "b": 1.0, "c": 1.0}, 3, 10, seed=4), BOTS)
    assert math.isfinite(found["a"].value)
    assert found["a"].value > 300 > found["b"].value


def test_a_few_deals_that_fell_alike_are_no_certainty() -> None:
    """Of two deals each bot won three games of six: resampled whole, they always say the same."""
    won = {"a": (1, 2), "b": (2, 1)}
    rows = [(deal, bot) for deal in range(2) for bot in "aaabbb"]
    results = [Result(i, deal, ("a", "b"), (0, 0), won[bot], (1, 1), (0.0, 0.0)) for i, (deal, bot) in enumerate(rows)]
    found = rate(results, ("a", "b"))
    assert found["a"].low < -50
    assert found["a"].high > 50


def test_games_that_all_share_first_place_rate_all_alike() -> None:
    level = [Result(i, i, ("a", "b", "c"), (5, 5, 5), (1, 1, 1), (1, 1, 1), (0.0, 0.0, 0.0)) for i in range(5)]
    assert all(abs(rating.value) < 1 for rating in rate(level, BOTS).values())


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    covered = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        low, high = interval(list(rng.choice([0.0, 0.5, 1.0], 100, p=[0.2, 0.3, 0.5])))
        covered += low <= 0.65 <= high
    assert covered >= 53


def test_a_clean_sweep_of_a_few_deals_is_no_certainty() -> None:
    low, high = interval([1.0] * 5)
    assert low < 0.9
    assert high == 1.0


def test_standings_are_sorted_and_add_up() -> None:
    results = race({"a": 6.0, "b": 2.0, "c": 1.0}, 3, 40, seed=5)
    rows = standings(tournament(3), results)
    assert [row.bot for row in rows] == ["a", "b", "c"]
    assert abs(sum(row.share for row in rows) - 1) < 1e-9
    assert rows[0].verdict == "above"
    assert rows[-1].verdict == "below"
    assert all(row.low <= row.share <= row.high for row in rows)
    assert abs(rows[0].ms - 1000 * 0.5 / 9) < 1e-9


def test_only_whole_deals_count() -> None:
    results = race({"a": 1.0, "b": 1.0, "c": 1.0}, 3, 4, seed=6)
    assert len(results) % 4 == 0
    per_deal = len(results) // 4
    assert len(whole_deals(tournament(3), results[:-1])) == 3 * per_deal
    assert standings(tournament(3), results[: per_deal - 1]) == []
