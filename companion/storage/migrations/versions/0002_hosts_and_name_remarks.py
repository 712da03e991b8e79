"""Which browser hosts which room, as the events say; and what hosts say about the names of players."""

import json
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_HOSTING = sa.text(
    'SELECT room, what FROM act WHERE what LIKE \'{"act": "opened"%\' OR what LIKE \'{"act": "hosted"%\' '
    "ORDER BY room, number"
)


def upgrade() -> None:
    """Create both tables, and find out who hosts the rooms that are there."""
    host = op.create_table(
        "host",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("room", sa.Text, sa.ForeignKey("room.code", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_host_room", "host", ["room"])
    op.create_table(
        "name_remark",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
    )
    hosts: defaultdict[str, set[str]] = defaultdict(set)
    for room, what in op.get_bind().execute(_HOSTING):
        hosts[room] = _hosts_after(hosts[room], json.loads(what))
    rows = [{"device": device, "room": room} for room, devices in hosts.items() for device in sorted(devices)]
    if rows:
        op.bulk_insert(host, rows)


def _hosts_after(hosts: set[str], event: dict[str, Any]) -> set[str]:
    """Return the browsers that host a room after an event of it, as the first release stored it."""
    if event["act"] == "opened":
        return hosts | {event["host"]}
    return (hosts - {event.get("instead_of", "")}) | {event["device"]}
