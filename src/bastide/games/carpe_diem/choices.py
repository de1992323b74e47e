"""What is asked, what each choice is called, and what is certain to come of it."""

from __future__ import annotations

from typing import Any

from bastide.core.state import CHANCE, ask, twin_of
from bastide.core.words import Choice, Effect, Event, Phrase, Prompt, Step, Values
from bastide.games.carpe_diem.actions import (
    CARD_FIRST,
    DISC,
    GIVE_BACK,
    GIVE_SETS,
    GO,
    KEEP_BREAD,
    LAY,
    LEFT,
    NEXT_REWARD,
    SPEND_BREAD,
    STORE,
    TAKE_ROW,
    TAKE_TILE,
)
from bastide.games.carpe_diem.kinds import KIND_NAMES, VILLA, VINEYARD
from bastide.games.carpe_diem.outlook import best_of_circle, card_points
from bastide.games.carpe_diem.reading import circle_cards
from bastide.games.carpe_diem.rewards import may_store
from bastide.games.carpe_diem.rules import apply, to_move
from bastide.games.carpe_diem.state import (
    DRAW_FOUNTAIN,
    FINISHED,
    MOVE,
    PLACE,
    STAGE_NAMES,
    START,
    TAKE,
)
from bastide.games.carpe_diem.story import consequences
from bastide.games.carpe_diem.tables import BREAD_FOR_SET, CIRCLE_CARDS, TILE_IDS, cell_name
from bastide.games.carpe_diem.words import card_name, kind_key, shape_key, tile_key

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
    if v.stage == FINISHED:
        return Prompt(Phrase("carpe_diem.prompt.over"), clause=clause)
    if v.stage < DRAW_FOUNTAIN:
        return Prompt(Phrase("carpe_diem.prompt.deal"), clause=clause)
    values: Values = {} if v.current == seat else {"seat": f"#{v.current}"}
    values |= _prompt_values(v, name)
    if v.stage == PLACE and not ask(may_store, v):
        name = "place_first"
    manner = "ask" if v.current == seat else "wait"
    return Prompt(Phrase(f"carpe_diem.{manner}.{name}", values), v.current, steps=_steps(v), clause=clause)


def _prompt_values(v: Any, name: str) -> Values:
    if name == "place":
        return {"tile": tile_key(v.in_hand)}
    if name in ("pay_bread", "sets"):
        return {"card": card_name(v.grid[v.card_now])}
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


def choice(v: Any, a: int, seat: int) -> Choice:
    """The name of an action, the pieces that stand for it, and its consequences."""
    label, targets, verb = _name(v, a)
    after = twin_of(v)
    ask(apply, after, a)
    mover = ask(to_move, after)
    return Choice(
        label,
        targets,
        commits=mover != seat or LAY <= a <= STORE,  # a tile that is laid is looked at first
        effects=tuple(_effect(event) for event in consequences(v, a, after) if event.depth > 0),
        points=_points(v, a),
        reveals=mover == CHANCE,
        verb=f"carpe_diem.verb.{verb}",
    )


def _effect(event: Event) -> Effect:
    points = sum(gain.points for gain in event.gains)
    key, values = event.key, event.values
    if points:
        key, values = f"{event.key}.effect", {**event.values, "points": abs(points)}
    tone = "loss" if points < 0 else "note" if event.key.endswith(("complete", "cleared", "row_empty")) else "gain"
    return Effect(Phrase(key, values), tone, event.clause)  # type: ignore[arg-type]


def _points(v: Any, a: int) -> int | None:
    """CDM-41, CDM-43. Net points where they are certain: the best of a circle, the sets given."""
    if DISC <= a < CARD_FIRST:
        cards = circle_cards(v, a - DISC)
        return best_of_circle(v.players[v.current], cards) if cards else None
    if a >= GIVE_SETS:
        return card_points(v.grid[v.card_now], a - GIVE_SETS + v.bread_set)
    return None


def _name(v: Any, a: int) -> tuple[Phrase, tuple[str, ...], str]:
    """Label, targets and verb."""
    if a < TAKE_TILE:
        return _name_move(v, a)
    if a < NEXT_REWARD or TAKE_ROW <= a < GIVE_BACK:
        return _name_tile(v, a)
    if a < DISC:
        kind, what = (a - NEXT_REWARD + VINEYARD, "reward") if a < TAKE_ROW else (a - GIVE_BACK + VILLA, "return")
        piece = "reward" if what == "reward" else "fountain"
        return Phrase(f"carpe_diem.choice.{what}", {"kind": kind_key(kind)}), (f"{piece}:{KIND_NAMES[kind]}",), what
    return _name_scoring(v, a)


def _name_move(v: Any, a: int) -> tuple[Phrase, tuple[str, ...], str]:
    if v.stage == START:
        return Phrase("carpe_diem.choice.start", {"space": a - GO + 1}), (f"ring:{a - GO + 1}",), "go"
    after = twin_of(v)
    ask(apply, after, a)
    space = after.players[v.current].pawn + 1
    way = "bread" if a >= GO else "left" if a == LEFT else "right"
    return Phrase(f"carpe_diem.choice.{way}", {"space": space}), (f"ring:{space}", f"way:{way}"), "go"


def _name_tile(v: Any, a: int) -> tuple[Phrase, tuple[str, ...], str]:
    if a == STORE:
        return Phrase("carpe_diem.choice.store", {"tile": tile_key(v.in_hand)}), ("tile:hand", "store"), "store"
    if LAY <= a < STORE:
        cell, turn = divmod(a - LAY, 4)
        values: Values = {"tile": tile_key(v.in_hand), "cell": cell_name(cell), "degrees": 90 * turn}
        key = "carpe_diem.choice.place_turned" if turn else "carpe_diem.choice.place"
        return Phrase(key, values), ("tile:hand", f"cell:{cell_name(cell)}", f"turn:{turn}"), "place"
    if a >= TAKE_ROW:
        tile, piece = v.row[a - TAKE_ROW], f"tile:row:{a - TAKE_ROW + 1}"
    else:
        space = v.players[v.current].pawn
        tile = v.ring[space, a - TAKE_TILE]
        piece = f"tile:{space + 1}:{TILE_IDS[tile]}"
    return Phrase("carpe_diem.choice.take", {"tile": tile_key(tile), "shape": shape_key(tile)}), (piece,), "take"


def _name_scoring(v: Any, a: int) -> tuple[Phrase, tuple[str, ...], str]:
    if a < CARD_FIRST:
        first, second = (card_name(v.grid[CIRCLE_CARDS[a - DISC, i]]) for i in range(2))
        return Phrase("carpe_diem.choice.disc", {"first": first, "second": second}), (f"circle:{a - DISC}",), "disc"
    if a < KEEP_BREAD:
        space = int(CIRCLE_CARDS[v.circle, a - CARD_FIRST])
        return Phrase("carpe_diem.choice.first", {"card": card_name(v.grid[space])}), (f"scoring:{space}",), "score"
    if a < GIVE_SETS:
        what = "pay" if a == SPEND_BREAD else "keep"
        return Phrase(f"carpe_diem.choice.{what}_bread", {"n": BREAD_FOR_SET}), (f"bread:{what}",), what
    sets = a - GIVE_SETS
    values: Values = {"n": sets, "card": card_name(v.grid[v.card_now])}
    return Phrase("carpe_diem.choice.sets", values), (f"sets:{sets}",), "score"
