"""Scripts for tables of Alhambra: every draw is the test's, every decision goes through the real door."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.position import Position
from bastide.core.state import CHANCE, NONE, SPECTATOR
from bastide.core.words import Event, Plan
from bastide.games.alhambra import GAME
from bastide.games.alhambra.actions import BUILDING, BUY, GIVE, KEEP, PAY_CARD, SCORING_CARD
from bastide.games.alhambra.choices import plans
from bastide.games.alhambra.payments import payments
from bastide.games.alhambra.picture import AlhambraPicture
from bastide.games.alhambra.state import MARTIN_DRAWS
from bastide.games.alhambra.tables import BUILDING_CARDS, CATEGORIES, MONEY_CARDS

YARD = "garden 8, tower 11, arcades 6, seraglio 7"
MONEY = "florin 1, dirham 6, denar 7, ducat 8"
MARTIN = "pavilion 2, pavilion 3, seraglio 3, seraglio 4, arcades 4, chambers 5"
HANDS = (
    "florin 9, florin 4, dirham 5, dirham 2",
    "denar 9, denar 4, ducat 5, ducat 2",
    "dirham 9, florin 4, denar 5, ducat 3",
    "ducat 9, dirham 4, florin 5, denar 3",
    "florin 8, ducat 4, denar 5, dirham 3",
    "denar 8, dirham 4, ducat 5, florin 3",
)


def listed(text: str) -> list[str]:
    """`florin 9, denar 2` as single cards."""
    return [card.strip() for card in text.split(",")] if text else []


def draw(m: Position, text: str) -> None:
    """These draws, one after another."""
    for card in listed(text):
        m.draw(card)


def table(
    seats: int,
    *hands: str,
    yard: str = YARD,
    money: str = MONEY,
    martin: str = MARTIN,
    **options: int,
) -> Position:
    """A table after set-up: seats not named get hands of their own."""
    m = GAME.new(seats, **options)
    draw(m, martin if seats == 2 else "")
    draw(m, yard)
    for hand in (*hands, *HANDS[len(hands) : seats]):
        draw(m, hand)
    draw(m, money)
    return m


def play(m: Position, text: str) -> None:
    """Decisions by notation, separated by `;`, of whoever is to move."""
    for move in text.split(";"):
        m.apply(move)


def buy(m: Position, building: str, payment: str, to_martin: bool = False) -> None:
    """A whole purchase: `buy(m, "garden 8", "5 3")`."""
    m.apply(f"buy {building}")
    if m.seats == 2:
        m.apply("give martin" if to_martin else "keep")
    for value in payment.split():
        m.apply(f"pay {value}")


def picture(m: Position, seat: int = SPECTATOR) -> AlhambraPicture:
    drawn = m.view(seat).picture()
    assert isinstance(drawn, AlhambraPicture)
    return drawn


def texts(m: Position) -> list[str]:
    """What may be decided, or drawn, now."""
    return [GAME.write(m.state, a) for a in (m.legal or [outcome for outcome, _ in m.outcomes()])]


def cards_of(m: Position, p: int) -> list[str]:
    """A seat's hand, by currency and value."""
    hand = m.state.collectors[p].hand
    return [f"{currency} {value}" for k, (currency, value) in enumerate(MONEY_CARDS) for _ in range(hand[k])]


def open_cards(m: Position) -> list[str]:
    return [f"{card.currency} {card.value}" for card in picture(m).money if card]


def counts(m: Position, category: str) -> list[int]:
    """Buildings of a category by collector."""
    return picture(m).majorities[CATEGORIES.index(category)].counts


def points(m: Position) -> list[int]:
    """Points by collector, Martin last."""
    return [player.points for player in picture(m).players]


def last_events(m: Position) -> list[Event]:
    """The story of the last ply."""
    before = m.at(m.ply - 1)
    return GAME.story(before.state, m.plies[-1].action, m.state)


def gains(m: Position, category: str) -> list[int]:
    """Points that the last ply brought for a category, by collector."""
    found = [0] * len(points(m))
    for event in last_events(m):
        for gain in event.gains:
            if gain.source == f"alhambra.source.{category}":
                found[gain.seat] += gain.points
    return found


def refused(m: Position, move: int | str) -> str:
    """The clause against a move; nothing changes."""
    before = bytes(m)
    with pytest.raises(IllegalAction) as refusal:
        m.apply(move)
    assert bytes(m) == before
    return refusal.value.clause


# ---- players and draws that follow a plan


def take_highest(m: Position) -> int:
    """The open card of the highest value (the leftmost of those), or whatever there is to do."""
    single = [a for a in m.legal if a < 4]
    return max(single, key=lambda a: (MONEY_CARDS[m.state.open_money[a]][1], -a), default=m.legal[0])


def draw_quietly(m: Position, *, wanted: Callable[[str], int] = lambda _: 0, scoring: bool = False) -> None:
    """Draws until somebody is to move: wanted buildings first, then cheap ones; the highest money.

    Scoring cards come as late as they can; with `scoring` as soon as they can.
    """
    while m.to_move == CHANCE:
        outcomes = [outcome for outcome, _ in m.outcomes()]
        cards = [outcome for outcome in outcomes if SCORING_CARD <= outcome < BUILDING]
        if cards and (scoring or len(outcomes) == 1):
            m.draw(cards[0])
        elif outcomes[0] >= BUILDING:
            kinds = [BUILDING_CARDS[outcome - BUILDING] for outcome in outcomes]
            best = max(range(len(kinds)), key=lambda i: (wanted(kinds[i][0]), -kinds[i][1]))
            m.draw(outcomes[best])
        else:
            m.draw(max((o for o in outcomes if o < SCORING_CARD), key=lambda o: MONEY_CARDS[o][1]))


