"""How much one connection or one address may ask for."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bastide.table.refused import Refused

MANY = 10_000  # addresses remembered; the ones that are full again are forgotten first
NETWORK_BITS = 64  # of an IPv6 address: one household or one machine has all that follow


def network_of(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 one."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))


@dataclass
class Bucket:
    """Fills at `rate` a second up to `burst`; every request takes what it costs."""

    rate: float
    burst: float
    level: float
    at: float

    @classmethod
    def full(cls, rate: float, burst: float, now: float) -> Bucket:
        return cls(rate, burst, burst, now)

    def level_at(self, now: float) -> float:
        return min(self.burst, self.level + (now - self.at) * self.rate)

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Takes a cost, if that much is there; what costs more than the bucket holds is let through when it is full."""
        self.level = self.level_at(now)
        self.at = now
        if self.level < min(cost, self.burst):
            return False
        self.level -= cost
        return True


class Buckets:
    """One bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float, cost: float = 1.0) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= MANY:
                self._forget(now)
            bucket = self._buckets[address] = Bucket.full(self.rate, self.burst, now)
        return bucket.take(now, cost)

    def _forget(self, now: float) -> None:
        """Evicts the buckets that are full again, which costs nobody anything; all of them if that frees none."""
        self._buckets = {key: each for key, each in self._buckets.items() if each.level_at(now) < self.burst}
        if len(self._buckets) >= MANY:
            self._buckets.clear()


class Places:
    """So many at once for each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, address: str) -> Iterator[None]:
        """One place while the block runs; refused where all are taken."""
        if self._taken[address] >= self.most:
            raise Refused("table.refused.rate")
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]
