"""How Numba compiles rules for other rules: code that is a part of its callers, and nothing by itself.

Numba makes every function ready to be called from anywhere: optimised with all it calls, translated to machine code,
with a wrapper for Python. Of a rule that only rules call, none of that is used: its callers take its code in, and
optimise all of it again. Here it is done once, for what Python calls.

The largest rules (`core.jit.shared`) are machine code as well, made once for all that would rather call them than take
them in (`core.jit.calling`).
"""

from __future__ import annotations

import hashlib
import tempfile
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from llvmlite import binding
from llvmlite.binding.newpassmanagers import create_new_module_pass_manager
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.sigutils import normalize_signature

from bastide.core import jit

MACHINE_CODE = "shared"  # the folder of the cache in which it is

LOADED: set[str] = set()  # names of the shared machine code that this process has
READ: dict[str, Any] = {}  # callees that were read from a cache, by their digests


def list_linked(library: Any, is_calling: bool) -> list[Any]:
    """All that a library calls, and what that calls in turn; what is shared is called, if anything is."""
    found: dict[Any, None] = {}
    left = [*library._linking_libraries]
    while left:
        callee = left.pop()
        if callee not in found:
            found[callee] = None
            if isinstance(callee, CalleeLibrary) and not (is_calling and callee.is_shared):
                left += callee._linking_libraries
    return [*found]


def link(library: Any, is_calling: bool) -> dict[str, bytes]:
    """Links all that a library calls into its module; returns what is called instead: machine code, by name."""
    called: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for callee in list_linked(library, is_calling):
        library._reload_init.update(callee._reload_init)
        if is_calling and isinstance(callee, CalleeLibrary) and callee.is_shared:
            called |= callee.machine_code
            names[callee.symbol] = callee.shared_name
        else:
            library._final_module.link_in(callee._get_module_for_linking(), preserve=True)
    for function in library._final_module.functions:
        if function.name in names:
            function.name = names[function.name]
    load(library._codegen, called)
    return called


def load(codegen: Any, machine_code: dict[str, bytes]) -> None:
    """Lets everything in this process call this machine code."""
    for name in machine_code.keys() - LOADED:
        codegen._engine._ee.add_object_file(binding.ObjectFileRef.from_data(machine_code[name]))
        LOADED.add(name)


class CalleeLibrary(JITCodeLibrary):
    """Code that only other code calls: kept as it was written, to be linked."""

    is_shared = False

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Its callers do."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """It is only tidied, since several may take it in."""
        passes = create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_dead_code_elimination_pass()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(self._final_module, self._codegen._pass_builder())
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        """Whom Numba tells the environment of compiled code, which only exceptions need; rules raise none."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """There is no machine code to be told."""

    @cached_property
    def code(self) -> bytes:
        """Its own code, without what it links."""
        return self._final_module.as_bitcode()  # type: ignore[no-any-return]

    @cached_property
    def digest(self) -> str:
        """Of its code and all that it links."""
        digest = hashlib.sha256(self.code)
        for library in self._linking_libraries:
            digest.update(digest_of(library).encode())
        return digest.hexdigest()

    @cached_property
    def symbol(self) -> str:
        """What its callers call it."""
        return next(  # type: ignore[no-any-return]
            function.name
            for function in self._final_module.functions
            if not function.is_declaration and function.linkage == binding.Linkage.external
        )

    @property
    def shared_name(self) -> str:
        """What its machine code is called: the same for the same code alone."""
        return f"{self.symbol}.{self.digest[:16]}"

    @cached_property
    def own_machine_code(self) -> bytes:
        """Machine code of it and all that it takes in, from the cache where another process has made it."""
        made_for = hashlib.sha256(f"{self.digest} {self._codegen.magic_tuple()}".encode()).hexdigest()  # this processor
        file = jit.writable_root() / MACHINE_CODE / f"{made_for}.o"
        if file.exists():
            return file.read_bytes()
        code = self._translate()
        try:
            keep(code, file)
        except OSError as error:
            jit.warn_not_kept(error.strerror)
        return code

    def _translate(self) -> bytes:
        library = EntryLibrary(self._codegen, self.name)
        library._linking_libraries = self._linking_libraries
        library._final_module = self._final_module.clone()
        link(library, is_calling=True)
        library._final_module.get_function(self.symbol).name = self.shared_name
        library._optimize_final_module()
        return self._codegen._tm.emit_object(library._final_module)  # type: ignore[no-any-return]

    @property
    def machine_code(self) -> dict[str, bytes]:
        """Its machine code and what that calls, by name."""
        code = {self.shared_name: self.own_machine_code}
        for library in list_linked(self, is_calling=True):
            if isinstance(library, CalleeLibrary) and library.is_shared:
                code |= library.machine_code
        return code

    def serialize_using_object_code(self) -> tuple[str, dict[str, Any]]:
        """Its code and all that it links, callees first, for a cache."""
        rows: dict[str, Any] = {}
        add_rows(self, rows)
        return self.digest, rows

    @classmethod
    def read(cls, codegen: Any, name: str, rows: dict[str, Any]) -> CalleeLibrary:
        """A library as it was serialised; what other libraries link, too, is the same for all."""
        for digest, (of, code, linked, is_shared) in rows.items():
            if digest not in READ:
                library = READ[digest] = cls(codegen, of)
                library._final_module = binding.parse_bitcode(code)
                library._linking_libraries = [READ[callee] for callee in linked]
                library._finalized = True
                library.__dict__ |= {"code": code, "digest": digest}
                library.is_shared = is_shared
        return READ[name]  # type: ignore[no-any-return]


def keep(code: bytes, file: Path) -> None:
    """Writes a file whole or not at all."""
    file.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as written:
        try:
            written.write(code)
            written.flush()
            Path(written.name).replace(file)
        except OSError:
            Path(written.name).unlink()
            raise


def digest_of(library: Any) -> str:
    """A callee's own digest; of other libraries, which are linked already, that of their code."""
    if isinstance(library, CalleeLibrary):
        return library.digest
    return hashlib.sha256(library._get_module_for_linking().as_bitcode()).hexdigest()


