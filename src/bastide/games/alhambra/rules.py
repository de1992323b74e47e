"""Set-up, turns, chance and the end, in the order of the rulebook."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.piles import pick_from
from bastide.core.state import CHANCE, NONE, OVER
from bastide.core.turns import next_seat
from bastide.games.alhambra.actions import (
    BUILDING,
    BUY,
    GIVE,
    KEEP,
    PASS,
    PAY_CARD,
    SCORING_CARD,
    TAKE,
    TAKE_MASK,
)
from bastide.games.alhambra.money import (
    add_to_hand,
    draw_money,
    has_money,
    holds_scoring_card,
    legal_take,
    next_pile,
    worth_of_hand,
)
from bastide.games.alhambra.scoring import award_leftovers, collect, score_all
from bastide.games.alhambra.state import CHOOSE, DEAL, MARTIN_DRAWS, MONEY, OVER_PHASE, PAY, RECIPIENT, YARD
from bastide.games.alhambra.tables import (
    BUILDING_COPIES,
    BUILDING_KINDS,
    BUILDINGS,
    COPIES,
    COPIES_AT_TWO,
    KINDS,
    MARTIN,
    MARTIN_AFTER_A,
    MARTIN_AT_SETUP,
    MARTIN_SHARE_AFTER_B,
    MAX_SEATS,
    PRICE,
    SCORING_C,
    SLOTS,
    START_MONEY,
    VALUES,
)

# ---- set-up


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    """ALH-01, ALH-50. Everything in its box; the buildings come first (Martin's before the yard's, ALH-51)."""
    s.seats = seats
    s.open_hands = options[0]
    s.current = 0
    s.turn = 0
    s.scored = 0
    s.pile = 0
    s.pile_left = 0
    s.divided = 0
    s.open_money[:] = NONE
    s.yard[:] = NONE
    s.owner[:] = NONE
    for c in range(MAX_SEATS):
        clear_collector(s.collectors[c])
    s.discards[:] = 0
    copies = COPIES_AT_TWO if seats == 2 else COPIES
    s.money_bag[:] = copies
    s.money_size = KINDS * copies
    for kind in range(BUILDING_KINDS):
        s.building_bag[kind] = BUILDING_COPIES[kind]
    s.building_size = BUILDINGS
    s.martin_draws = MARTIN_AT_SETUP if seats == 2 else 0
    clear_purchase(s)
    s.phase = MARTIN_DRAWS
    if s.martin_draws == 0:
        s.slot = 0
        s.phase = YARD


@rule
def clear_collector(collector: Any) -> None:
    collector.score = 0
    collector.money[:] = 0
    collector.buildings[:] = 0
    collector.hand[:] = 0


@rule
def apply_deal(s: Any, kind: int) -> None:
    """ALH-03. A seat draws money, one card after another, until it is worth at least 20; then the next seat."""
    draw_money(s, kind)
    add_to_hand(s.collectors[s.current], kind)
    if worth_of_hand(s, s.current) < START_MONEY:
        return
    s.current += 1
    if s.current == s.seats:
        s.current = first_player(s)
        s.phase = MONEY


@rule
def first_player(s: Any) -> int:
    """ALH-04. Fewest cards, then the lowest total, then the lowest seat."""
    best = 1 << 30
    first = 0
    for p in range(s.seats):
        cards = 0
        for kind in range(KINDS):
            cards += s.collectors[p].hand[kind]
        rank = cards * 64 + worth_of_hand(s, p)  # a dealt hand is worth 28 at most
        if rank < best:
            best = rank
            first = p
    return first


# ---- chance


@rule
def chance_total(s: Any) -> int:
    """Every face-down card weighs the same; the scoring card of a pile weighs as much as one card of that pile."""
    if s.phase == MONEY:
        if holds_scoring_card(s):
            return s.money_size * (s.pile_left + 1)
        return s.money_size
    if s.phase == DEAL:
        return s.money_size
    return s.building_size


@rule
def chance_pick(s: Any, r: int) -> int:
    """ALH-06. With n of its pile's money cards still to come, the scoring card is next with 1/(n + 1)."""
    if s.phase == MONEY and holds_scoring_card(s):
        if r >= s.money_size * s.pile_left:
            return SCORING_CARD + s.scored
        r = r // s.pile_left
    if s.phase == MONEY or s.phase == DEAL:
        return pick_from(s.money_bag, r)
    return BUILDING + pick_from(s.building_bag, r)


