"""My turn finds me: push, mail and webhook against receivers of our own that read what arrives; the clock jumps."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from bastide.core.catalogue import say
from bastide.server.clock import now_ms
from bastide.server.notices.addresses import check_url
from bastide.server.notices.courier import BACK_OFF_MS, GAP_MS, GRACE_MS, LEASE_MS
from bastide.server.notices.settings import MailSettings, NoticeSettings
from bastide.server.notices.web import PublicResolver
from bastide.table.refused import Refused
from tests.server.receiving import Browser, Mailbox, Receiver, mailbox, receiving
from tests.server.serving import PATIENCE_S, Running, poll, serving
from tests.server.test_cards import REST, new_card
from tests.server.test_life import ANY, close
from tests.server.test_parting import key_of, refusal
from tests.server.test_play import YOU

NEVER_S = 3600.0  # the courier is told when to look
PUBLIC = "https://tables.example"


@pytest.fixture(autouse=True)
def steady() -> Iterator[None]:
    yield
    now_ms.ahead_ms = 0


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as running:
        yield running


def settings(port: int = 0, **more: Any) -> NoticeSettings:
    mail = MailSettings("127.0.0.1", "tables@tables.example", port, security="none") if port else None
    return NoticeSettings(PUBLIC, mail, private_hosts=True, every_s=NEVER_S, **more)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path, notices=settings()) as running:
        yield running


def start(server: Running, work: Coroutine[Any, Any, Any]) -> Future[Any]:
    """Runs something on the server's own loop."""
    courier = server.app.state.server.courier
    return asyncio.run_coroutine_threadsafe(work, courier._task.get_loop())


def deliver(server: Running, ahead_ms: int = 0) -> None:
    """Time passes, and the courier does what it does every few seconds."""
    now_ms.ahead_ms += ahead_ms
    courier = server.app.state.server.courier
    start(server, courier.look()).result(PATIENCE_S)
    start(server, courier.send_due()).result(PATIENCE_S)


def asked_table(server: Running, card: str, **more: Any) -> dict[str, Any]:
    """A table at which the owner of a card is asked, and has gone away."""
    made = server.make(ANY, [YOU, *REST], **more)
    player = server.sit(made["table"]["id"], made["key"])
    player.until_asked()
    close(player)
    room = server.app.state.server.rooms.get(made["table"]["id"])
    poll(lambda: 0 not in room.presence.links_here())
    server.ask("POST", "/api/card/tables", {"keys": [made["key"]]}, key=card)
    return made


def subscribe(server: Running, card: str, to: dict[str, str]) -> dict[str, Any]:
    status, channel = server.ask("POST", "/api/card/channels", {"to": to}, key=card)
    assert status == 201, channel
    return dict(channel)


