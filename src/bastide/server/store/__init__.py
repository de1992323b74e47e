"""Where tables are kept: SQLite in one file, or PostgreSQL; the same queries and migrations for both."""

from bastide.server.store.log import checked
from bastide.server.store.rows import (
    Comment,
    Conflict,
    DamagedLog,
    Kept,
    KeptReview,
    LinkChange,
    LogLine,
    NewLines,
    NewTableRow,
    Stored,
    StoredLine,
    TableRow,
)
from bastide.server.store.store import CHAT_KEPT, Store

__all__ = [
    "CHAT_KEPT",
    "Comment",
    "Conflict",
    "DamagedLog",
    "Kept",
    "KeptReview",
    "LinkChange",
    "LogLine",
    "NewLines",
    "NewTableRow",
    "Store",
    "Stored",
    "StoredLine",
    "TableRow",
    "checked",
]
