"""A random game of Enghien from start to finish."""

import random

import bastide

rng = random.Random(1)
m = bastide.load("enghien").new(seats=3, seed=1)
while not m.is_over:
    m.apply(rng.choice(m.legal))
for score in sorted(m.scores(), key=lambda score: score.place):
    print(f"{score.place}. seat {score.seat}: {score.points} points")
