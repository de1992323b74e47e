"""What is asked, what each choice is called, and what is certain to come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bastide.core.state import CHANCE, NONE, ask, once, twin_of
from bastide.core.verbs import Pieces
from bastide.core.words import Choice, Effect, Event, Phrase, Plan, Prompt, Step, Values
from bastide.games.carpe_diem.actions import CARD_FIRST, LAY, LEFT, RIGHT, STORE, VERBS
from bastide.games.carpe_diem.circles import is_free
from bastide.games.carpe_diem.components import CIRCLES
from bastide.games.carpe_diem.outlook import best_of_circle, card_points, order_matters
from bastide.games.carpe_diem.reading import circle_cards
from bastide.games.carpe_diem.refusals import TURN, fits_somehow
from bastide.games.carpe_diem.rewards import may_store
from bastide.games.carpe_diem.rules import apply, to_move
from bastide.games.carpe_diem.state import CIRCLE, DRAW_FOUNTAIN, MOVE, OVER_PHASE, PLACE, STAGE_NAMES, START, TAKE
from bastide.games.carpe_diem.story import consequences
from bastide.games.carpe_diem.tables import (
    BREAD_FOR_MOVE,
    BREAD_FOR_SET,
    CIRCLE_CARDS,
    NUM_CIRCLES,
    TILE_IDS,
    cell_name,
)
from bastide.games.carpe_diem.wording import card_values, circle_values, shape_key, tile_key

CLAUSES = {
    "start": "CDM-02",
    "move": "CDM-11",
    "take": "CDM-14",
    "place": "CDM-20",
    "reward": "CDM-23",
    "artisan_pick": "CDM-30",
    "return": "CDM-32",
    "circle": "CDM-41",
    "first": "CDM-41",
    "pay_bread": "CDM-44",
    "sets": "CDM-43",
    "draw_fountain": "CDM-32",
    "finished": "CDM-65",
}


def prompt(v: Any, seat: int) -> Prompt:
    """One sentence: to the seat that decides, or about it."""
    name = STAGE_NAMES[v.stage]
    clause = CLAUSES.get(name, "CDM-05")
    if v.stage == OVER_PHASE:
        return Prompt(Phrase("carpe_diem.prompt.over"), clause=clause)
    if v.stage < DRAW_FOUNTAIN:
        return Prompt(Phrase("carpe_diem.prompt.deal"), clause=clause)
    values: Values = {} if v.current == seat else {"seat": f"#{v.current}"}
    values |= _prompt_values(v, name)
    manner = "ask" if v.current == seat else "wait"
    return Prompt(Phrase(f"carpe_diem.{manner}.{_question(v)}", values), v.current, steps=_steps(v), clause=clause)


def _question(v: Any) -> str:
    """What is asked: nothing that is forbidden here, such as storing a first tile or going for bread without any."""
    if v.stage == PLACE and not ask(may_store, v):
        return "place_first"
    if v.stage == MOVE and v.players[v.current].bread < BREAD_FOR_MOVE:
        return "move_without_bread"
    return STAGE_NAMES[v.stage]


def _prompt_values(v: Any, name: str) -> Values:
    if name == "place":
        return {"tile": tile_key(v.in_hand)}
    if name in ("pay_bread", "sets"):
        return card_values(v, v.card_now)
    return {}


def _steps(v: Any) -> tuple[Step, ...]:
    """Pawn, tile, place: how far a turn has come."""
    stages = {MOVE: 0, TAKE: 1, PLACE: 2}
    if v.stage not in stages or v.from_row:
        return ()
    at = stages[v.stage]
    names = ("pawn", "tile", "place")
    return tuple(
        Step(Phrase(f"carpe_diem.step.{name}"), "done" if i < at else "now" if i == at else "next")
        for i, name in enumerate(names)
    )


# ---- what stands for a choice


def arrival(v: Any, a: int) -> int:
    """CDM-11, CDM-12. The ring space, from 1, to which the pawn would go."""
    return int(record_after(v, a).players[v.current].pawn) + 1


@once
def record_after(v: Any, a: int) -> Any:
    """The record after a decision, tried on a copy."""
    after = twin_of(v)
    ask(apply, after, a)
    return after


def go_pieces(v: Any, _seat: int, space: int) -> Pieces:
    return (f"ring:{space + 1}",) if v.stage == START else (f"ring:{space + 1}", "way:bread")


def left_pieces(v: Any, _seat: int) -> Pieces:
    return (f"ring:{arrival(v, LEFT)}", "way:left")


def right_pieces(v: Any, _seat: int) -> Pieces:
    return (f"ring:{arrival(v, RIGHT)}", "way:right")


def take_pieces(v: Any, _seat: int, slot: int) -> Pieces:
    space = v.players[v.current].pawn
    return (f"tile:{space + 1}:{TILE_IDS[v.ring[space, slot]]}",)


def first_pieces(v: Any, _seat: int, which: int) -> Pieces:
    return (f"scoring:{CIRCLE_CARDS[v.circle, which]}",)


pieces = VERBS.targeter(go=go_pieces, left=left_pieces, right=right_pieces, take=take_pieces, first=first_pieces)


# ---- what stands for an action that is not legal


def no_pieces(_v: Any, _seat: int, *_arguments: int) -> Pieces:
    return ()


def ring_space(v: Any, _seat: int, space: int) -> Pieces:
    return (f"ring:{space + 1}",) if v.stage in (START, *TURN) else ()


def row_tile(v: Any, _seat: int, slot: int) -> Pieces:
    return (f"tile:row:{slot + 1}",) if v.stage in TURN and v.row[slot] != NONE else ()


def unfit_cell(v: Any, _seat: int, cell: int, turn: int) -> Pieces:
    """A free cell where the tile fits in no turn, once."""
    if v.stage != PLACE or turn or v.players[v.current].occupied >> cell & 1 or fits_somehow(v, cell):
        return ()
    return (f"cell:{cell_name(cell)}",)


def storing(v: Any, _seat: int) -> Pieces:
    return ("store",) if v.stage == PLACE else ()


def taken_circle(v: Any, seat: int, circle: int) -> Pieces:
    return pieces(v, VERBS["disc"](circle), seat) if circle_cards(v, circle) else ()


ON_THE_TABLE: dict[str, Callable[..., Pieces]] = {
    "go": ring_space,
    "row": row_tile,
    "place": unfit_cell,
    "store": storing,
    "disc": taken_circle,
}
targets = VERBS.targeter(**{verb.name: ON_THE_TABLE.get(verb.name, no_pieces) for verb in VERBS})


# ---- what a choice is called


def named(key: str, **values: str | int) -> Choice:
    return Choice(Phrase(f"carpe_diem.choice.{key}", values))


def go_choice(v: Any, space: int) -> Choice:
    return named("start" if v.stage == START else "bread", space=space + 1)


def take_choice(v: Any, slot: int) -> Choice:
    return named_tile(v.ring[v.players[v.current].pawn, slot])


def row_choice(v: Any, slot: int) -> Choice:
    return named_tile(v.row[slot])


def named_tile(tile: int) -> Choice:
    return named("take", tile=tile_key(tile), shape=shape_key(tile))


def place_choice(v: Any, cell: int, turn: int) -> Choice:
    key = "place_turned" if turn else "place"
    return named(key, tile=tile_key(v.in_hand), cell=cell_name(cell), degrees=90 * turn)


def disc_choice(v: Any, circle: int) -> Choice:
    """CDM-41. The two cards, and the most they can bring."""
    cards = circle_cards(v, circle)
    points = best_of_circle(v.players[v.current], cards) if cards else None
    return msgspec.structs.replace(named("disc", **circle_values(v, CIRCLES[circle])), points=points)


def first_choice(v: Any, which: int) -> Choice:
    return named("first", **card_values(v, CIRCLES[v.circle][which]))


def sets_choice(v: Any, sets: int) -> Choice:
    """CDM-43. So many sets of the card at hand, with what they bring."""
    card = v.grid[v.card_now]
    points = card_points(card, sets + v.bread_set)
    return msgspec.structs.replace(named("sets", n=sets, **card_values(v, v.card_now)), points=points)


call = VERBS.chooser(
    pieces,
    left=lambda v: named("left", space=arrival(v, LEFT)),
    right=lambda v: named("right", space=arrival(v, RIGHT)),
    go=go_choice,
    take=take_choice,
    row=row_choice,
    place=place_choice,
    store=lambda v: named("store", tile=tile_key(v.in_hand)),
    disc=disc_choice,
    first=first_choice,
    keep_bread=lambda _v: named("keep_bread", n=BREAD_FOR_SET),
    pay_bread=lambda _v: named("pay_bread", n=BREAD_FOR_SET),
    sets=sets_choice,
)


def choice(v: Any, a: int, seat: int) -> Choice:
    """The name of an action, the pieces that stand for it, and its consequences."""
    after = record_after(v, a)
    mover = ask(to_move, after)
    return msgspec.structs.replace(
        call(v, a, seat),
        commits=mover != seat or LAY <= a <= STORE,  # a tile that is laid is looked at first
        effects=tuple(_effect(event) for event in consequences(v, a, after) if event.depth > 0),
        reveals=mover == CHANCE,
    )


def plans(v: Any, seat: int) -> list[Plan]:
    """CDM-41. A disc with the first card, where the order of the two changes nothing: it is not asked about."""
    if v.stage != CIRCLE or v.current != seat:
        return []
    player = v.players[seat]
    free = [circle for circle in range(NUM_CIRCLES) if ask(is_free, v, circle)]
    return [_disc_plan(v, circle) for circle in free if not order_matters(player, _cards_of(v, circle))]


def _cards_of(v: Any, circle: int) -> tuple[int, int]:
    first, second = CIRCLES[circle]
    return v.grid[first], v.grid[second]


def _disc_plan(v: Any, circle: int) -> Plan:
    disc = VERBS["disc"](circle)
    called, settled = call(v, disc, v.current), choice(record_after(v, disc), CARD_FIRST, v.current)
    return Plan(
        actions=(disc, CARD_FIRST),
        label=called.label,
        targets=called.targets,
        points=called.points,
        effects=settled.effects,
        verb=called.verb,
    )


def _effect(event: Event) -> Effect:
    points = sum(gain.points for gain in event.gains)
    key, values = event.key, event.values
    if points:
        key, values = f"{event.key}.effect", {**event.values, "points": abs(points)}
    tone = "loss" if points < 0 else "note" if event.key.endswith(("complete", "cleared", "row_empty")) else "gain"
    return Effect(Phrase(key, values), tone, event.clause)  # type: ignore[arg-type]
