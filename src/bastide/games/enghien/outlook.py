"""What the symbols still open promise each seat, now and once those who come next have taken what is best for them.

All of it is reckoned in the row of numbers that a judge is shown (`features`), seats counted from the viewer's. What is
needed on the way is kept in the places of numbers that are written last.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bastide.core.features import clamp
from bastide.core.jit import rule
from bastide.core.state import frozen
from bastide.games.enghien.tables import CARD_SYMBOLS, CARDS, DATA, MAX_SEATS, PER_CARD, SYMBOLS

AT_LEFT = MAX_SEATS * SYMBOLS  # where numbers begin in the row: symbols left, after those held,
AT_CARD = AT_LEFT + SYMBOLS  # cards that lie there,
AT_JOINT = AT_CARD + CARDS  # two numbers for each seat and symbol,
AT_OUTLOOK = AT_JOINT + 2 * MAX_SEATS * SYMBOLS + 2  # and this, after two more
AT_GAIN = AT_JOINT  # kept on the way: what one more symbol is worth to a seat,
AT_LIST = AT_GAIN + MAX_SEATS * SYMBOLS  # and the cards that lie there, one after another
BEST = 3  # cards that are told
TAKES = 6  # cards that are taken on the way
PROMISED, BEST_CARDS, TAKEN, OUTLOOKS = 0, 2, 2 + BEST, 4 + BEST  # a seat's; after a promise comes its lead

FAR = 5  # beyond a lead of so many symbols nothing changes any more
SPAN = 2 * FAR + 2  # leads from -FAR to one above FAR, which is as good
ONE_MORE = SPAN + 1  # places further in the tables, with both leads
MOST: int = DATA.deck.cards_per_symbol
PER_CENT, EIGHTHS = 100, 8


def _chances(seats: int, left: int) -> tuple[Any, Any]:
    """By the leads over two rivals: ways to share symbols out in which the most is had, and symbols that come with it.

    Each of the symbols left goes to any seat alike; of more rivals than two nobody is ahead.
    """
    own, one, two = np.indices((left + 1, left + 1, left + 1))
    rest = left - own - one - two
    ways = np.array([math.factorial(n) for n in range(left + 1)])
    there = (rest >= 0) & ((rest == 0) | (seats > 3)) & ((two == 0) | (seats > 2))
    known = ways[own] * ways[one] * ways[two] * ways[rest.clip(0)]
    weights = np.where(there, ways[left] // known * max(1, seats - 3) ** rest.clip(0), 0)
    gained = np.arange(left + 1)
    leads = np.minimum(np.arange(-FAR, FAR + 2), FAR)
    ahead = (gained[:, None] + leads[:, None, None] > gained).astype(np.int64)  # [lead, own, rival]
    most = np.einsum("dio,eit,iot->dei", ahead, ahead, weights)
    return most.sum(2), most @ gained


def _rounded(parts: Any, whole: int) -> Any:
    """The nearest whole number to parts of a whole, in whole numbers, so that it is the same on every machine."""
    return (2 * parts + whole) // (2 * whole)


def _tables() -> tuple[Any, Any]:
    """CHANCE, in hundredths, and TO_COME, in EIGHTHS: by seats (2 the first), symbols left and both leads."""
    chance, to_come = [], []
    for seats in range(2, MAX_SEATS + 1):
        for left in range(MOST + 1):
            most, more = _chances(seats, left)
            chance.append(_rounded(PER_CENT * most, seats**left))
            to_come.append(_rounded(EIGHTHS * more, seats**left))
    return frozen(np.array(chance).reshape(-1), np.int8), frozen(np.array(to_come).reshape(-1), np.int8)


CHANCE, TO_COME = _tables()


@rule
def stand(out: Any, seats: int, symbol: int, q: int) -> int:
    """The place in the tables of what a seat holds of a symbol beside the two best of the others, with none left."""
    own = out[q * SYMBOLS + symbol]
    rival = 0
    second = own - FAR
    for r in range(seats):
        if r != q:
            n = out[r * SYMBOLS + symbol]
            second = max(second, min(n, rival))
            rival = max(rival, n)
    first = clamp(own - rival, -FAR, FAR) + FAR
    return ((seats - 2) * (MOST + 1) * SPAN + first) * SPAN + clamp(own - second, -FAR, FAR) + FAR


@rule
def promise(at: int, own: int) -> int:
    """Hundredths of a point that so many of a symbol promise at a place of the tables."""
    return int(CHANCE[at]) * own + int(TO_COME[at]) * PER_CENT // EIGHTHS


@rule
def weigh_symbol(out: Any, seats: int, symbol: int) -> None:
    """What one more of a symbol is worth to each seat, in hundredths of a point."""
    left = max(0, out[AT_LEFT + symbol] - 1) * SPAN * SPAN
    for q in range(seats):
        own = out[q * SYMBOLS + symbol]
        at = stand(out, seats, symbol, q) + left
        out[AT_GAIN + q * SYMBOLS + symbol] = promise(at + ONE_MORE, own + 1) - promise(at, own)


@rule
def write_promises(out: Any, seats: int, k: int) -> None:
    """Points that all symbols promise each seat, in hundredths, and its lead over the best of the others after them."""
    for q in range(seats):
        total = 0
        for symbol in range(SYMBOLS):
            at = stand(out, seats, symbol, q) + out[AT_LEFT + symbol] * SPAN * SPAN
            total += promise(at, out[q * SYMBOLS + symbol])
        out[k + q * OUTLOOKS] = total
    for q in range(seats):
        rival = 0
        for r in range(seats):
            if r != q:
                rival = max(rival, out[k + r * OUTLOOKS])
        out[k + q * OUTLOOKS + 1] = out[k + q * OUTLOOKS] - rival


@rule
def worth_of(out: Any, q: int, card: int) -> int:
    """What a card is worth to a seat."""
    worth = 0
    for i in range(PER_CARD):
        worth += out[AT_GAIN + q * SYMBOLS + CARD_SYMBOLS[card, i]]
    return worth


@rule
def list_cards(out: Any) -> int:
    """The cards that lie there, one after another; returns how many."""
    n = 0
    for card in range(CARDS):
        if out[AT_CARD + card]:
            out[AT_LIST + n] = card
            n += 1
    return n


@rule
def write_best_cards(out: Any, n: int, q: int) -> None:
    """The worth of the best cards of a list to a seat, the best first."""
    k = AT_OUTLOOK + q * OUTLOOKS + BEST_CARDS
    for i in range(n):
        worth = worth_of(out, q, out[AT_LIST + i])
        for place in range(k, k + BEST):
            if worth > out[place]:
                lower = out[place]
                out[place] = worth
                worth = lower


@rule
def move_card(out: Any, q: int, card: int, one: int) -> None:
    """A card comes before a seat (one is 1), or goes back (-1)."""
    for i in range(PER_CARD):
        symbol = int(CARD_SYMBOLS[card, i])
        out[q * SYMBOLS + symbol] += one
        out[AT_LEFT + symbol] -= one


@rule
def find_best(out: Any, q: int, n: int) -> int:
    """The card of a list of n that is worth most to a seat; it and the last of the list change places."""
    best = -1
    place = AT_LIST
    for k in range(AT_LIST, AT_LIST + n):
        worth = worth_of(out, q, out[k])
        if worth > best:
            best = worth
            place = k
    card: int = out[place]
    out[place] = out[AT_LIST + n - 1]
    out[AT_LIST + n - 1] = card
    return card


@rule
def take_some(out: Any, seats: int, n: int, takes: int) -> None:
    """From the seat after the viewer's on each takes the card of a list of n that is worth most to it."""
    q = 1
    for k in range(takes):
        card = find_best(out, q, n - k)
        move_card(out, q, card, 1)
        if k + 1 < takes:
            for i in range(PER_CARD):
                weigh_symbol(out, seats, int(CARD_SYMBOLS[card, i]))
        q = 0 if q + 1 == seats else q + 1


@rule
def put_back(out: Any, seats: int, n: int, takes: int) -> None:
    """What was taken goes back, from the end of the list."""
    q = 1
    for k in range(takes):
        move_card(out, q, out[AT_LIST + n - 1 - k], -1)
        q = 0 if q + 1 == seats else q + 1


@rule
def write_outlook(out: Any, seats: int) -> int:
    """The outlook of each seat; returns the end of the row."""
    end = AT_OUTLOOK + MAX_SEATS * OUTLOOKS
    for k in range(AT_OUTLOOK, end):
        out[k] = 0
    write_promises(out, seats, AT_OUTLOOK + PROMISED)
    for symbol in range(SYMBOLS):
        weigh_symbol(out, seats, symbol)
    n = list_cards(out)
    for q in range(seats):
        write_best_cards(out, n, q)
    takes = min(n, TAKES)
    take_some(out, seats, n, takes)
    write_promises(out, seats, AT_OUTLOOK + TAKEN)
    put_back(out, seats, n, takes)
    return end
