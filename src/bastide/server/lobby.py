"""Making tables, sitting down, parting, and the links by which one comes."""

from __future__ import annotations

import secrets

import msgspec

from bastide.core.errors import BadOption, BadSeats
from bastide.core.game import Game
from bastide.core.state import NONE, SPECTATOR
from bastide.games import GAMES, load
from bastide.server import metrics, requests
from bastide.server.card_requests import Shared
from bastide.server.clock import now_ms
from bastide.server.links import HOST, WATCH, Link, Links, new_number, new_table_id
from bastide.server.room import Command, Room
from bastide.server.rooms import Rooms
from bastide.server.store import LinkChange, NewLines, NewTableRow, Store
from bastide.server.summary import summary_of
from bastide.server.texts import clean
from bastide.server.what_if import known_level
from bastide.table.fairness import SEED_BYTES, commitment_of
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused
from bastide.table.seen import info_of
from bastide.table.setup import Setup
from bastide.table.table import Table
from bastide.table.timing import TimeControl

ABSENT_MS = 180_000  # under a live clock


def known_game(name: str) -> Game:
    if name not in GAMES:
        raise Refused("table.refused.game")
    return load(name)


class Lobby:
    """Makes and deletes tables, seats players, and issues and revokes links."""

    def __init__(self, store: Store, rooms: Rooms, links: Links) -> None:
        self.store = store
        self.rooms = rooms
        self.links = links

    # ------------------------------------------------------------------ making

    async def make(self, wanted: requests.NewTable, *, seed: str = "", daily: str = "") -> requests.Made:
        """A table as it was asked for, with its first seats taken; of a day's deal where that is named."""
        game = known_game(wanted.game)
        has_bots = any(isinstance(asked, requests.BotSeat) for asked in wanted.seats)
        await self.rooms.minds.expect(game.id, bots=has_bots)
        await self.rooms.readiness.wait(game.id)
        try:
            seats = game.spec.check_seats(len(wanted.seats))
            options = game.spec.check_options(wanted.options)
        except (BadSeats, BadOption) as error:
            key = "table.refused.seats" if isinstance(error, BadSeats) else "table.refused.option"
            raise Refused(key, low=game.spec.seats[0], high=game.spec.seats[1]) from None
        own = _makers_seat(wanted.seats)
        clock = wanted.clock if isinstance(wanted.clock, TimeControl) else TimeControl(wanted.clock)
        seed = seed or secrets.token_hex(SEED_BYTES)
        setup = Setup(
            id=new_table_id(),
            game=game.id,
            rules_version=game.spec.rules_version,
            seats=seats,
            options=options,
            commitment=commitment_of(seed),
            name=clean(wanted.name),
            clock=clock,
            absent_ms=_absence(wanted, clock),
            stand_in=known_level(wanted.stand_in),
            listed=wanted.listed,
            rated=wanted.rated,
            daily=daily,
            host=own,
        )
        table = Table(setup, seed)
        # people first: a bot takes a name that none of them has
        seated = sorted(enumerate(wanted.seats), key=lambda chair: isinstance(chair[1], requests.BotSeat))
        made = [line for seat, asked in seated for line in _take(table, seat, asked, own)]
        keys = {str(seat): new_number() for seat, asked in enumerate(wanted.seats) if _has_link(seat, asked, own)}
        keys |= {WATCH: new_number()} | ({HOST: new_number()} if own == NONE else {})
        await self.keep(table, seed, keys, made)
        metrics.tables_made.labels(game.id).inc()
        return self.made(table, keys)

    async def keep(self, table: Table, seed: str, keys: dict[str, str], made: list[AnyLine]) -> None:
        """Stores a new table with its first lines; `keys` are the numbers of its links."""
        at = now_ms()
        mover = table.mover
        due = at if mover >= 0 and table.is_bots(mover) else table.deals_at()
        new = NewLines(made, at, table.state, summary_of(table), due)
        await self.store.create(NewTableRow(table.setup, seed, keys), new)

    def made(self, table: Table, keys: dict[str, str]) -> requests.Made:
        """The answer to the host of a new table: its own link, and those to give to others."""
        setup = table.setup
        own = HOST if setup.host == NONE else str(setup.host)
        invitations = [
            requests.SeatLink(p, self.links.href(setup.id, str(p), keys[str(p)]))
            for p, chair in enumerate(table.chairs)
            if chair.kind == "open"
        ]
        return requests.Made(
            table=info_of(table),
            href=self.links.href(setup.id, own, keys[own]),
            key=self.links.key(setup.id, own, keys[own]),
            links=invitations,
            watch=self.links.href(setup.id, WATCH, keys[WATCH]),
        )

    # ------------------------------------------------------------------ sitting down

    async def join(self, room: Room, wanted: requests.Join) -> requests.Joined:
        """Takes a seat. The invitation's number is spent: its maker cannot look over the shoulder."""
        number, who = new_number(), ""
        if wanted.key:
            await self.check_now(room, wanted.key)

        def sit(at: int) -> list[AnyLine]:
            nonlocal who
            seat = self._seat_for(room, wanted, self.check(room, wanted.key) if wanted.key else None)
            who = str(seat)
            return room.table.sit(seat, "person", at, name=clean(wanted.name))

        await room.change(sit, lambda: LinkChange(who, room.link_numbers.get(who), number))
        return self._joined(room, who, number)

    def _joined(self, room: Room, who: str, number: str) -> requests.Joined:
        link = Link(room.id, who, number)
        return requests.Joined(link.seat, self.links.key(*link), self.links.href(*link))

    def _seat_for(self, room: Room, wanted: requests.Join, link: Link | None) -> int:
        chairs = room.table.chairs
        if link is not None and link.seat != SPECTATOR and chairs[link.seat].kind == "open":
            return link.seat
        if not room.table.setup.listed:
            raise Refused("table.refused.private")
        free = [p for p, chair in enumerate(chairs) if chair.kind == "open"]
        if not free:
            raise Refused("table.refused.full")
        return free[0] if wanted.seat is None else wanted.seat

    async def fill(self, room: Room, key: str, seat: int, wanted: requests.FillSeat) -> requests.Filled:
        """The host puts a bot on a seat nobody has taken, or opens it again with a fresh invitation."""
        number, who = new_number(), str(seat)
        level = known_level(wanted.level) if wanted.kind == "bot" else ""
        await self.check_now(room, key)

        def fill(at: int) -> list[AnyLine]:
            if not self.is_host(room, self.check(room, key)):
                raise Refused("table.refused.not_host")
            self._check_fillable(room.table, seat, wanted)
            return room.table.sit(seat, wanted.kind, at, level=level)

        def renumber() -> LinkChange:
            return LinkChange(who, room.link_numbers.get(who), number if wanted.kind == "open" else None)

        await room.change(fill, renumber)
        return requests.Filled(
            room.views.info(), self.links.href(room.id, who, number) if wanted.kind == "open" else ""
        )

    def _check_fillable(self, table: Table, seat: int, wanted: requests.FillSeat) -> None:
        """Refuses to replace the host, and a person unless the host asks for it."""
        if table.state == "waiting" and seat < table.setup.seats and table.chairs[seat].kind == "person":
            if seat == table.setup.host:
                raise Refused("table.refused.own_seat")
            if not wanted.remove:
                raise Refused("table.refused.taken", seat=seat + 1)

    # ------------------------------------------------------------------ parting

    async def part(self, room: Room, command: Command) -> None:
        """A proposal or a vote; the link of a player whom it removes is revoked."""
        before = {p for p, chair in enumerate(room.table.chairs) if chair.left}

        def renumber() -> LinkChange | None:
            chairs = room.table.chairs
            removed = [chair.owner for p, chair in enumerate(chairs) if chair.left == "removed" and p not in before]
            return LinkChange(str(removed[0]), room.link_numbers.get(str(removed[0])), None) if removed else None

        await room.change(command, renumber)

    async def delete(self, room: Room, key: str) -> requests.Deleted:
        """The host takes the table away, with its log and its chat; not from under others who are playing."""
        if not self.is_host(room, await self.check_now(room, key)):
            raise Refused("table.refused.not_host")
        table = room.table
        others = [p for p, chair in enumerate(table.chairs) if chair.kind == "person" and not chair.left]
        if table.state == "playing" and any(table.chairs[p].owner != table.setup.host for p in others):
            raise Refused("table.refused.others_play")
        await room.delete()
        return requests.Deleted(room.id)

    # ------------------------------------------------------------------ links

    def check(self, room: Room, key: str) -> Link:
        """What a key stands for; refused when it is not ours, not of this table, or revoked."""
        link = self.links.read(key)
        if link is None or link.table != room.id or room.link_numbers.get(link.who) != link.number:
            raise Refused("table.refused.dead_link")
        return link

    async def check_now(self, room: Room, key: str) -> Link:
        """The same after a look at the store, where another process may have revoked it a moment ago."""
        if self.store.is_shared:
            await room.refresh_links()
        return self.check(room, key)

    def is_host(self, room: Room, link: Link | None) -> bool:
        host = room.table.setup.host
        return link is not None and link.who == (HOST if host == NONE else str(host))

    async def renew(self, room: Room, key: str) -> requests.Joined:
        """Revokes the link one came by, on every device, and gives another."""
        link = await self.check_now(room, key)
        if link.who == WATCH:
            raise Refused("table.refused.spectator")
        number = new_number()
        await room.change_link(LinkChange(link.who, link.number, number))
        return self._joined(room, link.who, number)

    def shared(self, room: Room, link: Link) -> Shared:
        """The links that a link's holder may give away: invitations by the host alone, watching by everybody."""
        numbers, chairs = room.link_numbers, room.table.chairs
        is_open = room.table.state == "waiting" and self.is_host(room, link)
        invitations = [
            requests.SeatLink(p, self.links.href(room.id, str(p), numbers[str(p)]))
            for p, chair in enumerate(chairs)
            if is_open and chair.kind == "open" and str(p) in numbers
        ]
        watch = self.links.href(room.id, WATCH, numbers[WATCH]) if WATCH in numbers else ""
        return Shared(invitations, watch)

    async def renew_watch(self, room: Room, key: str) -> requests.Watch:
        """The host revokes the link for spectators, wherever it is open, and gets another."""
        if not self.is_host(room, await self.check_now(room, key)):
            raise Refused("table.refused.not_host")
        number = new_number()
        await room.change_link(LinkChange(WATCH, room.link_numbers.get(WATCH), number))
        return requests.Watch(self.links.href(room.id, WATCH, number))


