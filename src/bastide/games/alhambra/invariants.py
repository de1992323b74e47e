"""What must hold in every position."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE
from bastide.games.alhambra.state import (
    CHOOSE,
    DEAL,
    MARTIN_DRAWS,
    MONEY,
    OVER_PHASE,
    PAY,
    PHASES,
    RECIPIENT,
    YARD,
)
from bastide.games.alhambra.tables import (
    BUILDING_COPIES,
    BUILDING_KINDS,
    BUILDINGS,
    CATEGORY,
    COPIES,
    COPIES_AT_TWO,
    CURRENCY,
    FIRST_COPY,
    KINDS,
    MARTIN,
    MAX_SEATS,
    NUM_CATEGORIES,
    PILES,
    PRICE,
    SLOTS,
    VALUE,
    VALUES,
)


def check(s: Any) -> str:
    """The first broken invariant, or an empty text."""
    if not 0 <= s.phase < len(PHASES) or not 0 <= s.current < s.seats:
        return f"phase {s.phase}, seat {s.current}"
    for part in (_check_money, _check_buildings, _check_collectors, _check_piles, _check_purchase, _check_phase):
        broken = part(s)
        if broken:
            return broken
    return ""


def _check_money(s: Any) -> str:
    """ALH-01, ALH-50. Every money card is in one place."""
    copies = COPIES_AT_TWO if s.seats == 2 else COPIES
    lying = s.open_money[:].tolist()
    for kind in range(KINDS):
        held = sum(s.collectors[p].hand[kind] for p in range(s.seats))
        places = (s.money_bag[kind], s.discards[kind], lying.count(kind), held)
        if min(places) < 0 or sum(places) != copies:
            return f"money {kind}: {places} in pile, discards, open and hands are not {copies}"
    if sum(s.money_bag[:].tolist()) != s.money_size:
        return f"the money pile does not hold {s.money_size}"
    return ""


def _check_buildings(s: Any) -> str:
    """ALH-01, ALH-16. Every building is in one place, and owners of a kind are in order."""
    yard = s.yard[:].tolist()
    for kind in range(BUILDING_KINDS):
        owners = s.owner[FIRST_COPY[kind] : FIRST_COPY[kind] + BUILDING_COPIES[kind]].tolist()
        owned = [c for c in owners if c != NONE]
        if owners != sorted(owned) + [NONE] * (len(owners) - len(owned)):
            return f"building {kind}: owners {owners} are not in order"
        places = (s.building_bag[kind], yard.count(kind), len(owned))
        if min(places) < 0 or sum(places) != BUILDING_COPIES[kind]:
            return f"building {kind}: {places} in pile, yard and tableaux are not {BUILDING_COPIES[kind]}"
    if sum(s.building_bag[:].tolist()) != s.building_size:
        return f"the building pile does not hold {s.building_size}"
    return ""


def _check_collectors(s: Any) -> str:
    """What is counted twice agrees: worth of hands, and buildings by category."""
    kind_of = [kind for kind in range(BUILDING_KINDS) for _ in range(BUILDING_COPIES[kind])]
    for c in range(MAX_SEATS):
        collector = s.collectors[c]
        for currency in range(SLOTS):
            worth = sum(VALUE[kind] * collector.hand[kind] for kind in range(KINDS) if CURRENCY[kind] == currency)
            if worth != collector.money[currency]:
                return f"collector {c} holds {worth} of currency {currency}, not {collector.money[currency]}"
        mine = [CATEGORY[kind_of[i]] for i in range(BUILDINGS) if s.owner[i] == c]
        if [mine.count(k) for k in range(NUM_CATEGORIES)] != collector.buildings[:].tolist():
            return f"collector {c}: buildings {collector.buildings[:].tolist()} are not those owned"
        is_martin = s.seats == 2 and c == MARTIN
        if c >= s.seats and (sum(collector.hand[:].tolist()) or ((collector.score or mine) and not is_martin)):
            return f"collector {c} is nobody, yet has something"
    return ""


def _check_piles(s: Any) -> str:
    """ALH-06. The pile on top is one of five; a scoring card is out before the pile after its own comes up."""
    if s.turn == 0 and (s.pile, s.divided, s.scored) != (0, 0, 0):
        return "the money is divided before the first turn"
    if not 0 <= s.pile <= PILES or not 0 <= s.pile_left <= s.money_size:
        return f"pile {s.pile} with {s.pile_left} cards of {s.money_size}"
    due = 2 if s.turn and s.pile == 0 else max(0, (s.pile - 1) // 2)  # A is out from pile 3 on, B from pile 5 on
    if not due <= s.scored <= min(2, s.pile // 2 if s.pile else 2):
        return f"{s.scored} scoring cards are out at pile {s.pile}"
    later = sum(s.divided // PILES + (i < s.divided % PILES) for i in range(s.pile, PILES)) if s.pile else 0
    if s.pile and s.pile_left + later != s.money_size:
        return f"{s.pile_left} and {later} cards to come are not {s.money_size}"
    return ""


def _check_purchase(s: Any) -> str:
    """ALH-12, ALH-17. A purchase can always be paid; without one its fields are blank."""
    if s.phase not in (RECIPIENT, PAY):
        blank = (s.due, s.highest, s.for_martin, s.laid) == (0, 0, 0, 0)
        return "" if blank else "a purchase is noted while nobody buys"
    kind = s.yard[s.slot]
    if kind == NONE or not 1 <= s.due <= PRICE[kind]:
        return f"{s.due} due for slot {s.slot}"
    reach = sum((v + 1) * s.collectors[s.current].hand[s.slot * VALUES + v] for v in range(s.highest))
    return "" if reach >= s.due else f"only {reach} left to pay {s.due}"


def _check_phase(s: Any) -> str:
    """The phase fits what lies on the table."""
    open_cards = SLOTS - s.open_money[:].tolist().count(NONE)
    filling = {YARD: s.yard, MONEY: s.open_money}.get(s.phase)
    if filling is not None and filling[s.slot] != NONE:
        return f"{PHASES[s.phase]} fills slot {s.slot}, which is not empty"
    if s.phase in (CHOOSE, DEAL, OVER_PHASE) and s.slot != NONE:
        return f"slot {s.slot} is meant while {PHASES[s.phase]}"
    if (s.phase == MARTIN_DRAWS) != (s.martin_draws > 0) or s.martin_draws > s.building_size:
        return f"Martin draws {s.martin_draws} of {s.building_size}"
    if s.phase in (CHOOSE, RECIPIENT, PAY) and open_cards < SLOTS and s.money_size:
        return f"{open_cards} open money cards though the pile holds {s.money_size}"
    return ""
