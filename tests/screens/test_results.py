"""The results of the evening, its charts, podium and poster, with all revealed plays and no hidden ones."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader

import companion
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import format_value
from companion.room import game_events
from companion.room.commands import corrections
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules import games
from companion.rules.games.runs import Record
from companion.rules.insights import RoundMiddle
from companion.rules.plays import Reveal
from companion.screens.charts import FRAME, MAX_COLOURED, drift_chart, picks_chart, score_chart
from companion.screens.endings import game_ending
from companion.screens.podium import label_of_scores, sides
from companion.screens.poster import poster
from companion.screens.public import public_part
from companion.screens.results import replay_view, results_view
from companion.web.drawings import colour_class, small_guest
from companion.web.pages.results import draw_poster, poster_text
from tests.support.contract_games import short_game
from tests.support.phone_words import application
from tests.support.room_driver import (
    HOST,
    Kind,
    RoomDriver,
    correct_play,
    each_kind,
    open_room_with,
    play_moments,
    play_out,
    played,
    replays,
    start_game_driver,
    whole_evening,
)
from tests.support.sample_games import ONE
from tests.support.scenes import rounds_won, start_game, submit_plays, win_rounds
from tests.support.views import with_attributes


def game(driver: RoomDriver, number: int = 1) -> Any:
    return results_view(driver.room).games[number - 1]


def table(found: Any) -> dict[str, list[str]]:
    """Write the cells of the first group, each as what was shown and what became of it."""
    columns = [column for columns in found.groups[0].tables for column in columns]
    written: dict[str, list[str]] = {}
    for place, (_, name) in enumerate(found.players):
        cells = [column.cells[place] for column in columns]
        texts = [(face.sign if face else "", fate, "✎" * is_corrected) for face, fate, is_corrected in cells]
        written[name] = [" ".join(filter(None, text)) for text in texts]
    return written


def labels(found: Any) -> list[str]:
    return [column.label for group in found.groups for columns in group.tables for column in columns]


def three_rounds() -> RoomDriver:
    return played("good-enough", "1 2 3", "5 5 9", "4 5 6", rounds=3)


def test_G3_G4_every_number_has_a_sign_for_its_outcome() -> None:
    found_game = game(three_rounds())
    assert {
        "Ann": ["1 outside", "5 disqualified", "4 outside"],
        "Bob": ["2 scored", "5 disqualified", "5 scored"],
        "Cyd": ["3 outside", "9 scored", "6 outside"],
    } == table(found_game)
    assert ("2", "5") == (found_game.samples["scored"], found_game.samples["disqualified"])
    assert (("1", "Ann"), ("2", "Bob"), ("3", "Cyd")) == found_game.players
    [group] = found_game.groups
    assert ((("0", False), ("2", False), ("1", True)), "points") == (group.totals, group.figure)


def test_G5_only_a_finished_game_has_a_winner_and_reasons() -> None:
    driver = played("good-enough", "1 2 3", rounds=3)
    assert (None, "This game is still going on") == (game(driver).final, game(driver).state)
    assert ["1"] == labels(game(driver))
    over = game(three_rounds())
    assert over.final is not None
    reason = "Points: 0, 1 and 2; the middle is 1, and only Cyd has it."
    assert ("Cyd wins", reason, "") == (over.final.headline, over.final.steps[0].sentence, over.state)


def test_a_corrected_cell_is_marked() -> None:
    driver = three_rounds()
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", "2"), HOST)
    found_game = game(driver)
    assert ["2 disqualified ✎", "5 disqualified", "4 outside"] == table(found_game)["Ann"]
    assert "✎" == found_game.samples["corrected"]


def test_a_void_round_is_shown_and_does_not_count() -> None:
    driver = three_rounds()
    driver.do(HOST, corrections.void_round, "1.2")
    found, replay = game(driver), replays(driver)[1]
    assert ["1", "void", "2"] == labels(found)
    assert ["2 scored", "5", "5 scored"] == table(found)["Bob"]
    assert ("Round 2, void", True) == (replay.heading, replay.void)
    assert () == replay.notes  # the name says it
    assert ["5", "9"] == [play.face.sign for play in replay.last.plays]
    assert ({"Ann": 0, "Bob": 1, "Cyd": 0}, None, ()) == (points(replay.rows), replay.final, replay.parts)


def test_changed_options_are_listed_with_the_names_of_players() -> None:
    assert [
        (("Lowest number", "−9"), ("Highest number", "9"), ("Rounds", "3")),
        (("Target", "1"),),
        (("Cards in hand", "3"), ("Lowest card", "9"), ("Dealer", "Cyd")),
        (("Rounds", "2"), ("Games", "2")),
        (("Who scores", "The number closest to the average"), ("Match", "3, 2")),
    ] == [found_game.options for found_game in results_view(whole_evening().room).games]


def test_nested_games_are_sections_that_name_their_winners() -> None:
    found_game = game(whole_evening(), 4)
    assert ["Game 1, round 1", "Game 1, round 2", "Game 2, round 1", "Game 2, round 2"] == [
        group.heading for group in found_game.groups
    ]
    ended = [[headline.partition(":")[0] for headline in group.ended] for group in found_game.groups[:2]]
    assert [["Game 1, round 1"], ["Game 1, round 2", "Game 1"]] == ended
    assert {"sum"} == {group.figure for group in found_game.groups}


def test_a_card_that_became_impossible_is_said_to_be_struck_with_its_trick_and_why() -> None:
    driver = played("mediocrity", "3 5 7", "4 6 8")
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "6"), HOST)
    sentence = "Hand 1, trick 2: Bob’s 6 is struck: it was discarded in hand 1, trick 1."
    assert (sentence,) == game(driver).voided
    assert "6 struck" == table(game(driver))["Bob"][1]


def test_rounds_after_the_end_are_told_by_one_sentence_and_by_the_heads_of_their_columns() -> None:
    rounds = ("1 1 1", "1 2 3", "1 2 3", "4 4 4", "4 5 6")
    driver = played("good-enough", *rounds, points_target=3, tie_break="peel")
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "5"), HOST)
    found_game = game(driver)
    assert ("After round 3, struck: nothing of it counts, as the game was over before.",) == found_game.voided
    assert ["1", "2", "3", "struck", "struck"] == labels(found_game)
    assert ["4", "4"] == table(found_game)["Ann"][3:]
    assert "struck" not in found_game.samples


def test_the_biggest_miss_is_what_was_said_and_how_far_off_it_was() -> None:
    driver = played("good-enough", "1 50 51", "40 50 51", "40 50 51", rounds=3, tie_break="peel")
    told = [str(award.explains) for award, _ in poster(driver.room).awards if award.kind == "miss"]
    assert ["Said 1. 49 off"] == told


KINDS: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, True, {"entry": "cards", "cards": 20, "points_target": 4}),
    ("good-enough", 3, False, {"entry": "lists", "rounds": 3}),
    ("good-enough", 4, False, {"rounds": 3, "tie_break": "peel+sudden-death"}),
    ("median", 4, True, {"lowest": "7"}),
    ("saichugen", 3, False, {"rounds": 2, "tricks": 2}),
]


@each_kind(*KINDS)
def test_results_with_void_rounds_can_be_shown(kind: Kind) -> None:
    driver = kind.start(2)
    play_out(driver, 2)
    for number in range(1, driver.game.round_number):
        driver.apply(game_events.RoundVoided(1, number, void=True), HOST)
        assert driver.game.round_number - 1 == len(labels(game(driver))) == len(replays(driver))
        driver.apply(game_events.RoundVoided(1, number, void=False), HOST)


# Replays
def replay(driver: RoomDriver, number: int) -> Any:
    return replay_view(driver.room, driver.game, number)


def points(rows: Sequence[Any]) -> dict[str, int | None]:
    return {row.name: row.points for row in rows}


@pytest.mark.parametrize(
    ("kind", "dealt", "options"),
    [
        ("good-enough", False, {"nesting": [3, 2]}),
        ("good-enough", True, {"entry": "cards", "cards": 20, "rounds": 3}),
        ("mediocrity", False, {"target": 1}),
        ("median", True, {"lowest": "9"}),
        ("saichugen", True, {"rounds": 2, "games": 2}),
    ],
)
def test_a_replay_shows_what_the_TV_showed(kind: str, dealt: bool, options: dict[str, Any]) -> None:
    driver = start_game_driver(kind, 3, 1, dealt, **options)
    seen = {state.round_number - 1: public_part(driver.room) for state in play_moments(driver, 1)}
    seen[driver.game.round_number - 1] = public_part(driver.room)
    for number, then in seen.items():
        if number:
            again = replay(driver, number)
            assert (then.last, with_attributes(then.open), then.parts) == (
                again.last,
                again.open,
                again.parts,
            )
            assert (then.figure, points(then.rows)) == (again.figure, points(again.rows))


def test_only_the_replay_of_the_last_round_shows_the_end() -> None:
    found_replays = replays(three_rounds())
    assert [None, None, "Cyd wins"] == [each.final and each.final.headline for each in found_replays]


def test_rounds_link_to_each_other_through_the_whole_evening() -> None:
    driver = whole_evening()
    everything = replays(driver)
    places = [(game.number, n) for game in driver.room.real_games for n in range(1, game.round_number)]
    assert (None, None) == (everything[0].before, everything[-1].next)
    assert places[1:] == [each.next[:2] for each in everything[:-1]]
    assert places[:-1] == [each.before[:2] for each in everything[1:]]
    assert "Game 2: hand 1, trick 1" == everything[2].next[2]


def test_a_round_after_an_end_caused_by_a_correction_does_not_count() -> None:
    driver = played("good-enough", "1 1 1", "1 2 3", "1 2 3", points_target=2, tie_break="peel")
    for seat, number in (("1", "0"), ("2", "2")):
        driver.apply(correct_play(driver.room, HOST, "1.1", seat, number), HOST)
    last = replay(driver, 3)
    assert ("After round 2, struck", True, None) == (last.heading, last.void, last.last)
    assert ("The game was over before, so it does not count.",) == last.notes


TEMPLATES = Path(companion.__file__).parent.parent / "templates"

ODD = ["最中限の平凡な真ん中の人が今夜も勝つ夜会", "שלמה המלך הגדול", "🎉 & <b>Queen</b>", "W" * 20]


def room(names: Sequence[str]) -> Room:
    return Room("AB23", seats={str(n): Player(str(n), name) for n, name in enumerate(names, 1)})


def charted(showed: Mapping[str, Sequence[int | None]], **options: object) -> tuple[Room, GameState]:
    """Play a game of numbers, given for each player; None is an absence."""
    seats = {name: str(n) for n, name in enumerate(showed, 1)}
    rounds = len(next(iter(showed.values())))
    shown = [{seats[name]: plays[n] for name, plays in showed.items()} for n in range(rounds)]
    reveals = tuple(Reveal({s: n for s, n in each.items() if n is not None}) for each in shown)
    rules = games.find_game("good-enough").read_options(options or {"rounds": max(3, rounds)})
    record = Record("good-enough", rules, tuple(seats.values()), reveals)
    return room(list(showed)), GameState(1, games.score_record(record))


def drawn(at: tuple[Room, GameState]) -> Any:
    return with_attributes(score_chart(*at))


def lies_in_the_frame(picture: Any) -> bool:
    points = {*picture.band, *(corner for line in picture.lines for corner in line.corners)}
    ticks = {at for at, _ in (*picture.across, *picture.upwards)}
    return all(0 <= at <= FRAME for at in {*ticks, *sum(points, ()), *(label.at for label in picture.labels)})


def test_the_lines_add_up_the_points_of_each_player() -> None:
    picture = drawn(charted(ONE))
    assert {
        "Alice": (0, 0, 0, 0, 1, 1),
        "Bob": (0, 0, 0, 1, 1, 2),
        "Carol": (0, 1, 1, 1, 2, 3),
        "Dave": (0, 1, 2, 3, 3, 3),
    } == {line.name: line.points for line in picture.lines}
    assert ["Bob"] == [line.name for line in picture.lines if line.winning]
    assert ["Bob"] == [line.name for line in picture.lines if line.wins]
    assert "Points of 4 players over 5 rounds: in the end the middle is 2: Bob" == picture.name
    assert ("Points, round by round", "the middle") == (picture.heading, picture.winning_label)


def test_the_band_shows_the_winning_score_at_each_time() -> None:
    picture = drawn(charted({"Ann": (1, 1, 5), "Bob": (5, 5, 1), "Cyd": (9, 9, 9)}))
    unit = (FRAME - 80) / 3
    nothing, one, two = (round(40 + unit * (2.5 - points)) for points in (-0.5, 0.5, 1.5))
    upper, lower = picture.band[:4], tuple(reversed(picture.band[4:]))
    assert [(0, one), (333, two), (666, 40), (1000, two)] == list(upper)
    assert [(0, nothing), (333, nothing), (666, nothing), (1000, one)] == list(lower)


def test_of_a_match_the_games_are_drawn_and_of_its_first_game_the_rounds() -> None:
    at = charted({"Ann": (1, 5, 1, *[1] * 3), "Bob": (5, 1, 5, *[5] * 3), "Cyd": [9] * 6}, nesting=[3, 2])
    assert ("Games won, game by game", ("Game 1", "Game 2")) == (drawn(at).heading, drawn(at).steps)
    first = drawn(charted({"Ann": (1, 5), "Bob": (5, 1), "Cyd": (9, 9)}, nesting=[3, 2]))
    assert ("Round 1", "Round 2") == first.steps


@pytest.mark.parametrize(
    ("game", "options", "heading", "light"),
    [
        ("mediocrity", {"target": 2}, "Points, hand by hand", "the most below 2"),
        ("median", {"lowest": "10"}, "Rounds taken, round by round", "the most"),
        ("saichugen", {"rounds": 3}, "Totals, round by round", "the middle"),
    ],
)
def test_the_lines_of_card_games_end_at_the_score(game, options, heading, light):
    driver = start_game_driver(game, 3, **options)
    play_out(driver, 4)
    picture = drawn((driver.room, driver.game))
    level = driver.game.score.root.parts[-1] if game == "saichugen" else driver.game.score.root
    assert (heading, light) == (picture.heading, picture.winning_label)
    assert list(level.scores.values()) == [line.points[-1] for line in picture.lines]  # type: ignore[attr-defined]
    assert {name for line in picture.lines if (name := line.name) and line.wins} == {
        line.name for line in picture.lines if line.winning
    }
    assert lies_in_the_frame(picture)


@st.composite
def tables(draw: Callable[..., int]) -> tuple[Room, GameState]:
    """Draw a game of 3 to 30 players and 2 to 40 rounds."""
    players, rounds = draw(st.integers(3, 30)), draw(st.integers(2, 40))
    seed = draw(st.randoms(use_true_random=False))
    showed = {f"P{n}": [seed.choice([None, *range(13)]) for _ in range(rounds)] for n in range(players)}
    return charted(showed, rounds=max(3, rounds), high=12)


@given(tables())
def test_every_line_ends_at_the_score_within_the_frame(at: tuple[Room, GameState]) -> None:
    picture = drawn(at)
    assert tuple(at[1].score.root.scores.values()) == tuple(line.points[-1] for line in picture.lines)
    assert lies_in_the_frame(picture)
    assert picture.crowded == (len(picture.lines) > MAX_COLOURED)


@given(st.integers(-(10**100), 0), st.integers(1, 10**100), st.data())
def test_charts_of_numbers_stay_in_their_frame_however_wide_the_range(low, size, data):
    high = low + size
    numbers = st.lists(st.integers(low, high), min_size=1, max_size=5).map(sorted)
    picked = data.draw(st.lists(numbers, min_size=2, max_size=4))
    rounds = [
        RoundMiddle(n, (Fraction(each[len(each) // 2]),), tuple(each)) for n, each in enumerate(picked, 1)
    ]
    moved = with_attributes(drift_chart(rounds, (low, high)))
    ticks = [at for at, _ in (*moved.upwards, *moved.across)]
    assert all(0 <= at <= FRAME for at in (*sum((*moved.centres, *moved.dots), ()), *ticks))
    counts = {number: each.count(number) for each in picked for number in each}
    chart = with_attributes(picks_chart(counts, (low, high)))
    assert sum(counts.values()) == sum(times for _, times in chart.columns)
    assert all(0 <= left <= left + chart.width <= FRAME for left, _ in chart.columns)
    assert all(0 <= at <= FRAME for at, _ in chart.across)


def render(macro: str, picture: object) -> str:
    loader = FileSystemLoader(TEMPLATES)
    env = Environment(loader=loader, autoescape=True, extensions=["jinja2.ext.i18n"])
    env.filters["format_value"] = format_value
    env.globals.update(small_guest=small_guest, colour_class=colour_class)
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    file = "score_chart" if macro == "score_chart" else "charts"
    page = f"{{% import 'parts/{file}.html' as charts %}}{{{{ charts[macro](picture) }}}}"
    return env.from_string(page).render(macro=macro, picture=picture)


def test_the_chart_of_scores_has_a_text_alternative_with_its_figures() -> None:
    at = charted({name: (n, n * 2, 4) for n, name in enumerate(ODD)})
    text = render("score_chart", score_chart(*at))
    assert 1 == text.count('role="img"')
    assert re.search(r'role="img" aria-label="[^"]+"', text)
    assert "style=" not in text
    assert "<b>Queen" not in text
    words = text[text.index("<details") :]
    assert all(name in words for name in (ODD[0], ODD[1], ODD[3]))


SVG = "{http://www.w3.org/2000/svg}"


def sample() -> RoomDriver:
    driver = open_room_with("good-enough", tuple(ONE))
    start_game(driver, rounds=5, tie_break="peel")
    for plays in zip(*ONE.values(), strict=True):
        submit_plays(driver, plays)
    return driver


def shown(driver: RoomDriver) -> Any:
    return with_attributes(poster(driver.room))


def picture(driver: RoomDriver, day: str = "Friday, 20 November") -> str:
    with application().test_request_context():
        return draw_poster(poster(driver.room) or {}, day)


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def test_there_is_no_poster_before_a_game_is_over() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    for winner in "BC":
        win_rounds(driver, winner)
        assert poster(driver.room) is None
    win_rounds(driver, "C")
    assert shown(driver).headline == "Bob is perfectly average"


def test_the_poster_of_the_first_sample_game() -> None:
    found_shown = shown(sample())
    assert ("It's Good Enough", "Bob is perfectly average") == (found_shown.title, found_shown.headline)
    assert ("too few", "points", "too many") == found_shown.words
    assert found_shown.drift_chart
    assert found_shown.picks_chart
    assert 5 == len(found_shown.drift_chart.rows)
    assert 20 == sum(times for _, times in found_shown.picks_chart.columns)


def test_the_text_has_podium_awards_and_address() -> None:
    with application().test_request_context():
        text = poster_text(
            poster(sample().room) or {}, "Friday, 20 November", "http://192.168.1.5:8000/AB23/result"
        )
    assert text.splitlines() == [
        "It's Good Enough · Friday, 20 November · Room AB23",
        "Bob is perfectly average",
        "",
        "1 too few: Alice",
        "2 points: Bob",
        "3 too many: Carol and Dave",
        "",
        "Longest in the middle: Dave · 3 rounds in a row",
        "",
        "http://192.168.1.5:8000/AB23/result",
    ]


def test_who_shares_a_win_is_not_called_perfectly_average() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    win_rounds(driver, "...")
    found_shown = shown(driver)
    assert ("Ann, Bob and Cyd share the win", 3) == (
        found_shown.headline,
        len(found_shown.ending.podium.middle.guests),
    )
    assert not found_shown.drift_chart
    assert len(texts(picture(driver))) > 5


def test_from_the_second_game_on_it_is_the_poster_of_the_evening() -> None:
    found_shown = shown(whole_evening(3))
    assert (found_shown.title, found_shown.words[1]) == ("Grand Prix of the Middle", "games won")
    assert {None} == {
        found_shown.drift_chart,
        found_shown.picks_chart,
        found_shown.score_chart,
    }  # the ranges differ


@pytest.mark.parametrize("name", games.GAMES)
def test_a_poster_is_drawn_for_every_game_in_every_language(name: str) -> None:
    game = short_game(games.GAMES[name])
    driver = start_game_driver(name, game.players, seed=2, **game.options)
    play_out(driver, 2)
    for language in LANGUAGES:
        with use_language(language):
            assert len(texts(picture(driver))) > 5


def test_names_and_dates_are_escaped() -> None:
    driver = open_room_with("good-enough", ("<script>", "</svg>", "\"&'"))
    start_game(driver, rounds=3, tie_break="peel")
    win_rounds(driver, "AAB")
    svg = picture(driver, "<b>\x00")
    assert "<script" not in svg
    assert "<b> " in texts(svg)
    assert any("</svg>" in text or "<script>" in text for text in texts(svg))


standings = st.dictionaries(st.integers(1, 30).map(str), st.integers(-9, 9), min_size=1)


def final(driver: RoomDriver):
    return game_ending(driver.room, driver.game)


@given(standings, st.data())
def test_where_the_middle_wins_the_left_has_fewer_and_the_right_more(scores, data):
    winning = data.draw(st.sampled_from(sorted(set(scores.values()))))
    winners = [seat for seat in scores if scores[seat] == winning]
    placed = sides(scores, winners, middle_wins=True)
    words = {-1: "low", 0: "middle", 1: "high"}
    signs = {seat: (points > winning) - (points < winning) for seat, points in scores.items()}
    assert {seat: words[sign] for seat, sign in signs.items()} == placed


@given(standings)
def test_where_the_most_win_the_second_stand_on_the_left_and_all_others_on_the_right(scores):
    ranks = sorted(set(scores.values()), reverse=True)
    winners = [seat for seat in scores if scores[seat] == ranks[0]]
    placed = sides(scores, winners, middle_wins=False)
    words = ["middle", "second", *["rest"] * len(ranks)]
    assert {seat: words[ranks.index(points)] for seat, points in scores.items()} == placed


def test_the_podium_of_a_game_has_the_middle_score_highest_and_nobody_else_on_it():
    driver = rounds_won("BCC", ("Ann", "Bob", "Cyd", "Dan"), rounds=3)
    low, middle, high = final(driver).podium.steps
    assert ("0", "1", "2") == (low.label, middle.label, high.label)
    assert [["Ann", "Dan"], ["Bob"], ["Cyd"]] == [
        sorted(guest.name for guest in step.guests) for step in (low, middle, high)
    ]
    assert final(driver).podium.alone


def test_G6_the_podium_shows_the_standing_that_decided():
    driver = rounds_won("BBCC.", ("Xander", "Yvonne", "Zachary"), rounds=5)
    ending = final(driver)
    assert ("Yvonne wins", "Rounds 2–4") == (ending.headline, ending.counted)
    assert ["0", "1", "2"] == [step.label for step in ending.podium.steps]


def test_G7_all_who_share_a_tie_stand_in_the_middle():
    driver = rounds_won("...", rounds=3, tie_break="peel")
    ending = final(driver)
    assert ending.tied
    assert not ending.podium.alone
    assert ["Ann", "Bob", "Cyd"] == [guest.name for guest in ending.podium.middle.guests]
    assert ["", "0", ""] == [step.label for step in ending.podium.steps]


def test_S6_the_podium_of_a_single_game_shows_its_totals_and_not_the_points_of_a_match():
    driver = start_game_driver("saichugen", 3, rounds=2, games=1)
    play_out(driver, seed=3)
    totals = driver.game.score.root.parts[-1].scores
    steps = final(driver).podium.steps
    assert sorted(totals.values()) == sorted(totals[guest.seat] for step in steps for guest in step.guests)
    assert label_of_scores({totals[seat] for seat in driver.game.score.root.winners}) == steps[1].label


def test_scores_below_zero_are_not_joined_by_a_dash():
    assert ["−3 to −1", "−1 to 2", "0–2", "5", ""] == [
        label_of_scores(each) for each in ({-3, -1}, {-1, 2}, {0, 1, 2}, {5}, set())
    ]
