"""Enghien-les-Bains (Dominique Ehrhard, 2 to 6 players): its names, wired."""

from bastide.core.game import Game, Option, Spec
from bastide.games.enghien.actions import DRAWS, VERBS
from bastide.games.enghien.tables import DATA

SPEC = Spec(
    id="enghien",
    title={"en": "Enghien-les-Bains", "fr": "Enghien-les-Bains"},
    rules_version=1,
    seats=(2, 6),
    options=(
        Option(
            "target",
            default=0,
            low=0,
            high=DATA.variant.target_high,
            clause="ENG-20",
            offered=(0, *DATA.variant.targets_offered),
        ),
    ),
    num_actions=VERBS.size,
    max_chance=DRAWS.size,
    max_plies=32000,
    clause_prefix="ENG",
    minutes=20,
    source="Enghien-les-Bains",
    reconstructed=True,
)

GAME = Game.of(__name__, SPEC)
