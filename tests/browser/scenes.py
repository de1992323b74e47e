"""Every page of ours, reached as a visitor reaches it: what axe examines and what is photographed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from bastide.games import load
from bastide.table.lesson import lesson_of
from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.serving import ROOT, Served
from tests.browser.together import play_ahead, play_until

YOU, OPEN = {"kind": "you", "name": "Léa"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "level1"}
SEATS = {"alhambra": 3, "batisseurs": 4, "enghien": 3, "carpe_diem": 3}
FINISHED = {
    "alhambra": "outright-3.json",
    "batisseurs": "bonus-4.json",
    "enghien": "by-symbols-3.json",
    "carpe_diem": "outright-3.json",
}
HALFWAY = {"alhambra": 240, "batisseurs": 320, "enghien": 40, "carpe_diem": 260}

Scene = Callable[[Person, Served], None]


def home(person: Person, served: Served) -> None:
    person.go("/")
    person.heading("page.home.set").wait_for()


def waiting(person: Person, served: Served) -> None:
    """By whoever made the table, in the browser that keeps its invitations."""
    made = served.make("alhambra", [YOU, BOT, OPEN])
    kept = json.dumps({made["table"]["id"]: {"links": made["links"], "watch": made["watch"]}})
    person.context.add_init_script(f"localStorage.setItem('bastide.links', {json.dumps(kept)})")
    person.go(made["href"])
    person.text("page.waiting.title").wait_for()


def missing(person: Person, served: Served) -> None:
    person.go("/nowhere")
    person.heading("page.notice.missing.title").wait_for()


def dead(person: Person, served: Served) -> None:
    person.go("/table/AAAAAAAAAAAAAAAA")
    person.heading("page.notice.dead.title").wait_for()


def rules(person: Person, served: Served) -> None:
    person.go("/rules/alhambra#ALH-12")
    person.page.locator('[id="ALH-12"]').wait_for()


def rules_of(kind: str) -> Scene:
    """From the first clause on, where it says what is reconstructed."""

    def scene(person: Person, served: Served) -> None:
        person.go(f"/rules/{kind}")
        person.page.locator("#clauses .clause").first.wait_for()

    return scene


def lesson(kind: str, steps: int) -> Scene:
    """A guided first game after some steps: read on, or what the lesson itself plays."""

    def scene(person: Person, served: Served) -> None:
        person.go(f"/learn/{kind}")
        whole = len(lesson_of(load(kind)).step)
        for number in range(1, steps + 2):
            title = person.say("page.lesson.step", step=number, steps=whole)
            person.page.get_by_role("region", name=person.say("page.lesson.region", title=title)).wait_for()
            if number <= steps:
                person.button("page.lesson.on").or_(person.button("page.lesson.skip")).click()
        person.page.locator(".mark[aria-hidden]").wait_for()

    return scene


# What makes for a lively picture: buildings bought and laid rather than passed by.
TASTES = {"alhambra": "yard:", "batisseurs": "card:|city:|bid:|pass$", "carpe_diem": "cell:"}
WITHOUT_TIPS = """{
  const kept = JSON.parse(localStorage.getItem('bastide.settings') ?? '{}')
  localStorage.setItem('bastide.settings', JSON.stringify({ tips: 'off', ...kept }))
}"""
SETTLED = "() => !document.querySelector('.delta')"  # a gain is shown for two seconds


def played(
    served: Served, kind: str, seats: int, holds: Callable[[dict[str, Any]], object], taste: str
) -> dict[str, Any]:
    """A table whose visitor's decisions are made over a bare socket until a question holds something."""
    made = served.make(kind, [YOU, *[BOT] * (seats - 1)], absent_s=None)
    play_ahead(served, made["table"]["id"], [made["key"]], holds, taste)
    return made


def table(kind: str, plies: int, seats: int = 0) -> Scene:
    """A table after so many plies, at a question to the visitor: played once, then visited on any screen."""

    def scene(person: Person, served: Served) -> None:
        person.context.add_init_script(WITHOUT_TIPS)
        seated = seats or SEATS[kind]
        made = served.once(
            f"{kind}, {seated} seats, {plies} plies",
            lambda: played(served, kind, seated, lambda view: view["ply"] >= plies, TASTES.get(kind, "")),
        )
        person.go(made["href"])
        Player(person).offer()
        person.until(SETTLED)

    return scene


def auction(person: Person, served: Served) -> None:
    """Somebody else's card is sold, one may bid, and one has cards in hand."""
    person.context.add_init_script(WITHOUT_TIPS)
    bids = "bid:[1-3]$|city:|card:"
    made = served.once("auction", lambda: played(served, "batisseurs", SEATS["batisseurs"], bids_with_a_hand, bids))
    person.go(made["href"])
    Player(person).offer()
    person.until(SETTLED)


