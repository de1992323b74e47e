"""How a message leaves: Web Push (RFC 8291, VAPID), mail, a webhook. Each says whether it arrived, or never will."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
import socket
import time
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any, Literal
from urllib.parse import urlsplit

import aiohttp
import aiosmtplib
import msgspec
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher

from bastide.core.catalogue import say
from bastide.core.decoding import read_json
from bastide.server.notices.settings import MailSettings, NoticeSettings
from bastide.server.notices.words import Message
from bastide.table.refused import Refused

HALF_A_DAY_S = 43_200  # how long a push service keeps a message for a device that is off, and a signature is good
GONE = (404, 410)  # what a push service or a webhook answers for an address that is no more

Flavour = Literal["discord", "slack", "ntfy"]


class Gone(Exception):
    """The address is no more: nothing will ever arrive there."""


class Failed(Exception):
    """It did not arrive this time."""


class Unsure(Failed):
    """It was under way when the answer failed to come: nobody knows whether it arrived."""


class PushKeys(msgspec.Struct, frozen=True):
    p256dh: str
    auth: str


class PushAddress(msgspec.Struct, frozen=True):
    """A subscription, as a browser gives it."""

    endpoint: str
    keys: PushKeys


class MailAddress(msgspec.Struct, frozen=True):
    to: str


class HookAddress(msgspec.Struct, frozen=True):
    flavour: Flavour
    url: str


def new_push_secret() -> str:
    """A private key for Web Push, in base64."""
    key = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(key.to_bytes(32, "big")).decode().rstrip("=")


def push_key(secret: str) -> str:
    """The public key that a browser subscribes with."""
    public = Vapid02.from_raw(secret.encode()).public_key
    raw = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def check_url(url: str, private_hosts: bool) -> None:
    """Refuses what is no address of the web, or leads into the server's own network."""
    parts = urlsplit(url)
    wanted = ("https", "http") if private_hosts else ("https",)
    if parts.scheme not in wanted or not parts.hostname or "@" in parts.netloc:
        raise Refused("table.refused.address")
    if not private_hosts and not is_public(parts.hostname):
        raise Refused("table.refused.address")


