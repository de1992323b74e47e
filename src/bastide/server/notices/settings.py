"""What a server needs to tell people that it is their turn."""

from __future__ import annotations

from typing import Literal

import msgspec


class MailSettings(msgspec.Struct, frozen=True):
    """A mail server that takes what we send, and who it says it is from."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    security: Literal["starttls", "tls", "none"] = "starttls"


class NoticeSettings(msgspec.Struct, frozen=True):
    """Push works by itself; mail needs a mail server and the address at which people reach this one."""

    public_url: str = ""  # without a slash at its end
    mail: MailSettings | None = None
    private_hosts: bool = False  # whether webhooks and push endpoints may be in this server's own network
    every_s: float = 2.0  # how often is looked for who is asked
    timeout_s: float = 15.0  # for one message
