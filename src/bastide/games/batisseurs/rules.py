"""Set-up, who is to move, chance, legal actions, and what each action or outcome does."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.piles import pick_from
from bastide.core.state import CHANCE, NONE, OVER
from bastide.games.batisseurs.actions import (
    AT,
    BUILD,
    DECLINE,
    DONE,
    INSIDE,
    LEFT,
    OFFER,
    PLACES,
    RAID,
    RANSOM_NO,
    RANSOM_YES,
    RIGHT,
    SABOTAGE,
    TAKE_STONE,
    UNDER,
)
from bastide.games.batisseurs.auction import bid_or_pass, legal_bids, offer, peek, reset_auction, reveal_top
from bastide.games.batisseurs.city import (
    can_found,
    count_coins,
    count_corners,
    count_fitting,
    count_type,
    end_type,
    first_fitting,
    has_room_for,
    is_founding,
    lay,
    may_fill,
    may_join,
    stock_of,
)
from bastide.games.batisseurs.piles import lay_out_piles, lose_card
from bastide.games.batisseurs.sabotage import (
    aim,
    attack_building,
    attack_hand,
    bury_under,
    can_pay_ransom,
    destroy,
    legal_sabotage,
    pay_ransom,
    pick_from_hand,
    roll_sabotage,
    show_card,
)
from bastide.games.batisseurs.state import (
    BIDDING,
    BUILDING,
    FILL,
    INCOME_ROLL,
    LOWER,
    OVER_PHASE,
    PEEK,
    PILE,
    RANSOM,
    SABOTAGE_ROLL,
    SHOW,
    STONE,
    TARGET,
    TOP,
)
from bastide.games.batisseurs.tables import (
    COPIES,
    FACES,
    FIRST_BUILD,
    HIDDEN,
    INCOME,
    KINDS,
    MAX_SEATS,
    MOST_PER_TURN,
    ONE_SHIELD,
    OPEN,
    SABOTEUR,
    START_MONEY,
    STONES,
    TOWN_HALL,
    TYPE,
    WIDTH,
)
from bastide.games.batisseurs.turn import end_turn

# ---- set-up


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    """BAT-01 to BAT-04. Two piles, ten thalers each, five stones; then the die says who starts."""
    s.seats = seats
    s.one_town_hall = options[0]
    s.one_shield = options[1]
    s.open_money = options[2]
    s.phase = TOP
    s.current = 0
    s.final = 0
    s.ender = NONE
    s.lots = 0
    s.laid = 0
    s.gone = 0
    s.reserve = STONES
    s.pending = NONE
    s.victim = NONE
    s.target = NONE
    s.fallen = NONE
    s.die = NONE
    s.roller = NONE
    s.earned = NONE
    s.start_in = (1 << seats) - 1
    s.start_tied = 0
    s.start_best = NONE
    reset_auction(s)
    lay_out_piles(s)
    fill_bag(s)
    for p in range(MAX_SEATS):
        seat_player(s, p)


@rule
def fill_bag(s: Any) -> None:
    """BAT-01. All forty cards."""
    for kind in range(KINDS):
        s.bag[kind] = 0
    for kind in range(KINDS):
        s.bag[ONE_SHIELD[kind] if s.one_shield else kind] += COPIES[kind]


@rule
def seat_player(s: Any, p: int) -> None:
    """BAT-03. Ten thalers, no stone, no card, no city; an empty chair has nothing."""
    s.money[p] = START_MONEY if p < s.seats else 0
    s.stones[p] = 0
    s.hand_size[p] = 0
    s.length[p] = 0
    for kind in range(KINDS):
        s.known[p, kind] = 0
        s.secret[p, kind] = 0
    for i in range(WIDTH):
        s.row[p, i] = NONE


# ---- who moves, and chance


@rule
def to_move(s: Any) -> int:
    """A seat, CHANCE or OVER."""
    if s.phase == BIDDING:
        return s.bidder
    if s.phase < STONE:
        return CHANCE
    if s.phase == OVER_PHASE:
        return OVER
    return s.victim if s.phase == RANSOM else s.current


@rule
def chance_total(s: Any) -> int:
    """BAT-04, BAT-20, BAT-44. Six faces, every unseen card, every card of the attacked hand."""
    if s.phase == TOP or s.phase == PEEK:
        return s.bag_size
    return s.hand_size[s.victim] if s.phase == SHOW else FACES


@rule
def chance_pick(s: Any, r: int) -> int:
    """The face, or the kind of the r-th card."""
    if s.phase == TOP or s.phase == PEEK:
        return pick_from(s.bag, r)
    return pick_from_hand(s, r) if s.phase == SHOW else r


# ---- what is legal


@rule
@shared
def legal(s: Any, out: Any) -> int:
    """The mover's actions, ascending."""
    if s.phase == BIDDING:
        return legal_bids(s, out)
    if s.phase == BUILDING:
        return legal_building(s, out)
    if s.phase == PILE:
        return legal_piles(s, out, OFFER)
    if s.phase == RANSOM:
        return legal_ransom(s, out)
    if s.phase == LOWER:
        return legal_piles(s, out, UNDER)
    if s.phase == STONE:
        return legal_stones(s, out)
    return legal_places(s, out)


