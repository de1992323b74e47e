"""Alhambra's yard, money, hand and majorities in a terminal."""

from __future__ import annotations

from itertools import groupby

from rich.box import HEAVY, ROUNDED, SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bastide.core.catalogue import say
from bastide.core.words import Majority
from bastide.games.alhambra.picture import AlhambraPicture, AlhambraPlayer, Building, Fifth, Money, Purchase

# two letters and a colour each: colour is never the only cue
COINS = {
    "florin": ("Fl", "bright_yellow"),
    "dirham": ("Di", "green"),
    "denar": ("De", "bright_blue"),
    "ducat": ("Du", "dark_orange"),
}
CODES = {
    "pavilion": ("Pa", "blue"),
    "seraglio": ("Se", "red"),
    "arcades": ("Ar", "yellow"),
    "chambers": ("Ch", "white"),
    "garden": ("Ga", "green"),
    "tower": ("To", "magenta"),
}
CARD_WIDTH = 14
SHOWN_WAYS = 5


def board(picture: AlhambraPicture, language: str) -> RenderableType:
    """The yard over the money and the hand, beside the matrix of majorities."""
    left = [_yard(picture, language), _money(picture, language), *_hands(picture, language)]
    return Group(_head(picture, language), Columns([Group(*left), _matrix(picture, language)], padding=(0, 2)))


def _head(picture: AlhambraPicture, language: str) -> Text:
    """The turn, and how far the money pile has been drawn."""
    if not picture.turn:
        return Text(say(language, "alhambra.board.setup"), style="bold")
    head = Text(say(language, "alhambra.board.turn", turn=picture.turn), style="bold")
    head.append(f" · {say(language, 'alhambra.board.piles')} ", style="not bold")
    return head.append_text(Text(" ").join(_fifth(fifth) for fifth in picture.fifths))


def _fifth(fifth: Fifth) -> Text:
    """Cards left and drawn of a pile, and its scoring card until that has come."""
    card = fifth.scoring.upper() if fifth.scoring and not fifth.scored else ""
    style = "dim" if fifth.left == 0 and not card else "cyan"
    return Text(f"[{fifth.left}/{fifth.cards}{'+' + card if card else ''}]", style=style)


# ---- the yard and the money


def _yard(picture: AlhambraPicture, language: str) -> Panel:
    grid = Table.grid(padding=(0, 1))
    cards = []
    for slot, building in enumerate(picture.yard):
        chosen = picture.purchase is not None and picture.purchase.slot == slot
        cards.append(_building(building, slot, picture.slots[slot], chosen, language))
    grid.add_row(*cards)
    parts: list[RenderableType] = [grid]
    if picture.purchase:
        parts.append(_purchase(picture.purchase, picture, language))
    return Panel(Group(*parts), title=say(language, "alhambra.board.yard", n=picture.building_pile), expand=False)


def _building(building: Building | None, slot: int, currency: str, chosen: bool, language: str) -> Panel:
    """A card on its plinth: number of the slot, category, price, and the currency below."""
    _, coin = COINS[currency]
    plinth = Text(say(language, f"alhambra.coin.{currency}"), style=f"bold {coin}")
    if building is None:
        body = Text(f"\n{say(language, 'alhambra.board.empty')}\n", style="dim", justify="center")
        return Panel(body, title=str(slot + 1), subtitle=plinth, width=CARD_WIDTH, border_style="dim")
    code, colour = CODES[building.category]
    body = Text(justify="center")
    body.append(f"{code}\n", style=f"reverse {colour}")
    body.append(f"{say(language, f'alhambra.category.{building.category}')}\n", style=colour)
    body.append(str(building.price), style="bold")
    box = HEAVY if chosen else ROUNDED
    return Panel(body, title=str(slot + 1), subtitle=plinth, width=CARD_WIDTH, border_style=coin, box=box)


