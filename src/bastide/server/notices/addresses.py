"""Where a message goes, as it is kept; and what may come of sending it there."""

from __future__ import annotations

import ipaddress
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from bastide.table.refused import Refused

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
