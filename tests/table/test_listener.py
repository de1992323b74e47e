"""Somebody who only listens: asks questions, rebuilds the table from the answers, and types moves. Plays well by it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from bastide.cli.play import open_table
from bastide.games import GAMES, load
from bastide.table.seen import answer_for
from bastide.table.table import Table
from tests.contract.test_telling import spoken
from tests.rebuilt import NAMES, REBUILDERS, Fields, Told, told_at_once

GAMES_EACH = 4


def hear(table: Table, seat: int) -> Told:
    """Everything, as one answer tells it."""
    lines = answer_for(table, seat, "en", "").lines
    return told_at_once(table.game.id, table.setup.seats, seat, lines)


def offered(table: Table, seat: int) -> dict[str, str]:
    """What can be done: notation by words, from the answer alone."""
    lines = [re.fullmatch(r"(.*) \((.+)\)", line) for line in answer_for(table, seat, "en", "what can I do").lines]
    return {found[2]: found[1] for found in lines if found}


# ------------------------------------------------------------------ how good a move sounds


def enghien(heard: Fields, move: str, _words: str, seat: int) -> float:
    """How far one would be ahead if the round ended after this card; one symbol more is worth something anywhere."""
    cell = move.split()[-1].lower()
    card = next(one["card"] for one in heard["layout"] if one["cell"] == cell)
    ahead: float = 0.0
    for row in heard["majorities"]:
        counts = [n + (p == seat and row["kind"] in card["symbols"]) for p, n in enumerate(row["counts"])]
        leaders = [p for p, n in enumerate(counts) if n == max(counts)]
        if len(leaders) == 1:
            ahead += max(counts) if leaders == [seat] else -max(counts)
        ahead += 0.1 * (row["kind"] in card["symbols"]) * (max(counts) - min(counts) < 3)
    return float(ahead)


def alhambra(heard: Fields, move: str, words: str, seat: int) -> float:
    """Buy what can be paid exactly, then anything worth it; else the most money."""
    hand = heard["players"][seat]["hand"] or []
    if move.startswith("buy"):
        price, currency = int(re.findall(r"\d+", words)[-1]), words.split()[-1].rstrip("s")
        return 30 if any(card["value"] == price and card["currency"].startswith(currency) for card in hand) else 20
    if move.startswith("pay"):
        due, paid = heard["purchase"]["due"], int(re.findall(r"\d+", move)[0])
        return 10 - abs(int(due) - paid) / 10
    if move.startswith(("keep", "give")):
        return float(move.startswith("keep"))
    return sum(int(n) for n in re.findall(r"\d+", words))


def batisseurs(heard: Fields, move: str, words: str, _seat: int) -> float:
    """Build what can be built, bid a little, pay no more than a card is worth."""
    if move.startswith("bid"):
        bid = int(re.findall(r"\d+", move)[0])
        auction = heard["auction"]
        worth = (auction["card"] or {"value": 5})["value"]
        return 1.0 if bid <= worth and bid == (auction["standing"] or 0) + 1 else -1.0
    return {"build": 5.0, "place": 5.0, "pass": 0.0, "stop": 0.0, "sabotage": -2.0, "raid": -2.0}.get(
        move.split()[0], 0.5
    )


def carpe_diem(heard: Fields, move: str, words: str, seat: int) -> float:
    """Place where most sides join something and fewest stay open; the circle that brings most; never store."""
    if move.startswith("place"):
        return _joined(heard, move.split()[1:], seat)
    disc = re.fullmatch(r"disc (\d+)-(\d+)", move)
    if disc:
        cards = [int(card) - 1 for card in disc.groups()]
        return float(next(one["brings"] for one in heard["circles"] if one["cards"] == cards))
    if move.startswith("take"):
        return 3.0 if words.endswith("alone") else 2.0 - words.count(" and ")
    return {"store": -9.0, "sets": float((re.findall(r"\d+", move) or ["0"])[-1])}.get(move.split()[0], 1.0)


def _joined(heard: Fields, where: list[str], seat: int) -> float:
    """Sides of the tile in hand that join a tile, less those that stay open."""
    edges = heard["in_hand"]["tile"]["edges"]
    quarters = int(where[1].removeprefix("r")) // 90 if len(where) > 1 else 0
    column, row = ord(where[0][0]), int(where[0][1])
    taken = {tile["cell"] for tile in heard["players"][seat]["tiles"]}
    worth = 0.0
    for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        if edges[(side - quarters) % 4] != "P":
            worth += 2.0 if f"{chr(column + dx)}{row + dy}" in taken else -0.6
    return worth


EARS: dict[str, Callable[[Fields, str, str, int], float]] = {
    "enghien": enghien,
    "alhambra": alhambra,
    "batisseurs": batisseurs,
    "carpe_diem": carpe_diem,
}


def play(game: str, seed: int) -> tuple[int, int]:
    """One game against those who choose at random: the listener's place, and how many sat there."""
    chosen = load(game)
    seats = chosen.spec.seats[0]
    table = open_table(chosen, {}, NAMES[:seats], set(), seed)
    chooser, listener = random.Random(seed), seed % seats
    while table.mover >= 0:
        seat = table.mover
        if seat != listener:
            table.act(seat, [chooser.choice(table.match.view(seat).legal)], table.ply(seat), 0)
            continue
        heard = REBUILDERS[game](hear(table, seat), seats)
        assert heard == spoken(chosen, table.match.view(seat).picture()), table.match.position.where()
        moves = offered(table, seat)
        assert len(moves) == len(table.match.view(seat).legal)
        move = max(moves, key=lambda one: EARS[game](heard, one, moves[one], seat))
        table.act(seat, [move], table.ply(seat), 0)
    return table.match.position.scores()[listener].place, seats


@pytest.mark.broad
@pytest.mark.parametrize("kind", [game for game in GAMES if game in REBUILDERS])
def test_a_listener_rebuilds_every_picture_and_plays_well(kind: str) -> None:
    placed = [play(kind, seed) for seed in range(GAMES_EACH)]
    won = sum(place == 1 for place, _ in placed)
    assert won > GAMES_EACH / placed[0][1], placed
