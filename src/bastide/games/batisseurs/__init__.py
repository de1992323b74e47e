"""Les Grands Bâtisseurs (Jean du Poël, 3 to 4 players): its names, wired."""

from bastide.core.components import own_version
from bastide.core.game import Game, Option, Spec
from bastide.games.batisseurs.actions import DRAWS, VERBS
from bastide.games.batisseurs.tables import DATA, FOLDER

SPEC = Spec(
    id="batisseurs",
    title={"en": "Les Grands Bâtisseurs", "fr": "Les Grands Bâtisseurs"},
    rules_version=own_version(FOLDER, 1),
    seats=DATA.table.players,
    options=(
        Option("one_town_hall", default=1, low=0, high=1, clause="BAT-35"),
        Option("one_shield", default=0, low=0, high=1, clause="BAT-01"),
        Option("open_money", default=0, low=0, high=1, clause="BAT-03"),
    ),
    num_actions=VERBS.size,
    max_chance=DRAWS.size,
    max_plies=16000,
    clause_prefix="BAT",
    minutes=45,
    source="Les Grands Bâtisseurs (Wettstreit der Baumeister)",
    reconstructed=True,
)

GAME = Game.of(__name__, SPEC)
