"""Tables set up by hand, and transcripts in notation."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.position import Position
from bastide.core.state import CHANCE, SPECTATOR, editor
from bastide.games.batisseurs import GAME
from bastide.games.batisseurs.actions import card_name
from bastide.games.batisseurs.picture import BatisseursPicture
from bastide.games.batisseurs.state import BREACH, hand_of, row_of
from bastide.games.batisseurs.tables import HIDDEN, KINDS, OPEN

KIND = {card_name(kind): kind for kind in range(KINDS)}


def play(m: Position, transcript: str) -> Position:
    """Moves and draws in notation, with semicolons between: `roll 3; auction open; bid 1; pass; pass`."""
    for text in transcript.split(";"):
        m.draw(text) if m.to_move == CHANCE else m.apply(text)
    return m


def table(seats: int = 3, top: str = "church 4", **options: Any) -> Position:
    """p1 is about to roll for the income of the first turn; the open pile shows `top`."""
    m = GAME.new(seats, **options)
    return play(m, f"reveal {top}; roll 5" + "; roll 1" * (seats - 1))


def take(m: Position, card: str) -> int:
    """A card out of the bag, as if it had been sold long ago; the higher pile is lower by one."""
    s, kind = editor(m.states), KIND[card]
    assert s.bag[kind] > 0, f"{card} is not in the bag"
    s.bag[kind] -= 1
    s.bag_size -= 1
    s.height[OPEN if s.height[OPEN] > s.height[HIDDEN] else HIDDEN] -= 1
    return kind


def deal(m: Position, seat: int, *cards: str) -> None:
    """Cards in the hand of p<seat>, won openly."""
    s = editor(m.states)
    for card in cards:
        s.known[seat - 1, take(m, card)] += 1
        s.hand_size[seat - 1] += 1


def city(m: Position, seat: int, *cards: str) -> None:
    """The city of p<seat>, from left to right; `breach` is a gap."""
    s = editor(m.states)
    for i, card in enumerate(cards):
        s.row[seat - 1, i] = BREACH if card == "breach" else take(m, card)
    s.length[seat - 1] = len(cards)


def heights(m: Position, open_pile: int, hidden_pile: int, *unseen: str) -> None:
    """Cards leave the piles openly until they are as low as this; these cards are among those that stay."""
    s = editor(m.states)
    stay = Counter(KIND[card] for card in unseen)
    while s.height[OPEN] + s.height[HIDDEN] > open_pile + hidden_pile:
        kind = next(kind for kind in range(KINDS) if s.bag[kind] > stay[kind])
        take(m, card_name(kind))
        s.gone += 1
    s.height[OPEN], s.height[HIDDEN] = open_pile, hidden_pile


def give_stones(m: Position, seat: int, n: int = 1) -> None:
    s = editor(m.states)
    s.stones[seat - 1] += n
    s.reserve -= n


def to_building(m: Position, income: str = "roll 1", reveal: str = "gate 5") -> Position:
    """p1's income and auction: the open card goes to p1 for 1; the next open card is `reveal`."""
    passes = "; pass" * (m.seats - 1)
    return play(m, f"{income}; auction open; bid 1{passes}; reveal {reveal}")


def give_money(m: Position, *thalers: int) -> None:
    """What p1, p2, ... own."""
    for p, n in enumerate(thalers):
        editor(m.states).money[p] = n


def check(m: Position) -> None:
    assert GAME.check(m.state) == "", m.where()


def hand(m: Position, seat: int) -> list[str]:
    return [card_name(kind) for kind in hand_of(m.state, seat - 1)]


def row(m: Position, seat: int) -> list[str]:
    return ["breach" if kind == BREACH else card_name(kind) for kind in row_of(m.state, seat - 1)]


def money(m: Position) -> list[int]:
    return [m.state.money[p] for p in range(m.seats)]


def moves(m: Position) -> set[str]:
    return set(m.moves)


def viewer(seat: int) -> int:
    """Whose eyes p<seat> are; 0 is a spectator."""
    return seat - 1 if seat else SPECTATOR


def picture(m: Position, seat: int = 0) -> BatisseursPicture:
    """What p<seat> sees; 0 is a spectator."""
    seen: Any = m.view(viewer(seat)).picture()
    assert isinstance(seen, BatisseursPicture)
    return seen


def refused(m: Position, move: str | int, clause: str) -> None:
    """The move is refused by this clause, and nothing changes."""
    before = bytes(m)
    with pytest.raises(IllegalAction) as refusal:
        m.apply(move)
    assert refusal.value.clause == clause, str(refusal.value)
    assert bytes(m) == before
