"""What a server says of a finished game, signed: these names, these decisions, this shuffle (Ed25519, RFC 8032)."""

from __future__ import annotations

import re

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from bastide.core.record import Record, Signature

LABEL = b"bastide-signature/1\n"
KEY = re.compile(r"[0-9a-f]{64}")  # a public key, or a private one
VALUE = re.compile(r"[0-9a-f]{128}")


def signed_bytes(record: Record) -> bytes:
    """The label, then the record without its signature as JSON: names sorted, no white space, nulls left out."""
    fields = {name: value for name, value in msgspec.to_builtins(record).items() if value is not None}
    fields.pop("signature", None)
    return LABEL + msgspec.json.encode(fields, order="sorted")


class Signer:
    """One server's key."""

    def __init__(self, secret: str) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
        self.key = self._private.public_key().public_bytes_raw().hex()

    def sign(self, record: Record) -> Record:
        """The record with this server's signature; the same record is always signed the same."""
        value = self._private.sign(signed_bytes(record)).hex()
        return msgspec.structs.replace(record, signature=Signature(self.key, value))


def new_secret() -> str:
    """A private key, in hexadecimal."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def is_signed(record: Record) -> bool:
    """Whether the record's signature is good for what it says; False where it has none."""
    signature = record.signature
    if signature is None or not KEY.fullmatch(signature.key) or not VALUE.fullmatch(signature.value):
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.value), signed_bytes(record))
    except (InvalidSignature, ValueError):
        return False
    return True
