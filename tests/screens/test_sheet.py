"""The score sheet, and what all screens show of a game that is kept by results (R1 to R3)."""

from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from companion.room import events, game_events
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.next_game import TableKey, table_choices
from companion.room.reducer import apply
from companion.screens import sheet
from companion.screens.event_log import log_lines
from companion.screens.outcomes import all_outcomes
from companion.screens.phone import phone_view, seats_with_private_part, watch_view
from companion.screens.poster import poster
from companion.screens.results import replay_view, results_view
from companion.screens.sheet import entry_means, has_sheet, is_natural, sheet_view
from companion.web.pages.results import poster_text
from tests.support.phone_words import application, player_outcome, told, told_to
from tests.support.room_driver import HOST, RoomDriver, open_room, play_out, start_game_driver
from tests.support.scenes import started_game


def pad_of(driver: RoomDriver) -> SimpleNamespace:
    pad = sheet_view(driver.room)
    assert pad is not None
    return pad


def means(driver: RoomDriver, **typed: str) -> tuple[str, ...]:
    """Say what an entry would mean, by the seats `s1`, `s2`, ..."""
    by_seat = {name.removeprefix("s"): text for name, text in typed.items()}
    event = submissions.enter_plays(driver.room, HOST, driver.round_id, by_seat)
    assert event is not None
    return entry_means(driver.room, apply(driver.room, event, HOST))


@pytest.mark.parametrize(
    ("game", "options", "where", "question", "kind"),
    [
        ("mediocrity", {"keep": "results"}, "Hand 1", "Cards left?", "keys"),
        ("saichugen", {"keep": "results"}, "Round 1 of 5", "The sum?", "digits"),
        ("median", {"keep": "results"}, "Round 1 of 17", "Who took it?", "one"),
        ("mediocrity", {}, "Hand 1, trick 1", "Which card?", "keys"),
        ("saichugen", {}, "Round 1 of 5, trick 1 of 3", "Which card?", "keys"),
        ("median", {}, "Round 1 of 17", "Which card?", "keys"),
    ],
)
def test_it_says_where_the_game_is_and_what_is_asked(game, options, where, question, kind):
    pad = pad_of(start_game_driver(game, 3, phones=False, **options))
    assert (where, question, kind) == (pad.where, pad.prompt, pad.kind)


def test_S2_a_deck_has_a_key_for_each_card_by_suit_and_ranks_have_thirteen() -> None:
    suits = pad_of(start_game_driver("saichugen", 3)).groups
    assert ["S", "H", "D", "C"] == [suit for suit, _ in suits]
    assert ["A", "2"] == [key.face.rank for key in suits[0][1]][:2]
    assert {13} == {len(keys) for _, keys in suits}
    [(suit, ranks)] = pad_of(start_game_driver("median", 3)).groups
    assert ("", 13, "2", {4}) == (suit, len(ranks), ranks[0].face.rank, {key.left for key in ranks})
    [(_, left)] = pad_of(start_game_driver("mediocrity", 3, keep="results")).groups
    assert [str(number) for number in range(14)] == [key.face.text for key in left]


def test_a_key_that_nobody_may_use_says_who_laid_the_card_and_where() -> None:
    driver = start_game_driver("saichugen", 3, phones=False)
    driver.enter("7H", "8H", "9H")
    [key] = [key for _, keys in pad_of(driver).groups for key in keys if key.face.text == "8H"]
    assert ("1", "2", "3") == key.closed
    assert "Bob laid the 8 of hearts already, in round 1, trick 1." == key.why


def test_M5_a_discarded_card_is_closed_to_its_player_only() -> None:
    driver = start_game_driver("mediocrity", 3, phones=False)
    driver.enter("2", "7", "K")
    [(_, keys)] = pad_of(driver).groups
    assert {"7": ("2",)} == {key.face.text: key.closed for key in keys if key.closed}


def test_who_is_in_by_phone_is_not_entered_there_nor_named_as_still_to_come() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.submit("1", "9")
    driver.do(HOST, submissions.enter_plays, driver.round_id, {"2": "7"})
    assert [False, True, True] == [player.can_enter for player in pad_of(driver).players]
    assert ("Still to come: Cyd.",) == pad_of(driver).messages


def test_what_an_entry_means_tells_nothing_of_a_card_that_a_phone_has_sent() -> None:
    """Else the score-keeper, who may be playing, could try what beats it."""
    driver = start_game_driver("saichugen", 3)
    driver.submit("1", "8H")
    assert () == means(driver, s2="7H", s3="9H")
    assert () == means(driver, s2="8H", s3="9H")


