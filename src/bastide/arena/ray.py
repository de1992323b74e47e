"""The same schedule on a Ray cluster. The only file that imports ray; it is an extra: `pip install bastide[ray]`."""

from __future__ import annotations

import logging
import socket
from typing import Any

from bastide.arena.run import Results, play
from bastide.arena.schedule import BadTournament, Fixture, Tournament

OWN = "local"  # the address that stands for a cluster of this machine alone, started and stopped with the tournament
REACH_SECONDS = 5.0
QUEUE = 4  # games waiting for each core of the cluster


def run_ray(tournament: Tournament, wanted: list[Fixture], address: str) -> Results:
    """Results as they come, in no order; Ray itself plays a game again when its worker dies."""
    ray = connect(address)
    try:
        remote = ray.remote(play)
        shared = ray.put(tournament)
        room = max(1, int(ray.cluster_resources().get("CPU", 1))) * QUEUE
        queue = iter(wanted)
        running: list[Any] = []
        while True:
            while len(running) < room and (fixture := next(queue, None)):
                running.append(remote.options(num_cpus=1, max_retries=3).remote(shared, fixture))
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def connect(address: str) -> Any:
    """Ray, connected; says so when it is not installed or nobody answers at the address."""
    if address != OWN:
        _reach(address)
    try:
        import ray
    except ImportError as error:
        raise BadTournament("the arena on Ray needs the extra: pip install bastide[ray]") from error
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.WARNING,
            include_dashboard=False if address == OWN else None,
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise BadTournament(f"no Ray cluster at {address!r}: {error}") from error
    return ray


def _reach(address: str) -> None:
    """Ray itself waits minutes for a host that does not answer; this asks first."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise BadTournament(f"a Ray address is host:port, ray://host:port or {OWN}, not {address!r}")
    try:
        socket.create_connection((host, int(port)), REACH_SECONDS).close()
    except OSError as error:
        raise BadTournament(f"no Ray cluster answers at {address!r}: {error}") from error
