"""What happened, as events for the log, with the points and where they come from."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE, UNSEEN
from bastide.core.words import Event, Gain, Values
from bastide.games.batisseurs.actions import AT, BID, DONE, INSIDE, PASS, PLACE_NAMES, RANSOM_YES, VERBS
from bastide.games.batisseurs.state import (
    BIDDING,
    BUILDING,
    FILL,
    INCOME_ROLL,
    LOWER,
    OVER_PHASE,
    PEEK,
    PILE,
    RANSOM,
    SABOTAGE_ROLL,
    SHOW,
    START,
    STONE,
    TARGET,
    TOP,
    row_of,
)
from bastide.games.batisseurs.story_end import tell_end
from bastide.games.batisseurs.tables import DESTROYED, EFFECT, HIDDEN, INCOME, NOTHING, OPEN, SABOTEUR, VALUE
from bastide.games.batisseurs.wording import (
    SPOKEN_ICONS,
    card_icon,
    card_id,
    card_values,
    face_icon,
    face_value,
    hand_id,
    pile_id,
    pile_key,
    place_id,
    spoken_key,
)

BUILDINGS = "batisseurs.source.buildings"

OPENINGS = {"batisseurs.event.build_first": ("type",)}


def story(before: Any, a: int, after: Any) -> list[Event]:
    """The events of one ply, as one viewer saw it."""
    events = TELLERS[before.phase](before, a, after)
    if after.phase == TOP or after.phase == before.phase == BIDDING:
        return events
    return [*events, *tell_top(before, after), *tell_turn(before, after)]


def event(name: str, p: int, values: Values, clause: str, icon: str = "", depth: int = 0, **more: Any) -> Event:
    """An event that a seat brings about; its name is among the values."""
    return Event(f"batisseurs.event.{name}", {"seat": f"#{p}", **values}, p, clause, icon, depth, **more)


def tell_top(before: Any, after: Any) -> list[Event]:
    """BAT-20. A known card comes to the top of the open pile, without a draw."""
    if before.phase == TOP or after.top in (NONE, before.top):
        return []
    return [Event("batisseurs.event.top", card_values(after.top), clause="BAT-20", icon=card_icon(after.top), depth=1)]


def tell_turn(before: Any, after: Any) -> list[Event]:
    """BAT-51, BAT-60. The final round begins, or the game is over."""
    if after.phase == OVER_PHASE:
        return tell_end(after)
    if after.final and not before.final:
        return [Event("batisseurs.event.final", clause="BAT-51", icon="flag")]
    return []


# ---- the start and income


def tell_reveal(before: Any, kind: int, after: Any) -> list[Event]:
    """BAT-02, BAT-20."""
    return [Event("batisseurs.event.top", card_values(kind), clause="BAT-20", icon=card_icon(kind), depth=1)]


def tell_start(before: Any, face: int, after: Any) -> list[Event]:
    """BAT-04."""
    p = before.current
    events = [event("start_roll", p, {"face": face_value(face)}, "BAT-04", face_icon(face))]
    if not after.start_in:
        events.append(event("starts", after.current, {}, "BAT-04", "flag", 1))
    elif after.start_tied == 0:
        events.append(Event("batisseurs.event.roll_again", clause="BAT-04", depth=1))
    return events


def tell_income(before: Any, face: int, after: Any) -> list[Event]:
    """BAT-10, BAT-11, BAT-12."""
    p = before.current
    coins = after.earned - int(INCOME[face])
    values: Values = {"face": face_value(face), "n": after.earned, "coins": coins}
    events = [Event("batisseurs.event.turn", {"seat": f"#{p}"})]
    if face != SABOTEUR:
        return [*events, event("income_gates" if coins else "income", p, values, "BAT-10", face_icon(face))]
    events.append(event("saboteur_gates" if coins else "saboteur", p, values, "BAT-11", face_icon(face)))
    if after.stones[p] > before.stones[p]:
        moved = (("stone:reserve", f"stone:{p}"),)
        events.append(event("stone", p, {}, "BAT-11", "stone", 1, moved=moved))
    elif after.phase == PILE:
        events.append(event("no_stone", p, {}, "BAT-12", "stone", 1))
    return events


def tell_stone(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-12."""
    p = before.current
    verb, args = VERBS.decode(a)
    if verb.name == "decline":
        return [event("stone_declined", p, {}, "BAT-12", "pass")]
    [victim] = args
    return [
        event("stone_from", p, {"victim": f"#{victim}"}, "BAT-12", "stone", moved=((f"stone:{victim}", f"stone:{p}"),))
    ]


