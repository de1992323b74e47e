"""The picture of Les Grands Bâtisseurs in words: hand, auction, sabotage, cities; behind the tents only one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bastide.core.telling import Line, Part, item, line, part
from bastide.core.words import Phrase
from bastide.games.batisseurs.picture import Attack, Auction, BatisseursPicture, BatisseursPlayer, Bid, Card, Pile

TOPICS = ("state", "hand", "auction", "sabotage", "piles", "player", "board", "tent")


def tell(picture: BatisseursPicture) -> list[Part]:
    """Everything the picture holds, in a fixed order."""
    hands = [player for player in picture.players if player.hand is not None]
    return [
        part("state", _state(picture)),
        *(part("hand", _hand(player), player.seat) for player in hands),
        part("auction", _auction(picture.auction) if picture.auction else []),
        part("sabotage", _sabotage(picture.sabotage) if picture.sabotage else []),
        part("piles", _piles(picture)),
        *(part("player", _player(player), player.seat) for player in picture.players),
        *(part("board", _city(player), player.seat) for player in picture.players),
        part("tent", [_tent(line_.type, line_.seen, line_.cards) for line_ in picture.tent]),
    ]


def _type(name: str) -> str:
    return f"@batisseurs.type.{name}"


def _spoken(name: str) -> str:
    return f"@batisseurs.spoken.{name}"


def _face(face: str) -> str:
    return "@batisseurs.face.saboteur" if face == "saboteur" else face


def _card(card: Card) -> Phrase:
    """A card: type, value, and its coins and shields."""
    return item("batisseurs.tell.card", type=_type(card.type), value=card.value, coins=card.coins, shields=card.shields)


def _cards(cards: Iterable[Card]) -> tuple[Phrase, ...]:
    return tuple(_card(card) for card in cards)


def _state(picture: BatisseursPicture) -> Iterator[Line]:
    yield line("batisseurs.tell.phase", phase=f"@batisseurs.tell.phase.{picture.phase}")
    if picture.turn_of is not None:
        yield line("batisseurs.tell.turn_of", seat=f"#{picture.turn_of}")
    if picture.laid:
        yield line("batisseurs.tell.laid", n=picture.laid)
    yield line("batisseurs.tell.reserve", n=picture.reserve)
    die = picture.die
    if die is not None:
        income = () if die.income is None else (item("batisseurs.tell.income", n=die.income),)
        yield line("batisseurs.tell.roll", item("batisseurs.tell.face", face=_face(die.face)), *income,
                   seat=f"#{die.seat}")  # fmt: skip
    yield line("batisseurs.tell.die", *(item("batisseurs.tell.face", face=_face(face)) for face in picture.die_faces))


def _hand(player: BatisseursPlayer) -> Iterator[Line]:
    if not player.hand:
        yield line("batisseurs.tell.no_cards")
    for card in player.hand or []:
        yield Line(_card(card))


def _auction(auction: Auction) -> Iterator[Line]:
    yield line("batisseurs.tell.auction", n=auction.number, seat=f"#{auction.auctioneer}")
    yield line("batisseurs.tell.lot_pile", pile=f"@batisseurs.pile.{auction.pile}")
    if auction.card is not None:
        yield line("batisseurs.tell.lot", _card(auction.card))
    if auction.named is not None:
        yield line("batisseurs.tell.named_lot", spoken=_spoken(auction.named))
    yield from (_bid(bid) for bid in auction.bids)
    if auction.leader is not None:
        yield line("batisseurs.tell.leads", seat=f"#{auction.leader}", bid=auction.standing or 0)
    if auction.to_bid is not None:
        yield line("batisseurs.tell.to_bid", seat=f"#{auction.to_bid}")


def _bid(bid: Bid) -> Line:
    amount = item("batisseurs.tell.no_bid") if bid.bid is None else item("batisseurs.tell.bid", bid=bid.bid)
    out = (item("batisseurs.tell.out"),) if bid.out else ()
    return line("batisseurs.tell.bids_of", amount, *out, seat=f"#{bid.seat}")


def _sabotage(attack: Attack) -> Iterator[Line]:
    yield line("batisseurs.tell.attack", attacker=f"#{attack.attacker}", victim=f"#{attack.victim}")
    if attack.card is not None:
        yield line("batisseurs.tell.attacked", _card(attack.card))
    if attack.place is not None:
        yield line("batisseurs.tell.attacked_place", number=attack.place + 1)
    if attack.face is not None:
        yield line("batisseurs.tell.attack_face", face=_face(attack.face))
    if attack.ransom is not None:
        yield line("batisseurs.tell.ransom", n=attack.ransom)


def _piles(picture: BatisseursPicture) -> Iterator[Line]:
    yield from _pile("open", picture.open_pile)
    yield from _pile("hidden", picture.hidden_pile)


def _pile(name: str, pile: Pile) -> Iterator[Line]:
    yield line("batisseurs.tell.pile", item("batisseurs.tell.cards", n=pile.cards), pile=f"@batisseurs.pile.{name}")
    if pile.top is not None:
        yield line("batisseurs.tell.top", _card(pile.top), pile=f"@batisseurs.pile.{name}")
    if pile.bottom:
        yield line("batisseurs.tell.bottom", *_cards(pile.bottom), pile=f"@batisseurs.pile.{name}")


def _player(player: BatisseursPlayer) -> Iterator[Line]:
    if player.money is None:
        yield line("batisseurs.tell.money_hidden")
    else:
        yield line("batisseurs.tell.money", n=player.money)
    yield line("batisseurs.tell.stones", n=player.stones)
    yield line("batisseurs.tell.hand_size", n=player.hand_size)
    if player.hand_value is not None:
        yield line("batisseurs.tell.hand_value", n=player.hand_value)
    if player.known:
        yield line("batisseurs.tell.known", *_cards(player.known))
    if player.named:
        yield line("batisseurs.tell.named", *(item(f"batisseurs.spoken.{name}") for name in player.named))
    yield line("batisseurs.tell.city_sums", value=player.value, coins=player.coins, shields=player.shields)


def _city(player: BatisseursPlayer) -> Iterator[Line]:
    """From left to right, with its ends (BAT-30 to BAT-36)."""
    if not player.city:
        yield line("batisseurs.tell.no_city")
        return
    yield line("batisseurs.tell.left", end=f"@batisseurs.tell.end.{player.left}")
    for i, card in enumerate(player.city):
        building = item("batisseurs.board.breach") if card is None else _card(card)
        yield line("batisseurs.tell.place", building, place=str(i + 1), number=i + 1)
    yield line("batisseurs.tell.right", end=f"@batisseurs.tell.end.{player.right}")
    if player.complete:
        yield line("batisseurs.tell.complete")


def _tent(name: str, seen: int, cards: int) -> Line:
    return line("batisseurs.tell.tent", type=_type(name), seen=seen, cards=cards)
