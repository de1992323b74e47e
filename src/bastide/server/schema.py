"""The description of the server by OpenAPI, made from the types: the requests, and the messages of the socket.

docs/openapi.json holds it (`python -m tests.openapi`).
"""

from __future__ import annotations

import re
import sys
from typing import Any, get_args, get_type_hints

import msgspec

from bastide import __version__
from bastide.games import GAMES, load
from bastide.server.api import ENDPOINTS
from bastide.server.endpoint import Endpoint
from bastide.server.requests import Problem
from bastide.table import messages

REF = "#/components/schemas/{name}"
SOCKET = "/api/tables/{table}/socket"
MEANINGS = {
    400: "What was asked cannot be read, or cannot be done.",
    403: "The key is not good for this.",
    404: "There is no such thing.",
    409: "It cannot be done any more, or not yet.",
    429: "Too much at once.",
    503: "Nothing can be stored just now.",
}


def picture_types() -> list[Any]:
    """What each game draws, from what its `picture` says it returns."""
    return [get_type_hints(load(name).picture)["return"] for name in GAMES]


def picture_parts(kind: Any) -> dict[str, Any]:
    """The schemas of a picture's parts; those of the game's own module have the game before their name.

    So the parts of one game are called the same whatever parts another game has.
    """
    _, parts = msgspec.json.schema_components([kind], ref_template=REF)
    game, module = kind.__name__.removesuffix("Picture"), sys.modules[kind.__module__]
    own = [name for name in parts if getattr(getattr(module, name, None), "__module__", "") == module.__name__]
    names = {name: name if name.startswith(game) else game + name for name in own}
    text = re.sub(
        r'"#/components/schemas/(\w+)"',
        lambda found: f'"{REF.format(name=names.get(found[1], found[1]))}"',
        msgspec.json.encode(parts).decode(),
    )
    return {names.get(name, name): part for name, part in msgspec.json.decode(text).items()}


def openapi() -> dict[str, Any]:
    """The whole description."""
    from_server, to_server = get_args(messages.AnyFromServer), get_args(messages.AnyToServer)
    pictures = picture_types()
    types: list[Any] = [*from_server, *to_server, Problem]
    types += [kind for each in ENDPOINTS for kind in (each.answer, each.body) if kind is not None]
    shown, parts = msgspec.json.schema_components(types, ref_template=REF)
    refs = {kind: schema["$ref"] for kind, schema in zip(types, shown, strict=True)}
    for kind in pictures:
        parts |= picture_parts(kind)
    parts["View"]["properties"]["picture"] = _one_of("game", [REF.format(name=kind.__name__) for kind in pictures])
    parts["FromServer"] = _one_of("type", [refs[kind] for kind in from_server])
    parts["ToServer"] = _one_of("type", [refs[kind] for kind in to_server])
    paths: dict[str, Any] = {}
    for each in ENDPOINTS:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, refs)
    paths[SOCKET] = {"get": _socket()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bastide",
            "version": __version__,
            "description": "Tables for four games: plain requests, and one WebSocket per viewer (see docs/server.md).",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": dict(sorted(parts.items())),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "The key of a link."}},
        },
    }


def _one_of(tag: str, refs: list[str]) -> dict[str, Any]:
    return {"oneOf": [{"$ref": ref} for ref in refs], "discriminator": {"propertyName": tag}}


def _operation(each: Endpoint, refs: dict[Any, str]) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", each.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names] + [
        {"name": name, "in": "query", "required": False, "schema": {"type": "string"}} for name in each.query
    ]
    operation: dict[str, Any] = {
        "operationId": each.call.__name__,
        "summary": each.summary,
        "parameters": parameters,
        "responses": {
            str(each.status): {"description": "Done.", "content": _json(refs[each.answer])},
            **{str(code): {"description": MEANINGS[code], "content": _json(refs[Problem])} for code in each.refusals},
        },
    }
    if each.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(refs[each.body])}
        operation["responses"]["413"] = {"description": "Too large.", "content": _json(refs[Problem])}
    if each.needs_key:
        operation["security"] = [{"key": []}]
    return operation


def _json(ref: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": ref}}}


def _socket() -> dict[str, Any]:
    """OpenAPI has no word for sockets: the messages stand in an extension."""
    return {
        "operationId": "socket",
        "summary": "The socket of one viewer. Every message is one JSON object; the first is `hello`.",
        "parameters": [{"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}],
        "responses": {"101": {"description": "Switching to WebSocket."}},
        "x-messages": {
            "to_server": {"$ref": REF.format(name="ToServer")},
            "from_server": {"$ref": REF.format(name="FromServer")},
        },
    }


def as_text() -> str:
    """The description as it is kept in docs/openapi.json."""
    return msgspec.json.format(msgspec.json.encode(openapi()), indent=1).decode() + "\n"