@rule
def legal_stones(s: Any, out: Any) -> int:
    """BAT-12. Any other seat's stone, or none."""
    n = 0
    for p in range(s.seats):
        if p != s.current and s.stones[p] > 0:
            out[n] = TAKE_STONE + p
            n += 1
    out[n] = DECLINE
    return n + 1


@rule
def legal_piles(s: Any, out: Any, first: int) -> int:
    """BAT-20, BAT-43. Either pile: to offer its top card, or to put a card under it."""
    out[0] = first + OPEN
    out[1] = first + HIDDEN
    return 2


@rule
def legal_building(s: Any, out: Any) -> int:
    """BAT-05, BAT-30, BAT-51. Build or sabotage, or stop; a first build does not stop before its third card."""
    p = s.current
    founding = is_founding(s, p)
    n = 0
    if s.hand_size[p] > 0 and (not founding or s.hand_size[p] + s.laid >= FIRST_BUILD):
        n = legal_builds(s, p, founding, out)
    if not founding or s.laid == 0:
        out[n] = DONE
        n += 1
    if s.laid == 0 and not s.final:
        n = legal_sabotage(s, out, n)
    return n


@rule
def legal_builds(s: Any, p: int, founding: bool, out: Any) -> int:
    """BAT-30 to BAT-36. Every card of the hand, at every kind of place that takes it."""
    corners = count_corners(s, p)
    halls = count_type(s, p, TOWN_HALL)
    left = end_type(s, p, LEFT)
    right = end_type(s, p, RIGHT)
    stock = stock_of(s, p) if founding else 0
    n = 0
    for kind in range(KINDS):
        if s.known[p, kind] + s.secret[p, kind] == 0 or not has_room_for(s, TYPE[kind], corners, halls):
            continue
        if left != NONE and s.length[p] < WIDTH:
            for side in range(2):
                fits = may_join(TYPE[kind], side, left, right)
                if fits and (not founding or can_found(s, p, stock, TYPE[kind], side)):
                    out[n] = BUILD + kind * PLACES + side
                    n += 1
        if can_found(s, p, stock, TYPE[kind], INSIDE) if left == NONE else count_fitting(s, p, kind) > 0:
            out[n] = BUILD + kind * PLACES + INSIDE
            n += 1
    return n


@rule
def legal_places(s: Any, out: Any) -> int:
    """BAT-36, BAT-41. The breaches that take the card in question, or the buildings of the kind under attack."""
    n = 0
    p = s.current if s.phase == FILL else s.victim
    for i in range(s.length[p]):
        if may_fill(s, p, s.pending, i) if s.phase == FILL else s.row[p, i] == s.pending:
            out[n] = AT + i
            n += 1
    return n


@rule
def legal_ransom(s: Any, out: Any) -> int:
    """BAT-42. Who has the price may pay it."""
    out[0] = RANSOM_NO
    out[1] = RANSOM_YES
    return 1 + can_pay_ransom(s)


# ---- what happens


