"""Somebody who sees nothing: knows what the accessibility tree says and where the focus is, and presses keys."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from tests.browser.person import Person

MOST_DECISIONS = 600
# Ears: something was announced, or the game is over, and no answer is due. What to do follows from the tree alone.
HEARD = """
(heard) => {
  const said = document.querySelector('[aria-live=polite]')?.textContent ?? ''
  const over = document.querySelector('[data-bar=confirm] a')
  const asked = said !== heard && document.querySelector('[data-asked=true]')
  return !bastideLine.waiting && (over || asked) ? [said] : null
}
"""


# Ears that forget nothing: every message of the table's voice, as it was added.
EARS = """
window.bastideSaid = []
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes)
    if (target.matches?.('.sr[aria-live=polite]'))
      bastideSaid.push(...[...addedNodes].filter(({ localName }) => localName === 'p').map((said) => said.textContent))
}).observe(document, { subtree: true, childList: true })
"""
ANSWERED = """(from) => bastideLine.heard.slice(from).some((text) => JSON.parse(text).type === 'told')"""


@dataclass(frozen=True)
class Node:
    """What a screen reader is told of one thing."""

    role: str
    name: str
    is_focused: bool
    is_selected: bool


class BlindPlayer:
    """Decides by a fixed seed; finds a move by typing as little of it as tells it from the others."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        """Listens from the next page that is opened."""
        self.person = person
        person.context.add_init_script(EARS)
        self.chance = random.Random(seed)
        self.tree = person.context.new_cdp_session(person.page)
        self.tree.send("Accessibility.enable")
        self.keys = 0
        self.heard = ""
        self.nodes: list[Node] = []  # what the tree said at the question
        self.counts: list[int] = []  # keys of each decision

    def listen(self) -> list[Node]:
        """The whole tree."""
        told: dict[str, Any] = self.tree.send("Accessibility.getFullAXTree")
        return [self._node(node) for node in told["nodes"] if not node["ignored"]]

    def hear(self, *roles: str) -> list[Node]:
        """What the tree has of the last role, in reading order, within the first thing of each role before it.

        The browser picks it out: the whole tree is some thousand nodes, and takes eight times as long to tell.
        """
        within: dict[str, Any] = {"nodeId": self.tree.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]}
        found: list[dict[str, Any]] = []
        for role in roles:
            told: dict[str, Any] = self.tree.send("Accessibility.queryAXTree", {**within, "role": role})
            found = [node for node in told["nodes"] if not node["ignored"]]
            assert found, f"nothing is told of {role}"
            within = {"backendNodeId": found[0]["backendDOMNodeId"]}
        return [self._node(node) for node in found]

    @staticmethod
    def _node(node: dict[str, Any]) -> Node:
        states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        return Node(
            node["role"]["value"],
            str(node.get("name", {}).get("value", "")).strip(),
            bool(states.get("focused")),
            bool(states.get("selected")),
        )

    @property
    def said(self) -> list[str]:
        """Every announcement since the table was opened."""
        messages: list[str] = self.person.page.evaluate("bastideSaid")
        return messages

    @staticmethod
    def holds_focus(nodes: list[Node]) -> bool:
        return any(node.is_focused and node.role != "RootWebArea" for node in nodes)

    def ask(self, question: str = "") -> list[str]:
        """Opens "Tell me", asks (everything, if nothing), listens to the answer, line by line, and goes back."""
        page = self.person.page
        self._ask_by("t")
        expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
        if question:
            page.keyboard.type(question)
            self._ask_by("Enter")
        lines = [node.name for node in self.hear("dialog", "list", "StaticText")]
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        return lines

    def _ask_by(self, key: str) -> None:
        """A key after which the server answers."""
        before = self.person.page.evaluate("bastideLine.heard.length")
        self.person.page.keyboard.press(key)
        self.person.until(ANSWERED, before)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.person.page.keyboard.press(key)
            self.keys += 1

    def is_over(self) -> bool:
        """Waits for the next question; whether there is none any more."""
        self.heard = self.person.page.wait_for_function(HEARD, arg=self.heard).json_value()[0]
        result = self.person.say("page.over.result")
        self.nodes = self.listen()
        return any(node.role == "link" and node.name == result for node in self.nodes)

    def play(self, decisions: int = MOST_DECISIONS, before: Callable[[], None] = lambda: None) -> int:
        """So many decisions, or to the end of the game; how many there were. `before` each, something else is done."""
        for made in range(decisions):
            if self.is_over():
                return made
            assert made == 0 or self.holds_focus(self.nodes), "the focus is lost"
            before()
            self.keys = 0
            self.decide()
            self.counts.append(self.keys)
        assert decisions < MOST_DECISIONS, "the game does not end"
        return decisions

    def decide(self) -> None:
        """Opens the list of moves, finds one, takes it, and confirms where that is asked."""
        ends = self.person.say("page.confirm.end")
        if any(node.is_focused and node.name == ends for node in self.nodes):
            self.press("Enter")
            return
        self.press("/")
        self.person.dialog("page.notation").get_by_role("combobox").wait_for()
        moves = [node.name for node in self.hear("option")]
        self.find(self.chance.randrange(len(moves)), moves)
        ply = self.person.ply
        self.press("Enter")
        self.person.dialog("page.notation").wait_for(state="detached")
        self.person.until("() => !bastideLine.waiting")
        if self.person.ply == ply:
            self.person.until("() => document.activeElement?.closest('[data-bar=confirm] button')")
            focused = [node.name for node in self.hear("button") if node.is_focused]
            assert any(focused), "the focus is on no button that has a name"
            self.press("Enter")

    def find(self, wanted: int, moves: list[str]) -> None:
        """By arrows where it is near, else by what no other move says; until it is the one that is selected."""
        fragment = shortest(wanted, moves)
        if wanted <= len(fragment):
            self.press(*["ArrowDown"] * wanted)
        else:
            self.press(*fragment)
        for _ in range(len(moves)):
            chosen = [node.name for node in self.hear("option") if node.is_selected]
            if chosen == [moves[wanted]]:
                return
            self.press("ArrowDown")
        raise AssertionError(f"{moves[wanted]!r} is not found by {fragment!r}")


def shortest(wanted: int, moves: list[str]) -> str:
    """The least one can type of a move that stands in no other; the whole where others say all of it, too."""
    texts = [re.sub(r"\s+", " ", move.lower()) for move in moves]
    others = [text for i, text in enumerate(texts) if i != wanted]
    text = texts[wanted]
    for length in range(1, len(text) + 1):
        for start in range(len(text) - length + 1):
            part = text[start : start + length]
            if part.strip() == part and part.isascii() and not any(part in other for other in others):
                return part
    return text
