"""One browser and one server for the tests of this folder; without a browser they are skipped, and say why."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import NoBrowser, end, is_built, launch
from tests.browser.person import Person
from tests.browser.serving import Served

Guests = Callable[..., Person]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop running in this thread: it ends with this folder, before tests that need their own.
    if not is_built():
        pytest.skip("the page is not built (make page)")
    with sync_playwright() as playwright:
        try:
            running = launch(playwright)
        except NoBrowser as error:
            pytest.skip(str(error))
        yield running
        end(running)


@pytest.fixture(scope="package")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(tmp_path_factory.mktemp("served"))
    yield running
    running.stop()


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Served]:
    """A server for a test that stops it."""
    running = Served(tmp_path)
    yield running
    running.stop()


FAILED = Path(__file__).with_name("failed")  # what the screens of a failed test showed
PASSED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    return report


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Guests]:
    """Somebody at a screen of their own: `visit()`, `visit(size="phone", language="fr")`."""
    guests: list[Person] = []

    def come(at: Served = served, **how: Any) -> Person:
        guests.append(Person(browser, at.address, share=len(guests) + 1, **how))
        return guests[-1]

    yield come
    for number, guest in enumerate(guests):
        if not request.node.stash.get(PASSED, True):
            FAILED.mkdir(exist_ok=True)
            guest.page.screenshot(path=FAILED / (re.sub(r"\W+", "-", request.node.name) + f"{number}.png"))
        guest.leave()
