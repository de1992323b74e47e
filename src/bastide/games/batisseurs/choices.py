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
from bastide.games.batisseurs.city import may_fill
from bastide.games.batisseurs.picture import phase_of, shields_on
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
    row_of,
)
from bastide.games.batisseurs.tables import COINS, HIDDEN, KINDS, MOST_PER_TURN, PILE_NAMES, VALUE
from bastide.games.batisseurs.wording import card_id, card_values, hand_id, pile_id, pile_key, place_id, spoken_key

PLACE_NAMES = ("left", "right", "breach")

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
    if a < OFFER:
        return stone_choice(a)
    if a < BID:
        return offer_choice(v, a - OFFER)
    if a <= PASS:
        return pass_choice() if a == PASS else bid_choice(v, a - BID)
    if a < DONE:
        return build_choice(v, *divmod(a - BUILD, PLACES))
    if a == DONE:
        key = "batisseurs.choice.stop" if v.laid else "batisseurs.choice.nothing"
        return Choice(Phrase(key), ("done",), verb="batisseurs.verb.done")
    if a < AT:
        return raid_choice(a - RAID) if a >= RAID else sabotage_choice(v, *divmod(a - SABOTAGE, KINDS))
    if a < RANSOM_NO:
        return place_choice(v, a - AT)
    return ransom_choice(v, a) if a < UNDER else under_choice(v, a - UNDER)


def stone_choice(a: int) -> Choice:
    if a == DECLINE:
        return Choice(Phrase("batisseurs.choice.decline"), ("stone:decline",), verb="batisseurs.verb.decline")
    label = Phrase("batisseurs.choice.stone", {"victim": f"#{a - TAKE_STONE}"})
    return Choice(label, (f"stone:{a - TAKE_STONE}",), verb="batisseurs.verb.take")


def offer_choice(v: Any, pile: int) -> Choice:
    """BAT-20. The hidden card is looked at once it is chosen."""
    if pile == HIDDEN:
        label = Phrase("batisseurs.choice.offer_hidden")
        reveals = v.height[HIDDEN] > v.tail_size[HIDDEN]
        return Choice(label, (pile_id(pile),), reveals=reveals, verb="batisseurs.verb.offer")
    return Choice(
        Phrase("batisseurs.choice.offer_open", card_values(v.top)), (pile_id(pile),), verb="batisseurs.verb.offer"
    )


def pass_choice() -> Choice:
    return Choice(Phrase("batisseurs.choice.pass"), ("pass",), verb="batisseurs.verb.pass")


