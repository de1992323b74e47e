"""Why a server does not start, in words: the reason, never a stack of frames."""

from __future__ import annotations

import sqlite3

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bastide.core.catalogue import say_phrase
from bastide.core.errors import BastideError
from bastide.core.words import Phrase
from bastide.server.logs import where_of
from bastide.server.store.files import AlreadyServed, file_of
from bastide.server.store.migrate import NewerDatabase


class CannotStart(BastideError):
    """A server that ended before it listened."""

    def __init__(self, key: str, **values: str | int) -> None:
        self.label = Phrase(f"table.start.{key}", values)
        super().__init__(say_phrase("en", self.label))


def place_of(database: str) -> str:
    """Where the games are, without a password."""
    return str(file_of(database) or make_url(database).render_as_string(hide_password=True))


def why_not(error: Exception, database: str) -> CannotStart:
    """What stopped a server from starting."""
    if isinstance(error, CannotStart):
        return error
    place = place_of(database)
    if isinstance(error, AlreadyServed):
        return CannotStart("served", place=place)
    if isinstance(error, NewerDatabase):
        return CannotStart("newer", place=place)
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.DatabaseError) and not isinstance(cause, sqlite3.OperationalError):
        return CannotStart("damaged", place=place, reason=str(cause))
    if isinstance(error, SQLAlchemyError | sqlite3.Error | OSError) or _is_postgres(error):
        return CannotStart("storage", place=place, reason=str(cause))
    return CannotStart("trouble", reason=f"{type(error).__name__} ({where_of(error)})")


def _is_postgres(error: Exception) -> bool:
    """The driver's own errors come as they are when a connection is refused; the driver is an extra."""
    return type(error).__module__.startswith("asyncpg")
