"""Which hidden sales the cards shown since came from: one matching, drawn as often as the ways to deal the rest say.

A card that left the secret part of a hand was one of its owner's earlier sales: one whose kind the viewer knows, one
whose type was named, or any other. Sales that the viewer tells apart by nothing else form a class, and what a matching
is worth depends only on how many sales of each class it uses. So the matchings of each hand are counted card by card
(`count_paths`), by the sales used of each class; the hands are then weighed together (`weigh_together`), since they
wait for the same unseen cards; and one matching is drawn from those counts, back from its end. No draw is rejected.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bastide.core.jit import allocates, rule
from bastide.core.rng import random_below
from bastide.core.state import NONE
from bastide.games.batisseurs.state import LOST
from bastide.games.batisseurs.tables import KINDS, MAX_SEATS, SPOKEN, SPOKEN_TYPES

LEFT_HAND = 64  # added to the kind of a sale, while re-dealing, once one of the cards shown is said to have been it
FINE = 1 << 30  # steps of a random fraction
CLASSES = KINDS + SPOKEN_TYPES  # sales of a known kind, then those of a named type,
ANY = CLASSES  # and all others


@rule
def class_of(v: Any, i: int) -> int:
    """What the viewer knows of a sale."""
    if v.sale_kind[i] != NONE:
        return int(v.sale_kind[i])
    return KINDS + int(v.sale_named[i]) if v.sale_named[i] != NONE else ANY


@rule
def type_of(c: int) -> int:
    """The spoken type of a class."""
    return int(SPOKEN[c]) if c < KINDS else c - KINDS


@rule
def count_class(v: Any, p: int, c: int, before: int) -> int:
    """An owner's sales of a class among the first so many."""
    n = 0
    for i in range(before):
        n += v.sale_owner[i] == p and class_of(v, i) == c
    return n


@rule
def largest(numbers: Any) -> int:
    most = numbers[0]
    for i in range(1, len(numbers)):
        most = max(most, numbers[i])
    return most


@rule
def count_shown(v: Any, p: int) -> int:
    n = 0
    for j in range(v.shown):
        n += v.shown_owner[j] == p
    return n


@rule
@allocates
def find_caps(v: Any, p: int, caps: Any) -> None:
    """caps[c] = how many of an owner's sales of a class his cards shown can have been."""
    sold = np.zeros(CLASSES + 1, np.int64)
    for i in range(v.sales):
        if v.sale_owner[i] == p:
            sold[class_of(v, i)] += 1
    for j in range(v.shown):
        if v.shown_owner[j] == p:
            kind = int(v.shown_kind[j])
            named = KINDS + int(SPOKEN[kind])
            caps[kind] += caps[kind] < sold[kind]
            caps[named] += caps[named] < sold[named]


@rule
def lay_out(caps: Any, strides: Any) -> int:
    """Numbers the ways to use some of each class: class c counts strides[c]; returns how many ways there are."""
    size = 1
    for c in range(CLASSES):
        strides[c] = size
        size *= caps[c] + 1
    return size


@rule
def used_of(index: int, c: int, caps: Any, strides: Any) -> int:
    """How many sales of a class a way uses."""
    return index // strides[c] % (caps[c] + 1)


@rule
def count_paths(v: Any, p: int, caps: Any, strides: Any, totals: Any, paths: Any) -> None:
    """paths[n, w] = matchings of an owner's first n cards that use classes as way w says; `totals`: sales it uses."""
    totals[0] = 0
    for c in range(CLASSES):
        for index in range(strides[c], strides[c] * (caps[c] + 1)):
            totals[index] = totals[index - strides[c]] + 1
    paths[0, 0] = 1.0
    n = 0
    for j in range(v.shown):
        if v.shown_owner[j] == p:
            extend_paths(v, p, j, n, caps, strides, totals, paths)
            n += 1


