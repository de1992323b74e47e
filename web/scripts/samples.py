"""Writes web/src/samples/<name>.json: positions of real games, as the server would send them to the first seat.

    python web/scripts/samples.py [name ...]

Every game is played by the same bots from a fixed seed until a position of the wanted kind comes up.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bastide.bots import make_bot
from bastide.games import load
from bastide.table.fairness import commitment_of
from bastide.table.messages import View
from bastide.table.seen import info_of, log_for, reasons_for, view_for
from bastide.table.setup import Setup
from bastide.table.table import Table
from bastide.table.timing import TimeControl

FOLDER = Path(__file__).resolve().parents[1] / "src" / "samples"
NAMES = ("Léa", "Jules", "Inès", None, "Noé", None)
LEVELS = ("", "", "", "level3", "", "level1")
TABLES = {"alhambra": "Cornières", "batisseurs": "Place royale", "enghien": "Le lac", "carpe_diem": "Via Appia"}
TALK = (("Jules", 1, "Nice garden!"), ("Léa", 0, "Wait for scoring B."), ("Inès", 2, "Bonne chance à tous."))
MOMENT = 1_794_700_000_000
MOST = 4000

Wanted = Callable[[View], bool]


def asked(view: View) -> bool:
    return view.prompt.seat == 0 and bool(view.choices)


def targets(view: View) -> set[str]:
    return {target for choice in view.choices for target in choice.targets}


def names_one(view: View, *prefixes: str) -> bool:
    return asked(view) and any(target.startswith(prefixes) for target in targets(view))


def picture(view: View) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(view.picture)
    return built


def several_payments(view: View) -> bool:
    slots = {plan.targets[0] for plan in view.plans}
    return asked(view) and len(view.plans) >= 4 and 0 < len(slots) < 4 and view.ply > 120


def bidding(view: View) -> bool:
    shown = picture(view)
    return names_one(view, "bid:") and shown["auction"]["named"] is not None and len(shown["players"][0]["city"]) > 4


def build_or_sabotage(view: View) -> bool:
    """Cards that fit the city, and a stone to throw."""
    attack = any(target.startswith("city:") and not target.startswith("city:0:") for target in targets(view))
    return attack and names_one(view, "card:") and len(picture(view)["players"][0]["city"]) > 2


def late_placing(view: View) -> bool:
    return names_one(view, "cell:") and len(picture(view)["players"][0]["tiles"]) >= 14


SAMPLES: dict[str, tuple[str, int, Wanted]] = {
    "alhambra": ("alhambra", 4, several_payments),
    "alhambra-six": ("alhambra", 6, lambda view: asked(view) and bool(view.plans) and view.ply > 150),
    "alhambra-martin": ("alhambra", 2, lambda view: several_payments(view) and "martin" in view.plans[-1].targets),
    "enghien": ("enghien", 4, lambda view: asked(view) and len(view.choices) == 16),
    "enghien-six": ("enghien", 6, lambda view: asked(view) and len(view.choices) == 24),
    "batisseurs": ("batisseurs", 4, bidding),
    "batisseurs-build": ("batisseurs", 4, build_or_sabotage),
    "batisseurs-offer": ("batisseurs", 4, lambda view: names_one(view, "pile:") and view.ply > 150),
    "carpe_diem": ("carpe_diem", 4, late_placing),
    "carpe_diem-pawn": ("carpe_diem", 4, lambda view: names_one(view, "way:bread") and picture(view)["phase"] == 2),
    "carpe_diem-fountain": ("carpe_diem", 4, lambda view: names_one(view, "fountain:")),
    "carpe_diem-circle": ("carpe_diem", 4, lambda view: names_one(view, "circle:") and picture(view)["phase"] >= 2),
    "carpe_diem-sets": ("carpe_diem", 4, lambda view: names_one(view, "sets:")),
}


def seated(game: str, seats: int, seed: int) -> Table:
    """A table with everybody at it, dealt."""
    spec = load(game).spec
    secret = f"{seed:064x}"
    setup = Setup(
        id=game, game=game, rules_version=spec.rules_version, seats=seats, options=spec.check_options({}),
        commitment=commitment_of(secret), name=TABLES[game], clock=TimeControl("live"), host=0,
    )  # fmt: skip
    table = Table(setup, secret)
    for seat in range(seats):
        name, level = NAMES[seat], LEVELS[seat]
        table.sit(seat, "bot" if level else "person", MOMENT, name=name or "", level=level)
    for seat in range(seats):
        if table.state == "waiting" and not LEVELS[seat]:
            table.share(seat, None, f"{seat + 1:032x}", MOMENT)
    return table


def find(name: str, seed: int) -> Table | None:
    """Plays until the first seat sees what is wanted."""
    game, seats, wanted = SAMPLES[name]
    table = seated(game, seats, seed)
    bots = [make_bot("greedy", load(game), seed + seat) for seat in range(seats)]
    for step in range(MOST):
        if table.mover < 0:
            return None
        at = MOMENT + 4000 * step
        if table.mover == 0 and wanted(view_for(table, 0, at)):
            return table
        seat = table.mover
        action = bots[seat].choose(table.match.view(seat))
        table.act(seat, [action], table.ply(seat), at)
    return None


def sample(table: Table) -> dict[str, Any]:
    at = MOMENT + 600_000
    people = {seat for seat in range(table.setup.seats) if not LEVELS[seat] and seat != 2}
    return {
        "table": msgspec.to_builtins(info_of(table, people)),
        "viewer": 0,
        "view": msgspec.to_builtins(view_for(table, 0, at)),
        "refusals": msgspec.to_builtins(reasons_for(table, 0).refusals),
        "log": msgspec.to_builtins(log_for(table, 0, 0)[-60:]),
        "chat": [{"at": MOMENT + 60_000 * i, "seat": s, "name": n, "text": t} for i, (n, s, t) in enumerate(TALK)],
    }


def main(wanted: list[str]) -> None:
    for name in wanted or SAMPLES:
        tables = (find(name, seed) for seed in range(1, 40))
        table = next((table for table in tables if table), None)
        if table is None:
            raise SystemExit(f"no game showed what {name} wants")
        text = json.dumps(sample(table), ensure_ascii=False, indent=1)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}: ply {table.ply(0)}, {len(text) // 1000} kB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
