"""Alembic's entry: the connection comes from `migrate.upgrade`."""

from alembic import context

from bastide.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
