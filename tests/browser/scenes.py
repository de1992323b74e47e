"""Every page of ours, reached as a visitor reaches it: what axe examines and what is photographed."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.browser.person import Person
from tests.browser.player import Player
from tests.browser.serving import ROOT, Served

YOU, OPEN = {"kind": "you", "name": "Léa"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "level1"}
SEATS = {"alhambra": 3, "batisseurs": 4, "enghien": 3, "carpe_diem": 3}
FINISHED = {
    "alhambra": "outright-3.json",
    "batisseurs": "bonus-4.json",
    "enghien": "by-symbols-3.json",
    "carpe_diem": "outright-3.json",
}

Scene = Callable[[Person, Served], None]


def home(person: Person, served: Served) -> None:
    person.go("/")
    person.heading("page.home.set").wait_for()


def waiting(person: Person, served: Served) -> None:
    person.go(served.make("alhambra", [YOU, BOT, OPEN])["href"])
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


# What makes for a lively picture: buildings bought and laid rather than passed by.
TASTES = {"alhambra": "yard:", "batisseurs": "card:|city:|bid:|pass$", "carpe_diem": "cell:"}


def table(kind: str, presses: int, seed: int = 3) -> Scene:
    """A table after so many presses, at a question to the visitor."""

    def scene(person: Person, served: Served) -> None:
        person.sit(served.make(kind, [YOU, *[BOT] * (SEATS[kind] - 1)]))
        Player(person, seed, TASTES.get(kind, "")).play(presses)
        person.until("() => !document.querySelector('.delta')")  # a gain that is shown for two seconds

    return scene


def chosen(kind: str, presses: int, seed: int = 3) -> Scene:
    """The same, with something chosen and not yet confirmed."""

    def scene(person: Person, served: Served) -> None:
        table(kind, presses, seed)(person, served)
        player = Player(person, seed, TASTES.get(kind, ""))
        offer = player.offer()
        if offer.primary < 0:
            player.step(offer, 0)
            player.offer(after=offer.sign)

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


def finished(served: Served, kind: str) -> str:
    """A game that was played elsewhere and taken in; its table."""
    record = json.loads((ROOT / "tests" / "games" / kind / "fixtures" / FINISHED[kind]).read_text())
    status, taken_in = served.ask("POST", "/api/records", record)
    assert status == 201, taken_in
    return str(taken_in["href"]).split("/")[2]


def result(kind: str) -> Scene:
    def scene(person: Person, served: Served) -> None:
        person.go(f"/end/{finished(served, kind)}")
        person.link("page.end.review").wait_for()

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
    "settings": with_sheet("page.settings"),
    "chat": with_sheet("page.chat"),
    "notation": with_sheet("page.notation", keyboard="/"),
}
TABLES: dict[str, Scene] = {
    "alhambra": chosen("alhambra", 30),
    "batisseurs": table("batisseurs", 90),
    "enghien": chosen("enghien", 9),
    "carpe_diem": chosen("carpe_diem", 44),
}
AFTERWARDS: dict[str, Scene] = {
    **{f"end-{kind}": result(kind) for kind in FINISHED},
    **{f"replay-{kind}": replay(kind, 40) for kind in FINISHED},
}
SCENES = {**PAGES, **TABLES, **AFTERWARDS}
