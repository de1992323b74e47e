"""Do the tests notice when a rule changes? One small change at a time, and the game's tests are run on it.

`python -m tests.mutants enghien` makes 100 mutants of a game's rules (the functions under `@rule`, but opinions and
features), each with one comparison, number, sum or condition changed, and runs that game's tests on each, interpreted,
until one fails. Which mutants are made follows from the seed. What was found is kept under build/mutants, so that a run
goes on where another stopped, and tries again what survived. docs/mutants.md explains those that change nothing.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import difflib
import math
import os
import queue
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bastide.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "bastide"
KEPT = ROOT / "build" / "mutants"
EXPLAINED = ROOT / "docs" / "mutants.md"
OPINIONS = {"advice.py", "features.py", "outlook.py"}  # compiled, but no rules
FOR_EVER = "plays for ever"  # caught, too
MOST_S = 3600  # of computing, for the tests of one stage on the rules as they are
SLACK_S = 20
ENOUGH = 0.95

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change: the file, the node by its place in a walk of the tree, and which change of that node."""

    file: str
    line: int
    node: int
    what: str


class Finding(msgspec.Struct, frozen=True):
    """What became of a mutant: the test that caught it, or an empty text."""

    file: str
    line: int
    node: int
    what: str
    caught_by: str
    change: str


# ---- changes


def compared(node: ast.AST) -> None:
    assert isinstance(node, ast.Compare)
    node.ops[0] = COMPARISONS[type(node.ops[0])]()


def summed(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp | ast.AugAssign)
    node.op = SUMS[type(node.op)]()


def joined(node: ast.AST) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def negated(node: ast.AST) -> None:
    assert isinstance(node, ast.If | ast.While | ast.IfExp)
    node.test = ast.UnaryOp(ast.Not(), node.test)


