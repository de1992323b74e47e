"""web/src/samples: tables as a server shows them, for the gallery and for the page's tests.

`python -m tests.samples` plays games at a `Table` until a position fits, and writes what welcomes the first seat there;
`--check` only says whether the files are what would be written. No bot is asked: a sample changes only with the rules
and with what the page is sent.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bastide.core.catalogue import LANGUAGES
from bastide.core.rulebook import rulebook
from bastide.games import GAMES, load
from bastide.server import requests
from bastide.server.api import game_info
from bastide.table import messages, parts
from bastide.table.fairness import commitment_of, seal_of
from bastide.table.result import result_of
from bastide.table.seen import info_of, log_for, reasons_for, view_for
from bastide.table.setup import Setup
from bastide.table.table import Table
from bastide.table.timing import TimeControl

FOLDER = Path(__file__).resolve().parents[1] / "web" / "src" / "samples"
NAMES = ("Léa", "Jules", "Inès", "", "Noé", "")  # a seat without a name is a bot's
AWAY = 2
BEGAN = 1_794_700_000_000  # 14 November 2026, as milliseconds
DECISION_MS = 4_000
CHAT = ((1, "Nice garden!"), (0, "Wait for the next scoring."), (2, "Bonne chance à tous."))
LINES = 60  # of the log
EAGER = 0.8  # how often a move to the scene's taste is made where there is one
TRIES = 200


class Scene(NamedTuple):
    """A position to look for: what the first seat is asked, after so many plies, and what else must be there."""

    game: str
    seats: int
    prompt: str
    after: int
    fits: Callable[[parts.View], bool] = lambda view: True
    taste: str = ""  # moves that make a lively picture, as they are written
    refused: str = ""  # a kind of pieces of which one cannot be chosen, or the clause against it


def names(view: parts.View, target: str) -> bool:
    """Whether a choice names that piece."""
    return any(target in choice.targets for choice in view.choices)


def refuses(table: Table, wanted: str) -> bool:
    """Whether a piece of that kind is refused, or something by that clause."""
    kinds = {target.split(":")[0] for each in reasons_for(table, 0).refusals for target in each.targets}
    return wanted in kinds | {each.clause for each in reasons_for(table, 0).refusals}


def pays_in_two_ways(view: parts.View) -> bool:
    """ALH-14. A building that is paid exactly, with a row of the matrix, or with other cards."""
    if len(view.plans) < 2 or None in view.picture.money[:2]:
        return False
    exact, other = view.plans[:2]
    is_exact = any(effect.label.key == "alhambra.effect.exact" for effect in exact.effects)
    is_same = exact.targets[0] == other.targets[0] and not set(exact.targets[1:]) & set(other.targets[1:])
    return is_exact and is_same and len(exact.majorities) > 0


def builds_and_sabotages(view: parts.View) -> bool:
    """BAT-42. A card that brings points where it is laid, a building that can be attacked, and a city of one's own."""
    first = view.choices[0]
    is_lively = any(choice.reveals for choice in view.choices) and view.picture.players[0].city
    return len(first.targets) == 2 and (first.points or 0) > 0 and bool(is_lively)


def turns_a_tile(view: parts.View) -> bool:
    """CDM-20. Two cells or more that take the tile in two turns, one that does not match, and steps to take back."""
    cells = [choice.targets[1] for choice in view.choices if len(choice.targets) == 3]
    twice = {cell for cell in cells if cells.count(cell) > 1}
    return len(twice) > 1 and view.turn.undo > 0


def goes_left(view: parts.View) -> bool:
    """CDM-11. A way to the left, to a space with tiles; a tile on the first space."""
    left = [choice.targets for choice in view.choices if "way:left" in choice.targets]
    spaces = {space.space: space.tiles for space in view.picture.ring}
    return bool(left and spaces.get(int(left[0][0].split(":")[1])) and view.picture.ring[0].tiles)


CITY = "^(build|bid [1-6]$|auction|pass)"
SCENES = {
    "alhambra": Scene("alhambra", 4, "alhambra.prompt.choose", 200, pays_in_two_ways, "^(buy|pay)", "yard"),
    "alhambra-six": Scene("alhambra", 6, "alhambra.prompt.choose", 150, lambda view: bool(view.plans), "^(buy|pay)"),
    "alhambra-martin": Scene("alhambra", 2, "alhambra.prompt.choose", 130, lambda view: bool(view.plans), "^(buy|pay)"),
    "batisseurs": Scene(
        "batisseurs", 4, "batisseurs.prompt.bid", 300,
        lambda view: any(choice.risk for choice in view.choices), CITY, "card",
    ),
    "batisseurs-build": Scene("batisseurs", 4, "batisseurs.prompt.build", 300, builds_and_sabotages, CITY, "card"),
    "batisseurs-offer": Scene(
        "batisseurs", 4, "batisseurs.prompt.pile", 260,
        lambda view: names(view, "pile:open") and names(view, "pile:hidden") and len(view.picture.players[0].hand) > 2,
        CITY,
    ),
    "carpe_diem": Scene("carpe_diem", 4, "carpe_diem.ask.place", 250, turns_a_tile, refused="CDM-21"),
    "carpe_diem-pawn": Scene("carpe_diem", 4, "carpe_diem.ask.move", 230, goes_left),
    "carpe_diem-circle": Scene("carpe_diem", 4, "carpe_diem.ask.circle", 300),
    "carpe_diem-fountain": Scene("carpe_diem", 4, "carpe_diem.ask.return", 90),
    "carpe_diem-sets": Scene("carpe_diem", 4, "carpe_diem.ask.sets", 300),
    "enghien": Scene("enghien", 4, "enghien.prompt.take", 56),
    "enghien-six": Scene("enghien", 6, "enghien.prompt.take", 60),
}  # fmt: skip


