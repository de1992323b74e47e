"""Channels: where the owner of a card wants to be told, at most a few, each ended by a word."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlsplit

import msgspec

from bastide.core.decoding import read_json
from bastide.server.logs import log
from bastide.server.notices import requests
from bastide.server.notices.addresses import HookAddress, MailAddress, PushAddress, PushKeys, check_url
from bastide.server.notices.carriers import Carriers
from bastide.server.store.cards import CardRow
from bastide.server.store.notices import ChannelRow, NoticeStore
from bastide.table.refused import Refused

MOST = 8  # channels of one card


class Channels:
    """What owners of cards do with their channels."""

    def __init__(self, store: NoticeStore, carriers: Carriers) -> None:
        self.store = store
        self.carriers = carriers
        self._asides: set[asyncio.Task[None]] = set()

    async def of_card(self, card: CardRow) -> requests.Channels:
        rows = await self.store.of_card(card.id)
        has_mail = self.carriers.settings.mail is not None
        push_key = await asyncio.to_thread(lambda: self.carriers.push_key)  # made once, aside
        return requests.Channels([_shown(row) for row in rows], push_key, has_mail)

    async def add(self, card: CardRow, wanted: requests.NewChannel) -> requests.Channel:
        """Another channel; mail must be confirmed by whoever reads it."""
        kind, address = self._address(wanted)
        rows = await self.store.of_card(card.id)
        for row in rows:
            if (row.kind, row.address) == (kind, address):
                return _shown(row)
        if len(rows) >= MOST:
            raise Refused("table.refused.channels", most=MOST)
        code = secrets.token_urlsafe(16)
        row = ChannelRow(secrets.token_urlsafe(9), card.id, kind, address, code, kind != "mail", 0, 0, None, 0)
        await self.store.add(row)
        if kind == "mail":
            self._aside(self._ask_to_confirm(row, card.language))
        return _shown(row)

    def _address(self, wanted: requests.NewChannel) -> tuple[str, str]:
        to, settings = wanted.to, self.carriers.settings
        if isinstance(to, requests.Mail):
            if settings.mail is None or not settings.public_url:
                raise Refused("table.refused.no_mail")
            return "mail", _json(MailAddress(to.address))
        if isinstance(to, requests.Hook):
            check_url(to.url, settings.private_hosts)
            return "hook", _json(HookAddress(to.flavour, to.url))
        check_url(to.endpoint, settings.private_hosts)
        return "push", _json(PushAddress(to.endpoint, PushKeys(to.p256dh, to.auth)))

    async def _ask_to_confirm(self, row: ChannelRow, language: str) -> None:
        """Aside: a mail server that hangs keeps nobody waiting. What cannot be sent can be asked for again."""
        try:
            await self.carriers.ask_to_confirm(row.address, row.code, language)
        except Exception as error:
            log.warning("notice failed", kind="confirm", error=type(error).__name__)
            await self.store.remove(row.id)

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    async def remove(self, card: CardRow, channel: str) -> None:
        if not await self.store.remove(channel, card.id):
            raise Refused("table.refused.no_channel")

    async def confirm(self, code: str) -> requests.Done:
        if not await self.store.confirm(code):
            raise Refused("table.refused.dead_pass")
        return requests.Done(True)

    async def end(self, code: str) -> requests.Done:
        """Unsubscribes by the link in every mail, without a card; a second time does nothing."""
        await self.store.end(code)
        return requests.Done(True)


def _json(address: msgspec.Struct) -> str:
    return msgspec.json.encode(address).decode()


def _shown(row: ChannelRow) -> requests.Channel:
    return requests.Channel(row.id, row.kind, ABOUT[row.kind](row.address), row.confirmed, row.failures > 0)  # type: ignore[arg-type]


def _about_mail(address: str) -> str:
    name, _, host = read_json(address, MailAddress).to.partition("@")
    return f"{name[:1]}…@{host}"


def _about_hook(address: str) -> str:
    to = read_json(address, HookAddress)
    return f"{to.flavour}, {urlsplit(to.url).hostname}"


def _about_push(address: str) -> str:
    return urlsplit(read_json(address, PushAddress).endpoint).hostname or ""


ABOUT = {"mail": _about_mail, "hook": _about_hook, "push": _about_push}
