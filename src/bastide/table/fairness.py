"""Chance that nobody chose and everybody can check afterwards (docs/server.md, "Chance that can be checked").

Before anybody sits down the server shows the hash of a secret seed. Every seat's client adds entropy, shown as a hash
until all have done so. Each draw follows from seed, entropy and ply by HMAC-SHA256; the seed is opened at the end.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bastide.core.catalogue import say_phrase
from bastide.core.errors import BadRecord, BastideError
from bastide.core.game import Game, check_seed
from bastide.core.play import Simulator
from bastide.core.position import Position
from bastide.core.record import Proof, Record
from bastide.core.state import CHANCE
from bastide.core.words import Phrase
from bastide.table.signature import is_signed

COMMIT_LABEL = b"bastide-commit/1\n"
SEAL_LABEL = b"bastide-seal/1\n"
CHANCE_LABEL = "bastide-chance/1"
SEED_BYTES = 32
ENTROPY = re.compile(r"[0-9a-f]{16,64}")
SEAL = re.compile(r"[0-9a-f]{64}")
WORD = 1 << 64  # draws are made from the first eight bytes of a digest


def commitment_of(seed: str) -> str:
    """The hash shown before the deal, of a seed in hexadecimal."""
    return hashlib.sha256(COMMIT_LABEL + bytes.fromhex(seed)).hexdigest()


def seal_of(entropy: str) -> str:
    """The hash a seat shows of its entropy until all seats have shown theirs."""
    return hashlib.sha256(SEAL_LABEL + entropy.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class Chance:
    """Every draw of one table, as a function of its ply."""

    key: bytes

    @classmethod
    def of(cls, seed: str, game: Game, seats: int, options: Mapping[str, int], entropy: Sequence[str]) -> Chance:
        """Bound to the game and its options too, so that nothing can be exchanged after the entropy is known."""
        chosen = ",".join(f"{name}={options[name]}" for name in sorted(options))
        said = [CHANCE_LABEL, game.id, str(game.spec.rules_version), str(seats), chosen, ",".join(entropy)]
        return cls(hmac.digest(bytes.fromhex(seed), "\n".join(said).encode(), "sha256"))

    def draw(self, ply: int, total: int) -> int:
        """A number in 0..total-1, every one equally likely: words beyond the last full multiple are passed over."""
        fair = WORD - WORD % total
        attempt = 0
        while True:
            digest = hmac.digest(self.key, f"{ply}:{attempt}".encode(), "sha256")
            word = int.from_bytes(digest[:8], "big")
            if word < fair:
                return word % total
            attempt += 1


class BadProof(BastideError):
    """A record whose draws are not those of its proof; `ply` is the first that does not fit, where one does not."""

    def __init__(self, key: str, ply: int | None = None, **values: str | int) -> None:
        self.label = Phrase(f"table.unproven.{key}", values if ply is None else {**values, "ply": ply})
        super().__init__(say_phrase("en", self.label))
        self.ply = ply


Unattested = Literal["names", "sealed", "decisions", "seed", "version", "key"]


@dataclass(frozen=True)
class Verified:
    """What was checked of a record, and what nothing in it vouches for."""

    plies: int
    draws: int
    seats_with_entropy: int
    signed_by: str  # the key of the server that vouches for it; empty where none does
    unattested: tuple[Unattested, ...]


def verify(record: Record, game: Game, key: str = "") -> Verified:
    """Checks a finished record against its proof, offline; names the first ply that does not fit.

    With a key, only that server's signature will do.
    """
    if record.scores is None:
        raise BadProof("not_over")
    proof = record.proof
    if proof is None and record.seed is None:
        raise BadProof("nothing")
    if proof is not None and not (record.seed is None and record.number is None):
        raise BadProof("both")
    _check_signature(record, key)
    if proof is None:
        draws = _follow_seed(record, game)
    else:
        _check_opened(proof, record.seats)
        draws = _follow_proof(record, game, proof)
    if record.replay(game).options != record.options:
        raise BadProof("options")
    _check_texts(record, game)
    given = sum(entropy != "" for entropy in proof.entropy) if proof else 0
    signed_by = "" if record.signature is None else record.signature.key
    return Verified(len(record.plies), draws, given, signed_by, unattested(record, key))


def unattested(record: Record, key: str = "") -> tuple[Unattested, ...]:
    """What could be otherwise in a record that verifies."""
    if record.signature is not None:
        return () if key else ("key",)
    if record.proof is not None:
        return ("names", "sealed", "decisions")
    return ("names", "seed") if record.number is not None else ("names", "seed", "version", "decisions")


def _check_signature(record: Record, key: str) -> None:
    """A signature must be good; with a key there must be one, by that key."""
    if record.signature is None and key:
        raise BadProof("unsigned")
    if record.signature is not None and not is_signed(record):
        raise BadProof("signature")
    if record.signature is not None and key and record.signature.key != key:
        raise BadProof("key", told=record.signature.key, pinned=key)


def _check_texts(record: Record, game: Game) -> None:
    """What a ply is called must be what was done."""
    position = record.replay(game, upto=0)
    for ply, line in enumerate(record.plies):
        text = game.write(position.state, line.action)
        if line.text != text:
            raise BadProof("text", ply, told=line.text, given=text)
        position.draw(line.action) if position.to_move == CHANCE else position.apply(line.action)


def _check_opened(proof: Proof, seats: int) -> None:
    """The seed must hash to the commitment, and every entropy to its seal."""
    if not SEAL.fullmatch(proof.seed) or commitment_of(proof.seed) != proof.commitment:
        raise BadProof("commitment")
    if len(proof.entropy) != seats or len(proof.seals) != seats:
        raise BadProof("seats", entropies=len(proof.entropy), seals=len(proof.seals), seats=seats)
    for seat, (entropy, seal) in enumerate(zip(proof.entropy, proof.seals, strict=True)):
        if not entropy and seal and not SEAL.fullmatch(seal):
            raise BadProof("seal", seat=seat + 1)
        if entropy and (not ENTROPY.fullmatch(entropy) or seal not in (entropy, seal_of(entropy))):
            raise BadProof("seal", seat=seat + 1)


def _follow_proof(record: Record, game: Game, proof: Proof) -> int:
    """Replays the decisions and computes every draw again."""
    chance = Chance.of(proof.seed, game, record.seats, record.options, proof.entropy)
    position = record.replay(game, upto=0)
    draws = 0
    for ply, line in enumerate(record.plies):
        if position.to_move == CHANCE:
            draws += 1
            drawn = position.roll(chance.draw(ply, position.chance_total))
            if drawn != line.action or line.who != "chance":
                text = game.write(position.at(ply).state, drawn)
                raise BadProof("draw", ply, told=line.text, given=text)
        else:
            _decide(position, ply, line.who, line.action)
    return draws


def _follow_seed(record: Record, game: Game) -> int:
    """A game played from a seed on one machine: the same decisions must meet the same draws."""
    if record.number is not None:
        return _follow_simulation(record, game)
    position = game.new(record.seats, seed=record.seed, **record.options)
    for ply, line in enumerate(record.plies):
        if line.who != "chance" and position.ply == ply:
            _decide(position, ply, line.who, line.action)
        elif ply >= position.ply or position.plies[ply] != (CHANCE, line.action):
            raise BadProof("seed", ply, told=line.text)
    return sum(line.who == "chance" for line in record.plies)


def _follow_simulation(record: Record, game: Game) -> int:
    """A random game of a seed, by its number: every decision and every draw comes again."""
    seed, number = check_seed(record.seed), check_seed(record.number)
    played = Simulator(game, game.spec.check_seats(record.seats), game.spec.check_options(record.options))
    again = played.play(seed, number).plies
    for ply, line in enumerate(record.plies):
        who = CHANCE if line.who == "chance" else line.who
        if ply >= len(again) or again[ply] != [who, line.action]:
            raise BadProof("seed", ply, told=line.text)
    return sum(line.who == "chance" for line in record.plies)


def _decide(position: Position, ply: int, who: int | str, action: int) -> None:
    if position.to_move != who:
        raise BadProof("mover", ply, told=str(who), due=position.to_move)
    try:
        position.apply(action)
    except BastideError as error:
        raise BadRecord(f"ply {ply} does not fit: {error}") from error
