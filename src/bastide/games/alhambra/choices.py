"""What is asked, what each choice is called, and whole purchases offered as one plan."""

from __future__ import annotations

from typing import Any

import msgspec

from bastide.core.state import NONE
from bastide.core.words import Choice, Effect, Majority, Phrase, Plan, Prompt, Step, Values
from bastide.games.alhambra.actions import BUY, GIVE, KEEP, PASS, places_of
from bastide.games.alhambra.actions import PAY as PAY_CARD
from bastide.games.alhambra.payments import laid_values, payments
from bastide.games.alhambra.picture import card_id, majority
from bastide.games.alhambra.state import CHOOSE, FINISHED, PAY, PHASES, RECIPIENT
from bastide.games.alhambra.tables import BUILDING_CARDS, CATEGORY, CURRENCIES, MARTIN, MONEY_CARDS, SLOTS, VALUES

PROMPTS = {
    CHOOSE: ("choose", "ALH-10"),
    RECIPIENT: ("recipient", "ALH-53"),
    PAY: ("pay", "ALH-17"),
}


# ---- names of pieces


def card_values(kinds: list[int]) -> Values:
    """The cards of a take as values of a phrase: v1, c1, v2, c2 and so on."""
    values: Values = {}
    for i, kind in enumerate(kinds, 1):
        currency, value = MONEY_CARDS[kind]
        values[f"v{i}"] = value
        values[f"c{i}"] = f"@alhambra.coin.{currency}.{'one' if value == 1 else 'other'}"
    return values


def building_values(kind: int, currency: int) -> Values:
    """A building and what it is paid in, as values of a phrase."""
    category, price = BUILDING_CARDS[kind]
    return {
        "building": f"@alhambra.the.{category}",
        "price": price,
        "currency": f"@alhambra.coin.{CURRENCIES[currency]}",
    }


# ---- the prompt


def prompt(v: Any, seat: int) -> Prompt:
    """What is asked now, and of whom."""
    if v.phase == FINISHED:
        return Prompt(Phrase("alhambra.prompt.over"), clause="ALH-43")
    if v.phase < CHOOSE:
        return Prompt(Phrase(f"alhambra.prompt.{PHASES[v.phase]}"), clause="ALH-21" if v.turn else "ALH-02")
    key, clause = PROMPTS[v.phase]
    if key == "choose" and NONE in v.yard[:].tolist():
        key, clause = "again", "ALH-14"
    values: Values = {"seat": f"#{v.current}"}
    if v.phase != CHOOSE:
        values.update(building_values(v.yard[v.slot], v.slot), due=v.due)
    asked = "" if v.current == seat else "wait."
    return Prompt(Phrase(f"alhambra.prompt.{asked}{key}", values), v.current, _steps(v), clause)


def _steps(v: Any) -> tuple[Step, ...]:
    """Building, recipient (two players), payment."""
    names = ["building", "recipient", "payment"] if v.seats == 2 else ["building", "payment"]
    now = {CHOOSE: "building", RECIPIENT: "recipient", PAY: "payment"}[v.phase]
    at = names.index(now)
    return tuple(
        Step(Phrase(f"alhambra.step.{name}"), "done" if i < at else "now" if i == at else "next")
        for i, name in enumerate(names)
    )


# ---- choices


def targets(v: Any, a: int, seat: int) -> tuple[str, ...]:
    """The cards, the building or the button that an action is about, legal or not; none where none is there."""
    if a < BUY:
        places = places_of(a)
        are_there = len(places) == 1 or all(v.open_money[place] != NONE for place in places)
        return tuple(f"money:{place}" for place in places) if are_there else ()
    if a < KEEP:
        return (f"yard:{a - BUY}",)
    if a < PAY_CARD:
        return () if v.phase != RECIPIENT else ("keep",) if a == KEEP else ("martin",)
    if a == PASS or v.phase not in (RECIPIENT, PAY):
        return ()
    kind = v.slot * VALUES + a - PAY_CARD
    return (card_id(kind),) if v.collectors[v.current].hand[kind] else ()


def choice(v: Any, a: int, seat: int) -> Choice:
    """What a legal action is called, and what is certain to come of it."""
    said = _name_choice(v, a)
    return msgspec.structs.replace(said, targets=targets(v, a, seat) or ("pass",))


def _name_choice(v: Any, a: int) -> Choice:
    if a < BUY:
        return _choice_take(v, places_of(a))
    if a < KEEP:
        return _choice_buy(v, a - BUY)
    if a == PASS:
        return Choice(Phrase("alhambra.choice.pass"), reveals=True, verb="alhambra.verb.pass")
    return _choice_recipient(v, a) if a < PAY_CARD else _choice_pay(v, a - PAY_CARD + 1)


def _choice_take(v: Any, places: list[int]) -> Choice:
    """ALH-11. Taking money ends the turn."""
    kinds = [v.open_money[place] for place in places]
    return Choice(
        Phrase(f"alhambra.choice.take_{len(kinds)}", card_values(kinds)),
        effects=(_effect("ends_turn", "note", "ALH-11"),),
        reveals=True,
        verb="alhambra.verb.take",
    )


