"""The host's downloads: the evening in one document, and files for a spreadsheet."""

import csv
import io
import json
from collections.abc import Callable

import pytest

from tests.conftest import Party
from tests.support.sample_games import ONE
from tests.web.test_sample_games import play

Gather = Callable[..., Party]


def test_the_evening_holds_the_record_of_every_game(party: Gather) -> None:
    host, guests = party(*ONE)
    play(guests, ONE)
    host.begin(rounds=3)
    play(guests, {name: numbers[:1] for name, numbers in ONE.items()})
    evening = json.loads(host.page("/evening.json").text)
    assert ("companion.evening/1", host.code, list(ONE)) == tuple(
        evening[key] for key in ("format", "room", "players")
    )
    records = [json.loads(host.page(f"/game-{number}.json").text) for number in (1, 2)]
    assert records == evening["games"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("evening.json", "application/json"),
        ("rounds.csv", "text/csv; charset=utf-8"),
        ("scores.csv", "text/csv; charset=utf-8"),
    ],
)
def test_a_file_has_a_name_and_a_kind_before_anything_is_played(party: Gather, name: str, kind: str) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    answer = host.page(f"/{name}")
    assert 200 == answer.status
    assert kind == answer.headers["Content-Type"]
    assert f'attachment; filename="{host.code}-{name}"' == answer.headers["Content-Disposition"]


def test_H1_the_files_for_a_spreadsheet_hold_rounds_and_scores(party: Gather) -> None:
    names = ("=1+1", "Ben", "Cid")
    host, guests = party(*names, rounds=3)
    play(guests, {"Ann": (1, 2, 3), "Ben": (2, 3, 2), "Cid": (3, 1, 1)})
    rounds, scores = (
        list(csv.reader(io.StringIO(host.page(f"/{name}.csv").text.removeprefix("\ufeff"), newline="")))
        for name in ("rounds", "scores")
    )
    assert ["1", "It's Good Enough", "1", "round 1", "'=1+1", "1", "no point", "0"] == rounds[1]
    assert 1 + 3 * 3 == len(rounds)
    assert [["whole game"] * 3 + ["whole evening"] * 3] == [[row[2] for row in scores[1:]]]
