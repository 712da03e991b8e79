"""The files of short whole games, as people and programs read them: report, spreadsheets and result.

`COMPANION_WRITE_TRANSCRIPTS=1` writes `transcripts/NAME.txt` anew after an intended change; review it.
"""

import json

import pytest

from companion.formats import csv_export, text_report
from companion.formats.record import dump_record, read_record, record_to_document, result_document
from companion.rules import games
from tests.rules.test_transcripts import GAMES
from tests.support.transcripts import assert_matches_transcript


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_written_as_it_always_was(name: str) -> None:
    game, score = GAMES[name], games.score(GAMES[name])
    text = dump_record(record_to_document(game))
    assert game == read_record(text)
    sheets = (csv_export.rounds_csv([game]), csv_export.scores_csv([game]))
    found = [
        *text.splitlines(),
        *text_report.text_report(game, score).splitlines(),
        *(line for sheet in sheets for line in sheet.decode("utf-8-sig").splitlines()),
        json.dumps(result_document(score), ensure_ascii=False),
    ]
    assert_matches_transcript(__file__, name, found)
