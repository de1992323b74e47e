"""What each seat knows: hidden cards sold, named, laid, shown and lost (BAT-25, BAT-26, BAT-29, BAT-44)."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from bastide.core.jit import TARGET
from bastide.core.play import entry_points
from bastide.core.position import Position
from bastide.core.rng import new_rng
from bastide.core.state import CHANCE, NONE, SPECTATOR, UNSEEN, int_array, new_states, reader, to_bytes
from bastide.core.view import View
from bastide.games.batisseurs import GAME
from bastide.games.batisseurs.riddle import LEFT_HAND, match_shown
from bastide.games.batisseurs.state import BIDDING, OVER_PHASE, hand_of
from bastide.games.batisseurs.tables import SPOKEN
from tests.games.batisseurs import naive
from tests.games.batisseurs.lively import lively
from tests.games.batisseurs.scripts import (
    KIND,
    check,
    city,
    deal,
    give_stones,
    heights,
    picture,
    play,
    table,
)

DRAWS = 12_000
LARGE = 5  # cards shown of other hands: thousands of matchings


def riddle() -> Position:
    """p2 bought two hidden cards, one named a church, and has laid a church since; nine cards are left in the piles.

    p1 saw the one that was named (a church 5, of which there are two).
    """
    m = table()
    city(m, 2, "gate 3 2c", "tower 1")
    heights(m, 3, 6, "church 5", "church 5", "church 9", "gate 5", "gate 2", "tower 3", "town-hall 7", "church 6")
    play(m, "roll 1; auction hidden; look church 5; bid 1; bid 2; pass; pass; done")
    play(m, "roll 1; auction hidden; look gate 5; bid 1; pass; pass; build church 5 right; done")
    check(m)
    return m


def lost_and_named() -> Position:
    """After the riddle p3's hidden card was lost, and p1 has had to name the next: a tower."""
    m = riddle()
    play(m, "roll 1; auction hidden; look church 9; bid 12; pass; pass; done")
    play(m, "roll 1; auction hidden; look tower 3; bid 1; bid 2; pass")
    check(m)
    return m


def raided() -> Position:
    """p2 bought three hidden cards, two of them named churches; a card was drawn from his hand and shown."""
    m = table()
    deal(m, 2, "gate 3 2c", "gate 3 1c", "tower 1")
    give_stones(m, 1)
    heights(m, 3, 6, "church 5", "church 5", "church 9", "gate 5", "gate 2", "tower 3", "town-hall 7", "church 6")
    play(m, "roll 1; auction hidden; look church 5; bid 1; bid 2; pass; pass; done")
    play(m, "roll 1; auction hidden; look gate 5; bid 1; pass; pass; done")
    play(m, "roll 1; auction hidden; look church 6; bid 1; pass; bid 2; pass; done")
    play(m, "roll 1; auction open; bid 1; pass; pass; reveal tower 3; sabotage p2 hand; show church 5")
    check(m)
    return m


POSITIONS = {"riddle": riddle, "lost and named": lost_and_named, "raided": raided}


@pytest.mark.compiled
@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_a_redeal_draws_every_truth_behind_a_view_as_often_as_a_count_of_all_deals_says(name: str, seat: int) -> None:
    m = POSITIONS[name]()
    view = m.view(seat)
    expected = naive.truths(view.state, seat)
    ways = expected.total()
    rng = new_rng(17)
    truth = new_states(GAME.state)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(DRAWS):
        entry_points(GAME).redeal(view.states, seat, rng, truth)
        s = reader(truth)
        drawn[*(s.sale_kind[i] for i in range(s.sales)), s.lot] += 1
    assert set(drawn) <= set(expected)
    for key, n in expected.items():
        mean = DRAWS * n / ways
        assert abs(drawn[key] - mean) < 5 * mean**0.5 + 5, f"{key}: {drawn[key]} times, {mean:.0f} expected"


def large_riddle(seats: int) -> tuple[View, int]:
    """A view behind which many cards were shown since, of a lively game; and how many."""
    for seed in range(200):
        for m in lively(seats, seed):
            if m.state.phase == OVER_PHASE or m.to_move < 0:
                continue
            view = m.view(m.to_move)
            others = sum(view.state.shown_owner[j] != view.seat for j in range(view.state.shown))
            if others >= LARGE and 100 <= len(naive.origins(view.state, view.seat)) <= 4000:
                return view, others
    raise AssertionError("no lively game has such a view")


