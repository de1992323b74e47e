"""Where tables are kept: SQLite in one file, or PostgreSQL; the same queries and migrations for both."""

from bastide.server.store.store import (
    CHAT_KEPT,
    Comment,
    Conflict,
    DamagedLog,
    Kept,
    KeptReview,
    LinkChange,
    LogLine,
    NewLines,
    NewTableRow,
    Store,
    Stored,
    TableRow,
    checked,
)

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
    "TableRow",
    "checked",
]
