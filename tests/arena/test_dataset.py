"""Data sets: rows that replay, the same on any number of processes, resumed after a kill, and nothing lost."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.arena import dataset
from bastide.arena.dataset import BadDataset, Journal, Terms, make_dataset, plan_dataset
from bastide.cli import run
from bastide.core.errors import BastideError
from bastide.core.game import Game
from bastide.core.observation import layout_of, observe_view
from bastide.games import load

GAME = load("enghien")
needs_pyarrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="pip install bastide[parquet]")
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install bastide[ray]")


@pytest.fixture
def terms() -> Terms:
    return plan_dataset(GAME, ["greedy", "uniform"], 5, seed=3)


def make(terms: Terms, path: Path, workers: int = 1, games: int | None = None) -> None:
    """All of a data set, or as much as a kill leaves after some games."""
    steps = make_dataset(terms, path, workers)
    for n, _ in enumerate(steps):
        if n == games:
            steps.close()


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rows_replay_and_say_what_was_seen_and_what_came_of_it(game: Game, tmp_path: Path) -> None:
    make(plan_dataset(game, ["uniform"], 1, seed=2), tmp_path / "games.jsonl")
    found = rows(tmp_path / "games.jsonl")
    position = game.new(game.spec.seats[0], seed=found[0]["seed"])
    for row in found:
        seat = position.to_move
        assert (row["game"], row["deal"], row["ply"], row["seat"], row["bot"]) == (0, 0, position.ply, seat, "uniform")
        assert row["observation"] == observe_view(position.view(seat)).tolist()
        assert tuple(row["legal"]) == position.legal
        position.apply(row["action"])
    assert position.is_over
    assert found[0]["points"] == [score.points for score in position.scores()]
    assert found[0]["places"] == [score.place for score in position.scores()]


@pytest.mark.slow
def test_processes_and_a_resumed_run_write_the_same_bytes(terms: Terms, tmp_path: Path) -> None:
    make(terms, tmp_path / "one.jsonl")
    make(terms, tmp_path / "two.jsonl", workers=2)
    make(terms, tmp_path / "cut.jsonl", games=3)
    assert not (tmp_path / "cut.jsonl").exists()
    with Journal(tmp_path / "cut.jsonl.partial", terms) as journal:
        assert len(journal.places) == 3
    make(terms, tmp_path / "cut.jsonl")
    whole = (tmp_path / "one.jsonl").read_bytes()
    assert (tmp_path / "two.jsonl").read_bytes() == (tmp_path / "cut.jsonl").read_bytes() == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.jsonl", "one.jsonl", "two.jsonl"]


def test_options_and_seats_are_played(tmp_path: Path) -> None:
    terms = plan_dataset(GAME, ["uniform"], 1, seats=4, target=12)
    make(terms, tmp_path / "games.jsonl")
    found = rows(tmp_path / "games.jsonl")
    assert len(found[0]["points"]) == 4
    assert max(found[0]["points"]) >= 12


@needs_pyarrow
def test_parquet_holds_the_rows_of_json_lines_and_the_terms(terms: Terms, tmp_path: Path) -> None:
    from pyarrow import parquet

    make(terms, tmp_path / "games.jsonl")
    make(terms, tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.to_pylist() == rows(tmp_path / "games.jsonl")
    assert json.loads(table.schema.metadata[b"bastide"])["games"] == 5
    assert table.schema.field("observation").type.list_size == layout_of(GAME).size


def test_without_pyarrow_the_extra_and_json_lines_are_named(
    terms: Terms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadDataset, match=r"bastide\[parquet\].*\.jsonl"):
        make(terms, tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_game_torn_by_a_kill_is_played_again_and_said(
    terms: Terms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    partial = tmp_path / "games.jsonl.partial"
    make(terms, path, games=3)
    partial.write_bytes(partial.read_bytes()[:-7])
    command = ["dataset", "enghien", "--bots", "greedy,uniform", "--games", "5", "--seed", "3", "--workers", "1"]
    assert run([*command, "-o", str(path), "--lang", "en"]) == 0
    said = capsys.readouterr()
    assert "was torn" in said.err
    assert "2 games were there already" in said.err
    assert "5 games in" in said.out
    make(terms, tmp_path / "whole.jsonl")
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_room_that_a_crash_left_unwritten_is_a_torn_game(terms: Terms, tmp_path: Path) -> None:
    make(terms, tmp_path / "games.jsonl", games=3)
    with (tmp_path / "games.jsonl.partial").open("ab") as file:
        file.write(bytes(100))
    make(terms, tmp_path / "games.jsonl")
    make(terms, tmp_path / "whole.jsonl")
    assert (tmp_path / "games.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_an_empty_frame_among_others_is_damage(terms: Terms, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.partial"
    make(terms, tmp_path / "games.jsonl", games=1)
    whole = path.read_bytes()
    path.write_bytes(whole + bytes(16) + whole)
    with pytest.raises(BadDataset, match=f"damaged at byte {len(whole)}"):
        make(terms, tmp_path / "games.jsonl")


def test_a_first_frame_torn_by_a_kill_is_written_anew(terms: Terms, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.partial"
    Journal(path, terms).close()
    whole = path.read_bytes()
    for size in (0, 5, 40):
        path.write_bytes(whole[:size])
        Journal(path, terms).close()
        assert path.read_bytes() == whole


def test_damage_in_the_middle_is_named_and_nothing_is_touched(terms: Terms, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    partial = tmp_path / "games.jsonl.partial"
    make(terms, path, games=3)
    data = bytearray(partial.read_bytes())
    data[-len(data) // 2] ^= 1
    partial.write_bytes(data)
    with pytest.raises(BadDataset, match=r"damaged at byte \d+"):
        make(terms, path)
    assert partial.read_bytes() == data


@pytest.mark.parametrize("text", ["shopping list\n", "a much longer shopping list: flour, eggs, butter, sugar\n" * 9])
def test_what_is_no_journal_of_this_data_set_is_not_touched(terms: Terms, text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    (tmp_path / "games.jsonl.partial").write_text(text)
    with pytest.raises(BadDataset, match="no journal"):
        make(terms, path)
    assert (tmp_path / "games.jsonl.partial").read_text() == text


def test_another_data_set_and_a_finished_one_are_not_mixed_in(terms: Terms, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    make(terms, path, games=1)
    with pytest.raises(BadDataset, match="another data set"):
        make(plan_dataset(GAME, ["greedy", "uniform"], 5, seed=4), path)
    with pytest.raises(BadDataset, match="another data set"):
        make(msgspec.structs.replace(terms, form="00000000"), path)
    make(terms, path)
    with pytest.raises(BadDataset, match="there already"):
        make(terms, path)


def test_two_processes_do_not_write_one_data_set(terms: Terms, tmp_path: Path) -> None:
    with Journal(tmp_path / "games.jsonl.partial", terms), pytest.raises(BadDataset, match="another process"):
        make(terms, tmp_path / "games.jsonl")


class FullDisk(io.FileIO):
    """A file whose disk is full after so many bytes."""

    room = 0

    def write(self, data: Any) -> int:
        if len(data) > self.room:
            super().write(bytes(data)[: self.room])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.room -= len(data)
        return super().write(data)


def test_a_full_disk_is_a_clear_error_and_finished_games_stay(terms: Terms, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    steps = make_dataset(terms, path, 1)
    journal = next(steps)
    next(steps)
    disk = FullDisk(journal.path, "a+")
    disk.room = 100
    journal._file.close()
    journal._file = disk
    with pytest.raises(BadDataset, match=r"No space left on device. The 1 games finished before are kept"):
        list(steps)
    with Journal(journal.path, terms) as kept:
        assert (len(kept.places), kept.torn) == (1, 0)
    make(terms, path)
    assert len(rows(path)) == 5 * 36


def test_a_disk_that_is_full_at_the_end_keeps_the_journal(
    terms: Terms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"

    def fail(new: Path, *_: object) -> None:
        new.write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(dataset, "write_lines", fail)
        with pytest.raises(BadDataset, match=r"No space left on device. All 5 games are kept in games.jsonl.partial"):
            make(terms, path)
    assert [left.name for left in tmp_path.iterdir()] == ["games.jsonl.partial"]
    make(terms, path)
    assert len(rows(path)) == 5 * 36


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (["--bots", "nobody"], "nobody"),
        (["--bots", ","], "needs a bot"),
        (["--bots", "uniform,greedy,level1", "--seats", "2"], "3 bots do not fit 2 seats"),
        (["--games", "0"], "--games"),
        (["--seats", "9"], "2 to 6"),
        (["--seed", "-1"], "seed"),
        (["--option", "nonsense=1"], "nonsense"),
        (["--workers", "0"], "--workers is 0"),
        (["--ray", "127.0.0.1:1"], "no Ray cluster answers"),
        (["-o", "games.csv"], ".parquet or .jsonl"),
        (["-o", "/nowhere/at/all/games.jsonl"], "no folder"),
    ],
)
def test_bad_input_is_refused(
    changed: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    usual = {"--bots": "uniform", "--games": "2", "-o": "games.jsonl", "--workers": "1"}
    usual.update(zip(changed[::2], changed[1::2], strict=True))
    assert run(["dataset", "enghien", *(part for pair in usual.items() for part in pair)]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "games.jsonl").exists()


@pytest.mark.parametrize("folder", ["games.jsonl.partial", "games.jsonl.partial.lock"])
def test_a_folder_in_place_of_the_journal_is_a_clear_error(terms: Terms, folder: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir()
    with pytest.raises(BastideError, match="cannot be written"):
        make(terms, tmp_path / "games.jsonl")


@needs_ray
@pytest.mark.slow
def test_a_local_ray_writes_the_same_bytes(terms: Terms, tmp_path: Path) -> None:
    make(terms, tmp_path / "here.jsonl")
    list(make_dataset(terms, tmp_path / "there.jsonl", ray="local"))
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()
