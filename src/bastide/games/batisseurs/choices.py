"""What is asked, what stands for each action, what it is called, and what is certain to come of it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from bastide.core.state import NONE, action_list, ask, once
from bastide.core.verbs import Pieces
from bastide.core.words import Choice, Effect, Phrase, Plan, Prompt, Risk, Step, Values
from bastide.games.batisseurs.actions import INSIDE, PLACE_NAMES, VERBS
from bastide.games.batisseurs.city import may_fill
from bastide.games.batisseurs.picture import KEPT, phase_of, shields_on
from bastide.games.batisseurs.rules import legal
from bastide.games.batisseurs.state import (
    BIDDING,
    BREACH,
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
from bastide.games.batisseurs.tables import COINS, FIRST_BUILD, HIDDEN, MOST_PER_TURN, VALUE
from bastide.games.batisseurs.wording import card_id, card_values, hand_id, pile_key, place_id, spoken_key

WHAT_A_ROLL_DOES = Effect(Phrase("batisseurs.effect.sabotage"), clause="BAT-42")

# ---- what is asked

CLAUSES = {
    TOP: "BAT-20",
    START: "BAT-04",
    INCOME_ROLL: "BAT-10",
    PEEK: "BAT-25",
    SABOTAGE_ROLL: "BAT-42",
    SHOW: "BAT-44",
    STONE: "BAT-12",
    PILE: "BAT-20",
    BIDDING: "BAT-22",
    BUILDING: "BAT-05",
    FILL: "BAT-36",
    TARGET: "BAT-41",
    RANSOM: "BAT-42",
    LOWER: "BAT-43",
    OVER_PHASE: "BAT-65",
}
STEPS = ("income", "auction", "build")
# by whether one can build, and sabotage
WHAT_IS_OPEN = {
    (True, True): "build",
    (True, False): "build_only",
    (False, True): "sabotage_only",
    (False, False): "neither",
}


def prompt(v: Any, seat: int) -> Prompt:
    """The one sentence on top, told to that viewer."""
    if v.phase == OVER_PHASE:
        return Prompt(Phrase("batisseurs.prompt.over"), clause=CLAUSES[OVER_PHASE])
    if v.phase < STONE:
        return Prompt(Phrase("batisseurs.prompt.chance"), steps=steps_of(v), clause=CLAUSES[v.phase])
    asked = v.bidder if v.phase == BIDDING else v.victim if v.phase == RANSOM else v.current
    key, values, clause = question(v)
    if asked != seat:
        return Prompt(Phrase("batisseurs.prompt.wait", {"seat": f"#{asked}"}), asked, steps_of(v), clause)
    return Prompt(Phrase(f"batisseurs.prompt.{key}", values), asked, steps_of(v), clause)


def question(v: Any) -> tuple[str, Values, str]:
    """The key, the values and the clause of what the mover is asked."""
    clause = CLAUSES[v.phase]
    if v.phase == BIDDING:
        return ("open", {}, "BAT-21") if v.leader == NONE else (*standing(v), clause)
    if v.phase == BUILDING:
        return building_question(v)
    if v.phase == FILL:
        return "fill", card_values(v.pending), clause
    if v.phase == TARGET:
        return "target", {**card_values(v.pending), "victim": f"#{v.victim}"}, clause
    if v.phase == RANSOM:
        kind = v.row[v.victim, v.target]
        key = "ransom" if "ransom_yes" in legal_verbs(v) else "ransom_falls"
        return key, {**card_values(kind), "attacker": f"#{v.current}", "n": int(VALUE[kind])}, clause
    if v.phase == LOWER:
        return "lower", card_values(v.fallen), clause
    return ("stone" if v.phase == STONE else "pile"), {}, clause


def standing(v: Any) -> tuple[str, Values]:
    """Who leads, at how much, and for what."""
    values: Values = {"leader": f"#{v.leader}", "n": v.bids[v.leader]}
    if v.lot != NONE:
        return "bid", {**values, **card_values(v.lot)}
    return ("bid_named", {**values, "spoken": spoken_key(v.named)}) if v.named != NONE else ("bid_hidden", values)


def building_question(v: Any) -> tuple[str, Values, str]:
    """BAT-05, BAT-30, BAT-51. Build or sabotage, as far as one can; in the midst of building how many more."""
    verbs = legal_verbs(v)
    if v.laid and "done" not in verbs:
        return "three", {"n": FIRST_BUILD - v.laid}, "BAT-30"
    if v.laid and "build" not in verbs:
        return "stop", {}, "BAT-30"
    if v.laid:
        return "more", {"n": min(MOST_PER_TURN - v.laid, v.hand_size[v.current])}, "BAT-30"
    if v.final:
        return ("final" if "build" in verbs else "final_over"), {}, "BAT-51"
    return WHAT_IS_OPEN["build" in verbs, not verbs.isdisjoint(("sabotage", "raid"))], {}, "BAT-05"


@once
def legal_verbs(v: Any) -> set[str]:
    """The names of what the mover may do, by the mover's view."""
    return {VERBS.decode(a).verb.name for a in legal_actions(v)}


