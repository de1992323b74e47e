"""The cache of compiled rules: named after every source it depends on."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy
import pytest

from bastide.core import callees, jit, sources
from bastide.core.game import KERNEL_NAMES
from bastide.games import GAMES, load

pytestmark = pytest.mark.compiled


RULES = "bastide.games.enghien.rules"


def run_with_cache(program: str, folder: Path) -> list[str]:
    """The words that a process of its own prints, with this folder as its cache."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={"BASTIDE_CACHE": str(folder), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


def digest_with(monkeypatch: pytest.MonkeyPatch, folder: Path, changed: str) -> str:
    """The digest of a game's rules in a copy of the package in which one file has another line."""
    copy = folder / f"with {changed}".replace("/", "-")
    shutil.copytree(sources.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "locale"))
    if changed:
        with (copy / changed).open("a") as file:
            file.write("\n# another line\n")
    with monkeypatch.context() as patch:
        patch.setattr(sources, "PACKAGE", copy)
        return jit.source_digest.__wrapped__((RULES,))


def test_changed_sources_change_the_digest_of_rules_that_depend_on_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = digest_with(monkeypatch, tmp_path, "")
    game = "games/enghien"
    for callee in (
        f"{game}/rules.py",
        f"{game}/tables.py",
        f"{game}/components.toml",
        "core/piles.py",
        "core/state.py",
    ):
        assert digest_with(monkeypatch, tmp_path, callee) != plain, callee
    for stranger in (f"{game}/story.py", f"{game}/notation.py", f"{game}/advice.py", "core/position.py"):
        assert digest_with(monkeypatch, tmp_path, stranger) == plain, stranger


def test_values_handed_to_templates_count() -> None:
    assert jit.source_digest((RULES,), (("BUFFER", 3),)) != jit.source_digest((RULES,), (("BUFFER", 4),))


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_a_rule_calls_is_in_a_module_it_imports(name: str) -> None:
    """What a compiled function finds under the names it uses comes from files in its digest."""
    game = load(name)
    waiting = [getattr(game, kernel) for kernel in KERNEL_NAMES]
    seen = set()
    while waiting:
        function = waiting.pop().py_func
        if function in seen:
            continue
        seen.add(function)
        closure = set(sources.import_closure((function.__module__,)))
        for used in (function.__globals__[each] for each in function.__code__.co_names if each in function.__globals__):
            if hasattr(used, "py_func"):
                assert used.py_func.__module__ in closure
                waiting.append(used)
            elif isinstance(used, types.ModuleType):
                assert used is numpy, f"{function.__name__} reaches into {used.__name__}"
    assert len(seen) > len(KERNEL_NAMES)


def test_imports_for_type_checkers_do_not_count_and_packages_only_where_something_is_taken_from_them() -> None:
    closure = sources.import_closure(("bastide.core.play",))
    assert "bastide.core.rng" in closure
    assert "bastide.core.game" not in closure  # for type checkers alone
    assert "bastide.core" not in closure
    assert "bastide.bots" in sources.import_closure(("bastide.cli.play",))  # takes names from the package itself


def test_templates_written_elsewhere_are_known_by_their_file() -> None:
    closure = sources.import_closure((__name__,))
    assert sources.source_file(__name__) == Path(__file__)
    assert {__name__, "bastide.core.jit"} <= set(closure)


def test_a_root_that_takes_nothing_is_replaced_for_this_process_and_those_it_starts(tmp_path: Path) -> None:
    program = (
        "import os; from pathlib import Path; from bastide.core import jit; root = jit.writable_root();"
        "print(root, os.environ['BASTIDE_CACHE'], root.is_dir(), jit.is_kept())"
    )
    (tmp_path / "file").write_text("not a folder")
    root, told, there, kept = run_with_cache(program, tmp_path / "file")
    assert (told, there, kept) == (root, "True", "False")
    assert not Path(root).exists()


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    "refused", ["numba.core.caching.IndexDataCacheFile.save", "bastide.core.callees.keep", "pathlib.Path.replace"]
)
def test_what_a_full_disk_refuses_is_compiled_all_the_same(
    refused: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "writable_root", lambda: tmp_path)
    monkeypatch.setattr(jit, "keeps", True)
    monkeypatch.setattr(refused, full)

    @jit.rule
    @jit.shared
    def thrice(x: int) -> int:
        return 3 * x

    @jit.rule
    @jit.calling
    def calls(x: int) -> int:
        return thrice(x) + len(refused)

    with pytest.warns(jit.NotKept, match="No space left on device"):
        assert calls(5) == 15 + len(refused)
    assert not jit.is_kept()
    assert not list(tmp_path.rglob("tmp*"))