def ring(person: Person, served: Served) -> None:
    """One's pawn is to go on: spaces are chosen, not tiles."""
    person.context.add_init_script(WITHOUT_TIPS)
    made = served.once("ring", lambda: played(served, "carpe_diem", SEATS["carpe_diem"], goes_on, ""))
    person.go(made["href"])
    Player(person).offer()
    person.until(SETTLED)


def circles(person: Person, served: Served) -> None:
    """One's disc goes on a circle between two scoring cards."""
    person.context.add_init_script(WITHOUT_TIPS)
    made = served.once("circles", lambda: played(served, "carpe_diem", SEATS["carpe_diem"], scores_now, ""))
    person.go(made["href"])
    Player(person).offer()
    person.until(SETTLED)


def scores_now(view: dict[str, Any]) -> bool:
    return any(target.startswith("circle:") for choice in view["choices"] for target in choice["targets"])


def goes_on(view: dict[str, Any]) -> bool:
    return any(target.startswith("ring:") for choice in view["choices"] for target in choice["targets"])


def bids_with_a_hand(view: dict[str, Any]) -> bool:
    own = view["picture"]["players"][view["viewer"]]
    return view["picture"]["auction"] is not None and len(own["hand"]) >= 2 and len(own["city"]) >= 3


def chosen(kind: str, plies: int, seats: int = 0) -> Scene:
    """The same, with something chosen and not yet confirmed."""

    def scene(person: Person, served: Served) -> None:
        table(kind, plies, seats)(person, served)
        player = Player(person, taste=TASTES.get(kind, ""))
        offer = player.offer()
        if offer.primary < 0:
            player.step(offer, 0)
            player.offer(after=offer.sign)

    return scene


def paying(person: Person, served: Served) -> None:
    """A building is chosen that can be paid for in several ways, from a hand of many cards."""

    def is_rich(view: dict[str, Any]) -> bool:
        return len(view.get("plans", [])) >= 4 and view["ply"] > 30

    made = served.once("ways to pay", lambda: played(served, "alhambra", 3, is_rich, "money:|open:"))
    person.sit(made)
    Player(person).offer()
    buildings = Counter(target for plan in person.view()["plans"] for target in plan["targets"] if "yard:" in target)
    person.piece(max(buildings, key=lambda target: buildings[target])).click()
    person.page.locator("[data-option]").first.wait_for()


# The page's own wishes, whatever it was set to: a scoring stops the table, and nothing else takes time.
WITH_SHOWS = """{
  const kept = JSON.parse(localStorage.getItem('bastide.settings') ?? '{}')
  localStorage.setItem('bastide.settings', JSON.stringify({ ...kept, tips: 'off', shows: 'full', pace: 'once' }))
}"""


def scoring(kind: str, number: int = 1, seats: int = 0, **options: int) -> Scene:
    """The card of the visitor's n-th scoring: the game is decided over a bare socket, and the page only looks on."""

    def scene(person: Person, served: Served) -> None:
        person.context.add_init_script(WITH_SHOWS)
        made = served.make(kind, [YOU, *[BOT] * ((seats or SEATS[kind]) - 1)], options=options)
        person.sit(made)
        player = served.sit(made["table"]["id"], made["key"])
        card = person.page.locator("[data-tally=told]")
        for told in range(number):
            play_until(player, card.count, TASTES.get(kind, ""))
            card.wait_for()
            if told + 1 < number:
                person.page.locator("[data-bar=tally] [data-primary]").click()
        player.close()

    return scene


def with_sheet(key: str, kind: str = "alhambra", keyboard: str = "") -> Scene:
    """A table under one of its sheets."""

    def scene(person: Person, served: Served) -> None:
        table(kind, 48)(person, served)
        if keyboard:
            person.page.keyboard.press(keyboard)
        else:
            place: Page | Locator = person.page
            if person.size == "phone":
                person.button("page.menu").click()
                place = person.dialog("page.menu")  # a tab at the foot may go by the same name
            place.get_by_role("button", name=person.say(key), exact=True).last.click()
        person.page.get_by_role("dialog").last.wait_for()

    return scene


def hint(person: Person, served: Served) -> None:
    """Beside the board, with the moves drawn on it."""
    table("alhambra", 6)(person, served)
    person.page.get_by_role("button", name=person.say("page.hint"), exact=True).last.click()
    person.text("page.hint.note").wait_for()


def tips(person: Person, served: Served) -> None:
    """A newcomer's first question."""
    person.sit(served.make("alhambra", [YOU, BOT, BOT]))
    Player(person).offer()


def reason(person: Person, served: Served) -> None:
    """Why something cannot be chosen: the card that lay there was taken."""
    table("enghien", 46)(person, served)
    person.page.keyboard.press("Tab")  # whoever uses keys is told on focus
    person.page.locator('[data-piece^="cell:"][data-state="dimmed"]').first.focus()
    person.page.get_by_role("note").wait_for()


