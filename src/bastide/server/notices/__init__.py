"""My turn finds me: by push, by mail, by a webhook; queued in the database, one message for all that waits."""