def test_where_no_folder_can_be_made_rules_are_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(jit, "writable_root", lambda: tmp_path / "file")
    monkeypatch.setattr(jit, "keeps", True)

    def four_times(x: int) -> int:
        return 4 * x

    with pytest.warns(jit.NotKept, match="no folder can be made"):
        rule = jit.rule(four_times)
    assert rule(5) == 20


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    """Templates bound to a game are found on disk again."""
    program = (
        "import bastide; from bastide.core.play import entry_points; g = bastide.load('enghien'); g.new(seed=1);"
        "f = entry_points(g).decide; print(sum(f.stats.cache_hits.values()), sum(f.stats.cache_misses.values()))"
    )
    runs = [run_with_cache(program, tmp_path) for _ in range(2)]
    assert runs == [["0", "1"], ["1", "0"]]


def test_a_rule_is_compiled_once_for_all_widths_of_whole_numbers() -> None:
    """A list of actions is int16, what Python gives is int64, a constant a type of its own."""

    @jit.rule
    def twice(x: int) -> int:
        return 2 * x

    @jit.rule
    def of_all(small: Any) -> int:
        total: int = twice(3) + twice(len(small)) + twice(small[0])
        return total

    assert of_all(numpy.array([300, 1], numpy.int16)) == 610
    assert len(twice.callee().overloads) == 1  # type: ignore[attr-defined]
    assert not twice.overloads, "it was compiled for Python, which never called it"  # type: ignore[attr-defined]


def test_only_a_rule_that_says_so_makes_arrays() -> None:
    """All others are compiled without counting references, whatever they call."""

    @jit.rule
    @jit.allocates
    def sum_below(n: int) -> int:
        numbers = numpy.zeros(n, numpy.int64)
        for i in range(n):
            numbers[i] = i
        return int(numbers.sum())

    @jit.rule
    def one_more(n: int) -> int:
        return sum_below(n) + 1

    @jit.rule
    def makes_arrays(n: int) -> int:
        return int(numpy.zeros(n, numpy.int64)[0])

    assert one_more(5) == 11
    with pytest.raises(Exception, match="zeros"):
        makes_arrays(3)


def test_machine_code_of_a_shared_rule_is_made_once_for_all_that_call_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "writable_root", lambda: tmp_path)

    @jit.rule
    def twice(x: int) -> int:
        return 2 * x

    @jit.rule
    @jit.shared
    def shared(x: int) -> int:
        return twice(x) + 1

    @jit.rule
    @jit.shared
    def calls_shared(x: int) -> int:
        return shared(x) * shared(x + 1)

    @jit.rule
    def takes_in(x: int) -> int:
        return calls_shared(x)

    @jit.rule
    @jit.calling
    def calls(x: int) -> int:
        return calls_shared(x) + twice(x)

    @jit.rule
    @jit.calling
    def calls_too(x: int) -> int:
        return shared(x) - calls_shared(x)

    made = tmp_path / callees.MACHINE_CODE
    assert takes_in(3) == 63
    assert not made.exists(), "nobody called it"
    assert calls(3) == 69
    files = {file: file.stat().st_mtime_ns for file in made.iterdir()}
    assert len(files) == 2
    assert calls_too(3) == -56
    assert {file: file.stat().st_mtime_ns for file in made.iterdir()} == files


REDEALT = """
import bastide
from bastide.core.play import entry_points
g = bastide.load("enghien")
truth = g.new(seed=1).view(0).redeal(1)
f = entry_points(g).redeal
print(truth.tobytes().hex(), sum(f.stats.cache_hits.values()), sum(f.stats.cache_misses.values()))
"""


def test_an_entry_on_disk_has_all_the_machine_code_that_it_calls(tmp_path: Path) -> None:
    truth, *made = run_with_cache(REDEALT, tmp_path)
    shutil.rmtree(tmp_path / callees.MACHINE_CODE)
    assert run_with_cache(REDEALT, tmp_path) == [truth, "1", "0"]
    assert made == ["0", "1"]


PLAYED = """
import bastide
from numba.core import event

class Compiled(event.RecordingListener):
    pass

seen = Compiled()
event.register("numba:compile", seen)
m = bastide.load("enghien").new(seed=1)
while m.legal:
    m.apply(m.legal[len(m.legal) // 2])
names = {each.data["dispatcher"].py_func.__module__ for _, each in seen.buffer}
print(bytes(m).hex(), *sorted(name for name in names if name.startswith("bastide.games")))
"""


@pytest.mark.slow
def test_callees_on_disk_serve_new_callers(tmp_path: Path) -> None:
    """What bots need is compiled by another process than the rules they call, and plays the same game."""
    end, *compiled = run_with_cache(PLAYED, tmp_path)
    assert RULES in compiled
    for file in tmp_path.rglob("*.nb?"):
        if ".callee." not in file.name:
            file.unlink()
    assert run_with_cache(PLAYED, tmp_path) == [end]


