"""Making tables, sitting down, links, rematches, and finished games from elsewhere."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence

import msgspec

from bastide.core.errors import BadOption, BadRecord, BadSeats, ForeignVersion
from bastide.core.game import Game
from bastide.core.position import Ply
from bastide.core.record import Record
from bastide.core.state import NONE, SPECTATOR
from bastide.games import GAMES, load, load_version
from bastide.server import metrics, requests
from bastide.server.card_requests import Shared
from bastide.server.clock import now_ms
from bastide.server.door import Guest
from bastide.server.links import HOST, WATCH, Link, Links, is_table_id, new_number, new_table_id
from bastide.server.room import Command, Room
from bastide.server.rooms import Rooms
from bastide.server.store import Comment, LinkChange, NewLines, NewTableRow, Store, TableRow
from bastide.server.store.lists import TableLists
from bastide.server.store.reviews import ReviewStore
from bastide.server.summary import read_summary, summary_of, table_line
from bastide.server.texts import clean
from bastide.server.what_if import branch_levels, branch_of, branch_setup, known_level, letter_of
from bastide.table.fairness import SEED_BYTES, commitment_of
from bastide.table.imported import imported_lines, imported_setup
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused
from bastide.table.seen import info_of
from bastide.table.setup import Setup
from bastide.table.signature import is_signed
from bastide.table.table import Table
from bastide.table.timing import TimeControl

LOBBY_PAGE = 50
ABSENT_MS = 180_000  # under a live clock


def cursor_of(row: TableRow) -> str:
    """Where in the lobby a page ended: tables that are made meanwhile move nothing."""
    return f"{row.updated}.{row.id}"


def read_cursor(text: str) -> tuple[int, str] | None:
    updated, _, table = text.partition(".")
    if not text:
        return None
    if not (updated.isascii() and updated.isdigit() and len(updated) <= 15 and is_table_id(table)):
        raise Refused("table.refused.number")
    return int(updated), table


def known_game(name: str) -> Game:
    if name not in GAMES:
        raise Refused("table.refused.game")
    return load(name)


class Lobby:
    """Where tables come from."""

    def __init__(self, store: Store, rooms: Rooms, links: Links) -> None:
        self.store = store
        self.lists = TableLists(store)
        self.after = ReviewStore(store)
        self.rooms = rooms
        self.links = links
        self._importing = asyncio.Semaphore(1)  # records are checked one at a time

    # ------------------------------------------------------------------ making

    async def make(self, wanted: requests.NewTable, *, seed: str = "", daily: str = "") -> requests.Made:
        """A table as it was asked for, with its first seats taken; of a day's deal where that is named."""
        game = known_game(wanted.game)
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
        await self._keep(table, seed, keys, made)
        metrics.tables_made.labels(game.id).inc()
        return self._made(table, keys)

    async def _keep(self, table: Table, seed: str, keys: dict[str, str], made: list[AnyLine]) -> None:
        at = now_ms()
        mover = table.mover
        due = at if mover >= 0 and table.is_bots(mover) else table.deals_at()
        new = NewLines(made, at, table.state, summary_of(table), due)
        await self.store.create(NewTableRow(table.setup, seed, keys), new)

    def _made(self, table: Table, keys: dict[str, str]) -> requests.Made:
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
        """A person gives way only where the host says so, and the host never: the table would be nobody's."""
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
        """The links that whoever came by one may give away: invitations are the host's, watching is everybody's."""
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

    # ------------------------------------------------------------------ lists

    async def listed(self, after: str, game: str = "", clock: str = "") -> requests.TableList:
        """One page of the lobby; `after` is what the page before it called `next`."""
        rows = await self.lists.listed(read_cursor(after), LOBBY_PAGE + 1, game, clock)
        shown = rows[:LOBBY_PAGE]
        following = cursor_of(shown[-1]) if len(rows) > LOBBY_PAGE else ""
        return requests.TableList([self._line(row, None) for row in shown], following)

    async def mine(self, keys: Iterable[str]) -> list[requests.TableLine]:
        """The tables to which these keys are still good; each key is looked at once."""
        links = [link for link in map(self.links.read, dict.fromkeys(keys)) if link is not None]
        rows = {row.id: row for row in await self.lists.some(sorted({link.table for link in links}))}
        return await asyncio.to_thread(self._lines_of, links, rows)  # many of them take their time

    def _lines_of(self, links: list[Link], rows: dict[str, TableRow]) -> list[requests.TableLine]:
        return [
            self._line(rows[link.table], link)
            for link in links
            if link.table in rows and rows[link.table].link_numbers.get(link.who) == link.number
        ]

    def _line(self, row: TableRow, link: Link | None) -> requests.TableLine:
        href = self.links.href(*link) if link else f"/table/{row.id}"
        seat = SPECTATOR if link is None else link.seat
        line = table_line(row.id, row.setup.game, row.setup.name, row.summary, row.updated, seat, href)
        return msgspec.structs.replace(line, clock=row.setup.clock.kind, rated=row.setup.rated)

    # ------------------------------------------------------------------ after the game

    async def comments(self, room: Room) -> requests.Comments:
        """What those who played say of their decisions, in the order of the game."""
        kept = await self.after.comments(room.id)
        return requests.Comments([requests.CommentLine(*comment) for comment in kept])

    async def comment(self, room: Room, key: str, wanted: requests.NewComment) -> requests.Comments:
        """A seat's word on a decision; nothing takes back what it said."""
        link = await self.check_now(room, key)
        if link.seat == SPECTATOR or room.table.chairs[link.seat].kind != "person":
            raise Refused("table.refused.spectator")
        plies = room.table.match.position.plies
        if wanted.ply >= len(plies) or plies[wanted.ply].who < 0:
            raise Refused("table.refused.no_such_ply", ply=wanted.ply, last=len(plies) - 1)
        await self.after.comment(room.id, Comment(now_ms(), wanted.ply, link.seat, clean(wanted.text)))
        return await self.comments(room)

    # ------------------------------------------------------------------ what if

    async def branches(self, room: Room) -> requests.Branches:
        """What was tried from this game, the first first."""
        found = []
        for row in await self.after.branches(room.id):
            branch = row.setup.branch
            if branch is not None:
                watch = self.links.href(row.id, WATCH, row.link_numbers[WATCH])
                state = read_summary(row.summary).state
                found.append(requests.BranchLine(row.id, branch.letter, branch.ply, branch.seat, state, watch))
        return requests.Branches(found)

    async def branch(self, room: Room, key: str, wanted: requests.NewBranch) -> requests.Made:
        """A private table that goes on from a decision; what its mover could not see is dealt anew."""
        levels = branch_levels(room.table, wanted)
        seat, plies = await self._branching_seat(room, key, wanted.ply)
        letter = letter_of(len(await self.after.branches(room.id)))
        view = room.table.match.past(SPECTATOR if room.table.state == "over" else seat, wanted.ply).view(seat)
        branch, seed = branch_of(room.table, view, plies, letter), secrets.token_hex(SEED_BYTES)
        setup = await asyncio.to_thread(branch_setup, room.table, view, plies, branch, seed, secrets.randbits(62))
        table = Table(setup, seed)
        made: list[AnyLine] = []
        for p, level in enumerate(levels):
            if p == seat:
                made += table.sit(p, "person", now_ms(), name=branch.names[p])
            else:
                made += table.sit(p, "bot", now_ms(), level=level)
        keys = {str(seat): new_number(), WATCH: new_number()}
        await self._keep(table, seed, keys, made)
        await self.after.add_branch(room.id, setup.id)
        return self._made(table, keys)

    async def _branching_seat(self, room: Room, key: str, ply: int) -> tuple[int, Sequence[Ply]]:
        """Whose decision stands at a ply, if one may go on from it, and the plies up to it.

        From any decision of a finished game; of a running one only from those of the one person who plays it.
        """
        table = room.table
        link = await self.check_now(room, key) if key else None
        people = {chair.owner for chair in table.chairs if chair.kind == "person"}
        is_own = table.state == "playing" and link is not None and people == {link.seat}
        if table.setup.branch is not None:
            raise Refused("table.refused.branch")
        if table.abandoned or not (table.state == "over" or is_own):
            raise Refused("table.refused.not_over")
        plies = table.match.shown(link.seat if is_own and link is not None else SPECTATOR).plies
        seat = plies[ply].who if ply < len(plies) else NONE
        if seat < 0 or (is_own and link is not None and table.chairs[seat].owner != link.seat):
            raise Refused("table.refused.no_such_ply", ply=ply, last=len(plies) - 1)
        return seat, plies[: ply + 1]

    # ------------------------------------------------------------------ rematch

    async def rematch(self, room: Room, guest: Guest) -> str:
        """The way to the next table; the first request makes it. Seats move on by one, so another begins.

        It is private: only who came by a link is told the way.
        """
        if guest.link is None:
            raise Refused("table.refused.spectator")
        if not room.table.followed_by:
            if not guest.is_seated and not guest.is_host:
                raise Refused("table.refused.spectator")
            await self._make_rematch(room)
        row = await self.store.table(room.table.followed_by)
        if row is None:
            raise Refused("table.refused.no_such_table")
        seats = room.table.setup.seats
        who = str((guest.link_seat - 1) % seats) if guest.is_seated else HOST if guest.is_host else WATCH
        if who not in row.link_numbers:
            raise Refused("table.refused.dead_link")
        return self.links.href(row.id, who, row.link_numbers[who])

    async def _make_rematch(self, room: Room) -> None:
        if room.table.state != "over":
            raise Refused("table.refused.not_over")
        old, seats = room.table.setup, room.table.setup.seats
        if old.imported:
            raise Refused("table.refused.imported")
        if old.branch is not None:
            raise Refused("table.refused.branch")
        seed = secrets.token_hex(SEED_BYTES)
        host = NONE if old.host == NONE else (old.host - 1) % seats
        setup = msgspec.structs.replace(old, id=new_table_id(), commitment=commitment_of(seed), host=host, listed=False)
        table = Table(setup, seed)
        made: list[AnyLine] = []
        for seat in range(seats):
            chair = room.table.chairs[(seat + 1) % seats]
            if chair.left == "removed":
                made += table.sit(seat, "bot", 0, level=old.stand_in)
                continue
            owner = (chair.owner - 1) % seats
            made += table.sit(seat, chair.kind, 0, name=chair.name or "", level=chair.level, owner=owner)
        who = [str(p) for p, chair in enumerate(table.chairs) if chair.kind == "person" and chair.owner == p]
        keys = {name: new_number() for name in (*who, WATCH, *([HOST] if host == NONE else []))}
        await self._keep(table, seed, keys, made)
        await room.change(lambda at: room.table.follow_with(setup.id, at))

    # ------------------------------------------------------------------ games from elsewhere

    async def take_in(self, record: Record) -> requests.Imported:
        """Keeps a finished game that was played elsewhere, checked move by move."""
        await self.rooms.readiness.wait(known_game(record.game).id)
        async with self._importing:
            table, made = await asyncio.to_thread(self._check_record, record)  # it may be long, and others are playing
        await self._keep(table, "", {}, made)
        return requests.Imported(table.setup.id, f"/table/{table.setup.id}")

    def _check_record(self, record: Record) -> tuple[Table, list[AnyLine]]:
        """Replays a record into a table of its own."""
        try:
            game = load_version(record.game, record.rules_version)
            record.replay(game)
        except ForeignVersion:
            raise Refused("table.refused.version", version=record.rules_version) from None
        except (BadRecord, BadSeats, BadOption):
            raise Refused("table.refused.record") from None
        if record.scores is None:
            raise Refused("table.refused.unfinished")
        if record.signature is not None and not is_signed(record):
            raise Refused("table.refused.signature")
        names = [clean(name)[:24] for name in (record.names or [])][: record.seats]
        table = Table(imported_setup(record, game, new_table_id()), "")
        made = list(imported_lines(record, [*names, *[""] * (record.seats - len(names))]))
        for line in made:
            table.fold(line, now_ms())
        return table, made


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