def _purchase(purchase: Purchase, picture: AlhambraPicture, language: str) -> Text:
    """What is being paid, and the ways to go on: `=` pays exactly, `+2` overpays by two."""
    building = picture.yard[purchase.slot]
    assert building is not None
    line = Text(
        say(
            language,
            "alhambra.board.paying",
            building=f"@alhambra.the.{building.category}",
            paid=" + ".join(str(card.value) for card in purchase.paid) or 0,
            due=purchase.due,
            currency=f"@alhambra.coin.{picture.slots[purchase.slot]}",
        )
    )
    for way in purchase.payments[:SHOWN_WAYS]:
        cards = " + ".join(map(str, way.values))
        line.append(f"   {cards} " + ("=" if way.exact else f"+{way.lost}"), style="bold green" if way.exact else "dim")
    return line.append("   …" if len(purchase.payments) > SHOWN_WAYS else "")


def _money(picture: AlhambraPicture, language: str) -> Panel:
    cards = [
        Text("·", style="dim") if card is None else _coin(card, full=True, language=language) for card in picture.money
    ]
    title = say(language, "alhambra.board.money", n=picture.money_pile, discards=picture.discards)
    return Panel(Text("   ").join(cards), title=title, expand=False)


def _coin(card: Money, *, full: bool, language: str) -> Text:
    """`7 florins`, or the value alone."""
    _, colour = COINS[card.currency]
    text = Text(str(card.value), style=f"bold {colour}")
    if full:
        number = "one" if card.value == 1 else "other"
        text.append(f" {say(language, f'alhambra.coin.{card.currency}.{number}')}", style=f"not bold {colour}")
    return text


# ---- hands and majorities


def _hands(picture: AlhambraPicture, language: str) -> list[RenderableType]:
    """The hands that this viewer sees: one's own, or all."""
    seen = [player for player in picture.players if player.hand is not None]
    return [_hand(player, language, named=len(seen) > 1) for player in seen]


def _hand(player: AlhambraPlayer, language: str, *, named: bool) -> Panel:
    """Cards by currency, with the sum of each."""
    line = Text()
    worth = 0
    for currency, cards in groupby(player.hand or [], key=lambda card: card.currency):
        held = list(cards)
        code, colour = COINS[currency]
        total = sum(card.value for card in held)
        line.append(f"{code} ", style=colour)
        line.append_text(Text(" ").join(_coin(card, full=False, language=language) for card in held))
        line.append(f" ={total}    ", style="dim")
        worth += total
    title = say(language, "alhambra.board.hand", n=worth)
    if named and player.seat is not None:
        title = say(language, "alhambra.board.hand_of", seat=f"#{player.seat}", n=worth)
    return Panel(line, title=title, expand=False)


def _matrix(picture: AlhambraPicture, language: str) -> Panel:
    """Counts by category and collector, what the next scoring pays, points and hand sizes."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column("")
    for player in picture.players:
        table.add_column("M" if player.seat is None else f"P{player.seat + 1}", justify="right")
    scoring = (picture.next_scoring or "c").upper()
    table.add_column(say(language, "alhambra.board.pays", scoring=scoring), justify="right")
    for row in picture.majorities:
        code, colour = CODES[row.kind]
        name = Text(f"{code} {say(language, f'alhambra.category.{row.kind}')}", style=colour)
        counts = (_count(row, c) for c in range(len(row.counts)))
        table.add_row(name, *counts, Text(" / ".join(map(str, row.pays)), style="dim"))
    table.add_section()
    table.add_row(say(language, "alhambra.board.points"), *(str(player.points) for player in picture.players))
    sizes = ("" if player.seat is None else str(player.hand_size) for player in picture.players)
    table.add_row(say(language, "alhambra.board.cards"), *sizes)
    return Panel(table, title=say(language, "alhambra.board.majorities"), expand=False)


def _count(row: Majority, c: int) -> Text:
    """A sole leader in brackets, those tied with an equals sign."""
    n = row.counts[c]
    if row.leaders == [c]:
        return Text(f"[{n}]", style="bold yellow")
    return Text(f"={n}" if c in row.leaders else str(n or "·"), style="yellow" if c in row.leaders else "")
