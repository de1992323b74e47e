"""One server for all tests that need no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from tests.server.serving import Running, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """`bastide serve` logs to the standard error of its test, which is closed afterwards."""
    yield
    structlog.reset_defaults()
