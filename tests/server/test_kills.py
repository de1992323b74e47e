"""Kills and outages, in short: `bench.server_kills` and `bench.server_outages` do it two hundred times."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bench import server_kills, server_outages
from bench.server_postgres import NoPostgres


@pytest.mark.parametrize(("kills", "tables"), [(1, 2), pytest.param(3, 4, marks=pytest.mark.slow)])
def test_every_acknowledged_decision_survives_and_none_is_there_twice(tmp_path: Path, kills: int, tables: int) -> None:
    outcome = asyncio.run(server_kills.run(kills=kills, tables=tables, folder=tmp_path, seed=5))
    assert outcome.acknowledged > server_kills.MOST_BETWEEN
    assert outcome.lost == []
    assert outcome.unexplained == []


@pytest.mark.slow
@pytest.mark.xdist_group("processes")
def test_outages_of_postgres_and_of_processes_lose_nothing_and_leave_no_table_stuck() -> None:
    try:
        outcome = asyncio.run(server_outages.run(outages=5, tables=3, races=8, seed=3))
    except NoPostgres as reason:
        pytest.skip(str(reason))
    assert outcome.acknowledged > 10
    assert outcome.lost == []
    assert outcome.unexplained == []
    assert outcome.stuck == []
    assert outcome.wrong == []
