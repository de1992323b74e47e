"""Every field of a record, tampered with: `verify` notices it, or names it as vouched for by a signature alone."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.record import PlyLine, Proof, Record, ScoreLine, Signature
from bastide.core.state import CHANCE
from bastide.games import load, load_version
from bastide.table.fairness import BadProof, Chance, Unattested, commitment_of, seal_of, verify
from bastide.table.signature import Signer, new_secret, signed_bytes
from tests.table.test_fairness import finished

Data = dict[str, Any]
PARTS = {"plies": PlyLine, "scores": ScoreLine, "proof": Proof, "signature": Signature}
OTHER = "ab" * 32


def fields() -> set[str]:
    """Every field there is, those of the parts as `part.field`."""
    inner = {f"{part}.{name}" for part, kind in PARTS.items() for name in kind.__struct_fields__}
    return inner | set(Record.__struct_fields__)


def decision(data: Data) -> Data:
    """The first decision that had an alternative."""
    game = load(data["game"])
    record = msgspec.convert(data, Record)
    for ply, line in enumerate(data["plies"]):
        if line["who"] != "chance" and len(record.replay(game, upto=ply).legal) > 1:
            found: Data = line
            return found
    raise AssertionError("nothing was ever decided")


def drawn(data: Data) -> Data:
    return next(line for line in data["plies"] if line["who"] == "chance")


def another(data: Data, line: Data) -> None:
    """Another action that the rules allow there, under its own name."""
    there = msgspec.convert(data, Record).replay(load(data["game"]), upto=data["plies"].index(line))
    actions = there.legal or [outcome for outcome, _ in there.outcomes()]
    line["action"] = next(action for action in actions if action != line["action"])
    line["text"] = there.game.write(there.state, line["action"])


def swap(row: list[Any], one: int, other: int) -> None:
    row[one], row[other] = row[other], row[one]


def put(data: Data, **more: Any) -> None:
    data.update(more)


def reseed(data: Data) -> None:
    """Another seed, with a commitment of its own."""
    put(data["proof"], seed=OTHER, commitment=commitment_of(OTHER))


def invent(data: Data) -> None:
    """A whole game that nobody played, made with the opened seed."""
    record = msgspec.convert(data, Record)
    game, proof = load(record.game), record.proof
    assert proof is not None
    chance = Chance.of(proof.seed, game, record.seats, record.options, proof.entropy)
    m = game.new(record.seats, **record.options)
    while not m.is_over:
        if m.to_move == CHANCE:
            m.roll(chance.draw(m.ply, m.chance_total))
        else:
            m.apply(m.legal[0])
    made = msgspec.to_builtins(Record.of(m, record.names, proof))
    assert made["plies"] != data["plies"]
    put(data, plies=made["plies"], scores=made["scores"])


class Tamper(NamedTuple):
    """A field, how it is changed, and what says so in a record that nobody signed (nothing: it is noticed)."""

    field: str
    how: Callable[[Data], Any]
    unattested: Unattested | None = None


TAMPERS: dict[str, Tamper] = {
    "another format": Tamper("format", lambda d: put(d, format="bastide-record/2")),
    "another game": Tamper("game", lambda d: put(d, game="enghien" if d["game"] != "enghien" else "alhambra")),
    "another version of the rules": Tamper("rules_version", lambda d: put(d, rules_version=3 - d["rules_version"])),
    "a seat more": Tamper("seats", lambda d: put(d, seats=d["seats"] + 1)),
    "a seat less": Tamper("seats", lambda d: put(d, seats=d["seats"] - 1)),
    "an option's value": Tamper(
        "options", lambda d: put(d["options"], **{name: 1 - v for name, v in d["options"].items()})
    ),
    "an option left out": Tamper("options", lambda d: d["options"].popitem()),
    "an option that is none": Tamper("options", lambda d: put(d["options"], more=1)),
    "a ply dropped": Tamper("plies", lambda d: d["plies"].pop(len(d["plies"]) // 2)),
    "the last ply dropped": Tamper("plies", lambda d: d["plies"].pop()),
    "all plies dropped": Tamper("plies", lambda d: d["plies"].clear()),
    "a ply doubled": Tamper("plies", lambda d: d["plies"].insert(3, dict(d["plies"][3]))),
    "two plies exchanged": Tamper("plies", lambda d: swap(d["plies"], 0, len(d["plies"]) - 1)),
    "who decided": Tamper("plies.who", lambda d: put(decision(d), who=(decision(d)["who"] + 1) % d["seats"])),
    "a decision told as a draw": Tamper("plies.who", lambda d: put(decision(d), who="chance")),
    "a draw told as a decision": Tamper("plies.who", lambda d: put(drawn(d), who=0)),
    "another decision": Tamper("plies.action", lambda d: another(d, decision(d))),
    "another draw": Tamper("plies.action", lambda d: another(d, drawn(d))),
    "a decision's text": Tamper("plies.text", lambda d: put(decision(d), text="pass")),
    "a draw's text": Tamper("plies.text", lambda d: put(drawn(d), text="nothing")),
    "a stand-in's decision that is none": Tamper("stand_ins", lambda d: put(d, stand_ins=[len(d["plies"])])),
    "a draw told as a stand-in's": Tamper("stand_ins", lambda d: put(d, stand_ins=[d["plies"].index(drawn(d))])),
    "a score": Tamper("scores.points", lambda d: put(d["scores"][0], points=d["scores"][0]["points"] + 1)),
    "a place": Tamper("scores.place", lambda d: put(d["scores"][0], place=d["scores"][0]["place"] + 1)),
    "whose score": Tamper("scores.seat", lambda d: put(d["scores"][0], seat=1)),
    "a score dropped": Tamper("scores", lambda d: d["scores"].pop()),
    "another ending": Tamper("ending", lambda d: put(d, ending="never")),
    "no scores": Tamper("scores", lambda d: put(d, scores=None)),
    "a name": Tamper("names", lambda d: put(d, names=["Eve", *d["names"][1:]]), "names"),
    "names exchanged": Tamper("names", lambda d: d["names"].reverse(), "names"),
    "no names": Tamper("names", lambda d: put(d, names=None), "names"),
    "a seed beside the proof": Tamper("seed", lambda d: put(d, seed=1)),
    "a number beside the proof": Tamper("number", lambda d: put(d, number=1)),
    "no proof": Tamper("proof", lambda d: put(d, proof=None)),
    "a seed instead of the proof": Tamper("proof", lambda d: put(d, proof=None, seed=1)),
    "another commitment": Tamper("proof.commitment", lambda d: put(d["proof"], commitment=OTHER)),
    "another seed": Tamper("proof.seed", lambda d: put(d["proof"], seed=OTHER)),
    "another seed with its commitment": Tamper("proof.seed", reseed),
    "another entropy": Tamper("proof.entropy", lambda d: put(d["proof"], entropy=[OTHER, *d["proof"]["entropy"][1:]])),
    "an entropy left out": Tamper("proof.entropy", lambda d: put(d["proof"], entropy=["", *d["proof"]["entropy"][1:]])),
    "entropies exchanged": Tamper("proof.entropy", lambda d: d["proof"]["entropy"].reverse()),
    "an entropy too many": Tamper("proof.entropy", lambda d: d["proof"]["entropy"].append("")),
    "another seal": Tamper("proof.seals", lambda d: put(d["proof"], seals=[OTHER, *d["proof"]["seals"][1:]])),
    "a seal that is none": Tamper("proof.seals", lambda d: put(d["proof"], seals=["!", *d["proof"]["seals"][1:]])),
    "a sealed part told as open": Tamper(
        "proof.seals", lambda d: put(d["proof"], seals=[d["proof"]["entropy"][0], *d["proof"]["seals"][1:]]), "sealed"
    ),
    "an open part told as sealed": Tamper(
        "proof.seals",
        lambda d: put(d["proof"], seals=[*d["proof"]["seals"][:-1], seal_of(d["proof"]["entropy"][-1])]),
        "sealed",
    ),
    "a field that is none": Tamper("format", lambda d: put(d, note="by the host")),
    "a ply's field that is none": Tamper("plies", lambda d: put(d["plies"][0], note="!")),
    "a score's field that is none": Tamper("scores", lambda d: put(d["scores"][0], note="!")),
    "a proof's field that is none": Tamper("proof", lambda d: put(d["proof"], note="!")),
    "a game that nobody played": Tamper("plies", invent, "decisions"),
}
SIGNATURES: dict[str, Tamper] = {
    "no signature": Tamper("signature", lambda d: put(d, signature=None)),
    "another signature": Tamper("signature.value", lambda d: put(d["signature"], value="00" * 64)),
    "a signature that is none": Tamper("signature.value", lambda d: put(d["signature"], value="")),
    "another's key": Tamper("signature.key", lambda d: put(d["signature"], key=Signer(new_secret()).key)),
    "a key that is none": Tamper("signature.key", lambda d: put(d["signature"], key="ff" * 32)),
}
SIGNER = Signer("5a" * 32)


@pytest.fixture(scope="module")
def whole() -> Record:
    """A finished game with names; the first part of its shuffle was sealed, the last open."""
    record = finished(load("alhambra"), 3)
    assert record.proof is not None
    first, *others = record.proof.entropy
    proof = msgspec.structs.replace(record.proof, seals=[seal_of(first), *others])
    return msgspec.structs.replace(record, names=["Ada", "Bea", "Cleo"], proof=proof)


def check(data: Data, key: str = "") -> tuple[Unattested, ...]:
    """As `bastide verify` does with a file."""
    record = Record.from_json(json.dumps(data))
    return verify(record, load_version(record.game, record.rules_version), key).unattested


def tampered(record: Record, tamper: Tamper) -> Data:
    data: Data = copy.deepcopy(msgspec.to_builtins(record))
    before = copy.deepcopy(data)
    tamper.how(data)
    assert data != before
    return data


def test_every_field_is_tampered_with() -> None:
    assert {tamper.field for tamper in (*TAMPERS.values(), *SIGNATURES.values())} == fields()
    assert len(TAMPERS) > 33


def test_what_nothing_vouches_for_is_named_and_only_that(whole: Record) -> None:
    told = set(check(msgspec.to_builtins(whole)))
    assert told == {tamper.unattested for tamper in TAMPERS.values()} - {None}
    assert told <= set(get_args(Unattested))
    signed = msgspec.to_builtins(SIGNER.sign(whole))
    assert check(signed) == ("key",)
    assert check(signed, SIGNER.key) == ()


@pytest.mark.parametrize("name", TAMPERS)
def test_tampering_is_noticed_or_named(name: str, whole: Record) -> None:
    tamper = TAMPERS[name]
    data = tampered(whole, tamper)
    if tamper.unattested is not None:
        assert tamper.unattested in check(data)
        return
    with pytest.raises(BastideError):
        check(data)


@pytest.mark.parametrize("name", TAMPERS)
def test_a_signature_holds_everything(name: str, whole: Record) -> None:
    with pytest.raises(BastideError):
        check(tampered(SIGNER.sign(whole), TAMPERS[name]))


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_pinned_key_holds_the_signature(name: str, whole: Record) -> None:
    data = tampered(SIGNER.sign(whole), SIGNATURES[name])
    with pytest.raises(BadProof):
        check(data, SIGNER.key)


def test_what_another_server_signed_is_told_apart_by_the_pin(whole: Record) -> None:
    other = Signer(new_secret())
    data = msgspec.to_builtins(other.sign(whole))
    assert check(data) == ("key",)
    with pytest.raises(BadProof, match=SIGNER.key):
        check(data, SIGNER.key)


def test_the_signed_bytes_are_as_documented(whole: Record) -> None:
    """Written out by hand, as docs/server.md tells it."""
    named = msgspec.structs.replace(whole, names=["Zoë “7”", "\n\t\x01é"])
    data = {name: value for name, value in msgspec.to_builtins(named).items() if value is not None}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert signed_bytes(named) == b"bastide-signature/1\n" + text.encode()
    assert signed_bytes(SIGNER.sign(named)) == signed_bytes(named)
    assert SIGNER.sign(named) == SIGNER.sign(named)
    assert Record.from_json(SIGNER.sign(named).to_json()) == SIGNER.sign(named)


def test_another_version_that_this_release_plays_is_noticed() -> None:
    """Draws are bound to the version: the same decisions under older rules have others."""
    record = finished(load("carpe_diem"), 2)
    with pytest.raises(BadProof):
        check(msgspec.to_builtins(msgspec.structs.replace(record, rules_version=1)))


def test_records_from_a_seed_say_what_nothing_vouches_for(game: Game) -> None:
    m = game.new(seed=3)
    while not m.is_over:
        m.apply(m.legal[0])
    assert verify(m.record(), game).unattested == ("names", "seed", "version", "decisions")
