"""New game (2 to 4 players): what is said about it before it starts."""

from bastide.core.game import Game, Spec
from bastide.games.newgame.actions import DRAWS, VERBS

SPEC = Spec(
    id="newgame",
    title={"en": "New game", "fr": "New game"},
    rules_version=1,
    seats=(2, 4),
    options=(),
    num_actions=VERBS.size,
    max_chance=DRAWS.size,
    max_plies=400,
    clause_prefix="NGM",
    minutes=2,
    source="New game",
)

GAME = Game.of(__name__, SPEC)
