"""What is asked, what each choice is called, and whole purchases offered as one plan."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec

from bastide.core.state import NONE
from bastide.core.verbs import Pieces
from bastide.core.words import Choice, Effect, Majority, Phrase, Plan, Prompt, Step, Values
from bastide.games.alhambra.actions import BUY, GIVE, KEEP, KEPT, PAY_CARD, VERBS, places_of
from bastide.games.alhambra.payments import laid_values, payments
from bastide.games.alhambra.picture import majority
from bastide.games.alhambra.state import CHOOSE, OVER_PHASE, PAY, PHASES, RECIPIENT
from bastide.games.alhambra.tables import BUILDING_CARDS, CATEGORY, MARTIN, SLOTS, VALUES
from bastide.games.alhambra.wording import building_values, card_id, card_values

PROMPTS = {
    CHOOSE: ("choose", "ALH-10"),
    RECIPIENT: ("recipient", "ALH-53"),
    PAY: ("pay", "ALH-17"),
}

# ---- the prompt


def prompt(v: Any, seat: int) -> Prompt:
    """What is asked now, and of whom."""
    if v.phase == OVER_PHASE:
        return Prompt(Phrase("alhambra.prompt.over"), clause="ALH-43")
    if v.phase < CHOOSE:
        return Prompt(Phrase(f"alhambra.prompt.{PHASES[v.phase]}"), clause="ALH-21" if v.turn else "ALH-02")
    key, clause = PROMPTS[v.phase]
    if key == "choose" and NONE in v.yard[:].tolist():
        key, clause = "again", "ALH-14"
    left = _left_to_do(v) if v.phase == CHOOSE and v.current == seat else ""
    values: Values = {"seat": f"#{v.current}"}
    if v.phase != CHOOSE:
        values.update(building_values(v.yard[v.slot], v.slot), due=v.due)
    asked = "" if v.current == seat else "wait."
    steps = () if left in NO_PURCHASE else _steps(v)
    return Prompt(Phrase(f"alhambra.prompt.{asked}{key}{left}", values), v.current, steps, clause)


NO_PURCHASE = (".take", ".pass")  # nothing is bought, so there are no steps


def _left_to_do(v: Any) -> str:
    """ALH-10, ALH-18. Which of the two actions is out of reach: it is not offered."""
    buys = any(v.yard[slot] != NONE and _held(v, slot) >= BUILDING_CARDS[v.yard[slot]][1] for slot in range(SLOTS))
    takes = any(kind != NONE for kind in v.open_money[:].tolist())
    return {(True, True): "", (True, False): ".buy", (False, True): ".take", (False, False): ".pass"}[buys, takes]


def _held(v: Any, slot: int) -> int:
    """What the player to move holds in the currency of a slot."""
    cards: list[int] = v.collectors[v.current].hand.tolist()
    return sum([value * n for value, n in enumerate(cards[slot * VALUES : (slot + 1) * VALUES], 1)])


STEPS = {"building": ("yard:",), "recipient": ("martin",), "payment": ("hand:",)}


def _steps(v: Any) -> tuple[Step, ...]:
    """Building, recipient (two players), payment."""
    names = ["building", "recipient", "payment"] if v.seats == 2 else ["building", "payment"]
    now = {CHOOSE: "building", RECIPIENT: "recipient", PAY: "payment"}[v.phase]
    at = names.index(now)
    return tuple(
        Step(Phrase(f"alhambra.step.{name}"), "done" if i < at else "now" if i == at else "next", STEPS[name])
        for i, name in enumerate(names)
    )


# ---- choices


def take_pieces(v: Any, _seat: int, take: int) -> Pieces:
    """ALH-11. The cards, each under the place of the leftmost that is equal: of equal cards any will do."""
    return pieces_of(take, *v.open_money[:].tolist())


@lru_cache(maxsize=KEPT)
def pieces_of(take: int, *kinds: int) -> Pieces:
    places = places_of(take)
    if len(places) > 1 and any(kinds[place] == NONE for place in places):
        return ()
    return tuple(f"money:{place if kinds[place] == NONE else kinds.index(kinds[place])}" for place in places)


def take_choice(v: Any, take: int) -> Choice:
    """ALH-11. Taking money ends the turn."""
    return choice_of(take, *v.open_money[:].tolist())


@lru_cache(maxsize=KEPT)
def choice_of(take: int, *kinds: int) -> Choice:
    taken = [kinds[place] for place in places_of(take)]
    return Choice(
        Phrase(f"alhambra.choice.take_{len(taken)}", card_values(taken)),
        pieces_of(take, *kinds),
        effects=(_effect("ends_turn", "note", "ALH-11"),),
        reveals=True,
        verb="alhambra.verb.take",
    )


def buy_choice(v: Any, slot: int) -> Choice:
    """ALH-12. A building; its payment follows."""
    kind = v.yard[slot]
    row = majority(v, CATEGORY[kind], (v.current,))
    return Choice(
        Phrase("alhambra.choice.buy", building_values(kind, slot)),
        commits=False,
        effects=_majority_effect(v, row),
        majorities=(row,),
    )


def keep_choice(v: Any) -> Choice:
    return _recipient_choice(v, "keep", v.current)


def give_choice(v: Any) -> Choice:
    return _recipient_choice(v, "give", MARTIN)


def _recipient_choice(v: Any, name: str, owner: int) -> Choice:
    """ALH-53. For oneself or for Martin."""
    row = majority(v, CATEGORY[v.yard[v.slot]], (owner,))
    label = Phrase(f"alhambra.choice.{name}", building_values(v.yard[v.slot], v.slot))
    return Choice(label, commits=False, majorities=(row,))


def pay_pieces(v: Any, _seat: int, value: int) -> Pieces:
    """ALH-12. A card of the buyer's hand, once it is clear what is bought."""
    if v.phase not in (RECIPIENT, PAY):
        return ()
    kind = v.slot * VALUES + value
    return (card_id(kind),) if v.collectors[v.current].hand[kind] else ()


