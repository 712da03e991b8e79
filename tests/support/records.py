"""Records and evenings as text, read and checked by the rules."""

from companion.formats.evening_record import EveningRecord, evening_from_document
from companion.formats.record import load_json, record_from_document
from companion.rules import games
from companion.rules.games.runs import Record


def read_record(text: str | bytes) -> Record:
    return games.check_record(record_from_document(load_json(text)))


def read_evening(text: str | bytes) -> EveningRecord:
    return evening_from_document(load_json(text))
