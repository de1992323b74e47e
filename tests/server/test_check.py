"""`bastide admin check`: damage of every kind to a stored game is found and named, and a sound database is sound."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bastide.cli import run
from bastide.games import load
from bastide.server.store import StoredLine
from bastide.server.store.chain import START, first_broken, link
from bastide.table.snapshot import read_snapshot, with_digest
from tests.server.serving import play_on, serving
from tests.server.test_kept_database import FOLDER, RELEASES
from tests.server.test_life import ANY, close, fewest
from tests.server.test_play import people


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """A file with one game under way, which has a snapshot, and its id."""
    folder = tmp_path_factory.mktemp("sound")
    with serving(folder) as server:
        players = people(server, ANY, fewest(ANY))
        play_on(players, 6)
        table: str = players[0].welcome["table"]["id"]
        close(*players)
    return (folder / "test.db").read_bytes(), table


@pytest.fixture
def data(sound: tuple[bytes, str], tmp_path: Path) -> Path:
    path = tmp_path / "test.db"
    path.write_bytes(sound[0])
    return path


@pytest.fixture
def database(data: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(data, isolation_level=None)) as connection:
        yield connection


def deleted(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM lines WHERE n = 3")


def deleted_at_the_end(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM lines WHERE n = (SELECT max(n) FROM lines)")


def changed(db: sqlite3.Connection) -> None:
    db.execute("UPDATE lines SET body = replace(body, 'Ada', 'Eve')")


def later(db: sqlite3.Connection) -> None:
    db.execute("UPDATE lines SET at = at + 1 WHERE n = 2")


def swapped(db: sqlite3.Connection) -> None:
    for number, other in ((3, -1), (4, 3), (-1, 4)):
        db.execute("UPDATE lines SET n = ? WHERE n = ?", (other, number))


def flipped(db: sqlite3.Connection) -> None:
    """One bit in the middle of the snapshot."""
    ((data,),) = db.execute("SELECT data FROM snapshots").fetchall()
    middle = len(data) // 2
    db.execute("UPDATE snapshots SET data = ?", (data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],))


def rewritten(db: sqlite3.Connection) -> None:
    """Another decision, with hashes that fit: only a replay can tell."""
    rows = db.execute("SELECT n, at, body FROM lines ORDER BY n").fetchall()
    at_fault = next(n for n, _, body in rows if '"draw"' in body)
    before = START
    for n, at, body in rows:
        text = '{"kind":"draw","action":31000,"text":"?"}' if n == at_fault else body
        before = link(before, n, at, text)
        db.execute("UPDATE lines SET body = ?, chain = ? WHERE n = ?", (text, before, n))


def unreadable(db: sqlite3.Connection) -> None:
    before = START
    for n, at, body in db.execute("SELECT n, at, body FROM lines ORDER BY n").fetchall():
        text = "{}" if n == 2 else body
        before = link(before, n, at, text)
        db.execute("UPDATE lines SET body = ?, chain = ? WHERE n = ?", (text, before, n))


def ended(db: sqlite3.Connection) -> None:
    db.execute("UPDATE tables SET state = 'over'")


def reseeded(db: sqlite3.Connection) -> None:
    db.execute("UPDATE tables SET seed = 'ff' || substr(seed, 3)")


def unsettled(db: sqlite3.Connection) -> None:
    db.execute("UPDATE tables SET setup = substr(setup, 2)")


DAMAGES: dict[Callable[[sqlite3.Connection], None], str] = {
    deleted: "line 3 is missing, or is not what was written",
    deleted_at_the_end: "were written",
    changed: "line 0 is missing, or is not what was written",
    later: "line 2 is missing, or is not what was written",
    swapped: "line 3 is missing, or is not what was written",
    flipped: "the snapshot is not what the log gives",
    rewritten: "does not follow from those before it",
    unreadable: "line 2 cannot be read",
    ended: "the log ends “playing”, but lists show the table as “over”",
    reseeded: "the secret seed is not the one behind the commitment",
    unsettled: "what was settled when the table was made cannot be read",
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damage_is_found_and_named(
    damage: Callable[[sqlite3.Connection], None],
    sound: tuple[bytes, str],
    data: Path,
    database: sqlite3.Connection,
    capsys: pytest.CaptureFixture[str],
) -> None:
    damage(database)
    assert run(["admin", "check", "--data", str(data), "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert f"{sound[1]}: " in told.out
    assert DAMAGES[damage] in told.out
    assert "1 of 1 game damaged" in told.err


def test_a_sound_file_is_sound_in_both_languages(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, said in (("en", "1 game checked"), ("fr", "1 partie vérifiée")):
        assert run(["admin", "check", "--data", str(data), "--lang", language]) == 0
        assert said in capsys.readouterr().out


@pytest.mark.parametrize("release", RELEASES)
def test_an_older_database_gets_its_hashes_and_is_sound(
    release: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "old.db"
    data.write_bytes(lzma.decompress((FOLDER / f"{release}.db.xz").read_bytes()))
    assert run(["admin", "check", "--data", str(data), "--lang", "en"]) == 0, capsys.readouterr().out
    with closing(sqlite3.connect(data)) as db:
        assert db.execute("SELECT count(*) FROM lines WHERE chain = ''").fetchone() == (0,)
        db.execute("UPDATE lines SET at = at + 1 WHERE n = 1")
        db.commit()
    assert run(["admin", "check", "--data", str(data), "--lang", "en"]) == 2


def test_a_page_of_the_file_that_is_damaged_is_told(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = bytearray(data.read_bytes())
    whole[len(whole) // 2 : len(whole) // 2 + 4096] = b"\xff" * 4096
    data.write_bytes(whole)
    assert run(["admin", "check", "--data", str(data), "--lang", "en"]) == 2
    assert str(data) in capsys.readouterr().err


def test_a_damaged_log_is_not_played_on(sound: tuple[bytes, str], data: Path, database: sqlite3.Connection) -> None:
    database.execute("DELETE FROM snapshots")
    changed(database)
    with serving(data.parent) as server:
        status, told = server.ask("GET", f"/api/tables/{sound[1]}")
        assert (status, told["label"]["key"]) == (409, "table.refused.damaged")
        assert server.ask("GET", "/api/health")[0] == 200


def test_a_damaged_snapshot_costs_a_replay_and_nothing_else(
    sound: tuple[bytes, str], data: Path, database: sqlite3.Connection
) -> None:
    flipped(database)
    with serving(data.parent) as server:
        assert server.ask("GET", f"/api/tables/{sound[1]}")[0] == 200


def test_a_snapshot_of_states_of_another_form_costs_a_replay_and_is_no_damage(
    sound: tuple[bytes, str], data: Path, database: sqlite3.Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    ((kept,),) = database.execute("SELECT data FROM snapshots").fetchall()
    found = read_snapshot(kept, load(ANY))
    assert found is not None
    states = [bytes(len(state)) for state in found.match.states]
    other = msgspec.structs.replace(found, form="00000000", match=msgspec.structs.replace(found.match, states=states))
    database.execute("UPDATE snapshots SET data = ?", (with_digest(other),))
    assert run(["admin", "check", "--data", str(data), "--lang", "en"]) == 0, capsys.readouterr().out
    with serving(data.parent) as server:
        assert server.ask("GET", f"/api/tables/{sound[1]}")[0] == 200


def test_the_chain_holds_number_time_text_and_order() -> None:
    lines: list[StoredLine] = []
    before = START
    for n, body in enumerate("abc"):
        before = link(before, n, 10 + n, body)
        lines.append(StoredLine(n, 10 + n, body, before))
    assert first_broken(lines) is None
    assert first_broken(lines[1:], lines[0].chain, 1) is None
    assert first_broken(lines[1:]) == 0
    assert first_broken([lines[0], lines[2]]) == 1
    assert first_broken([lines[0], lines[1]._replace(body="x"), lines[2]]) == 1
    assert first_broken([lines[0], lines[1]._replace(at=0), lines[2]]) == 1
