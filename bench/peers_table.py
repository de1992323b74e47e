"""One table of ourselves beside the peers that are installed: `make bench`, or `python -m bench.peers_table`.

One move a call from Python, through the engine's own face and through PettingZoo's; random play in bulk; a clone from
Python; search with random playouts. All works of a column alternate on one core; ratios are to its first peer.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyspiel

from bastide.adapters import pettingzoo as own_pettingzoo
from bastide.core.game import Game
from bastide.games import GAMES, load
from bench import report
from bench.peers import Rollouts, first_decision, play_once
from bench.report import SEATS
from bench.search import peer, plain_searcher
from bench.throughput import bulk, by_call

ROUNDS = 5
SECONDS = 0.4
OPENSPIEL = ("hearts", "gin_rummy", "backgammon", "tic_tac_toe")
OPENSPIEL_BULK = ("hearts", "backgammon")
CLASSIC = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4")
RLCARD = ("gin-rummy", "uno", "limit-holdem")
CLONES = 200  # a call of the work

Works = dict[str, report.Work]
Makers = dict[str, Callable[[], report.Work]]


def openspiel_calls(name: str) -> report.Work:
    game, rng = pyspiel.load_game(name), random.Random(1)
    return lambda: play_once(game, rng)


def openspiel_bulk(name: str) -> report.Work:
    return Rollouts(name).run


def openspiel_clone(name: str) -> report.Work:
    state = first_decision(pyspiel.load_game(name), random.Random(1))
    return lambda: float(sum(state.clone() is not None for _ in range(CLONES)))


def own_clone(game: Game) -> report.Work:
    m = game.new(SEATS[game.id], seed=1)
    return lambda: float(sum(m.copy() is not None for _ in range(CLONES)))


def through_pettingzoo(env: Any) -> report.Work:
    """Whole random games, one observation and one move a call."""
    rng = random.Random(1)

    def play() -> float:
        env.reset(seed=rng.randrange(2**31))
        decisions = 0
        for _agent in env.agent_iter():
            seen, _reward, over, cut, _info = env.last()
            action = None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            decisions += action is not None
            env.step(action)
        return decisions

    return play


def through_rlcard(name: str) -> report.Work:
    """Whole random games through RLCard's environment."""
    env, rng = importlib.import_module("rlcard").make(name), random.Random(1)

    def play() -> float:
        state, _player = env.reset()
        decisions = 0
        while not env.is_over():
            state, _player = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def installed(works: Makers) -> tuple[Works, list[str]]:
    """The works that can be made and run once here, and what was missing for the others."""
    made: Works = {}
    missing = []
    for name, make in works.items():
        try:
            work = make()
            work()
            made[name] = work
        except Exception as error:  # a peer may fail in any way of its own
            missing.append(f"{name}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
    return made, missing


def classic(name: str) -> report.Work:
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    return through_pettingzoo(module.env())


def own_zoo(game: Game) -> report.Work:
    return through_pettingzoo(own_pettingzoo.env(game, SEATS[game.id]))


def columns(games: list[Game]) -> dict[str, Makers]:
    """Every column of the table: its works by who does them, a peer first."""
    calls: Makers = {}
    zoo: Makers = {}
    bulks: Makers = {}
    clones: Makers = {}
    searches: Makers = {"OpenSpiel hearts": peer}
    for name in OPENSPIEL:
        calls[f"OpenSpiel {name}"] = partial(openspiel_calls, name)
        clones[f"OpenSpiel {name}"] = partial(openspiel_clone, name)
    for name in OPENSPIEL_BULK:
        bulks[f"OpenSpiel {name}"] = partial(openspiel_bulk, name)
    for name in RLCARD:
        calls[f"RLCard {name}"] = partial(through_rlcard, name)
    for name in CLASSIC:
        zoo[f"PettingZoo {name}"] = partial(classic, name)
    for game in games:
        calls[game.id] = partial(by_call, game)
        bulks[game.id] = partial(bulk, game)
        clones[game.id] = partial(own_clone, game)
        searches[game.id] = partial(plain_searcher, game)
        zoo[game.id] = partial(own_zoo, game)
    return {
        "one move a call": calls,
        "through PettingZoo": zoo,
        "in bulk": bulks,
        "clones from Python": clones,
        "search iterations": searches,
    }


def number(speed: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if speed >= size:
            return f"{speed / size:.3g} {letter}"
    return f"{speed:.3g}"


def main() -> None:
    report.pin_to_one_core()
    games = [load(name) for name in GAMES]
    cells: dict[str, dict[str, str]] = {}
    missing: list[str] = []
    heads = []
    for head, works in columns(games).items():
        made, lacking = installed(works)
        missing += lacking
        speeds = report.alternate(made, ROUNDS, SECONDS)
        first = next(iter(speeds))
        heads.append(f"{head}, /s (ratio to {first})")
        for name, speed in speeds.items():
            cells.setdefault(name, {})[heads[-1]] = f"{number(speed)} ({speed / speeds[first]:.2g})"
    own = [game.id for game in games]
    names = own + [name for name in cells if name not in own]
    rows = [[name, *(cells[name].get(head, "") for head in heads)] for name in names]
    text = report.table(["random play", *heads], rows)
    if missing:
        text += "\n\nNot measured: " + "; ".join(missing)
    report.write("Beside the peers", "make bench", text)


if __name__ == "__main__":
    main()
