"""What is asked, what each card is called, and what it would change."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from bastide.core.state import NONE, once
from bastide.core.verbs import Pieces
from bastide.core.words import Choice, Effect, Majority, Phrase, Prompt, Values
from bastide.games.enghien.actions import VERBS, cell_name
from bastide.games.enghien.picture import counts_of, majority
from bastide.games.enghien.state import OVER_PHASE, TAKE
from bastide.games.enghien.tables import CARD_SYMBOLS, SYMBOL_NAMES
from bastide.games.enghien.wording import card_id, cell_id

KEPT = 2048  # labels and majorities that are remembered


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
    return card_pieces(v.card[cell]) if v.taker[cell] == NONE else (cell_id(v, cell),)


@cache
def card_pieces(card: int) -> Pieces:
    return (card_id(card),)


def take_choice(v: Any, cell: int) -> Choice:
    """ENG-04. A card of the layout, with the majorities it would change."""
    card = v.card[cell]
    more = _more_of_each(v)
    one, two, three = symbols_of(card).symbols
    return Choice(
        take_label(cell_name(v, cell), card),
        take_pieces(v, NONE, cell),
        effects=more[one].effects + more[two].effects + more[three].effects,
        majorities=(more[one].row, more[two].row, more[three].row),
        verb="enghien.verb.take",
    )


@lru_cache(maxsize=KEPT)
def take_label(cell: str, card: int) -> Phrase:
    return Phrase("enghien.choice.take", {"cell": cell, **symbols_of(card).values})


class Shown(NamedTuple):
    """What a card shows: its symbols, and their names as values of a phrase."""

    symbols: list[int]
    values: Values


@cache
def symbols_of(card: int) -> Shown:
    symbols: list[int] = CARD_SYMBOLS[card].tolist()
    return Shown(symbols, {f"symbol{i}": f"@enghien.symbol.{SYMBOL_NAMES[n]}" for i, n in enumerate(symbols, 1)})


class OneMore(NamedTuple):
    """The majority of a symbol with one more of it for the mover, and what that does to it."""

    row: Majority
    effects: tuple[Effect, ...]


@once
def _more_of_each(v: Any) -> list[OneMore]:
    return [one_more(counts, symbol, v.current) for symbol, counts in enumerate(counts_of(v))]


@lru_cache(maxsize=KEPT)
def one_more(counts: tuple[int, ...], symbol: int, p: int) -> OneMore:
    """One more of a symbol for a seat, where the seats have so many."""
    was = majority(counts, symbol)
    row = majority(tuple([n + (seat == p) for seat, n in enumerate(counts)]), symbol)
    values: Values = {"symbol": f"@enghien.symbol.{row.kind}", "n": row.counts[p]}
    if row.leaders == [p]:
        key = "enghien.effect.leads" if was.leaders == [p] else "enghien.effect.takes_lead"
        return OneMore(row, (Effect(Phrase(key, values), "lead", "ENG-10"),))
    if p in row.leaders:
        return OneMore(row, (Effect(Phrase("enghien.effect.ties", values), "note", "ENG-11"),))
    return OneMore(row, ())


targets = VERBS.targeter(take=take_pieces)
choice = VERBS.chooser(targets, take=take_choice)
