"""What a learned judge is shown of a view (core.features says how it is read).

| numbers | for each | what |
|---|---|---|
| symbols held | seat, symbol | 0..12 |
| symbols left | symbol | in the layout, 0..15 |
| card there | card | 1 while it lies in the layout |
| lead and left | seat, symbol | lead over the best rival (-3..3) beside what is left (0..7), in one number |
| held and lead | seat, symbol | symbols held (0..8) beside the lead, in one number |
| cards left | | in the layout, 0..42 |
| seats | | 2..6 |
| points promised | seat | were each symbol left to go to any seat alike, in hundredths |
| lead promised | seat | over the best of the others |
| best cards | seat, place | what the three best cards of the layout would add to that promise |
| then promised | seat | once those who come next have taken six cards, each what is worth most to itself |
| then lead | seat | over the best of the others |

Points of earlier rounds are left out: a round is judged as if it were the only one (ENG-20 adds them up).
"""

from __future__ import annotations

from typing import Any

from bastide.core.features import Field, Fields, clamp, repeat, seat_names
from bastide.core.jit import rule, shared
from bastide.core.state import NONE
from bastide.games.enghien.outlook import AT_CARD, AT_JOINT, AT_LEFT, BEST, write_outlook
from bastide.games.enghien.tables import CARD_SYMBOLS, CARDS, CELLS, MAX_SEATS, PER_CARD, SYMBOL_NAMES, SYMBOLS

LEAD, HELD, LEFT = 3, 8, 7  # beyond these a lead, a count and what is left make no difference any more
LEADS = 2 * LEAD + 1

FIELDS = Fields(
    2,
    [
        *repeat([f"{seat}, {symbol}" for seat in seat_names(MAX_SEATS) for symbol in SYMBOL_NAMES], Field("held", 13)),
        *repeat(SYMBOL_NAMES, Field("left", 16)),
        *(Field(f"card {card + 1} lies there", 2) for card in range(CARDS)),
        *repeat(
            [f"{seat}, {symbol}" for seat in seat_names(MAX_SEATS) for symbol in SYMBOL_NAMES],
            Field("lead and left", LEADS * (LEFT + 1)),
            Field("held and lead", (HELD + 1) * LEADS),
        ),
        Field("cards left", CELLS + 1),
        Field("seats", MAX_SEATS + 1),
        *repeat(
            seat_names(MAX_SEATS),
            Field("points promised", 23, step=200),
            Field("lead promised", 25, -1200, 100),
            *(Field(f"best card {place + 1}", 16, step=40) for place in range(BEST)),
            Field("then promised", 23, step=200),
            Field("then lead", 25, -1200, 100),
        ),
    ],
)


@rule
def write_counts(v: Any, seat: int, out: Any) -> None:
    """Symbols held, symbols left and cards left."""
    for q in range(MAX_SEATS):
        p = (seat + q) % v.seats
        for symbol in range(SYMBOLS):
            out[q * SYMBOLS + symbol] = v.counts[p, symbol] if q < v.seats else 0
    for i in range(AT_LEFT, AT_JOINT):
        out[i] = 0
    for cell in range(v.cells):
        if v.taker[cell] == NONE and v.card[cell] != NONE:
            out[AT_CARD + v.card[cell]] = 1
            for i in range(PER_CARD):
                out[AT_LEFT + CARD_SYMBOLS[v.card[cell], i]] += 1


@rule
def lead_of(out: Any, seats: int, q: int, symbol: int) -> int:
    """By how many a seat holds more of a symbol than the best of the others, from 0 for -LEAD."""
    rival = 0
    for r in range(seats):
        if r != q:
            rival = max(rival, out[r * SYMBOLS + symbol])
    return clamp(out[q * SYMBOLS + symbol] - rival, -LEAD, LEAD) + LEAD


@rule
@shared
def features(v: Any, seat: int, out: Any) -> int:
    """All of FIELDS, the viewer's seat first; returns how many."""
    write_counts(v, seat, out)
    end = write_outlook(out, v.seats)
    k = AT_JOINT
    for q in range(MAX_SEATS):
        for symbol in range(SYMBOLS):
            out[k] = 0
            out[k + 1] = 0
            if q < v.seats:
                lead = lead_of(out, v.seats, q, symbol)
                out[k] = lead * (LEFT + 1) + min(LEFT, out[AT_LEFT + symbol])
                out[k + 1] = min(HELD, out[q * SYMBOLS + symbol]) * LEADS + lead
            k += 2
    out[k] = v.left
    out[k + 1] = v.seats
    return end
