"""Set-up, the deal, taking cards, and the end of a round, in rulebook order."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.piles import pick_from
from bastide.core.state import CHANCE, NONE, OVER
from bastide.core.turns import next_seat
from bastide.games.enghien.scoring import best_points, winner_of
from bastide.games.enghien.state import DEAL, OVER_PHASE, TAKE
from bastide.games.enghien.tables import CARD_SYMBOLS, CARDS, CELLS, COLUMNS, MAX_SEATS, PER_CARD, ROWS, SYMBOLS


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    """ENG-04. The lowest seat counts as the youngest, who starts."""
    s.seats = seats
    s.target = options[0]
    s.round = 0
    s.starter = 0
    for p in range(MAX_SEATS):
        s.points[p] = 0
        s.won[p] = 0
    begin_round(s)


@rule
def begin_round(s: Any) -> None:
    """ENG-02, ENG-03. All cards are shuffled; 36, 40 or 42 will lie open."""
    s.phase = DEAL
    s.current = s.starter
    s.cells = COLUMNS[s.seats] * ROWS[s.seats]
    s.next_cell = 0
    s.left = s.cells
    s.bag_size = CARDS
    for card in range(CARDS):
        s.bag[card] = 1
    for cell in range(CELLS):
        s.card[cell] = NONE
        s.taker[cell] = NONE
    for p in range(MAX_SEATS):
        for symbol in range(SYMBOLS):
            s.counts[p, symbol] = 0


@rule
def to_move(s: Any) -> int:
    """A seat, CHANCE while cards are dealt, or OVER."""
    if s.phase == TAKE:
        return s.current
    return CHANCE if s.phase == DEAL else OVER


@rule
def chance_total(s: Any) -> int:
    """ENG-02. Every card not yet dealt is equally likely."""
    return s.bag_size


@rule
def chance_pick(s: Any, r: int) -> int:
    """The r-th card not yet dealt."""
    return pick_from(s.bag, r)


@rule
@shared
def legal(s: Any, out: Any) -> int:
    """ENG-04. Any one card of the layout; nobody may pass."""
    n = 0
    for cell in range(s.cells):
        out[n] = cell
        n += s.taker[cell] == NONE
    return n


@rule
@shared
def apply(s: Any, a: int) -> None:
    """A card dealt, or a card taken."""
    if s.phase == DEAL:
        deal(s, a)
    else:
        take(s, a)


@rule
def deal(s: Any, card: int) -> None:
    """ENG-02. The next cell gets this card; when all are full the rest is set aside unseen."""
    s.bag[card] = 0
    s.bag_size -= 1
    s.card[s.next_cell] = card
    s.next_cell += 1
    if s.next_cell == s.cells:
        s.phase = TAKE


@rule
def take(s: Any, cell: int) -> None:
    """ENG-04, ENG-05. The card comes before the taker, the hole stays, play passes to the left."""
    for i in range(PER_CARD):
        s.counts[s.current, CARD_SYMBOLS[s.card[cell], i]] += 1
    s.taker[cell] = s.current
    s.left -= 1
    s.current = next_seat(s.current, s.seats)
    if s.left == 0:
        end_round(s)


@rule
def end_round(s: Any) -> None:
    """ENG-05, ENG-20. After the last card all symbols are scored; below the target another round is dealt."""
    for symbol in range(SYMBOLS):
        winner = winner_of(s, symbol)
        if winner != NONE:
            s.points[winner] += s.counts[winner, symbol]
            s.won[winner] += 1
    if s.target == 0 or best_points(s) >= s.target:
        s.phase = OVER_PHASE
        return
    s.round += 1
    s.starter = next_seat(s.starter, s.seats)
    begin_round(s)