def add_rows(library: Any, rows: dict[str, Any]) -> None:
    """Adds a library after those it links, by digest: its name, its code, what it links, if it is shared."""
    digest = digest_of(library)
    if digest in rows:
        return
    if not isinstance(library, CalleeLibrary):
        rows[digest] = (library.name, library._get_module_for_linking().as_bitcode(), (), False)
        return
    for callee in library._linking_libraries:
        add_rows(callee, rows)
    linked = tuple(digest_of(callee) for callee in library._linking_libraries)
    rows[digest] = (library.name, library.code, linked, library.is_shared)


class EntryLibrary(JITCodeLibrary):
    """Code that Python calls, and all that it calls in turn."""

    is_calling = False

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        self.called = link(self, self.is_calling)
        self._linking_libraries = []
        super().finalize()

    def serialize_using_object_code(self) -> tuple[Any, ...]:
        """Its machine code, and that which it calls, for a cache."""
        return self.called, *super().serialize_using_object_code()


class CalleeCompiler(CompilerBase):
    """Compiles what only other code calls."""

    def define_pipelines(self) -> list[Any]:
        of = self.state.func_id
        self.state.library = CalleeLibrary(self.state.targetctx.codegen(), of.func_qualname)
        self.state.library.is_shared = getattr(of.func, "shared", False)
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class EntryCompiler(CompilerBase):
    """Compiles what Python calls."""

    def define_pipelines(self) -> list[Any]:
        of = self.state.func_id
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), of.func_qualname)
        self.state.library.is_calling = getattr(of.func, "calling", False)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class CalleeCacheImpl(CompileResultCacheImpl):
    """Callees on disk, beside the same functions as Python calls them."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"{super().get_filename_base(fullname, abiflags)}.callee"

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        code, descriptor, environment, signature, *_, reload_init, environments = payload
        library = CalleeLibrary.read(target_context.codegen(), *code)
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=target_context.get_executable(library, descriptor, environment),
            fndesc=descriptor,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=environments,
        )


class EntryCacheImpl(CompileResultCacheImpl):
    """Entries on disk, with the machine code that they call."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        (called, *code), *rest = payload
        load(target_context.codegen(), called)
        return super().rebuild(target_context, (tuple(code), *rest))


class CheckedCache(FunctionCache):
    """Numba's cache, for processes that compile the same at the same time: two of them may have taken one file."""

    _impl_class = EntryCacheImpl

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super()._load_overload(sig, target_context)
        except Exception:  # whatever reading a file that a crash of the machine tore may end with: it is written anew
            with suppress(OSError):
                self._cache_file.flush()
            return None
        is_asked_for = found is not None and tuple(found.signature.args) == tuple(normalize_signature(sig)[0])
        return found if is_asked_for else None

    def _save_overload(self, sig: Any, data: Any) -> None:
        """What the disk has no room for is compiled all the same."""
        try:
            super()._save_overload(sig, data)
        except OSError as error:
            jit.warn_not_kept(error.strerror)


class CalleeCache(CheckedCache):
    """The same for callees."""

    _impl_class = CalleeCacheImpl  # type: ignore[assignment]