def test_after_the_last_round_it_says_how_the_game_ended() -> None:
    driver = start_game_driver("mediocrity", 3, phones=False, keep="results", target=1)
    driver.enter(0, 1, 4)
    pad = pad_of(driver)
    assert ("", "The end", False) == (pad.kind, pad.where, has_sheet(driver.game))
    assert "Ann and Cyd share the win" == pad.ending.headline
    assert ["1", "3"] == [head.seat for head in pad.heads if head.is_lit]
    assert ["2"] == [head.seat for head in pad.heads if head.is_too_many]


def test_D6_the_pool_says_how_many_cards_lie_there_and_what_the_round_counts() -> None:
    driver = start_game_driver("median", 4, phones=False, keep="results")
    for _ in range(3):
        driver.enter(0, 0, 0, 0)
    assert "Who took it? It counts 4." == pad_of(driver).prompt
    assert ["into the pool"] * 3 == [row.across for row in pad_of(driver).rows[:3]]
    driver.enter(0, 1, 0, 0)
    assert ("Who took it?", ("Bob takes 4 rounds.",)) == (pad_of(driver).prompt, pad_of(driver).messages)
    assert ["0", "4", "0", "0"] == [head.points for head in pad_of(driver).heads]
    assert [False, True, False, False] == [head.leads for head in pad_of(driver).heads]


def test_hidden_scores_are_not_on_the_pad() -> None:
    driver = start_game_driver("median", 4, phones=False, keep="results")
    driver.apply(events.RoomSet({"hides_scores": True}), HOST)
    driver.enter(0, 1, 0, 0)
    assert [""] * 4 == [head.points for head in pad_of(driver).heads]


def test_a_reopened_result_is_on_the_pad_again() -> None:
    driver = start_game_driver("median", 4, phones=False, keep="results")
    driver.enter(0, 1, 0, 0)
    driver.do(HOST, corrections.reopen_round, "1.1")
    assert ("2",) == pad_of(driver).chosen
    driver.do(HOST, corrections.undo_last, str(driver.room.undo[-1]))
    driver.enter(0, 0, 0, 0)
    driver.do(HOST, corrections.reopen_round, "1.2")
    assert ("none",) == pad_of(driver).chosen


def test_it_is_the_way_to_play_on_by_results_or_where_somebody_has_no_phone() -> None:
    assert is_natural(start_game_driver("mediocrity", 3, keep="results").room)
    assert is_natural(start_game_driver("mediocrity", 3, phones=False).room)
    assert not is_natural(start_game_driver("mediocrity", 3).room)
    assert not is_natural(start_game_driver("good-enough", 3, phones=False).room)


def test_the_table_is_remembered_for_the_next_game() -> None:
    driver = start_game_driver("saichugen", 3, keep="results")
    assert ["dealt", "cards", "results"] == [*tables(driver)]
    assert tables(driver)["results"]
    dealt = start_game_driver("saichugen", 3, dealt=True)
    assert tables(dealt)["dealt"]
    dealt.apply(game_events.GameEnded(1, throws_away=True), HOST)
    dealt.apply(events.PlayerRemoved("3"), HOST)
    dealt.apply(events.PlayerJoined("4", "Dan", ""), HOST)
    assert tables(dealt)["cards"]


def tables(driver: RoomDriver) -> Mapping[TableKey, bool]:
    return table_choices(driver.room, driver.room.next_game.rules)


def test_bots_need_dealt_cards() -> None:
    driver = open_room("saichugen", 2)
    driver.apply(events.PlayerJoined("3", "Mia", "", "random"), HOST)
    assert tables(driver)["dealt"]
    assert room_control.start_game(driver.room, HOST, lambda _: {}, dealt=True).dealt


def test_D5_the_pad_names_who_calls() -> None:
    assert "Ann" == str(sheet_view(start_game_driver("median", 4).room).caller).strip("\u2068\u2069")
    assert "" == sheet_view(start_game_driver("median", 3).room).caller


THREE = ("Ann", "Bob", "Cyd")

KEPT = [("mediocrity", (0, 1, 2)), ("median", (0, 1, 0)), ("saichugen", (5, 9, 11))]

"""Each game, and a result in which Bob is the best."""


def kept(game: str, *results: tuple[int, ...], **options: object) -> RoomDriver:
    driver = started_game(game, THREE, keep="results", **options)
    for result in results:
        driver.enter(*result)
    return driver