@rule
def extend_paths(v: Any, p: int, j: int, n: int, caps: Any, strides: Any, totals: Any, paths: Any) -> None:
    """Card j, the owner's n-th, as a sale of its kind, of its named type, or any other."""
    kind = int(v.shown_kind[j])
    named = KINDS + int(SPOKEN[kind])
    before = int(v.shown_sales[j])
    of_kind = count_class(v, p, kind, before) if caps[kind] > 0 else 0
    of_type = count_class(v, p, named, before) if caps[named] > 0 else 0
    others = count_class(v, p, ANY, before)
    for index in range(paths.shape[1]):
        ways = paths[n, index]
        if ways > 0.0:  # of hundreds, a few lead anywhere
            spread_ways(ways, index, n + 1, kind, of_kind, caps, strides, paths)
            spread_ways(ways, index, n + 1, named, of_type, caps, strides, paths)
            paths[n + 1, index] += ways * max(0, others - (n - totals[index]))


@rule
def spread_ways(ways: float, index: int, n: int, c: int, there: int, caps: Any, strides: Any, paths: Any) -> None:
    """Adds the matchings that use one more of the sales of a class that there are."""
    if there > 0:
        used = used_of(index, c, caps, strides)
        if used < caps[c] and used < there:
            paths[n, index + strides[c]] += ways * (there - used)


# ---- what the rest is worth


@rule
def falling(n: int, k: int) -> float:
    """n (n - 1) ... of k factors: the ways to deal k of n cards to places; none where there are too few."""
    if k < 0 or k > n:
        return 0.0
    ways = 1.0
    for i in range(k):
        ways *= n - i
    return ways


@rule
def is_open_place(s: Any, i: int, seat: int) -> bool:
    """Whether a sale needs a card from the bag: not the viewer's, not shown, not one the viewer saw leave the game."""
    if s.sale_owner[i] == LOST:
        return s.sale_kind[i] == NONE
    return s.sale_owner[i] != seat and s.sale_kind[i] < LEFT_HAND


@rule
def count_places(v: Any, seat: int, places: Any) -> None:
    """places[c] = sales of each class, and the hidden card on offer, that wait for a card before any is matched."""
    for i in range(v.sales):
        if is_open_place(v, i, seat):
            places[class_of(v, i)] += 1
    if v.lot_secret and v.lot == NONE:
        places[KINDS + int(v.named) if v.named != NONE else ANY] += 1


@rule
def weigh_type(v: Any, t: int, code: int, caps: Any, strides: Any, places: Any) -> float:
    """The ways to deal to the places of a type whose kind or type is known, when the matchings use some of them."""
    ways = 1.0
    unseen = 0
    for kind in range(KINDS):
        if SPOKEN[kind] == t:
            known = places[kind] - used_of(code, kind, caps, strides)
            ways *= falling(int(v.bag[kind]), known)
            unseen += v.bag[kind] - known
    named = KINDS + t
    return ways * falling(unseen, places[named] - used_of(code, named, caps, strides))


@rule
def lay_out_types(caps: Any, strides: Any, sizes: Any) -> None:
    """The same as `lay_out`, for each type by itself and all hands together."""
    for t in range(SPOKEN_TYPES):
        sizes[t] = 1
    for c in range(CLASSES):
        t = type_of(c)
        strides[c] = sizes[t]
        sizes[t] *= caps[c] + 1


@rule
@allocates
def weigh_rest(v: Any, places: Any, shown: int) -> Any:
    """rest[n] = ways to deal to all other places when n of the cards shown were sales of a known kind or type."""
    unseen = 0
    for kind in range(KINDS):
        unseen += v.bag[kind]
    for c in range(CLASSES):
        unseen -= places[c]
    rest = np.zeros(shown + 1, np.float64)
    for n in range(shown + 1):
        rest[n] = falling(unseen + n, places[ANY] - (shown - n))
    return rest


