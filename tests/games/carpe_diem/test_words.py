"""Notation, refusals, the picture's outlook and where points come from."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import combinations, pairwise

import pytest

from bastide.core.catalogue import LANGUAGES, catalogue, say_phrase
from bastide.core.errors import BadNotation, IllegalAction
from bastide.core.notation import to_english, to_french
from bastide.core.position import Position
from bastide.core.state import SPECTATOR, editor
from bastide.games.carpe_diem import GAME
from bastide.games.carpe_diem.actions import CARD_FIRST
from bastide.games.carpe_diem.components import CIRCLES
from bastide.games.carpe_diem.kinds import EDGE_KINDS, KIND_NAMES, VILLA
from bastide.games.carpe_diem.outlook import best_of_circle
from bastide.games.carpe_diem.reading import circle_cards
from bastide.games.carpe_diem.state import CIRCLE, MOVE
from bastide.games.carpe_diem.tables import DATA, TILE_IDS, TILES
from bastide.games.carpe_diem.wording import MOST_NAMED_CHIMNEYS, demand_key, shape_key, tile_key
from tests.games.carpe_diem.script import Script, player, run, stage, texts
from tests.walks import sample, walk


@pytest.mark.parametrize("text", ["take villa-1", "TAKE Villa-1", "take vppp", "take ppvp"])
def test_a_tile_goes_by_its_id_or_by_its_edges_in_any_turn(text: str) -> None:
    script = Script(2, ["villa-1"], boards=[1])
    run(script.m, "right", text)
    assert stage(script.m) == "place"
    assert GAME.write(script.m.state, script.m.legal[0]) == "place c3"


def test_edges_that_two_tiles_share_are_ambiguous() -> None:
    m = Script(2).m.at(26)
    run(m, "tile villa-1", "tile villa-2", "tile market", "tile bakery")
    while m.to_move < 0:
        m.draw(m.outcomes()[0][0])
    run(m, "start 7", "start 6", "right")
    for text in ("take vppp", "take pppp", "take senator", "take 0", "take"):
        with pytest.raises(BadNotation, match="take"):
            m.apply(text)
    run(m, "take villa-2")


@pytest.mark.parametrize("text", ["c3 r90", "place c3 90", "  Place  C3  R90 "])
def test_short_ways_to_place(text: str) -> None:
    script = Script(2, ["villa-1"], boards=[1])
    script.take()
    assert GAME.write(script.m.state, GAME.read(script.m.state, text)) == "place c3 r90"


@pytest.mark.parametrize(
    "text", ["", "disc", "disc 1-7", "first", "99 sets", "place g1", "place a7", "c3 r45", "x" * 999]
)
def test_what_is_no_move_is_refused_with_a_hint(text: str) -> None:
    script = Script(2)
    script.idle_phase()
    before = bytes(script.m)
    with pytest.raises(BadNotation, match="disc 2-6") as refusal:
        script.m.apply(text)
    assert "space 1" in refusal.value.position
    assert bytes(script.m) == before


def test_disc_and_first_read_either_way() -> None:
    script = Script(2)
    script.idle_phase()
    assert GAME.read(script.m.state, "disc 6-2") == GAME.read(script.m.state, "disc 2 - 6")
    run(script.m, "disc 2-6")
    assert GAME.read(script.m.state, "first 6") == GAME.read(script.m.state, "first lower")


def all_tile_keys() -> list[str]:
    """Every name a tile may have: one thing, two things, villas by their chimneys, more."""
    edges = KIND_NAMES[VILLA:EDGE_KINDS]
    keys = [*KIND_NAMES[VILLA:], *(f"{a}.{b}" for a, b in combinations(edges, 2)), "several"]
    return [f"carpe_diem.tile.{key}" for key in (*keys, *(f"villa.{n}" for n in range(1, MOST_NAMED_CHIMNEYS + 1)))]


def test_every_tile_has_a_name_in_both_languages_whatever_the_component_file() -> None:
    for language in LANGUAGES:
        known = catalogue(language)
        assert [key for key in all_tile_keys() if key not in known] == []
        for tile in range(TILES):
            assert tile_key(tile)[1:] in known
            assert shape_key(tile)[1:] in known


def test_refusals_are_told_by_stage_and_by_what_is_broken() -> None:
    script = Script(2, ["market"], boards=[1])
    s = editor(script.m.states)
    assert GAME.refuse(s, GAME.read(s, "bread 3")) == "CDM-13"
    assert GAME.refuse(s, GAME.read(s, "store")) == "CDM-11"
    with pytest.raises(IllegalAction, match=r"'store' is not allowed here \(CDM-11\); allowed: left, right"):
        script.m.apply("store")


def test_what_cannot_be_chosen_stands_on_the_table() -> None:
    script = Script(2, ["market", "villa-1"], boards=[1])
    v = script.m.view(0).state
    assert GAME.targets(v, GAME.read(v, "bread 4"), 0) == ("ring:4",)
    script.turn("place c3")
    script.take()
    v = script.m.view(0).state
    dimmed = {GAME.targets(v, a, 0): GAME.refuse(v, a) for a in range(GAME.spec.num_actions) if a not in script.m.legal}
    assert dimmed["cell:a1",] == "CDM-20"
    assert ("cell:c2",) not in dimmed  # it fits there in three turns of four
    script.idle_others()
    run(script.m, "store")
    script.idle_phase()
    run(script.m, texts(script.m)[0])
    script.skip_to_circle()
    v = script.m.view(script.m.to_move).state
    taken = GAME.read(v, "disc 2-3")
    assert taken not in script.m.legal
    assert GAME.targets(v, taken, script.m.to_move) == ("circle:1",)
    assert GAME.targets(v, GAME.read(v, "disc 1-2"), script.m.to_move) == ()


def test_CDM_13_bread_is_spoken_of_where_there_is_some() -> None:
    script = Script(2)
    keys = [GAME.prompt(script.m.view(seat).state, seat).label.key for seat in range(2)]
    assert keys == ["carpe_diem.ask.move_without_bread", "carpe_diem.wait.move_without_bread"]
    script.give(bread=1)
    assert GAME.prompt(script.m.view(0).state, 0).label.key == "carpe_diem.ask.move"


@pytest.mark.parametrize(
    ("french", "english"),
    [("prendre 1", "take 1"), ("POSER c3 r90", "place c3 r90"), ("disque 2-6", "disc 2-6"), ("2 séries", "2 sets"),
     ("récompense jardin", "reward herb_garden"), ("payer pain", "pay bread"), ("première gauche", "first left")],
)  # fmt: skip
def test_moves_are_read_in_french(french: str, english: str) -> None:
    s = Script(2).m.state
    assert GAME.read(s, french) == GAME.read(s, english)


def test_every_tile_has_a_french_name_of_its_own() -> None:
    french = [to_french("carpe_diem", tile) for tile in TILE_IDS]
    assert [to_english("carpe_diem", name) for name in french] == list(TILE_IDS)
    words = {part for name in french for part in re.findall("[^-0-9]+", name)}
    assert words & {"garden", "run", "pond", "bend", "straight", "tee", "market", "bakery", "fountain"} == set()


# ---- outlook


def best_by_play(m: Position, seat: int, circle: int) -> int:
    """The most points of a circle, by trying every line of that scoring turn with the rules themselves."""
    first = m.copy()
    before = first.scores()[seat].points
    first.apply(f"disc {CIRCLES[circle][0] + 1}-{CIRCLES[circle][1] + 1}")
    best = -99
    todo = [first]
    while todo:
        here = todo.pop()
        for a in here.legal:
            after = here.copy()
            after.apply(a)
            if after.to_move == seat and after.state.circle == circle:
                todo.append(after)
            else:
                best = max(best, after.scores()[seat].points - before)
    return best


@pytest.mark.lengthy
def test_CDM_41_what_a_circle_brings_is_what_the_best_line_of_play_scores() -> None:
    compared = 0
    for seed in range(6):
        for m in walk(GAME, 2 + seed % 2, seed):
            if m.state.stage != CIRCLE or m.state.phase == 3:
                continue
            for holding in ({"coins": 3, "bread": 4}, {"coins": 0, "bread": 0}):
                rich = m.copy()
                for name, n in holding.items():
                    setattr(player(rich, rich.to_move), name, n)
                for circle in range(len(CIRCLES)):
                    cards = circle_cards(rich.state, circle)
                    if cards and rich.state.disc[circle] < 0:
                        expected = best_by_play(rich, rich.to_move, circle)
                        assert best_of_circle(player(rich, rich.to_move), cards) == expected, rich.where()
                        compared += 1
    assert compared > 250


def test_the_picture_says_what_free_circles_bring_the_viewer_and_spectators_nothing() -> None:
    script = Script(2)
    script.idle_phase()
    mine, theirs = script.m.view(0).picture(), script.m.view(SPECTATOR).picture()
    assert all(circle.brings is not None for circle in mine.circles)  # type: ignore[attr-defined]
    assert all(circle.brings is None for circle in theirs.circles)  # type: ignore[attr-defined]
    run(script.m, texts(script.m)[0])
    (taken,) = (c for c in script.m.view(0).picture().circles if c.seat is not None)  # type: ignore[attr-defined]
    assert taken.brings is None


def test_choices_say_what_they_bring() -> None:
    script = Script(2, ["market", "bakery", "market"], boards=[1])
    script.turn("place c3")
    script.turn("place d3")
    script.take()
    v = script.m.view(0).state
    choice = GAME.choice(v, GAME.read(v, "place d4"), 0)  # a banderole and a coin
    assert [effect.label.key.rsplit(".", 1)[1] for effect in choice.effects] == ["banderole", "coin"]
    assert choice.targets == ("tile:hand", "cell:d4", "turn:0")
    assert choice.commits
    assert not choice.reveals
    script.m.apply("store")
    assert all(not GAME.choice(script.m.view(1).state, a, 1).commits for a in script.m.legal)


def test_a_fountain_reveals() -> None:
    script = Script(2, ["fountain"], boards=[1])
    script.take()
    choice = GAME.choice(script.m.view(0).state, GAME.read(script.m.state, "place c3"), 0)
    assert choice.commits
    assert choice.reveals


# ---- points and their sources


@pytest.mark.lengthy
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gains_by_source_add_up_to_the_scores(seats: int) -> None:
    positions = [m.copy() for m in walk(GAME, seats, seed=seats)]
    sources: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    for before, now in pairwise(positions):
        witnessed = GAME.witness(before.state, now.plies[-1].action, 0)
        for event in GAME.story(before.view(0).state, witnessed, now.view(0).state):
            for gain in event.gains:
                sources[gain.source.removeprefix("carpe_diem.source.")][gain.seat] += gain.points
    assert set(sources) <= {"start", "cards", "penalty", "villas", "leftovers", "track", "fountains", "frame"}
    assert {"start", "penalty", "leftovers", "track"} <= set(sources)
    totals = [sum(points[p] for points in sources.values()) for p in range(seats)]
    assert totals == [score.points for score in positions[-1].scores()]


def test_scores_in_mid_game_are_the_points_so_far_and_tell_no_secret() -> None:
    for m in sample(GAME, 3, seed=8, every=20):
        if m.state.stage >= MOVE and not m.is_over:
            assert [score.points for score in m.scores()] == [player(m, p).points for p in range(3)]


# ---- scoring cards by place and demand; an order that is asked about only where it matters


def ends_by_play(m: Position, seat: int, circle: int, which: int) -> set[tuple[int, ...]]:
    """Every end of a scoring turn that begins with that card: points, coins, bread, steps and goods."""
    first = m.copy()
    first.apply(f"disc {CIRCLES[circle][0] + 1}-{CIRCLES[circle][1] + 1}")
    first.apply(CARD_FIRST + which)
    ends, todo = set(), [first]
    while todo:
        here = todo.pop()
        if here.to_move == seat and here.state.circle == circle:
            for a in here.legal:
                after = here.copy()
                after.apply(a)
                todo.append(after)
        else:
            own = player(here, seat)
            ends.add((own.points, own.coins, own.bread, own.track, *own.goods.tolist()))
    return ends


@pytest.mark.lengthy
def test_CDM_41_the_order_of_two_cards_is_asked_about_only_where_it_matters() -> None:
    asked, spared = 0, 0
    for seed in range(4):
        for m in walk(GAME, 2 + seed % 2, seed):
            if m.state.stage != CIRCLE or m.state.phase == 3:
                continue
            seat = m.to_move
            planned = {plan.targets for plan in GAME.plans(m.view(seat).state, seat)}
            other = (seat + 1) % m.seats
            assert GAME.plans(m.view(other).state, other) == []
            for circle in range(len(CIRCLES)):
                if not circle_cards(m.state, circle) or m.state.disc[circle] >= 0:
                    continue
                same = ends_by_play(m, seat, circle, 0) == ends_by_play(m, seat, circle, 1)
                assert ((f"circle:{circle}",) in planned) == same, m.where()
                asked, spared = asked + (not same), spared + same
    assert asked
    assert spared


def test_every_scoring_card_is_named_by_what_it_asks_in_both_languages() -> None:
    """The number of each thing, in the order of the card; red ones are given, green ones owned."""
    for card, face in enumerate(DATA.cards):
        for language, give, own in (("en", "give", "own"), ("fr", "rendre", "avoir")):
            said = catalogue(language)[demand_key(card).removeprefix("@")]
            assert said.startswith(give if face.red else own)
            assert [int(n) for n in re.findall(r"\d+", said)] == [n for _, n in face.need]


def test_no_text_of_a_scoring_turn_says_a_code() -> None:
    script = Script(2)
    script.idle_phase()
    v = script.m.view(script.m.to_move)
    label = GAME.choice(v.state, script.m.legal[0], v.seat).label
    assert re.search(r"between [a-d][123] \((give|own) .*\) and [a-d][123] \((give|own) .*\)", say_phrase("en", label))


def test_a_scoring_turn_ends_with_a_stop_and_a_phase_with_a_line_of_its_own() -> None:
    """What the page lets be looked at: the last card of each turn (CDM-41), then the whole phase (CDM-40)."""
    events = [
        event
        for before, after in pairwise(m.copy() for m in walk(GAME, 3, seed=2))
        for event in GAME.story(before.state, after.plies[-1].action, after.state)
    ]
    names = [event.key.rsplit(".", 1)[1] for event in events]
    stops = [i for i, event in enumerate(events) if event.stops]
    discs = [i for i, name in enumerate(names) if name == "disc"]
    assert len(stops) == len(discs) == 4 * 3
    assert all(disc < stop for disc, stop in zip(discs, stops, strict=True))
    assert [event.values["phase"] for event, name in zip(events, names, strict=True) if name == "scored"] == [
        1,
        2,
        3,
        4,
    ]