def cells(driver: RoomDriver) -> list[list[list[str]]]:
    """Return the tables of all games: a line a player, with the total."""
    [report] = results_view(driver.room).games
    return [
        [
            [*(row.cells[at][0].sign if row.cells[at][0] else "–" for row in table), group.totals[at][0]]
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
                ("Kept", "Your 9 is in the middle: you keep it"),
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
    assert not any(each.card or each.near_miss or each.would or each.others for each in found)
    assert {told(outcome) for outcome in all_outcomes(driver.room)} == {*verdicts}


def test_R3_a_tied_round_is_nobodys_fault() -> None:
    driver = kept("median", (0, 0, 0))
    [merged] = all_outcomes(driver.room)
    assert (merged.word, merged.kind, merged.seats) == ("into the pool", "outside", "1-3")


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
    assert cells(driver) == [[["0", "0", "1", "1"], ["0", "2", "0", "2"], ["0", "0", "0", "0"]]]


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
    assert shown.score_chart is not None
    assert (shown.drift_chart, shown.picks_chart) == (None, None)


def test_the_log_says_that_a_result_was_entered_and_not_which() -> None:
    driver = kept("mediocrity")
    before = driver.room
    driver.enter(0, 1, 13)
    assert [*log_lines(before, driver.room)] == ["hand 1 of game 1 was entered"]


def test_only_the_last_trick_can_be_struck_but_every_hand() -> None:
    tricks = start_game_driver("mediocrity", 3, phones=False)
    tricks.enter("2", "7", "K")
    tricks.enter("3", "8", "Q")
    hands = kept("mediocrity", (0, 1, 2), (0, 2, 1))
    for driver, can in ((tricks, [False, True]), (hands, [True, True])):
        views = [sheet.sheet_view(driver.room, sheet.Opened("menu", number)) for number in (1, 2)]
        assert can == [bool(view and view.strike) for view in views]


def test_a_part_that_is_over_has_a_row_with_its_scores() -> None:
    driver = start_game_driver("saichugen", 3, phones=False, tricks=2, rounds=3)
    driver.enter("3H", "7C", "KD")
    driver.enter("AS", "5S", "QD")
    rows = pad_of(driver).rows
    assert [False, False, True, False] == [bool(row.totals) for row in rows]
    assert ["1", "2"] == [row.label for row in rows[:2]]
    assert ["0", "12", "0"] == [text for text, _ in rows[2].totals]


def test_who_came_later_and_who_was_not_there_have_no_cell() -> None:
    driver = kept("mediocrity", (0, 1, 2))
    driver.do(HOST, membership.add_player, "Dan")
    driver.do(HOST, membership.sit_out, "1")
    driver.do(HOST, submissions.enter_plays, driver.round_id, {"2": "0", "3": "1", "4": "5"})
    view = pad_of(driver)
    assert [["", "", "", "new"], ["gone", "", "", ""]] == [
        [cell.away for cell in row.cells] for row in view.rows[:2]
    ]
    assert [True, False, False, False] == [head.is_away for head in view.heads]
    assert ["away", "missing", "missing", "missing"] == [player.state for player in view.players]


def test_a_void_hand_is_named_so_that_it_is_not_taken_for_the_one_that_counts_in_its_place() -> None:
    driver = kept("mediocrity", (0, 1, 2), (0, 2, 1), (0, 3, 4))
    driver.do(HOST, corrections.void_round, "1.2")
    names = [row.name for row in pad_of(driver).rows[:-1]]
    assert ["hand 1", "hand 2, void, before the one that counts", "hand 2"] == names
    menu = sheet.sheet_view(driver.room, sheet.Opened("menu", 2))
    assert menu is not None
    assert names[1] == menu.where


@pytest.mark.parametrize(
    ("game", "results", "words", "units"),
    [
        ("mediocrity", (0, 1, 2), ["0", "1, point", "2"], ["points", "point", "points"]),
        ("median", (0, 1, 0), ["", "1, round", ""], ["rounds", "round", "rounds"]),
        ("saichugen", (5, 9, 11), ["5", "9, in the middle", "11"], ["total", "total", "total"]),
    ],
)
def test_a_cell_and_a_total_say_in_words_what_gold_shows(game, results, words, units):
    view = pad_of(kept(game, results))
    [row] = [row for row in view.rows if row.cells]
    assert words == [cell.told if cell.face else "" for cell in row.cells]
    assert units == [head.unit for head in view.heads]