@rule
def draw_building(s: Any, kind: int) -> None:
    s.building_bag[kind] -= 1
    s.building_size -= 1


# ---- a turn


@rule
def to_move(s: Any) -> int:
    """A seat, CHANCE or OVER."""
    if s.phase < CHOOSE:
        return CHANCE
    if s.phase == OVER_PHASE:
        return OVER
    return s.current


@rule
@shared
def legal(s: Any, out: Any) -> int:
    """The mover's actions, ascending; returns how many."""
    if s.phase == CHOOSE:
        return legal_choose(s, out)
    if s.phase == PAY:
        return legal_pay(s, out)
    out[0] = KEEP
    out[1] = GIVE
    return 2


@rule
def legal_choose(s: Any, out: Any) -> int:
    """ALH-10, ALH-18. Take money or buy; only who can do neither passes."""
    n = legal_take(s, out)
    collector = s.collectors[s.current]
    for slot in range(SLOTS):
        kind = s.yard[slot]
        out[n] = BUY + slot
        n += kind != NONE and collector.money[slot] >= PRICE[kind]
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@rule
def legal_pay(s: Any, out: Any) -> int:
    """ALH-12, ALH-17. Cards are laid from the highest down until the price is covered.

    So no card laid can be left out. A value is offered when it and all that is not higher cover what is due: then no
    path is a dead end, and every payment without a superfluous card is reached in exactly one way.
    """
    n = 0
    reach = 0
    hand = s.collectors[s.current].hand
    first = s.slot * VALUES - 1
    for value in range(1, s.highest + 1):
        cards = hand[first + value]
        reach += cards * value
        out[n] = PAY_CARD + value - 1
        n += cards > 0 and reach >= s.due
    return n


@rule
@shared
def apply(s: Any, a: int) -> None:
    """One decision or one outcome; then ALH-20, ALH-21: after a turn the yard is filled up, and after it the money.

    Whatever ends a turn only says so (the phase is YARD, or MONEY): the refills stand here once, for all of them.
    """
    apply_phase(s, a)
    if s.phase == YARD:
        refill_yard(s)
    if s.phase == MONEY:
        refill_money(s)


@rule
def apply_phase(s: Any, a: int) -> None:
    """What was decided or drawn, by phase."""
    if s.phase == MONEY:
        apply_money(s, a)
    elif s.phase == CHOOSE:
        apply_choose(s, a)
    elif s.phase == PAY:
        apply_pay(s, a - PAY_CARD + 1)
    elif s.phase == YARD:
        apply_yard(s, a - BUILDING)
    elif s.phase == DEAL:
        apply_deal(s, a)
    elif s.phase == MARTIN_DRAWS:
        apply_martin_draws(s, a - BUILDING)
    else:
        s.for_martin = a - KEEP
        s.phase = PAY


@rule
def apply_choose(s: Any, a: int) -> None:
    """ALH-10. Money, a building, or neither."""
    if a < BUY:
        take_money(s, TAKE_MASK[a - TAKE])
    elif a < KEEP:
        begin_purchase(s, a - BUY)
    else:
        s.phase = YARD


@rule
def take_money(s: Any, taken: int) -> None:
    """ALH-11. Taking money ends the turn."""
    for place in range(SLOTS):
        if taken >> place & 1:
            add_to_hand(s.collectors[s.current], s.open_money[place])
            s.open_money[place] = NONE
    s.phase = YARD


@rule
def begin_purchase(s: Any, slot: int) -> None:
    """ALH-12, ALH-53. A building is chosen; at two players its buyer then says who gets it."""
    s.slot = slot
    s.due = PRICE[s.yard[slot]]
    s.highest = VALUES
    s.phase = RECIPIENT if s.seats == 2 else PAY


@rule
def clear_purchase(s: Any) -> None:
    s.slot = NONE
    s.due = 0
    s.highest = 0
    s.for_martin = 0
    s.laid = 0