def entropy(seat: int) -> str:
    return f"{seat:032x}"


def seated(scene: Scene, number: int) -> Table:
    """A table of that many, dealt; what is drawn follows from the number."""
    game, seed = load(scene.game), f"{number:064x}"
    setup = Setup(
        id="sample",
        game=game.id,
        rules_version=game.spec.rules_version,
        seats=scene.seats,
        options=game.spec.check_options({}),
        commitment=commitment_of(seed),
        name="Cornières",
        clock=TimeControl(kind="live"),
        host=0,
    )
    table = Table(setup, seed)
    people = [p for p in range(scene.seats) if NAMES[p]]
    for p in range(scene.seats):
        table.sit(p, "person" if p in people else "bot", BEGAN, name=NAMES[p], level="" if p in people else "level3")
    for p in people:
        table.share(p, seal_of(entropy(p)), None, BEGAN)
    for p in people:
        table.open_share(p, entropy(p), BEGAN)
    return table


def played(table: Table, taste: str, number: int) -> Iterator[int]:
    """Decisions one after the other, by a die with a taste; yields the time after each."""
    die, at = random.Random(number), BEGAN
    while table.state == "playing":
        match, at = table.match, at + DECISION_MS
        seat = match.runner if match.pending else match.mover
        if match.is_done:
            table.commit(seat, table.ply(seat), at)
        else:
            position = match.position
            wanted = [a for a in position.legal if taste and re.search(taste, table.game.write(position.state, a))]
            listed = wanted if wanted and die.random() < EAGER else position.legal
            table.act(seat, [die.choice(listed)], table.ply(seat), at)
        yield at


def found(scene: Scene) -> tuple[Table, int]:
    """The first position that fits."""
    for number in range(1, TRIES):
        table = seated(scene, number)
        for at in played(table, scene.taste, number):
            if table.mover == 0 and table.ply(0) >= scene.after:
                view = view_for(table, 0, at)
                is_fitting = view.prompt.label.key == scene.prompt and scene.fits(view)
                if is_fitting and (not scene.refused or refuses(table, scene.refused)):
                    return table, at
    raise SystemExit(f"{scene}: not met in {TRIES} games")


def welcome(table: Table, at: int) -> messages.Welcome:
    """What the first seat is sent when it comes."""
    chat = [
        parts.ChatLine(BEGAN + 60_000 * i, seat, NAMES[seat], text)
        for i, (seat, text) in enumerate(CHAT)
        if seat < table.setup.seats
    ]
    return messages.Welcome(
        protocol=messages.PROTOCOL,
        table=info_of(table, connected={p for p in range(table.setup.seats) if p != AWAY}),
        viewer=0,
        seats=[0],
        host=True,
        view=view_for(table, 0, at),
        since=0,
        log=log_for(table, 0, 0)[-LINES:],
        chat=chat,
        muted=[],
    )


def answers() -> dict[str, Any]:
    """What a server answers: all games, their rules, and the result of one that is over."""
    finished = Scene("carpe_diem", 4, "", 0)
    table = seated(finished, 1)
    for _ in played(table, finished.taste, 1):
        pass
    rules = {name: {language: rules_text(name, language) for language in LANGUAGES} for name in GAMES}
    games = [game_info(name, ready=True) for name in GAMES]
    return {"games": games, "rules": rules, "result": {"game": finished.game, "result": result_of(table)}}


def rules_text(name: str, language: str) -> requests.RulesText:
    return requests.RulesText(name, list(rulebook(load(name).folder, language).values()))


def texts() -> Iterator[tuple[str, str]]:
    """Every file's name and what it should hold."""
    for name, scene in SCENES.items():
        table, at = found(scene)
        refusals = {"refusals": reasons_for(table, 0).refusals}
        yield name, encoded(msgspec.to_builtins(welcome(table, at)) | refusals)
    yield "answers", encoded(answers())


def encoded(data: object) -> str:
    return msgspec.json.encode(data).decode() + "\n"


def main() -> int:
    stale = []
    for name, now in texts():
        path = FOLDER / f"{name}.json"
        if path.exists() and path.read_text(encoding="utf-8") == now:
            continue
        stale.append(path.name)
        if "--check" not in sys.argv:
            path.write_text(now, encoding="utf-8")
    said = "out of date: run `make generated` and read the diff" if "--check" in sys.argv else "written"
    print(f"web/src/samples: {', '.join(stale)}: {said}" if stale else "web/src/samples is up to date")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
