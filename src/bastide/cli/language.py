"""Which language the terminal speaks."""

from __future__ import annotations

import os

from bastide.core.catalogue import LANGUAGES, catalogue


def choose_language(asked: str | None) -> str:
    """The language asked for, or the one of the environment, or English."""
    if asked is not None:
        catalogue(asked)
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2]
        if code in LANGUAGES:
            return code
    return "en"