def _choice_buy(v: Any, slot: int) -> Choice:
    """ALH-12. A building; its payment follows."""
    kind = v.yard[slot]
    row = majority(v, CATEGORY[kind], (v.current,))
    return Choice(
        Phrase("alhambra.choice.buy", building_values(kind, slot)),
        commits=False,
        effects=_majority_effect(v, row),
        majorities=(row,),
        verb="alhambra.verb.buy",
    )


def _choice_recipient(v: Any, a: int) -> Choice:
    """ALH-53. For oneself or for Martin."""
    row = majority(v, CATEGORY[v.yard[v.slot]], (v.current if a == KEEP else MARTIN,))
    name = "keep" if a == KEEP else "give"
    return Choice(
        Phrase(f"alhambra.choice.{name}", building_values(v.yard[v.slot], v.slot)),
        commits=False,
        majorities=(row,),
        verb=f"alhambra.verb.{name}",
    )


def _choice_pay(v: Any, value: int) -> Choice:
    """ALH-13, ALH-14. One more card; the last one completes the purchase."""
    completes = value >= v.due
    ends = value > v.due
    return Choice(
        Phrase("alhambra.choice.pay", {**building_values(v.yard[v.slot], v.slot), "value": value}),
        commits=ends,
        effects=(_paid_effect(value - v.due),) if completes else (),
        reveals=ends,
        verb="alhambra.verb.pay",
    )


def _effect(key: str, tone: Any, clause: str, values: Values | None = None) -> Effect:
    return Effect(Phrase(f"alhambra.effect.{key}", values or {}), tone, clause)


def _paid_effect(lost: int) -> Effect:
    """ALH-13, ALH-14. Exact: another action. Else so much is lost, and the turn ends."""
    return _effect("exact", "gain", "ALH-14") if lost == 0 else _effect("lost", "loss", "ALH-13", {"n": lost})


def _majority_effect(v: Any, row: Majority) -> tuple[Effect, ...]:
    """ALH-30, ALH-31. What the next scoring would pay for the row as it would be."""
    p = v.current
    values: Values = {"category": f"@alhambra.category.{row.kind}", "n": row.counts[p], "points": row.pays[0]}
    if row.leaders == [p]:
        return (_effect("leads", "lead", "ALH-30", values),)
    if p in row.leaders:
        return (_effect("ties", "note", "ALH-31", values),)
    return ()


# ---- plans


def plans(v: Any, seat: int) -> list[Plan]:
    """ALH-12, ALH-17, ALH-53. Every building that can be bought, with every way to pay for it."""
    if v.current != seat or v.phase not in (CHOOSE, RECIPIENT, PAY):
        return []
    if v.phase != CHOOSE:
        return _plans_for(v, v.slot, v.due, v.highest)
    offered = []
    for slot in range(SLOTS):
        if v.yard[slot] != NONE:
            offered += _plans_for(v, slot, BUILDING_CARDS[v.yard[slot]][1], VALUES)
    return offered


def _plans_for(v: Any, slot: int, due: int, highest: int) -> list[Plan]:
    """Every payment for every recipient; the first, the least wasteful and for oneself, is preferred."""
    opening = (BUY + slot,) if v.phase == CHOOSE else ()
    recipients: list[tuple[int, tuple[int, ...]]] = [(MARTIN if v.for_martin else v.current, opening)]
    if v.seats == 2 and v.phase != PAY:
        recipients = [(v.current, (*opening, KEEP)), (MARTIN, (*opening, GIVE))]
    ways = payments(v.collectors[v.current].hand, slot, due, highest)
    offered = [_plan(v, slot, owner, first, way, due) for owner, first in recipients for way in ways]
    return [msgspec.structs.replace(plan, preferred=plan is offered[0]) for plan in offered]


def _plan(v: Any, slot: int, owner: int, first: tuple[int, ...], way: tuple[int, ...], due: int) -> Plan:
    """The first decisions, then the payment card by card."""
    kind = v.yard[slot]
    row = majority(v, CATEGORY[kind], (owner,))
    cards = [*(laid_values(v.laid) if v.phase == PAY else []), *way]
    for_martin = owner != v.current
    pieces = [f"yard:{slot}", *(["martin"] if for_martin else []), *(card_id(slot * VALUES + n - 1) for n in way)]
    return Plan(
        actions=(*first, *(PAY_CARD + value - 1 for value in way)),
        label=Phrase(
            f"alhambra.plan.{'give' if for_martin else 'buy'}",
            {**building_values(kind, slot), "cards": " + ".join(map(str, cards))},
        ),
        targets=tuple(pieces),
        effects=(_paid_effect(sum(way) - due), *(() if for_martin else _majority_effect(v, row))),
        majorities=(row,),
        verb=f"alhambra.verb.{'give' if for_martin else 'buy'}",
    )
