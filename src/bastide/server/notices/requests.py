"""What travels in requests about channels."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bastide.server.notices.addresses import Flavour
from bastide.table.parts import Part

Url = Annotated[str, msgspec.Meta(max_length=1000)]
PushKey = Annotated[str, msgspec.Meta(max_length=200, pattern="^[A-Za-z0-9_-]+=*$")]


class Push(msgspec.Struct, frozen=True, tag_field="kind", tag="push", forbid_unknown_fields=True):
    """A subscription of this browser."""

    endpoint: Url
    p256dh: PushKey
    auth: PushKey


class Mail(msgspec.Struct, frozen=True, tag_field="kind", tag="mail", forbid_unknown_fields=True):
    address: Annotated[str, msgspec.Meta(max_length=200, pattern='^[^@\\s<>,;:"]+@[^@\\s<>,;:"]+$')]


class Hook(msgspec.Struct, frozen=True, tag_field="kind", tag="hook", forbid_unknown_fields=True):
    flavour: Flavour
    url: Url


class NewChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    to: Push | Mail | Hook


class Channel(Part, frozen=True):
    """Where the owner of a card is told; `about` says no more than is needed to tell it from another."""

    id: str
    kind: Literal["push", "mail", "hook"]
    about: str
    confirmed: bool
    failing: bool = False


class Channels(Part, frozen=True):
    """Those of a card, and what this server can do: the key that browsers subscribe with, and whether it sends mail."""

    channels: list[Channel]
    push_key: str
    mail: bool


class Done(Part, frozen=True):
    done: bool
