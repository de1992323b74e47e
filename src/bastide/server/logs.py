"""Structured logs, one JSON object a line. Only fields named here can be written, so no secret can slip in."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog

FIELDS = frozenset(
    {
        "event",
        "level",
        "timestamp",
        "table",
        "game",
        "ply",
        "lines",
        "ms",
        "address",
        "port",
        "error",
        "where",
        "count",
        "process",
        "version",
        "route",
        "status",
        "what",
    }
)


def only_known_fields(_logger: Any, _method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drops every field that is not listed: links, names, decisions and texts have no field to stand in."""
    return {name: value for name, value in entry.items() if name in FIELDS}


def configure(level: str = "info") -> None:
    """Logs go to standard error; the libraries' own only from warnings on."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            only_known_fields,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # its warnings are what strangers make it say
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format='{"level": "%(levelname)s", "event": "%(name)s"}'
    )


def where_of(error: BaseException) -> str:
    """Where an error was raised. Its message is not logged: it may tell what a viewer must not know."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno}" if frames else ""


log = structlog.get_logger()
