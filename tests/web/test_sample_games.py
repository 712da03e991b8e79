"""Both sample games of the source, played through the web by separate clients."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Party
from tests.support.guest import Guest
from tests.support.sample_games import ONE, TWO


def play(guests: list[Guest], numbers: dict[str, tuple[int, ...]]) -> None:
    for row in zip(*numbers.values(), strict=True):
        for guest, number in zip(guests, row, strict=True):
            assert guest.send(number).status == 200


def scored(path: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "companion", "score", str(path), "--json"]
    result: dict[str, object] = json.loads(subprocess.check_output(command, text=True))
    return result


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("numbers", "winner", "decided_by", "points"),
    [
        (ONE, "Bob", "median", {"Alice": 1, "Bob": 2, "Carol": 3, "Dave": 3}),
        (TWO, "Yvonne", "peel", {"Xander": 0, "Yvonne": 2, "Zachary": 2}),
    ],
)
def test_G5_G6_a_sample_game_ends_as_printed_and_its_record_scores_the_same(
    party: Callable[..., Party],
    tmp_path: Path,
    numbers: dict[str, tuple[int, ...]],
    winner: str,
    decided_by: str,
    points: dict[str, int],
) -> None:
    host, guests = party(*numbers)
    play(guests, numbers)
    for page in (host.page("/tv"), host.page("/host"), *(guest.page() for guest in guests)):
        assert f"{winner} wins" in page.text
    record = tmp_path / "game.json"
    record.write_text(host.page("/game-1.json").text)
    result = scored(record)
    assert (result["winners"], result["decided_by"], result["scores"]) == ([winner], decided_by, points)
