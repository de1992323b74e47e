"""How a message leaves: Web Push (RFC 8291, VAPID), mail, a webhook. Each says whether it arrived, or never will.

The libraries that carry are imported with the first message: a server that sends none starts without them.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from collections.abc import Mapping
from email.message import EmailMessage
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from bastide.core.catalogue import say
from bastide.core.decoding import read_json
from bastide.server.notices.addresses import (
    Failed,
    Flavour,
    Gone,
    HookAddress,
    MailAddress,
    PushAddress,
    Unsure,
    check_url,
)
from bastide.server.notices.settings import MailSettings, NoticeSettings
from bastide.server.notices.words import Message
from bastide.table.refused import Refused

if TYPE_CHECKING:
    from bastide.server.notices.web import Web

HALF_A_DAY_S = 43_200  # how long a push service keeps a message for a device that is off, and a signature is good
GONE = (404, 410)  # what a push service or a webhook answers for an address that is no more


async def library(name: str) -> Any:
    """A module that is needed from here on; read aside, since that takes a while and others are playing."""
    return await asyncio.to_thread(import_module, name)


def new_push_secret() -> str:
    """A private key for Web Push, in base64."""
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(key.to_bytes(32, "big")).decode().rstrip("=")


def push_key(secret: str) -> str:
    """The public key that a browser subscribes with."""
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid02

    public = Vapid02.from_raw(secret.encode()).public_key
    raw = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Carriers:
    """Everything that leaves this server for elsewhere."""

    def __init__(self, settings: NoticeSettings, push_secret: str) -> None:
        self.settings = settings
        self._push_secret = push_secret
        self._web: Web | None = None
        self._signatures: dict[str, tuple[float, Mapping[str, str]]] = {}  # by push service, until when

    @cached_property
    def push_key(self) -> str:
        return push_key(self._push_secret)

    async def close(self) -> None:
        if self._web is not None:
            await self._web.close()

    async def carry(self, kind: str, address: str, code: str, message: Message, language: str) -> None:
        """Sends one message; Gone or Failed where it does not arrive in time."""
        try:
            async with asyncio.timeout(self.settings.timeout_s):
                await CARRY[kind](self, address, code, message, language)
        except (Gone, Failed):
            raise
        except (ValueError, Refused) as error:
            raise Failed(type(error).__name__) from error
        except (OSError, TimeoutError) as error:
            raise Unsure(type(error).__name__) from error

    # ---- push

    async def _push(self, address: str, _code: str, message: Message, language: str) -> None:
        pywebpush = await library("pywebpush")
        to = read_json(address, PushAddress)
        body = {"title": message.title, "body": message.text, "path": message.path, "n": len(message.tables)}
        data = msgspec.json.encode({**body, "lang": language})
        encrypted = await asyncio.to_thread(lambda: pywebpush.WebPusher(msgspec.to_builtins(to)).encode(data)["body"])
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(HALF_A_DAY_S),
            "urgency": "high",
            "topic": "turn",  # a newer message takes the place of one that was not shown yet
            **await self._signed(to.endpoint),
        }
        await self._post(to.endpoint, encrypted, headers)

    async def _signed(self, endpoint: str) -> Mapping[str, str]:
        """Who sends, signed for one push service; the same for half of the time that it is good."""
        parts, now = urlsplit(endpoint), time.time()
        service = f"{parts.scheme}://{parts.netloc}"
        until, headers = self._signatures.get(service, (0.0, {}))
        if until <= now:
            claims = {"sub": self._contact, "aud": service, "exp": int(now) + HALF_A_DAY_S}
            headers = await asyncio.to_thread(self._sign, claims)
            self._signatures = {each: kept for each, kept in self._signatures.items() if kept[0] > now}
            self._signatures[service] = (now + HALF_A_DAY_S / 2, headers)
        return headers

    def _sign(self, claims: dict[str, Any]) -> Mapping[str, str]:
        from py_vapid import Vapid02

        headers: Mapping[str, str] = Vapid02.from_raw(self._push_secret.encode()).sign(claims)
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
        numbered = {"idempotency-key": f'"{number}"', "x-sequence-id": number}  # the second one is ntfy's
        await self._post(to.url, body, {**headers, **numbered})

    def _link(self, path: str) -> str:
        return f"{self.settings.public_url}{path}" if self.settings.public_url else ""

    async def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        check_url(url, self.settings.private_hosts)
        if self._web is None:
            self._web = (await library("bastide.server.notices.web")).Web(self.settings.private_hosts)
        status = await self._web.post(url, body, headers)
        if status in GONE:
            raise Gone
        if not 200 <= status < 300:
            raise Failed(str(status))

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
        aiosmtplib = await library("aiosmtplib")
        settings = self._mail_settings
        try:
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
        except aiosmtplib.SMTPException as error:
            raise Failed(type(error).__name__) from error

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
