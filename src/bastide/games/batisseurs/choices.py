"""What is asked, what each action is called, and what is certain to come of it."""

from __future__ import annotations

from typing import Any

from bastide.core.state import NONE, ask, int_array
from bastide.core.words import Choice, Effect, Phrase, Plan, Prompt, Risk, Step, Values
from bastide.games.batisseurs.actions import (
    AT,
    BID,
    BUILD,
    DECLINE,
    DONE,
    INSIDE,
    NUM_ACTIONS,
    OFFER,
    PASS,
    PLACES,
    RAID,
    RANSOM_NO,
    RANSOM_YES,
    SABOTAGE,
    TAKE_STONE,
    UNDER,
)
from bastide.games.batisseurs.picture import phase_of, shields_on
from bastide.games.batisseurs.pieces import Pieces, copies_at, fitting_breaches, targets
from bastide.games.batisseurs.rules import legal
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
)
from bastide.games.batisseurs.tables import COINS, HIDDEN, KINDS, MOST_PER_TURN, VALUE
from bastide.games.batisseurs.wording import card_id, card_values, pile_key, place_id, spoken_key

PLACE_NAMES = ("left", "right", "breach")
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
        return "ransom", {**card_values(kind), "attacker": f"#{v.current}", "n": int(VALUE[kind])}, clause
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
    """BAT-05, BAT-30, BAT-51. Build or sabotage; in the final round build; in the midst of it how many more."""
    if v.laid:
        return "more", {"n": MOST_PER_TURN - v.laid}, "BAT-30"
    return ("final", {}, "BAT-51") if v.final else ("build", {}, "BAT-05")


def steps_of(v: Any) -> tuple[Step, ...]:
    """BAT-05. The three phases of a turn; the final round and the start have none."""
    now = phase_of(v)
    if now not in STEPS:
        return ()
    at = STEPS.index(now)
    return tuple(
        Step(Phrase(f"batisseurs.step.{name}"), "done" if i < at else "now" if i == at else "next")
        for i, name in enumerate(STEPS)
    )


# ---- what each action is called


def choice(v: Any, a: int, seat: int) -> Choice:
    """The action's name, the pieces that stand for it, and its certain effects."""
    pieces = targets(v, a, seat)
    if a < OFFER:
        return stone_choice(a, pieces)
    if a < PASS:
        return offer_choice(v, a - OFFER, pieces)
    if a < BUILD:
        return bid_choice(v, a - BID, pieces) if a != PASS else Choice(say("pass"), pieces, verb=verb("pass"))
    if a < DONE:
        return build_choice(v, *divmod(a - BUILD, PLACES), pieces)
    if a == DONE:
        return Choice(say("stop" if v.laid else "nothing"), pieces, verb=verb("done"))
    if a < RAID:
        return sabotage_choice(v, *divmod(a - SABOTAGE, KINDS), pieces)
    if a < AT:
        return Choice(say("raid", {"victim": f"#{a - RAID}"}), pieces, reveals=True, verb=verb("sabotage"))
    if a < RANSOM_NO:
        return place_choice(v, a - AT, pieces)
    return ransom_choice(v, a, pieces) if a < UNDER else under_choice(v, a - UNDER, pieces)


def say(name: str, values: Values | None = None) -> Phrase:
    return Phrase(f"batisseurs.choice.{name}", values or {})


def verb(name: str) -> str:
    """The word on the button."""
    return f"batisseurs.verb.{name}"


def stone_choice(a: int, pieces: Pieces) -> Choice:
    """BAT-12."""
    if a == DECLINE:
        return Choice(say("decline"), pieces, verb=verb("decline"))
    return Choice(say("stone", {"victim": f"#{a - TAKE_STONE}"}), pieces, verb=verb("take"))


def offer_choice(v: Any, pile: int, pieces: Pieces) -> Choice:
    """BAT-20. The hidden card is looked at once it is chosen."""
    if pile == HIDDEN:
        return Choice(say("offer_hidden"), pieces, reveals=v.height[HIDDEN] > v.tail_size[HIDDEN], verb=verb("offer"))
    return Choice(say("offer_open", card_values(v.top)), pieces, verb=verb("offer"))