@rule
@allocates
def weigh_types(v: Any, caps: Any, strides: Any, sizes: Any, places: Any) -> Any:
    """worth[t, code] = `weigh_type` of everything that all hands together can use of a type."""
    worth = np.zeros((SPOKEN_TYPES, largest(sizes)), np.float64)
    for t in range(SPOKEN_TYPES):
        for code in range(sizes[t]):
            worth[t, code] = weigh_type(v, t, code, caps, strides, places)
    return worth


@rule
def encode_ends(caps: Any, strides: Any, by_type: Any, last: Any, ends: Any, codes: Any) -> int:
    """The ways in which a hand's matchings can end, and what each uses, coded by type; returns how many there are."""
    n = 0
    for index in range(len(last)):
        if last[index] > 0.0:
            ends[n] = index
            for t in range(SPOKEN_TYPES):
                codes[n, t] = 0
            for c in range(CLASSES):
                if caps[c] > 0:
                    codes[n, type_of(c)] += by_type[c] * used_of(index, c, caps, strides)
            n += 1
    return n


@rule
@allocates
def weigh_together(hands: Any, paths: Any, last: Any, totals: Any, ends: Any, codes: Any, worth: Any, rest: Any) -> Any:
    """The worth of every way to put the ends of all hands together.

    `hands`: how many ends each has; `last`: the row of `paths` with them, none where nothing was shown.
    """
    number = 1
    for p in range(MAX_SEATS):
        number *= hands[p]
    weights = np.zeros(number, np.float64)
    at = np.zeros(SPOKEN_TYPES, np.int64)
    for w in range(number):
        weight = 1.0
        used = 0
        left = w
        for t in range(SPOKEN_TYPES):
            at[t] = 0
        for p in range(MAX_SEATS):
            if last[p] != NONE:
                r = left % hands[p]
                left //= hands[p]
                weight *= paths[last[p], ends[p, r]]
                used += totals[p, ends[p, r]]
                for t in range(SPOKEN_TYPES):
                    at[t] += codes[p, r, t]
        weight *= rest[used]
        for t in range(SPOKEN_TYPES):
            weight *= worth[t, at[t]]
        weights[w] = weight
    return weights


# ---- drawing


@rule
def pick_weighted(weights: Any, n: int, rng: Any) -> int:
    """An index, as likely as its weight says."""
    total = 0.0
    for k in range(n):
        total += weights[k]
    mark = total * random_below(rng, FINE) / FINE
    last = 0
    for k in range(n):
        if weights[k] > 0.0:
            last = k
            mark -= weights[k]
            if mark < 0.0:
                return k
    return last


@rule
@allocates
def trace_back(
    v: Any, p: int, index: int, n: int, caps: Any, strides: Any, totals: Any, paths: Any, rng: Any, classes: Any
) -> None:
    """classes[j] = what each of an owner's n cards was sold as, in a matching that ends in way `index`."""
    options = np.zeros(3, np.float64)
    for back in range(v.shown):
        j = int(v.shown) - 1 - back
        if v.shown_owner[j] == p:
            n -= 1
            kind = int(v.shown_kind[j])
            named = KINDS + int(SPOKEN[kind])
            before = int(v.shown_sales[j])
            options[0] = weigh_step(v, p, index, n, kind, before, caps, strides, paths)
            options[1] = weigh_step(v, p, index, n, named, before, caps, strides, paths)
            free = count_class(v, p, ANY, before) - (n - totals[index])
            options[2] = paths[n, index] * max(0, free)
            chosen = pick_weighted(options, 3, rng)
            classes[j] = ANY
            if chosen < 2:
                classes[j] = kind if chosen == 0 else named
                index -= strides[classes[j]]


@rule
def weigh_step(v: Any, p: int, index: int, n: int, c: int, before: int, caps: Any, strides: Any, paths: Any) -> float:
    """Matchings of an owner's first n cards that come to way `index` when the next one is a sale of class c."""
    used = used_of(index, c, caps, strides)
    if used == 0:
        return 0.0
    return paths[n, index - strides[c]] * max(0, count_class(v, p, c, before) - (used - 1))


