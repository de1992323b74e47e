"""The schedule on Ray: errors without a cluster, and a real local one."""

from __future__ import annotations

import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from bastide.arena import ray
from bastide.arena.ray import NoCluster, connect, run_ray
from bastide.arena.run import Result, play, play_here
from bastide.arena.schedule import fixtures, plan
from bastide.games import GAMES, load

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install bastide[ray]")


def outcome(result: Result) -> tuple[object, ...]:
    return (result.number, result.lineup, result.points, result.places, result.decisions)


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed")
def test_without_ray_the_extra_is_named() -> None:
    with pytest.raises(NoCluster, match=r"bastide\[ray\]"):
        connect("local")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere", "a Ray address is"),
        ("127.0.0.1:1", "no Ray cluster answers"),
        ("ray://127.0.0.1:1", "no Ray cluster"),
    ],
)
def test_an_unreachable_address_is_refused_at_once(address: str, said: str) -> None:
    with pytest.raises(NoCluster, match=said):
        connect(address)


@pytest.mark.parametrize(
    ("said", "patience", "told"), [(b"", 0.1, "timed out"), (b"SSH-2.0-OpenSSH_9.2\r\n", 60.0, "something else")]
)
def test_what_is_no_ray_is_refused_before_ray_waits_for_it(
    said: bytes, patience: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray, "REACH_SECONDS", patience)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        connecting = pool.submit(connect, f"127.0.0.1:{server.getsockname()[1]}")
        line, _ = server.accept()
        with line:
            line.sendall(said)
            with pytest.raises(NoCluster, match=told):
                connecting.result()


@pytest.mark.parametrize(("mode", "hinted"), [(None, True), ("token", False)])
def test_a_cluster_that_refuses_may_want_its_token(
    mode: str | None, hinted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise ConnectionError("Failed to connect")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=refuse))
    monkeypatch.setattr(ray, "_reach", lambda _address: None)
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    if mode:
        monkeypatch.setenv("RAY_AUTH_MODE", mode)
    with pytest.raises(NoCluster, match="Failed to connect") as refused:
        connect("127.0.0.1:6379")
    assert ("RAY_AUTH_MODE=token" in str(refused.value)) is hinted


@needs_ray
@pytest.mark.slow
def test_a_local_ray_plays_the_same_games() -> None:
    tournament = plan(load(GAMES[0]), 2, ["greedy", "uniform"], 5)
    wanted = fixtures(tournament, 12)
    here = sorted(outcome(result) for result in play_here(tournament, wanted))
    there = sorted(outcome(result) for result in run_ray(partial(play, tournament), wanted, "local"))
    assert there == here
