"""Pieces of work on a Ray cluster. The only file that imports ray; it is an extra: `pip install bastide[ray]`."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any, TypeVar

from bastide.core.errors import BastideError

Task = TypeVar("Task")
Done = TypeVar("Done")

OWN = "local"  # the address that stands for a cluster of this machine alone, started and stopped with the work
REACH_SECONDS = 5.0
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])  # in HTTP/2, which Ray speaks
GREETED = 4  # the kind of frame that a server of HTTP/2 answers with, and its place: it is the fourth byte
QUEUE = 4  # pieces waiting for each core of the cluster
RETRIES = 3  # of a piece whose worker died


class NoCluster(BastideError):
    """Why work cannot be spread over a Ray cluster."""


class Cluster:
    """A Ray cluster, connected until it is closed."""

    def __init__(self, address: str) -> None:
        self._ray = connect(address)

    def run(self, work: Callable[[Task], Done], tasks: Sequence[Task]) -> Generator[Done, None, None]:
        """What came of each task, as it comes, in no order; Ray itself does again what a dead worker was doing."""
        ray = self._ray
        shared = ray.put(work)  # sent to each machine once, however many tasks there are
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_call)
        room = max(1, int(ray.cluster_resources().get("CPU", 1))) * QUEUE
        queue = iter(tasks)
        running: list[Any] = []
        while True:
            running += [remote.remote(shared, task) for _, task in zip(range(room - len(running)), queue, strict=False)]
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)

    def close(self) -> None:
        self._ray.shutdown()


def run_ray(work: Callable[[Task], Done], tasks: Sequence[Task], address: str) -> Generator[Done, None, None]:
    """One series of tasks on a cluster that is connected for it alone."""
    return _run_once(Cluster(address), work, tasks)


def _run_once(cluster: Cluster, work: Callable[[Task], Done], tasks: Sequence[Task]) -> Generator[Done, None, None]:
    with closing(cluster):
        yield from cluster.run(work, tasks)


def _call(work: Callable[[Task], Done], task: Task) -> Done:
    return work(task)


def connect(address: str) -> Any:
    """Ray, connected; says so when it is not installed or nobody answers at the address."""
    if address != OWN:
        _reach(address)
    try:
        import ray
    except ImportError as error:
        raise NoCluster("working on a Ray cluster needs the extra: pip install bastide[ray]") from error
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.WARNING,
            include_dashboard=False if address == OWN else None,
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        hint = "" if address == OWN or "RAY_AUTH_MODE" in os.environ else "; if it wants its token: RAY_AUTH_MODE=token"
        raise NoCluster(f"no Ray cluster at {address!r}: {error}{hint}") from error
    return ray


def _reach(address: str) -> None:
    """Ray itself waits minutes for what does not answer, or is no Ray; this asks first."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise NoCluster(f"a Ray address is host:port, ray://host:port or {OWN}, not {address!r}")
    try:
        with socket.create_connection((host, int(port)), REACH_SECONDS) as line:
            is_other = os.environ.get("RAY_USE_TLS", "0") == "0" and not _greets(line)
    except (OSError, OverflowError) as error:
        raise NoCluster(f"no Ray cluster answers at {address!r}: {error}") from error
    if is_other:
        raise NoCluster(f"no Ray cluster answers at {address!r}, but something else")


def _greets(line: socket.socket) -> bool:
    """Whether who is at the other end speaks HTTP/2."""
    line.sendall(GREETING)
    said = b""
    while len(said) < GREETED and (more := line.recv(GREETED - len(said))):
        said += more
    return said[GREETED - 1 :] == bytes([GREETED])