def bid_choice(v: Any, bid: int) -> Choice:
    """BAT-23, BAT-24, BAT-27. Where the money would go, and the risk of a bid beyond one's means."""
    p = v.bidder
    left = v.money[p] - bid
    values: Values = {"n": bid}
    effects: tuple[Effect, ...] = ()
    if left >= 0 and p == v.current:
        effects = (Effect(Phrase("batisseurs.effect.bank", {"bank": bid, "left": left}), clause="BAT-24"),)
    elif left >= 0:
        shares: Values = {"half": bid // 2, "seat": f"#{v.current}", "bank": bid - bid // 2, "left": left}
        effects = (Effect(Phrase("batisseurs.effect.halves", shares), clause="BAT-23"),)
    risk = Risk(Phrase("batisseurs.risk.insolvent", {"money": v.money[p]}), "BAT-27") if left < 0 else None
    label = Phrase("batisseurs.choice.bid", values)
    return Choice(label, (f"bid:{bid}",), effects=effects, risk=risk, verb="batisseurs.verb.bid")


def build_choice(v: Any, kind: int, place: int) -> Choice:
    """BAT-31, BAT-36. A card of the hand and where it goes; the third card ends the turn."""
    p = v.current
    if place == INSIDE and v.length[p] == 0:
        key, target = "first", place_id(p, 0)
    elif place == INSIDE:
        breaches = fitting_breaches(v, kind)
        key, target = "breach", place_id(p, breaches[0] if len(breaches) == 1 else "breach")
    else:
        key, target = PLACE_NAMES[place], place_id(p, PLACE_NAMES[place])
    return Choice(
        Phrase(f"batisseurs.choice.build_{key}", card_values(kind)),
        (card_id(kind), target),
        commits=v.laid == MOST_PER_TURN - 1 and "breach" not in target,
        effects=card_effects(v, kind),
        points=int(VALUE[kind]),
        verb="batisseurs.verb.build",
    )


def card_effects(v: Any, kind: int) -> tuple[Effect, ...]:
    """BAT-10, BAT-41. What a card brings while it stands."""
    if COINS[kind]:
        return (Effect(Phrase("batisseurs.effect.coins", {"n": int(COINS[kind])}), "gain", "BAT-10"),)
    shields = shields_on(v, kind)
    if shields:
        return (Effect(Phrase("batisseurs.effect.shields", {"n": shields}), "gain", "BAT-41"),)
    return ()


def sabotage_choice(v: Any, victim: int, kind: int) -> Choice:
    places = [i for i, card in enumerate(row_of(v, victim)) if card == kind]
    label = Phrase("batisseurs.choice.sabotage", {**card_values(kind), "victim": f"#{victim}"})
    target = place_id(victim, places[0] if len(places) == 1 else "building")
    return Choice(
        label,
        ("sabotage", target),
        commits=len(places) == 1,
        effects=(Effect(Phrase("batisseurs.effect.sabotage"), clause="BAT-42"),),
        reveals=len(places) == 1,
        verb="batisseurs.verb.sabotage",
    )


def raid_choice(victim: int) -> Choice:
    label = Phrase("batisseurs.choice.raid", {"victim": f"#{victim}"})
    return Choice(label, ("sabotage", hand_id(victim)), reveals=True, verb="batisseurs.verb.sabotage")


def place_choice(v: Any, place: int) -> Choice:
    """BAT-36, BAT-41. A breach to fill, or one of two equal buildings."""
    if v.phase == FILL:
        label = Phrase("batisseurs.choice.fill", {**card_values(v.pending), "place": place + 1})
        is_last = v.laid == MOST_PER_TURN - 1
        return Choice(label, (place_id(v.current, place),), commits=is_last, verb="batisseurs.verb.build")
    label = Phrase("batisseurs.choice.target", {"place": place + 1, "victim": f"#{v.victim}"})
    return Choice(label, (place_id(v.victim, place),), reveals=True, verb="batisseurs.verb.sabotage")


def ransom_choice(v: Any, a: int) -> Choice:
    kind = v.row[v.victim, v.target]
    values: Values = {**card_values(kind), "n": int(VALUE[kind])}
    if a == RANSOM_YES:
        left = Effect(Phrase("batisseurs.effect.left", {"left": v.money[v.victim] - int(VALUE[kind])}))
        label = Phrase("batisseurs.choice.ransom_yes", values)
        return Choice(label, ("ransom:pay",), effects=(left,), points=0, verb="batisseurs.verb.pay")
    label = Phrase("batisseurs.choice.ransom_no", values)
    return Choice(label, ("ransom:refuse",), points=-int(VALUE[kind]), verb="batisseurs.verb.refuse")


def under_choice(v: Any, pile: int) -> Choice:
    label = Phrase("batisseurs.choice.under", {**card_values(v.fallen), "pile": pile_key(pile)})
    return Choice(label, (f"under:{PILE_NAMES[pile]}",), verb="batisseurs.verb.put")


# ---- two decisions offered as one


def legal_of(v: Any) -> list[int]:
    buf = int_array(NUM_ACTIONS)
    n = ask(legal, v, buf)
    return [int(a) for a in buf[:n]]


def fitting_breaches(v: Any, kind: int) -> list[int]:
    """BAT-32, BAT-36. The breaches of the mover's city that take this card."""
    return [i for i in range(v.length[v.current]) if ask(may_fill, v, v.current, kind, i)]


def plans(v: Any, seat: int) -> list[Plan]:
    """Where a card or a building alone leaves two places open: the card and its place in one."""
    if v.phase != BUILDING or v.current != seat:
        return []
    offered = []
    for a in legal_of(v):
        if BUILD <= a < DONE and (a - BUILD) % PLACES == INSIDE and v.length[seat]:
            offered += breach_plans(v, (a - BUILD) // PLACES)
        elif SABOTAGE <= a < RAID:
            offered += target_plans(v, *divmod(a - SABOTAGE, KINDS))
    return offered


def breach_plans(v: Any, kind: int) -> list[Plan]:
    places = fitting_breaches(v, kind)
    if len(places) == 1:
        return []
    return [
        Plan(
            (BUILD + kind * PLACES + INSIDE, AT + place),
            Phrase("batisseurs.choice.fill", {**card_values(kind), "place": place + 1}),
            (card_id(kind), place_id(v.current, place)),
            effects=card_effects(v, kind),
            verb="batisseurs.verb.build",
        )
        for place in places
    ]


def target_plans(v: Any, victim: int, kind: int) -> list[Plan]:
    places = [i for i, card in enumerate(row_of(v, victim)) if card == kind]
    if len(places) == 1:
        return []
    return [
        Plan(
            (SABOTAGE + victim * KINDS + kind, AT + place),
            Phrase("batisseurs.choice.target", {"place": place + 1, "victim": f"#{victim}"}),
            ("sabotage", place_id(victim, place)),
            effects=(Effect(Phrase("batisseurs.effect.sabotage"), clause="BAT-42"),),
            verb="batisseurs.verb.sabotage",
        )
        for place in places
    ]
