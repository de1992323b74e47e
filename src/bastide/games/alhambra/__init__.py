"""Alhambra: the card game (Dirk Henn, 2 to 6 players): its names, wired."""

from bastide.core.game import Game, Option, Spec
from bastide.games.alhambra.actions import DRAWS, VERBS

SPEC = Spec(
    id="alhambra",
    title={"en": "Alhambra: the card game", "fr": "Alhambra : le jeu de cartes"},
    rules_version=1,
    seats=(2, 6),
    options=(Option("open_hands", default=0, low=0, high=1, clause="ALH-07"),),
    num_actions=VERBS.size,
    max_chance=DRAWS.size,
    max_plies=4000,
    clause_prefix="ALH",
    minutes=45,
    source="Alhambra: the card game",
)

GAME = Game.of(__name__, SPEC)
