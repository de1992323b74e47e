"""Les Grands Bâtisseurs (Jean du Poël, 3 to 4 players): its names, wired."""

from bastide.core.components import own_version
from bastide.core.game import Game, Option, Spec
from bastide.games.batisseurs.actions import NUM_ACTIONS
from bastide.games.batisseurs.advice import TERMS, opinion
from bastide.games.batisseurs.choices import choice, live, plans, prompt
from bastide.games.batisseurs.features import FIELDS, candidates, features
from bastide.games.batisseurs.hidden import look, redeal, witness
from bastide.games.batisseurs.invariants import check
from bastide.games.batisseurs.notation import read, show, write
from bastide.games.batisseurs.picture import picture
from bastide.games.batisseurs.pieces import targets
from bastide.games.batisseurs.refusals import refuse
from bastide.games.batisseurs.rules import apply, chance_pick, chance_total, legal, setup, to_move
from bastide.games.batisseurs.scoring import ENDINGS, ending, scores
from bastide.games.batisseurs.state import STATE
from bastide.games.batisseurs.story import story
from bastide.games.batisseurs.tables import DATA, FACES, FOLDER, KINDS, components

SPEC = Spec(
    id="batisseurs",
    title={"en": "Les Grands Bâtisseurs", "fr": "Les Grands Bâtisseurs"},
    rules_version=own_version(FOLDER, 1),
    seats=(DATA["table"]["players"][0], DATA["table"]["players"][1]),
    options=(
        Option("one_town_hall", default=1, low=0, high=1, clause="BAT-35"),
        Option("one_shield", default=0, low=0, high=1, clause="BAT-01"),
        Option("open_money", default=0, low=0, high=1, clause="BAT-03"),
    ),
    num_actions=NUM_ACTIONS,
    max_chance=max(KINDS, FACES),
    max_plies=16000,
    clause_prefix="BAT",
    minutes=45,
    source="Les Grands Bâtisseurs (Wettstreit der Baumeister)",
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
    ending=ending,
    endings=ENDINGS,
    witness=witness,
    plans=plans,
    targets=targets,
    live=live,
    features=features,
    fields=FIELDS,
    candidates=candidates,
)