def test_a_file_that_another_process_took_is_not_read_for_another_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that save a first and a second type of the same function at once both name their file the first."""
    monkeypatch.setattr(jit, "writable_root", lambda: tmp_path)

    def double(x: Any) -> Any:
        return x + x

    jit.rule(double)(3)
    jit.rule(double)(1.5)
    first, second = sorted(tmp_path.rglob("*.nbc"))
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    assert (jit.rule(double)(3), jit.rule(double)(1.5)) == (6, 3.0)


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("size", [0, 50])
def test_a_file_that_a_crash_tore_is_compiled_and_kept_anew(
    kind: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "writable_root", lambda: tmp_path)

    def halve(x: int) -> int:
        return x // 2

    jit.rule(halve)(8)
    [file] = tmp_path.rglob(f"*.{kind}")
    os.truncate(file, size)
    assert jit.rule(halve)(8) == 4
    again: Any = jit.rule(halve)
    assert again(8) == 4
    assert sum(again.stats.cache_hits.values()) == 1


def test_code_for_a_card_is_lean_while_a_kernel_is_launched_and_only_then() -> None:
    """Named here are insides of numba-cuda: a version that has moved them fails."""
    arrays: Any = import_module("numba.cuda.np.arrayobj")
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    library: Any = import_module("numba.cuda.codegen").CUDACodeLibrary
    before = arrays.fix_integer_index, nvvm.ADDRSPACE_CONSTANT, library.llvm_strs
    seen = []

    def launch(*arguments: int) -> None:
        is_plain = arrays.fix_integer_index is before[0] or library.llvm_strs is before[2]
        seen.append((arguments, is_plain, nvvm.ADDRSPACE_CONSTANT))
        if arguments == (3,):
            raise ValueError("as when Numba cannot compile")

    kernel = jit.Kernel({(1, 32): launch})
    kernel[1, 32](2)
    with pytest.raises(ValueError, match="cannot compile"):
        kernel[1, 32](3)
    assert seen == [((2,), False, nvvm.ADDRSPACE_GLOBAL), ((3,), False, nvvm.ADDRSPACE_GLOBAL)]
    assert before == (arrays.fix_integer_index, nvvm.ADDRSPACE_CONSTANT, library.llvm_strs)
    assert nvvm.ADDRSPACE_CONSTANT != nvvm.ADDRSPACE_GLOBAL


def one_loop() -> Any:
    """A module with one loop of five rounds."""
    from llvmlite import ir

    whole = ir.IntType(64)
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(whole, [whole]), "one_loop")
    start, loop, end = (function.append_basic_block(name) for name in ("start", "loop", "end"))
    ir.IRBuilder(start).branch(loop)
    builder = ir.IRBuilder(loop)
    i, total = builder.phi(whole), builder.phi(whole)
    grown = builder.mul(builder.xor(total, i), function.args[0])
    following = builder.add(i, whole(1))
    for value, first, later in ((i, whole(0), following), (total, function.args[0], grown)):
        value.add_incoming(first, start)
        value.add_incoming(later, loop)
    builder.cbranch(builder.icmp_signed("<", following, whole(5)), loop, end)
    ir.IRBuilder(end).ret(grown)
    return module


def count_products(module: Any) -> int:
    """How often LLVM's optimised code multiplies: once for every time that a loop is written out."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    parsed = binding.parse_assembly(str(module))
    parsed.verify()
    machine = binding.Target.from_default_triple().create_target_machine(opt=3)
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(parsed, builder)
    return str(parsed).count(" mul ")


def test_small_batches_on_a_card_are_meant() -> None:
    config: Any = import_module("numba.cuda.core.config")
    assert config.CUDA_LOW_OCCUPANCY_WARNINGS == 0


def test_loops_of_large_code_for_a_card_are_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, small, large = one_loop(), one_loop(), one_loop()
    jit.keep_loops([small])
    monkeypatch.setattr(jit, "LARGE_CODE", 1)
    jit.keep_loops([large])
    written_out = count_products(plain)
    assert written_out > 1
    assert (count_products(small), count_products(large)) == (written_out, 1)


def test_what_a_card_is_to_compile_passes_through_keep_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Named here is an inside of numba-cuda: the modules of a kernel and of all it calls, before they are compiled."""
    codegen: Any = import_module("numba.cuda.codegen")
    monkeypatch.setattr(jit, "LARGE_CODE", 1)
    library = codegen.CUDACodeLibrary(codegen.JITCUDACodegen("of a test"), "of a test")
    library.add_ir_module(one_loop())
    with jit.lean_code():
        [text] = library.llvm_strs
    assert "llvm.loop.unroll.disable" in text
