"""Component files: read as typed entries, refused with the file and the field that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta

from bastide.core.components import Entry, expect, read_components
from bastide.core.errors import BadComponents


class Card(Entry):
    id: str
    points: Annotated[int, Meta(ge=1)]
    needs: dict[str, int]


class Deck(Entry):
    cards: list[Card]
    size: int


def check(deck: Deck) -> None:
    expect(len(deck.cards) == deck.size, "cards", f"{len(deck.cards)} cards, not {deck.size}")


GOOD = 'size = 1\ncards = [{ id = "king", points = 3, needs = { wood = 2 } }]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "deck.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_fits_is_read_as_it_is_typed(tmp_path: Path) -> None:
    deck = read_components(written(tmp_path, GOOD), Deck, check)
    assert deck == Deck([Card("king", 3, {"wood": 2})], 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD.replace("points = 3", 'points = "3"'), "cards, 'king', points is '3': expected `int`, got `str`"),
        (GOOD.replace("points = 3", "points = 0"), "cards, 'king', points is 0: expected `int` >= 1"),
        (GOOD.replace("points = 3", "points = true"), "cards, 'king', points is True: expected `int`, got `bool`"),
        (GOOD.replace("points = 3, ", ""), "cards, 'king': object missing required field `points`"),
        (GOOD.replace("points", "pints = 1, points"), "cards, 'king': object contains unknown field `pints`"),
        (GOOD.replace("wood = 2", "wood = 2.5"), "cards, 'king', needs: expected `int`, got `float`"),
        (GOOD.replace('id = "king", ', ""), "cards, number 1: object missing required field `id`"),
        (GOOD.replace("size = 1\n", ""), "file: object missing required field `size`"),
        (GOOD.replace("size = 1", "size = 2"), "cards: 1 cards, not 2"),
        ("size = ", "Invalid value"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_file_and_the_field(tmp_path: Path, text: str, reason: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadComponents) as refusal:
        read_components(path, Deck, check)
    assert str(refusal.value).startswith(f"{path}: {reason}")


def test_a_file_that_cannot_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"nowhere\.toml"):
        read_components(tmp_path / "nowhere.toml", Deck)
    path = tmp_path / "latin.toml"
    path.write_bytes("# é".encode("latin-1"))
    with pytest.raises(BadComponents, match=r"latin\.toml"):
        read_components(path, Deck)
