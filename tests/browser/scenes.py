"""Every page of ours, reached as a visitor reaches it: what axe examines and what is photographed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

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
# Tables that were played already, by server and way to play: a private link leads back to one's seat on any screen.
_PLAYED: dict[tuple[str, str, int, int, int], str] = {}


def table(kind: str, presses: int, seed: int = 3, seats: int = 0) -> Scene:
    """A table after so many presses, at a question to the visitor: played once, then visited."""

    def scene(person: Person, served: Served) -> None:
        person.context.add_init_script(WITHOUT_TIPS)
        seated = seats or SEATS[kind]
        player = Player(person, seed, TASTES.get(kind, ""))
        way = (served.address, kind, seated, presses, seed)
        if way in _PLAYED:
            person.go(_PLAYED[way])
            player.offer()
        else:
            made = served.make(kind, [YOU, *[BOT] * (seated - 1)], absent_s=None)
            person.sit(made)
            player.play(presses)
            _PLAYED[way] = made["href"]
            person.page.reload()  # nothing is chosen yet, as whoever comes later finds it
            player.offer()
        person.until(SETTLED)

    return scene


def auction(person: Person, served: Served) -> None:
    """Somebody else's card is sold, one may bid, and one has cards in hand."""
    person.context.add_init_script(WITHOUT_TIPS)
    way = (served.address, "auction", SEATS["batisseurs"], 0, 0)
    if way not in _PLAYED:
        made = served.make("batisseurs", [YOU, *[BOT] * (SEATS["batisseurs"] - 1)], absent_s=None)
        play_ahead(served, made["table"]["id"], [made["key"]], bids_with_a_hand, "bid:[1-3]$|city:|card:")
        _PLAYED[way] = made["href"]
    person.go(_PLAYED[way])
    Player(person).offer()
    person.until(SETTLED)


def bids_with_a_hand(view: dict[str, Any]) -> bool:
    own = view["picture"]["players"][view["viewer"]]
    return view["picture"]["auction"] is not None and len(own["hand"]) >= 2 and len(own["city"]) >= 3


def chosen(kind: str, presses: int, seed: int = 3, seats: int = 0) -> Scene:
    """The same, with something chosen and not yet confirmed."""

    def scene(person: Person, served: Served) -> None:
        table(kind, presses, seed, seats)(person, served)
        player = Player(person, seed, TASTES.get(kind, ""))
        offer = player.offer()
        if offer.primary < 0:
            player.step(offer, 0)
            player.offer(after=offer.sign)

    return scene


# The page's own wishes, whatever it was set to: a scoring stops the table, and nothing else takes time.
WITH_SHOWS = """{
  const kept = JSON.parse(localStorage.getItem('bastide.settings') ?? '{}')
  localStorage.setItem('bastide.settings', JSON.stringify({ ...kept, tips: 'off', shows: 'full', pace: 'once' }))
}"""


def scoring(kind: str, number: int = 1, **options: int) -> Scene:
    """The card of the visitor's n-th scoring: the game is decided over a bare socket, and the page only looks on."""

    def scene(person: Person, served: Served) -> None:
        person.context.add_init_script(WITH_SHOWS)
        made = served.make(kind, [YOU, *[BOT] * (SEATS[kind] - 1)], options=options)
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
        table(kind, 6)(person, served)
        if keyboard:
            person.page.keyboard.press(keyboard)
        else:
            if person.size == "phone":
                person.button("page.menu").click()
            person.page.get_by_role("button", name=person.say(key), exact=True).last.click()
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
    table("enghien", 9)(person, served)
    person.page.keyboard.press("Tab")  # whoever uses keys is told on focus
    person.page.locator('[data-piece^="cell:"][data-state="dimmed"]').first.focus()
    person.page.get_by_role("note").wait_for()


def past(person: Person, served: Served) -> None:
    """A line of the log was clicked."""
    table("enghien", 9)(person, served)
    if person.size == "phone":
        person.page.get_by_role("navigation").get_by_role("button", name=person.say("page.log.title")).click()
    person.page.get_by_role("list", name=person.say("page.log.title")).get_by_role("button").nth(4).click()
    person.button("page.past.back").wait_for()
    person.until(SETTLED)


def watching(person: Person, served: Served) -> None:
    """In the middle of somebody's turn: while bots play on, what is examined would change under the examiner."""
    way = (served.address, "watching", SEATS["batisseurs"], 0, 0)
    if way not in _PLAYED:
        made = served.make("batisseurs", [YOU, *[BOT] * (SEATS["batisseurs"] - 1)], absent_s=None)
        taste = TASTES["batisseurs"]
        play_ahead(served, made["table"]["id"], [made["key"]], lambda view: view["ply"] > 200, taste)
        _PLAYED[way] = made["watch"]
    person.go(_PLAYED[way])
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
    """A game that was played elsewhere and taken in; its table."""
    folder = ROOT / "tests" / "games" / kind / "fixtures"
    name = fixture or FINISHED.get(kind) or min(file.name for file in folder.glob("*.json"))
    record = json.loads((folder / name).read_text())
    status, taken_in = served.ask("POST", "/api/records", record)
    assert status == 201, taken_in
    return str(taken_in["href"]).split("/")[2]


def result(kind: str, fixture: str = "") -> Scene:
    def scene(person: Person, served: Served) -> None:
        person.go(f"/end/{finished(served, kind, fixture)}")
        person.link("page.end.review").first.wait_for()

    return scene


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
    "alhambra": chosen("alhambra", 30),
    "batisseurs": table("batisseurs", 110),
    "enghien": chosen("enghien", 9),
    "carpe_diem": chosen("carpe_diem", 60),
}
AFTERWARDS: dict[str, Scene] = {
    **{f"end-{kind}": result(kind) for kind in FINISHED},
    **{f"replay-{kind}": replay(kind, ply) for kind, ply in HALFWAY.items()},
}
SCENES = {**PAGES, **TABLES, **AFTERWARDS}
# Photographed, and examined where there is time.
CROWDS: dict[str, Scene] = {
    "alhambra-six": chosen("alhambra", 14, seats=6),
    "enghien-six": chosen("enghien", 5, seats=6),
}
MORE: dict[str, Scene] = {
    **CROWDS,
    "auction": auction,
    "end-six": result("alhambra", "outright-6.json"),
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
