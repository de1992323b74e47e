"""A scripted table of Carpe Diem: every draw through the real door, seat 0 builds, the others take and store.

Pawns start on 7, 6, 5, 4 and all go right every turn, so seat 0 comes to space 1 in round 1, to space 2 in round 2 and
so on, and every seat comes to every space once in a phase. `mine` are the tiles seat 0 takes, round by round.

Idle seats build nothing, which only version 1 of the rules allows (CDM-20): it is what tests play unless told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bastide.core.game import Game
from bastide.core.position import Position
from bastide.core.state import CHANCE, NONE, ask, editor
from bastide.games import load_version
from bastide.games.carpe_diem.building import complete_at, lay_tile
from bastide.games.carpe_diem.kinds import GOOD_NAMES
from bastide.games.carpe_diem.state import CIRCLE, STAGE_NAMES
from bastide.games.carpe_diem.tables import CARD_IDS, DATA, FRAME_PIECES, ROW, SPACE_TILES, SPACES, TILE_IDS

IDLE = load_version("carpe_diem", 1)


def run(m: Position, *texts: str) -> None:
    """Decisions and draws, one after another."""
    for text in texts:
        m.draw(text) if m.to_move == CHANCE else m.apply(text)


def stage(m: Position) -> str:
    return STAGE_NAMES[m.state.stage]


def texts(m: Position) -> list[str]:
    """The legal actions in notation."""
    return list(m.moves)


class Script:
    """A table whose draws are given, or filled in with what nobody asked for."""

    def __init__(
        self,
        seats: int = 2,
        mine: Sequence[str] = (),
        *,
        frames: Sequence[int] = (),
        boards: Sequence[int] = (),
        cards: Sequence[str] = (),
        row: Sequence[str] = (),
        keep: Sequence[str] = (),
        game: Game = IDLE,
    ) -> None:
        self.game = game
        self.m = game.new(seats)
        self.keep = keep  # kinds that are to stay in the bags, for `build`
        self.mine: Sequence[str] = mine
        pieces = [*frames, *(n for n in range(1, FRAME_PIECES + 1) if n not in frames)]
        run(self.m, *(f"frame {n}" for n in pieces[: 4 * seats]))
        run(self.m, *(f"board {n}" for n in [*boards, *(n for n in range(1, 5) if n not in boards)][:seats]))
        self._deal_cards(list(cards))
        self.deal_ring(mine, row)
        for slot in range(ROW):
            self._draw_tile(row[slot] if slot < len(row) else None, row[slot:])
        run(self.m, *(f"start {SPACES - p}" for p in range(seats)))

    def _deal_cards(self, cards: list[str]) -> None:
        """Cards in the order of their spaces; the rest as it comes."""
        while stage(self.m) == "deal_deck":
            if cards:
                card = cards.pop(0)
                run(self.m, f"deck {card[0]}", f"card {card}")
            else:
                self.m.draw(self.m.outcomes()[0][0])
                free = [a for a, _ in self.m.outcomes()]
                self.m.draw(free[-1])

    def deal_ring(self, mine: Sequence[str], reserved: Sequence[str] = ()) -> None:
        """Seat 0's tile and three others on every space."""
        self.mine = mine
        for space in range(SPACES):
            for slot in range(SPACE_TILES):
                wanted = mine[space] if slot == 0 and space < len(mine) else None
                self._draw_tile(wanted, [*mine[space:], *reserved])

    def _draw_tile(self, wanted: str | None, reserved: Sequence[str]) -> None:
        """A tile by name, or one of a kind that is not needed later, the most plentiful first."""
        if wanted is not None:
            self.m.draw(f"tile {wanted}")
            return
        kept = Counter([*reserved, *self.keep])
        spare = [(n - 99 * kept[TILE_IDS[tile]], -tile) for tile, n in self.m.outcomes()]
        self.m.draw(-max(spare)[1])

    # ---- turns

    @property
    def round(self) -> int:
        return int(self.m.state.played) // self.m.seats

    def turn(self, *decisions: str) -> None:
        """Seat 0 takes its tile of this round and decides as told; then the others store theirs."""
        assert self.m.to_move == 0, self.m.where()
        self.take()
        run(self.m, *decisions)
        self.idle_others()

    def take(self) -> None:
        """Seat 0 goes right and takes its tile."""
        run(self.m, "right", f"take {self.mine[self.round]}")

    def idle_others(self) -> None:
        while self.m.to_move > 0 and stage(self.m) == "move":
            self.idle()

    def idle(self) -> None:
        """The seat to move goes right, takes a tile that seat 0 does not wait for, and stores it."""
        run(self.m, "right")
        run(self.m, self.first_take(), "store")

    def first_take(self) -> str:
        """The first tile of the space that seat 0 does not wait for, to be taken."""
        space = self.m.state.players[self.m.to_move].pawn
        kept = f"take {self.mine[space]}" if space < len(self.mine) else ""
        return next((text for text in texts(self.m) if text != kept), kept)

    def finish_turn(self, place: str) -> None:
        """Lays the tile, and takes the first choice in everything that comes of it."""
        mover = self.m.to_move
        run(self.m, place)
        while self.m.to_move in (mover, CHANCE):
            self.m.draw(self.m.outcomes()[0][0]) if self.m.to_move == CHANCE else self.m.apply(self.m.legal[0])

    def idle_phase(self) -> None:
        """Everybody stores until the scoring."""
        while stage(self.m) == "move":
            self.idle()

    def skip_scoring(self) -> None:
        """Everybody takes the first choice there is."""
        while self.m.to_move >= 0 and self.m.state.stage >= CIRCLE:
            self.m.apply(self.m.legal[0])

    def skip_to_circle(self) -> None:
        """The seat that is scoring takes the first choice there is; the next one is to place a disc."""
        while stage(self.m) in ("first", "pay_bread", "sets"):
            self.m.apply(self.m.legal[0])

    def idle_to_scoring(self, phase: int = 1) -> None:
        """To the first disc of a phase's scoring, with nothing built."""
        while True:
            self.idle_phase()
            if self.m.state.phase + 1 == phase:
                return
            self.skip_scoring()
            self.deal_ring(())

    # ---- positions that would take long to play

    def edit(self) -> Position:
        """After a change of the record: the same history, the legal actions looked up anew, invariants kept."""
        problem = self.game.check(self.m.state)
        assert problem == "", problem
        self.m = Position.resume(self.game, self.m.seats, {}, self.m.plies, bytes(self.m))
        return self.m

    def give(self, p: int = 0, **items: int) -> None:
        """Goods, coins, bread, points or the like."""
        player = editor(self.m.states).players[p]
        for name, n in items.items():
            if name in GOOD_NAMES:
                player.goods[GOOD_NAMES.index(name)] = n
            else:
                setattr(player, name, n)
        self.edit()

    def stand(self, *spaces: tuple[int, int]) -> None:
        """Track space and height in the stack of every seat."""
        for p, (space, height) in enumerate(spaces):
            editor(self.m.states).players[p].track = space
            editor(self.m.states).players[p].height = height
        self.edit()

    def build(self, *tiles: str, p: int = 0) -> None:
        """`merchant c3 r90`: a stored tile, exchanged for one of this kind, is laid and what it completes counted."""
        s = editor(self.m.states)
        player = s.players[p]
        for text in tiles:
            name, cell, *turn = text.split()
            tile = TILE_IDS.index(name)
            self._exchange(s, tile)
            place = (int(cell[1]) - 1) * 6 + "abcdef".index(cell[0])
            assert player.tile[place] == NONE, f"{cell} is taken"
            player.stored -= 1
            ask(lay_tile, player, tile, place, int(turn[0][1:]) // 90 if turn else 0)
            ask(complete_at, player, place)
        self.edit()

    def _exchange(self, s: Any, tile: int) -> None:
        """One tile of the kind out of the bags, one that is out of sight into them."""
        bag = s.white_bag if s.white_bag[tile] else s.black_bag
        assert bag[tile], f"no {TILE_IDS[tile]} is left"
        seen = Counter(t for p in range(s.seats) for t in s.players[p].tile.tolist() if t != NONE)
        seen.update(t for t in [*s.ring.ravel().tolist(), *s.row.tolist(), s.in_hand] if t != NONE)
        for other, face in enumerate(DATA.tiles):
            copies = face.white if bag is s.white_bag else face.black
            gone = face.white + face.black - seen[other] - s.white_bag[other] - s.black_bag[other]
            if other != tile and gone > 0 and bag[other] < copies:
                bag[tile] -= 1
                bag[other] += 1
                return
        raise AssertionError("no tile is out of sight")


def player(m: Position, p: int = 0) -> Any:
    return editor(m.states).players[p]


def goods(m: Position, p: int = 0) -> dict[str, int]:
    return {name: n for name, n in zip(GOOD_NAMES, player(m, p).goods.tolist(), strict=True) if n}


def points(m: Position) -> list[int]:
    return [score.points for score in m.scores()]


def card_ids(m: Position) -> list[str]:
    """The scoring cards that lie open, in the order of their spaces."""
    return [CARD_IDS[card] for card in m.state.grid.tolist() if card != NONE]