def past(person: Person, served: Served) -> None:
    """A line of the log was clicked."""
    table("enghien", 46)(person, served)
    if person.size == "phone":
        person.page.get_by_role("navigation").get_by_role("button", name=person.say("page.log.title")).click()
    person.page.get_by_role("list", name=person.say("page.log.title")).get_by_role("button").nth(4).click()
    person.button("page.past.back").wait_for()
    person.until(SETTLED)


def watching(person: Person, served: Served) -> None:
    """In the middle of somebody's turn: while bots play on, what is examined would change under the examiner."""
    made = served.once(
        "watching",
        lambda: played(served, "batisseurs", SEATS["batisseurs"], lambda view: view["ply"] > 200, TASTES["batisseurs"]),
    )
    person.go(made["watch"])
    person.until("() => Number(document.querySelector('[data-ply]')?.dataset.ply) > 200")
    person.until(SETTLED)


def curtain(person: Person, served: Served) -> None:
    """Two people at one screen: one hides what the other holds."""
    person.sit(served.make("alhambra", [YOU, {"kind": "hot_seat", "name": "Inès"}]))
    player = Player(person)
    while not person.page.get_by_role("dialog").count():
        player.step(player.offer(), 3)
        person.until("() => !bastideLine.waiting")
        person.until("() => document.querySelector('[role=dialog]') || document.querySelector('[data-asked=true]')")


def finished(served: Served, kind: str, fixture: str = "") -> str:
    """A game that was played elsewhere and taken in, once: its review takes seconds. Its table."""
    folder = ROOT / "tests" / "games" / kind / "fixtures"
    name = fixture or FINISHED.get(kind) or min(file.name for file in folder.glob("*.json"))
    return str(served.once(f"{kind}, {name}", lambda: taken_in(served, folder / name)))


def taken_in(served: Served, record: Path) -> str:
    """The table of a game that was played elsewhere."""
    status, answer = served.ask("POST", "/api/records", json.loads(record.read_text()))
    assert status == 201, answer
    return str(answer["href"]).split("/")[2]


def result(kind: str, fixture: str = "") -> Scene:
    def scene(person: Person, served: Served) -> None:
        person.go(f"/end/{finished(served, kind, fixture)}")
        person.link("page.end.review").first.wait_for()

    return scene


def reviewed(person: Person, served: Served) -> None:
    """A result whose review has come; for the others it comes when it comes."""
    result("enghien")(person, served)
    person.page.locator("section[aria-labelledby='end-ledger'] tbody tr").first.wait_for()
    person.page.locator("a.turn").first.wait_for()


def replay(kind: str, ply: int) -> Scene:
    def scene(person: Person, served: Served) -> None:
        person.go(f"/replay/{finished(served, kind)}/{ply}")
        person.page.get_by_role("slider").wait_for()

    return scene


PAGES: dict[str, Scene] = {
    "home": home,
    "waiting": waiting,
    "missing": missing,
    "dead": dead,
    "rules": rules,
    "lesson": lesson("enghien", 2),
    "settings": with_sheet("page.settings"),
    "chat": with_sheet("page.chat"),
    "notation": with_sheet("page.notation", keyboard="/"),
}
TABLES: dict[str, Scene] = {
    "alhambra": chosen("alhambra", 125),
    "batisseurs": table("batisseurs", 245),
    "enghien": chosen("enghien", 46),
    "carpe_diem": chosen("carpe_diem", 185),
}
AFTERWARDS: dict[str, Scene] = {
    **{f"end-{kind}": result(kind) for kind in FINISHED},
    **{f"replay-{kind}": replay(kind, ply) for kind, ply in HALFWAY.items()},
}
SCENES = {**PAGES, **TABLES, **AFTERWARDS}
# Photographed, and examined where there is time.
CROWDS: dict[str, Scene] = {
    "alhambra-six": chosen("alhambra", 165, seats=6),
    "enghien-six": chosen("enghien", 50, seats=6),
}
MORE: dict[str, Scene] = {
    **CROWDS,
    "auction": auction,
    "circles": circles,
    "end-six": result("alhambra", "outright-6.json"),
    "end-reviewed": reviewed,
    "hint": hint,
    "rules-rebuilt": rules_of("carpe_diem"),
    "lesson-alhambra": lesson("alhambra", 4),
    "lesson-batisseurs": lesson("batisseurs", 3),
    "lesson-carpe_diem": lesson("carpe_diem", 3),
    "scoring-alhambra": scoring("alhambra", 2),
    "scoring-carpe_diem": scoring("carpe_diem"),
    "scoring-enghien": scoring("enghien", target=30),
    "scoring-batisseurs": scoring("batisseurs"),
    "tips": tips,
    "reason": reason,
    "past": past,
    "watching": watching,
    "curtain": curtain,
}
EVERY = {**SCENES, **MORE}
