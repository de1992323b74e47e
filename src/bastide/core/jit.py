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
import types
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from bastide.core.components import component_bytes
from bastide.core.errors import BadTarget, NoGpu

TARGETS = ("cpu", "python")
TARGET = os.environ.get("BASTIDE_TARGET", "cpu")
if TARGET not in TARGETS:
    raise BadTarget(TARGET, TARGETS)
if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    TARGET = "python"

PACKAGE = Path(__file__).resolve().parents[1]

F = TypeVar("F", bound=Callable[..., Any])


def cache_root() -> Path:
    """Where compiled rules are kept: BASTIDE_CACHE, or the user's cache folder."""
    named = os.environ.get("BASTIDE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bastide"


@cache
def writable_root() -> Path:
    """The cache root if it can be written, else a folder that lives as long as this process."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError as error:
        warnings.warn(
            f"compiled rules cannot be kept in {root} ({error.strerror}); they are compiled again in every process. "
            "Set BASTIDE_CACHE to a folder that can be written.",
            stacklevel=2,
        )
        folder = tempfile.mkdtemp(prefix="bastide-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return Path(folder)
    return root


@cache
def source_digest(folders: tuple[str, ...]) -> str:
    """A digest of every source file in these folders of the package, of component files given, and of the compiler."""
    import numba
    import numpy

    digest = hashlib.sha256(f"{sys.version} numba {numba.__version__} numpy {numpy.__version__}".encode())
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(PACKAGE).as_posix().encode())
                digest.update(path.read_bytes())
        if folder.startswith("games/"):
            digest.update(component_bytes(PACKAGE / folder))
    return digest.hexdigest()[:16]


def cache_folder(folders: tuple[str, ...]) -> Path:
    """Numba renews a cached function only when its own file changes, not a callee's.

    So code that depends on these folders is kept in a folder named after all their sources.
    """
    return writable_root() / f"{folders[-1].replace('/', '-')}-{source_digest(folders)}"


def folders_of(module: str) -> tuple[str, ...]:
    """The folders of the package that a rule in this module may depend on: the core, and its own."""
    parts = module.split(".")[1:]
    folder = "/".join(parts[:2]) if parts[0] == "games" else parts[0]
    return ("core",) if folder == "core" else ("core", folder)


def _compile_cpu(function: Callable[..., Any], folders: tuple[str, ...]) -> Any:
    from numba import config, njit

    config.CACHE_DIR = str(cache_folder(folders))  # type: ignore[attr-defined]
    return njit(cache=True, nogil=not getattr(function, "brief", False), error_model="numpy")(function)


def _leave_plain(function: Callable[..., Any], _folders: tuple[str, ...]) -> Any:
    return function


COMPILE = {"cpu": _compile_cpu, "python": _leave_plain}[TARGET]


def rule(function: F) -> F:
    """Marks a function as part of the rules: plain loops over integers, compiled for the target."""
    return COMPILE(function, folders_of(function.__module__))  # type: ignore[no-any-return]


def brief(function: F) -> F:
    """Marks a template whose calls from Python are too short to be worth releasing the GIL."""
    function.brief = True  # type: ignore[attr-defined]
    return function


def bind(templates: tuple[Callable[..., Any], ...], game: types.ModuleType) -> types.SimpleNamespace:
    """Compiled copies of functions that name their game only through the global `game`.

    Templates come in call order (callees first). Closures over compiled functions, or passing them as arguments,
    would never hit the disk cache: copies of plain functions with globals of their own do.
    """
    bound: dict[str, Any] = {}
    for template in templates:
        folders = (*folders_of(template.__module__), f"games/{game.__name__}")
        bound[template.__name__] = COMPILE(_copy(template, {**bound, "game": game}, game.__name__), folders)
    return types.SimpleNamespace(**bound)


def _copy(function: Any, replaced: dict[str, Any], owner: str) -> Any:
    """The same code with some of its globals replaced; `owner` keeps its cache files apart from its twins'."""
    namespace = {**function.__globals__, **replaced}
    copy = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__qualname__ = f"{owner}.{function.__name__}"
    copy.__dict__.update(function.__dict__)
    return copy


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
        bound[function.__name__] = cuda.jit(device=function in templates)(copy)
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
