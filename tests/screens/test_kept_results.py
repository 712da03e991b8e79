"""What phones, the host and the results show of a game that is kept by results (R1 to R3)."""

import pytest

from companion.room.commands import corrections, room_control
from companion.screens.event_log import log_lines
from companion.screens.outcomes import all_outcomes
from companion.screens.phone import phone_view, seats_with_private_part, watch_view
from companion.screens.results import poster
from companion.web.pages.results import poster_text
from tests.support.phone_words import application, player_outcome, told, told_to
from tests.support.room_driver import HOST, RoomDriver, play_out
from tests.support.scenes import started_game
from tests.support.views import replay_view, results_view

THREE = ("Ann", "Bob", "Cyd")
KEPT = [("mediocrity", (0, 1, 2)), ("median", (0, 1, 0)), ("saichugen", (5, 9, 11))]
"""Each game, and a result in which Bob is the best."""


def kept(game: str, *results: tuple[int, ...], **options: object) -> RoomDriver:
    driver = started_game(game, THREE, keep="results", **options)
    for each in results:
        driver.enter(*each)
    return driver


def cells(driver: RoomDriver) -> list[list[list[str]]]:
    """Return the tables of all games: a line a player, with the total."""
    [report] = results_view(driver.room).games
    return [
        [
            [
                *(row.cells[at][0].sign if row.cells[at][0] else "–" for row in table),
                group.totals[at][0],
            ]
            for at in range(len(THREE))
        ]
        for group in report.groups
        for table in group.tables
    ]


# Phones


@pytest.mark.parametrize(("game", "result"), KEPT)
def test_a_phone_shows_the_standing_and_asks_for_nothing(game: str, result: tuple[int, ...]) -> None:
    driver = kept(game)
    for entered in (False, True):
        for seat in driver.seats():
            own = phone_view(driver.room, seat).own
            assert (own.screen, own.phase, own.pad, own.entry, own.prompt) == ("watch", "watch", (), "", "")
            assert not own.is_spectator
        shared = phone_view(driver.room).own
        assert (shared.screen, shared.pad, shared.entry) == ("watch", (), "")
        if not entered:
            driver.enter(*result)


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [("mediocrity", "", "1 point"), ("median", "", "1 round"), ("saichugen", "", "9 in total")],
)
def test_a_phone_says_what_its_player_has(game: str, before: str, after: str) -> None:
    driver = kept(game)
    assert phone_view(driver.room, "2").own.score == before
    driver.enter(*dict(KEPT)[game])
    assert phone_view(driver.room, "2").own.score == after
    assert seats_with_private_part(driver.room) == set(driver.seats())
    driver.do(HOST, room_control.set_room, hides_scores=True)
    assert phone_view(driver.room, "2").own.score == ""


@pytest.mark.parametrize(
    ("game", "verdicts"),
    [
        (
            "mediocrity",
            [
                ("Too good", "You have no cards left: no point"),
                ("Your point", "You have 1 card left, the fewest but not none: 1 point"),
                ("Too many left", "You have 2 cards left: others have fewer"),
            ],
        ),
        (
            "median",
            [
                ("Not yours", "Bob takes the round"),
                ("All yours", "You take 1 round"),
                ("Not yours", "Bob takes the round"),
            ],
        ),
        (
            "saichugen",
            [
                ("Lost", "Your 5 is not in the middle: it is lost"),
                ("You keep it", "Your 9 is in the middle: you keep it"),
                ("Lost", "Your 11 is not in the middle: it is lost"),
            ],
        ),
    ],
)
def test_M6_D6_S5_a_phone_tells_its_player_what_the_result_was(game, verdicts):
    driver = kept(game, dict(KEPT)[game])
    found = [player_outcome(driver.room, seat) for seat in "123"]
    assert [told_to(driver.room, seat) for seat in "123"] == verdicts
    assert [each.kind for each in found] == ["outside", "won", "outside"]
    assert not any(each.card or each.gap or each.would or each.others for each in found)
    assert {told(each) for each in all_outcomes(driver.room)} == {*verdicts}


def test_R3_a_tied_round_is_nobodys_fault() -> None:
    driver = kept("median", (0, 0, 0))
    [merged] = all_outcomes(driver.room)
    assert (merged.word, merged.kind, merged.seats) == ("Into the pool", "outside", "1-3")


def test_a_round_that_was_reopened_asks_no_phone_for_anything() -> None:
    driver = kept("mediocrity", (0, 1, 2))
    driver.do(HOST, corrections.reopen_round, "1.1")
    assert {phone_view(driver.room, seat).own.screen for seat in "123"} == {"watch"}
    public = watch_view(driver.room).public
    assert {row.state for row in public.rows} == {""}
    assert public.status == "The score-keeper enters hand 1"
    assert public.waiting == "The last result is open again"


@pytest.mark.parametrize(("game", "result"), KEPT)
def test_everybody_may_read_the_last_result_with_its_reasons(game: str, result: tuple[int, ...]) -> None:
    driver = kept(game, result)
    public = watch_view(driver.room).public
    entered = public.last
    assert (entered.kind, public.open) == ("results", ())
    assert [row.names for row in entered.plays if row.fate == "won"] == [("Bob",)]
    assert entered.heading == ("Hand 1" if game == "mediocrity" else "Round 1")
    assert entered.sentences
    assert len(entered.brief) == 1
    replay = replay_view(driver.room, driver.game, 1)
    assert replay.last == entered
    assert [row.points for row in replay.rows] == sorted(
        (row.points for row in replay.rows), key=lambda points: -(points or 0)
    )


# The results page, its charts, and the poster


def test_R1_the_table_has_a_column_a_hand_and_the_points() -> None:
    driver = kept("mediocrity", (0, 1, 2), (0, 0, 0), (0, 3, 3))
    assert cells(driver) == [[["0", "0", "0", "0"], ["1", "0", "3", "2"], ["2", "0", "3", "1"]]]
    [report] = results_view(driver.room).games
    [group] = report.groups
    assert (report.kind, group.figure) == ("hand", "points")
    assert [column.heading for table in group.tables for column in table] == ["Hand 1", "Hand 2", "Hand 3"]


def test_R3_the_table_has_what_each_round_counted() -> None:
    driver = kept("median", (0, 0, 0), (0, 1, 0), (1, 0, 0))
    assert cells(driver) == [[["–", "–", "1", "1"], ["–", "2", "–", "2"], ["–", "–", "–", "0"]]]


@pytest.mark.parametrize("game", ["mediocrity", "median", "saichugen"])
def test_the_poster_tells_no_card_and_no_trick(game: str) -> None:
    driver = kept(game, **({"lowest": "9"} if game == "median" else {}))
    play_out(driver, 2)
    shown = poster(driver.room)
    assert shown is not None
    with application().test_request_context():
        text = poster_text(shown, "today", "here")
    for word in ("trick", "a card of", "was laid", "cards laid", "picked", "distance"):
        assert word not in text
    assert shown["score_chart"] is not None
    assert (shown["drift_chart"], shown["picks_chart"]) == (None, None)


def test_the_log_says_that_a_result_was_entered_and_not_which() -> None:
    driver = kept("mediocrity")
    before = driver.room
    driver.enter(0, 1, 13)
    assert [*log_lines(before, driver.room)] == ["hand 1 of game 1 was entered"]
