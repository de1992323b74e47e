"""What must hold in every position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from bastide.core.state import NONE
from bastide.games.batisseurs.state import (
    BIDDING,
    BREACH,
    FILL,
    LOST,
    LOWER,
    OVER_PHASE,
    PEEK,
    PHASES,
    RANSOM,
    SABOTAGE_ROLL,
    SALES,
    SHOW,
    START,
    TARGET,
    TOP,
    hand_of,
    row_of,
)
from bastide.games.batisseurs.tables import (
    CARDS,
    COPIES,
    CORNER_LEFT,
    CORNER_RIGHT,
    CORNERS,
    CORNERS_FINAL,
    GROUP,
    HIDDEN,
    KINDS,
    ONE_SHIELD,
    OPEN,
    PILE_SIZE,
    SPOKEN,
    STONES,
    TOP_BID,
    TOWN_HALL,
    TYPE,
    WIDTH,
)


def check(s: Any) -> str:
    """The first broken invariant, or an empty text."""
    for test in TESTS:
        problem = test(s)
        if problem:
            return problem
    return ""


def copies_of(s: Any) -> Counter[int]:
    """BAT-01. How many cards of each kind are in play."""
    copies: Counter[int] = Counter()
    for kind in range(KINDS):
        copies[ONE_SHIELD[kind] if s.one_shield else kind] += COPIES[kind]
    return copies


def check_turn(s: Any) -> str:
    if not 0 <= s.phase < len(PHASES):
        return f"phase {s.phase}"
    if not 0 <= s.current < s.seats:
        return f"seat {s.current} has the turn"
    if (s.phase in (START,) or (s.phase == TOP and s.lots == 0)) != (s.start_in > 0):
        return "somebody rolls for the first turn out of season"
    if not 0 <= s.laid < 3:
        return f"{s.laid} cards laid"
    if s.final and s.ender == NONE:
        return "a final round that nobody brought about"
    if s.ender == NONE and 0 in (s.height[OPEN], s.height[HIDDEN]):
        return "a pile is used up, and the game goes on"
    return ""


def check_treasure(s: Any) -> str:
    """BAT-03. Nobody owes money; five stones."""
    if any(s.money[p] < 0 for p in range(s.seats)):
        return "negative money"
    stones = [s.stones[p] for p in range(s.seats)]
    if min(stones) < 0 or s.reserve < 0 or sum(stones) + s.reserve != STONES:
        return f"{stones} and {s.reserve} stones are not {STONES}"
    return ""


def check_cards(s: Any) -> str:
    """BAT-01, BAT-02. Forty cards, each in one place."""
    cards = Counter({kind: s.bag[kind] for kind in range(KINDS)})
    for p in range(s.seats):
        cards.update(hand_of(s, p))
        cards.update(kind for kind in row_of(s, p) if kind != BREACH)
    for pile in (OPEN, HIDDEN):
        cards.update(s.tail[pile, i] for i in range(s.tail_size[pile]))
    singles = [s.top, s.fallen, s.pending if s.phase == FILL else NONE, s.lot if s.lot_secret else NONE]
    cards.update(kind for kind in singles if kind != NONE)
    cards.update(s.sale_kind[i] for i in range(s.sales) if s.sale_owner[i] == LOST)
    if min(cards.values()) < 0 or any(cards[kind] > n for kind, n in copies_of(s).items()):
        return f"more cards than there are: {dict(cards)}"
    if cards.total() + s.gone != CARDS:
        return f"{cards.total()} cards and {s.gone} gone are not {CARDS}"
    return ""


def check_piles(s: Any) -> str:
    """BAT-02. Heights are what lies there: the open top, unseen cards, known ones at the bottom."""
    unseen = s.height[OPEN] - s.tail_size[OPEN] - (s.top != NONE)
    unseen += s.height[HIDDEN] - s.tail_size[HIDDEN] - s.lot_secret
    if unseen != s.bag_size or sum(s.bag[:]) != s.bag_size:
        return f"{unseen} unseen cards in the piles, {s.bag_size} said to be, {sum(s.bag[:])} in the bag"
    if not all(0 <= s.tail_size[pile] <= s.height[pile] <= PILE_SIZE for pile in (OPEN, HIDDEN)):
        return "a pile is too high or too low"
    if (s.top == NONE) != (s.phase == TOP or s.height[OPEN] == 0):
        return "the open pile's top and the phase disagree"
    return ""


def check_cities(s: Any) -> str:
    """BAT-31 to BAT-36. Rows as the rules allow them."""
    for p in range(s.seats):
        problem = check_row(s, row_of(s, p))
        if problem or not 0 <= s.length[p] <= WIDTH or any(s.row[p, i] != NONE for i in range(s.length[p], WIDTH)):
            return f"city of seat {p}: {problem or 'wrong length'}"
    return ""


def check_row(s: Any, row: list[int]) -> str:
    types = [TYPE[kind] for kind in row if kind != BREACH]
    if row and BREACH in (row[0], row[-1]):
        return "a breach at an end"
    for left, right in pairwise(row):
        if BREACH not in (left, right) and GROUP[TYPE[left]] == GROUP[TYPE[right]]:
            return "neighbours of one type"
    corners = types.count(CORNER_LEFT) + types.count(CORNER_RIGHT)
    if CORNER_LEFT in types[1:] or CORNER_RIGHT in types[:-1] or corners > (CORNERS_FINAL if s.final else CORNERS):
        return "a corner tower where none may stand"
    if s.one_town_hall and types.count(TOWN_HALL) > 1:
        return "two town halls"
    return ""


def check_hands(s: Any) -> str:
    """BAT-25, BAT-26. Hand sizes; the secret cards are those sold face down and not shown since."""
    for p in range(s.seats):
        if len(hand_of(s, p)) != s.hand_size[p]:
            return f"seat {p} holds {len(hand_of(s, p))} cards, not {s.hand_size[p]}"
        secret = Counter(s.sale_kind[i] for i in range(s.sales) if s.sale_owner[i] == p)
        secret.subtract(s.shown_kind[j] for j in range(s.shown) if s.shown_owner[j] == p)
        if any(secret[kind] != s.secret[p, kind] for kind in range(KINDS)):
            return f"seat {p}'s secret cards are not those it was sold"
    return ""


def check_sales(s: Any) -> str:
    """BAT-25, BAT-29. The lists of hidden sales and of cards shown since."""
    for i in range(s.sales):
        if s.sale_named[i] not in (NONE, SPOKEN[s.sale_kind[i]]):
            return f"sale {i} was named wrongly"
        if not 0 <= s.sale_owner[i] <= LOST or not 0 <= s.sale_seer[i] < s.seats:
            return f"sale {i} belongs to nobody"
    for j in range(s.shown):
        if not 0 < s.shown_sales[j] <= s.sales:
            return f"card {j} was shown before it was sold"
    beyond = [s.sale_kind[i] for i in range(s.sales, SALES)] + [s.shown_kind[j] for j in range(s.shown, SALES)]
    return "something lies beyond the lists" if any(kind != NONE for kind in beyond) else ""


def check_auction(s: Any) -> str:
    """BAT-20 to BAT-22, BAT-27. Bids rise to ninety; a lot is there only while it is on offer."""
    bids = [s.bids[p] for p in range(s.seats) if s.bids[p] != NONE]
    if len(set(bids)) != len(bids) or any(not 0 <= bid <= TOP_BID for bid in bids):
        return f"bids {bids}"
    if bids and (s.leader == NONE or s.bids[s.leader] != max(bids) or s.passed >> s.leader & 1):
        return f"seat {s.leader} leads with bids {bids}"
    on_offer = s.phase in (PEEK, BIDDING)
    if on_offer != (s.lot_pile != NONE) or (s.phase == BIDDING) != (s.lot != NONE) or on_offer != (s.bidder != NONE):
        return "the lot and the phase disagree"
    if s.named not in (NONE, SPOKEN[s.lot] if s.lot != NONE else NONE):
        return "the lot was named wrongly"
    return ""


def check_sabotage(s: Any) -> str:
    """BAT-41 to BAT-44. A victim only while there is an attack."""
    under_attack = s.phase in (TARGET, SABOTAGE_ROLL, RANSOM, SHOW, LOWER)
    if under_attack != (s.victim != NONE) or s.victim == s.current:
        return f"seat {s.victim} is under attack"
    if (s.phase == LOWER) != (s.fallen != NONE) or (s.phase in (FILL, TARGET)) != (s.pending != NONE):
        return "a card is in the air"
    if s.phase in (SABOTAGE_ROLL, RANSOM) and s.row[s.victim, s.target] < 0:
        return "nothing stands at the attacked place"
    return ""


def check_end(s: Any) -> str:
    """BAT-64. At the end all hands lie open."""
    if s.phase == OVER_PHASE and (s.shown or any(s.secret[p, k] for p in range(s.seats) for k in range(KINDS))):
        return "a hand is still secret"
    return ""


TESTS: tuple[Callable[[Any], str], ...] = (
    check_turn,
    check_treasure,
    check_cards,
    check_piles,
    check_cities,
    check_hands,
    check_sales,
    check_auction,
    check_sabotage,
    check_end,
)
