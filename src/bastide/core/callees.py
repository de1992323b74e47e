"""How Numba compiles rules for other rules: code that is a part of its callers, and nothing by itself.

Numba makes every function ready to be called from anywhere: optimised with all it calls, translated to machine code,
with a wrapper for Python. Of a rule that only rules call, none of that is used: its callers take its code in, and
optimise all of it again. Here it is done once, for what Python calls.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from llvmlite.binding.newpassmanagers import create_new_module_pass_manager
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.sigutils import normalize_signature


def add_library(libraries: list[Any], library: Any) -> None:
    """Links a library, and with a callee all that it links in turn."""
    libraries.append(library)
    if isinstance(library, CalleeLibrary):
        libraries += library._linking_libraries


class CalleeLibrary(JITCodeLibrary):
    """Code that only other code calls: kept as it was written, to be linked."""

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        add_library(self._linking_libraries, library)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Its callers do."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Nothing becomes machine code here; it is only tidied, since several may take it in."""
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

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """Its code and all that it links, for a cache."""
        module = self._final_module.clone()
        for library in dict.fromkeys(self._linking_libraries):
            module.link_in(library._get_module_for_linking(), preserve=True)
        return self.name, module.as_bitcode()

    @classmethod
    def read(cls, codegen: Any, name: str, code: bytes) -> CalleeLibrary:
        """A library as it was serialised."""
        library = cls(codegen, name)
        library._final_module = binding.parse_bitcode(code)
        library._finalized = True
        return library


class EntryLibrary(JITCodeLibrary):
    """Code that Python calls, and all that it calls in turn."""

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        add_library(self._linking_libraries, library)


class CalleeCompiler(CompilerBase):
    """Compiles what only other code calls."""

    def define_pipelines(self) -> list[Any]:
        self.state.library = CalleeLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class EntryCompiler(CompilerBase):
    """Compiles what Python calls."""

    def define_pipelines(self) -> list[Any]:
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
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


class CheckedCache(FunctionCache):
    """Numba's cache, for processes that compile the same at the same time: two of them may have taken one file."""

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super()._load_overload(sig, target_context)
        is_asked_for = found is not None and tuple(found.signature.args) == tuple(normalize_signature(sig)[0])
        return found if is_asked_for else None


class CalleeCache(CheckedCache):
    """The same for callees."""

    _impl_class = CalleeCacheImpl  # type: ignore[assignment]
