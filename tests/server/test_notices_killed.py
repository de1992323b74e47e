"""A server that is killed while it tells somebody whose turn it is: nothing is lost, and nobody reads it twice."""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from bastide.server.clock import now_ms
from bastide.server.main import run_server
from bastide.server.notices.courier import GAP_MS, GRACE_MS, LEASE_MS
from bastide.server.notices.settings import MailSettings, NoticeSettings
from bastide.server.settings import Settings
from bench.server_process import ROOT, free_port
from tests.server.receiving import Browser, Mailbox, Receiver, mailbox, receiving
from tests.server.serving import GENEROUS, poll, serving
from tests.server.test_cards import new_card
from tests.server.test_notices import PUBLIC, asked_table, settings, subscribe

SECOND = 1000
QUICKLY_S = 0.05


def main() -> None:
    """A whole server over a file, so many milliseconds later than it is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("mail_port", type=int)
    parser.add_argument("ahead_ms", type=int)
    given = parser.parse_args()
    now_ms.ahead_ms = given.ahead_ms
    mail = MailSettings("127.0.0.1", "tables@tables.example", given.mail_port, security="none")
    told = NoticeSettings(PUBLIC, mail, private_hosts=True, every_s=QUICKLY_S, timeout_s=600)
    chosen = Settings(database=f"sqlite:///{given.file}", limits=GENEROUS, compiles_apart=False, notices=told)
    run_server(chosen, "127.0.0.1", free_port(), "", "warning", lambda _port: None)


@contextmanager
def running(folder: Path, box: Mailbox, ahead_ms: int) -> Iterator[Callable[[Callable[[], object]], None]]:
    """A server in a process of its own, killed without a word at the end; gives what waits for something to come."""
    command = [sys.executable, "-m", __name__, str(folder / "test.db"), str(box.port), str(ahead_ms)]
    process = subprocess.Popen(command, cwd=ROOT)

    def until(holds: Callable[[], object]) -> None:
        def has_come() -> object:
            assert process.poll() is None, "the server ended by itself"
            return holds()

        poll(has_come)

    try:
        yield until
    finally:
        process.kill()
        process.wait()


def due_after(folder: Path) -> dict[str, int]:
    """The kinds of channels that still have something to tell, and how long after their last message."""
    with closing(sqlite3.connect(folder / "test.db")) as connection:
        return dict(connection.execute("SELECT kind, due - sent FROM channels WHERE due IS NOT NULL"))


def test_killed_while_sending_each_kind_is_told_once(tmp_path: Path) -> None:
    with receiving() as receiver, mailbox() as box:
        browser = Browser(receiver)
        make_asked(tmp_path, receiver, browser, box)
        receiver.answers.clear()
        box.hold()
        with running(tmp_path, box, GRACE_MS) as until:
            until(lambda: len(receiver.posted) == 2 and len(box.mails) == 1)
        receiver.answers.set()
        box.answer()
        with running(tmp_path, box, GRACE_MS + LEASE_MS + SECOND) as until:
            until(lambda: due_after(tmp_path) == {"hook": GAP_MS["hook"]})
        assert (len(browser.shown()), len(box.mails)) == (2, 2)
        assert [each.headers["topic"] for each in pushes(receiver)] == ["turn", "turn"], "one takes the other's place"
        assert browser.shown()[0] == browser.shown()[1]
        assert box.mails[0]["message-id"] == box.mails[1]["message-id"], "mail programs keep one"
        assert len(hooks(receiver)) == 1, "a channel whose readers would see it twice waits"
        with running(tmp_path, box, GRACE_MS + GAP_MS["hook"] + SECOND) as until:
            until(lambda: due_after(tmp_path) == {})
        assert len(hooks(receiver)) == 2
        numbers = {each.headers["idempotency-key"] for each in hooks(receiver)}
        assert len(numbers) == 1, "and says that it is the same"


def make_asked(folder: Path, receiver: Receiver, browser: Browser, box: Mailbox) -> None:
    """Somebody with one channel of each kind is asked, and gone."""
    with serving(folder, notices=settings(box.port)) as server:
        card = new_card(server)
        subscribe(server, card, browser.subscription())
        subscribe(server, card, {"kind": "hook", "flavour": "discord", "url": f"{receiver.url}/hook"})
        subscribe(server, card, {"kind": "mail", "address": "lea@example.org"})
        poll(lambda: box.mails)
        code = box.mails.pop().get_content().split("/mail/confirm#")[1].split()[0]
        server.ask("POST", "/api/mail/confirm", {"code": code})
        asked_table(server, card)


def pushes(receiver: Receiver) -> list[Any]:
    return [each for each in receiver.posted if each.path.startswith("/push")]


def hooks(receiver: Receiver) -> list[Any]:
    return [each for each in receiver.posted if each.path == "/hook"]


if __name__ == "__main__":
    main()
