"""Who is there: the guests of this process, and what the other processes told of theirs."""

from __future__ import annotations

import time

from bastide.server.bus import Note
from bastide.server.clock import now_ms
from bastide.server.door import Guest
from bastide.table.table import Table

SILENT_S = 40.0  # after which a process that told nothing is taken to be gone


class Presence:
    """A hand is the seat whose link somebody came by; on a shared device it plays several seats."""

    def __init__(self, table: Table) -> None:
        self.guests: set[Guest] = set()
        self.gone: dict[int, int] = dict.fromkeys(persons_hands(table), now_ms())  # hand: since when nobody is there
        self.elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # by process

    def hands_here(self) -> set[int]:
        return {guest.hand for guest in self.guests}

    def arrive(self, guest: Guest) -> bool:
        """Whether the guest is the first of its hand."""
        is_first = guest.hand not in self.hands_here()
        self.guests.add(guest)
        self.gone.pop(guest.hand, None)
        return is_first

    def depart(self, guest: Guest) -> bool:
        """Whether the guest was the last of its hand."""
        self.guests.discard(guest)
        is_last = guest.hand not in self.hands_here()
        if is_last and guest.is_seated:
            self.gone[guest.hand] = now_ms()
        return is_last

    def hear(self, note: Note, table: Table) -> None:
        """Another process told which hands are there."""
        self.elsewhere[note.process] = (frozenset(note.seats), time.monotonic())
        for hand in note.seats:
            self.gone.pop(hand, None)
        for hand in persons_hands(table) - self.hands_here() - set(note.seats):
            self.gone.setdefault(hand, now_ms())

    def connected(self, table: Table) -> set[int]:
        """The seats somebody is there for: here, or at another process. Bots always are."""
        hands = self.hands_here()
        soon = time.monotonic() - SILENT_S
        for seats, told_at in self.elsewhere.values():
            if told_at > soon:
                hands |= seats
        return {p for p, chair in enumerate(table.chairs) if chair.kind == "bot" or chair.hand in hands}

    def leaves(self, table: Table) -> dict[int, int]:
        """The seats whose player is gone while somebody waits, and in how many milliseconds a bot will hold them."""
        absent_ms = table.setup.absent_ms
        if absent_ms is None or table.state != "playing":
            return {}
        there = self.connected(table)
        if not any(table.chairs[p].kind == "person" for p in there):
            return {}
        at = now_ms()
        return {
            p: max(0, self.gone.get(chair.hand, at) + absent_ms - at)
            for p, chair in enumerate(table.chairs)
            if chair.kind == "person" and not chair.held and p not in there
        }


def persons_hands(table: Table) -> set[int]:
    return {chair.hand for chair in table.chairs if chair.kind == "person"}
