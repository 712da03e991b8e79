"""The first tables: rooms and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "room", sa.Column("code", sa.Text, primary_key=True), sa.Column("opened", sa.Text, nullable=False)
    )
    op.create_table(
        "act",
        sa.Column("room", sa.Text, sa.ForeignKey("room.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
    )
