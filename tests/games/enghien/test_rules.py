"""One test per clause of Enghien, as transcripts in notation with scripted deals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bastide.core.errors import BadComponents, BadOption, IllegalAction
from bastide.core.position import Position
from bastide.core.rulebook import rulebook
from bastide.core.state import CHANCE, SPECTATOR, editor
from bastide.games.enghien import GAME
from bastide.games.enghien.rules import end_round
from bastide.games.enghien.tables import CARD_SYMBOLS, CARDS, DATA, PER_CARD, SYMBOLS, Example, check_components
from tests.games.enghien import naive
from tests.walks import walk


def dealt(seats: int, *first: int, **options: int) -> Position:
    """A table whose layout begins with these cards (numbered from 1), then the others in order."""
    m = GAME.new(seats, **options)
    deal(m, *first)
    return m


def deal(m: Position, *first: int) -> None:
    order = [*first, *(card for card in range(1, CARDS + 1) if card not in first)]
    for card in order[: m.state.cells]:
        m.draw(f"deal {card}")


def play_out(m: Position) -> None:
    """Everybody takes the first card that lies there, to the end of the round."""
    number = m.state.round
    while m.legal and m.state.round == number:
        m.apply(m.legal[0])


def test_ENG_01_forty_five_different_cards_of_three_symbols_each_symbol_on_fifteen() -> None:
    cards = {tuple(sorted(int(CARD_SYMBOLS[card, i]) for i in range(PER_CARD))) for card in range(CARDS)}
    assert len(cards) == 45
    assert all(len(set(card)) == 3 for card in cards)
    assert [sum(symbol in card for card in cards) for symbol in range(SYMBOLS)] == [15] * 9


def test_ENG_01_a_file_that_breaks_this_is_refused_by_the_entrys_name() -> None:
    cards = [list(card) for card in DATA.cards.symbols]
    cards[16] = [1, 1, 6]
    with pytest.raises(BadComponents, match="card 17"):
        check_components(replace(DATA, cards=replace(DATA.cards, symbols=cards)))
    with pytest.raises(BadComponents, match="44 cards"):
        check_components(replace(DATA, cards=replace(DATA.cards, symbols=DATA.cards.symbols[:44])))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ENG_02_thirty_six_cards_lie_open_six_by_six_and_nine_are_set_aside(seats: int) -> None:
    m = dealt(seats)
    picture = m.view().picture()
    assert (picture.columns, picture.rows, picture.cards_left, m.state.bag_size) == (6, 6, 36, 9)  # type: ignore[attr-defined]
    assert m.legal == tuple(range(36))


def test_ENG_02_every_card_not_yet_dealt_is_equally_likely() -> None:
    m = GAME.new(2)
    m.draw("deal 9")
    assert m.to_move == CHANCE
    assert m.outcomes() == [(card, 1) for card in range(45) if card != 8]


def test_ENG_02_nothing_is_hidden_after_the_deal() -> None:
    m = dealt(3)
    assert {bytes(m.view(seat)) for seat in (SPECTATOR, 0, 1, 2)} == {bytes(m)}


@pytest.mark.parametrize(("seats", "columns", "rows", "aside"), [(5, 8, 5, 5), (6, 7, 6, 3)])
def test_ENG_03_larger_layouts_for_five_and_six(seats: int, columns: int, rows: int, aside: int) -> None:
    m = dealt(seats)
    picture = m.view().picture()
    assert (picture.columns, picture.rows, m.state.bag_size) == (columns, rows, aside)  # type: ignore[attr-defined]
    assert len(m.legal) == columns * rows


def test_ENG_03_a_place_outside_the_layout_is_refused() -> None:
    m = dealt(2)
    with pytest.raises(IllegalAction) as refusal:
        m.apply(40)
    assert refusal.value.clause == "ENG-03"


def test_ENG_04_the_lowest_seat_starts_and_takes_any_one_card() -> None:
    m = dealt(3, 1, 2, 3)
    assert m.to_move == 0
    m.apply("take C1")
    assert m.state.taker[2] == 0
    assert [m.state.counts[0, symbol] for symbol in (4, 5, 8)] == [1, 1, 1]
    assert m.to_move == 1


def test_ENG_04_a_hole_stays_and_cannot_be_taken_and_nobody_passes() -> None:
    m = dealt(2)
    m.apply("B2")
    with pytest.raises(IllegalAction, match="ENG-04") as refusal:
        m.apply("take B2")
    assert refusal.value.clause == "ENG-04"
    assert len(m.legal) == 35
    assert all(GAME.write(m.state, a).startswith("take") for a in m.legal)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ENG_05_play_passes_left_until_the_last_card_and_all_take_equally_many(seats: int) -> None:
    m = dealt(seats)
    order = []
    while m.legal:
        order.append(m.to_move)
        m.apply(m.legal[-1])
    assert order == [turn % seats for turn in range(len(order))]
    assert len(order) in (36, 40, 42)
    assert m.is_over


def scored(*counts: int) -> list[int]:
    """Points when a round ends with so many of one symbol, and none of the others, before each seat."""
    m = GAME.new(len(counts))
    s = editor(m.states)
    for p, n in enumerate(counts):
        s.counts[p, 0] = n
    end_round(m.states[0])
    return [score.points for score in m.scores()]


@pytest.mark.parametrize("example", DATA.example)
def test_ENG_10_ENG_11_the_rulebooks_counts(example: Example) -> None:
    assert scored(*example.counts) == naive.points_of(example.counts) == example.points


def test_ENG_10_ENG_11_a_single_one_is_a_majority_and_the_latest_of_equals_is_not() -> None:
    assert scored(0, 1, 0) == [0, 1, 0]
    assert scored(1, 3, 2, 3) == [0, 0, 0, 0]
    assert scored(3, 3, 4) == [0, 0, 4]


def test_ENG_10_the_most_of_a_symbol_scores_its_number_and_nobody_else() -> None:
    m = dealt(3)
    play_out(m)
    expected, _ = naive.score(naive.counts_of(m))
    assert [score.points for score in m.scores()] == expected
    assert sum(expected) < sum(map(sum, naive.counts_of(m)))


def test_ENG_11_a_tie_for_the_most_scores_nothing() -> None:
    m = dealt(2)
    play_out(m)
    counts = naive.counts_of(m)
    tied = [symbol for symbol in range(SYMBOLS) if counts[0][symbol] == counts[1][symbol]]
    assert tied
    won = sum(m.state.won[p] for p in range(2))
    assert won == SYMBOLS - len(tied)


@pytest.mark.lengthy
def test_ENG_10_ENG_11_random_rounds_agree_with_the_slow_twin() -> None:
    for seed in range(25):
        for seats in range(2, 7):
            *_, m = walk(GAME, seats, seed)
            points, won = naive.score(naive.counts_of(m))
            assert [score.points for score in m.scores()] == points
            assert [m.state.won[p] for p in range(seats)] == won


def test_ENG_12_most_points_win_then_most_symbols_then_shared() -> None:
    m = dealt(3)
    play_out(m)
    results = [(20, 3), (20, 2), (18, 4)]
    s = editor(m.states)
    for p, (points, won) in enumerate(results):
        s.points[p] = points
        s.won[p] = won
    assert [score.place for score in m.scores()] == naive.places(results) == [1, 2, 3]
    s.won[1] = 3
    assert [score.place for score in m.scores()] == [1, 1, 3]


def test_ENG_20_rounds_are_added_up_until_somebody_reaches_the_target() -> None:
    m = dealt(2, target=60)
    play_out(m)
    first = [m.state.points[p] for p in range(2)]
    assert max(first) < 60
    assert m.to_move == CHANCE
    assert len(m.outcomes()) == 45
    deal(m)
    play_out(m)
    assert [m.state.points[p] for p in range(2)] != first
    assert all(m.state.points[p] >= first[p] for p in range(2))


def test_ENG_20_the_left_neighbour_of_the_last_starter_starts_the_next_round() -> None:
    m = dealt(3, target=999)
    play_out(m)
    deal(m)
    assert m.to_move == 1
    play_out(m)
    deal(m)
    assert m.to_move == 2


def test_ENG_20_the_target_is_looked_at_after_a_complete_scoring_and_the_highest_total_wins() -> None:
    m = dealt(2, target=5)
    play_out(m)
    assert m.is_over
    winner = max(m.scores(), key=lambda score: (score.points, m.state.won[score.seat]))
    assert winner.place == 1
    assert winner.points >= 5


def test_ENG_20_whoever_reaches_the_target_exactly_ends_the_game_and_a_point_less_does_not() -> None:
    first = dealt(2, target=999)
    play_out(first)
    best = max(score.points for score in first.scores())
    for target, ends in ((best, True), (best + 1, False)):
        m = dealt(2, target=target)
        play_out(m)
        assert m.is_over == ends


def test_ENG_20_a_round_that_scores_nothing_is_followed_by_another() -> None:
    m = dealt(2, target=1)
    while len(m.legal) > 1:
        m.apply(m.legal[0])
    taker, card = m.to_move, m.state.card[m.legal[0]]
    s = editor(m.states)
    for symbol in range(SYMBOLS):
        s.counts[taker, symbol] = 0
        s.counts[1 - taker, symbol] = int(symbol in CARD_SYMBOLS[card])
    m.apply(m.legal[0])
    assert [score.points for score in m.scores()] == [0, 0]
    assert (m.is_over, m.state.round) == (False, 1)


@pytest.mark.parametrize("target", [1, 30, 50, 75, 999])
def test_ENG_20_any_whole_number_up_to_999(target: int) -> None:
    assert GAME.new(2, seed=1, target=target).state.target == target


@pytest.mark.parametrize("target", [-1, 1000, "30", 2.5, True])
def test_ENG_20_other_targets_are_refused(target: object) -> None:
    with pytest.raises(BadOption, match="target"):
        GAME.new(2, seed=1, target=target)


def test_ENG_30_the_town_has_its_note_and_no_effect_on_play() -> None:
    assert "lake" in rulebook(GAME.folder, "en")["ENG-30"].text
    assert "lac" in rulebook(GAME.folder, "fr")["ENG-30"].text
    assert all("anecdote" not in option.name for option in GAME.spec.options)
