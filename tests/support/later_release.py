"""What a later release brings to the database."""

import shutil
from pathlib import Path

from companion.storage import database

_NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("room", sa.Column("title", sa.Text))
"""


def migrations_of_a_later_release(folder: Path) -> Path:
    """Return the migrations of a later release, which are written into a folder."""
    made = folder / "migrations"
    shutil.copytree(Path(database.__file__).parent / "migrations", made)
    (made / "versions" / "9999_titles.py").write_text(_NEXT)
    return made