@once
def legal_actions(v: Any) -> list[int]:
    buf = action_list(VERBS.size)
    actions: list[int] = buf[: ask(legal, v, buf)].tolist()
    return actions


def steps_of(v: Any) -> tuple[Step, ...]:
    """BAT-05. The three phases of a turn; the final round and the start have none."""
    return steps_at(phase_of(v))


@cache
def steps_at(now: str) -> tuple[Step, ...]:
    if now not in STEPS:
        return ()
    at = STEPS.index(now)
    return tuple(
        Step(Phrase(f"batisseurs.step.{name}"), "done" if i < at else "now" if i == at else "next")
        for i, name in enumerate(STEPS)
    )


# ---- income and the auction


def say(name: str, values: Values | None = None) -> Phrase:
    return Phrase(f"batisseurs.choice.{name}", values or {})


def stone_pieces(v: Any, _seat: int, victim: int) -> Pieces:
    """BAT-12. A seat's stones, where it has any."""
    return (f"stone:{victim}",) if victim < v.seats and v.stones[victim] else ()


def offer_choice(v: Any, pile: int) -> Choice:
    """BAT-20. The hidden card is looked at once it is chosen."""
    if pile == HIDDEN:
        return Choice(say("offer_hidden"), reveals=v.height[HIDDEN] > v.tail_size[HIDDEN])
    return Choice(say("offer_open", card_values(v.top)))


def bid_choice(v: Any, bid: int) -> Choice:
    """BAT-23, BAT-24, BAT-27. Where the money would go, and the risk of a bid beyond one's means."""
    return bid_of(bid, v.money[v.bidder], v.current, v.bidder == v.current)


