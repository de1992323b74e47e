"""Slow, obvious twins: where a card may be laid, how a sale ends, what a city scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bastide.core.state import NONE
from bastide.games.batisseurs.state import BREACH, LOST, hand_of, row_of
from bastide.games.batisseurs.tables import KINDS, SPOKEN, TYPE, TYPE_NAMES, VALUE

Row = list[int]  # kinds and BREACH, from left to right


def type_name(kind: int) -> str:
    return TYPE_NAMES[TYPE[kind]]


def look_alike(one: int, other: int) -> bool:
    """BAT-32. Towers of every sort are one type."""
    names = [name if name in ("gate", "town_hall", "church") else "tower" for name in map(type_name, (one, other))]
    return names[0] == names[1]


def is_well_built(row: Row, corners: int, one_town_hall: bool) -> bool:
    """Whether a whole row could stand in a city, judged from nothing but its cards (BAT-32, BAT-34, BAT-35, BAT-36)."""
    standing = [kind for kind in row if kind != BREACH]
    names = [type_name(kind) for kind in standing]
    if row and (row[0] == BREACH or row[-1] == BREACH):
        return False
    if any(BREACH not in (a, b) and look_alike(a, b) for a, b in pairwise(row)):
        return False
    if "corner_left" in names[1:] or "corner_right" in names[:-1]:
        return False
    if names.count("corner_left") + names.count("corner_right") > corners:
        return False
    return not one_town_hall or names.count("town_hall") <= 1


def ways_to_lay(row: Row, kind: int) -> Iterator[tuple[str, Row]]:
    """Every place a card can be put, good or bad: the ends and the breaches."""
    if not row:
        yield "first", [kind]
        return
    yield "left", [kind, *row]
    yield "right", [*row, kind]
    for i, card in enumerate(row):
        if card == BREACH:
            yield f"at {i}", [*row[:i], kind, *row[i + 1 :]]


def can_reach(row: Row, hand: list[int], more: int, corners: int, one_town_hall: bool) -> bool:
    """Whether `more` cards of the hand can be laid one after another."""
    if more == 0:
        return True
    for kind in set(hand):
        rest = hand[:]
        rest.remove(kind)
        for _, longer in ways_to_lay(row, kind):
            if is_well_built(longer, corners, one_town_hall) and can_reach(
                longer, rest, more - 1, corners, one_town_hall
            ):
                return True
    return False


def placements(s: Any) -> set[tuple[int, str]]:
    """Every (kind, place) the builder may lay now (BAT-30 to BAT-36)."""
    p, corners, one_town_hall = s.current, 2 if s.final else 1, bool(s.one_town_hall)
    row, hand = row_of(s, p), hand_of(s, p)
    standing = [kind for kind in row if kind != BREACH]
    first_build = len(standing) == s.laid
    found = set()
    for kind in set(hand):
        rest = hand[:]
        rest.remove(kind)
        for place, longer in ways_to_lay(row, kind):
            if not is_well_built(longer, corners, one_town_hall):
                continue
            if first_build and not can_reach(longer, rest, 2 - s.laid, corners, one_town_hall):
                continue
            found.add((kind, place))
    return found


def settle(bids: list[int], money: list[int], auctioneer: int) -> tuple[int | None, list[int]]:
    """BAT-23 to BAT-29. Who buys (None: nobody), and the money after the sale; a bid below 0 is none."""
    left = money[:]
    broke = set()
    for p in sorted((p for p in range(len(bids)) if bids[p] >= 0), key=lambda p: bids[p], reverse=True):
        if left[p] >= bids[p]:
            left[p] -= bids[p]
            if p != auctioneer and auctioneer not in broke:
                left[auctioneer] += bids[p] // 2
            return p, left
        left[p] = 0
        broke.add(p)
    return None, left


def score(row: Row, hand_values: list[int]) -> dict[str, int]:
    """BAT-60 to BAT-64. Points by source."""
    standing = [kind for kind in row if kind != BREACH]
    names = [type_name(kind) for kind in standing]
    points = {"buildings": sum(int(VALUE[kind]) for kind in standing), "hand": -sum(hand_values)}
    points |= {"middle": 0, "churches": 0, "corners": 0}
    complete = BREACH not in row and names[:1] == ["corner_left"] and names[-1:] == ["corner_right"]
    if complete:
        halls = [i for i, name in enumerate(names) if name == "town_hall"]
        if any(i == len(names) - 1 - i for i in halls):
            points["middle"] = 10
        if any(names[:i].count("church") == names[i:].count("church") >= 1 for i in halls):
            points["churches"] = 5
        if VALUE[standing[0]] == VALUE[standing[-1]]:
            points["corners"] = 5
    return points


def truths(v: Any, seat: int) -> Counter[tuple[int, ...]]:
    """Every truth behind a view, as the kinds of all hidden sales and of the card on offer, with its number of ways.

    Cards are told apart here: first which sale each card shown since came from, then a card of the bag for the rest.
    """
    bag = [kind for kind in range(KINDS) for _ in range(v.bag[kind])]
    shown = [j for j in range(v.shown) if v.shown_owner[j] != seat]
    found: Counter[tuple[int, ...]] = Counter()
    for came_from in matchings(v, shown, {}):
        places = [i for i in range(v.sales) if i not in came_from and needs_card(v, i, seat)]
        lot = [v.sales] if v.lot_secret and v.lot == NONE else []
        for dealt in fillings(v, places + lot, bag):
            kinds = [came_from.get(i, dealt.get(i, v.sale_kind[i])) for i in range(v.sales)]
            found[*kinds, dealt.get(v.sales, v.lot)] += 1
    return found


def needs_card(v: Any, i: int, seat: int) -> bool:
    if v.sale_owner[i] == LOST:
        return bool(v.sale_kind[i] == NONE)
    return bool(v.sale_owner[i] != seat)


def matchings(v: Any, shown: list[int], so_far: dict[int, int]) -> Iterator[dict[int, int]]:
    """Every way to say which sale each card shown came from: sale -> kind."""
    if not shown:
        yield so_far
        return
    j, *others = shown
    for i in range(v.shown_sales[j]):
        kind = v.shown_kind[j]
        if i in so_far or v.sale_owner[i] != v.shown_owner[j]:
            continue
        if v.sale_kind[i] in (NONE, kind) and v.sale_named[i] in (NONE, SPOKEN[kind]):
            yield from matchings(v, others, {**so_far, i: kind})


def origins(v: Any, seat: int) -> Counter[tuple[int, ...]]:
    """Every way to say which sales the cards shown came from (by sale: the kind, or NONE), with its number of ways."""
    bag = Counter({kind: int(v.bag[kind]) for kind in range(KINDS)})
    found: Counter[tuple[int, ...]] = Counter()
    for came_from in matchings(v, [j for j in range(v.shown) if v.shown_owner[j] != seat], {}):
        places = [i for i in range(v.sales) if i not in came_from and needs_card(v, i, seat)]
        known = [v.sale_kind[i] for i in places if v.sale_kind[i] != NONE]
        named = [v.sale_named[i] for i in places if v.sale_kind[i] == NONE]
        if v.lot_secret and v.lot == NONE:
            named.append(v.named)
        found[tuple(came_from.get(i, NONE) for i in range(v.sales))] += count_fillings(Counter(bag), known, named)
    return found


def count_fillings(bag: Counter[int], known: list[int], named: list[int]) -> int:
    """The ways to give cards of a bag to places of a known kind, then to those of a named type (NONE: of any)."""
    ways = 1
    for kind in known:
        ways *= max(0, bag[kind])
        bag[kind] -= 1
    types = Counter({spoken: sum(n for kind, n in bag.items() if SPOKEN[kind] == spoken) for spoken in set(SPOKEN)})
    for spoken in sorted(named, reverse=True):
        ways *= max(0, types.total() if spoken == NONE else types[spoken])
        types[spoken if spoken != NONE else -2] -= 1
    return ways


def fillings(v: Any, places: list[int], bag: list[int]) -> Iterator[dict[int, int]]:
    """Every way to give each place a card of the bag that fits what is known of it; place `sales` is the lot."""
    if not places:
        yield {}
        return
    place, *others = places
    known = v.sale_kind[place] if place < v.sales else NONE
    named = v.sale_named[place] if place < v.sales else v.named
    for n, kind in enumerate(bag):
        if known in (NONE, kind) and named in (NONE, SPOKEN[kind]):
            for rest in fillings(v, others, bag[:n] + bag[n + 1 :]):
                yield {place: kind, **rest}
