"""The table of verbs: ids, notation, refusals, pieces and documentation that follow from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bastide.core.errors import BadNotation
from bastide.core.notation import Notation, to_english, to_french
from bastide.core.verbs import Unreadable, Verb, Verbs, number, one_of, seat_of
from bastide.core.words import Choice, Phrase

BUY, PAY, DRAW = range(3)
GOODS = ("bread", "fish")
VERBS = Verbs(
    "market",
    Verb("buy", (one_of("good", GOODS), seat_of("seller", 3)), "buy {good} of {seller}", "buy from that seat",
         phases=(BUY,), pieces="good:{good} seat:{seller}", clause="MAR-01"),
    Verb("pass", text="pass", says="buy nothing", phases=(BUY, PAY), pieces="pass", clause="MAR-02"),
    Verb("pay", (number("coins", 10, first=1),), "pay {coins}", "pay so much", reads="(?:pay )?{coins}",
         example="pay 3", phases=(PAY,), untimely=lambda s, coins: "MAR-03" if coins > 4 else "MAR-04", button="give"),
)  # fmt: skip
DRAWS = Verbs("market", Verb("roll", (number("face", 6, 1),), "roll {face}", "the die shows it", phases=(DRAW,)))
NOTATION = Notation(VERBS, DRAWS, lambda s: "the market")


def at(phase: int) -> Any:
    return SimpleNamespace(phase=phase)


def test_ids_follow_one_another_in_the_order_of_the_table() -> None:
    assert [(verb.first, verb.last) for verb in VERBS] == [(0, 5), (6, 6), (7, 16)]
    assert VERBS.firsts == (0, 6, 7)
    assert (VERBS.size, DRAWS.size) == (17, 6)
    assert all(type(first) is int for first in VERBS.firsts)


def test_every_id_is_decoded_into_what_it_was_made_of() -> None:
    for a in range(VERBS.size):
        verb, args = VERBS.decode(a)
        assert verb(*args) == a
    assert VERBS.decode(5) == (VERBS["buy"], (1, 2))


def test_notation_is_written_and_read_back() -> None:
    assert [NOTATION.write(at(BUY), a) for a in (0, 5, 6, 9)] == ["buy bread of p1", "buy fish of p3", "pass", "pay 3"]
    for a in range(VERBS.size):
        assert NOTATION.read(at(BUY), NOTATION.write(at(BUY), a).upper()) == a
    assert NOTATION.read(at(PAY), " 3 ") == VERBS["pay"](2)
    assert NOTATION.write(at(DRAW), 4) == "roll 5"
    assert NOTATION.read(at(DRAW), "roll 5") == 4


def test_what_is_no_move_is_refused_with_examples_of_what_is_asked_now() -> None:
    with pytest.raises(BadNotation, match="'fly' is no move; write for instance `pass`, `pay 3`\nthe market"):
        NOTATION.read(at(PAY), "fly")
    with pytest.raises(BadNotation, match="there is no such number"):
        NOTATION.read(at(PAY), "pay 11")
    with pytest.raises(BadNotation, match="'pay 11' is no move; write for instance `buy"):
        NOTATION.read(at(BUY), "pay 11")  # what is asked now is the better answer
    with pytest.raises(BadNotation, match="is no draw"):
        NOTATION.read(at(DRAW), "pass")


def test_a_reading_of_its_own_may_say_why_not() -> None:
    def read(_s: Any, _found: Any) -> tuple[int, ...]:
        raise Unreadable("the shop is shut")

    notation = Notation(VERBS, DRAWS, lambda s: "", reading={"pay": read})
    with pytest.raises(BadNotation, match="'pay 3': the shop is shut"):
        notation.read(at(PAY), "pay 3")


def test_refusals_in_a_verbs_phase_and_out_of_it() -> None:
    refuse = VERBS.refuser({DRAW: "MAR-09"}, buy=lambda s, good, seller: f"MAR-1{seller}")
    assert refuse(at(BUY), VERBS["buy"](0, 2)) == "MAR-12"
    assert refuse(at(PAY), VERBS["pass"]()) == "MAR-02"
    assert [refuse(at(BUY), VERBS["pay"](coins)) for coins in (4, 5)] == ["MAR-04", "MAR-03"]
    assert refuse(at(DRAW), VERBS["pay"](5)) == "MAR-09"


def test_pieces_choices_and_buttons() -> None:
    targets = VERBS.targeter(pay=lambda v, seat, coins: (f"purse:{seat}",))
    choice = VERBS.chooser(targets, pay=lambda v, coins: Choice(Phrase("market.choice.pay", {"n": coins + 1})))
    a = VERBS["buy"](1, 0)
    assert targets(at(BUY), a, 0) == ("good:fish", "seat:0")
    assert targets(at(PAY), a, 0) == ()
    assert choice(at(BUY), a, 0) == Choice(
        Phrase("market.choice.buy", {"good": 1, "seller": "#0"}), ("good:fish", "seat:0"), verb="market.verb.buy"
    )
    paid = choice(at(PAY), VERBS["pay"](2), 1)
    assert (paid.targets, paid.verb, paid.label.values) == (("purse:1",), "market.verb.give", {"n": 3})


def test_capitals_of_words_do_not_matter() -> None:
    decks = Verbs("market", Verb("deck", (one_of("deck", "AB"),), "deck {deck}", phases=(DRAW,)))
    notation = Notation(VERBS, decks, lambda s: "")
    assert (notation.write(at(DRAW), 1), notation.read(at(DRAW), "Deck b")) == ("deck B", 1)


def test_draws_of_different_phases_share_ids() -> None:
    draws = Verbs(
        "market",
        Verb("roll", (number("face", 6, 1),), "roll {face}", phases=(DRAW,)),
        Verb("good", (one_of("good", GOODS),), "see {good}", phases=(PAY,), first=0),
    )
    assert [draws.decode(1, at(phase)).verb.name for phase in (DRAW, PAY)] == ["roll", "good"]
    assert draws.size == 6


def test_the_table_documents_itself() -> None:
    assert VERBS.rows()[1:] == [["6", "`pass`", "buy nothing"], ["7–16", "`pay 3`", "pay so much"]]


def test_french_words_are_those_of_the_catalogue() -> None:
    assert to_french("enghien", "take B2") == "prendre B2"
    assert to_english("enghien", " Prendre  B2") == "take b2"
    assert to_english("enghien", "voler B2") == "voler b2"


def test_a_word_made_of_words_is_french_where_each_of_them_is() -> None:
    assert to_french("carpe_diem", "take villa-run-bend") == "prendre villa-poules-coude"
    assert to_english("carpe_diem", "prendre villa-coude-2") == "take villa-bend-2"
    assert to_french("carpe_diem", "take villa-castle") == "prendre villa-castle"
