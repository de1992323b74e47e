"""Phase 3, sabotage: of a building or of a hand (BAT-40 to BAT-44)."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.games.batisseurs.actions import RAID, SABOTAGE
from bastide.games.batisseurs.city import count_copies, count_shields, place_of, raze
from bastide.games.batisseurs.piles import lose_card, lower_pile, put_under
from bastide.games.batisseurs.state import LOWER, RANSOM, SABOTAGE_ROLL, SHOW, TARGET
from bastide.games.batisseurs.tables import BIG_HAND, DESTROYED, EFFECT, KINDS, NOTHING, VALUE
from bastide.games.batisseurs.turn import end_turn


@rule
def fewest_shields(s: Any, attacker: int) -> int:
    """BAT-41. The fewest shields among opponents who own a building; a large number if nobody does."""
    fewest = 1000
    for p in range(s.seats):
        if p != attacker and s.length[p] > 0:
            fewest = min(fewest, count_shields(s, p))
    return fewest


@rule
def legal_sabotage(s: Any, out: Any, n: int) -> int:
    """BAT-40, BAT-41, BAT-44. With a stone: a building of the least shielded, or a hand of five and more."""
    if s.stones[s.current] == 0:
        return n
    fewest = fewest_shields(s, s.current)
    for p in range(s.seats):
        if p != s.current and s.length[p] > 0 and count_shields(s, p) == fewest:
            for kind in range(KINDS):
                if count_copies(s, p, kind) > 0:
                    out[n] = SABOTAGE + p * KINDS + kind
                    n += 1
    for p in range(s.seats):
        if p != s.current and s.hand_size[p] >= BIG_HAND:
            out[n] = RAID + p
            n += 1
    return n


@rule
def spend_stone(s: Any, victim: int) -> None:
    """BAT-40. In every case the stone returns to the reserve."""
    s.stones[s.current] -= 1
    s.reserve += 1
    s.victim = victim


@rule
def attack_building(s: Any, victim: int, kind: int) -> None:
    """BAT-41. Where two equal buildings stand in the city, the attacker says which."""
    spend_stone(s, victim)
    if count_copies(s, victim, kind) > 1:
        s.pending = kind
        s.phase = TARGET
    else:
        aim(s, place_of(s, victim, kind))


@rule
def aim(s: Any, place: int) -> None:
    """BAT-42. The building under attack is settled; the attacker rolls."""
    s.pending = NONE
    s.target = place
    s.phase = SABOTAGE_ROLL


@rule
def attack_hand(s: Any, victim: int) -> None:
    """BAT-44. No roll: a card is drawn at random."""
    spend_stone(s, victim)
    s.phase = SHOW


@rule
def pick_from_hand(s: Any, r: int) -> int:
    """BAT-44. The r-th card of the attacked hand."""
    kind = -1
    while r >= 0:
        kind += 1
        r -= s.known[s.victim, kind] + s.secret[s.victim, kind]
    return kind


@rule
def roll_sabotage(s: Any, face: int) -> None:
    """BAT-42. Saboteur: destroyed. 1 and 2: nothing. 3 to 5: the owner may pay."""
    s.die = face
    s.roller = s.current
    s.earned = NONE
    if EFFECT[face] == DESTROYED:
        destroy(s)
    elif EFFECT[face] == NOTHING:
        end_sabotage(s)
    else:
        s.phase = RANSOM


@rule
def can_pay_ransom(s: Any) -> bool:
    """BAT-42. Whether the owner has the printed value of the attacked card."""
    return s.money[s.victim] >= VALUE[s.row[s.victim, s.target]]


@rule
def pay_ransom(s: Any) -> None:
    """BAT-42. The owner pays the printed value to the attacker and keeps the building."""
    price = VALUE[s.row[s.victim, s.target]]
    s.money[s.victim] -= price
    s.money[s.current] += price
    end_sabotage(s)


@rule
def destroy(s: Any) -> None:
    """BAT-36, BAT-42. The attacked building leaves its city."""
    s.fallen = s.row[s.victim, s.target]
    raze(s, s.victim, s.target)
    bury(s)


@rule
def show_card(s: Any, kind: int) -> None:
    """BAT-44. The card drawn from the hand is shown to all."""
    lose_card(s, s.victim, kind)
    s.fallen = kind
    bury(s)


@rule
def bury(s: Any) -> None:
    """BAT-43. Under the lower pile; if they are equal the attacker chooses."""
    pile = lower_pile(s)
    if pile == NONE:
        s.phase = LOWER
    else:
        bury_under(s, pile)


@rule
def bury_under(s: Any, pile: int) -> None:
    """BAT-43. The fallen card is the lowest of that pile now."""
    put_under(s, pile, s.fallen)
    end_sabotage(s)


@rule
def end_sabotage(s: Any) -> None:
    """BAT-40. One sabotage is the whole of phase 3."""
    s.victim = NONE
    s.target = NONE
    s.fallen = NONE
    end_turn(s)
