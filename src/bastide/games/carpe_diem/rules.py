"""Set-up, who moves, what chance may draw, what is legal, and what a decision or an outcome does: by stage."""

from __future__ import annotations

from typing import Any

from bastide.core.jit import rule, shared
from bastide.core.piles import count_bag, pick_from
from bastide.core.state import CHANCE, NONE, OVER
from bastide.games.carpe_diem.actions import (
    CARD_FIRST,
    DISC,
    GIVE_SETS,
    GO,
    KEEP_BREAD,
    TAKE_ROW,
    TAKE_TILE,
)
from bastide.games.carpe_diem.circles import (
    apply_bread,
    apply_circle,
    apply_first,
    apply_sets,
    begin_scoring,
    legal_bread,
    legal_circle,
    legal_first,
    legal_sets,
    settle_cards,
)
from bastide.games.carpe_diem.deal import (
    clear_player,
    clear_table,
    deal_board,
    deal_card,
    deal_deck,
    deal_frame,
    deal_ring,
    deal_row,
    fill_bags,
    pick_card,
)
from bastide.games.carpe_diem.rewards import (
    apply_artisan,
    apply_building,
    draw_fountain,
    legal_artisan,
    legal_place,
    legal_return,
    legal_reward,
)
from bastide.games.carpe_diem.state import (
    ARTISAN_PICK,
    CIRCLE,
    DEAL_BOARD,
    DEAL_CARD,
    DEAL_DECK,
    DEAL_FRAME,
    DEAL_RING,
    DEAL_ROW,
    DRAW_FOUNTAIN,
    FIRST,
    MOVE,
    OVER_PHASE,
    PAY_BREAD,
    PLACE,
    RETURN,
    REWARD,
    START,
    TAKE,
)
from bastide.games.carpe_diem.tables import PHASES
from bastide.games.carpe_diem.turn import apply_move, apply_start, apply_take, legal_move, legal_start, legal_take

VERSION = 0  # where the options have the version of the rules: after the last, and there are none


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    """CDM-01, CDM-06. The lowest seat counts as the youngest; nothing is dealt yet."""
    s.seats = seats
    s.shovel_first = options[VERSION] >= 2
    s.stage = DEAL_FRAME
    s.phase = 0
    s.played = 0
    s.first = 0
    s.current = 0
    s.deal = 0
    s.deck = NONE
    s.in_hand = NONE
    s.from_row = 0
    s.waiting = 0
    s.spot = NONE
    s.circle = NONE
    s.card_now = NONE
    s.card_next = NONE
    s.sets_done = NONE
    s.bread_spent = 0
    s.bread_set = 0
    fill_bags(s)
    clear_table(s)
    for p in range(seats):
        clear_player(s.players[p])
        s.players[p].height = p


@rule
def to_move(s: Any) -> int:
    """A seat, CHANCE while something is dealt or drawn, or OVER."""
    if s.stage == OVER_PHASE:
        return OVER
    return s.current if s.stage > DRAW_FOUNTAIN else CHANCE


@rule
def begins_turn(s: Any) -> bool:
    """CDM-10. The pawn is about to go."""
    return s.stage == MOVE


@rule
def chance_total(s: Any) -> int:
    """How many pieces or cards the next one is drawn from, all equally likely."""
    if s.stage == DEAL_RING:
        return s.black_left if s.phase == PHASES - 1 else s.white_left
    if s.stage == DEAL_ROW:
        return s.black_left
    if s.stage == DRAW_FOUNTAIN:
        return s.fountain_left
    if s.stage == DEAL_CARD:
        return s.deck_left[s.deck]
    if s.stage == DEAL_DECK:
        return count_bag(s.deck_bag)
    return count_bag(s.frame_bag) if s.stage == DEAL_FRAME else count_bag(s.board_bag)


@rule
def chance_pick(s: Any, r: int) -> int:
    """The r-th of them: a piece, a board, a deck, a card, a kind of tile or a kind of fountain card."""
    if s.stage == DEAL_RING:
        return pick_from(s.black_bag, r) if s.phase == PHASES - 1 else pick_from(s.white_bag, r)
    if s.stage == DEAL_ROW:
        return pick_from(s.black_bag, r)
    if s.stage == DRAW_FOUNTAIN:
        return pick_from(s.fountain_bag, r)
    if s.stage == DEAL_CARD:
        return pick_card(s, r)
    if s.stage == DEAL_DECK:
        return pick_from(s.deck_bag, r)
    return pick_from(s.frame_bag, r) if s.stage == DEAL_FRAME else pick_from(s.board_bag, r)


@rule
@shared
def legal(s: Any, out: Any) -> int:
    """The mover's action ids, ascending."""
    if s.stage == PLACE:
        return legal_place(s, out)
    if s.stage == TAKE:
        return legal_take(s, out)
    if s.stage == MOVE:
        return legal_move(s, out)
    if s.stage >= CIRCLE:
        return legal_scoring(s, out)
    if s.stage == REWARD:
        return legal_reward(s, out)
    if s.stage == ARTISAN_PICK:
        return legal_artisan(s, out)
    return legal_return(s, out) if s.stage == RETURN else legal_start(s, out)


@rule
def legal_scoring(s: Any, out: Any) -> int:
    """CDM-41 to CDM-44. The decisions of a scoring turn."""
    if s.stage == CIRCLE:
        return legal_circle(s, out)
    if s.stage == FIRST:
        return legal_first(s, out)
    return legal_bread(s, out) if s.stage == PAY_BREAD else legal_sets(s, out)


@rule
@shared
def apply(s: Any, a: int) -> None:
    """One decision or outcome, then the next scoring turn where it ends a phase or such a turn."""
    is_scoring_next = False
    if s.stage == PLACE or s.stage == REWARD or s.stage == RETURN:
        is_scoring_next = apply_building(s, a)
    elif s.stage == TAKE:
        apply_take(s, a - TAKE_TILE)
    elif s.stage == MOVE:
        apply_move(s, a)
    elif s.stage <= DRAW_FOUNTAIN:
        apply_outcome(s, a)
    elif s.stage >= CIRCLE:
        is_scoring_next = apply_scoring(s, a)
    elif s.stage == ARTISAN_PICK:
        apply_artisan(s, a - TAKE_ROW)
    elif s.stage == START:
        apply_start(s, a - GO)
    if is_scoring_next:
        begin_scoring(s)


@rule
def apply_outcome(s: Any, outcome: int) -> None:
    """What chance has drawn is laid out or looked at."""
    if s.stage == DEAL_RING:
        deal_ring(s, outcome)
    elif s.stage == DEAL_ROW:
        deal_row(s, outcome)
    elif s.stage == DRAW_FOUNTAIN:
        draw_fountain(s, outcome)
    elif s.stage == DEAL_DECK:
        deal_deck(s, outcome)
    elif s.stage == DEAL_CARD:
        deal_card(s, outcome)
    elif s.stage == DEAL_FRAME:
        deal_frame(s, outcome)
    elif s.stage == DEAL_BOARD:
        deal_board(s, outcome)


@rule
def apply_scoring(s: Any, a: int) -> bool:
    """CDM-41 to CDM-44. A disc, the order of the cards, bread, sets; returns whether the scoring turn is over."""
    sets = NONE
    if s.stage == CIRCLE:
        apply_circle(s, a - DISC)
        return False
    if s.stage == FIRST:
        apply_first(s, a - CARD_FIRST)
    elif s.stage == PAY_BREAD:
        apply_bread(s, a - KEEP_BREAD)
    else:
        sets = apply_sets(s, a - GIVE_SETS)
    return settle_cards(s, sets)
