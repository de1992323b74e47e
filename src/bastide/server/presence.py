"""Who is connected: the guests of this process, and what the other processes sent of theirs."""

from __future__ import annotations

import time

from bastide.server.bus import Note
from bastide.server.clock import now_ms
from bastide.server.door import Guest
from bastide.table.table import Table

SILENT_S = 40.0  # after which a process that sent nothing is taken to be gone


class Presence:
    """Presence is kept by link: a link is named by its own seat, and on a shared device plays several."""

    def __init__(self, table: Table) -> None:
        self.guests: set[Guest] = set()
        self.absent_since: dict[int, int] = dict.fromkeys(persons_links(table), now_ms())
        self.elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # by process

    def links_here(self) -> set[int]:
        return {guest.link_seat for guest in self.guests}

    def arrive(self, guest: Guest) -> bool:
        """Whether the guest is the first by its link."""
        is_first = guest.link_seat not in self.links_here()
        self.guests.add(guest)
        self.absent_since.pop(guest.link_seat, None)
        return is_first

    def depart(self, guest: Guest) -> bool:
        """Whether the guest was the last by its link."""
        if guest not in self.guests:
            return False
        self.guests.discard(guest)
        is_last = guest.link_seat not in self.links_here()
        if is_last and guest.is_seated:
            self.absent_since[guest.link_seat] = now_ms()
        return is_last

    def update(self, note: Note, table: Table) -> None:
        """Another process sent which links are connected to it."""
        self.elsewhere[note.process] = (frozenset(note.seats), time.monotonic())
        for link in note.seats:
            self.absent_since.pop(link, None)
        for link in persons_links(table) - self.links_here() - set(note.seats):
            self.absent_since.setdefault(link, now_ms())

    def connected(self, table: Table) -> set[int]:
        """The seats whose player is connected, here or at another process. Bots always are."""
        links = self.links_here()
        soon = time.monotonic() - SILENT_S
        for seats, noted_at in self.elsewhere.values():
            if noted_at > soon:
                links |= seats
        return {p for p, chair in enumerate(table.chairs) if chair.kind == "bot" or chair.owner in links}

    @property
    def is_watched(self) -> bool:
        """A client is connected, here or at another process."""
        soon = time.monotonic() - SILENT_S
        return bool(self.guests) or any(seats and noted_at > soon for seats, noted_at in self.elsewhere.values())

    @property
    def address(self) -> str:
        """For whom the table's bots think: the first player here, else the first who watches."""
        addresses = sorted((not guest.is_seated, guest.link_seat, guest.address) for guest in self.guests)
        return addresses[0][2] if addresses else ""

    def leaves(self, table: Table) -> dict[int, int]:
        """The seats whose player is gone while another waits, and in how many milliseconds a bot will hold them."""
        absent_ms = table.absent_ms
        if absent_ms is None or table.state != "playing" or table.paused:
            return {}
        there = self.connected(table)
        if not any(table.chairs[p].kind == "person" for p in there):
            return {}
        at = now_ms()
        return {
            p: max(0, self.absent_since.get(chair.owner, at) + absent_ms - at)
            for p, chair in enumerate(table.chairs)
            if chair.kind == "person" and not chair.held and p not in there
        }


def persons_links(table: Table) -> set[int]:
    return {chair.owner for chair in table.chairs if chair.kind == "person"}