class EveryDraw:
    """In place of chance in the riddle: follows one path of draws after another, each with its share of all deals."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bastide.games.batisseurs.riddle.pick_weighted", self.pick_weighted)
        monkeypatch.setattr("bastide.games.batisseurs.riddle.random_below", self.random_below)

    def paths(self, follow: Callable[[], tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """What `follow` comes to along each path, and how likely that path is."""
        paths: list[list[int]] = [[]]
        while paths:
            self.path, self.taken, self.share = paths.pop(), 0, Fraction(1)
            self.untried: list[list[int]] = []
            yield follow(), self.share
            paths += self.untried

    def pick_weighted(self, weights: Any, n: int, _rng: object) -> int:
        exact = [Fraction(float(weight)) for weight in weights[:n]]
        return self._step([weight / sum(exact) for weight in exact])

    def random_below(self, _rng: object, n: int) -> int:
        return self._step([Fraction(1, n)] * n)

    def _step(self, shares: list[Fraction]) -> int:
        """Where the path has not been yet it takes the first branch that is possible, and notes the others."""
        if self.taken == len(self.path):
            first, *others = (k for k, share in enumerate(shares) if share)
            self.untried += [[*self.path, other] for other in others]
            self.path.append(first)
        branch = self.path[self.taken]
        self.taken += 1
        self.share *= shares[branch]
        return branch


@pytest.mark.skipif(TARGET != "python", reason="the draws of compiled rules cannot be taken in hand")
@pytest.mark.parametrize(("seats", "seed"), [(3, 16), (4, 18)])
def test_every_matching_of_cards_shown_to_sales_has_exactly_its_share(
    seats: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In games in which a seat has laid several cards of a type that was named at more than one of its purchases."""
    every_draw, truth = EveryDraw(monkeypatch), new_states(GAME.state)
    compared = 0
    for view, ways in small_riddles(seats, seed):

        def match(view: View = view) -> tuple[int, ...]:
            truth[0] = view.states[0]
            match_shown(view.states[0], truth[0], view.seat, None)
            return shown_as(truth[0], view.state.sales)

        drawn: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for matching, share in every_draw.paths(match):
            drawn[matching] += share
        assert drawn == {key: Fraction(n, ways.total()) for key, n in ways.items() if n}
        compared += 1
    assert compared >= 5


def small_riddles(seats: int, seed: int) -> Iterator[tuple[View, Counter[tuple[int, ...]]]]:
    """Views of a lively game with some, but not many matchings, one for each number of cards shown to each seat."""
    seen = set()
    for m in lively(seats, seed):
        if m.to_move >= 0:
            view = m.view(m.to_move)
            shown = (view.seat, sum(view.state.shown_owner[j] != view.seat for j in range(view.state.shown)))
            if shown not in seen and shown[1] >= 3:
                seen.add(shown)
                ways = naive.origins(view.state, view.seat)
                if 6 <= len(+ways) <= 50:
                    yield view, ways


def shown_as(s: Any, sales: int) -> tuple[int, ...]:
    """For each sale the kind that was shown of it, where it is said to have been shown."""
    return tuple(int(kind) - LEFT_HAND if kind >= LEFT_HAND else NONE for kind in s.sale_kind[:sales])


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [3, 4])
def test_where_many_cards_were_shown_their_sales_are_drawn_as_often_as_they_should_be(seats: int) -> None:
    view, _others = large_riddle(seats)
    expected = naive.origins(view.state, view.seat)
    rng, truth = new_rng(23), new_states(GAME.state)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(DRAWS):
        truth[0] = view.states[0]
        match_shown(view.states[0], truth[0], view.seat, rng)
        drawn[shown_as(truth[0], view.state.sales)] += 1
    assert set(drawn) <= {key for key, n in expected.items() if n}
    seldom = sum(n for n in expected.values() if DRAWS * n < 5 * expected.total())
    cells = [(drawn[key], n) for key, n in expected.items() if DRAWS * n >= 5 * expected.total()]
    cells.append((DRAWS - sum(times for times, _n in cells), seldom))
    means = [(times, DRAWS * n / expected.total()) for times, n in cells if n]
    chi_square = sum((times - mean) ** 2 / mean for times, mean in means)
    freedom = len(means) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5, (chi_square, freedom)


