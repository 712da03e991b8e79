"""Where the backups of a server are, by its settings."""

from companion.config.settings import Settings
from companion.storage.backup import Backups


def backups_of(settings: Settings) -> Backups | None:
    """Return the backups of the configured database; None if that is not a file of SQLite."""
    return Backups.of(
        settings.database_url, settings.key_file, settings.data / "backups", has_key=not settings.secret
    )
