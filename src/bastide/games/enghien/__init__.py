"""Enghien-les-Bains (Dominique Ehrhard, 2 to 6 players): its names, wired."""

from bastide.core.game import Game, Option, Spec
from bastide.games.enghien.actions import NUM_ACTIONS
from bastide.games.enghien.advice import TERMS, opinion
from bastide.games.enghien.hidden import look, redeal
from bastide.games.enghien.invariants import check
from bastide.games.enghien.notation import read, show, write
from bastide.games.enghien.picture import choice, picture, prompt, targets
from bastide.games.enghien.refusals import refuse
from bastide.games.enghien.rules import apply, chance_pick, chance_total, legal, scores, setup, to_move
from bastide.games.enghien.state import STATE
from bastide.games.enghien.story import story
from bastide.games.enghien.tables import CARDS, DATA, FOLDER, components

SPEC = Spec(
    id="enghien",
    title={"en": "Enghien-les-Bains", "fr": "Enghien-les-Bains"},
    designer="Dominique Ehrhard",
    rules_version=1,
    seats=(2, 6),
    options=(
        Option(
            "target",
            default=0,
            low=0,
            high=DATA["variant"]["target_high"],
            clause="ENG-20",
            offered=(0, *DATA["variant"]["targets_offered"]),
        ),
    ),
    num_actions=NUM_ACTIONS,
    max_chance=CARDS,
    max_plies=32000,
    clause_prefix="ENG",
    minutes=20,
    source="Enghien-les-Bains",
    reconstructed=True,
)

GAME = Game(
    spec=SPEC,
    folder=FOLDER,
    state=STATE,
    setup=setup,
    to_move=to_move,
    legal=legal,
    chance_total=chance_total,
    chance_pick=chance_pick,
    apply=apply,
    scores=scores,
    look=look,
    redeal=redeal,
    opinion=opinion,
    terms=TERMS,
    refuse=refuse,
    write=write,
    read=read,
    show=show,
    prompt=prompt,
    choice=choice,
    picture=picture,
    story=story,
    check=check,
    components=components,
    targets=targets,
)