def is_public(host: str) -> bool:
    """False for an address (not a name) that is not of the public net."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return host != "localhost"


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses only: a webhook must not reach what stands beside the server."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        public = [
            ResolveResult(
                hostname=host, host=str(address[0]), port=port, family=kind, proto=proto, flags=socket.AI_NUMERICHOST
            )
            for kind, _, proto, _, address in found
            if is_public(str(address[0]))
        ]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        pass


class Carriers:
    """Everything that leaves this server for elsewhere."""

    def __init__(self, settings: NoticeSettings, push_secret: str) -> None:
        self.settings = settings
        self.push_key = push_key(push_secret)
        self._vapid = Vapid02.from_raw(push_secret.encode())
        self._session: aiohttp.ClientSession | None = None
        self._signatures: dict[str, tuple[float, Mapping[str, str]]] = {}  # by push service, until when

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def carry(self, kind: str, address: str, code: str, message: Message, language: str) -> None:
        """Sends one message; Gone or Failed where it does not arrive in time."""
        try:
            async with asyncio.timeout(self.settings.timeout_s):
                await CARRY[kind](self, address, code, message, language)
        except (Gone, Failed):
            raise
        except (aiohttp.ClientConnectorError, ValueError, aiosmtplib.SMTPException, Refused) as error:
            raise Failed(type(error).__name__) from error
        except (OSError, TimeoutError, aiohttp.ClientError) as error:
            raise Unsure(type(error).__name__) from error

    # ---- push

    async def _push(self, address: str, _code: str, message: Message, language: str) -> None:
        to = read_json(address, PushAddress)
        body = {"title": message.title, "body": message.text, "path": message.path, "n": len(message.tables)}
        data = msgspec.json.encode({**body, "lang": language})
        encrypted = await asyncio.to_thread(lambda: WebPusher(msgspec.to_builtins(to)).encode(data)["body"])
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(HALF_A_DAY_S),
            "urgency": "high",
            "topic": "turn",  # a newer message takes the place of one that was not shown yet
            **self._signed(to.endpoint),
        }
        await self._post(to.endpoint, encrypted, headers)

    def _signed(self, endpoint: str) -> Mapping[str, str]:
        """Who sends, signed for one push service; the same for half of the time that it is good."""
        parts, now = urlsplit(endpoint), time.time()
        service = f"{parts.scheme}://{parts.netloc}"
        until, headers = self._signatures.get(service, (0.0, {}))
        if until <= now:
            claims = {"sub": self._contact, "aud": service, "exp": int(now) + HALF_A_DAY_S}
            headers = self._vapid.sign(claims)
            self._signatures = {each: kept for each, kept in self._signatures.items() if kept[0] > now}
            self._signatures[service] = (now + HALF_A_DAY_S / 2, headers)
        return headers

    @property
    def _contact(self) -> str:
        """Whom a push service may write to about us."""
        if self.settings.mail:
            return f"mailto:{self.settings.mail.sender}"
        is_known = self.settings.public_url.startswith("https")
        return self.settings.public_url if is_known else "mailto:nobody@localhost"

    # ---- webhook

    async def _hook(self, address: str, code: str, message: Message, _language: str) -> None:
        to = read_json(address, HookAddress)
        link = self._link(message.path)
        text = "\n".join([message.title, *message.lines, *([link] if link else [])])
        body, headers = HOOKS[to.flavour](text)
        number = number_of(code, message)
        told_apart = {"idempotency-key": f'"{number}"', "x-sequence-id": number}  # the second one is ntfy's
        await self._post(to.url, body, {**headers, **told_apart})

    def _link(self, path: str) -> str:
        return f"{self.settings.public_url}{path}" if self.settings.public_url else ""

    async def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        check_url(url, self.settings.private_hosts)
        if self._session is None:
            resolver = None if self.settings.private_hosts else PublicResolver()
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=resolver))
        async with self._session.post(url, data=body, headers=dict(headers), allow_redirects=False) as answer:
            if answer.status in GONE:
                raise Gone
            if not 200 <= answer.status < 300:
                raise Failed(str(answer.status))

    # ---- mail

    async def _mail(self, address: str, code: str, message: Message, language: str) -> None:
        off = f"{self.settings.public_url}/mail/off#{code}"
        lines = [*message.lines, "", self._link(message.path), "", say(language, "table.notice.mail.off", link=off)]
        mail = self._letter(address, message.title, lines, number_of(code, message))
        mail["List-Unsubscribe"] = f"<{self.settings.public_url}/api/mail/off/{code}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self._send_mail(mail)

    async def ask_to_confirm(self, address: str, code: str, language: str) -> None:
        """The first letter: only whoever reads it can say that this address wants more."""
        link = f"{self.settings.public_url}/mail/confirm#{code}"
        lines = [say(language, "table.notice.mail.confirm", link=link), "", say(language, "table.notice.mail.ignore")]
        async with asyncio.timeout(self.settings.timeout_s):
            await self._send_mail(self._letter(address, say(language, "table.notice.mail.subject"), lines, code[:8]))

    def _letter(self, address: str, subject: str, lines: list[str], number: str) -> EmailMessage:
        settings = self._mail_settings
        mail = EmailMessage()
        mail["From"] = settings.sender
        mail["To"] = read_json(address, MailAddress).to
        mail["Subject"] = subject
        mail["Message-ID"] = f"<{number}@{settings.sender.rpartition('@')[2] or 'bastide'}>"  # the same if sent again
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content("\n".join(lines) + "\n")
        return mail

    async def _send_mail(self, mail: EmailMessage) -> None:
        settings = self._mail_settings
        await aiosmtplib.send(
            mail,
            hostname=settings.host,
            port=settings.port,
            username=settings.user or None,
            password=settings.password or None,
            use_tls=settings.security == "tls",
            start_tls=settings.security == "starttls",
            timeout=self.settings.timeout_s,
        )

    @property
    def _mail_settings(self) -> MailSettings:
        if self.settings.mail is None:
            raise Failed("no mail server")
        return self.settings.mail


def number_of(code: str, message: Message) -> str:
    """The number of a message on its channel: the same when the same is told again, and only then."""
    told = [code, *(f"{each.id} {each.asked_at}" for each in message.tables)]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:32]


def _json(body: dict[str, str]) -> tuple[bytes, dict[str, str]]:
    return msgspec.json.encode(body), {"content-type": "application/json"}


HOOKS: dict[Flavour, Any] = {
    "discord": lambda text: _json({"content": text}),
    "slack": lambda text: _json({"text": text}),
    "ntfy": lambda text: (text.encode(), {"content-type": "text/plain; charset=utf-8"}),
}
CARRY: dict[str, Any] = {"push": Carriers._push, "mail": Carriers._mail, "hook": Carriers._hook}
