"""Table options on the command line: `--option name=value`, as often as needed."""

from __future__ import annotations

from bastide.core.errors import BadOption

WORDS = {"on": 1, "yes": 1, "true": 1, "off": 0, "no": 0, "false": 0}


def read_options(given: list[str] | None) -> dict[str, int]:
    """`["open_hands=on", "target=50"]` as a mapping; the game checks names and ranges."""
    options: dict[str, int] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if value.lower() in WORDS:
            options[name] = WORDS[value.lower()]
        elif equals and value.lstrip("-").isdigit():
            options[name] = int(value)
        else:
            raise BadOption(f"{text!r} is no option; write name=value, such as open_hands=on or target=50")
    return options