def _absence(wanted: requests.NewTable, clock: TimeControl) -> int | None:
    """After how long away a bot holds a seat: only a live clock takes such a wish."""
    if isinstance(wanted.absent_s, msgspec.UnsetType):
        return ABSENT_MS if clock.kind == "live" else None
    if wanted.absent_s is not None and clock.kind != "live":
        raise Refused("table.refused.absence")
    return None if wanted.absent_s is None else wanted.absent_s * 1000


def _makers_seat(seats: list[requests.SeatRequest]) -> int:
    """The host's seat; NONE when they only watch."""
    if sum(isinstance(asked, requests.You) for asked in seats) > 1:
        raise Refused("table.refused.two_of_you")
    for kind in (requests.You, requests.HotSeat):
        for seat, asked in enumerate(seats):
            if isinstance(asked, kind):
                return seat
    return NONE


def _take(table: Table, seat: int, asked: requests.SeatRequest, own: int) -> list[AnyLine]:
    at = now_ms()
    if isinstance(asked, requests.BotSeat):
        return table.sit(seat, "bot", at, level=known_level(asked.level))
    if isinstance(asked, requests.OpenSeat):
        return []
    return table.sit(seat, "person", at, name=clean(asked.name), owner=own)


def _has_link(seat: int, asked: requests.SeatRequest, own: int) -> bool:
    return seat == own or isinstance(asked, requests.OpenSeat)
