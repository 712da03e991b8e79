"""What phones, the host and the results show of a game that is kept by results (R1 to R3)."""

import pytest

from companion.formats.csv_export import rounds_csv, scores_csv
from companion.i18n.errors import Refused
from companion.room.commands import bot_turns, corrections, membership, room_control, submissions
from companion.views.event_log import log_lines
from companion.views.host import host_view
from companion.views.outcomes import all_outcomes, player_outcome
from companion.views.phone import phone_view, seats_with_private_part, shared_phone_part
from companion.views.poster import poster, poster_text
from companion.views.replay import replay_view
from companion.views.results import results_view
from companion.views.watching import watch_view
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with, play_out
from tests.support.scenes import started_game

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
                *("–" if row.cells[at].card is None else row.cells[at].card.sign for row in table.columns),
                table.totals[at].points,
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
        shared = shared_phone_part(driver.room).own
        assert (shared.screen, shared.pad, shared.entry) == ("watch", (), "")
        if not entered:
            driver.enter(*result)


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("mediocrity", "", "1 point"),
        ("median", "", "1 round"),
        ("saichugen", "", "9 in total"),
    ],
)
def test_a_phone_says_what_its_player_has(game: str, before: str, after: str) -> None:
    driver = kept(game)
    assert phone_view(driver.room, "2").own.score == before
    driver.enter(*dict(KEPT)[game])
    assert phone_view(driver.room, "2").own.score == after
    assert seats_with_private_part(driver.room) == set(driver.seats())
    driver.apply(room_control.hide_scores(driver.room, HOST, hidden=True), HOST)
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
def test_M6_D6_S5_a_phone_tells_its_player_what_the_result_was(
    game: str, verdicts: list[tuple[str, str]]
) -> None:
    driver = kept(game, dict(KEPT)[game])
    found = [player_outcome(driver.room, seat) for seat in "123"]
    assert [(each.verdict, each.sentence) for each in found] == verdicts
    assert [each.scored for each in found] == [False, True, False]
    assert [each.kind for each in found] == ["outside", "won", "outside"]
    assert not any(each.card or each.gap or each.would or each.others or each.advice for each in found)
    assert {(each.verdict, each.sentence) for each in all_outcomes(driver.room)} == {*verdicts}


def test_R3_a_tied_round_is_nobodys_fault() -> None:
    driver = kept("median", (0, 0, 0))
    found = {player_outcome(driver.room, seat) for seat in "123"}
    assert [(each.verdict, each.kind) for each in found] == [("Into the pool", "outside")]
    [merged] = all_outcomes(driver.room)
    assert merged.seats == "1-3"


def test_a_phone_that_sends_something_all_the_same_is_refused() -> None:
    driver = kept("mediocrity")
    with pytest.raises(Refused, match="only results are kept"):
        submissions.submit_play(driver.room, device("1"), driver.round_id, "3")


def test_a_round_that_was_reopened_asks_no_phone_for_anything() -> None:
    driver = kept("mediocrity", (0, 1, 2))
    driver.apply(corrections.reopen_round(driver.room, HOST, "1.1"), HOST)
    assert {phone_view(driver.room, seat).own.screen for seat in "123"} == {"watch"}
    public = watch_view(driver.room).public
    assert {row.state for row in public.rows} == {""}
    assert (public.status, public.waiting) == (
        "The score-keeper enters hand 1",
        "The last result is open again",
    )


def test_who_joins_late_watches_and_plays_from_the_next_game() -> None:
    driver = kept("median", (0, 1, 0))
    driver.apply(membership.join_room(driver.room, "late", "Dan"), "late")
    own = phone_view(driver.room, "4").own
    assert (own.screen, own.is_spectator, own.score) == ("stool", True, "")
    assert host_view(driver.room, (), None).public.rows[-1].state == "next game"


def test_nobody_is_thinking_while_the_table_plays() -> None:
    driver = kept("saichugen", (5, 9, 11))
    view = host_view(driver.room, (), None)
    assert {row.state for row in view.public.rows} == {""}
    assert view.public.status == "The score-keeper enters round 2"
    assert [row.gain for row in view.public.rows] == [0, 9, 0]
    assert not view.can_hand_over


def test_no_bot_sits_at_a_table_with_real_cards() -> None:
    driver = open_room_with("mediocrity", THREE)
    driver.apply(bot_turns.add_bot(driver.room, HOST, "edge"), HOST)
    with pytest.raises(Refused, match="Bots"):
        room_control.start_game(driver.room, HOST, lambda _: {"keep": "results"})


# The last result, and the replay of each


@pytest.mark.parametrize(("game", "result"), KEPT)
def test_everybody_may_read_the_last_result_with_its_reasons(game: str, result: tuple[int, ...]) -> None:
    driver = kept(game, result)
    public = watch_view(driver.room).public
    entered = public.entered
    assert entered is not None
    assert public.last is entered
    assert (public.reveal, public.trick, public.open) == (None, None, ())
    assert [row.name for row in entered.rows if row.won] == ["Bob"]
    assert entered.heading == ("Hand 1" if game == "mediocrity" else "Round 1")
    assert entered.sentences
    assert len(entered.brief) == 1
    replay = replay_view(driver.room, driver.game, 1)
    assert replay.last == entered
    assert [row.points for row in replay.rows] == sorted(
        (row.points for row in replay.rows), key=lambda points: -(points or 0)
    )


def test_R1_a_result_has_the_cards_of_all_and_a_word_for_each() -> None:
    entered = watch_view(kept("mediocrity", (2, 0, 1)).room).public.entered
    assert entered is not None
    assert [(row.name, row.number, row.word) for row in entered.rows] == [
        ("Bob", "0", "none left: too good"),
        ("Cyd", "1", "fewest, not none"),
        ("Ann", "2", "too many left"),
    ]


