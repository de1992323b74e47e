"""Settings of a server; the defaults are for one machine and one file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bastide.server.notices.settings import NoticeSettings


class Limits(msgspec.Struct, frozen=True):
    """How much one connection or one address may ask for. Rates are per second, with bursts allowed."""

    message_bytes: int = 16_384
    body_bytes: int = 1_048_576
    messages: float = 20.0  # per connection
    messages_burst: int = 60
    effort: float = 100.0  # per address: what its messages cost, over all its connections (`COSTS` in answers.py)
    effort_burst: int = 600
    requests: float = 20.0  # per address; some count for several (`cost` in api.py)
    requests_burst: int = 120
    connections: int = 200  # open at once per address
    head_s: float = 10.0  # for a request's head to arrive
    request_s: float = 60.0  # for a request to be answered, and the answer taken
    sockets: float = 5.0  # new ones per address
    sockets_burst: int = 60
    tables_an_hour: int = 60  # made by one address
    outgoing: int = 256  # messages waiting for one slow reader before it is asked to come again
    guests: int = 200  # sockets at one table


class BackupPlan(msgspec.Struct, frozen=True):
    """Copies of the file: how often, where to, and how many are kept."""

    every_s: float
    folder: Path
    keep: int = 7


class Settings(msgspec.Struct, frozen=True):
    """One server process."""

    database: str = "sqlite:///bastide.db"
    bus: str = ""  # redis://...; otherwise what the database offers
    web: Path | None = None  # the built page; looked for when not given
    thinkers: int = 1  # processes in which bots think
    pace_ms: tuple[int, int] = (30, 60)  # a bot moves after so long, whatever it computed; pages show it at their pace
    deadline_ms: int = 10_000  # by which a bot must have answered
    sleep_after_s: float = 120.0  # a table that nobody watches goes to sleep
    lease_s: float = 10.0  # how long one process keeps the timers of a table without saying so again
    metrics_token: str = ""  # lets a client that sends it read /metrics; without one no client may
    hosts: tuple[str, ...] = ()  # names it answers to besides addresses and this machine's own; "*" for any
    listed_days: float = 1.0  # a listed table that nobody began is deleted after so long
    private_days: float = 30.0  # and any other
    backups: BackupPlan | None = None  # of the file; PostgreSQL has means of its own
    compiles_apart: bool = True  # behind the server, in other processes; else rules in this one, before it listens
    notices: NoticeSettings = NoticeSettings()
    limits: Limits = Limits()
