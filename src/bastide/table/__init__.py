"""One table: a match between seats, authoritative and synchronous; no I/O, and times come from outside."""
