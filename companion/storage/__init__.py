"""Where events are stored: the database, its migrations, the event store, backups."""
