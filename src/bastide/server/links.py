"""Links: a private address is an identity. Signed, so none can be guessed; numbered, so each can be revoked."""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from bastide.core.state import SPECTATOR

LETTERS = string.ascii_letters + string.digits  # 16 of them: 95 bits
ID_LETTERS = set(LETTERS + "_-")
MAX_ID = 40
WATCH = "watch"
HOST = "host"  # the link of a host who made a table without sitting down at it


class Link(NamedTuple):
    """What a key holds: a table, a seat or role there, and the number, which is replaced to revoke it."""

    table: str
    who: str
    number: str

    @property
    def seat(self) -> int:
        """The seat it plays, or SPECTATOR."""
        return seat_of(self.who)


def seat_of(who: str) -> int:
    """The seat that a link plays, from how it is stored; SPECTATOR for watchers and for a host without a seat."""
    return int(who) if who.isdigit() else SPECTATOR


def new_number() -> str:
    """A random number for a new link, by which it can be revoked."""
    return secrets.token_urlsafe(9)


def new_table_id() -> str:
    """A random id that cannot be guessed: the address of a finished game is all one needs to see it."""
    return "".join(secrets.choice(LETTERS) for _ in range(16))


def is_table_id(text: str) -> bool:
    """Whether a table could be called so; a database need not be asked otherwise, nor choke on it."""
    return 0 < len(text) <= MAX_ID and set(text) <= ID_LETTERS


class Links:
    """Makes keys and reads them, with the installation's own secret."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(
            secret, salt="bastide-link", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def key(self, table: str, who: str, number: str) -> str:
        return str(self._serializer.dumps([table, who, number]))

    def read(self, key: str) -> Link | None:
        """Verifies the signature of a key and decodes it; None if it is not ours."""
        try:
            said = self._serializer.loads(key)
        except BadSignature:
            return None
        return Link(*said)

    def href(self, table: str, who: str, number: str) -> str:
        """The key stands after #, which browsers keep to themselves: it is in no log and no referrer."""
        return f"/table/{table}#{self.key(table, who, number)}"