def test_R3_a_result_has_the_rounds_of_who_took_it() -> None:
    entered = watch_view(kept("median", (0, 0, 0), (0, 1, 0)).room).public.entered
    assert entered is not None
    assert [(row.name, row.number, row.word) for row in entered.rows] == [("Bob", "2", "takes it")]
    tied = watch_view(kept("median", (0, 0, 0)).room).public.entered
    assert tied is not None
    assert tied.rows == ()
    assert tied.brief == ("Tied: into the pool",)


# The results page, its charts, and the poster


def test_R1_the_table_has_a_column_a_hand_and_the_points() -> None:
    driver = kept("mediocrity", (0, 1, 2), (0, 0, 0), (0, 3, 3))
    assert cells(driver) == [[["0", "0", "0", "0"], ["1", "0", "3", "2"], ["2", "0", "3", "1"]]]
    [report] = results_view(driver.room).games
    [group] = report.groups
    assert (report.every, group.figure) == ("Every hand", "points")
    assert [column.heading for table in group.tables for column in table.columns] == [
        "Hand 1",
        "Hand 2",
        "Hand 3",
    ]


def test_R2_the_table_has_the_sums_and_the_total_of_each_game() -> None:
    driver = kept("saichugen", (5, 9, 11), (0, 23, 0), (1, 2, 3), rounds=2, games=2)
    assert cells(driver) == [
        [["5", "0", "0"], ["9", "23", "9"], ["11", "0", "0"]],
        [["1", "0"], ["2", "2"], ["3", "0"]],
    ]


def test_R3_the_table_has_what_each_round_counted() -> None:
    driver = kept("median", (0, 0, 0), (0, 1, 0), (1, 0, 0))
    assert cells(driver) == [[["–", "–", "1", "1"], ["–", "2", "–", "2"], ["–", "–", "–", "0"]]]


@pytest.mark.parametrize(
    ("game", "heading"),
    [
        ("mediocrity", "Points, hand by hand"),
        ("median", "Rounds taken, round by round"),
        ("saichugen", "Totals, round by round"),
    ],
)
def test_only_the_chart_of_the_scores_says_something(game: str, heading: str) -> None:
    result = dict(KEPT)[game]
    [report] = results_view(kept(game, result, result).room).games
    assert report.score_chart is not None
    assert report.score_chart.heading == heading
    charts = (report.drift_chart, report.picks_chart, report.collisions_chart, report.ratings_chart)
    assert charts == (None,) * 4


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["mediocrity", "median", "saichugen"])
def test_the_poster_tells_no_card_and_no_trick(game: str, seed: int) -> None:
    driver = kept(game, **({"lowest": "9"} if game == "median" else {}))
    play_out(driver, seed)
    shown = poster(driver.room)
    assert shown is not None
    text = poster_text(shown, "today", "here")
    for word in ("trick", "a card of", "was laid", "cards laid", "picked", "distance"):
        assert word not in text
    assert shown.facts
    assert shown.scores is not None
    assert (shown.drift_chart, shown.picks_chart) == (None, None)


# Files


def test_R1_the_sheets_have_the_cards_left_of_every_hand() -> None:
    records = [kept("mediocrity", (0, 1, 2)).game.record]
    rounds = rounds_csv(records).decode("utf-8-sig").splitlines()
    assert rounds[1:] == [
        "1,Mediocrity,1,hand 1,1,0,none left,0",
        "1,Mediocrity,1,hand 1,2,1,point,1",
        "1,Mediocrity,1,hand 1,3,2,too many left,0",
    ]
    scores = scores_csv(records).decode("utf-8-sig").splitlines()
    assert scores[1:4] == [
        "1,Mediocrity,hand 1,1,cards left,0,no",
        "1,Mediocrity,hand 1,2,cards left,1,yes",
        "1,Mediocrity,hand 1,3,cards left,2,no",
    ]
    assert scores[4] == "1,Mediocrity,whole game,1,points,0,"


def test_R2_R3_the_sheets_have_sums_and_who_took_a_round() -> None:
    records = [kept("saichugen", (5, 9, 11)).game.record, kept("median", (0, 1, 0)).game.record]
    rounds = rounds_csv(records).decode("utf-8-sig").splitlines()
    assert rounds[1:] == [
        '1,Saichugen,1,"game 1, round 1",1,5,lost,0',
        '1,Saichugen,1,"game 1, round 1",2,9,kept,9',
        '1,Saichugen,1,"game 1, round 1",3,11,lost,0',
        "2,Median game,1,round 1,1,0,lost,0",
        "2,Median game,1,round 1,2,1,won,1",
        "2,Median game,1,round 1,3,0,lost,0",
    ]
    scores = scores_csv(records).decode("utf-8-sig").splitlines()
    assert '1,Saichugen,"game 1, round 1",2,sum,9,yes' in scores
    assert not any(line.startswith("2,Median game,round 1") for line in scores)


def test_the_log_says_that_a_result_was_entered_and_not_which() -> None:
    driver = kept("mediocrity")
    before = driver.room
    driver.enter(0, 1, 13)
    assert [*log_lines(before, driver.room)] == ["hand 1 of game 1 was entered"]


def test_the_end_of_a_game_is_told_as_of_any_other() -> None:
    driver = kept("mediocrity", (0, 1, 2), (0, 2, 1), (0, 1, 2), target=2)
    endings = [phone_view(driver.room, seat).ending for seat in "123"]
    assert [(each.kind, each.heading) for each in endings if each] == [
        ("low", "Too few"),
        ("high", "Too good"),
        ("won", "You win"),
    ]
    assert watch_view(driver.room).public.final is not None
