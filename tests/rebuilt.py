"""Pictures rebuilt from words alone: what somebody who only listens knows of a table, in the shape of the picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from bastide.core.catalogue import catalogue, say
from bastide.core.position import View
from bastide.core.telling import DUMMY, say_line
from bastide.games import load

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
Told = dict[tuple[str, int | None], list[str]]
Fields = dict[str, Any]


def heard(view: View) -> Told:
    """Everything that is told of a view in English, by topic and seat."""
    return {(part.topic, part.seat): [say_line("en", line, NAMES) for line in part.lines] for part in view.tell()}


def rebuild(view: View) -> Fields:
    return REBUILDERS[view.game.id](heard(view), view.seats)


def told_at_once(game: str, seats: int, viewer: int, lines: Iterable[str]) -> Told:
    """Everything in one answer: lines under headings, by topic and seat; silence where there is nothing to tell."""
    parts = [(part.topic, part.seat) for part in load(game).new(seats, seed=1).view(viewer).tell()]
    headings = {heading_of(topic, seat): (topic, seat) for topic, seat in parts}
    told: Told = {place: [] for place in parts}
    under = parts[0]
    for line in lines:
        if line.endswith(":") and line[:-1] in headings:
            under = headings[line[:-1]]
        else:
            told[under].append(line)
    return told


def heading_of(topic: str, seat: int | None) -> str:
    key = f"tell.head.{topic}"
    if seat is None:
        return say("en", key)
    name = "Martin" if seat == DUMMY else NAMES[seat]
    return say("en", f"{key}.of", seat=name)


# ------------------------------------------------------------------ small grammar


def names_of(prefix: str) -> dict[str, str]:
    """Texts back to names: `the lake` is `lac` under `enghien.symbol.`."""
    return {text: key.removeprefix(prefix) for key, text in catalogue("en").items() if key.startswith(prefix)}


def seat(name: str) -> int:
    return NAMES.index(name)


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"-?\d+", with_hyphens(text))]


def with_hyphens(text: str) -> str:
    """Texts for people write a minus sign, Python reads a hyphen."""
    return text.replace("\N{MINUS SIGN}", "-")


def number(text: str) -> int:
    return numbers(text)[0]


def items_of(text: str) -> tuple[str, list[str]]:
    """A line's head and its items."""
    head, _, rest = text.partition(": ")
    return head, rest.split(", ") if rest else []


def first(lines: Iterable[str], pattern: str) -> re.Match[str] | None:
    return next((found for line in lines if (found := re.fullmatch(pattern, line))), None)


def value(lines: Iterable[str], pattern: str, default: Any = None) -> Any:
    found = first(map(with_hyphens, lines), pattern)
    return int(found[1]) if found else default


def majority(text: str, kinds: dict[str, str], columns: list[str]) -> Fields:
    head, items = items_of(text)
    counts = dict(item.rsplit(" ", 1) for item in items if re.fullmatch(r".* \d+", item) and "pays" not in item)
    leaders = [item.rsplit(" ", 1)[0] for item in items if item.endswith((" leads", " tied"))]
    pays = text.partition("pays ")[2]
    return {
        "kind": kinds[head],
        "counts": [int(counts[name]) for name in columns],
        "leaders": [columns.index(name) for name in leaders],
        "pays": numbers(pays),
    }


# ------------------------------------------------------------------ Enghien-les-Bains


