"""A data set of games between bots, made as `bastide dataset` makes it, and a first look at its rows."""

import json
import sys
import tempfile
from pathlib import Path

import bastide
from bastide.arena.dataset import make_dataset, plan_dataset

if __name__ == "__main__":  # processes that play import this file
    game = bastide.load("enghien")
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "games.jsonl"
    terms = plan_dataset(game, ["greedy", "level1", "uniform"], games=6, seed=1)
    for journal in make_dataset(terms, path):
        print(f"\r{len(journal.places)} of {terms.games} games", end="", file=sys.stderr)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    print(f"\n{len(rows)} decisions of {game.id} (rules version {game.spec.rules_version}) in {path}")
    print(f"each with {', '.join(rows[0])}")
    won = [row for row in rows if row["places"][row["seat"]] == 1]
    print(f"{sum(row['bot'] == 'greedy' for row in won) / len(won):.0%} of the winners' decisions are greedy's")
