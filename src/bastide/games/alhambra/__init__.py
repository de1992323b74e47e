"""Alhambra: the card game (Dirk Henn, 2 to 6 players): its names, wired."""

from bastide.core.game import Game, Option, Spec
from bastide.games.alhambra.actions import NUM_ACTIONS, NUM_OUTCOMES
from bastide.games.alhambra.advice import TERMS, opinion
from bastide.games.alhambra.choices import choice, plans, prompt, targets
from bastide.games.alhambra.features import FIELDS, features
from bastide.games.alhambra.hidden import look, redeal
from bastide.games.alhambra.invariants import check
from bastide.games.alhambra.notation import read, show, write
from bastide.games.alhambra.picture import picture
from bastide.games.alhambra.refusals import refuse
from bastide.games.alhambra.rules import apply, chance_pick, chance_total, legal, setup, to_move
from bastide.games.alhambra.scoring import ENDINGS, ending, scores
from bastide.games.alhambra.state import STATE
from bastide.games.alhambra.story import story
from bastide.games.alhambra.tables import FOLDER, components

SPEC = Spec(
    id="alhambra",
    title={"en": "Alhambra: the card game", "fr": "Alhambra : le jeu de cartes"},
    rules_version=1,
    seats=(2, 6),
    options=(Option("open_hands", default=0, low=0, high=1, clause="ALH-07"),),
    num_actions=NUM_ACTIONS,
    max_chance=NUM_OUTCOMES,
    max_plies=4000,
    clause_prefix="ALH",
    minutes=45,
    source="Alhambra: the card game",
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
    ending=ending,
    endings=ENDINGS,
    plans=plans,
    targets=targets,
    features=features,
    fields=FIELDS,
)
