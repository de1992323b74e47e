"""kill -9, in short: `python -m bench.server_kills` does it two hundred times."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bench.server_kills import run


def test_every_acknowledged_decision_survives_and_none_is_there_twice(tmp_path: Path) -> None:
    outcome = asyncio.run(run(kills=3, tables=4, folder=tmp_path, seed=5))
    assert outcome.acknowledged > 20
    assert outcome.lost == []
    assert outcome.unexplained == []
