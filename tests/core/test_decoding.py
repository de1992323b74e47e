"""Decoding from many threads at once, and that nothing decodes in another way."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import bastide
from bastide.core.decoding import convert, read_json, read_msgpack

SOURCES = Path(bastide.__file__).parent
HERE = SOURCES / "core" / "decoding.py"
THREADS = """
import sys, threading, types, msgspec
from bastide.core.decoding import read_json
sys.setswitchinterval(1e-6)
for n in range(300):
    fields = [("plain", int), ("many", "list[Part]"), ("named", "dict[str, Part]")]
    module = types.ModuleType(f"made{n}")
    sys.modules[module.__name__] = module
    module.Part = msgspec.defstruct("Part", [("a", int, 0), ("b", str, "")], module=module.__name__)
    whole = module.Whole = msgspec.defstruct("Whole", fields, module=module.__name__)
    start, found = threading.Barrier(6), []
    def read():
        start.wait()
        found.append(read_json(b'{"plain":1,"many":[{"a":1}],"named":{"k":{"b":"q"}}}', whole).many[0].a)
    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 6, found
"""


class Part(msgspec.Struct, frozen=True):
    a: int = 0


def test_threads_that_decode_a_new_struct_at_once_do_not_end_the_process() -> None:
    """A server that woke tables in several threads after an outage died of it; with msgspec alone this does, too."""
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_what_is_read() -> None:
    assert read_json('{"a": 3}', Part) == Part(3)
    assert read_json(b'[{"a": 3}]', list[Part]) == [Part(3)]
    assert read_msgpack(msgspec.msgpack.encode(Part(4)), Part) == Part(4)
    assert convert({"a": 5}, Part) == Part(5)
    with pytest.raises(msgspec.ValidationError):
        read_json('{"a": "x"}', Part)
    with pytest.raises(msgspec.ValidationError):
        convert({"a": "x"}, Part)
    with pytest.raises(msgspec.DecodeError):
        read_json("{", Part)


def typed_uses(path: Path) -> list[int]:
    """The lines that ask msgspec itself for a type."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name = ast.unparse(node.func)
        is_typed = any(keyword.arg == "type" for keyword in node.keywords) or len(node.args) > 1
        if name in ("msgspec.json.decode", "msgspec.msgpack.decode") and is_typed:
            found.append(node.lineno)
        if name in ("msgspec.convert", "msgspec.json.Decoder", "msgspec.msgpack.Decoder"):
            found.append(node.lineno)
    return found


def test_nothing_else_makes_a_decoder() -> None:
    others = {path: typed_uses(path) for path in SOURCES.rglob("*.py") if path != HERE}
    assert len(others) > 100
    assert {str(path): lines for path, lines in others.items() if lines} == {}
    assert typed_uses(HERE)
