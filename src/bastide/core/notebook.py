"""A position as a notebook shows it: HTML made from the picture that the page draws, for any game.

Things with a `cell` (a1 is top left) lie on a grid, things with a `seat` before their player, majorities in a matrix;
whatever else is listed is a row of cards, and single values are named in a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from bastide.core.catalogue import say_phrase
from bastide.core.words import Majority

if TYPE_CHECKING:
    from bastide.core.view import View

LONG = (list, tuple, msgspec.Struct)  # what needs more room than a word in a line

# currentColor and transparency only, so that light and dark notebooks both show it well
STYLE = (
    ".bastide{font:13px/1.45 system-ui,sans-serif;max-width:60em}"
    ".bastide h4{margin:.2em 0;font-size:15px}.bastide h5{margin:.7em 0 .2em;font-size:12px;opacity:.7}"
    ".bastide .row{display:flex;flex-wrap:wrap;gap:4px;align-items:flex-start}"
    ".bastide .card{border:1px solid #8886;border-radius:5px;padding:1px 6px;background:#8881;white-space:nowrap}"
    ".bastide .card.of{border-left:5px solid hsl(var(--hue) 55% 55%)}"
    ".bastide .mark{display:block}.bastide .mark::before{content:'';display:inline-block;width:.6em;height:.6em;"
    "border-radius:50%;margin-right:.35em;background:hsl(var(--hue) 60% 55%)}"
    ".bastide .seat{border:1px solid #8886;border-radius:7px;padding:2px 8px 6px;flex:1 1 15em}"
    ".bastide .asked{border:2px solid currentColor}"
    ".bastide table{border-collapse:collapse;margin:0}.bastide td,.bastide th{padding:2px 4px;text-align:center;"
    "vertical-align:top;font-weight:inherit;background:none}.bastide th{opacity:.6}.bastide .leads{font-weight:700}"
    ".bastide .gone{opacity:.35}"
)


def page_of(view: View) -> str:
    """A view as a page of its own style, with a head that says whose it is and what is asked."""
    game, picture = view.game, view.picture()
    prompt = say_phrase("en", game.prompt(view.state, view.seat).label)
    title = escape(game.spec.title["en"])
    long = [(name, value) for name, value in _said(picture) if isinstance(value, LONG)]
    body = "".join(_section(name, value, view.to_move) for name, value in long)
    return (
        f'<div class="bastide"><style>{STYLE}</style><h4>{title}</h4>'
        f"<div>{escape(prompt)}</div>{_facts(picture)}{body}</div>"
    )


def _fields(thing: msgspec.Struct) -> list[tuple[str, Any]]:
    return [(name, getattr(thing, name)) for name in thing.__struct_fields__]


def _name(field: str) -> str:
    return escape(field.replace("_", " "))


def _said(thing: msgspec.Struct, *skip: str) -> list[tuple[str, Any]]:
    """The fields of a thing that say something: nothing unknown, off or empty."""
    return [(name, value) for name, value in _fields(thing) if name not in skip and not _is_nothing(value)]


def _is_nothing(value: Any) -> bool:
    return value is None or value is False or value in ("", {}, [], ())


def _facts(thing: msgspec.Struct, *skip: str) -> str:
    """The single values of a thing, each with its name."""
    told = [
        f"{_name(name)} <b>{_short(value)}</b>" for name, value in _said(thing, *skip) if not isinstance(value, LONG)
    ]
    return f'<div class="facts">{" · ".join(told)}</div>' if told else ""


def _short(value: Any) -> str:
    if value is True:
        return "yes"
    if isinstance(value, dict):
        return ", ".join(f"{escape(str(key))} {n}" for key, n in value.items() if n) or "–"
    return escape(str(value))


def _section(name: str, value: Any, asked: int) -> str:
    """A field with its heading."""
    if name == "players":
        return f"<h5>players</h5>{_row(_player(player, asked) for player in value)}"
    return f"<h5>{_name(name)}</h5>{_drawn(value)}"


def _drawn(value: Any) -> str:
    """Anything of a picture that is not a single value."""
    if isinstance(value, msgspec.Struct):
        return _row([_card(value)])
    first = next((item for item in value if item is not None), None)
    if isinstance(first, Majority):
        return _matrix(value)
    return _grid(value) if hasattr(first, "cell") else _row(map(_card, value))


def _row(cards: Iterable[str]) -> str:
    return f'<div class="row">{"".join(cards)}</div>'


def _player(player: Any, asked: int) -> str:
    """What lies before one seat."""
    parts = "".join(_section(name, value, asked) for name, value in _said(player) if isinstance(value, LONG))
    mark = " asked" if player.seat == asked else ""
    return f'<div class="seat{mark}"><b>seat {player.seat}</b>{_facts(player, "seat")}{parts}</div>'


def _matrix(rows: Sequence[Majority]) -> str:
    """Who has how many of each kind; leaders stand out."""
    head = "".join(f"<th>seat {seat}</th>" for seat in range(len(rows[0].counts)))
    lines = "".join(f"<tr><td>{_mark(row.kind)}</td>{_counts(row)}</tr>" for row in rows)
    return f"<table><tr><th></th>{head}</tr>{lines}</table>"


def _counts(row: Majority) -> str:
    looks = ["leads" if seat in row.leaders else "has" if n else "gone" for seat, n in enumerate(row.counts)]
    return "".join(f'<td class="{look}">{n}</td>' for look, n in zip(looks, row.counts, strict=True))


def _grid(things: Sequence[Any]) -> str:
    """Things by their cells: letters across, numbers down."""
    at = {thing.cell: thing for thing in things}
    columns = [chr(c) for c in range(ord("a"), ord(max(cell[0] for cell in at)) + 1)]
    rows = range(1, max(int(cell[1:]) for cell in at) + 1)
    head = "".join(f"<th>{column}</th>" for column in columns)
    lines = "".join(
        f"<tr><th>{row}</th>{''.join(_cell(at.get(f'{column}{row}')) for column in columns)}</tr>" for row in rows
    )
    return f"<table><tr><th></th>{head}</tr>{lines}</table>"


def _cell(thing: Any) -> str:
    if thing is None:
        return '<td class="gone">·</td>'
    taken = getattr(thing, "taken_by", None)
    inside = thing.card if isinstance(getattr(thing, "card", None), msgspec.Struct) else thing
    return f'<td class="gone">seat {taken}</td>' if taken is not None else f"<td>{_card(inside)}</td>"


def _card(thing: Any) -> str:
    """One thing as a card: its words, its first number bare, further ones with their names, lists as marks."""
    if thing is None:
        return '<div class="card gone">–</div>'
    if not isinstance(thing, msgspec.Struct):
        return f'<div class="card">{_words(thing)}</div>'
    fields = _said(thing, "cell")
    words = [value for name, value in fields if isinstance(value, str) and name != "id"]
    hue = f' of" style="--hue:{_hue(words[0])}' if words else ""
    lists = "".join(_words(value) for _, value in fields if isinstance(value, LONG))
    return f'<div class="card{hue}">{" ".join([*map(escape, words), *_numbers(fields, bool(words))])}{lists}</div>'


def _numbers(fields: list[tuple[str, Any]], worded: bool) -> list[str]:
    """The numbers of a card: behind words the first goes without its name, and zeros are left out."""
    told: list[str] = []
    for name, value in fields:
        if isinstance(value, (str, *LONG)) or (worded and (name == "id" or value == 0)):
            continue
        bare = name == "id" or (worded and not told and type(value) is int)
        told.append(_short(value) if bare else f"{_name(name)} {_short(value)}")
    return told


def _words(value: Any) -> str:
    """What a card holds, one mark a line; numbers in one line."""
    if isinstance(value, msgspec.Struct):
        return _card(value)
    if isinstance(value, list | tuple):
        if all(isinstance(part, int) for part in value):
            return f"<div>{' '.join(map(str, value))}</div>"
        return "".join(_words(part) for part in value)
    return _mark(str(value))


def _mark(word: str) -> str:
    return f'<span class="mark" style="--hue:{_hue(word)}">{escape(word.replace("_", " "))}</span>'


def _hue(word: str) -> int:
    """A colour that a word keeps."""
    return crc32(word.encode()) % 360