# ---- the auction


def tell_offer(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-20."""
    p = before.current
    if after.lot_pile == OPEN:
        return [
            event(
                "offer_open",
                p,
                {**card_values(after.lot), "lot": after.lots},
                "BAT-20",
                f"gavel {card_icon(after.lot)}",
            )
        ]
    if after.phase == PEEK:
        return [event("offer_hidden", p, {"lot": after.lots}, "BAT-20", "gavel")]
    values: Values = {**card_values(after.lot), "lot": after.lots}
    return [event("offer_known", p, values, "BAT-43", f"gavel {card_icon(after.lot)}")]


def tell_peek(before: Any, kind: int, after: Any) -> list[Event]:
    """BAT-25."""
    p = before.current
    if kind == UNSEEN:
        return [event("peek_unseen", p, {}, "BAT-25", "eye", 1)]
    return [event("peek", p, card_values(kind), "BAT-25", f"eye {card_icon(kind)}", 1)]


def tell_bid(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-21 to BAT-29."""
    p = before.bidder
    if a == PASS:
        events = [event("pass", p, {}, "BAT-22", "pass")]
    else:
        clause = "BAT-21" if before.leader == NONE else "BAT-22"
        events = [event("bid", p, {"n": a - BID}, clause, "gavel")]
    if after.phase != BIDDING:
        return events + tell_sale(before, a, after)
    if after.named != before.named:
        values: Values = {"spoken": spoken_key(after.named)}
        events.append(event("named", before.current, values, "BAT-25", SPOKEN_ICONS[after.named], 1))
    return events


def tell_sale(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-22 to BAT-29, BAT-50. Who could not pay, who bought, and whether that was a pile's last card."""
    bids = {p: before.bids[p] for p in range(before.seats) if before.bids[p] != NONE}
    if a != PASS:
        bids[before.bidder] = a - BID
    events = []
    buyer = NONE
    for p in sorted(bids, key=lambda p: -bids[p]):
        if before.money[p] >= bids[p]:
            buyer = p
            break
        events.append(
            event("insolvent", p, {"n": bids[p], "money": before.money[p]}, "BAT-27", "thaler", 1, stops=True)
        )
    broke = {e.seat for e in events}
    lot = card_id(before.lot) if before.lot != NONE else pile_id(before.lot_pile)
    if buyer == NONE:
        events.append(Event("batisseurs.event.lost", clause="BAT-29", icon="close", depth=1, moved=((lot, "gone"),)))
    else:
        name, clause = sale_terms(before.current, buyer, broke)
        values: Values = {"n": bids[buyer], "half": bids[buyer] // 2, "auctioneer": f"#{before.current}"}
        values["bank"] = bids[buyer] - bids[buyer] // 2
        events.append(event(name, buyer, values, clause, "thaler", 1, moved=((lot, hand_id(buyer)),)))
    if after.ender != before.ender:
        values = {"pile": pile_key(before.lot_pile)}
        events.append(event("last_card", before.current, values, "BAT-50", "flag", 1))
    return events


def sale_terms(auctioneer: int, buyer: int, broke: set[int]) -> tuple[str, str]:
    """BAT-23, BAT-24, BAT-28. Where the price goes."""
    if buyer == auctioneer:
        return "sold_self", "BAT-24"
    return ("sold_bank", "BAT-28") if auctioneer in broke else ("sold", "BAT-23")


# ---- building


def tell_building(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-30, BAT-31, BAT-36, BAT-40."""
    p = before.current
    if a == DONE:
        name = "done" if before.laid else "nothing"
        return [event(name, p, {}, "BAT-51" if before.final else "BAT-05", "pass")]
    if a > DONE:
        return tell_attack(before, a)
    kind, place = VERBS.decode(a).args
    if after.phase == FILL:
        return [event("which_breach", p, card_values(kind), "BAT-36", card_icon(kind))]
    if before.length[p] == 0:
        return [tell_laid(p, kind, "build_first", 0, "BAT-30")]
    if place == INSIDE:
        filled = next(i for i, card in enumerate(row_of(before, p)) if card != row_of(after, p)[i])
        return [tell_laid(p, kind, "build_breach", filled, "BAT-36")]
    return [tell_laid(p, kind, f"build_{PLACE_NAMES[place]}", PLACE_NAMES[place], "BAT-31")]


def tell_fill(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-36."""
    return [tell_laid(before.current, before.pending, "build_breach", a - AT, "BAT-36")]


def tell_laid(p: int, kind: int, name: str, place: int | str, clause: str) -> Event:
    """BAT-60. A building counts while it stands."""
    gain = Gain(p, int(VALUE[kind]), BUILDINGS)
    moved = ((card_id(kind), place_id(p, place)),)
    return event(name, p, card_values(kind), clause, card_icon(kind), gains=(gain,), moved=moved)


# ---- sabotage


def tell_attack(before: Any, a: int) -> list[Event]:
    """BAT-40, BAT-41, BAT-44."""
    p = before.current
    verb, (victim, *kinds) = VERBS.decode(a)
    if verb.name == "raid":
        return [event("raid", p, {"victim": f"#{victim}"}, "BAT-44", "stone hand")]
    [kind] = kinds
    values: Values = {**card_values(kind), "victim": f"#{victim}"}
    return [event("sabotage", p, values, "BAT-41", f"stone {card_icon(kind)}")]


def tell_target(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-41."""
    values: Values = {"place": a - AT + 1, "victim": f"#{before.victim}"}
    return [event("target", before.current, values, "BAT-41", "target", 1)]


def tell_sabotage_roll(before: Any, face: int, after: Any) -> list[Event]:
    """BAT-42."""
    p = before.current
    events = [event("sabotage_roll", p, {"face": face_value(face)}, "BAT-42", face_icon(face))]
    if EFFECT[face] == NOTHING:
        events.append(event("unharmed", before.victim, {}, "BAT-42", "shield", 1, stops=True))
    elif EFFECT[face] == DESTROYED:
        events += tell_destroyed(before, after)
    return events


def tell_ransom(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-42."""
    kind = before.row[before.victim, before.target]
    values: Values = {**card_values(kind), "n": int(VALUE[kind]), "attacker": f"#{before.current}"}
    if a == RANSOM_YES:
        return [event("ransom_yes", before.victim, values, "BAT-42", "thaler", stops=True)]
    return [event("ransom_no", before.victim, values, "BAT-42", "pass"), *tell_destroyed(before, after)]


def tell_destroyed(before: Any, after: Any) -> list[Event]:
    """BAT-36, BAT-42, BAT-43. The points of a fallen building are lost."""
    p, place = before.victim, before.target
    kind = before.row[p, place]
    gain = Gain(p, -int(VALUE[kind]), BUILDINGS)
    icon = f"saboteur {card_icon(kind)}"
    fallen = event("destroyed", p, card_values(kind), "BAT-42", icon, 1, gains=(gain,), stops=True)
    return [fallen, *tell_buried(before, kind, after)]


def tell_show(before: Any, kind: int, after: Any) -> list[Event]:
    """BAT-44."""
    p = before.victim
    shown = event("shown", p, card_values(kind), "BAT-44", f"hand {card_icon(kind)}", 1, stops=True)
    return [shown, *tell_buried(before, kind, after)]


def tell_buried(before: Any, kind: int, after: Any) -> list[Event]:
    """BAT-43. Under the pile that has grown; nothing yet if the attacker has to choose."""
    if after.phase == LOWER:
        return []
    pile = OPEN if after.height[OPEN] > before.height[OPEN] else HIDDEN
    values: Values = {**card_values(kind), "pile": pile_key(pile)}
    moved = ((card_id(kind), pile_id(pile)),)
    return [Event("batisseurs.event.under", values, clause="BAT-43", icon=card_icon(kind), depth=1, moved=moved)]


def tell_lower(before: Any, a: int, after: Any) -> list[Event]:
    """BAT-43. The attacker has chosen a pile."""
    return tell_buried(before, before.fallen, after)


TELLERS = {
    TOP: tell_reveal,
    START: tell_start,
    INCOME_ROLL: tell_income,
    PEEK: tell_peek,
    SABOTAGE_ROLL: tell_sabotage_roll,
    SHOW: tell_show,
    STONE: tell_stone,
    PILE: tell_offer,
    BIDDING: tell_bid,
    BUILDING: tell_building,
    FILL: tell_fill,
    TARGET: tell_target,
    RANSOM: tell_ransom,
    LOWER: tell_lower,
}
