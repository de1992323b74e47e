"""What stands on a tile: the rulebook's nouns and their numbers."""

from __future__ import annotations

# Kinds of things, shared by tiles, complete features, fountain cards and frame tasks.
PASTURE, VILLA = 0, 1
VINEYARD, HERB_GARDEN, CHICKEN_RUN, FISH_POND = 2, 3, 4, 5
MERCHANT, BAKER, SENATOR, ARTISAN = 6, 7, 8, 9
MARKET, BAKERY, FOUNTAIN = 10, 11, 12
KIND_NAMES = (
    "pasture", "villa",
    "vineyard", "herb_garden", "chicken_run", "fish_pond",
    "merchant", "baker", "senator", "artisan",
    "market", "bakery", "fountain",
)  # fmt: skip
KINDS = len(KIND_NAMES)
EDGE_LETTERS = "PVWHCFMBSA"  # by kind: only these cross the edge of a tile
EDGE_KINDS = len(EDGE_LETTERS)
KIND_BITS = (EDGE_KINDS - 1).bit_length()  # of a kind that crosses an edge
LANDSCAPES = range(VINEYARD, FISH_POND + 1)
DWELLINGS = range(MERCHANT, ARTISAN + 1)
SINGLES = range(MARKET, FOUNTAIN + 1)

# Goods, in the order of the landscapes that give them (CDM-25).
GOOD_NAMES = ("grape", "herb", "chicken", "fish")
GOODS = len(GOOD_NAMES)

# What a green card may ask for: a complete thing of a kind (its number above), or one of these (CDM-46).
CHIMNEY, ANY_LANDSCAPE, ANY_DWELLING = KINDS, KINDS + 1, KINDS + 2
OWNED_NAMES = (*KIND_NAMES, "chimney", "any_landscape", "any_dwelling")

# What a scoring card gives.
POINTS, COIN, BREAD, STEP = range(4)
REWARD_NAMES = ("points", "coin", "bread", "step")

DECKS = "ABCD"
NORTH, EAST, SOUTH, WEST = range(4)
SIDE_NAMES = ("top", "right", "bottom", "left")
AXES = 2  # edges between neighbours lie
EASTWARD, SOUTHWARD = range(AXES)  # to the east of one of them, or to the south