@rule
def apply_pay(s: Any, value: int) -> None:
    """ALH-13. One card is laid, and goes to the discards."""
    kind = s.slot * VALUES + value - 1
    s.collectors[s.current].hand[kind] -= 1
    s.collectors[s.current].money[s.slot] -= value
    s.discards[kind] += 1
    if s.due > value:
        s.due -= value
        s.highest = value
        s.laid += 1 << 2 * (value - 1)
    else:
        end_purchase(s, s.due == value)


@rule
def end_purchase(s: Any, is_exact: bool) -> None:
    """ALH-14, ALH-15. Exact payment gives another action, which must be used; overpaying ends the turn."""
    collect(s, MARTIN if s.for_martin else s.current, s.yard[s.slot])
    s.yard[s.slot] = NONE
    clear_purchase(s)
    s.phase = CHOOSE if is_exact else YARD


# ---- the end of a turn


@rule
def refill_yard(s: Any) -> None:
    """ALH-20, ALH-40. Empty slots are filled from the left; when the pile cannot fill them all, the game ends."""
    s.slot = first_empty(s.yard)
    if s.slot == SLOTS:
        leave_yard(s)
    elif s.building_size == 0:
        finish(s)


@rule
def leave_yard(s: Any) -> None:
    """ALH-21. After the yard the money; during set-up the hands come first."""
    if s.turn == 0:
        s.slot = NONE
        s.phase = DEAL
    else:
        s.phase = MONEY


@rule
def first_empty(places: Any) -> int:
    """The leftmost empty place; SLOTS when all are taken."""
    first = 0
    while first < SLOTS and places[first] != NONE:
        first += 1
    return first


@rule
def apply_yard(s: Any, kind: int) -> None:
    """ALH-02, ALH-20. A building comes to the leftmost empty slot, and stays there."""
    draw_building(s, kind)
    s.yard[s.slot] = kind


@rule
def refill_money(s: Any) -> None:
    """ALH-05, ALH-21. Money is filled up to 4 open cards, or as many as there are."""
    s.slot = first_empty(s.open_money)
    if s.slot == SLOTS or not has_money(s):
        begin_turn(s)


@rule
def apply_money(s: Any, outcome: int) -> None:
    """ALH-21, ALH-23. A money card is laid open; a scoring card is scored first, and replaced."""
    if outcome >= SCORING_CARD:
        apply_scoring_card(s)
    else:
        draw_money(s, outcome)
        s.open_money[s.slot] = outcome


@rule
def apply_scoring_card(s: Any) -> None:
    """ALH-23. Scored at once; the card leaves the game; Martin draws; then the refill goes on."""
    score_all(s, s.scored)
    s.scored += 1
    if s.pile_left == 0:
        next_pile(s)
    if s.seats == 2:
        s.martin_draws = martin_share(s)
        if s.martin_draws > 0:
            s.phase = MARTIN_DRAWS


@rule
def martin_share(s: Any) -> int:
    """ALH-52. Six buildings after A, a third of the face-down pile after B, as many as there are."""
    if s.scored == 1:
        return min(MARTIN_AFTER_A, s.building_size)
    return s.building_size // MARTIN_SHARE_AFTER_B


@rule
def apply_martin_draws(s: Any, kind: int) -> None:
    """ALH-51, ALH-52. Martin gets a building from the pile."""
    draw_building(s, kind)
    collect(s, MARTIN, kind)
    s.martin_draws -= 1
    if s.martin_draws == 0:
        s.phase = YARD if s.turn == 0 else MONEY


@rule
def begin_turn(s: Any) -> None:
    """ALH-24. The next seat's turn; before the first turn the money is split into piles (ALH-06)."""
    if s.turn == 0:
        s.divided = s.money_size
        next_pile(s)
    else:
        s.current = next_seat(s.current, s.seats)
    s.turn += 1
    s.slot = NONE
    s.phase = CHOOSE


@rule
def finish(s: Any) -> None:
    """ALH-40, ALH-42. Left-overs, scoring C, and the game is over."""
    s.slot = NONE
    award_leftovers(s)
    score_all(s, SCORING_C)
    s.phase = OVER_PHASE
