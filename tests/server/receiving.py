"""Where notices arrive: a push service that decrypts what it gets, a webhook, a mail server. All real, all here."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bench.server_process import free_port


class Posted(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Takes what is posted to it, and answers with whatever it was told to."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.statuses: list[int] = []  # of the next answers, 0 for none; 201 afterwards
        self.answers = threading.Event()  # cleared: what arrives is read and not answered
        self.answers.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.posted.append(Posted(self.path, headers, body))
                receiver.answers.wait()
                status = receiver.statuses.pop(0) if receiver.statuses else 201
                if status:
                    self.send_response(status)
                    self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.answers.set()
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """The keys of a subscription, as a browser makes them."""

    def __init__(self, receiver: Receiver, name: str = "browser") -> None:
        self.receiver = receiver
        self.path = f"/push/{name}"
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))

    def subscription(self) -> dict[str, str]:
        public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "kind": "push",
            "endpoint": self.receiver.url + self.path,
            "p256dh": base64.urlsafe_b64encode(public).decode().rstrip("="),
            "auth": base64.urlsafe_b64encode(self._auth).decode().rstrip("="),
        }

    def shown(self) -> list[dict[str, Any]]:
        """The messages that arrived for this browser, decrypted."""
        return [
            json.loads(http_ece.decrypt(each.body, private_key=self._private, auth_secret=self._auth))
            for each in self.receiver.posted
            if each.path == self.path
        ]


class Mailbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self._answers = asyncio.Event()
        self._answers.set()
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        await self._answers.wait()
        return "250 kept"

    def hold(self) -> None:
        """What arrives is kept, and not answered."""
        self._controller.loop.call_soon_threadsafe(self._answers.clear)

    def answer(self) -> None:
        self._controller.loop.call_soon_threadsafe(self._answers.set)

    def stop(self) -> None:
        self._controller.stop(no_assert=True)


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    try:
        yield receiver
    finally:
        receiver.stop()


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    try:
        yield box
    finally:
        box.stop()
