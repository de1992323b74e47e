"""Who sits where: rotations, pairing, refusals."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.arena.schedule import BadTournament, bot_seed, deal_seed, fixtures, lineups, plan
from bastide.bots import UnknownBot
from bastide.core.errors import BadSeats, BadSeed
from bastide.games import GAMES, load

GAME = load(GAMES[0])


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 6)])
def test_every_bot_sits_in_every_seat_equally_often(bots: int, seats: int) -> None:
    names = "abcdef"[:bots]
    rows = lineups(names, seats)
    assert len(set(rows)) == len(rows)
    for seat in range(seats):
        assert set(Counter(row[seat] for row in rows).values()) == {len(rows) // bots}


def test_a_deal_has_the_same_draws_for_all_its_rotations_and_other_bots_dice() -> None:
    tournament = plan(GAME, 2, ["greedy", "uniform"], 7)
    first, second, third, *_ = fixtures(tournament, 4)
    assert deal_seed(tournament, first) == deal_seed(tournament, second) != deal_seed(tournament, third)
    seeds = {bot_seed(tournament, fixture, seat) for fixture in (first, second, third) for seat in (0, 1)}
    assert len(seeds) == 6


def test_the_last_deal_is_played_to_its_last_rotation() -> None:
    tournament = plan(GAME, 3, ["greedy", "uniform"], 7)
    played = fixtures(tournament, 7)
    assert len(played) == 12
    assert Counter(fixture.deal for fixture in played) == {0: 6, 1: 6}


@pytest.mark.parametrize(
    ("bots", "seats", "error", "said"),
    [
        (["greedy", "genius"], 2, UnknownBot, "genius"),
        (["greedy", "uniform", "level1"], 2, BadTournament, "3 bots do not fit 2 seats"),
        (["greedy", "greedy"], 2, BadTournament, "twice"),
        (["greedy"], 2, BadTournament, "two bots or more"),
        ([], 2, BadTournament, "two bots or more"),
        (["greedy", "uniform"], 99, BadSeats, "99"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_starts(
    bots: list[str], seats: int, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        plan(GAME, seats, bots, 1)


def test_a_bad_seed_and_no_games_are_refused() -> None:
    with pytest.raises(BadSeed):
        plan(GAME, 2, ["greedy", "uniform"], -1)
    with pytest.raises(BadTournament, match="at least one game"):
        fixtures(plan(GAME, 2, ["greedy", "uniform"], 1), 0)
