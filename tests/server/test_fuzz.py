"""Nonsense, in short: `python -m bench.server_fuzz` sends a hundred thousand messages."""

from __future__ import annotations

from bench.server_fuzz import run
from tests.server.serving import Running


def test_nonsense_is_refused_and_changes_nothing(server: Running) -> None:
    answers = run(server.port, sockets=480, requests=260)
    assert answers["sent: messages"] > 480
    assert answers["sent: requests"] > 100
    assert answers["table.refused.message"] > 50
    assert answers["closed: too large"] > 0
