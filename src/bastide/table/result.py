"""A game that is over: its result, its record, and the proof of its shuffle, opened only now."""

from __future__ import annotations

import msgspec

from bastide.core.position import Position
from bastide.core.record import Proof, Record
from bastide.core.state import CHANCE, SPECTATOR
from bastide.table import parts
from bastide.table.folded import FoldedLog
from bastide.table.parts import DrawProof
from bastide.table.refused import Refused
from bastide.table.seen import view_for
from bastide.table.signature import is_signed


def proof_of(table: FoldedLog) -> Proof:
    """Opened only when the game is over."""
    if table.state != "over":
        raise Refused("table.refused.not_over")
    if table.setup.imported:
        return table.setup.proof or Proof("", "", [""] * table.setup.seats, [""] * table.setup.seats)
    entropy = [chair.entropy for chair in table.chairs]
    return Proof(table.setup.commitment, table.seed, entropy, [chair.seal for chair in table.chairs])


def record_of(table: FoldedLog) -> Record:
    """The finished game, for keeping; a running one would tell its secrets.

    One from elsewhere keeps its signature where that is still good for what is told here.
    """
    if table.setup.branch is not None:
        raise Refused("table.refused.branch")
    proof = proof_of(table)
    names = [chair.name or "" for chair in table.chairs]
    played = Record.of(table.match.position, names, table.setup.proof if table.setup.imported else proof)
    record = msgspec.structs.replace(played, stand_ins=sorted(table.stood_in) or None)
    signed = msgspec.structs.replace(record, signature=table.setup.signature)
    return signed if is_signed(signed) else record


def result_of(table: FoldedLog) -> parts.Result:
    """Scores, how it ended, and the opened proof, draw by draw."""
    if table.abandoned:
        raise Refused("table.refused.abandoned")
    proof = proof_of(table)
    ending = table.match.position.ending
    assert ending is not None  # its proof is opened, so the game is over
    draws = [] if table.setup.imported or table.setup.branch else draws_of(table)
    opened = parts.OpenedProof(**msgspec.structs.asdict(proof), draws=draws)
    return parts.Result(view_for(table, SPECTATOR, 0).scores, ending, opened)


def draws_of(table: FoldedLog) -> list[DrawProof]:
    """Every draw of a game that is over, with what stood for it; replayed once, which takes its time."""
    if table.proven is None:
        table.proven = _prove_draws(table)
    return table.proven


def _prove_draws(table: FoldedLog) -> list[DrawProof]:
    past = table.match.position.at(0)
    draws = []
    for ply, (who, action) in enumerate(table.match.position.plies):
        if who == CHANCE:
            draws.append(prove_draw(past, table.chance.draw(ply, past.chance_total)))
        else:
            past.apply(action)
    return draws


def prove_draw(position: Position, r: int) -> DrawProof:
    """Draws what r stands for, and says which other numbers stand for the same."""
    low, weight = position.numbers_of(r)
    ply, total = position.ply, position.chance_total
    return DrawProof(ply, total, r, position.roll(r), low, weight)
