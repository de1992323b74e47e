"""A small policy for Enghien, learned in plain NumPy: policy gradient against random play, measured against `classic2`.

A card is as attractive as its three symbols, and a symbol as its lead or deficit says: 15 numbers are learned.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import bastide
from bastide.batch import rewards
from bastide.batch.seat import SeatBatch
from bastide.core.observation import layout_of
from bastide.games.enghien.tables import CARD_SYMBOLS

FAR = 7  # leads beyond this count alike
STEPS, GAMES, RATE, EVALUATE_EVERY = 24, 192, 0.15, 6
game = bastide.load("enghien")
layout = layout_of(game)
rng = np.random.default_rng(1)
Array = np.ndarray


def leads(observations: Array) -> Array:
    """By game, cell and symbol of the card there: own count less the rival's, from 0 to 2 * FAR."""
    counts = layout.take(observations, "counts")
    lead = np.clip(counts[:, 0] - counts[:, 1], -FAR, FAR) + FAR
    cards = layout.take(observations, "card")
    return np.asarray(lead[np.arange(len(lead))[:, None, None], CARD_SYMBOLS[cards]])


def choose(weights: Array, buckets: Array, masks: Array) -> tuple[Array, Array]:
    """A card by its chance (softmax over the legal ones), and how each weight moves that choice's log-chance."""
    logits = np.where(masks == 1, weights[buckets].sum(axis=2), -np.inf)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    actions = (chances.cumsum(axis=1) > rng.random((len(chances), 1))).argmax(axis=1)
    counted = np.eye(len(weights))[buckets].sum(axis=2)  # how often each weight counts for each cell
    return actions, counted[np.arange(len(actions)), actions] - (chances[:, :, None] * counted).sum(axis=1)


def play(weights: Array, opponents: str, seeds: range, learn: Callable[[Array, Array], None] | None = None) -> float:
    """The learner in seat 0; gives each move's slope and each game's margin to `learn`; returns its share of wins."""
    batch = SeatBatch(game, seeds, 2, opponents=opponents)
    slopes = np.zeros((len(seeds), len(weights)))
    while not batch.is_over:
        actions, slope = choose(weights, leads(batch.observations), np.maximum(batch.masks, batch.movers[:, None] < 0))
        slopes += slope
        batch.step(actions)
    played = batch.played()
    if learn:
        learn(slopes, rewards("margin", played.points, played.places)[:, 0])
    return float(rewards("share", played.points, played.places)[:, 0].mean())


def ascend(weights: Array) -> Callable[[Array, Array], None]:
    """Moves the weights towards what won by more than the average of these games."""

    def learn(slopes: Array, margins: Array) -> None:
        weights[:] += RATE * ((margins - margins.mean()) / (margins.std() + 1e-9)) @ slopes / len(margins)

    return learn


def plot(curves: dict[str, list[tuple[int, float]]], path: Path) -> None:
    """Shares of first place over the steps of learning, as SVG."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 240" font-family="sans-serif" font-size="12">']
    lines += ['<path d="M40 10V210H400" fill="none" stroke="#444"/>', '<text x="4" y="20">100 %</text>']
    for (name, curve), ink in zip(curves.items(), ("#1f6f8b", "#b5532a"), strict=True):
        points = " ".join(f"{40 + 340 * step / STEPS:.0f},{210 - 200 * share:.0f}" for step, share in curve)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>')
        lines.append(f'<text x="60" y="{225 - 200 * curve[-1][1]:.0f}" fill="{ink}">against {name}</text>')
    path.write_text("\n".join([*lines, "</svg>"]), encoding="utf-8")


weights = np.zeros(2 * FAR + 1)
curves: dict[str, list[tuple[int, float]]] = {"uniform": [], "classic2": []}
for step in range(STEPS + 1):
    if step % EVALUATE_EVERY == 0:
        for name, curve in curves.items():
            curve.append((step, play(weights, name, range(10**6, 10**6 + 100))))
        print(f"step {step:2}: " + ", ".join(f"{100 * curve[-1][1]:.0f} % against {n}" for n, curve in curves.items()))
    play(weights, "uniform", range(step * GAMES, (step + 1) * GAMES), ascend(weights))
path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "learning.svg"
plot(curves, path)
print(f"worth of a symbol by lead, from {FAR} behind to {FAR} ahead: {weights.round(2).tolist()}\nplot: {path}")
