"""What the two cards beside a circle could bring a player now, looked through in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from bastide.core.state import ask, once
from bastide.games.carpe_diem.circles import owned_sets, payable_sets
from bastide.games.carpe_diem.kinds import BREAD, COIN, POINTS, STEP
from bastide.games.carpe_diem.tables import (
    BREAD_FOR_SET,
    CARD_RED,
    MAX_SETS,
    NEED_COUNT,
    NEED_WHAT,
    PENALTY,
    REWARD,
)

KEPT = 1024  # answers that are remembered: the same purse meets the same cards for a while


class Purse(NamedTuple):
    """What one scoring turn can change and spend."""

    goods: tuple[int, ...]
    coins: int
    bread: int

    def missing(self, card: int, sets: int) -> int:
        """CDM-43. Coins that must stand in for goods."""
        return sum(max(0, sets * n - self.goods[good]) for good, n in needs_of(card))

    def payable(self, card: int) -> range:
        """CDM-43. How many sets of a red card may be given."""
        most = 0
        while most < MAX_SETS and self.missing(card, most + 1) <= self.coins:
            most += 1
        return range(most + 1)

    def paid(self, card: int, sets: int) -> Purse:
        """CDM-43. What is left once so many sets of a red card have been given."""
        goods = list(self.goods)
        for good, n in needs_of(card):
            goods[good] -= min(goods[good], sets * n)
        return Purse(tuple(goods), self.coins - self.missing(card, sets), self.bread)

    def after(self, card: int, sets: int, bread_set: int) -> Purse:
        """What is left once a card has been settled with that many sets, and one more for bread."""
        rest = self.paid(card, sets) if CARD_RED[card] else self
        won = sets + bread_set
        bread = rest.bread - bread_set * BREAD_FOR_SET + won * int(REWARD[card, BREAD])
        return Purse(rest.goods, rest.coins + won * int(REWARD[card, COIN]), bread)


@cache
def needs_of(card: int) -> tuple[tuple[int, int], ...]:
    """CDM-42, CDM-43. What one set of a card takes, and how many."""
    wanted = zip(NEED_WHAT[card].tolist(), NEED_COUNT[card].tolist(), strict=True)
    return tuple((what, n) for what, n in wanted if n)


def card_points(card: int, sets: int) -> int:
    """CDM-42, CDM-45. Points for so many sets, or the penalty."""
    return sets * int(REWARD[card, POINTS]) if sets else -PENALTY


@once
def most_sets(player: Any, card: int) -> int:
    """CDM-42, CDM-43. Sets a player could count or give now, bread aside."""
    return int(ask(payable_sets if CARD_RED[card] else owned_sets, player, card))


@once
def purse_of(player: Any) -> Purse:
    return Purse(tuple(player.goods.tolist()), player.coins, player.bread)


def best_of_circle(player: Any, cards: tuple[int, int]) -> int:
    """CDM-41 to CDM-45. The most points the two cards can bring a player now, in either order."""
    return _most_points(purse_of(player), tuple((card, most_sets(player, card)) for card in cards))


@lru_cache(maxsize=KEPT)
def _most_points(purse: Purse, cards: tuple[tuple[int, int], ...]) -> int:
    return max(end.points for order in (cards, cards[::-1]) for end in _all_ends(purse, order))


def order_matters(player: Any, cards: tuple[int, int]) -> bool:
    """CDM-41. Whether one order of the two cards allows something that the other does not."""
    return ends_of(player, cards) != ends_of(player, cards[::-1])


class End(NamedTuple):
    """How a scoring turn may end: points gained, steps made, and what is left."""

    points: int
    steps: int
    purse: Purse


def ends_of(player: Any, cards: tuple[int, int]) -> frozenset[End]:
    """CDM-41 to CDM-45. Every end of a scoring turn that settles the cards in this order."""
    return _all_ends(purse_of(player), tuple((card, most_sets(player, card)) for card in cards))


@lru_cache(maxsize=KEPT)
def _all_ends(purse: Purse, cards: tuple[tuple[int, int], ...]) -> frozenset[End]:
    """The same for cards with how often each counts, if it is a green one."""
    return frozenset(_ends(End(0, 0, purse), cards, True))


def _ends(so_far: End, cards: tuple[tuple[int, int], ...], may_spend: bool) -> Iterator[End]:
    if not cards:
        yield so_far
        return
    (card, own), purse = cards[0], so_far.purse
    given = purse.payable(card) if CARD_RED[card] else range(own, own + 1)
    for bread_set in range(2 if may_spend and purse.bread >= BREAD_FOR_SET else 1):
        for sets in given:
            won = sets + bread_set
            end = End(
                so_far.points + card_points(card, won),
                so_far.steps + won * int(REWARD[card, STEP]),
                purse.after(card, sets, bread_set),
            )
            yield from _ends(end, cards[1:], may_spend and not bread_set)
