"""The scoring stage after each phase: discs, circles, green and red cards."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule
from bastide.core.state import NONE
from bastide.games.carpe_diem.actions import CARD_FIRST, DISC, GIVE_SETS, KEEP_BREAD, SPEND_BREAD
from bastide.games.carpe_diem.deal import begin_phase
from bastide.games.carpe_diem.kinds import (
    ANY_DWELLING,
    ANY_LANDSCAPE,
    ARTISAN,
    BREAD,
    CHIMNEY,
    COIN,
    FISH_POND,
    MERCHANT,
    POINTS,
    STEP,
    VINEYARD,
)
from bastide.games.carpe_diem.scoring import finish
from bastide.games.carpe_diem.state import CIRCLE, FIRST, PAY_BREAD, SETS
from bastide.games.carpe_diem.tables import (
    BREAD_FOR_SET,
    CARD_RED,
    CIRCLE_CARDS,
    MAX_SETS,
    NEED_COUNT,
    NEED_WHAT,
    NEEDS,
    NUM_CIRCLES,
    PENALTY,
    PHASES,
    REWARD,
)
from bastide.games.carpe_diem.track import advance, next_to_score


@rule
def begin_scoring(s: Any) -> None:
    """CDM-40. The farthest on the track who has not scored yet; after the last one the next phase, or the end."""
    s.circle = NONE
    s.card_now = NONE
    s.card_next = NONE
    s.sets_done = NONE
    s.bread_spent = 0
    p = next_to_score(s)
    if p != NONE:
        s.current = p
        s.stage = CIRCLE
    elif s.phase == PHASES - 1:
        finish(s)
    else:
        begin_phase(s)


@rule
def is_free(s: Any, circle: int) -> bool:
    """CDM-04, CDM-41. An empty circle between two cards."""
    return (
        s.disc[circle] == NONE and s.grid[CIRCLE_CARDS[circle, 0]] != NONE and s.grid[CIRCLE_CARDS[circle, 1]] != NONE
    )


@rule
def legal_circle(s: Any, out: Any) -> int:
    """CDM-41. Any free circle."""
    n = 0
    for circle in range(NUM_CIRCLES):
        out[n] = DISC + circle
        n += is_free(s, circle)
    return n


@rule
def apply_circle(s: Any, circle: int) -> None:
    """CDM-41. The disc stays for the rest of the game."""
    s.disc[circle] = s.current
    s.players[s.current].discs -= 1
    s.circle = circle
    s.stage = FIRST


@rule
def legal_first(s: Any, out: Any) -> int:
    """CDM-41. The player chooses which of the two cards comes first."""
    out[0] = CARD_FIRST
    out[1] = CARD_FIRST + 1
    return 2


@rule
def apply_first(s: Any, which: int) -> None:
    """CDM-41. One card now, the other after it."""
    s.card_now = CIRCLE_CARDS[s.circle, which]
    s.card_next = CIRCLE_CARDS[s.circle, 1 - which]


@rule
def legal_bread(s: Any, out: Any) -> int:
    """CDM-44. One may keep the bread and take the penalty."""
    out[0] = KEEP_BREAD
    out[1] = SPEND_BREAD
    return 2


@rule
def apply_bread(s: Any, spent: int) -> None:
    """CDM-44. Three bread stand for one set of the card being settled."""
    s.players[s.current].bread -= spent * BREAD_FOR_SET
    s.bread_spent = spent
    s.bread_set = spent


@rule
def ask_sets(s: Any) -> int:
    """CDM-42, CDM-43, CDM-44. A green card counts in full; a red one asks how many sets are given: NONE while asked.

    With three bread, once in a scoring turn, one may pay a set with them: that is asked before.
    """
    player = s.players[s.current]
    card = s.grid[s.card_now]
    if s.stage == FIRST and s.bread_spent == 0 and player.bread >= BREAD_FOR_SET:
        s.stage = PAY_BREAD
        return NONE
    if CARD_RED[card] == 0:
        return owned_sets(player, card)
    if payable_sets(player, card) == 0:
        return 0
    s.stage = SETS
    return NONE


@rule
def legal_sets(s: Any, out: Any) -> int:
    """CDM-43. From none to as many sets as goods and coins allow."""
    most = payable_sets(s.players[s.current], s.grid[s.card_now])
    for sets in range(most + 1):
        out[sets] = GIVE_SETS + sets
    return most + 1


@rule
def apply_sets(s: Any, sets: int) -> int:
    """CDM-43. The goods go back to the supply; returns the sets."""
    give_sets(s.players[s.current], s.grid[s.card_now], sets)
    return sets


@rule
def owned(player: Any, what: int) -> int:
    """CDM-46. How many of something a green card counts."""
    if what == CHIMNEY:
        return player.chimneys
    if what == ANY_LANDSCAPE:
        return complete_between(player, VINEYARD, FISH_POND)
    if what == ANY_DWELLING:
        return complete_between(player, MERCHANT, ARTISAN)
    return player.complete[what]


@rule
def complete_between(player: Any, first: int, last: int) -> int:
    n = 0
    for kind in range(first, last + 1):
        n += player.complete[kind]
    return n


@rule
def owned_sets(player: Any, card: int) -> int:
    """CDM-42. Full sets of what a green card shows."""
    sets = MAX_SETS
    for i in range(NEEDS):
        if NEED_COUNT[card, i] > 0:
            sets = min(sets, owned(player, NEED_WHAT[card, i]) // NEED_COUNT[card, i])
    return sets


@rule
def coins_missing(player: Any, card: int, sets: int) -> int:
    """CDM-43. The coins that must stand in for goods to give so many sets."""
    coins = 0
    for i in range(NEEDS):
        if NEED_COUNT[card, i] > 0:
            coins += max(0, sets * NEED_COUNT[card, i] - player.goods[NEED_WHAT[card, i]])
    return coins


@rule
def payable_sets(player: Any, card: int) -> int:
    """CDM-43. The most sets of a red card that goods and coins can pay."""
    sets = 0
    while sets < MAX_SETS and coins_missing(player, card, sets + 1) <= player.coins:
        sets += 1
    return sets


@rule
def give_sets(player: Any, card: int, sets: int) -> None:
    """CDM-43. Goods first, coins only for what is missing."""
    player.coins -= coins_missing(player, card, sets)
    for i in range(NEEDS):
        good = NEED_WHAT[card, i]
        player.goods[good] -= min(player.goods[good], sets * NEED_COUNT[card, i])


@rule
def settle_cards(s: Any, sets: int) -> bool:
    """CDM-41. The card at hand, then the other one, as far as nothing is left to ask; returns whether both are settled.

    `sets` are those given for the first of them; NONE: not known yet.
    """
    while True:
        if sets == NONE:
            sets = ask_sets(s)
        if sets == NONE:
            return False
        s.sets_done = settle_card(s, sets)
        if s.card_next == NONE:
            return True
        s.card_now = s.card_next
        s.card_next = NONE
        s.stage = FIRST
        sets = NONE


@rule
def settle_card(s: Any, sets: int) -> int:
    """CDM-42, CDM-44, CDM-45. The reward for each set, or the penalty for none; returns the sets, bread included."""
    player = s.players[s.current]
    card = s.grid[s.card_now]
    sets += s.bread_set
    s.bread_set = 0
    if sets == 0:
        player.points -= PENALTY
    player.points += sets * REWARD[card, POINTS]
    player.coins += sets * REWARD[card, COIN]
    player.bread += sets * REWARD[card, BREAD]
    advance(s, s.current, sets * REWARD[card, STEP])
    return sets
