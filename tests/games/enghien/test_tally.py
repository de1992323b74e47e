"""How a scored round is called: by its number where there are several, otherwise not."""

from __future__ import annotations

import pytest

from bastide.games import load
from tests.contract.test_tallies import stories


@pytest.mark.parametrize(("target", "titles"), [(0, ["only"]), (25, ["title", "title"])])
def test_ENG_20_rounds_have_numbers_where_there_are_several(target: int, titles: list[str]) -> None:
    told = [event.tally for _, events in stories(load("enghien"), 3, target=target) for event in events if event.tally]
    assert [tally.title.key for tally in told[: len(titles)]] == [f"enghien.tally.{name}" for name in titles]
    assert [tally.mark for tally in told[:2]] == (["1", "2"] if target else ["★"])
