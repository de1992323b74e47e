"""Chance that can be checked: commitment, seals, draws, and the offline check of a record."""

from __future__ import annotations

import hashlib
import hmac

import msgspec
import pytest

from bastide.core.errors import BadRecord
from bastide.core.game import Game
from bastide.core.record import PlyLine, Record
from bastide.table.fairness import BadProof, Chance, commitment_of, seal_of, verify
from bastide.table.result import record_of, result_of
from tests.table.tables import SEED, dealt, play


def finished(game: Game, seats: int) -> Record:
    live, log = dealt(game, seats)
    for _ in play(live, log, seed=1):
        pass
    return Record.from_json(record_of(live).to_json())


def test_the_documented_derivation(game: Game) -> None:
    """Written out by hand, as docs/server.md tells it."""
    options = {"b": 2, "a": 1}
    said = f"bastide-chance/1\n{game.id}\n{game.spec.rules_version}\n3\na=1,b=2\nffff0000ffff0000,,"
    key = hmac.new(bytes.fromhex(SEED), said.encode(), hashlib.sha256).digest()
    chance = Chance.of(SEED, game, 3, options, ["ffff0000ffff0000", "", ""])
    for ply, total in ((0, 6), (17, 45), (400, 2**31 - 1)):
        word = int.from_bytes(hmac.new(key, f"{ply}:0".encode(), hashlib.sha256).digest()[:8], "big")
        assert word < 2**64 - 2**64 % total
        assert chance.draw(ply, total) == word % total
    assert commitment_of(SEED) == hashlib.sha256(b"bastide-commit/1\n" + bytes.fromhex(SEED)).hexdigest()
    assert seal_of("00ff") == hashlib.sha256(b"bastide-seal/1\n00ff").hexdigest()


def test_words_beyond_the_last_full_multiple_are_passed_over() -> None:
    """With a total just above half of all words nearly every second word is unfair."""
    chance, total = Chance(b"key"), 2**63 + 1
    draws = [chance.draw(ply, total) for ply in range(200)]
    first = [int.from_bytes(hmac.digest(b"key", f"{ply}:0".encode(), "sha256")[:8], "big") for ply in range(200)]
    assert all(0 <= r < total for r in draws)
    assert [r for r, word in zip(draws, first, strict=True) if word < total] == [w for w in first if w < total]
    assert sum(word >= total for word in first) > 50


def test_draws_are_even() -> None:
    chance, total, n = Chance(b"even"), 45, 45_000
    counts = [0] * total
    for ply in range(n):
        counts[chance.draw(ply, total)] += 1
    expected = n / total
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert chi_square < 87  # 44 degrees of freedom: beyond this one time in ten thousand


def test_a_finished_record_is_verified(table: tuple[Game, int]) -> None:
    game, seats = table
    record = finished(game, seats)
    checked = verify(record, game)
    assert checked.plies == len(record.plies)
    assert checked.draws == sum(line.who == "chance" for line in record.plies)
    assert checked.seats_with_entropy == seats


def test_another_seed_entropy_or_option_is_noticed(game: Game) -> None:
    record = finished(game, game.spec.seats[0])
    proof = record.proof
    assert proof is not None
    other = "abcd" * 16
    forged = [
        msgspec.structs.replace(proof, seed=other),
        msgspec.structs.replace(proof, seed="no hexadecimal"),
        msgspec.structs.replace(proof, entropy=[other, *proof.entropy[1:]]),
        msgspec.structs.replace(proof, entropy=proof.entropy[1:]),
    ]
    for wrong in forged:
        with pytest.raises(BadProof) as refused:
            verify(msgspec.structs.replace(record, proof=wrong), game)
        assert refused.value.ply is None
    other_seed = msgspec.structs.replace(proof, seed=other, commitment=commitment_of(other))
    with pytest.raises(BadProof) as refused:
        verify(msgspec.structs.replace(record, proof=other_seed), game)
    assert refused.value.ply is not None


def test_the_first_ply_that_does_not_fit_is_named(game: Game) -> None:
    """The host exchanges one draw for another that the rules would allow as well."""
    record = finished(game, game.spec.seats[0])
    for ply, line in enumerate(record.plies):
        if line.who != "chance":
            continue
        there = record.replay(game, upto=ply)
        others = [outcome for outcome, _ in there.outcomes() if outcome != line.action]
        if others:
            break
    plies = list(record.plies)
    plies[ply] = PlyLine("chance", others[0], game.write(there.state, others[0]))
    with pytest.raises(BadProof, match=f"ply {ply}:") as refused:
        verify(msgspec.structs.replace(record, plies=plies), game)
    assert refused.value.ply == ply


def test_records_without_a_proof(game: Game) -> None:
    record = finished(game, game.spec.seats[0])
    with pytest.raises(BadProof, match="neither a proof nor a seed"):
        verify(msgspec.structs.replace(record, proof=None), game)
    with pytest.raises(BadProof, match="not over"):
        verify(msgspec.structs.replace(record, scores=None), game)
    with pytest.raises(BadRecord):
        verify(msgspec.structs.replace(record, scores=record.scores[1:] if record.scores else None), game)


def test_a_game_from_a_seed_is_verified_by_its_seed(game: Game) -> None:
    m = game.new(seed=12)
    while not m.is_over:
        m.apply(m.legal[0])
    record = m.record()
    assert verify(record, game).plies == len(record.plies)
    other = next(seed for seed in range(13, 99) if bytes(game.new(seed=seed)) != bytes(game.new(seed=12)))
    with pytest.raises(BadProof, match=r"seed does not give|moves, but"):
        verify(msgspec.structs.replace(record, seed=other), game)


def test_a_proof_says_which_numbers_stand_for_an_outcome(game: Game) -> None:
    live, log = dealt(game, game.spec.seats[0])
    for _ in play(live, log, seed=1):
        pass
    record = record_of(live)
    draws = result_of(live).proof.draws
    assert [draw.ply for draw in draws] == [ply for ply, line in enumerate(record.plies) if line.who == "chance"]
    for draw in draws:
        there = record.replay(game, upto=draw.ply)
        low = 0
        for outcome, weight in there.outcomes():
            if outcome == draw.outcome:
                break
            low += weight
        assert (draw.low, draw.weight, draw.total) == (low, weight, there.chance_total)
        assert low <= draw.r < low + weight
        assert draw.outcome == record.plies[draw.ply].action