@lru_cache(maxsize=KEPT)
def bid_of(bid: int, money: int, auctioneer: int, is_own: bool) -> Choice:
    """A bid of somebody with so much money, at an auction of one's own or of another."""
    left = money - bid
    effects: tuple[Effect, ...] = ()
    if left >= 0 and is_own:
        effects = (Effect(Phrase("batisseurs.effect.bank", {"bank": bid, "left": left}), clause="BAT-24"),)
    elif left >= 0:
        shares: Values = {"half": bid // 2, "seat": f"#{auctioneer}", "bank": bid - bid // 2, "left": left}
        effects = (Effect(Phrase("batisseurs.effect.halves", shares), clause="BAT-23"),)
    risk = Risk(Phrase("batisseurs.risk.insolvent", {"money": money}), "BAT-27") if left < 0 else None
    return Choice(say("bid", {"n": bid}), (f"bid:{bid}",), effects=effects, risk=risk, verb="batisseurs.verb.bid")


# ---- building


def build_pieces(v: Any, seat: int, kind: int, place: int) -> Pieces:
    """A card of one's own hand and a place of one's own city; before phase 3 the card alone."""
    if seat < 0 or v.known[seat, kind] + v.secret[seat, kind] == 0:
        return ()
    if v.phase != BUILDING or v.current != seat:
        return (card_id(kind),)
    if place != INSIDE:
        return (card_id(kind), place_id(seat, PLACE_NAMES[place])) if v.length[seat] else ()
    if v.length[seat] == 0:
        return card_id(kind), place_id(seat, "right")
    breaches = fitting_breaches(v, seat, kind) or [i for i, card in enumerate(row_of(v, seat)) if card == BREACH]
    if not breaches:
        return ()
    return card_id(kind), place_id(seat, breaches[0] if len(breaches) == 1 else "breach")


def fitting_breaches(v: Any, p: int, kind: int) -> list[int]:
    """BAT-32, BAT-36. The breaches of a city that take this card."""
    return [i for i, card in enumerate(row_of(v, p)) if card == BREACH and ask(may_fill, v, p, kind, i)]


def build_choice(v: Any, kind: int, place: int) -> Choice:
    """BAT-31, BAT-36. A card of the hand and where it goes; which of several breaches is asked next."""
    name = PLACE_NAMES[place] if v.length[v.current] else "first"
    is_asked_where = name == "breach" and len(fitting_breaches(v, v.current, kind)) > 1
    return Choice(
        say(f"build_{name}", card_values(kind)),
        commits=not is_asked_where,
        effects=card_effects(v, kind),
        points=int(VALUE[kind]),
    )


def card_effects(v: Any, kind: int) -> tuple[Effect, ...]:
    """BAT-10, BAT-41. What a card brings while it stands."""
    if COINS[kind]:
        return (Effect(Phrase("batisseurs.effect.coins", {"n": int(COINS[kind])}), "gain", "BAT-10"),)
    shields = shields_on(v, kind)
    if shields:
        return (Effect(Phrase("batisseurs.effect.shields", {"n": shields}), "gain", "BAT-41"),)
    return ()


def done_choice(v: Any) -> Choice:
    """BAT-05, BAT-30."""
    return Choice(say("stop" if v.laid else "nothing"))


# ---- sabotage


def sabotage_pieces(v: Any, _seat: int, victim: int, kind: int) -> Pieces:
    """BAT-41. The building; where several of a kind stand, a piece for all of them."""
    places = copies_at(v, victim, kind) if v.phase == BUILDING else []
    if not places:
        return ()
    return (place_id(victim, places[0] if len(places) == 1 else "building"),)


def copies_at(v: Any, victim: int, kind: int) -> list[int]:
    """The places of a city where this kind stands."""
    return [i for i, card in enumerate(row_of(v, victim)) if card == kind] if victim < v.seats else []


def sabotage_choice(v: Any, victim: int, kind: int) -> Choice:
    """BAT-41, BAT-42."""
    is_sure = len(copies_at(v, victim, kind)) == 1
    return Choice(
        say("sabotage", {**card_values(kind), "victim": f"#{victim}"}),
        commits=is_sure,
        effects=(WHAT_A_ROLL_DOES,),
        reveals=is_sure,
    )


def raid_pieces(v: Any, _seat: int, victim: int) -> Pieces:
    """BAT-44. A hand."""
    return (hand_id(victim),) if v.phase == BUILDING and victim < v.seats else ()


def raid_choice(_v: Any, victim: int) -> Choice:
    """BAT-44."""
    return Choice(say("raid", {"victim": f"#{victim}"}), reveals=True)


def at_pieces(v: Any, _seat: int, place: int) -> Pieces:
    """A place of the city in question."""
    if v.phase not in (FILL, TARGET):
        return ()
    p = v.current if v.phase == FILL else v.victim
    return (place_id(p, place),) if place < v.length[p] else ()


def at_choice(v: Any, place: int) -> Choice:
    """BAT-36, BAT-41. A breach to fill, or one of two equal buildings."""
    if v.phase == FILL:
        label = say("fill", {**card_values(v.pending), "place": place + 1})
        return Choice(label, effects=card_effects(v, v.pending), verb="batisseurs.verb.build")
    label = say("target", {"place": place + 1, "victim": f"#{v.victim}"})
    return Choice(label, reveals=True, verb="batisseurs.verb.sabotage")


def ransom_no_choice(v: Any) -> Choice:
    """BAT-42. The building falls."""
    kind = v.row[v.victim, v.target]
    n = int(VALUE[kind])
    return Choice(say("ransom_no", {**card_values(kind), "n": n}), points=-n)


def ransom_yes_choice(v: Any) -> Choice:
    """BAT-42. Its printed value is paid."""
    kind = v.row[v.victim, v.target]
    n = int(VALUE[kind])
    left = Effect(Phrase("batisseurs.effect.left", {"left": v.money[v.victim] - n}))
    return Choice(say("ransom_yes", {**card_values(kind), "n": n}), effects=(left,), points=0)


def under_choice(v: Any, pile: int) -> Choice:
    """BAT-43."""
    return Choice(say("under", {**card_values(v.fallen), "pile": pile_key(pile)}))


def live(s: Any, a: int) -> bool:
    """BAT-20, BAT-22. An offer binds and bids are made aloud: everybody sees them at once."""
    return s.phase in (PILE, BIDDING)


# ---- two decisions offered as one


def plans(v: Any, seat: int) -> list[Plan]:
    """Where a card or a building alone leaves two places open: the card and its place in one."""
    if v.phase != BUILDING or v.current != seat:
        return []
    offered = []
    for a in legal_actions(v):
        verb, args = VERBS.decode(a)
        if verb.name in PLANNED:
            offered += PLANNED[verb.name](v, *args)
    return offered


def breach_plans(v: Any, kind: int, place: int) -> list[Plan]:
    """BAT-36."""
    places = fitting_breaches(v, v.current, kind) if place == INSIDE else []
    return [
        Plan(
            (VERBS["build"](kind, INSIDE), VERBS["at"](i)),
            say("fill", {**card_values(kind), "place": i + 1}),
            (card_id(kind), place_id(v.current, i)),
            effects=card_effects(v, kind),
            verb="batisseurs.verb.build",
        )
        for i in places
        if len(places) > 1
    ]


def target_plans(v: Any, victim: int, kind: int) -> list[Plan]:
    """BAT-41."""
    places = copies_at(v, victim, kind)
    return [
        Plan(
            (VERBS["sabotage"](victim, kind), VERBS["at"](i)),
            say("target", {"place": i + 1, "victim": f"#{victim}"}),
            (place_id(victim, i),),
            effects=(WHAT_A_ROLL_DOES,),
            verb="batisseurs.verb.sabotage",
        )
        for i in places
        if len(places) > 1
    ]


PLANNED = {"build": breach_plans, "sabotage": target_plans}
targets = VERBS.targeter(
    stone=stone_pieces, build=build_pieces, sabotage=sabotage_pieces, raid=raid_pieces, at=at_pieces
)
choice = VERBS.chooser(
    targets,
    offer=offer_choice,
    bid=bid_choice,
    build=build_choice,
    done=done_choice,
    sabotage=sabotage_choice,
    raid=raid_choice,
    at=at_choice,
    ransom_no=ransom_no_choice,
    ransom_yes=ransom_yes_choice,
    under=under_choice,
)
