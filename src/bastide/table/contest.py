"""A ruling that somebody contests: the smallest thing that leads there, made from what that somebody may know.

A contest holds the viewer's own view with what is hidden dealt anew, the action, the clause with its text in both
languages, and what was expected instead. It is replayed by the rules of whoever reads it.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Literal

import msgspec

from bastide.core.catalogue import LANGUAGES
from bastide.core.decoding import read_json
from bastide.core.errors import BadRecord
from bastide.core.position import Position
from bastide.core.rulebook import clause_of
from bastide.core.state import CHANCE, to_bytes
from bastide.core.view import View
from bastide.games import load_version

FORMAT = "bastide-contest/1"
SEED = 1  # of what is dealt anew: the same view gives the same contest
DEALS = 200  # that are tried for one in which what was scored comes about again
LONGEST = 500  # characters of what was expected
LARGEST = 200_000  # bytes of a file


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One contested ruling."""

    format: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, int]
    seat: int  # through whose eyes
    kind: Literal["refusal", "scoring"]
    state: str  # base64 of a state that looks to that seat as the table did
    action: int
    text: str  # the action in notation
    clause: str
    says: dict[str, str]  # the clause, by language
    expected: str


class Ruling(msgspec.Struct, frozen=True):
    """What the rules say of a contest now: the clause that forbids the action, or nothing and what came of it."""

    refused: str
    points: tuple[tuple[str, tuple[int, ...]], ...]  # by source, what each seat gained


def deal_leading_to(view: View, options: dict[str, int], action: int, after: View) -> bytes:
    """What is hidden from a viewer, dealt so that an action leads to what that viewer saw after it, where one does.

    A card that was drawn then must not have been dealt to a hand; and a scoring may have shown what was hidden.
    """
    for seed in range(SEED, SEED + DEALS):
        data = to_bytes(view.redeal(seed))
        position = Position.resume(view.game, view.seats, options, [], data)
        if _can_follow(position, action):
            position.draw(action) if position.to_move == CHANCE else position.apply(action)
            if bytes(position.view(view.seat)) == bytes(after):
                return data
    return to_bytes(view.redeal(SEED))


def _can_follow(position: Position, action: int) -> bool:
    """Whether an action or an outcome is possible here."""
    if position.to_move == CHANCE:
        return any(outcome == action for outcome, _ in position.outcomes())
    return action in position.legal


def contest(
    view: View,
    options: dict[str, int],
    action: int,
    clause: str,
    kind: str,
    expected: str,
    after: View | None = None,
) -> Contest:
    """The contest of what a seat was told about an action; `after` it the seat saw this, where it was scored."""
    game = view.game
    state = to_bytes(view.redeal(SEED)) if after is None else deal_leading_to(view, options, action, after)
    return Contest(
        format=FORMAT,
        game=game.id,
        rules_version=game.spec.rules_version,
        seats=view.seats,
        options=dict(options),
        seat=view.seat,
        kind="scoring" if kind == "scoring" else "refusal",
        state=base64.b64encode(state).decode(),
        action=action,
        text=game.write(view.state, action),
        clause=clause,
        says={language: clause_of(game.folder, language, clause).text for language in LANGUAGES},
        expected=expected[:LONGEST],
    )


def read_contest(path: Path) -> Contest:
    """A contest from a file; refused where it is none."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadRecord(f"{path}: a contest has at most {LARGEST} bytes")
        found = read_json(data, Contest)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path}: this is no contest: {error}") from error
    if found.format != FORMAT:
        raise BadRecord(f"{path}: its format is {found.format!r}; this engine reads {FORMAT!r}")
    return found


def position_of(found: Contest) -> Position:
    """The position that is contested."""
    game = load_version(found.game, found.rules_version)
    try:
        data = base64.b64decode(found.state, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadRecord(f"the state of this contest cannot be read: {error}") from error
    return Position.resume(game, found.seats, found.options, [], data)


def rule_on(found: Contest) -> Ruling:
    """Asks the rules again."""
    position = position_of(found)
    game = position.game
    if not _can_follow(position, found.action):
        return Ruling(game.refuse(position.state, found.action), ())
    before = position.view(found.seat).state
    position.draw(found.action) if position.to_move == CHANCE else position.apply(found.action)
    events = game.story(before, found.action, position.view(found.seat).state)
    gains = [gain for event in events for gain in event.gains]
    width = max([found.seats, *(gain.seat + 1 for gain in gains)])  # a dummy's come after the seats
    sources: dict[str, list[int]] = {}
    for gain in gains:
        sources.setdefault(gain.source, [0] * width)[gain.seat] += gain.points
    return Ruling("", tuple((source, tuple(row)) for source, row in sources.items()))


def write_test(found: Contest, name: str) -> str:
    """A test to drop into tests/contested: it holds as long as the ruling does."""
    ruling = rule_on(found)
    shown = msgspec.json.format(msgspec.json.encode(found), indent=4).decode()
    shown = shown.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    told = repr(ruling.points).replace("'", '"')
    return f'''"""Contested: {found.clause} of {found.game}. Expected: {found.expected.replace('"', "'")[:70]}"""
# ruff: noqa: E501

from __future__ import annotations

import msgspec

from bastide.table.contest import Contest, Ruling, rule_on

CONTEST = """{shown}"""


def test_{name}() -> None:
    """What the rules said when it was contested."""
    contest = msgspec.json.decode(CONTEST, type=Contest)
    assert rule_on(contest) == Ruling("{ruling.refused}", {told})
'''


def places_of(clause: str, folder: Path) -> list[tuple[Path, int, str]]:
    """Where a clause is named in the Python files under a folder: file, line, text."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        marks = (clause, clause.replace("-", "_"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if any(mark in line for mark in marks):
                found.append((path, number, line.strip()))
    return found
