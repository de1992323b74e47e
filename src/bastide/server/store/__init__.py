"""Where tables are kept: SQLite in one file, or PostgreSQL; the same queries and migrations for both."""

from bastide.server.store.store import Conflict, LogLine, NewTableRow, Store, TableRow, Told

__all__ = ["Conflict", "LogLine", "NewTableRow", "Store", "TableRow", "Told"]
