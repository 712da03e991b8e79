"""The tables of the database: rooms and their events, who hosts them, and remarks of an earlier release."""

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the tables."""


class RoomRow(Base):
    """A room: its code, and when it was opened (UTC, ISO 8601)."""

    __tablename__ = "room"

    code: Mapped[str] = mapped_column(Text, primary_key=True)
    opened: Mapped[str] = mapped_column(Text)


class EventRow(Base):
    """An event of a room: its number from 1, its time, the device it came from, and its content (JSON)."""

    __tablename__ = "act"

    room: Mapped[str] = mapped_column(ForeignKey("room.code"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[str] = mapped_column(Text)
    by: Mapped[str] = mapped_column(Text)
    what: Mapped[str] = mapped_column(Text)


class HostRow(Base):
    """A browser that hosts a room: an index derived from the events, written with them."""

    __tablename__ = "host"

    device: Mapped[str] = mapped_column(Text, primary_key=True)
    room: Mapped[str] = mapped_column(
        ForeignKey("room.code", ondelete="CASCADE"), primary_key=True, index=True
    )


class RemarkRow(Base):
    """What a host said about a name in an earlier release: its number from 1, its time, and JSON."""

    __tablename__ = "name_remark"

    device: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[str] = mapped_column(Text)
    what: Mapped[str] = mapped_column(Text)
