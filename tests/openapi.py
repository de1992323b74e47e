"""docs/openapi.json: `python -m tests.openapi` writes it; with `--check` it only says whether it is up to date."""

from __future__ import annotations

import sys
from pathlib import Path

from bastide.server.schema import as_text

FILE = Path(__file__).resolve().parents[1] / "docs" / "openapi.json"


def main() -> int:
    now = as_text()
    if FILE.exists() and FILE.read_text(encoding="utf-8") == now:
        print("docs/openapi.json is up to date")
        return 0
    if "--check" in sys.argv:
        print("docs/openapi.json is out of date: run `make generated` and read the diff")
        return 1
    FILE.write_text(now, encoding="utf-8")
    print("wrote docs/openapi.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
