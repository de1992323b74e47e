"""How much one connection or one address may ask for."""

from __future__ import annotations

from dataclasses import dataclass

MANY = 10_000  # addresses remembered; the ones that are full again are forgotten first


@dataclass
class Bucket:
    """Fills at `rate` a second up to `burst`; every request takes one."""

    rate: float
    burst: float
    level: float
    at: float

    @classmethod
    def full(cls, rate: float, burst: float, now: float) -> Bucket:
        return cls(rate, burst, burst, now)

    def level_at(self, now: float) -> float:
        return min(self.burst, self.level + (now - self.at) * self.rate)

    def take(self, now: float) -> bool:
        self.level = self.level_at(now)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= MANY:
                self._forget(now)
            bucket = self._buckets[address] = Bucket.full(self.rate, self.burst, now)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        """Evicts the buckets that are full again, which costs nobody anything; all of them if that frees none."""
        self._buckets = {key: each for key, each in self._buckets.items() if each.level_at(now) < self.burst}
        if len(self._buckets) >= MANY:
            self._buckets.clear()
