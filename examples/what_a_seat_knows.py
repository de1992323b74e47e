"""A view, and possible truths behind it."""

import bastide
from bastide.core.rng import new_rng

m = bastide.load("alhambra").new(seats=3, seed=5)
view = m.view(seat=0)
rng = new_rng(1)
truths = {bytes(view.redeal(rng)) for _ in range(10)}
print(f"{len(truths)} different truths look like this to seat 0")
