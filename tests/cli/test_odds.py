"""`companion odds`: figures for options, for a record, and refusals."""

import json
import re
from pathlib import Path

import pytest

from companion import cli
from companion.formats.record import FORMAT
from companion.rules.games.good_enough.outlook import QUICK

FACTS = {"0": 0.0, "1": 0.268, "2": 0.063}
"""How often a player with so many points wins alone, of five who pick at random in five rounds."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command simulate little: what is tested here is worked out exactly."""
    monkeypatch.setattr("companion.rules.games.good_enough.odds.THOROUGH", QUICK)


def odds(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert 0 == cli.main(["odds", *arguments])
    return capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert 2 == cli.main(["odds", *arguments])
    return capsys.readouterr().err.strip()


def record(tmp_path: Path, game: str = "good-enough", rounds: int = 3) -> str:
    path = tmp_path / "record.json"
    plays = ({"Ann": 10, "Bob": 50, "Cyd": 90},) * 2 + ({"Ann": 50, "Bob": 10, "Cyd": 90},)
    found = {"format": FORMAT, "game": game, "players": ["Ann", "Bob", "Cyd"]}
    path.write_text(json.dumps({**found, "rounds": [{"plays": each} for each in plays[:rounds]]}))
    return str(path)


def test_without_anything_it_prints_the_odds_of_five_players(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(odds(capsys, "--json"))
    assert ("good-enough", 5) == (found["game"], found["players"])
    columns = [each["random"] for each in found["points"]["figures"].values()][:3]
    assert list(FACTS.values()) == pytest.approx(columns, abs=0.001)
    game = found["decided"]["figures"]
    assert 0.387 == pytest.approx(game["stands"]["random"], abs=0.002)
    assert 0.612 == pytest.approx(game["stands"]["equilibrium"], abs=0.002)
    for column in ("random", "people", "equilibrium"):
        assert 1 == pytest.approx(sum(row[column] for row in game.values()))
    crowd = found["equilibrium"]["figures"]
    assert (46, 54) == (crowd["from"]["chance"], crowd["to"]["chance"])
    assert 0.9 < sum(row["chance"] for number, row in crowd.items() if number.isdigit()) <= 1
    [gain] = re.findall("would gain (.*)% at most", found["equilibrium"]["note"])
    assert float(gain) < 0.01
    rounds = found["tie_breaks"]["figures"]
    assert 1 <= rounds["showdown_half"]["random"] <= rounds["showdown_nine_in_ten"]["random"]
    assert 1 <= rounds["peel_sudden_death_half"]["random"] < rounds["sudden_death_half"]["random"]


def test_the_text_has_the_tables_and_says_how_exact_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    text = odds(
        capsys, "--players", "3", "--high", "20", "--scoring", "mean", "--factor", "0.8", "--rounds", "3"
    )
    assert text.startswith("It's Good Enough: 3 players, 3 rounds, 0 to 20\n")
    assert "Who scores is estimated from random rounds." in text
    assert "The same crowd elsewhere" not in text
    assert "peel 1 decides, round 2 (G6)" in text
    assert "showdown: half within" in text
    headings = [line.split() for line in text.splitlines() if line.strip().startswith("random")]
    assert [["random", "people", "equilibrium"]] * 4 == headings


def test_a_record_gives_the_players_and_what_each_may_hope_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(odds(capsys, record(tmp_path), "--json"))
    assert 3 == found["players"]
    standing = found["standing"]["figures"]
    assert [1, 2, 0] == [standing[name]["points"] for name in ("Ann", "Bob", "Cyd")]
    assert standing["Bob"]["scoring next"] < standing["Bob"]["missing next"]


def test_options_change_those_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(odds(capsys, record(tmp_path), "--offsets", "--json"))
    assert {"offsets": True} == found["options"]
    assert "equilibrium" not in found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "median"], "Median game has no odds: they are for numbers that are picked"),
        (["--players", "2"], "It's Good Enough needs 3 or more players"),
        (["--players", "9999999"], "It's Good Enough takes 2000 players at most"),
        (["--players", "-1"], "It's Good Enough needs 3 or more players"),
        (["--game", "median", "--low", "3"], "low is not an option of this game"),
        (["--scoring", "mode"], "scoring: mode is not one of median and mean"),
        (["--rounds", "2"], "a game has 3 to 9999 rounds, not 2"),
        (["--low", "x"], "x is not a whole number"),
        (["no-such-file"], "no-such-file: No such file or directory"),
    ],
)
def test_what_cannot_be_worked_out_is_refused_with_a_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusal(capsys, *arguments).endswith(message)


def test_a_record_has_its_own_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "leave out --game and --players" in refusal(capsys, record(tmp_path), "--players", "4")


def test_the_text_of_an_exact_equilibrium_says_that_it_could_be_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = odds(capsys, "--players", "3", "--high", "20")
    assert "The same crowd elsewhere is an equilibrium too." in text
    labels = [line.strip().split("  ")[0] for line in text.splitlines()]
    assert {"0 points", "1 point", "2 points"} <= set(labels)


def test_G11_the_odds_to_a_target_are_estimated_and_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(odds(capsys, "--players", "4", "--points-target", "9", "--json"))["decided"]
    for column in ("random", "people", "equilibrium"):
        assert 1 == pytest.approx(sum(row[column] for row in found["figures"].values()))
    [error] = re.findall("standard error at most (.*)%", found["note"])
    assert 1 < float(error) < 10