def stage(m: Position, **wanted: list[int]) -> None:
    """Plays on until each collector has these many buildings: `stage(m, tower=[4, 4, 0])`; buys nothing else."""

    def missing(category: str, c: int) -> int:
        return wanted[category][c] - counts(m, category)[c] if category in wanted else 0

    def lacking(category: str) -> int:
        lying = sum(1 for building in picture(m).yard if building and building.category == category)
        return sum(max(0, missing(category, c)) for c in range(len(points(m)))) - lying if category in wanted else 0

    for _ in range(400):
        draw_quietly(m, wanted=lambda category: max(0, lacking(category)))
        if all(missing(category, c) <= 0 for category in wanted for c in range(len(points(m)))):
            return
        m.apply(_staged_decision(m, missing))
    raise AssertionError(f"not staged: {wanted}\n{m.where()}")


def _staged_decision(m: Position, missing: Callable[[str, int], int]) -> int:
    """Buys what the mover, or Martin, lacks; else takes money."""
    s: Any = m.state
    if m.legal[0] == KEEP:
        category = BUILDING_CARDS[s.yard[s.slot]][0]
        return KEEP if missing(category, m.to_move) > 0 else GIVE
    if m.legal[0] >= PAY_CARD:
        return m.legal[0]
    for a in m.legal:
        if BUY <= a < KEEP:
            category = BUILDING_CARDS[s.yard[a - BUY]][0]
            if missing(category, m.to_move) > 0 or (m.seats == 2 and missing(category, 2) > 0):
                return a
    return take_highest(m)


def bring_scoring(m: Position, name: str) -> None:
    """Everybody takes money until the next scoring card comes up; it is the last ply."""
    scored = m.state.scored
    assert "AB"[scored] == name
    while m.state.scored == scored:
        if m.to_move != CHANCE:
            m.apply(take_highest(m))
            continue
        cards = [outcome for outcome, _ in m.outcomes() if SCORING_CARD <= outcome < BUILDING]
        m.draw(cards[0] if cards else m.outcomes()[-1][0])


def decide_busily(m: Position) -> None:
    """One decision: buys the first building that can be paid, else takes the highest card."""
    bought = [a for a in m.legal if a >= BUY]
    m.apply(bought[0] if bought else take_highest(m))


def rush(m: Position, pile: int) -> None:
    """Everybody buys what they can, until `pile` buildings or fewer are face down when a turn begins."""
    while m.to_move == CHANCE or m.state.building_size > pile or NONE in m.state.yard[:].tolist():
        assert not m.is_over, f"the game was over before {pile} buildings were left"
        if m.to_move == CHANCE:
            draw_quietly(m)
        else:
            decide_busily(m)


# ---- a game without waste, over before scoring card B comes


def frugal_game(seats: int) -> Position:
    """Everybody pays exactly or nearly so, and buildings come where they suit; tried until B stays in the pile."""
    for seed in range(40):
        for waste in (0, 1, 2):
            m = _play_frugally(seats, waste, random.Random(seed))
            if m.state.scored == 1:
                return m
    raise AssertionError(f"no game for {seats} ended before B")


def _play_frugally(seats: int, waste: int, chooser: random.Random) -> Position:
    m = GAME.new(seats)
    while not m.is_over:
        if m.to_move == CHANCE:
            m.draw(_suitable_draw(m, chooser))
            continue
        bought = [plan for plan in plans(m.state, m.to_move) if plan.preferred and _waste(plan) <= waste]
        best = min(bought, key=lambda plan: (_waste(plan), len(plan.actions)), default=None)
        for a in best.actions if best else (take_highest(m),):
            m.apply(a)
    return m


def _waste(plan: Plan) -> int:
    """What a purchase overpays."""
    paid = plan.effects[0].label
    return int(paid.values.get("n", 0))


def _suitable_draw(m: Position, chooser: random.Random) -> int:
    """The highest money; for the yard what the next players can pay exactly; for Martin the dearest."""
    outcomes = [outcome for outcome, _ in m.outcomes()]
    if outcomes[0] < SCORING_CARD:
        money = [outcome for outcome in outcomes if outcome < SCORING_CARD]
        return max(money, key=lambda o: (MONEY_CARDS[o][1], chooser.random()))
    if outcomes[0] < BUILDING:
        return outcomes[0]
    prices = {outcome: BUILDING_CARDS[outcome - BUILDING][1] for outcome in outcomes}
    if m.state.phase == MARTIN_DRAWS:
        return max(outcomes, key=lambda o: (prices[o], chooser.random()))
    return min(outcomes, key=lambda o: (_cards_to_pay(m, prices[o]), prices[o], chooser.random()))


def _cards_to_pay(m: Position, price: int) -> int:
    """With how few cards one of the next two players can pay a price exactly in the slot to fill."""
    found = [99]
    for ahead in (1, 2):
        hand = m.state.collectors[(m.state.current + ahead) % m.seats].hand
        ways = payments(hand, m.state.slot, price)
        if ways and sum(ways[0]) == price:
            found.append(len(ways[0]) + 2 * ahead)
    return min(found)
