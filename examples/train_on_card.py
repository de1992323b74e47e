"""Policy gradient on a GPU: games, observations, the net and its gradients never leave the card's memory.

Needs an NVIDIA card and `pip install 'bastide[cuda,train]'`; without them it says so and ends.
"""

import sys
from typing import Any

import bastide
from bastide.batch.gpu import GpuBatch
from bastide.core.errors import NoGpu

GAME, SEATS, GAMES = "enghien", 2, 8192
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
WIDTH = 64


def make_policy(torch: Any, batch: GpuBatch) -> tuple[list[Any], Any]:
    """A net that weighs each open card by itself, given what lies before both seats: its weights, and its logits."""
    layout = batch.layout
    symbols = layout.take(torch.from_dlpack(batch.observations), "counts").shape[-1]
    cards = torch.nn.Embedding(64, WIDTH).cuda()
    table = torch.nn.Linear(SEATS * symbols, WIDTH).cuda()
    worth = torch.nn.Linear(WIDTH, 1).cuda()

    def logits(seen: Any) -> Any:
        card = layout.take(seen, "card").long().clamp(min=0)
        before = layout.take(seen, "counts")[:, :SEATS].flatten(1).float()
        return worth(torch.relu(cards(card) * table(before)[:, None] + cards(card)))[..., 0]

    return [*cards.parameters(), *table.parameters(), *worth.parameters()], logits


def train(torch: Any) -> None:
    """The net plays seat 0, its rival at random; its reward is what it takes of the first place."""
    batch = GpuBatch(bastide.load(GAME), range(GAMES), SEATS)
    seen, masks = torch.from_dlpack(batch.observations), torch.from_dlpack(batch.masks)
    movers, results = torch.from_dlpack(batch.movers), torch.from_dlpack(batch.results)
    weights, logits = make_policy(torch, batch)
    optimiser = torch.optim.Adam(weights, lr=0.01)
    for number in range(ROUNDS):
        batch.restart(range(GAMES), range(number * GAMES, (number + 1) * GAMES))
        told = torch.zeros(GAMES, device="cuda")
        while bool((movers >= 0).any()):
            own = (movers == 0)[:, None]
            allowed = masks.bool() | (movers < 0)[:, None]  # what is answered for a game that is over is not read
            choice = torch.distributions.Categorical(
                logits=torch.where(own, logits(seen), 0).masked_fill(~allowed, -1e9)
            )
            action = choice.sample()
            told = told + torch.where(own[:, 0], choice.log_prob(action), 0)
            batch.step(action, wait=False)  # an illegal action would be told by `check`
        batch.check()
        first = (results[:, :SEATS, 1] == 1).float()
        share = first[:, 0] / first.sum(1)
        loss = -(told * (share - share.mean())).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if number % 10 == 0 or number == ROUNDS - 1:
            print(
                f"round {number}: {100 * float(share.mean()):.1f} % of the first place against random play", flush=True
            )


if __name__ == "__main__":
    try:
        import torch
    except ImportError:
        print("this example needs torch: pip install 'bastide[cuda,train]'")
        sys.exit()
    try:
        train(torch)
    except NoGpu as error:
        print(error)