def bid_choice(v: Any, bid: int, pieces: Pieces) -> Choice:
    """BAT-23, BAT-24, BAT-27. Where the money would go, and the risk of a bid beyond one's means."""
    p = v.bidder
    left = v.money[p] - bid
    effects: tuple[Effect, ...] = ()
    if left >= 0 and p == v.current:
        effects = (Effect(Phrase("batisseurs.effect.bank", {"bank": bid, "left": left}), clause="BAT-24"),)
    elif left >= 0:
        shares: Values = {"half": bid // 2, "seat": f"#{v.current}", "bank": bid - bid // 2, "left": left}
        effects = (Effect(Phrase("batisseurs.effect.halves", shares), clause="BAT-23"),)
    risk = Risk(Phrase("batisseurs.risk.insolvent", {"money": v.money[p]}), "BAT-27") if left < 0 else None
    return Choice(say("bid", {"n": bid}), pieces, effects=effects, risk=risk, verb=verb("bid"))


def build_choice(v: Any, kind: int, place: int, pieces: Pieces) -> Choice:
    """BAT-31, BAT-36. A card of the hand and where it goes; which of several breaches is asked next."""
    name = PLACE_NAMES[place] if v.length[v.current] else "first"
    is_asked_where = name == "breach" and len(fitting_breaches(v, v.current, kind)) > 1
    return Choice(
        say(f"build_{name}", card_values(kind)),
        pieces,
        commits=not is_asked_where,
        effects=card_effects(v, kind),
        points=int(VALUE[kind]),
        verb=verb("build"),
    )


def card_effects(v: Any, kind: int) -> tuple[Effect, ...]:
    """BAT-10, BAT-41. What a card brings while it stands."""
    if COINS[kind]:
        return (Effect(Phrase("batisseurs.effect.coins", {"n": int(COINS[kind])}), "gain", "BAT-10"),)
    shields = shields_on(v, kind)
    if shields:
        return (Effect(Phrase("batisseurs.effect.shields", {"n": shields}), "gain", "BAT-41"),)
    return ()


def sabotage_choice(v: Any, victim: int, kind: int, pieces: Pieces) -> Choice:
    """BAT-41, BAT-42."""
    is_sure = len(copies_at(v, victim, kind)) == 1
    return Choice(
        say("sabotage", {**card_values(kind), "victim": f"#{victim}"}),
        pieces,
        commits=is_sure,
        effects=(WHAT_A_ROLL_DOES,),
        reveals=is_sure,
        verb=verb("sabotage"),
    )


def place_choice(v: Any, place: int, pieces: Pieces) -> Choice:
    """BAT-36, BAT-41. A breach to fill, or one of two equal buildings."""
    if v.phase == FILL:
        label = say("fill", {**card_values(v.pending), "place": place + 1})
        return Choice(label, pieces, effects=card_effects(v, v.pending), verb=verb("build"))
    label = say("target", {"place": place + 1, "victim": f"#{v.victim}"})
    return Choice(label, pieces, reveals=True, verb=verb("sabotage"))


def ransom_choice(v: Any, a: int, pieces: Pieces) -> Choice:
    """BAT-42."""
    kind = v.row[v.victim, v.target]
    values: Values = {**card_values(kind), "n": int(VALUE[kind])}
    if a == RANSOM_YES:
        left = Effect(Phrase("batisseurs.effect.left", {"left": v.money[v.victim] - int(VALUE[kind])}))
        return Choice(say("ransom_yes", values), pieces, effects=(left,), points=0, verb=verb("pay"))
    return Choice(say("ransom_no", values), pieces, points=-int(VALUE[kind]), verb=verb("refuse"))


def under_choice(v: Any, pile: int, pieces: Pieces) -> Choice:
    """BAT-43."""
    return Choice(say("under", {**card_values(v.fallen), "pile": pile_key(pile)}), pieces, verb=verb("put"))


def live(s: Any, a: int) -> bool:
    """BAT-20, BAT-22. An offer binds and bids are made aloud: everybody sees them at once."""
    return s.phase in (PILE, BIDDING)


# ---- two decisions offered as one


def plans(v: Any, seat: int) -> list[Plan]:
    """Where a card or a building alone leaves two places open: the card and its place in one."""
    if v.phase != BUILDING or v.current != seat:
        return []
    buf = int_array(NUM_ACTIONS)
    offered = []
    for a in buf[: ask(legal, v, buf)].tolist():
        if BUILD <= a < DONE and (a - BUILD) % PLACES == INSIDE and v.length[seat]:
            offered += breach_plans(v, (a - BUILD) // PLACES)
        elif SABOTAGE <= a < RAID:
            offered += target_plans(v, *divmod(a - SABOTAGE, KINDS))
    return offered


def breach_plans(v: Any, kind: int) -> list[Plan]:
    """BAT-36."""
    places = fitting_breaches(v, v.current, kind)
    return [
        Plan(
            (BUILD + kind * PLACES + INSIDE, AT + place),
            say("fill", {**card_values(kind), "place": place + 1}),
            (card_id(kind), place_id(v.current, place)),
            effects=card_effects(v, kind),
            verb=verb("build"),
        )
        for place in places
        if len(places) > 1
    ]


def target_plans(v: Any, victim: int, kind: int) -> list[Plan]:
    """BAT-41."""
    places = copies_at(v, victim, kind)
    return [
        Plan(
            (SABOTAGE + victim * KINDS + kind, AT + place),
            say("target", {"place": place + 1, "victim": f"#{victim}"}),
            (place_id(victim, place),),
            effects=(WHAT_A_ROLL_DOES,),
            verb=verb("sabotage"),
        )
        for place in places
        if len(places) > 1
    ]
