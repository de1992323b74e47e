"""What can be counted from outside (Prometheus, at /metrics)."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

moves = Counter("bastide_moves", "decisions stored", ["game", "by"], registry=registry)
refused = Counter("bastide_refused", "messages and requests that were refused", ["why"], registry=registry)
troubles = Counter("bastide_troubles", "errors that were the server's own", ["where"], registry=registry)
reloads = Counter("bastide_reloads", "tables read again after a failed or competing write", registry=registry)
room_restarts = Counter("bastide_room_restarts", "tasks of tables that failed and were restarted", registry=registry)
fallbacks = Counter("bastide_bot_fallbacks", "moves made by the fallback of a bot that failed", registry=registry)
stand_ins = Counter(
    "bastide_bot_stand_ins",
    "moves that looked one step ahead in place of a bot whose search was not compiled yet",
    ["game"],
    registry=registry,
)
sent = Counter("bastide_messages_sent", "messages to viewers", registry=registry)
tables_made = Counter("bastide_tables_made", "tables made", ["game"], registry=registry)
tables_over = Counter("bastide_tables_over", "games played to their end", ["game"], registry=registry)
turned_away = Counter(
    "bastide_turned_away", "connections over the cap of their address, or too slow with a request", registry=registry
)
tables_expired = Counter("bastide_tables_expired", "tables that never began and were deleted", registry=registry)
notices = Counter("bastide_notices", "messages that it is somebody's turn", ["kind", "result"], registry=registry)
sockets_open = Gauge("bastide_sockets_open", "connected viewers", registry=registry)
tables_live = Gauge("bastide_tables_live", "tables in memory", registry=registry)
backups = Counter("bastide_backups", "copies of the file, made and tried out, or failed", ["result"], registry=registry)
backup_at = Gauge("bastide_backup_timestamp_seconds", "when the latest copy was made", registry=registry)
disk_free = Gauge(
    "bastide_disk_free_bytes", "room left where the file is, when health was last asked", registry=registry
)
answer_seconds = Histogram(
    "bastide_answer_seconds",
    "from a decision received to the moment it is stored and sent",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
    registry=registry,
)
store_seconds = Histogram(
    "bastide_store_seconds",
    "to write the lines of one command to disk",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
    registry=registry,
)


def expose() -> bytes:
    return generate_latest(registry)
