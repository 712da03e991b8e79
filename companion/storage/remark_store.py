"""What hosts say about the names of players, stored like events: remarks are only ever appended."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Engine, insert, select
from sqlalchemy.exc import IntegrityError

from companion.i18n.errors import Refused
from companion.room.events import Device
from companion.room.namebook import NameBook, NumberedRemark, Remark, dump_remark, load_remark, read_namebook
from companion.storage.event_store import RemarkRow

_MOST_REMARKS = 2000  # of one host

DecideRemark = Callable[[NameBook], Remark]
"""A command: returns the remark to append to a host's name book, or raises `Refused`."""


class RemarkStore:
    """The remarks of all hosts. Threads share one store; several processes may use one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def load_namebook(self, device: Device) -> NameBook:
        """Return what a host's remarks amount to, as they are now."""
        query = select(RemarkRow.number, RemarkRow.what).where(RemarkRow.device == device)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(RemarkRow.number)).all()
        return read_namebook(NumberedRemark(number, load_remark(what)) for number, what in rows)

    def append(self, device: Device, at: datetime, decide: DecideRemark) -> NameBook:
        """Append the remark that `decide` returns, made `at` that time, and return the name book after it.

        It is decided again where the host has said something else in the same moment. Raises what `decide`
        raises, and `Refused` after very many remarks.
        """
        while True:
            book = self.load_namebook(device)
            if book.version >= _MOST_REMARKS:
                raise Refused("That is too much to remember about names")
            remark = decide(book)
            with suppress(IntegrityError):
                self._insert(device, book.version + 1, at, remark)
                return self.load_namebook(device)

    def _insert(self, device: Device, number: int, at: datetime, remark: Remark) -> None:
        row = {"device": device, "number": number, "at": at.isoformat(timespec="milliseconds")}
        with self._engine.begin() as connection:
            connection.execute(insert(RemarkRow), {**row, "what": dump_remark(remark)})