def channels(server: Running, card: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = server.ask("GET", "/api/card/channels", key=card)[1]["channels"]
    return listed


def test_a_push_says_whose_turn_it_is_once_in_the_readers_language(server: Running, receiver: Receiver) -> None:
    card, browser = new_card(server), Browser(receiver)
    subscribe(server, card, browser.subscription())
    made = asked_table(server, card, name="Cornières")
    deliver(server)
    assert browser.shown() == [], "whoever decides at once is told nothing"
    deliver(server, GRACE_MS)
    [shown] = browser.shown()
    assert shown["title"] == say("fr", "table.notice.turn")
    assert shown["body"] == say("fr", "table.notice.table", game=say("fr", f"{ANY}.title"), name="Cornières")
    assert shown["path"] == f"/table/{made['table']['id']}"
    assert made["key"] not in json.dumps(shown)
    headers = receiver.posted[0].headers
    pushed = server.ask("GET", "/api/card/channels", key=card)[1]["push_key"]
    assert headers["authorization"].startswith("vapid ")
    assert headers["authorization"].endswith(f"k={pushed}")
    for _ in range(3):
        deliver(server, GAP_MS["push"])
    assert len(browser.shown()) == 1


def test_many_turns_are_one_message_and_the_next_waits(server: Running, receiver: Receiver) -> None:
    card, browser = new_card(server), Browser(receiver)
    subscribe(server, card, browser.subscription())
    for _ in range(3):
        asked_table(server, card)
    deliver(server)
    deliver(server, GRACE_MS)
    [shown] = browser.shown()
    assert (shown["title"], shown["n"], shown["path"]) == (say("fr", "table.notice.turns", n=3), 3, "/")
    asked_table(server, card)
    deliver(server)
    deliver(server, GRACE_MS)
    assert len(browser.shown()) == 1, "a digest, not a flood"
    deliver(server, GAP_MS["push"])
    assert [each["n"] for each in browser.shown()] == [3, 1]


def test_who_has_decided_is_at_the_table_or_wants_quiet_is_told_nothing(server: Running, receiver: Receiver) -> None:
    card, browser = new_card(server), Browser(receiver)
    subscribe(server, card, browser.subscription())
    quiet, there = asked_table(server, card), asked_table(server, card)
    server.ask("PUT", f"/api/card/tables/{quiet['table']['id']}", {"quiet": True}, key=card)
    player = server.sit(there["table"]["id"], there["key"])
    deliver(server)
    deliver(server, GRACE_MS)
    assert browser.shown() == []
    close(player)
    room = server.app.state.server.rooms.get(there["table"]["id"])
    poll(lambda: 0 not in room.presence.links_here())
    deliver(server, GRACE_MS)
    assert len(browser.shown()) == 1
    moved = asked_table(server, card)
    deliver(server)
    player = server.sit(moved["table"]["id"], moved["key"])
    before = player.ply
    player.act()
    player.until_asked()
    assert player.ply > before
    close(player)
    deliver(server, GAP_MS["push"])
    told = [each["path"] for each in browser.shown()[1:]]
    assert told in ([], [f"/table/{moved['table']['id']}"]), "at most of the newer asking, once"


def test_a_dead_endpoint_is_dropped(server: Running, receiver: Receiver) -> None:
    card, browser = new_card(server), Browser(receiver)
    subscribe(server, card, browser.subscription())
    asked_table(server, card)
    receiver.statuses = [410]
    deliver(server)
    deliver(server, GRACE_MS)
    assert channels(server, card) == []


def test_what_fails_is_tried_again_later_and_arrives_once(server: Running, receiver: Receiver) -> None:
    card, browser = new_card(server), Browser(receiver)
    subscribe(server, card, browser.subscription())
    asked_table(server, card)
    receiver.statuses = [500, 503]
    deliver(server)
    deliver(server, GRACE_MS)
    deliver(server)
    assert len(receiver.posted) == 1
    assert channels(server, card)[0]["failing"]
    deliver(server, BACK_OFF_MS)
    deliver(server, BACK_OFF_MS)
    assert len(receiver.posted) == 2, "each failure doubles the wait"
    deliver(server, BACK_OFF_MS)
    deliver(server, GAP_MS["push"])
    assert len(receiver.posted) == 3
    assert "failing" not in channels(server, card)[0]


def test_what_may_have_arrived_is_told_again_only_where_nobody_reads_it_twice(
    server: Running, receiver: Receiver
) -> None:
    card, browser = new_card(server), Browser(receiver)
    subscribe(server, card, browser.subscription())
    subscribe(server, card, {"kind": "hook", "flavour": "slack", "url": f"{receiver.url}/hook"})
    asked_table(server, card)
    receiver.statuses = [0, 0]  # both are read, and the line breaks
    deliver(server)
    deliver(server, GRACE_MS)

    def hooks() -> list[str]:
        return [each.headers["idempotency-key"] for each in receiver.posted if each.path == "/hook"]

    assert (len(browser.shown()), len(hooks())) == (1, 1)
    deliver(server, BACK_OFF_MS)
    assert (len(browser.shown()), len(hooks())) == (2, 1)
    deliver(server, GAP_MS["hook"])
    assert len(hooks()) == 2
    assert len(set(hooks())) == 1, "under the same number"
    deliver(server, GAP_MS["hook"])
    assert len(hooks()) == 2


def test_a_killed_process_loses_nothing_and_a_claim_outlives_it_only_for_a_minute(
    tmp_path: Path, receiver: Receiver
) -> None:
    browser = Browser(receiver)
    with serving(tmp_path, notices=settings()) as first:
        card = new_card(first)
        subscribe(first, card, browser.subscription())
        asked_table(first, card)  # nobody has looked when the server ends
    with serving(tmp_path, notices=settings()) as second:
        deliver(second)
        store = second.app.state.server.courier.store
        [channel] = start(second, store.due(now_ms() + GRACE_MS, limit=1)).result(PATIENCE_S)
        now_ms.ahead_ms += GRACE_MS
        assert start(second, store.claim(channel, now_ms(), now_ms() + LEASE_MS, 0)).result(PATIENCE_S)  # and is killed
        deliver(second)
        assert browser.shown() == []
        assert not start(second, store.claim(channel, now_ms(), now_ms() + LEASE_MS, 0)).result(PATIENCE_S)
        deliver(second, LEASE_MS)
        deliver(second, GAP_MS["push"])
    assert len(browser.shown()) == 1


def test_two_processes_queue_an_asking_once(server: Running, receiver: Receiver) -> None:
    card = new_card(server)
    subscribe(server, card, Browser(receiver).subscription())
    asked_table(server, card)
    store = server.app.state.server.courier.store
    [candidate] = start(server, store.changed_since(0, (-1, "", ""))).result(60)
    assert [start(server, store.notice(candidate, 5, 5)).result(60) for _ in range(2)] == [True, False]
    [channel] = start(server, store.due(5, limit=1)).result(60)
    assert start(server, store.claim(channel, 5, 9, 0)).result(60)
    start(server, store.told(channel._replace(sent=6), [])).result(60)
    assert not start(server, store.claim(channel, 10, 19, 0)).result(60), "it was read before the other had told"


def test_mail_is_confirmed_first_and_ended_by_one_click(tmp_path: Path, box: Mailbox) -> None:
    with serving(tmp_path, notices=settings(box.port)) as server:
        card = new_card(server)
        assert not subscribe(server, card, {"kind": "mail", "address": "lea@example.org"})["confirmed"]
        poll(lambda: box.mails)
        asked_table(server, card)
        deliver(server)
        deliver(server, GRACE_MS)
        assert len(box.mails) == 1, "nothing is sent to an address that has not been confirmed"
        assert box.mails[0]["subject"] == say("fr", "table.notice.mail.subject")
        code = box.mails[0].get_content().split("/mail/confirm#")[1].split()[0]
        assert refusal(server.ask("POST", "/api/mail/confirm", {"code": "other"})) == (403, "dead_pass")
        assert server.ask("POST", "/api/mail/confirm", {"code": code})[0] == 200
        second = asked_table(server, card)
        deliver(server)
        deliver(server, GRACE_MS)
        mail = box.mails[1]
        text = mail.get_content()
        assert mail["subject"] == say("fr", "table.notice.turn")
        assert f"{PUBLIC}/table/{second['table']['id']}" in text
        assert key_of(second["href"]) not in text
        assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
        off = str(mail["list-unsubscribe"]).strip("<>").removeprefix(PUBLIC)
        assert server.ask("POST", off, b"List-Unsubscribe=One-Click", headers={"content-type": "text/plain"})[0] == 200
        assert channels(server, card) == []
        assert server.ask("POST", off)[0] == 200


def test_a_mail_server_that_hangs_delays_no_move(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        told = settings(hanging.getsockname()[1], timeout_s=PATIENCE_S)
        with serving(tmp_path, notices=told) as server:
            card = new_card(server)
            subscribe(server, card, {"kind": "mail", "address": "lea@example.org"})
            asking, _ = hanging.accept()  # the letter that asks to confirm is never taken
            store = server.app.state.server.courier.store
            [row] = start(server, store.of_card(server.app.state.server.cards.keys.read(card)[0])).result(PATIENCE_S)
            start(server, store.confirm(row.code)).result(PATIENCE_S)
            made = asked_table(server, card)
            start(server, server.app.state.server.courier.look()).result(PATIENCE_S)
            now_ms.ahead_ms += GRACE_MS
            sending = start(server, server.app.state.server.courier.send_due())
            telling, _ = hanging.accept()  # nor is this one
            player = server.sit(made["table"]["id"], made["key"])
            player.act()
            assert not sending.done()
            close(player)
            asking.close()
            telling.close()
            sending.cancel()


@pytest.mark.parametrize(
    ("flavour", "read"),
    [
        ("discord", lambda body: json.loads(body)["content"]),
        ("slack", lambda body: json.loads(body)["text"]),
        ("ntfy", lambda body: body.decode()),
    ],
)
def test_a_webhook_gets_what_it_can_read(server: Running, receiver: Receiver, flavour: str, read: Any) -> None:
    card = new_card(server)
    subscribe(server, card, {"kind": "hook", "flavour": flavour, "url": f"{receiver.url}/hook"})
    made = asked_table(server, card)
    deliver(server)
    deliver(server, GRACE_MS)
    [posted] = receiver.posted
    text = read(posted.body)
    assert text.splitlines() == [
        say("fr", "table.notice.turn"),
        say("fr", f"{ANY}.title"),
        f"{PUBLIC}/table/{made['table']['id']}",
    ]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.8/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://user@example.org/x",
        "ftp://example.org",
        "https://",
        "x",
    ],
)
def test_nothing_is_sent_into_the_servers_own_network(url: str) -> None:
    with pytest.raises(Refused) as refused:
        check_url(url, private_hosts=False)
    assert refused.value.label.key == "table.refused.address"
    check_url("https://discord.com/api/webhooks/1/x", private_hosts=False)


