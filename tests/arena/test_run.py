"""Playing and keeping: resumed after a kill, refused when mixed, the same on any number of processes."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import msgspec
import pytest

from bastide.arena import local
from bastide.arena.local import check_workers, run_local
from bastide.arena.run import Ledger, Result, play, play_here
from bastide.arena.schedule import BadTournament, Fixture, Tournament, fixtures, plan
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.games import GAMES, load

GAME = load(GAMES[0])
ENDED_S = 60  # which only a failing test waits for


@pytest.fixture
def tournament() -> Tournament:
    return plan(GAME, 2, ["greedy", "uniform"], 5)


def outcome(result: Result) -> tuple[object, ...]:
    """A result without what a clock measured."""
    return (result.number, result.deal, result.lineup, result.points, result.places, result.decisions)


def test_a_game_is_the_same_whenever_it_is_played(game: Game) -> None:
    tournament = plan(game, game.spec.seats[0], ["greedy", "uniform"], 5)
    fixture = fixtures(tournament, 1)[0]
    first = play(tournament, fixture)
    assert outcome(play(tournament, fixture)) == outcome(first)
    assert min(first.places) == 1
    assert first.lineup == fixture.lineup


def test_a_shared_first_place_is_shared_among_the_bots() -> None:
    result = Result(0, 0, ("a", "b", "a"), (7, 7, 3), (1, 1, 3), (1, 1, 1), (0.0, 0.0, 0.0))
    assert result.share_of("a") == result.share_of("b") == 0.5


def test_finished_games_are_kept_and_not_played_again(tournament: Tournament, tmp_path: Path) -> None:
    wanted = fixtures(tournament, 6)
    ledger = Ledger(tmp_path / "results.jsonl", tournament)
    for result in play_here(tournament, wanted[:3]):
        ledger.keep(result)
    resumed = Ledger(tmp_path / "results.jsonl", tournament)
    assert resumed.missing(wanted) == wanted[3:]
    assert resumed.of(wanted) == ledger.of(wanted)


def test_a_line_torn_by_a_kill_is_dropped_and_the_game_played_again(tournament: Tournament, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    wanted = fixtures(tournament, 4)
    ledger = Ledger(path, tournament)
    for result in play_here(tournament, wanted):
        ledger.keep(result)
    path.write_bytes(path.read_bytes()[:-9])
    resumed = Ledger(path, tournament)
    assert resumed.missing(wanted) == wanted[3:]
    resumed.keep(play(tournament, wanted[3]))
    assert Ledger(path, tournament).missing(wanted) == []


def test_results_of_another_tournament_are_not_mixed_in(tournament: Tournament, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Ledger(path, tournament)
    with pytest.raises(BadTournament, match="another tournament"):
        Ledger(path, plan(GAME, 2, ["greedy", "uniform"], 6))
    other = msgspec.structs.replace(tournament, described={"greedy": {"deals": 1}, "uniform": {}})
    with pytest.raises(BadTournament, match="another tournament"):
        Ledger(path, other)


def test_a_file_that_holds_something_else_is_refused(tournament: Tournament, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping list\n")
    with pytest.raises(BadTournament, match="no file of results"):
        Ledger(path, tournament)
    assert path.read_text() == "shopping list\n"


def test_a_place_where_nothing_can_be_kept_is_a_clear_error(tournament: Tournament, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for path in (tmp_path, file / "results.jsonl"):
        with pytest.raises(BadTournament, match=r"results cannot be kept in .*; name another file"):
            Ledger(path, tournament)


def test_a_first_line_torn_by_a_kill_is_written_anew(tournament: Tournament, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Ledger(path, tournament)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    Ledger(path, tournament)
    assert path.read_bytes() == whole


def test_a_damaged_line_is_named_and_nothing_is_lost(tournament: Tournament, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ledger = Ledger(path, tournament)
    for result in play_here(tournament, fixtures(tournament, 3)):
        ledger.keep(result)
    lines = path.read_bytes().split(b"\n")
    damaged = b"\n".join([*lines[:2], b"\x00" * 30, *lines[3:]])
    path.write_bytes(damaged)
    with pytest.raises(BadTournament, match=r"line 3 of .* is damaged"):
        Ledger(path, tournament)
    assert path.read_bytes() == damaged


def test_a_full_disk_is_a_clear_error_and_what_was_kept_stays(
    tournament: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    wanted = fixtures(tournament, 2)
    ledger = Ledger(path, tournament)
    first, second = play_here(tournament, wanted)
    ledger.keep(first)

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadTournament, match=r"No space left on device. The 1 games before are kept"):
        ledger.keep(second)
    assert ledger.missing(wanted) == wanted[1:]


def test_no_workers_are_refused_and_all_cores_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BastideError, match="--workers is 0"):
        check_workers(0)
    monkeypatch.setattr(local, "count_cores", lambda: 7)
    assert check_workers(None) == 7


def kill_one(results: Iterator[Result]) -> Iterator[Result]:
    """Passes results on; after the second, kills a worker while others play."""
    for n, result in enumerate(results):
        yield result
        if n == 1:
            child = active_children()[0]
            assert child.pid is not None
            threading.Timer(0.01, os.kill, (child.pid, signal.SIGKILL)).start()


@pytest.mark.slow
def test_two_processes_play_the_same_games_and_a_killed_one_loses_none(tournament: Tournament) -> None:
    wanted: list[Fixture] = fixtures(tournament, 40)
    here = sorted(outcome(result) for result in play_here(tournament, wanted))
    there = sorted(outcome(result) for result in kill_one(run_local(partial(play, tournament), wanted, 2)))
    assert there == here


WAITING = """
import time
from bastide.arena.local import run_local
done = run_local(abs, range(100), 2)
next(done)
print("begun", flush=True)
time.sleep(3600)
"""


@pytest.mark.slow
def test_processes_end_when_the_first_one_is_killed() -> None:
    command = [sys.executable, "-c", WAITING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as first:
        assert first.stdout is not None
        try:
            assert first.stdout.readline() == b"begun\n"
            first.kill()
            first.communicate(timeout=ENDED_S)  # the others hold the pipe for as long as they live
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(first.pid, signal.SIGKILL)
