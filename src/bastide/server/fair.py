"""A queue in which nobody waits behind another's many questions."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Asker(NamedTuple):
    """For whom something is thought about; `is_last` where nobody waits for it, and it takes long."""

    address: str
    table: str
    is_last: bool = False


class Turns(Generic[Item]):
    """Addresses take turns, and so do the tables of one address."""

    def __init__(self) -> None:
        self._lanes: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._lanes)

    def push(self, asker: Asker, item: Item) -> None:
        self._lanes.setdefault(asker.address, OrderedDict()).setdefault(asker.table, deque()).append(item)

    def pop(self) -> Item:
        """The first question of the table whose turn it is; both table and address then go to the end."""
        address, tables = self._lanes.popitem(last=False)
        table, items = tables.popitem(last=False)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            self._lanes[address] = tables
        return item

    def remove(self, asker: Asker, item: Item) -> bool:
        """Whether it was still waiting."""
        tables = self._lanes.get(asker.address)
        items = None if tables is None else tables.get(asker.table)
        if tables is None or items is None or item not in items:
            return False
        items.remove(item)
        if not items:
            del tables[asker.table]
        if not tables:
            del self._lanes[asker.address]
        return True


class FairQueue(Generic[Item]):
    """Those that a player waits for, in turns; then the others, in turns."""

    def __init__(self) -> None:
        self._soon: Turns[Item] = Turns()
        self._last: Turns[Item] = Turns()

    def __bool__(self) -> bool:
        return bool(self._soon) or bool(self._last)

    @property
    def is_urgent(self) -> bool:
        """Whether a player waits for one of them."""
        return bool(self._soon)

    def _of(self, asker: Asker) -> Turns[Item]:
        return self._last if asker.is_last else self._soon

    def push(self, asker: Asker, item: Item) -> None:
        self._of(asker).push(asker, item)

    def pop(self) -> Item:
        return (self._soon or self._last).pop()

    def remove(self, asker: Asker, item: Item) -> bool:
        return self._of(asker).remove(asker, item)
