"""The one door through which everything leaves for a viewer.

A message is serialised for one viewer, or for all. A guest takes only what was made for the viewer it is, so a
view that went astray inside the server would stop here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from bastide.core.state import SPECTATOR
from bastide.server import metrics
from bastide.server.links import Link
from bastide.table.messages import FromServer

BROADCAST = None


class Parcel(NamedTuple):
    """Bytes, and for which viewer they were made (BROADCAST: for all, no secret in them)."""

    viewer: int | None
    data: bytes


class Misdelivered(Exception):
    """A parcel made for one viewer was handed to another. It was not sent."""


_encoder = msgspec.json.Encoder()


def pack(message: FromServer, viewer: int | None) -> Parcel:
    """Serialises a message for one viewer, or for a broadcast."""
    return Parcel(viewer, _encoder.encode(message))


def never(_data: bytes) -> bool:
    return False


def do_nothing() -> None:
    pass


class Guest:
    """One socket at a table: a player by link, or a spectator."""

    def __init__(self, link: Link | None, is_host: bool, language: str, queue_size: int, address: str = "") -> None:
        self.link = link
        self.link_seat = SPECTATOR if link is None else link.seat  # the seat of the link
        self.is_host = is_host
        self.language = language
        self.address = address  # whose limits it counts against
        self.viewer = self.link_seat  # through whose eyes: another seat where several share the device
        self.sent = 0  # the ply up to which the log was sent
        self.outgoing: list[Parcel | None] = []  # what has to wait
        self.most = queue_size  # messages that may wait
        self.is_slow = False
        self.is_waiting = False  # something waits, or the socket takes nothing any more
        self.send_now: Callable[[bytes], bool] = never  # whether the socket took a message
        self.send_waiting: Callable[[], None] = do_nothing  # starts to send what waits

    @property
    def is_seated(self) -> bool:
        return self.viewer != SPECTATOR

    def deliver(self, parcel: Parcel) -> None:
        """Sends a parcel, or queues it behind those that wait.

        Refuses one made for another viewer; drops it once the queue of a slow reader is full.
        """
        if parcel.viewer is not BROADCAST and parcel.viewer != self.viewer:
            raise Misdelivered(f"made for {parcel.viewer}, handed to {self.viewer}")
        if self.is_slow:
            return
        if len(self.outgoing) >= self.most:
            self.is_slow = True
            return
        metrics.sent.inc()
        if self.is_waiting or not self.send_now(parcel.data):
            self._queue(parcel)

    def _queue(self, parcel: Parcel | None) -> None:
        self.outgoing.append(parcel)
        if not self.is_waiting:
            self.is_waiting = True
            self.send_waiting()

    def send(self, message: FromServer) -> None:
        """Serialises a message for this guest alone."""
        self.deliver(pack(message, self.viewer))

    def dismiss(self) -> None:
        """Ends the socket once everything before has been sent."""
        if len(self.outgoing) >= self.most:
            self.outgoing.pop(0)
        self._queue(None)