def enghien(told: Told, seats: int) -> Fields:
    symbols = names_of("enghien.symbol.")
    state, columns = told["state", None], list(NAMES[:seats])

    def card(head: str, items: list[str]) -> Fields:
        return {"id": int(head.rpartition("card ")[2]), "symbols": [symbols[item] for item in items]}

    def cell(text: str) -> Fields:
        head, items = items_of(text)
        if items == ["no card"]:
            return {"cell": head.lower(), "card": None, "taken_by": None}
        taker = re.search(r"taken by (\w+)", head)
        return {
            "cell": head.partition(",")[0].lower(),
            "card": card(head, items),
            "taken_by": seat(taker[1]) if taker else None,
        }

    def player(p: int) -> Fields:
        lines = told["player", p]
        return {
            "seat": p,
            "cards": [card(*items_of(line)) for line in lines if line.startswith("card ")],
            "points": value(lines, r"(\d+) points? if .*"),
            "total": value(lines, r"(\d+) points? from .*"),
        }

    rows = [majority(line, symbols, columns) for line in told["majorities", None]]
    size = first(state, r"(\d+) columns? by (\d+) rows?")
    assert size
    return {
        "columns": int(size[1]),
        "rows": int(size[2]),
        "layout": [cell(line) for line in told["board", None]],
        "cards_left": value(state, r"(\d+) cards? left.*"),
        "players": [player(p) for p in range(seats)],
        "majorities": [{**row, "pays": [max(row["counts"])]} for row in rows],
        "round": value(state, r"round (\d+)"),
        "target": value(state, r"first to (\d+) points?"),
    }


# ------------------------------------------------------------------ Alhambra


def alhambra(told: Told, seats: int) -> Fields:
    coins = {text: key.partition(".")[0] for text, key in names_of("alhambra.coin.").items()}
    categories = names_of("alhambra.category.")
    state, piles = told["state", None], told["piles", None]
    columns = [*NAMES[:seats], *(["Martin"] if ("player", -1) in told else [])]

    def slot(text: str) -> tuple[str, Fields | None]:
        found = re.fullmatch(r"place \d+, for (\w+): (.+)", text)
        assert found
        if found[2] == "empty":
            return coins[found[1]], None
        kind, _, price = found[2].rpartition(", ")
        return coins[found[1]], {"category": categories[kind], "price": int(price)}

    def money(text: str) -> Fields | None:
        _, items = items_of(text)
        worth, _, currency = items[0].partition(" ")
        return None if items == ["none"] else {"currency": coins[currency], "value": int(worth)}

    def hand(lines: list[str] | None) -> list[Fields] | None:
        if lines is None:
            return None
        rows = [items_of(line) for line in lines if ": " in line]
        return [{"currency": coins[head], "value": int(n)} for head, items in rows for n in items]

    def fifth(text: str) -> Fields:
        _, items = items_of(text)
        scoring = re.search(r"scoring ([AB])", text)
        left, cards = numbers(items[0])
        return {
            "cards": cards,
            "left": left,
            "scoring": scoring[1].lower() if scoring else None,
            "scored": text.endswith("has come"),
        }

    def purchase(lines: list[str]) -> Fields | None:
        if not lines:
            return None
        buying = first(lines, r"buying from place (\d+): (\d+) (\w+)")
        paid = first(lines, r"laid: (.*)")
        assert buying
        ways = [items_of(line) for line in lines[1:] if re.match(r"\d", line)]
        whole = [re.fullmatch(r"([\d, ]+): (exact|(\d+) lost)", line) for line in lines]
        assert len([way for way in whole if way]) == len(ways)
        return {
            "slot": int(buying[1]) - 1,
            "price": int(buying[2]),
            "paid": [{"currency": coins[buying[3]], "value": n} for n in numbers(paid[1])] if paid else [],
            "due": value(lines, r"still due: (\d+)"),
            "payments": [
                {"values": numbers(way[1]), "exact": way[2] == "exact", "lost": int(way[3] or 0)}
                for way in whole
                if way
            ],
        }

    def player(column: int, name: str) -> Fields:
        p = -1 if name == "Martin" else column
        lines = told["player", p]
        buildings = [(categories[head], items) for head, items in map(items_of, lines) if head in categories]
        return {
            "seat": None if p < 0 else p,
            "points": value(lines, r"(-?\d+) points?"),
            "hand_size": value(lines, r"(\d+) money cards? in hand"),
            "hand": hand(told.get(("hand", p))),
            "buildings": [{"category": kind, "price": int(n)} for kind, prices in buildings for n in prices],
        }

    slots = [slot(line) for line in told["market", None]]
    scoring = first(state, r"scoring ([ABC]) comes next")
    return {
        "slots": [currency for currency, _ in slots],
        "yard": [building for _, building in slots],
        "building_pile": value(piles, r"(\d+) buildings? in the pile"),
        "money": [money(line) for line in told["money", None]],
        "money_pile": value(piles, r"(\d+) money cards? in the pile"),
        "discards": value(piles, r"(\d+) money cards? discarded"),
        "fifths": [fifth(line) for line in piles if line.startswith("part ")],
        "next_scoring": scoring[1].lower() if scoring else None,
        "purchase": purchase(told["purchase", None]),
        "turn": value(state, r"turn (\d+)"),
        "players": [player(column, name) for column, name in enumerate(columns)],
        "majorities": [majority(line, categories, columns) for line in told["majorities", None]],
        "open_hands": "all hands are open" in state,
    }