def one_more(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    node.value = node.value + 1  # type: ignore[operator]


def one_less(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    node.value = node.value - 1  # type: ignore[operator]


def switched(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    node.value = not node.value


CHANGES: dict[str, Callable[[ast.AST], None]] = {
    change.__name__: change for change in (compared, summed, joined, negated, one_more, one_less, switched)
}


def changes_of(node: ast.AST) -> list[str]:
    """The changes that can be made to a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        return ["compared"]
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SUMS:
        return ["summed"]
    if isinstance(node, ast.BoolOp):
        return ["joined"]
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        return ["negated"]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ["switched"]
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ["one_more", "one_less"]
    return []


def is_rule(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id == "rule" for mark in node.decorator_list
    )


def mutants_of(game: str) -> Iterator[Mutant]:
    """Every mutant of a game's rules."""
    for path in sorted((SOURCES / "games" / game).glob("*.py")):
        if path.name in OPINIONS:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = {id(node) for rule in ast.walk(tree) if is_rule(rule) for node in ast.walk(rule)}
        for number, node in enumerate(ast.walk(tree)):
            if id(node) in inside:
                for what in changes_of(node):
                    yield Mutant(path.name, getattr(node, "lineno", 0), number, what)


def changed_text(text: str, mutant: Mutant) -> str:
    """The file with that one change."""
    tree = ast.parse(text)
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.node)
    CHANGES[mutant.what](node)
    return ast.unparse(ast.fix_missing_locations(tree))


def told_change(text: str, mutant: Mutant) -> str:
    """The line before and after."""
    plain = ast.unparse(ast.parse(text)).splitlines()
    changed = changed_text(text, mutant).splitlines()
    lines = [line for line in difflib.ndiff(plain, changed) if line.startswith(("- ", "+ "))]
    return " -> ".join(line[2:].strip() for line in lines)


# ---- trying

# A test run that may compute for so many seconds: how long it waits for a busy machine does not count.
LIMITED = """
import resource, sys, pytest
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
sys.exit(pytest.main(sys.argv[2:]))
"""
PLAIN = {"BASTIDE_TARGET": "python", "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
QUIET = ("-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-m", "not compiled")


def run_tests(game: str, tests: tuple[str, ...], package: Path, limit_s: int) -> str:
    """The first test of that game that fails with the package of that folder, or nothing."""
    env = {**os.environ, **PLAIN, "PYTHONPATH": str(package)}
    command = [sys.executable, "-c", LIMITED, str(limit_s), *QUIET, "-k", game, *tests]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return FOR_EVER
    if run.returncode == 0:
        return ""
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0].split(maxsplit=1)[1] if failed else "the tests did not start"


class Stage(NamedTuple):
    """Tests that are run together, and how long they may compute."""

    tests: tuple[str, ...]
    limit_s: int


def stages(game: str) -> list[Stage]:
    """Tests in the order they are tried: golden games and kept records are quick, and notice most.

    All of them pass on the rules as they are; a mutant that computes thrice as long as those plays for ever.
    """
    contract = tuple(f"tests/contract/test_{name}.py" for name in ("kept_games", "play", "hidden"))
    return [timed(game, tests) for tests in (contract[:1], (f"tests/games/{game}",), contract[1:])]


def timed(game: str, tests: tuple[str, ...]) -> Stage:
    """A stage, tried on the rules as they are."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if failing := run_tests(game, tests, SOURCES.parent, MOST_S):
        raise SystemExit(f"{game}: {failing} fails without any change")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Stage(tests, SLACK_S + math.ceil(3 * (after.ru_utime - before.ru_utime)))


class Trial:
    """A copy of the package in which one file at a time is changed."""

    def __init__(self, game: str, stages: list[Stage], folder: Path) -> None:
        self.game = game
        self.stages = stages
        self.folder = folder
        shutil.copytree(SOURCES, folder / "bastide", ignore=shutil.ignore_patterns("__pycache__", "web_dist"))
        compileall.compile_dir(folder, quiet=1)

    def caught_by(self, mutant: Mutant) -> str:
        """The first test that fails, or nothing."""
        path = self.folder / "bastide" / "games" / self.game / mutant.file
        text, stat = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(changed_text(text, mutant), encoding="utf-8")
        try:
            found = (run_tests(self.game, each.tests, self.folder, each.limit_s) for each in self.stages)
            return next(filter(None, found), "")
        finally:
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # so that its compiled copy is good again


class Trials:
    """So many copies of the package, each used by one thread at a time."""

    def __init__(self, game: str, workers: int, folder: Path) -> None:
        self.game = game
        self.free: queue.SimpleQueue[Trial] = queue.SimpleQueue()
        known = stages(game)
        for number in range(workers):
            self.free.put(Trial(game, known, folder / str(number)))

    def find(self, mutant: Mutant) -> Finding:
        change = told_change(text_of(self.game, mutant.file), mutant)
        trial = self.free.get()
        try:
            return Finding(*mutant, trial.caught_by(mutant), change)
        finally:
            self.free.put(trial)


def chosen(game: str, count: int, seed: int) -> list[Mutant]:
    every = list(mutants_of(game))
    return random.Random(f"{game} {seed}").sample(every, min(count, len(every)))


def read_kept(path: Path) -> dict[Mutant, Finding]:
    if not path.exists():
        return {}
    findings = [msgspec.json.decode(line, type=Finding) for line in path.read_bytes().splitlines()]
    return {Mutant(each.file, each.line, each.node, each.what): each for each in findings}


def is_the_same(game: str, mutant: Mutant, kept: Finding) -> bool:
    """Whether the file is still as it was where a kept finding was made."""
    return told_change(text_of(game, mutant.file), mutant) == kept.change


def text_of(game: str, file: str) -> str:
    return (SOURCES / "games" / game / file).read_text(encoding="utf-8")


def try_game(game: str, count: int, seed: int, most: int | None, workers: int) -> list[Finding]:
    """Tries what was not tried before, at most so many; all findings so far."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{game}-{seed}.jsonl"
    wanted = chosen(game, count, seed)
    kept = {mutant: found for mutant, found in read_kept(path).items() if mutant in wanted}
    kept = {mutant: found for mutant, found in kept.items() if is_the_same(game, mutant, found)}
    known = {mutant for mutant, found in kept.items() if found.caught_by or is_explained(game, found)}
    todo = [mutant for mutant in wanted if mutant not in known][:most]
    for finding in find_each(game, todo, workers):
        kept[Mutant(finding.file, finding.line, finding.node, finding.what)] = finding
        with path.open("ab") as file:
            file.write(msgspec.json.encode(finding) + b"\n")
    return [kept[mutant] for mutant in wanted if mutant in kept]


def find_each(game: str, todo: list[Mutant], workers: int) -> Iterator[Finding]:
    """What becomes of each of these mutants, as it is known."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(*columns, console=Console(stderr=True)) as bar,
        ThreadPoolExecutor(workers) as pool,
    ):
        if todo:
            trials = Trials(game, workers, Path(folder))
            running = [pool.submit(trials.find, mutant) for mutant in todo]
            for done in bar.track(as_completed(running), total=len(running), description=game):
                yield done.result()


def name_of(game: str, finding: Finding) -> str:
    """The change and where it was made; a line's number would not last."""
    return f"{game}/{finding.file}: {finding.change}"


def is_explained(game: str, finding: Finding) -> bool:
    """Whether docs/mutants.md says why this change changes nothing."""
    return f"`{name_of(game, finding)}`" in EXPLAINED.read_text(encoding="utf-8")


def report(game: str, findings: list[Finding]) -> bool:
    """Prints what survived; whether enough were caught, and the others are explained."""
    survivors = [each for each in findings if not each.caught_by]
    share = 1 - len(survivors) / max(1, len(findings))
    print(f"{game}: {len(findings) - len(survivors)} of {len(findings)} mutants caught ({share:.0%})")
    for each in survivors:
        note = " (docs/mutants.md)" if is_explained(game, each) else ""
        print(f"  {name_of(game, each)}{note}")
    return share >= ENOUGH and all(is_explained(game, each) for each in survivors)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--count", type=int, default=100, help="mutants of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, help="how many to try in this run")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many are tried at a time")
    asked = parser.parse_args(arguments)
    asked_of = (asked.count, asked.seed, asked.most, asked.workers)
    reports = [report(game, try_game(game, *asked_of)) for game in asked.games]
    return 0 if all(reports) else 1


if __name__ == "__main__":
    sys.exit(main())
