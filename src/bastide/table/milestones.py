"""Earlier positions of a game, without replaying it from its start each time."""

from __future__ import annotations

from bastide.core.position import Position
from bastide.core.state import CHANCE

STRIDE = 24  # plies between two positions that are kept


class Milestones:
    """Positions on the way, kept as they are passed; the game as it is now is the caller's."""

    def __init__(self, start: Position) -> None:
        self._kept = {0: start}

    def at(self, game: Position, ply: int) -> Position:
        """The game after its first plies, without a seed."""
        known = max(kept for kept in self._kept if kept <= ply)
        past = self._kept[known].copy()
        for who, action in game.since(known)[: ply - known]:
            past.draw(action) if who == CHANCE else past.apply(action)
            if past.ply % STRIDE == 0:
                self._kept[past.ply] = past.copy()
                self._kept[past.ply].put_away()
        return past

    def cut(self, ply: int) -> None:
        """What came after a ply was taken back."""
        self._kept = {kept: position for kept, position in self._kept.items() if kept <= ply}
