"""Carpe Diem (Stefan Feld, 2 to 4 players, revised edition): its names, wired."""

from bastide.core.components import own_version
from bastide.core.game import Game, Spec
from bastide.games.carpe_diem.actions import DRAWS, VERBS
from bastide.games.carpe_diem.tables import FOLDER

SPEC = Spec(
    id="carpe_diem",
    title={"en": "Carpe Diem", "fr": "Carpe Diem"},
    rules_version=own_version(FOLDER, 2),
    older_versions=(own_version(FOLDER, 1),),
    seats=(2, 4),
    options=(),
    num_actions=VERBS.size,
    max_chance=DRAWS.size,
    max_plies=4000,
    clause_prefix="CDM",
    minutes=75,
    source="Carpe Diem (2nd edition)",
    reconstructed=True,
)

GAME = Game.of(__name__, SPEC)
