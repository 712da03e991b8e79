"""The facts of an evening: of the sample games, and of random games compared with plain counting."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.insights.facts import MOST_FACTS, FinishedGame, Story, facts, tell
from companion.rules.results import Reveal
from tests.support.number_games import GAME_ONE, GAME_TWO, record, won
from tests.support.room_driver import play_out, start_game_driver

Told = Mapping[str, tuple[int | Fraction, str]]


def story(*records: Record, winners: tuple[str, ...] | None = None) -> Story:
    played = tuple(FinishedGame(each, games.score(each)) for each in records)
    return Story(played, played[-1].score.root.winners if winners is None else winners)


def told(found: Story) -> Told:
    """Return all that could be told: each fact by its name, with its figure and sentence."""
    return {fact.kind: (fact.figure, fact.reason.sentence()) for fact in tell(found)}


def test_the_first_sample_game_is_told_in_these_five_facts() -> None:
    assert [
        (3, "of 20 numbers were thrown out for not being alone"),
        (Fraction(99, 2), "was the middle at first, 58½ at the end: you drifted up"),
        (50, "was picked 4 times, more than any other"),
        (1, "point is what saying 50 all evening would have got"),
        (Fraction(41, 2), "or so from the middle on average: Bob, who won"),
    ] == [(fact.figure, fact.reason.sentence()) for fact in facts(story(record(GAME_ONE)))]


def test_G6_a_game_decided_by_a_peel_says_how_many_rounds_were_left_out() -> None:
    assert (2, "of 5 rounds were left out before somebody had won") == told(story(record(GAME_TWO)))["peeled"]
    assert "peeled" not in told(story(record(GAME_ONE)))


def test_G16_a_showdown_says_how_many_rounds_more_it_took() -> None:
    tied = "A 1 9 1 30 40\nB 9 1 9 31 40\nC 5 5 5 60 90\nD 6 6 6 2 3"
    played = record(tied, rounds=3, tie_break="showdown")
    found = games.score(played).root
    if found.showdown and len(found.winners) == 1:
        [(rounds, sentence)] = [told(story(played))["showdown"]]
        assert (len(found.showdown), True) == (rounds, found.winners[0] in sentence)
    assert found.showdown


def test_a_number_is_a_favourite_only_if_no_other_was_picked_as_often() -> None:
    twice = record("A 7 7 7\nB 8 8 8\nC 1 2 3", rounds=3)
    once = record("A 7 7 7\nB 8 8 9\nC 1 2 3", rounds=3)
    assert "favourite" not in told(story(twice))
    assert (7, "was picked 3 times, more than any other") == told(story(once))["favourite"]


def test_G3_where_nobody_ever_met_that_is_told_too() -> None:
    rows = "\n".join(
        f"{name} {number} {number + 1} {number + 2}"
        for name, number in zip("ABCDEFGHIJ", range(0, 100, 10), strict=True)
    )
    found = told(story(record(rows, rounds=3)))
    assert (0, "of 30 numbers were thrown out: nobody ever met") == found["thrown_out"]


def test_a_run_ends_where_the_player_was_absent() -> None:
    assert (3, "rounds in a row with a point: A") == told(story(record(won("AAAB"), rounds=4)))["longest_run"]
    gap = record("A 5 5 - 5 5\nB 1 1 1 1 1\nC 9 9 - 9 9\nD 1 1 1 1 1", rounds=5)
    assert "longest_run" not in told(story(gap))


def test_a_winner_who_had_nothing_at_half_time_came_back() -> None:
    found = told(story(record(won("AABA", "ABCD"), rounds=4)))
    assert (0, "is what B, who won, had after 2 of 4 rounds") == found["comeback"]
    assert "comeback" not in told(story(record(won("ABAA", "ABCD"), rounds=4)))


def test_a_miss_is_told_from_a_quarter_of_the_range_on() -> None:
    far, near = (record(f"A 4 1 1\nB 6 1 1\nC {number} 1 1", rounds=3, high=12) for number in (9, 8))
    assert 3 == told(story(far))["widest_miss"][0]
    assert "widest_miss" not in told(story(near))


def test_an_evening_of_several_games_adds_up_what_can_be_added() -> None:
    one, other = record(GAME_ONE), record(GAME_TWO, low=-10)
    evening = told(story(one, other, winners=()))
    assert (2, "games, won by 2 different players") == evening["evening"]
    assert 3 + 5 == evening["thrown_out"][0]
    assert not {"drifted", "favourite", "same_number", "never_picked"} & set(evening)
    assert (Fraction(99, 2), "was the middle at first, 2 at the end: you drifted down") == told(
        story(one, record("A 1 2 1\nB 2 1 2\nC 3 3 3", rounds=3))
    )["drifted"]


def test_cards_of_an_evening_are_only_counted_in_games_where_it_can_happen_to_them() -> None:
    played = []
    for game, options in (("mediocrity", {"target": 1}), ("median", {}), ("saichugen", {"rounds": 1})):
        driver = start_game_driver(game, 3, **options)
        play_out(driver, 4)
        played.append(driver.game.record)
    evening, alone = told(story(*played, winners=("1",))), told(story(played[0], winners=("1",)))
    assert alone["discarded"] == evening["discarded"]
    assert "won_by_winner" not in evening  # tricks and rounds are not added up


def test_a_truth_is_told_with_its_question() -> None:
    asked = record("A 1 2 1\nB 20 10 2\nC 30 3 3", rounds=3)
    reveals = (Reveal(asked.reveals[0].plays, question="How many windows?", truth=17), *asked.reveals[1:])
    truth = told(story(Record(asked.game, asked.rules, asked.players, reveals)))["nearest_truth"]
    assert (3, "off the truth is where your middle was: How many windows?") == truth


def test_G17_a_truth_is_compared_with_the_mean_and_not_with_its_multiple() -> None:
    asked = record("A 10\nB 20\nC 60", rounds=3, scoring="mean", factor="0.5")
    reveals = (Reveal(asked.reveals[0].plays, question="How many windows?", truth=34, last=True),)
    truth = told(story(Record(asked.game, asked.rules, asked.players, reveals)))["nearest_truth"]
    assert 4 == truth[0]


def test_a_middle_that_comes_back_has_not_drifted() -> None:
    found = told(story(record("A 7 7 7\nB 8 8 8\nC 1 2 3", rounds=3)))
    assert (7, "was the middle at first, and at the end it was there again") == found["drifted"]


def test_the_widest_miss_names_its_number_and_its_player() -> None:
    missed = told(story(record("A 10 4 3\nB 20 5 9\nC 98 9 1", rounds=3)))["widest_miss"]
    assert (78, "from the middle: nothing was farther out than the 98 of C") == missed


tables = st.integers(3, 6).flatmap(
    lambda rounds: st.lists(
        st.lists(st.integers(0, 12), min_size=rounds, max_size=rounds), min_size=3, max_size=7
    )
)


@given(tables)
def test_every_figure_is_what_plain_counting_finds(rows: list[list[int]]) -> None:
    table = "\n".join(f"{name} {' '.join(map(str, row))}" for name, row in zip("ABCDEFG", rows, strict=False))
    played = record(table, rounds=len(rows[0]), high=12)
    found = told(story(played))
    for kind, figure in counted(rows).items():
        assert found[kind][0] == figure, kind
    assert set(found) & set(COUNTED) == set(counted(rows))
    assert len(facts(story(played))) <= MOST_FACTS


COUNTED = ("thrown_out", "drifted", "favourite", "same_number", "widest_miss", "never_picked", "longest_run")


def counted(rows: list[list[int]]) -> Mapping[str, int | Fraction]:
    """Count by G3 and G4 what the facts tell, without the program."""
    rounds = [*zip(*rows, strict=True)]
    alone = [[n for n in row if row.count(n) == 1] for row in rounds]
    middles = [middle(sorted(row)) for row in alone]
    numbers = [n for row in rounds for n in row]
    out = len(numbers) - sum(map(len, alone))
    [(most, times), *rest] = Counter(numbers).most_common(2)
    found: dict[str, int | Fraction] = {"same_number": sum(scores(6, row) for row in rounds)}
    if out or len(numbers) >= 10:
        found["thrown_out"] = out
    if len(lit := [Fraction(median(each)) for each in middles if each]) >= 2:
        found["drifted"] = lit[0]
    if times > 2 and (not rest or rest[0][1] < times):
        found["favourite"] = most
    if missing := 13 - len({*numbers}):
        found["never_picked"] = missing
    return {**found, **dict(miss(rounds, middles)), **dict(runs(rows, middles))}


def middle(ranked: list[int]) -> list[int]:
    return ranked[(len(ranked) - 1) // 2 : len(ranked) // 2 + 1]


def scores(number: int, row: tuple[int, ...]) -> bool:
    """Return whether one more player with this number would score."""
    more = [*row, number]
    return number in middle(sorted(n for n in more if more.count(n) == 1))


def miss(rounds: list[tuple[int, ...]], middles: list[list[int]]) -> Iterator[tuple[str, int]]:
    lit = [(row, each) for row, each in zip(rounds, middles, strict=True) if each]
    away = sorted((min(abs(n - m) for m in each) for row, each in lit for n in row), reverse=True)
    if away and away[0] * 4 >= 12 and away[:2].count(away[0]) == 1:
        yield "widest_miss", away[0]


def runs(rows: list[list[int]], middles: list[list[int]]) -> Iterator[tuple[str, int]]:
    scored = [[n in each for n, each in zip(row, middles, strict=True)] for row in rows]
    found = sorted((len([*run]) for row in scored for hit, run in groupby(row) if hit), reverse=True)
    if found and found[0] > 2 and found[:2].count(found[0]) == 1:
        yield "longest_run", found[0]


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_a_game_of_any_kind_has_facts_and_never_the_same_one_twice(game: str) -> None:
    driver = start_game_driver(game, max(3, games.GAMES[game].min_players), seed=4)
    play_out(driver, seed=4)
    finished = FinishedGame(driver.game.record, driver.game.score)
    found = facts(Story((finished,), driver.game.score.root.winners))
    assert 2 <= len(found) == len({fact.kind for fact in found}) <= MOST_FACTS
    assert all(fact.reason.sentence() for fact in found)


# Games kept by results (R1 to R3)


def kept(game: str, *results: tuple[int, ...], **options: object) -> Record:
    """Return a record that is kept by results; the last one ends the game."""
    players = ("Ann", "Bob", "Cyd")
    rules = games.find_game(game).read_options({"keep": "results", **options})
    reveals = [Reveal(dict(zip(players, each, strict=True))) for each in results]
    reveals[-1] = replace(reveals[-1], last=True)
    return Record(game, rules, players, tuple(reveals))


def test_R1_hands_are_told_as_hands_and_nothing_of_cards_that_nobody_entered() -> None:
    found = told(story(kept("mediocrity", (0, 1, 12), (0, 2, 3), (0, 0, 0), (1, 0, 5))))
    assert found["taken_by_winner"] == (2, "of 4 hands went to Bob, who won")
    assert found["taken_by_nobody"] == (1, "of 4 hands went to nobody")
    assert found["most_left"] == (12, "cards left in one hand is the record: Cyd")
    assert found["played"] == (4, "hands, 3 players")
    assert not {"discarded", "tied", "won_by_winner", "common_card"} & set(found)
    longer = told(story(kept("mediocrity", (0, 1, 12), (0, 2, 3), (0, 0, 0), *[(1, 0, 5)] * 4)))
    assert longer["taken_by_winner"] == (2, "of 7 hands went to Bob, who won")


def test_R3_the_margin_is_how_far_the_winner_is_ahead_of_the_next() -> None:
    rounds = ((0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 0), (0, 1, 0))
    found = told(story(kept("median", *rounds)))
    assert found["margin"] == (1, "more than anybody else is what Ann, who won, had")
    assert "margin" not in told(story(kept("median", *rounds[:2]), winners=("Ann",)))


def test_one_round_is_told_as_one() -> None:
    assert (1, "hand, 3 players") == told(story(kept("mediocrity", (0, 1, 2))))["played"]


def test_R2_the_highest_sum_is_told_only_if_it_was_lost() -> None:
    lost = told(story(kept("saichugen", (9, 5, 11), (0, 23, 0), rounds=2)))
    assert lost["highest_lost"] == (23, "was the highest sum of all, and Bob lost it")
    assert "taken_by_nobody" not in lost
    kept_it = told(story(kept("saichugen", (9, 5, 11), (12, 12, 0), rounds=2)))
    assert "highest_lost" not in kept_it
    assert "most_left" not in kept_it


def test_R3_the_most_rounds_at_once_are_told_only_if_they_are_alone() -> None:
    found = told(story(kept("median", (0, 0, 0), (0, 1, 0), (1, 0, 0))))
    assert found["most_at_once"] == (2, "rounds at once, with the pool, went to Bob")
    assert found["taken_by_nobody"] == (1, "of 3 rounds went to nobody")
    twice = told(story(kept("median", (0, 0, 0), (0, 1, 0), (0, 0, 0), (1, 0, 0))))
    assert "most_at_once" not in twice
    assert "won_by_winner" not in found
