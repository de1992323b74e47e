"""`bastide verify`: a finished record, checked offline against the proof of its shuffle."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from bastide.cli.language import choose_language
from bastide.core.catalogue import say, say_phrase
from bastide.core.errors import BastideError
from bastide.core.record import Record
from bastide.games import load_version
from bastide.table import fairness


def verify(file: Path, /, *, lang: str | None = None) -> None:
    """Check that every draw of a finished game follows from its opened seed and the entropy of its seats.

    Parameters
    ----------
    file
        A record, as a table's download or `bastide play --record` gives it.
    lang
        en or fr.
    """
    language = choose_language(lang)
    record = Record.load(file)
    try:
        checked = fairness.verify(record, load_version(record.game, record.rules_version))
    except fairness.BadProof as error:
        raise BastideError(say_phrase(language, error.label)) from None
    key = "table.verified.seed" if record.proof is None else "table.verified"
    Console(highlight=False).print(
        say(
            language,
            key,
            file=file.name,
            plies=checked.plies,
            draws=checked.draws,
            given=checked.seats_with_entropy,
            seats=record.seats,
        ),
        markup=False,
        soft_wrap=True,
    )