@rule
def match_cards(v: Any, s: Any, seat: int, classes: Any, rng: Any) -> None:
    """Gives every card shown one of the sales of its class that are left, all equally likely."""
    for j in range(v.shown):
        if v.shown_owner[j] != seat:
            free = 0
            for i in range(v.shown_sales[j]):
                free += can_match(v, s, i, j, classes[j])
            r = random_below(rng, free)
            i = 0
            while r >= 0:
                r -= can_match(v, s, i, j, classes[j])
                i += 1
            s.sale_kind[i - 1] = v.shown_kind[j] + LEFT_HAND


@rule
def can_match(v: Any, s: Any, i: int, j: int, c: int) -> bool:
    return v.sale_owner[i] == v.shown_owner[j] and s.sale_kind[i] < LEFT_HAND and class_of(v, i) == c


@rule
def measure_hands(v: Any, seat: int, caps: Any, strides: Any, sizes: Any, shown: Any, together: Any) -> int:
    """Lays out what each rival's shown cards may have been, one by one and together; returns how many were shown."""
    shown_by_all = 0
    for p in range(v.seats):
        if p != seat:
            shown[p] = count_shown(v, p)
            shown_by_all += shown[p]
            find_caps(v, p, caps[p])
            sizes[p] = lay_out(caps[p], strides[p])
            for c in range(CLASSES):
                together[c] += caps[p, c]
    return shown_by_all


@rule
@allocates
def match_shown(v: Any, s: Any, seat: int, rng: Any) -> None:
    """Marks, in a copy s of the view, the sales that the cards shown came from."""
    caps = np.zeros((MAX_SEATS, CLASSES), np.int64)
    strides = np.zeros((MAX_SEATS, CLASSES), np.int64)
    shown = np.zeros(MAX_SEATS, np.int64)
    sizes = np.zeros(MAX_SEATS, np.int64)
    together = np.zeros(CLASSES, np.int64)
    shown_by_all = measure_hands(v, seat, caps, strides, sizes, shown, together)
    by_type = np.zeros(CLASSES, np.int64)
    type_sizes = np.zeros(SPOKEN_TYPES, np.int64)
    lay_out_types(together, by_type, type_sizes)
    places = np.zeros(CLASSES + 1, np.int64)
    count_places(v, seat, places)
    most = largest(sizes)
    paths = np.zeros((shown_by_all + MAX_SEATS, most), np.float64)  # hand after hand
    totals, ends = np.empty((MAX_SEATS, most), np.int64), np.empty((MAX_SEATS, most), np.int64)
    codes = np.empty((MAX_SEATS, most, SPOKEN_TYPES), np.int64)
    hands, last = np.empty(MAX_SEATS, np.int64), np.empty(MAX_SEATS, np.int64)
    row = 0
    for p in range(MAX_SEATS):
        hands[p] = 1
        last[p] = NONE
        if shown[p] > 0:
            size = sizes[p]
            last[p] = row + shown[p]
            count_paths(v, p, caps[p], strides[p], totals[p, :size], paths[row : last[p] + 1, :size])
            hands[p] = encode_ends(caps[p], strides[p], by_type, paths[last[p], :size], ends[p], codes[p])
            row = last[p] + 1
    worth = weigh_types(v, together, by_type, type_sizes, places)
    rest = weigh_rest(v, places, shown_by_all)
    weights = weigh_together(hands, paths, last, totals, ends, codes, worth, rest)
    w = pick_weighted(weights, len(weights), rng)
    classes = np.zeros(v.shown, np.int64)
    for p in range(v.seats):
        if shown[p] > 0:
            index = ends[p, w % hands[p]]
            w //= hands[p]
            mine = paths[last[p] - shown[p] : last[p] + 1]
            trace_back(v, p, index, shown[p], caps[p], strides[p], totals[p], mine, rng, classes)
    match_cards(v, s, seat, classes, rng)