def test_a_name_that_leads_into_the_servers_own_network_is_not_resolved() -> None:
    with pytest.raises(OSError, match="public"):
        asyncio.run(PublicResolver().resolve("localhost", 443))


def test_channels_are_few_ones_own_and_refused_where_nothing_can_be_sent(server: Running, receiver: Receiver) -> None:
    card, other = new_card(server), new_card(server, "Noor")
    mail = {"to": {"kind": "mail", "address": "lea@example.org"}}
    assert refusal(server.ask("POST", "/api/card/channels", mail, key=card)) == (409, "no_mail")
    ids = [
        subscribe(server, card, {"kind": "hook", "flavour": "ntfy", "url": f"{receiver.url}/{n}"})["id"]
        for n in range(8)
    ]
    again = subscribe(server, card, {"kind": "hook", "flavour": "ntfy", "url": f"{receiver.url}/0"})
    assert again["id"] == ids[0]
    more = {"to": {"kind": "hook", "flavour": "ntfy", "url": f"{receiver.url}/more"}}
    assert refusal(server.ask("POST", "/api/card/channels", more, key=card)) == (409, "channels")
    assert refusal(server.ask("DELETE", f"/api/card/channels/{ids[0]}", key=other)) == (404, "no_channel")
    assert server.ask("DELETE", f"/api/card/channels/{ids[0]}", key=card)[0] == 200
    assert len(channels(server, card)) == 7
    assert server.ask("DELETE", "/api/card", key=card)[0] == 200
    assert channels(server, other) == []


def test_a_flood_of_turns_is_queued_fast(server: Running, receiver: Receiver) -> None:
    """A thousand a minute is seventeen a second: queueing one must cost far less than that."""
    card = new_card(server)
    subscribe(server, card, Browser(receiver).subscription())
    asked_table(server, card)
    store = server.app.state.server.courier.store
    [candidate] = start(server, store.changed_since(0, (-1, "", ""))).result(PATIENCE_S)
    began = time.process_time()
    for n in range(200):
        start(server, store.notice(candidate, 10 + n, 10 + n)).result(PATIENCE_S)
    assert (time.process_time() - began) / 200 < 0.06


def test_a_server_starts_without_what_carries_messages() -> None:
    """They are imported with the first message: a fifth of all modules, and nobody waits for them."""
    program = (
        "import sys; import bastide.cli; import bastide.cli.serve; import bastide.server.main;"
        "print(*sorted({'aiohttp', 'aiosmtplib', 'pywebpush', 'py_vapid', 'rich.markdown'} & set(sys.modules)))"
    )
    started = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert started.stdout.split() == []
