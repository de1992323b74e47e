"""Timing and writing down: one pinned core, alternating rounds, medians, ratios, the machine and the commit."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

SEATS = {"alhambra": 4, "batisseurs": 3, "enghien": 3, "carpe_diem": 2}  # the tables that are measured
RESULTS = Path(__file__).resolve().parent / "results.md"
Work = Callable[[], float]  # does some work, returns how many units of it


def pin_to_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def alternate(works: dict[str, Work], rounds: int, seconds: float) -> dict[str, float]:
    """Median units per second of each work, measured in turns so that all meet the same machine."""
    speeds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(rounds):
        for name, work in works.items():
            done, start = 0.0, time.perf_counter()
            while time.perf_counter() - start < seconds:
                done += work()
            speeds[name].append(done / (time.perf_counter() - start))
    return {name: statistics.median(values) for name, values in speeds.items()}


def machine(used: str = "one used") -> str:
    """The processor, and how busy the machine was."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [
            line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{model}, {os.cpu_count()} cores, {used}{load}, Python {platform.python_version()}"


def commit() -> str:
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return run.stdout.strip() or "no commit"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def write(title: str, command: str, text: str, used: str = "one used") -> None:
    """Prints a result and appends it to results.md."""
    day = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    entry = f"## {title}\n{day}, commit {commit()}, {machine(used)}. Command: `{command}`\n\n{text}\n"
    print(entry)
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Measurements\nNewest last.\n"
    RESULTS.write_text(old.rstrip("\n") + "\n\n" + entry, encoding="utf-8")
