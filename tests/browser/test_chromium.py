"""What a browser that does not answer may cost a test."""

from __future__ import annotations

import asyncio

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import end


def test_a_context_that_is_never_said_to_be_closed_is_left_behind(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = browser.new_context()
    with monkeypatch.context() as patch:
        patch.setattr(context._impl_obj, "close", lambda reason: asyncio.Event().wait())
        end(context, patience_s=0.1)
    assert context in browser.contexts
    end(context)
    assert context not in browser.contexts
