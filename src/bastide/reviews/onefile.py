"""A game in one file: a page that opens from a folder, replays the game as it was drawn, and can be taken in again.

The page itself is built with the others (web/scripts/onefile.js), one for each game, with a mark where the game goes.
Positions are told as what changed since the one before, all eyes side by side: what most of them see is packed once.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bastide.core.catalogue import LANGUAGES
from bastide.core.errors import BadRecord
from bastide.core.game import Game
from bastide.core.record import CHANCE_NAME, Record
from bastide.core.rulebook import rulebook
from bastide.core.state import CHANCE, SPECTATOR
from bastide.games import load
from bastide.reviews.model import Review
from bastide.reviews.refused import CannotReview
from bastide.reviews.study import check
from bastide.table.chronicle import Chronicle, Narrator
from bastide.table.fairness import Chance
from bastide.table.imported import replayed
from bastide.table.parts import Clock, DrawProof
from bastide.table.result import result_of
from bastide.table.seen import info_of
from bastide.table.views import past_view

MARK = "<!--bastide:game-->"
RECORD = re.compile(rb'<script type="application/json" id="bastide-record">(.*?)</script>', re.DOTALL)
LARGEST = 8_000_000  # bytes that are read of a file
MISSING = "\u0000"  # stands for a field that is no longer there


class Comment(msgspec.Struct, frozen=True):
    """What somebody who played said of a decision."""

    at: int
    ply: int
    seat: int
    text: str


def change(before: Any, after: Any) -> Any:
    """What must be told of a value to whoever has the one before; None where nothing changed, else a list of one.

    An object that is still one is told by its fields that changed, a list that is still as long by its places.
    """
    if before == after:
        return None
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {str(place): change(was, now) for place, (was, now) in pairs if was != now}
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [after]
    fields = {name: told for name in after if (told := change(before.get(name, MISSING), after[name])) is not None}
    return fields | {name: [MISSING] for name in before if name not in after}


def tell_game(record: Record, review: Review | None, comments: Sequence[Comment]) -> dict[str, Any]:
    """Everything the page of a game needs, as plain data: the table, its result, and every stop through all eyes."""
    game, last = check(record)
    table = replayed(record)
    result = result_of(table)
    opened = msgspec.structs.replace(result.proof, draws=prove_draws(record, game))
    clock = Clock("none", [None] * record.seats, [])
    stops = [ply for ply, (who, _) in enumerate(last.plies) if who != CHANCE] + [last.ply]
    chronicles = {viewer: Chronicle(Narrator(game), viewer, last.at(0)) for viewer in (SPECTATOR, *range(record.seats))}
    for chronicle in chronicles.values():
        chronicle.follow(last.plies)
    before: dict[str, Any] = {"" if viewer == SPECTATOR else str(viewer): {} for viewer in chronicles}
    seen: list[dict[str, Any]] = []
    position = last.at(0)
    for ply, (who, action) in enumerate([*last.plies, (CHANCE, -1)]):
        if who != CHANCE or ply == last.ply:
            views = [past_view(position, viewer, chronicle, clock) for viewer, chronicle in chronicles.items()]
            after = dict(zip(before, map(msgspec.to_builtins, views), strict=True))
            seen.append({eyes: change(before[eyes], after[eyes]) for eyes in after})
            before = after
        if action >= 0:
            position.draw(action) if who == CHANCE else position.apply(action)
    return {
        "table": msgspec.to_builtins(info_of(table)),
        "result": msgspec.to_builtins(msgspec.structs.replace(result, proof=opened)),
        "log": msgspec.to_builtins(chronicles[SPECTATOR].since(0)),
        "stops": stops,
        "seen": seen,
        "review": None if review is None else msgspec.to_builtins(review),
        "comments": msgspec.to_builtins(comments),
    }


def prove_draws(record: Record, game: Game) -> list[DrawProof]:
    """What every draw must have been by the proof of a record; nothing where it has none."""
    if record.proof is None:
        return []
    chance = Chance.of(record.proof.seed, game, record.seats, record.options, record.proof.entropy)
    position, proven = game.new(record.seats, **record.options), []
    for ply, line in enumerate(record.plies):
        if line.who == CHANCE_NAME:
            total = position.chance_total
            r = chance.draw(ply, total)
            low, weight = position.numbers_of(r)
            proven.append(DrawProof(ply, total, r, position.copy().roll(r), low, weight))
            position.draw(line.action)
        else:
            position.apply(line.action)
    return proven


def make_file(
    template: str, record: Record, review: Review | None = None, comments: list[Comment] | None = None
) -> str:
    """The page of one game with the game in it."""
    folder = load(record.game).folder
    rules = {name: msgspec.to_builtins(list(rulebook(folder, name).values())) for name in LANGUAGES}
    packed = base64.b64encode(_packed(tell_game(record, review, comments or []) | {"rules": rules})).decode()
    plain = record.to_json().replace("</", "<\\/")
    return template.replace(
        MARK,
        f'<script type="application/json" id="bastide-record">{plain}</script>'
        f'<script type="application/octet-stream" id="bastide-game">{packed}</script>',
        1,
    )


def pack_game(record: Record, review: Review | None, comments: Sequence[Comment]) -> bytes:
    """A game and its record, for a browser that has the page already and keeps the game for reading offline."""
    return _packed(tell_game(record, review, comments) | {"record": msgspec.Raw(record.to_json().encode())})


def _packed(told: dict[str, Any]) -> bytes:
    return zlib.compress(msgspec.json.encode(told), 9)


def read_file(path: Path) -> Record:
    """A record from a file of its own, or from the page that carries it."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise BadRecord(f"{path}: a record has at most {LARGEST} bytes")
    found = RECORD.search(data)
    try:
        return Record.from_json(found[1].replace(b"<\\/", b"</") if found else data)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from error


def template_in(folder: Path | None, game: str) -> str:
    """The built page of one game."""
    path = None if folder is None else folder / "file" / f"{game}.html"
    if path is None or not path.is_file():
        raise CannotReview("no_page")
    return path.read_text(encoding="utf-8")
