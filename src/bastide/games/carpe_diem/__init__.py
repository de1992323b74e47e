"""Carpe Diem (Stefan Feld, 2 to 4 players, revised edition): its names, wired."""

from bastide.core.components import own_version
from bastide.core.game import Game, Spec
from bastide.games.carpe_diem.actions import NUM_ACTIONS
from bastide.games.carpe_diem.advice import TERMS, opinion
from bastide.games.carpe_diem.choices import choice, prompt
from bastide.games.carpe_diem.features import FIELDS, features
from bastide.games.carpe_diem.hidden import look, redeal
from bastide.games.carpe_diem.invariants import check
from bastide.games.carpe_diem.notation import read, show, write
from bastide.games.carpe_diem.picture import picture
from bastide.games.carpe_diem.refusals import refuse, targets
from bastide.games.carpe_diem.rules import apply, chance_pick, chance_total, legal, setup, to_move
from bastide.games.carpe_diem.scoring import ENDINGS, ending, scores
from bastide.games.carpe_diem.state import STATE
from bastide.games.carpe_diem.story import story, witness
from bastide.games.carpe_diem.tables import CARDS, FOLDER, TILES, components

SPEC = Spec(
    id="carpe_diem",
    title={"en": "Carpe Diem", "fr": "Carpe Diem"},
    rules_version=own_version(FOLDER, 2),
    older_versions=(own_version(FOLDER, 1),),
    seats=(2, 4),
    options=(),
    num_actions=NUM_ACTIONS,
    max_chance=max(TILES, CARDS),
    max_plies=4000,
    clause_prefix="CDM",
    minutes=75,
    source="Carpe Diem (2nd edition)",
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
    targets=targets,
    features=features,
    fields=FIELDS,
)
