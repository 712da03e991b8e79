"""What an earlier release had in the database, and what a later one brings."""

import shutil
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

from companion.storage import database

_FOLDER = Path(database.__file__).parent / "migrations"

_NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("room", sa.Column("title", sa.Text))
"""


def migrate(engine: Engine, revision: str) -> None:
    """Bring a database to a revision, one migration after the other."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def migrations_of_a_later_release(folder: Path) -> Path:
    """Return the migrations of a later release, which are written into a folder."""
    made = folder / "migrations"
    shutil.copytree(_FOLDER, made)
    (made / "versions" / "9999_titles.py").write_text(_NEXT)
    return made
