"""The net while it learns: rows of the first layer, two rectified layers, and for each seat a logit and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.judge.weights import Weights, mean_layers
from bastide.train.recipes import Recipe
from bastide.train.stage import CHUNK, FRACTIONS, encoder_of


class Lessons(NamedTuple):
    """What was shown, and what should have been said of it; absent seats are 0."""

    shown: Any  # int16 [lessons, features]
    wanted: Any  # float32 [lessons, 3, seats there may be]: shares of first place, points, shares of the last place
    seats: Any  # int8 [lessons]

    def some(self, chosen: Any) -> Lessons:
        return Lessons(*(part[chosen] for part in self))


class Net(nn.Module):
    """From numbers shown to logits of first place and points, seat by seat from the viewer's on.

    With an auxiliary head, logits of the last place follow.
    """

    def __init__(self, of: Game, recipe: Recipe, device: str) -> None:
        super().__init__()
        self.seats = of.spec.seats[1]
        rows, hidden, second = of.fields.total, recipe.hidden, recipe.second
        outputs = (3 if recipe.last else 2) * self.seats
        self.w1 = nn.Parameter(torch.randn(rows, hidden) * of.fields.size**-0.5)
        self.b1 = nn.Parameter(torch.zeros(hidden))
        self.w2 = nn.Parameter(torch.randn(hidden, second) * (2.0 / hidden) ** 0.5)
        self.b2 = nn.Parameter(torch.zeros(second))
        self.w3 = nn.Parameter(torch.zeros(second, outputs))
        self.b3 = nn.Parameter(torch.zeros(outputs))
        self.to(device)
        self.encode = encoder_of(of) if device == "cuda" else None
        self.places = torch.from_numpy(of.fields.places).to(device).long()

    def forward(self, shown: Any) -> Any:
        if self.encode is None:
            return self.deepen(self._sum_rows(shown))
        with torch.autocast("cuda", dtype=torch.bfloat16):
            return self.deepen(self.encode(shown) @ self.w1)

    def deepen(self, sums: Any) -> Any:
        """All layers but the first."""
        h = functional.relu(functional.relu(sums + self.b1) @ self.w2 + self.b2)
        with torch.autocast(h.device.type, enabled=False):
            return h.float() @ self.w3 + self.b3

    def _sum_rows(self, shown: Any) -> Any:
        low, step, rows, first = self.places.T
        x = torch.minimum((shown - low).clamp(min=0), (rows - 1) * step)
        row = x // step
        part = (x - row * step) * FRACTIONS // step
        at = first + row
        beside = torch.minimum(at + 1, first + rows - 1)
        parts = torch.cat([FRACTIONS - part, part], 1) / FRACTIONS
        return functional.embedding_bag(torch.cat([at, beside], 1), self.w1, per_sample_weights=parts, mode="sum")

    @torch.no_grad()
    def values(self, shown: Any, seats: int) -> Any:
        """Shares of first place, then points, of the seats that are there."""
        found = [self(part) for part in shown.split(CHUNK)]
        y = torch.cat(found) if len(found) > 1 else found[0]
        return torch.cat([y[:, :seats].softmax(1), y[:, self.seats : self.seats + seats]], 1)

    def layers(self) -> dict[str, Any]:
        """What a judge is made of: all but the auxiliary head."""
        kept = {name: value.detach().float().cpu().numpy() for name, value in self.named_parameters()}
        outputs = 2 * self.seats
        return {**kept, "w3": kept["w3"][:, :outputs], "b3": kept["b3"][:outputs]}

    @torch.no_grad()
    def begin_with(self, nets: Sequence[Weights]) -> None:
        """Takes over a judge's weights, or the mean of several's; units beyond its own stay, and say nothing yet."""
        layers = {name: torch.from_numpy(layer) for name, layer in mean_layers(nets).items()}
        hidden, second, outputs = len(layers["b1"]), len(layers["b2"]), len(layers["b3"])
        if hidden > len(self.b1) or second != len(self.b2):
            raise BastideError(
                f"weights with layers of {hidden} and {second} units are no start for a net with {len(self.b1)} and "
                f"{len(self.b2)}: --recipe hidden={hidden},second={second} makes one that fits, as do more hidden ones"
            )
        self.w1[:, :hidden] = layers["w1"]
        self.b1[:hidden] = layers["b1"]
        self.w2[:hidden] = layers["w2"]
        self.w2[hidden:] = 0.0
        self.b2[:] = layers["b2"]
        self.w3[:, :outputs] = layers["w3"]
        self.b3[:outputs] = layers["b3"]


def share_loss(logits: Any, there: Any, wanted: Any) -> Any:
    """Cross-entropy over the seats that are there."""
    return -(wanted * functional.log_softmax(logits.masked_fill(~there, -1e9), 1)).sum(1).mean()


def losses_of(y: Any, lessons: Lessons) -> tuple[Any, Any, Any]:
    """Cross-entropy of the shares of first place, squared error of the points, cross-entropy of the last place."""
    first, points, last = lessons.wanted.unbind(1)
    most = first.shape[1]
    there = torch.arange(most, device=y.device) < lessons.seats[:, None]
    missed = ((y[:, most : 2 * most] - points) ** 2 * there).sum(1) / lessons.seats
    ends = share_loss(y[:, 2 * most :], there, last) if y.shape[1] > 2 * most else torch.zeros((), device=y.device)
    return share_loss(y[:, :most], there, first), missed.mean(), ends