# ------------------------------------------------------------------ Les Grands Bâtisseurs


def batisseurs(told: Told, seats: int) -> Fields:
    types, spoken = names_of("batisseurs.type."), names_of("batisseurs.spoken.")
    phases, piles = names_of("batisseurs.tell.phase."), names_of("batisseurs.pile.")
    card_words = re.compile(rf"({'|'.join(types)}) (\d+), (\d+) coins?, (\d+) shields?")
    state = told["state", None]

    def cards(text: str) -> list[Fields]:
        found = card_words.findall(text)
        return [{"type": types[kind], "value": int(v), "shields": int(s), "coins": int(c)} for kind, v, c, s in found]

    def card(text: str | None) -> Fields | None:
        return next(iter(cards(text or "")), None)

    def face(text: str) -> str:
        return "saboteur" if text == "the saboteur" else text

    def after(lines: list[str], head: str) -> str | None:
        return next((line for line in lines if line.startswith(f"{head}: ")), None)

    def pile(name: str) -> Fields:
        lines = told["piles", None]
        return {
            "cards": value(lines, rf"{name} pile: (\d+) cards?"),
            "top": card(after(lines, f"on top of the {name} pile")),
            "bottom": cards(after(lines, f"at the bottom of the {name} pile") or ""),
        }

    def bid(text: str) -> Fields:
        name, items = text.partition(" bids: ")[0], items_of(text)[1]
        return {
            "seat": seat(name),
            "bid": None if items[0] == "nothing yet" else int(items[0]),
            "out": items[-1] == "out",
        }

    def auction(lines: list[str]) -> Fields | None:
        if not lines:
            return None
        held = first(lines, r"auction (\d+), held by (\w+)")
        leads, to_bid = first(lines, r"(\w+) leads at (\d+)"), first(lines, r"(\w+) is to bid")
        named, lot_pile = first(lines, r"named as (.+)"), first(lines, r"from the (.+)")
        assert held
        assert lot_pile
        return {
            "number": int(held[1]),
            "auctioneer": seat(held[2]),
            "pile": piles[lot_pile[1]],
            "card": card(after(lines, "on offer")),
            "named": spoken[named[1]] if named else None,
            "bids": [bid(line) for line in lines if " bids: " in line],
            "standing": int(leads[2]) if leads else None,
            "leader": seat(leads[1]) if leads else None,
            "to_bid": seat(to_bid[1]) if to_bid else None,
        }

    def attack(lines: list[str]) -> Fields | None:
        if not lines:
            return None
        who, shows = first(lines, r"(\w+) sabotages (\w+)"), first(lines, r"the die shows (.+)")
        place = value(lines, r"at place (\d+) of the city")
        assert who
        return {
            "attacker": seat(who[1]),
            "victim": seat(who[2]),
            "place": None if place is None else place - 1,
            "card": card(after(lines, "under attack")),
            "face": face(shows[1]) if shows else None,
            "ransom": value(lines, r"(\d+) thalers? saves? it"),
        }

    def die() -> Fields | None:
        rolled = first(state, r"(\w+) rolled: ([^,]+)(?:, (-?\d+) thalers? earned)?")
        if not rolled:
            return None
        return {"seat": seat(rolled[1]), "face": face(rolled[2]), "income": int(rolled[3]) if rolled[3] else None}

    def player(p: int) -> Fields:
        lines, city = told["player", p], told["board", p]
        sums = first(lines, r"city worth (\d+), (\d+) coins?, (\d+) shields?")
        hand, named = told.get(("hand", p)), after(lines, "named of the hand")
        assert sums
        return {
            "seat": p,
            "money": value(lines, r"(\d+) thalers?"),
            "stones": value(lines, r"(\d+) saboteur stones?"),
            "hand_size": value(lines, r"(\d+) cards? in hand"),
            "hand": None if hand is None else [found for line in hand for found in cards(line)],
            "hand_value": value(lines, r"the hand costs (\d+) at the end"),
            "known": cards(after(lines, "of the hand you know") or ""),
            "named": [spoken[item] for item in items_of(named)[1]] if named else [],
            "city": [card(line) for line in city if line.startswith("place ")],
            "left": "closed" if "left end closed by a corner tower" in city else "free",
            "right": "closed" if "right end closed by a corner tower" in city else "free",
            "value": int(sums[1]),
            "coins": int(sums[2]),
            "shields": int(sums[3]),
            "complete": "the city is complete" in city,
        }

    def tent(text: str) -> Fields:
        head, items = items_of(text)
        seen, of = numbers(items[0])
        return {"type": types[head], "cards": of, "seen": seen}

    phase, turn_of = first(state, r"phase: (.+)"), first(state, r"turn of (\w+)")
    faces = after(state, "faces of the die")
    assert phase
    assert faces
    return {
        "phase": phases[phase[1]],
        "turn_of": seat(turn_of[1]) if turn_of else None,
        "laid": value(state, r"(\d+) cards? laid this turn", 0),
        "open_pile": pile("open"),
        "hidden_pile": pile("hidden"),
        "reserve": value(state, r"(\d+) saboteur stones? in the reserve"),
        "die": die(),
        "auction": auction(told["auction", None]),
        "sabotage": attack(told["sabotage", None]),
        "players": [player(p) for p in range(seats)],
        "tent": [tent(line) for line in told["tent", None]],
        "die_faces": [face(item) for item in items_of(faces)[1]],
    }


