"""What is asked, what each card is called, and what it would change."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE
from bastide.core.verbs import Pieces
from bastide.core.words import Choice, Effect, Majority, Phrase, Prompt, Values
from bastide.games.enghien.actions import VERBS, cell_name
from bastide.games.enghien.picture import counts_of, majority
from bastide.games.enghien.state import OVER_PHASE, TAKE
from bastide.games.enghien.tables import CARD_SYMBOLS, PER_CARD
from bastide.games.enghien.wording import card_id, cell_id


def prompt(v: Any, seat: int) -> Prompt:
    """ENG-04. One question all game: which card."""
    if v.phase == OVER_PHASE:
        return Prompt(Phrase("enghien.prompt.over"), clause="ENG-12")
    if v.phase != TAKE:
        return Prompt(Phrase("enghien.prompt.deal"), clause="ENG-02")
    if v.current == seat:
        return Prompt(Phrase("enghien.prompt.take"), seat, clause="ENG-04")
    return Prompt(Phrase("enghien.prompt.wait", {"seat": f"#{v.current}"}), v.current, clause="ENG-04")


def take_pieces(v: Any, _seat: int, cell: int) -> Pieces:
    """The card, or the hole it left; nothing for a cell the layout has not."""
    if v.card[cell] == NONE:
        return ()
    return (card_id(v.card[cell]) if v.taker[cell] == NONE else cell_id(v, cell),)


def take_choice(v: Any, cell: int) -> Choice:
    """ENG-04. A card of the layout, with the majorities it would change."""
    rows = []
    effects = []
    for i in range(PER_CARD):
        symbol = CARD_SYMBOLS[v.card[cell], i]
        counts = counts_of(v, symbol)
        was = majority(counts, symbol)
        counts[v.current] += 1
        rows.append(majority(counts, symbol))
        effects += _effect(v.current, was, rows[-1])
    values: Values = {"cell": cell_name(v, cell)}
    values.update({f"symbol{i + 1}": f"@enghien.symbol.{row.kind}" for i, row in enumerate(rows)})
    return Choice(Phrase("enghien.choice.take", values), effects=tuple(effects), majorities=tuple(rows))


def _effect(p: int, was: Majority, row: Majority) -> list[Effect]:
    """What one more symbol does to its majority."""
    values: dict[str, str | int] = {"symbol": f"@enghien.symbol.{row.kind}", "n": row.counts[p]}
    if row.leaders == [p]:
        key = "enghien.effect.leads" if was.leaders == [p] else "enghien.effect.takes_lead"
        return [Effect(Phrase(key, values), "lead", "ENG-10")]
    if p in row.leaders:
        return [Effect(Phrase("enghien.effect.ties", values), "note", "ENG-11")]
    return []


targets = VERBS.targeter(take=take_pieces)
choice = VERBS.chooser(targets, take=take_choice)
