"""What comes of a game: comments on it, tables that branch off it, its rematch; and games played elsewhere."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

import msgspec

from bastide.core.errors import BadOption, BadRecord, BadSeats, ForeignVersion
from bastide.core.position import Ply
from bastide.core.record import Record
from bastide.core.state import NONE, SPECTATOR
from bastide.games import load_version
from bastide.server import requests
from bastide.server.clock import now_ms
from bastide.server.door import Guest
from bastide.server.links import HOST, WATCH, new_number, new_table_id
from bastide.server.lobby import Lobby, known_game
from bastide.server.room import Room
from bastide.server.store import Comment
from bastide.server.store.reviews import ReviewStore
from bastide.server.summary import read_summary
from bastide.server.texts import clean
from bastide.server.what_if import branch_levels, branch_of, branch_setup, letter_of
from bastide.table.fairness import SEED_BYTES, commitment_of
from bastide.table.imported import imported_lines, imported_setup
from bastide.table.lines import AnyLine
from bastide.table.refused import Refused
from bastide.table.signature import is_signed
from bastide.table.table import Table


class Afterwards:
    """What those who played, or only watched, do with a game when it is over."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.kept = ReviewStore(lobby.store)
        self._importing = asyncio.Semaphore(1)  # records are checked one at a time

    # ------------------------------------------------------------------ comments

    async def comments(self, room: Room) -> requests.Comments:
        """What those who played say of their decisions, in the order of the game."""
        kept = await self.kept.comments(room.id)
        return requests.Comments([requests.CommentLine(*comment) for comment in kept])

    async def comment(self, room: Room, key: str, wanted: requests.NewComment) -> requests.Comments:
        """A seat's word on a decision; nothing takes back what it said."""
        link = await self.lobby.check_now(room, key)
        if link.seat == SPECTATOR or room.table.chairs[link.seat].kind != "person":
            raise Refused("table.refused.spectator")
        plies = room.table.match.position.plies
        if wanted.ply >= len(plies) or plies[wanted.ply].who < 0:
            raise Refused("table.refused.no_such_ply", ply=wanted.ply, last=len(plies) - 1)
        await self.kept.comment(room.id, Comment(now_ms(), wanted.ply, link.seat, clean(wanted.text)))
        return await self.comments(room)

    # ------------------------------------------------------------------ what if

    async def branches(self, room: Room) -> requests.Branches:
        """What was tried from this game, the first first."""
        found = []
        for row in await self.kept.branches(room.id):
            branch = row.setup.branch
            if branch is not None:
                watch = self.lobby.links.href(row.id, WATCH, row.link_numbers[WATCH])
                state = read_summary(row.summary).state
                found.append(requests.BranchLine(row.id, branch.letter, branch.ply, branch.seat, state, watch))
        return requests.Branches(found)

    async def branch(self, room: Room, key: str, wanted: requests.NewBranch) -> requests.Made:
        """A private table that goes on from a decision; what its mover could not see is dealt anew."""
        levels = branch_levels(room.table, wanted)
        seat, plies = await self._branching_seat(room, key, wanted.ply)
        letter = letter_of(len(await self.kept.branches(room.id)))
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
        await self.lobby.keep(table, seed, keys, made)
        await self.kept.add_branch(room.id, setup.id)
        return self.lobby.made(table, keys)

    async def _branching_seat(self, room: Room, key: str, ply: int) -> tuple[int, Sequence[Ply]]:
        """Whose decision stands at a ply, if one may go on from it, and the plies up to it.

        From any decision of a finished game; of a running one only from those of the one person who plays it.
        """
        table = room.table
        link = await self.lobby.check_now(room, key) if key else None
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
        row = await self.lobby.store.table(room.table.followed_by)
        if row is None:
            raise Refused("table.refused.no_such_table")
        seats = room.table.setup.seats
        who = str((guest.link_seat - 1) % seats) if guest.is_seated else HOST if guest.is_host else WATCH
        if who not in row.link_numbers:
            raise Refused("table.refused.dead_link")
        return self.lobby.links.href(row.id, who, row.link_numbers[who])

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
        await self.lobby.keep(table, seed, keys, made)
        await room.change(lambda at: room.table.follow_with(setup.id, at))

    # ------------------------------------------------------------------ games from elsewhere

    async def take_in(self, record: Record) -> requests.Imported:
        """Keeps a finished game that was played elsewhere, checked move by move."""
        await self.lobby.rooms.readiness.wait(known_game(record.game).id)
        async with self._importing:
            table, made = await asyncio.to_thread(self._check_record, record)  # it may be long, and others are playing
        await self.lobby.keep(table, "", {}, made)
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