@rule
@shared
def apply(s: Any, a: int) -> None:
    """One decision or outcome."""
    if s.phase == BIDDING:
        bid_or_pass(s, a)
    elif s.phase < STONE:
        apply_chance(s, a)
    elif s.phase == BUILDING:
        apply_building(s, a)
    elif s.phase == PILE:
        offer(s, a - OFFER)
    elif s.phase == STONE:
        take_stone(s, a)
    elif s.phase == FILL:
        fill(s, a - AT)
    elif s.phase == TARGET:
        aim(s, a - AT)
    elif s.phase == RANSOM:
        if a == RANSOM_YES:
            pay_ransom(s)
        else:
            destroy(s)
    else:
        bury_under(s, a - UNDER)


@rule
def apply_chance(s: Any, outcome: int) -> None:
    """A roll, or a card seen."""
    if s.phase == INCOME_ROLL:
        earn(s, outcome)
    elif s.phase == TOP:
        reveal_top(s, outcome)
    elif s.phase == PEEK:
        peek(s, outcome)
    elif s.phase == SABOTAGE_ROLL:
        roll_sabotage(s, outcome)
    elif s.phase == SHOW:
        show_card(s, outcome)
    else:
        roll_start(s, outcome)


@rule
def roll_start(s: Any, face: int) -> None:
    """BAT-04. The highest roll starts, the saboteur counts 0; those tied roll again."""
    s.die = face
    s.roller = s.current
    if INCOME[face] > s.start_best:
        s.start_best = INCOME[face]
        s.start_tied = 0
    if INCOME[face] == s.start_best:
        s.start_tied |= 1 << s.current
    p = next_roller(s, s.current + 1)
    if p == NONE:
        s.start_in = s.start_tied
        s.start_tied = 0
        s.start_best = NONE
        p = next_roller(s, 0)
        if s.start_in == 1 << p:
            s.start_in = 0
            s.phase = INCOME_ROLL
    s.current = p


@rule
def next_roller(s: Any, first: int) -> int:
    """The next seat that rolls for the first turn in this go; NONE after the last."""
    for p in range(first, s.seats):
        if s.start_in >> p & 1:
            return p
    return NONE


@rule
def earn(s: Any, face: int) -> None:
    """BAT-10, BAT-11, BAT-12. Thalers for the roll and for the gates' coins; the saboteur brings a stone instead."""
    p = s.current
    s.die = face
    s.roller = p
    s.earned = INCOME[face] + count_coins(s, p)
    s.money[p] += s.earned
    s.phase = PILE
    if face == SABOTEUR:
        if s.reserve > 0:
            s.reserve -= 1
            s.stones[p] += 1
        elif s.stones[p] < STONES:
            s.phase = STONE


@rule
def take_stone(s: Any, a: int) -> None:
    """BAT-12. From another player, or from nobody."""
    if a != DECLINE:
        s.stones[a - TAKE_STONE] -= 1
        s.stones[s.current] += 1
    s.phase = PILE


@rule
def apply_building(s: Any, a: int) -> None:
    """BAT-30, BAT-40. A card laid, a sabotage begun, or the end of the turn."""
    if a == DONE:
        end_turn(s)
    elif a < DONE:
        build(s, (a - BUILD) // PLACES, (a - BUILD) % PLACES)
    elif a < RAID:
        attack_building(s, (a - SABOTAGE) // KINDS, (a - SABOTAGE) % KINDS)
    else:
        attack_hand(s, a - RAID)


@rule
def build(s: Any, kind: int, place: int) -> None:
    """BAT-31, BAT-36. A card from hand to city; where several breaches would take it, the builder says which."""
    p = s.current
    lose_card(s, p, kind)
    if place != INSIDE or s.length[p] == 0:
        lay(s, p, kind, place)
        end_card(s)
        return
    s.pending = kind
    if count_fitting(s, p, kind) > 1:
        s.phase = FILL
    else:
        fill(s, first_fitting(s, p, kind))


@rule
def fill(s: Any, place: int) -> None:
    """BAT-36. A breach is filled."""
    s.row[s.current, place] = s.pending
    s.pending = NONE
    s.phase = BUILDING
    end_card(s)


@rule
def end_card(s: Any) -> None:
    """BAT-30. After the third card the turn is over."""
    s.laid += 1
    if s.laid == MOST_PER_TURN:
        end_turn(s)