def test_BAT_25_a_hidden_card_on_offer_is_one_of_its_named_type() -> None:
    """After the riddle another church is named: was the named one laid, one church more is left for the offer."""
    m = play(riddle(), "roll 1; auction hidden; look church 9; bid 1; bid 2; pass")
    view, church = m.view(SPECTATOR), KIND["church 5"]
    expected = naive.truths(view.state, SPECTATOR)
    share = sum(n for key, n in expected.items() if key[0] == church) / expected.total()
    rng, draws = new_rng(17), 300
    laid = sum(reader(view.redeal(rng)).sale_kind[0] == church for _ in range(draws))
    assert abs(laid - draws * share) < 3 * (draws * share * (1 - share)) ** 0.5


def test_the_truth_itself_is_among_the_truths() -> None:
    for name, make in POSITIONS.items():
        m = make()
        real = (*(m.state.sale_kind[i] for i in range(m.state.sales)), m.state.lot)
        for seat in (SPECTATOR, *range(3)):
            assert naive.truths(m.view(seat).state, seat)[real] > 0, name


def test_BAT_25_a_named_type_holds_in_every_redeal() -> None:
    m = play(table(), "roll 1; auction hidden; look left-corner 3; bid 2; bid 3; pass")
    rng = new_rng(1)
    kinds = Counter(reader(m.view(2).redeal(rng)).lot for _ in range(300))
    assert {SPOKEN[kind] for kind in kinds} == {SPOKEN[KIND["left-corner 3"]]}
    assert len(kinds) > 4
    assert {reader(m.view(0).redeal(rng)).lot for _ in range(20)} == {KIND["left-corner 3"]}


def test_BAT_26_the_auctioneer_remembers_the_card_he_sold() -> None:
    m = play(table(), "roll 1; auction hidden; look church 9; bid 1; bid 2; pass; pass; done")
    rng = new_rng(2)
    for seat, knows in ((0, True), (1, True), (2, False), (SPECTATOR, False)):
        hands = {tuple(hand_of(reader(m.view(seat).redeal(rng)), 1)) for _ in range(40)}
        assert (hands == {(KIND["church 9"],)}) == knows


def test_BAT_26_cards_won_openly_stay_known_and_secret_ones_do_not_become_known_by_what_others_lay() -> None:
    """p2 laid a church: the one that was named, or the other? Nobody but p1, who saw one of them, can say more."""
    m = riddle()
    named = {seat: picture(m, seat).players[1].named for seat in (0, 1, 3)}
    known = {seat: [card.value for card in picture(m, seat).players[1].known] for seat in (0, 1, 3)}
    assert named == {0: [], 1: [], 3: []}
    assert known == {0: [], 1: [], 3: []}
    hands = {tuple(hand_of(reader(m.view(2).redeal(new_rng(n))), 1)) for n in range(200)}
    assert len(hands) > 4


def test_BAT_26_who_saw_another_card_knows_that_the_named_one_is_still_there() -> None:
    """p2 holds an unnamed church that p1 sold unraised... and one that p3 named; laying the first tells p1 enough."""
    m = table(4)
    city(m, 2, "gate 3 2c", "tower 1")
    play(m, "roll 1; auction hidden; look church 9; bid 1; pass; pass; bid 2; pass; done")  # p4 buys a named church
    play(m, "roll 1; auction hidden; look church 8; bid 1; pass; pass; pass; done")  # p2 keeps an unnamed church
    play(m, "roll 1; auction hidden; look church 6; bid 1; pass; pass; bid 2; pass; done")  # p3 names a church: p2's
    assert picture(m, 1).players[1].named == ["church"]
    play(m, "roll 1; auction hidden; look gate 5; bid 1; pass; pass; pass; done")
    play(m, "roll 1; auction hidden; look gate 2; bid 1; pass; pass; pass; done")
    play(m, "roll 1; auction hidden; look gate 2; bid 1; pass; pass; pass; build church 8 right; done")
    assert [card.value for card in picture(m, 3).players[1].known] == [6]
    assert picture(m, 1).players[1].named == []


def test_BAT_29_a_lost_hidden_card_may_still_be_anywhere_for_the_others() -> None:
    m = lost_and_named()
    church = KIND["church 9"]
    assert m.view(2).state.bag[church] == 0
    assert m.view(0).state.bag[church] == 1
    lost = {reader(m.view(0).redeal(new_rng(n))).sale_kind[2] for n in range(100)}
    assert len(lost) > 3


