"""A finished or running game as JSON: what was decided and drawn, enough to rebuild every state."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from bastide.core.decoding import read_json
from bastide.core.errors import BadPly, BadRecord, BastideError, ForeignVersion, WrongArgument
from bastide.core.game import Game
from bastide.core.numbers import whole_in
from bastide.core.position import Position
from bastide.core.state import CHANCE

FORMAT = "bastide-record/1"
CHANCE_NAME = "chance"
LATER = (
    "number",
    "ending",
    "stand_ins",
    "signature",
)  # came after the first records: written only where they say something


class PlyLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision or outcome: the seat (0..) or "chance", the action id, and its notation."""

    who: Annotated[int, msgspec.Meta(ge=0)] | str
    action: Annotated[int, msgspec.Meta(ge=0)]
    text: str


class ScoreLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    points: int
    place: int


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the draws of a table came from, opened at the end (docs/server.md, "Chance that can be checked")."""

    commitment: str  # shown before anybody sat down
    seed: str  # the server's secret behind it
    entropy: list[str]  # what each seat added; empty for bots and for seats that added nothing
    seals: list[str]  # what each seat had shown before any was opened


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A server's word for a record that was played there (docs/server.md, "What a record proves"), in hexadecimal."""

    key: str  # the server's, as `/api/about` shows it
    value: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as others can read it."""

    format: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, int]
    plies: list[PlyLine]
    scores: list[ScoreLine] | None = None  # none while the game runs
    names: list[str] | None = None
    seed: int | None = None  # what the draws came from, in a game played on one machine
    proof: Proof | None = None
    number: int | None = None  # of a random game of that seed (`bastide simulate`): its decisions came from it too
    ending: str | None = None  # how it ended, in the game's own word; none while it runs, and in the first records
    stand_ins: list[int] | None = None  # the plies a bot decided for who was away or had left, or a bot not ready yet
    signature: Signature | None = None  # of the server at which it was played

    @classmethod
    def of(cls, position: Position, names: list[str] | None = None, proof: Proof | None = None) -> Record:
        """The record of a position's history."""
        if not isinstance(position, Position):
            raise WrongArgument("a position", position)
        lines = []
        past = position.at(0)
        for who, action in position.plies:
            text = position.game.write(past.state, action)
            lines.append(PlyLine(CHANCE_NAME if who == CHANCE else who, action, text))
            past.draw(action) if who == CHANCE else past.apply(action)
        scores = [ScoreLine(*score) for score in position.scores()] if position.is_over else None
        spec = position.game.spec
        return cls(
            FORMAT, spec.id, spec.rules_version, position.seats, position.options, lines, scores, names, position.seed,
            proof, ending=position.ending,
        )  # fmt: skip

    def to_json(self) -> str:
        """Pretty JSON, one ply a line."""
        head = msgspec.to_builtins(self)
        plies = head.pop("plies")
        for name in LATER:
            if head[name] is None:
                del head[name]
        text = msgspec.json.format(msgspec.json.encode(head), indent=2).decode()
        lines = ",\n".join("    " + msgspec.json.encode(line).decode() for line in plies)
        return text[:-2] + ',\n  "plies": [\n' + lines + "\n  ]\n}\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Reads a record; says what is wrong with one that cannot be read."""
        try:
            record = read_json(text, cls)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
            raise BadRecord(f"this is no record of a game: {error}") from error
        if record.format != FORMAT:
            raise BadRecord(f"the record's format is {record.format!r}; this engine reads {FORMAT!r}")
        return record

    @classmethod
    def load(cls, path: Path | str) -> Record:
        try:
            return cls.from_json(Path(path).read_bytes())
        except (OSError, TypeError, ValueError) as error:
            raise BadRecord(f"{path}: {getattr(error, 'strerror', None) or error}") from error
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from error

    def replay(self, game: Game, upto: int | None = None) -> Position:
        """Rebuilds the game, checking every ply against the rules; the result has no seed."""
        if not isinstance(game, Game):
            raise WrongArgument("a game, as `load` gives it,", game)
        last = len(self.plies) if upto is None else whole_in(upto, 0, len(self.plies))
        if last is None:
            raise BadPly(upto, len(self.plies))
        spec = game.spec
        if self.game != spec.id:
            raise BadRecord(f"this is a record of {self.game!r}, not of {spec.id!r}")
        if self.rules_version != spec.rules_version:
            raise ForeignVersion(self.game, self.rules_version, spec.rules_version)
        position = game.new(self.seats, **self.options)
        for number, line in enumerate(self.plies[:last]):
            self._replay_ply(position, number, line)
        if upto is None:
            self._check_end(position)
            self._check_stand_ins()
        return position

    def _replay_ply(self, position: Position, number: int, line: PlyLine) -> None:
        who = CHANCE if line.who == CHANCE_NAME else line.who
        if who != position.to_move:
            raise BadRecord(f"ply {number}: {line.who!r} moves, but {position.to_move} is to move")
        try:
            position.draw(line.action) if who == CHANCE else position.apply(line.action)
        except BastideError as error:
            raise BadRecord(f"ply {number} ({line.text!r}) does not fit: {error}") from error

    def _check_stand_ins(self) -> None:
        """What a stand-in decided are decisions, each named once and in order."""
        named = self.stand_ins or []
        decided = {number for number, line in enumerate(self.plies) if line.who != CHANCE_NAME}
        if sorted(set(named)) != named or not decided.issuperset(named):
            raise BadRecord(f"stand_ins in the record: {named}; these are not decisions in order")

    def _check_end(self, position: Position) -> None:
        """What the record says of its end must be what replaying it gives."""
        scores = [ScoreLine(*score) for score in position.scores()]
        for what, theirs, ours in (("scores", self.scores, scores), ("ending", self.ending, position.ending)):
            if theirs is None:
                continue
            if not position.is_over:
                raise BadRecord(f"the record has {what}, but after its {len(self.plies)} plies the game is not over")
            if theirs != ours:
                raise BadRecord(f"{what} in the record: {theirs}; replaying gives {ours}")
