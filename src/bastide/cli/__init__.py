"""The command line: parse, call, print. Errors of the caller's making end with exit code 2 and change nothing."""

from __future__ import annotations

import os
import sys

from cyclopts import App, CycloptsError
from rich.console import Console

from bastide import __version__
from bastide.core.errors import BastideError
from bastide.games import GAMES

HELP = f"Games about building: play them, study them. Their ids: {', '.join(GAMES)}."
app = App(name="bastide", help=HELP, version=__version__)
COMMANDS = (
    "play",
    "learn",
    "serve",
    "arena",
    "simulate",
    "dataset",
    "replay",
    "review",
    "contest",
    "picture",
    "rules",
    "perft",
    "components",
    "verify",
    "admin",
    "warm",
    "judge",
    "train",
    "new_game",
)
for command in COMMANDS:
    app.command(f"bastide.cli.{command}:{command}")  # imported when it is asked for

USER_ERROR = 2
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> None:
    """Runs one command and leaves with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Runs one command; returns its exit code."""
    errors = Console(stderr=True, highlight=False)
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        errors.print(f"bastide: {error}", markup=False, style="red", soft_wrap=True)
        return USER_ERROR
    except BastideError as error:
        errors.print(f"bastide: {error}", markup=False, style="red", soft_wrap=True)
        return USER_ERROR
    except (KeyboardInterrupt, EOFError):  # ^C, ^D, or nobody to ask
        errors.print()
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone: nothing more to say
    return 0