def pay_choice(v: Any, value: int) -> Choice:
    """ALH-13, ALH-14. One more card; the last one completes the purchase."""
    over = value + 1 - v.due
    return Choice(
        Phrase("alhambra.choice.pay", {**building_values(v.yard[v.slot], v.slot), "value": value + 1}),
        commits=over > 0,
        effects=(_paid_effect(over),) if over >= 0 else (),
        reveals=over > 0,
    )


def pass_choice(_v: Any) -> Choice:
    """ALH-18. Offered by a button, and only to who can do nothing else."""
    return Choice(Phrase("alhambra.choice.pass"), ("pass",), reveals=True)


def _effect(key: str, tone: Any, clause: str, values: Values | None = None) -> Effect:
    return Effect(Phrase(f"alhambra.effect.{key}", values or {}), tone, clause)


@cache
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
    if not ways:
        return []
    offered = [plan for owner, first in recipients for plan in _plans_of(v, slot, owner, first, ways, due)]
    return [msgspec.structs.replace(offered[0], preferred=True), *offered[1:]]


def _plans_of(
    v: Any, slot: int, owner: int, first: tuple[int, ...], ways: list[tuple[int, ...]], due: int
) -> list[Plan]:
    """For one recipient: the first decisions, then each payment card by card."""
    kind = v.yard[slot]
    row = majority(v, CATEGORY[kind], (owner,))
    laid = laid_values(v.laid) if v.phase == PAY else []
    for_martin = owner != v.current
    verb = "give" if for_martin else "buy"
    pieces = (f"yard:{slot}", "martin") if for_martin else (f"yard:{slot}",)
    change = () if for_martin else _majority_effect(v, row)
    building = building_values(kind, slot)
    return [
        Plan(
            actions=(*first, *[PAY_CARD + value - 1 for value in way]),
            label=Phrase(f"alhambra.plan.{verb}", {**building, "cards": " + ".join(map(str, [*laid, *way]))}),
            targets=(*pieces, *[card_id(slot * VALUES + n - 1) for n in way]),
            effects=(_paid_effect(sum(way) - due), *change),
            majorities=(row,),
            verb=f"alhambra.verb.{verb}",
        )
        for way in ways
    ]


targets = VERBS.targeter(take=take_pieces, pay=pay_pieces)
choice = VERBS.chooser(
    targets,
    take=take_choice,
    buy=buy_choice,
    keep=keep_choice,
    give=give_choice,
    pay=pay_choice,
    **{"pass": pass_choice},
)
