"""Run the migrations on the connection that `companion.storage.database.prepare_tables` passes."""

from alembic import context

from companion.storage.tables import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
