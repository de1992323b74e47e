"""What is asked, and what each choice is called."""

from __future__ import annotations

from typing import Any

from bastide.core.words import Phrase, Prompt
from bastide.games.newgame.actions import VERBS
from bastide.games.newgame.state import OVER_PHASE, TAKE


def prompt(v: Any, seat: int) -> Prompt:
    """NGM-03. One question all game: how many stones."""
    if v.phase == OVER_PHASE:
        return Prompt(Phrase("newgame.prompt.over"), clause="NGM-04")
    if v.phase != TAKE:
        return Prompt(Phrase("newgame.prompt.deal"), clause="NGM-02")
    if v.current == seat:
        return Prompt(Phrase("newgame.prompt.take"), seat, clause="NGM-03")
    return Prompt(Phrase("newgame.prompt.wait", {"seat": f"#{v.current}"}), v.current, clause="NGM-03")


targets = VERBS.targeter()
choice = VERBS.chooser(targets)
