"""A view, and possible truths behind it."""

import bastide
from bastide.core.rng import new_rng

m = bastide.load("batisseurs").new(seats=3, seed=5)
m.apply("auction hidden")  # only the auctioneer sees the card
view = m.view(seat=(m.to_move + 1) % 3)
rng = new_rng(1)
truths = {bytes(view.redeal(rng)) for _ in range(10)}
print(f"{len(truths)} different truths look like this to seat {view.seat}")
