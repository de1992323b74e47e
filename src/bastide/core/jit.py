"""The one place that knows what `@rule` means.

`BASTIDE_TARGET` chooses how the rules run, once per process:

- `cpu` (default): compiled by Numba, cached on disk, releases the GIL, unchecked.
- `python`: plain Python over range-checked cells; Numba is not imported. For tests, coverage and debuggers.

Rules compiled for the CPU are translated for a GPU on demand (`bind_cuda`), in the same process; interpreted ones run
in CUDA's simulator. All of them play identical games.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from bastide.core.components import component_bytes
from bastide.core.errors import BadTarget, NoGpu
from bastide.core.sources import import_closure, source_file

TARGETS = ("cpu", "python")
TARGET = os.environ.get("BASTIDE_TARGET", "cpu")
if TARGET not in TARGETS:
    raise BadTarget(TARGET, TARGETS)
if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    TARGET = "python"
os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # read once by numba-cuda; a small batch is meant

NAMING = threading.Lock()  # Numba is told a folder by way of settings that all threads share
COMPILING = threading.RLock()  # while code for a card is lean, which is a setting of all threads as well
ROOM = 1 << 16  # bytes without which a disk is full
LARGE_CODE = 1 << 14  # of a kernel for a card, in LLVM's instructions before it optimises them
keeps = True  # whether the cache root has taken all that was compiled
LOCATOR = "bastide.core.cache_locator.PlacelessLocator"

F = TypeVar("F", bound=Callable[..., Any])


def cache_root() -> Path:
    """Where compiled rules are kept: BASTIDE_CACHE, or the user's cache folder."""
    named = os.environ.get("BASTIDE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bastide"


@cache
def writable_root() -> Path:
    """The cache root if it can be written, else a folder that goes with this process, and serves those it starts."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root) as file:
            file.write(bytes(ROOM))
    except OSError as error:
        warn_not_kept(error.strerror)
        folder = tempfile.mkdtemp(prefix="bastide-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["BASTIDE_CACHE"] = folder
        return Path(folder)
    return root


def is_kept() -> bool:
    """Whether the cache root takes what is compiled."""
    writable_root()
    return keeps


class NotKept(UserWarning):
    """Compiled rules cannot be kept: said once a process."""


def warn_not_kept(reason: str | None) -> None:
    """Says that the cache root takes nothing, or nothing more; compiled rules serve this process all the same."""
    global keeps
    if keeps:
        keeps = False
        warnings.warn(
            f"compiled rules cannot be kept in {cache_root()} ({reason}); they are compiled again every time. "
            "Set BASTIDE_CACHE to a folder that can be written.",
            NotKept,
            stacklevel=3,
        )


@cache
def source_digest(modules: tuple[str, ...], values: tuple[object, ...] = ()) -> str:
    """A digest of everything that rules in these modules can be made of.

    That is the modules and all they import, the component files of the games among them, the compiler, and values
    handed to the rules by other ways.
    """
    import numba
    import numpy

    compiler = f"{sys.version} numba {numba.__version__} numpy {numpy.__version__}"
    digest = hashlib.sha256(f"{compiler} {values}".encode())
    closure = import_closure(modules)
    for module in closure:
        digest.update(module.encode())
        digest.update(source_file(module).read_bytes())
    for folder in sorted({source_file(module).parent for module in closure}):
        if folder.parent.name == "games":
            digest.update(component_bytes(folder))
    return digest.hexdigest()[:16]


def cache_folder(modules: tuple[str, ...], values: tuple[object, ...] = ()) -> Path:
    """Numba renews a cached function only when its own file changes, not a callee's.

    So compiled code is kept in a folder named after all the sources it depends on.
    """
    folder = "-".join(modules[-1].split(".")[1:-1])
    return writable_root() / f"{folder}-{source_digest(modules, values)}"


def _compile_cpu(function: Callable[..., Any], modules: tuple[str, ...], values: tuple[object, ...] = ()) -> Any:
    from numba import njit

    from bastide.core.callees import CalleeCache, CalleeCompiler, CheckedCache, EntryCompiler

    folder = cache_folder(modules, values)
    how: dict[str, Any] = {"nogil": not getattr(function, "brief", False), "no_cfunc_wrapper": True}
    how["error_model"] = "numpy"
    how["_nrt"] = getattr(function, "allocates", False)

    def compile_as(kind: type, compiler: type, **more: Any) -> Any:
        dispatcher = njit(pipeline_class=compiler, **how, **more)(function)
        with keeping_in(folder):
            try:
                dispatcher._cache = kind(function)
            except RuntimeError:  # Numba's
                warn_not_kept("no folder can be made in it")
        return dispatcher

    entry = compile_as(CheckedCache, EntryCompiler)
    return _call_from_rules(entry, cache(lambda: compile_as(CalleeCache, CalleeCompiler, no_cpython_wrapper=True)))


@contextmanager
def keeping_in(folder: Path) -> Iterator[None]:
    """Has Numba keep in a folder what is told to be kept meanwhile."""
    from numba import config

    with NAMING:
        before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES  # type: ignore[attr-defined]
        config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        config.CACHE_LOCATOR_CLASSES = LOCATOR  # type: ignore[attr-defined]
        try:
            yield
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before  # type: ignore[attr-defined]


def _call_from_rules(entry: Any, callee: Callable[[], Any]) -> Any:
    """Other rules call the callee, compiled once for all widths of its whole numbers; Python calls the entry.

    Numba would compile `apply(s, a)`, and all it calls, anew for an `a` from a list of int16 and for one of 64 bits.
    """
    from numba.core.types import Integer, int64

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        wide = tuple(int64 if isinstance(kind, Integer) else kind for kind in args)
        named = {name: int64 if isinstance(kind, Integer) else kind for name, kind in kws.items()}
        return callee().get_call_template(wide, named)

    entry.callee = callee
    entry.get_call_template = get_call_template
    entry.get_overload = lambda signature: callee().get_overload(signature)
    return entry


def _leave_plain(function: Callable[..., Any], _modules: tuple[str, ...], _values: tuple[object, ...] = ()) -> Any:
    return function


COMPILE = {"cpu": _compile_cpu, "python": _leave_plain}[TARGET]


def rule(function: F) -> F:
    """Marks a function as part of the rules: plain loops over integers, compiled for the target."""
    return COMPILE(function, (function.__module__,))  # type: ignore[no-any-return]


def _bits_on_cpu() -> tuple[Any, Any]:
    """The two functions below as single instructions of the processor or the card."""
    from llvmlite import ir
    from numba.core.types import int64
    from numba.extending import intrinsic

    def lowest(_context: Any, _x: Any) -> Any:
        not_zero = ir.Constant(ir.IntType(1), 1)
        return int64(int64), lambda _target, builder, _signature, given: builder.cttz(given[0], not_zero)

    def count(_context: Any, _x: Any) -> Any:
        return int64(int64), lambda _target, builder, _signature, given: builder.ctpop(given[0])

    return intrinsic(lowest), intrinsic(count)


def _bits_in_python() -> tuple[Any, Any]:
    """The same of Python's numbers, and of NumPy's, which CUDA's simulator has."""
    return lambda x: (int(x) & -int(x)).bit_length() - 1, lambda x: int(x).bit_count()


# For rules, of a whole number below 2**63 that stands for a set: its lowest member (there is one), and how many it has.
lowest_bit, count_bits = _bits_on_cpu() if TARGET == "cpu" else _bits_in_python()


def brief(function: F) -> F:
    """Marks a template whose calls from Python are too short to be worth releasing the GIL."""
    function.brief = True  # type: ignore[attr-defined]
    return function


def allocates(function: F) -> F:
    """Marks a rule or a template that makes arrays; all others are compiled without counting references."""
    function.allocates = True  # type: ignore[attr-defined]
    return function


def shared(function: F) -> F:
    """Marks a large rule or template whose machine code is made once, for all that are marked as `calling`."""
    function.shared = True  # type: ignore[attr-defined]
    return function


def calling(function: F) -> F:
    """Marks what Python calls and what calls shared rules: all else takes them in, which is faster and takes longer."""
    function.calling = True  # type: ignore[attr-defined]
    return function


def bind(templates: tuple[Callable[..., Any], ...], game: types.ModuleType) -> types.SimpleNamespace:
    """Compiled copies of functions that name their game only through the global `game`.

    Templates come in call order (callees first). Closures over compiled functions, or passing them as arguments,
    would never hit the disk cache: copies of plain functions with globals of their own do.
    """
    bound: dict[str, Any] = {}
    asked: dict[str, set[str]] = {}  # what each template, and those it calls, ask of the game
    for template in templates:
        names = set(template.__code__.co_names)
        callees = {name: bound[name] for name in bound if name in names and name in template.__globals__}
        asked[template.__name__] = (names & set(vars(game))).union(*(asked[name] for name in callees))
        given = [(name, getattr(game, name)) for name in sorted(asked[template.__name__])]
        modules = sorted({value.__module__ for _, value in given if callable(value)} - {template.__module__})
        values = tuple(pair for pair in given if not callable(pair[1]))
        copy = _copy(template, {**callees, "game": game}, game.__name__)
        bound[template.__name__] = COMPILE(copy, (*modules, template.__module__), values)
    return types.SimpleNamespace(**bound)


def _copy(function: Any, replaced: dict[str, Any], owner: str) -> Any:
    """The same code with some of its globals replaced; `owner` keeps its cache files apart from its twins'."""
    namespace = {**function.__globals__, **replaced}
    copy = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__qualname__ = f"{owner}.{function.__name__}"
    copy.__dict__.update(function.__dict__)
    return copy


asked: Any = None  # stands for a rule; each compiled copy of the templates below has its own


@brief
@calling
def ask_alone(states: Any) -> Any:
    return asked(states[0])


@brief
@calling
def ask_with_one(states: Any, x: int) -> Any:
    return asked(states[0], x)


@brief
@calling
def ask_with_two(states: Any, x: int, y: int) -> Any:
    return asked(states[0], x, y)


@brief
@calling
def ask_with_three(states: Any, x: int, y: int, z: int) -> Any:
    return asked(states[0], x, y, z)


ASKING = (ask_alone, ask_with_one, ask_with_two, ask_with_three)  # by how many numbers a rule takes besides its record


@cache
def by_array(function: Any, numbers: int) -> Any:
    """A rule of a record, to be called with an array of one: a bare record takes Numba twenty times as long."""
    name = f"{function.__module__}.{function.__name__}"
    return COMPILE(_copy(ASKING[numbers], {"asked": function}, name), (function.__module__, __name__))


def find_cuda() -> Any:
    """Numba's CUDA, once it is sure that a GPU (or the simulator) answers."""
    try:
        from numba import config, cuda
    except ImportError as error:
        raise NoGpu(f"numba-cuda is not installed ({error})") from error
    simulated = bool(config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
    if TARGET == "python" and not simulated:
        raise NoGpu("interpreted rules run on CUDA's simulator only: set NUMBA_ENABLE_CUDASIM=1")
    if TARGET == "cpu" and simulated:
        raise NoGpu("CUDA's simulator runs interpreted rules: set BASTIDE_TARGET=python")
    if not cuda.is_available():  # type: ignore[no-untyped-call]
        raise NoGpu("no NVIDIA driver, or no GPU, was found")
    return cuda


class Translation:
    """Translates compiled rules, and every rule they call, to device functions of a GPU; caches each by identity."""

    def __init__(self) -> None:
        self.known: dict[int, Any] = {}

    def of(self, value: Any) -> Any:
        """The device counterpart of a host value: a device function for a compiled rule, the value itself otherwise."""
        if TARGET == "cpu" and hasattr(value, "py_func"):
            return self._rule(value)
        return value

    def module(self, game: types.ModuleType) -> types.ModuleType:
        """A game's rules, all as device functions."""
        twin = types.ModuleType(game.__name__)
        for name, value in vars(game).items():
            setattr(twin, name, self.of(value))
        return twin

    def _rule(self, function: Any) -> Any:
        from numba import cuda

        if id(function) not in self.known:
            plain = function.py_func
            named = {name: plain.__globals__[name] for name in plain.__code__.co_names if name in plain.__globals__}
            copy = _copy(plain, {name: self.of(value) for name, value in named.items()}, "cuda")
            self.known[id(function)] = cuda.jit(device=True)(copy)  # type: ignore[no-untyped-call]
        return self.known[id(function)]


def keep_loops(modules: Any) -> None:
    """Tells a card's compiler to leave the loops of a kernel as they are written, where its code is large."""
    from llvmlite import ir

    blocks = [block for module in modules for function in module.functions for block in function.blocks]
    if sum(len(block.instructions) for block in blocks) < LARGE_CODE:
        return
    for module in modules:
        asked = module.add_metadata([ir.MetaDataString(module, "llvm.loop.unroll.disable")])
        loop = module.add_metadata([asked])
        loop.operands = (loop, *loop.operands)  # what is said of a loop names itself first
        for function in module.functions:
            for block in function.blocks:
                if isinstance(block.terminator, ir.Branch | ir.ConditionalBranch):
                    block.terminator.set_metadata("llvm.loop", loop)  # of a branch that ends no loop, it says nothing


@contextmanager
def lean_code() -> Iterator[None]:
    """What is compiled for a card meanwhile keeps tables in its memory, takes no index for a negative one, and stays
    small.

    Numba puts tables where threads that read different rows take turns, and where 64 KiB are all there is; it asks of
    every index whether it counts from the end, which rules never do (interpreted, such an index is refused). And the
    card's compiler writes loops out, until large code is more than a processor keeps at hand (ADR 29).
    """
    from numba import types as kinds

    arrays: Any = import_module("numba.cuda.np.arrayobj")
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    library: Any = import_module("numba.cuda.codegen").CUDACodeLibrary
    kept = arrays.fix_integer_index, nvvm.ADDRSPACE_CONSTANT, library.llvm_strs

    def plain_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, kinds.intp if kind.signed else kinds.uintp)

    def llvm_strs(self: Any) -> list[str]:
        if self._llvm_strs is None:
            keep_loops(self.modules)
        return kept[2].fget(self)  # type: ignore[no-any-return]

    arrays.fix_integer_index, nvvm.ADDRSPACE_CONSTANT = plain_index, nvvm.ADDRSPACE_GLOBAL
    library.llvm_strs = property(llvm_strs)
    try:
        yield
    finally:
        arrays.fix_integer_index, nvvm.ADDRSPACE_CONSTANT, library.llvm_strs = kept


class Kernel:
    """A kernel as Numba launches it, compiled to lean code: somebody's own, in the same process, are not."""

    def __init__(self, dispatcher: Any) -> None:
        self.dispatcher = dispatcher

    def __getitem__(self, shape: Any) -> Callable[..., None]:
        launch = self.dispatcher[shape]

        def run(*arguments: Any) -> None:
            with COMPILING, lean_code():
                launch(*arguments)

        return run

    def get_regs_per_thread(self) -> Any:
        """Of each form that was compiled."""
        return self.dispatcher.get_regs_per_thread()


def bind_cuda(
    templates: tuple[Callable[..., Any], ...],
    kernels: tuple[Callable[..., Any], ...],
    game: types.ModuleType,
    **constants: Any,
) -> types.SimpleNamespace:
    """As `bind`, for a GPU: templates become device functions, kernels are launched from the host.

    A kernel names Numba's CUDA through the global `cuda`, and sizes of its own arrays through global `constants`.
    """
    cuda = find_cuda()
    translation = Translation()  # never shared: a record that is only padded differently would pass for the same type
    rules = translation.module(game)
    bound: dict[str, Any] = {}
    for function in (*templates, *kernels):
        own = {name: translation.of(value) for name, value in function.__globals__.items()}
        copy = _copy(function, {**own, **constants, **bound, "game": rules, "cuda": cuda}, game.__name__)
        made = cuda.jit(device=function in templates)(copy)
        bound[function.__name__] = made if function in templates or TARGET == "python" else Kernel(made)
    return types.SimpleNamespace(**bound)


def entry(function: Any, *arguments: Any) -> Callable[..., Any]:
    """The compiled form of a rule for arguments of these very types, called without looking at them again.

    Numba's own dispatch takes 0.2 microseconds to recognise a record array; this is for the one call per move.
    """
    if TARGET != "cpu":
        return function  # type: ignore[no-any-return]
    from numba import typeof

    signature = tuple(typeof(argument) for argument in arguments)  # type: ignore[no-untyped-call]
    function.compile(signature)
    return function.overloads[signature].entry_point  # type: ignore[no-any-return]
