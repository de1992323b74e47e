"""Games between bots as JSON lines: one decision a line, with what the seat saw, could do, did, and got in the end."""

import json
import sys
import tempfile
from pathlib import Path

import bastide
from bastide.bots import make_bot
from bastide.core.observation import observe_view

GAME, SEATS, GAMES, BOTS = "enghien", 3, 4, ("greedy", "level1", "uniform")

game = bastide.load(GAME)
path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "decisions.jsonl"
lines = 0
with path.open("w", encoding="utf-8") as file:
    for seed in range(GAMES):
        m = game.new(SEATS, seed=seed)
        bots = [make_bot(name, game, seed) for name in BOTS]
        decisions = []
        while not m.is_over:
            view = m.view(m.to_move)
            action = bots[m.to_move].choose(view)
            seen = observe_view(view).tolist()
            decisions.append({"seed": seed, "ply": m.ply, "seat": m.to_move, "observation": seen, "legal": m.legal})
            decisions[-1]["action"] = action
            m.apply(action)
        scores = m.scores()
        for decision in decisions:
            own = scores[decision["seat"]]
            decision.update(bot=BOTS[own.seat], points=own.points, place=own.place)
            file.write(json.dumps(decision) + "\n")
        lines += len(decisions)
first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
print(f"{lines} decisions of {GAMES} games of {game.id} (rules version {game.spec.rules_version}) in {path}")
print(f"each with {', '.join(first)}")