# ------------------------------------------------------------------ Carpe Diem

EDGES = {"villa": "V", "vineyard": "W", "herb_garden": "H", "chicken_run": "C", "fish_pond": "F"} | {
    "merchant": "M",
    "baker": "B",
    "senator": "S",
    "artisan": "A",
}
GRID = 4


def carpe_diem(told: Told, seats: int) -> Fields:
    kinds, parts = names_of("carpe_diem.kind."), names_of("carpe_diem.tell.part.")
    sides = names_of("carpe_diem.tell.sides.")
    things = {}
    for key, text in catalogue("en").items():
        if key.startswith("carpe_diem.tell.what."):
            things[text] = key.removeprefix("carpe_diem.tell.what.").partition(".")[0]
    edge_words = re.compile(rf"({'|'.join(kinds)}) ({'|'.join(sorted(sides, key=len, reverse=True))})")
    state = told["state", None]

    def face(items: list[str]) -> Fields:
        """A tile as it lies: its edges, chimneys and single building."""
        edges, chimneys, single = ["P"] * 4, 0, None
        for item in items:
            if found := edge_words.fullmatch(item):
                for side in sides[found[2]]:
                    edges["nesw".index(side)] = EDGES[kinds[found[1]]]
            elif item in kinds:
                single = kinds[item]
            elif found := re.fullmatch(r"(\d+) chimneys?", item):
                chimneys = int(found[1])
        return {"edges": "".join(edges), "chimneys": chimneys, "single": single}

    def space(text: str) -> Fields:
        head, items = items_of(text)
        tiles: list[list[str]] = []
        pawns = []
        for item in items:
            if re.fullmatch(r"tile \d+", item):
                tiles.append([])
            elif item.startswith("pawn of "):
                pawns.append(seat(item.removeprefix("pawn of ")))
            elif item != "no tiles":
                tiles[-1].append(item)
        return {"space": number(head), "tiles": [face(tile) for tile in tiles], "pawns": pawns}

    def row(text: str) -> Fields | None:
        _, items = items_of(text)
        return None if items == ["empty"] else face(items)

    def counted(items: Iterable[str], head: str = "") -> dict[str, int]:
        found = [item.removeprefix(head).partition(" ") for item in items if item.startswith(head)]
        return {things[what]: int(n) for n, _, what in found if what in things}

    def card(text: str) -> Fields | None:
        head, items = items_of(text)
        if items == ["no card"]:
            return None
        brings = {
            item.split(" ")[2].rstrip("s"): int(item.split(" ")[1]) for item in items if item.startswith("brings")
        }
        return {
            "deck": head.split(", ")[1].removeprefix("deck "),
            "kind": "pay" if head.endswith("give") else "own",
            "need": counted(item for item in items if not item.startswith("brings")),
            "reward": {
                "vp": brings.get("point", 0),
                "coin": brings.get("coin", 0),
                "bread": brings.get("bread", 0),
                "step": brings.get("step", 0),
            },
        }

    def card_space(name: str) -> int:
        return (int(name[1]) - 1) * GRID + "abcd".index(name[0])

    def circle(text: str) -> Fields:
        head, items = items_of(text)
        found = re.fullmatch(r"circle (\d+), between (\w\d) and (\w\d)", head)
        assert found
        owner = [seat(item.removeprefix("disc of ")) for item in items if item.startswith("disc")]
        brings = [number(item) for item in items if item.startswith("would")]
        return {
            "circle": int(found[1]) - 1,
            "cards": [card_space(found[2]), card_space(found[3])],
            "seat": owner[0] if owner else None,
            "brings": brings[0] if brings else None,
        }

    def settling(text: str) -> Fields:
        head, items = items_of(text)
        name, _, how = head.partition(", ")
        return {
            "space": card_space(name),
            "sets": number(items[0]),
            "most": number(items[1]),
            "gives": counted(items, "gives "),
            "bread_set": "one of them for bread" in items,
            "points": number(items[-1]),
            "now": how == "now",
            "settled": how == "settled",
        }

    def scoring(lines: list[str]) -> Fields | None:
        if not lines:
            return None
        turns = [(item.removesuffix(" has scored"), item.endswith("has scored")) for item in items_of(lines[0])[1]]
        scored = value(lines, r"circle (\d+) is scored")
        return {
            "order": [{"seat": seat(name), "done": done} for name, done in turns],
            "circle": None if scored is None else scored - 1,
            "cards": [settling(line) for line in lines if re.match(r"\w\d, ", line)],
        }

    def feature(text: str) -> Fields:
        head, items = items_of(text)
        kind, _, how = head.partition(", ")
        chimneys = [number(item) for item in items if "chimney" in item]
        return {
            "kind": kinds[kind],
            "cells": [item for item in items if "chimney" not in item],
            "complete": how == "complete",
            "chimneys": chimneys[0] if chimneys else 0,
        }

    def task(text: str) -> Fields:
        found = re.fullmatch(r"frame, (\w+), place (\d+): (.+): (\d+) points?, (.+)", text)
        assert found
        return {
            "side": found[1],
            "position": int(found[2]),
            "kind": kinds[found[3]],
            "points": int(found[4]),
            "done": found[5] == "done",
        }

    def fountain_cards(p: int) -> list[str] | None:
        lines = [line for line in told["hand", None] if line.startswith(f"fountain cards of {NAMES[p]}: ")]
        return [kinds[item] for item in items_of(lines[0])[1]] if lines else None

    def player(p: int) -> Fields:
        lines, board = told["player", p], told["board", p]
        goods = next(items_of(line)[1] for line in lines if line.startswith("goods: "))
        supply = first(lines, r"(\d+) coins?, (\d+) bread")
        stored = first(lines, r"(\d+) tiles? set aside, (\d+) discs? left")
        villas = first(lines, r"(\d+) complete villas?, (\d+) chimneys? in all")
        built = next((items_of(line)[1] for line in lines if line.startswith("complete: ")), [])
        shovel = first(board, r"the shovel is at (\w\d)")
        left = first(board, r"banderoles left: (.*)")
        assert supply
        assert stored
        assert villas
        cells = [items_of(line) for line in board if re.match(r"[a-f]\d: ", line)]
        return {
            "seat": p,
            "points": value(lines, r"(-?\d+) points?"),
            "goods": dict(zip(("grape", "herb", "chicken", "fish"), map(number, goods), strict=True)),
            "coins": int(supply[1]),
            "bread": int(supply[2]),
            "stored": int(stored[1]),
            "discs": int(stored[2]),
            "banderole": value(lines, r"space (\d+) of the banderole track"),
            "fountain_cards": fountain_cards(p),
            "fountain_count": value(lines, r"(\d+) fountain cards?"),
            "board": value(board, r"board (\d+)"),
            "shovel": shovel[1] if shovel else None,
            "banderoles": left[1].split(", ") if left else [],
            "tiles": [{"cell": name, **face(items)} for name, items in cells],
            "features": [feature(line) for line in board if re.match(r"[a-z ]+, (complete|open): ", line)],
            "complete": {kinds[name]: int(n) for name, _, n in (item.rpartition(" ") for item in built)},
            "frame": [task(line) for line in told["frame", p]],
            "chimneys": int(villas[2]),
            "villas": int(villas[1]),
        }

    def track() -> list[list[int]]:
        stacks: list[list[int]] = [[] for _ in range(21)]
        for line in told["track", None]:
            head, items = items_of(line)
            stacks[number(head)] = [seat(name) for name in items]
        return stacks

    def in_hand() -> Fields | None:
        line = next((line for line in told["hand", None] if " places: " in line), None)
        return {"seat": seat(line.partition(" ")[0]), "tile": face(items_of(line)[1])} if line else None

    now, waiting = first(state, r"now: (.+)"), first(state, r"rewards that wait: (.+)")
    returned = first(told["hand", None], r"one of these fountain cards goes back: (.+)")
    when = first(state, r"phase (\d+), round (\d+)")
    assert now
    assert when
    return {
        "phase": int(when[1]),
        "round": int(when[2]),
        "part": parts[now[1]],
        "ring": [space(line) for line in told["ring", None]],
        "row": [row(line) for line in told["row", None]],
        "in_hand": in_hand(),
        "waiting": [kinds[item] for item in waiting[1].split(", ")] if waiting else [],
        "fountain_choice": [kinds[item] for item in returned[1].split(", ")] if returned else None,
        "cards": [card(line) for line in told["cards", None]],
        "circles": [circle(line) for line in told["circles", None]],
        "track": track(),
        "scoring": scoring(told["scoring", None]),
        "players": [player(p) for p in range(seats)],
        "reconstructed": "some tiles and cards are reconstructed" in state,
    }


REBUILDERS: dict[str, Callable[[Told, int], Fields]] = {
    "enghien": enghien,
    "alhambra": alhambra,
    "batisseurs": batisseurs,
    "carpe_diem": carpe_diem,
}
