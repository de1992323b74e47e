"""A game whose every draw is typed in, as from a real table."""

import bastide

m = bastide.load("enghien").new(seats=2)  # no seed: chance waits for us
for card in range(1, 37):
    m.draw(f"deal {card}")
m.apply("take B2")
print(m.game.show(m.state))
