"""Lists the licence of everything a release is made of: `python deploy/licences.py BILL_OF_MATERIALS...`

Ends with an error where something names none.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMED = ("expression", "id", "name")


def licences_of(component: dict[str, Any]) -> str:
    """As the component's own metadata names them; texts and classifiers are told by their name."""
    found = []
    for each in component.get("licenses", []):
        told = each | each.get("license", {})
        found.append(next((str(told[key]) for key in NAMED if key in told), ""))
    return " AND ".join(sorted({name for name in found if name and "\n" not in name}))


def rows(bill: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for component in bill["components"]:
        group = component.get("group")
        name = f"{group}/{component['name']}" if group else component["name"]
        yield name, component.get("version", ""), licences_of(component)


def main(files: list[str]) -> None:
    listed = sorted({row for file in files for row in rows(json.loads(Path(file).read_text(encoding="utf-8")))})
    for name, version, licence in listed:
        print(f"{name}\t{version}\t{licence}")
    unnamed = [name for name, _, licence in listed if not licence]
    if unnamed:
        sys.exit(f"no licence is named by: {', '.join(unnamed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
