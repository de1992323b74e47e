"""Piles, the auction, the cities and one's own hand in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bastide.core.catalogue import say
from bastide.games.batisseurs.picture import Auction, BatisseursPicture, BatisseursPlayer, Card, Pile

# a colour for each type, beside the two letters that the catalogue gives it: colour is never the only cue
COLOURS = {
    "corner_left": "yellow",
    "corner_right": "yellow",
    "tower": "bright_yellow",
    "gate": "bright_blue",
    "town_hall": "bright_red",
    "church": "bright_magenta",
}
COIN, SHIELD, STONE = "●", "▼", "◆"


def board(picture: BatisseursPicture, language: str) -> RenderableType:
    """The middle of the table, then every seat's city and hand."""
    parts: list[RenderableType] = [_headline(picture, language)]
    middle = [_piles(picture, language), _tent(picture, language)]
    if picture.auction:
        middle.insert(0, _auction(picture.auction, language))
    parts.append(Columns(middle, padding=(0, 2)))
    parts += [_player(player, picture, language) for player in picture.players]
    return Group(*parts)


def _headline(picture: BatisseursPicture, language: str) -> Text:
    words = []
    if picture.turn_of is not None:
        words.append(say(language, "batisseurs.board.turn", seat=_seat(picture.turn_of)))
    if picture.phase == "final":
        words.append(say(language, "batisseurs.board.final"))
    if picture.die:
        face = picture.die.face if picture.die.face.isdigit() else say(language, "batisseurs.face.saboteur")
        words.append(say(language, "batisseurs.board.roll", seat=_seat(picture.die.seat), face=face))
    words.append(f"{STONE} " + say(language, "batisseurs.board.reserve", n=picture.reserve))
    return Text(" · ".join(words), style="bold")


def _seat(seat: int) -> str:
    return f"P{seat + 1}"


# ---- the middle


def _piles(picture: BatisseursPicture, language: str) -> Panel:
    table = Table.grid(padding=(0, 1))
    for name, pile in (("open", picture.open_pile), ("hidden", picture.hidden_pile)):
        row = Text(say(language, f"batisseurs.board.{name}", n=pile.cards))
        table.add_row(
            row, _card(pile.top, language) if pile.top else Text("▒▒" if name == "hidden" and pile.cards else "")
        )
        if pile.bottom:
            table.add_row(Text(f"  {say(language, 'batisseurs.board.bottom')}", style="dim"), _bottom(pile, language))
    return Panel(table, expand=False)


def _bottom(pile: Pile, language: str) -> Text:
    return Text(" ").join(_card(card, language) for card in pile.bottom)


def _tent(picture: BatisseursPicture, language: str) -> Panel:
    """BAT-67. How many cards of each type there are, and how many of them have been seen."""
    line = Text("  ").join(
        Text(f"{_code(row.type, language)} {row.seen}/{row.cards}", style=COLOURS[row.type]) for row in picture.tent
    )
    return Panel(line, title=say(language, "batisseurs.board.tent"), expand=False)


def _auction(auction: Auction, language: str) -> Panel:
    table = Table(box=SIMPLE, show_header=False, padding=(0, 1))
    for bid in auction.bids:
        note = ""
        if bid.out:
            note = say(language, "batisseurs.board.out")
        elif bid.seat == auction.leader:
            note = say(language, "batisseurs.board.leads")
        elif bid.seat == auction.to_bid:
            note = say(language, "batisseurs.board.to_bid")
        style = "dim" if bid.out else "bold yellow" if bid.seat == auction.leader else ""
        table.add_row(_seat(bid.seat), "·" if bid.bid is None else str(bid.bid), note, style=style)
    title = say(language, "batisseurs.board.auction", n=auction.number, seat=_seat(auction.auctioneer))
    return Panel(Group(_lot(auction, language), table), title=title, border_style="yellow", expand=False)


def _lot(auction: Auction, language: str) -> Text:
    """The card as far as one may see it, and the name it was given."""
    if auction.card:
        name = say(language, f"batisseurs.type.{auction.card.type}")
        return Text.assemble(_card(auction.card, language), Text(f"  {name} {auction.card.value}"))
    if auction.named:
        named = say(language, f"batisseurs.spoken.{auction.named}")
        return Text(say(language, "batisseurs.board.lot_named", spoken=named))
    return Text(say(language, "batisseurs.board.lot_hidden"))


# ---- the seats


def _code(kind_type: str, language: str) -> str:
    """Two letters for a type."""
    return say(language, f"batisseurs.code.{kind_type}")


def _card(card: Card, language: str) -> Text:
    """`Ga4●●`: type, value, coins or shields."""
    text = f"{_code(card.type, language)}{card.value}{COIN * card.coins}{SHIELD * card.shields}"
    return Text(text, style=COLOURS[card.type])


def _player(player: BatisseursPlayer, picture: BatisseursPicture, language: str) -> Panel:
    parts: list[RenderableType] = [_row(player.city, language)]
    if not player.city:
        parts = [Text(say(language, "batisseurs.board.no_city"), style="dim")]
    held = _hand(player, language)
    if held is not None:
        parts.append(held)
    is_turn = player.seat == picture.turn_of
    return Panel(
        Group(*parts),
        title=_summary(player, language),
        title_align="left",
        border_style="cyan" if is_turn else "dim",
        expand=False,
    )


def _summary(player: BatisseursPlayer, language: str) -> Text:
    """Seat, value of the city, shields, coins, stones, hand and, where it may be seen, money."""
    counts = {
        "value": str(player.value),
        "shields": f"{player.shields}{SHIELD}",
        "coins": f"{player.coins}{COIN}",
        "stones": f"{player.stones}{STONE}",
        "hand": str(player.hand_size),
    }
    if player.money is not None:
        counts["money"] = str(player.money)
    words = [f"{say(language, f'batisseurs.board.{name}')} {text}" for name, text in counts.items()]
    return Text(f"{_seat(player.seat)}  " + " · ".join(words))


def _row(cards: Sequence[Card | None], language: str) -> Table:
    """Cards side by side over the numbers of their places, as in `at 3`."""
    table = Table.grid(padding=(0, 1))
    for _ in cards:
        table.add_column(justify="center", no_wrap=True)
    breach = Text(f"~{say(language, 'batisseurs.board.breach')}~", style="red")
    table.add_row(*(_brick(card, language) if card else breach for card in cards))
    table.add_row(*(Text(str(place + 1), style="dim") for place in range(len(cards))))
    return table


def _brick(card: Card, language: str) -> Text:
    """A card that stands in a wall."""
    brick = _card(card, language)
    brick.stylize("reverse")
    return brick


def _hand(player: BatisseursPlayer, language: str) -> RenderableType | None:
    """One's own cards; of another's those one knows, and a back for each of the rest."""
    name = Text(f"{say(language, 'batisseurs.board.hand')}  ", style="dim")
    if player.hand is not None:
        return (
            Text.assemble(name, Text("  ").join(_card(card, language) for card in player.hand)) if player.hand else None
        )
    if not player.hand_size:
        return None
    cards = [_card(card, language) for card in player.known]
    cards += [Text(f"▒{say(language, f'batisseurs.spoken.{named}')}▒") for named in player.named]
    cards += [Text("▒▒")] * (player.hand_size - len(cards))
    return Text.assemble(name, Text("  ").join(cards))
