"""What happened, as events for the log, with the points and where they come from."""

from __future__ import annotations

from typing import Any

from bastide.core.state import ask
from bastide.core.words import Event, Gain
from bastide.games.enghien.actions import cell_name
from bastide.games.enghien.scoring import best_points, ending
from bastide.games.enghien.state import DEAL, OVER_PHASE, TAKE
from bastide.games.enghien.tables import CARD_SYMBOLS, PER_CARD, SYMBOL_NAMES, SYMBOLS
from bastide.games.enghien.tally import round_tally
from bastide.games.enghien.wording import card_id, cell_id

OPENINGS = {"enghien.event.take": ("symbol1", "symbol2", "symbol3")}


def story(before: Any, a: int, after: Any) -> list[Event]:
    """The events of one ply."""
    if before.phase == DEAL:
        return _round_begun(after) if after.phase == TAKE else []
    return [_taken(before, a), *(_round_scored(before, a, after) if before.left == 1 else [])]


def _round_begun(after: Any) -> list[Event]:
    """ENG-02, ENG-20. The layout lies open."""
    key = "enghien.event.round" if after.target else "enghien.event.dealt"
    return [Event(key, {"round": after.round + 1, "n": after.cells, "seat": f"#{after.starter}"}, clause="ENG-02")]


def _taken(before: Any, cell: int) -> Event:
    """ENG-04. One card, laid open before its taker."""
    p = before.current
    symbols = [SYMBOL_NAMES[CARD_SYMBOLS[before.card[cell], i]] for i in range(PER_CARD)]
    values: dict[str, str | int] = {"seat": f"#{p}", "cell": cell_name(before, cell)}
    values.update({f"symbol{i + 1}": f"@enghien.symbol.{name}" for i, name in enumerate(symbols)})
    return Event(
        "enghien.event.take",
        values,
        seat=p,
        clause="ENG-04",
        icon=" ".join(f"e-{name}" for name in symbols),
        moved=((card_id(before.card[cell]), f"player:{p}"), (card_id(before.card[cell]), cell_id(before, cell))),
    )


def _round_scored(before: Any, cell: int, after: Any) -> list[Event]:
    """ENG-10, ENG-11, ENG-12. Symbol by symbol, then the winner."""
    counts = {(p, k): before.counts[p, k] for p in range(before.seats) for k in range(SYMBOLS)}
    for i in range(PER_CARD):
        counts[before.current, CARD_SYMBOLS[before.card[cell], i]] += 1
    told = round_tally(before, [[counts[p, k] for k in range(SYMBOLS)] for p in range(before.seats)], after)
    events = [Event("enghien.event.scoring", {"round": before.round + 1}, clause="ENG-10", tally=told)]
    for symbol, name in enumerate(SYMBOL_NAMES):
        most = max(counts[p, symbol] for p in range(before.seats))
        leaders = [p for p in range(before.seats) if counts[p, symbol] == most]
        values: dict[str, str | int] = {"symbol": f"@enghien.symbol.{name}", "n": most}
        if len(leaders) > 1:
            events.append(Event("enghien.event.tied", values, clause="ENG-11", icon=f"e-{name}", depth=1))
            continue
        p = leaders[0]
        gain = Gain(p, most, f"enghien.source.{name}")
        values["seat"] = f"#{p}"
        events.append(
            Event("enghien.event.won", values, seat=p, clause="ENG-10", icon=f"e-{name}", depth=1, gains=(gain,))
        )
    if after.phase == OVER_PHASE:
        events += _ended(after)
    return events


def _ended(after: Any) -> list[Event]:
    """ENG-12, ENG-20. Who is Head Architect, and whether a tie was broken."""
    best = ask(best_points, after)
    won = max(after.won[p] for p in range(after.seats) if after.points[p] == best)
    if ending(after) == "shared":
        return [Event("enghien.event.shared", {"n": best}, clause="ENG-12")]
    winner = next(p for p in range(after.seats) if (after.points[p], after.won[p]) == (best, won))
    key = "enghien.event.winner" if ending(after) == "outright" else "enghien.event.winner_by_symbols"
    return [Event(key, {"seat": f"#{winner}", "n": best, "won": won}, seat=winner, clause="ENG-12")]
