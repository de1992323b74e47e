"""The net while it learns: rows of the first layer, two rectified layers, and for each seat a logit and points."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from bastide.core.game import Game
from bastide.train.recipes import Recipe
from bastide.train.stage import CHUNK, FRACTIONS, encoder_of


class Net(nn.Module):
    """From numbers shown to logits of first place and points, seat by seat from the viewer's on."""

    def __init__(self, of: Game, recipe: Recipe, device: str) -> None:
        super().__init__()
        self.seats = of.spec.seats[1]
        rows, hidden, second, outputs = of.fields.total, recipe.hidden, recipe.second, 2 * self.seats
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


def loss_of(y: Any, wanted: Any, seats: int, most: int) -> tuple[Any, Any]:
    """Cross-entropy of the shares, and squared error of the points."""
    shares = -(wanted[:, :seats] * functional.log_softmax(y[:, :seats], 1)).sum(1).mean()
    return shares, functional.mse_loss(y[:, most : most + seats], wanted[:, seats:])