def test_BAT_29_beside_a_named_card_on_offer_a_lost_one_may_be_any_that_is_left() -> None:
    view = lost_and_named().view(SPECTATOR)
    possible = {key[2] for key, n in naive.truths(view.state, SPECTATOR).items() if n}
    rng = new_rng(5)
    assert {reader(view.redeal(rng)).sale_kind[2] for _ in range(300)} == possible


def test_a_hand_without_secrets_leaves_nothing_on_the_lists() -> None:
    m = table()
    city(m, 2, "gate 3 2c", "tower 1")
    play(m, "roll 1; auction hidden; look church 5; bid 1; bid 2; pass; pass; done")
    play(m, "roll 1; auction hidden; look gate 5; bid 1; pass; pass; build church 5 right; build gate 5 right; done")
    assert (m.state.sales, m.state.shown) == (0, 0)
    check(m)


# ---- in whole games


@pytest.mark.lengthy
@pytest.mark.parametrize("seats", [3, 4])
def test_views_and_redeals_hold_in_lively_games(seats: int) -> None:
    rng = new_rng(41)
    chooser = random.Random(41)
    for m in lively(seats, 46):
        if chooser.randrange(8):
            continue
        for seat in (SPECTATOR, *range(seats)):
            view = m.view(seat)
            truth = View(GAME, seat, view.redeal(rng))
            assert look(truth.states, seat) == bytes(view), m.where()
            assert look(view.states, seat) == bytes(view)
            assert GAME.check(truth.state) == "", m.where()
            assert msgspec.json.encode(view.picture()) == msgspec.json.encode(
                View(GAME, seat, viewed(truth.states, seat)).picture()
            )


def viewed(states: Any, seat: int) -> Any:
    out = new_states(GAME.state)
    entry_points(GAME).look(states, seat, out)
    return out


def look(states: Any, seat: int) -> bytes:
    return to_bytes(viewed(states, seat))


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [3, 4])
def test_what_others_do_tells_a_viewer_no_more_than_he_witnesses(seats: int) -> None:
    """Two truths with one view, and the same witnessed action in both: one view again.

    Only what the rules announce may differ: the type that must be named, the hands laid open at the end, and to its
    buyer the hidden card he has bought.
    """
    rng = new_rng(43)
    compared = 0
    for before, now in pairwise(m.copy() for m in lively(seats, 43)):
        if announces(before, now):
            continue
        a = now.plies[-1].action
        for seat in (SPECTATOR, *range(seats)):
            truth = before.view(seat).redeal(rng)
            done = a
            if GAME.witness(before.state, a, seat) == UNSEEN:
                done = entry_points(GAME).chance_pick(truth, 0)
            elif a not in possible(truth, before.to_move) or has_bought(before, now, seat):
                continue
            entry_points(GAME).apply(truth, done)
            assert look(truth, seat) == bytes(now.view(seat)), f"viewer {seat}, {a}\n{before.where()}"
            compared += 1
    assert compared > 500


def announces(before: Position, now: Position) -> bool:
    """BAT-25, BAT-64."""
    if now.state.phase == OVER_PHASE:
        return True
    return bool(now.state.phase == BIDDING and now.state.named != before.state.named)


def has_bought(before: Position, now: Position, seat: int) -> bool:
    """BAT-26."""
    return bool(seat >= 0 and before.state.lot_secret and now.state.hand_size[seat] > before.state.hand_size[seat])


def possible(states: Any, mover: int) -> list[int]:
    compiled = entry_points(GAME)
    if mover == CHANCE:
        return [int(compiled.chance_pick(states, r)) for r in range(compiled.chance_total(states))]
    buf = int_array(GAME.spec.num_actions)
    return [int(a) for a in buf[: compiled.legal(states, buf)]]


@pytest.mark.lengthy
@pytest.mark.parametrize("seats", [3, 4])
def test_gains_add_up_for_every_viewer_in_lively_games(seats: int) -> None:
    for seed in (51, 52):
        totals = {seat: [0] * seats for seat in (SPECTATOR, *range(seats))}
        sources: set[str] = set()
        for before, now in pairwise(m.copy() for m in lively(seats, seed)):
            for seat, points in totals.items():
                a = GAME.witness(before.state, now.plies[-1].action, seat)
                events = GAME.story(before.view(seat).state, a, now.view(seat).state)
                msgspec.json.encode(events)
                for gain in (gain for event in events for gain in event.gains):
                    points[gain.seat] += gain.points
                    sources.add(gain.source)
        points_now = [score.points for score in now.scores()]
        assert all(points == points_now for points in totals.values())
        assert "batisseurs.source.buildings" in sources
