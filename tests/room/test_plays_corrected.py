"""Several plays corrected at once: they are judged together, as the rounds are with all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.room import game_events
from companion.room.commands import corrections, room_control
from companion.rules import games
from tests.support import contract_games
from tests.support.contract_games import ContractGame
from tests.support.examples import at_most
from tests.support.room_driver import HOST, RoomDriver, open_room, played, start_game_driver


def correct(driver: RoomDriver, **typed: str) -> game_events.PlaysCorrected | None:
    """Correct plays of the first game, each named by its round and seat: `r2_s1="8H"`."""
    places = {tuple(name.removeprefix("r").split("_s")): text for name, text in typed.items()}
    plays = {(int(number), seat): text for (number, seat), text in places.items()}
    return corrections.correct_plays(driver.room, HOST, "1.1", plays)


def assert_scores_as(driver: RoomDriver, event: game_events.PlaysCorrected | None, right: RoomDriver) -> None:
    assert driver.apply(event, HOST)
    assert right.game.score == driver.game.score
    assert right.game.next_round == driver.game.next_round


def test_a_chain_of_wrong_cards_is_accepted_though_single_changes_are_refused() -> None:
    driver = played("saichugen", "3H 7H 9S", "4C KD 2S", "5D 6D QS")
    chain = {"r1_s1": "5D", "r2_s1": "3H", "r3_s1": "4C"}
    for place in ("r2_s1", "r3_s1"):
        with pytest.raises(corrections.Impossible, match="already laid") as refused:
            correct(driver, **{place: chain[place]})
        [(number, seat)] = refused.value.play_keys
        assert (int(place[1]) - 1, "1") == (number, seat)
    right = played("saichugen", "5D 7H 9S", "3H KD 2S", "4C 6D QS")
    assert_scores_as(driver, correct(driver, **chain), right)


def test_what_is_still_impossible_is_refused_with_the_player_and_the_card() -> None:
    driver = played("saichugen", "3H 7H 9S", "4C KD 2S")
    with pytest.raises(Refused) as refused:
        correct(driver, r1_s1="7H", r1_s2="4D", r2_s3="7H")
    assert str(refused.value).startswith("Cyd: the 7 of hearts was already laid in ")
    with pytest.raises(Refused, match="Ann: 3X is not a card"):
        correct(driver, r1_s1="3X")


def test_what_becomes_impossible_in_a_round_that_is_not_corrected_is_no_refusal() -> None:
    driver = played("saichugen", "3H 7H 9S", "4C KD 2S")
    assert driver.apply(correct(driver, r1_s1="KD"), HOST)
    assert ["2"] == [problem.player for problem in driver.game.score.problems]
    later = correct(driver, r2_s2="3H")
    assert_scores_as(driver, later, played("saichugen", "KD 7H 9S", "4C 3H 2S"))


def test_a_card_that_was_impossible_before_does_not_forbid_to_correct_another_of_its_trick() -> None:
    driver = played("saichugen", "3H 7H 9S", "4C KD 2S")
    driver.apply(correct(driver, r1_s1="KD"), HOST)
    assert driver.apply(correct(driver, r2_s3="5S"), HOST)
    assert ["2"] == [problem.player for problem in driver.game.score.problems]


def test_D5_the_call_is_corrected_with_the_cards() -> None:
    driver = played("median", "high 3H 7H 9S KD")
    event = corrections.correct_plays(driver.room, HOST, "1.1", {(1, "2"): "9S", (1, "3"): "7H"}, {1: "low"})
    assert_scores_as(driver, event, played("median", "low 3H 9S 7H KD"))


def test_nothing_happens_where_everything_stands_there_already() -> None:
    driver = played("saichugen", "3H 7H 9S")
    assert correct(driver, r1_s1="3H", r1_s2=" 7H ") is None


def test_only_plays_that_there_are_are_corrected() -> None:
    driver = played("saichugen", "3H 7H 9S")
    with pytest.raises(Refused, match="no such round"):
        correct(driver, r2_s1="4H")
    with pytest.raises(Refused, match="not in this game"):
        correct(driver, r1_s9="4H")
    with pytest.raises(Refused, match="Nobody called high or low"):
        corrections.correct_plays(driver.room, HOST, "1.1", {}, {1: "low"})


def test_S1_dealt_hands_are_corrected_after_the_game_with_what_everybody_held() -> None:
    driver = open_room("saichugen", 3)
    options = {"rounds": 1, "tricks": 1}
    driver.do(HOST, room_control.start_game, lambda _: options, dealt=True)
    hands = driver.game.record.deals[0].hands
    for seat in "123":
        driver.submit(seat, hands[seat][0])
    driver.apply(correct(driver, r1_s1=str(hands["1"][1]), r1_s2=str(hands["2"][1])), HOST)
    assert (hands["1"][1], hands["2"][1]) == tuple(driver.game.rounds[0].reveal.plays[seat] for seat in "12")
    with pytest.raises(Refused, match="is not in the hand"):
        correct(driver, r1_s1=str(hands["2"][2]))


KINDS: list[tuple[str, int, dict[str, object]]] = [
    ("good-enough", 4, {"rounds": 5}),
    ("good-enough", 3, {"nesting": [3, 2], "tie_break": "peel"}),
    ("mediocrity", 3, {"target": 2}),
    ("median", 3, {"lowest": "9", "hand": 3}),
    ("median", 4, {"lowest": "9", "hand": 3}),
    ("saichugen", 3, {"rounds": 2, "tricks": 2, "games": 2}),
]


def random_game(kind: tuple[str, int, dict[str, object]], seed: int, most: int) -> RoomDriver:
    """Return a room with so many random rounds, or the whole game if it is shorter."""
    game, players, options = kind
    driver = start_game_driver(game, players, **options)
    record = contract_games.played(ContractGame(games.find_game(game), options, players), seed).record
    for number, reveal in enumerate(record.reveals[:most], 1):
        if reveal.call:
            driver.apply(game_events.HighLowCalled(1, number, reveal.call))
        plays = zip(driver.game.record.players, reveal.plays.values(), strict=True)
        for seat, play in sorted(plays, key=lambda each: each[0] != driver.game.must_lead):
            driver.apply(game_events.PlaySubmitted(1, number, seat, play))
    return driver


@at_most(30)
@given(st.sampled_from(KINDS), st.integers(0, 999), st.integers(0, 999), st.integers(1, 25))
def test_correcting_every_play_to_those_of_another_game_scores_as_that_game_does(
    kind: tuple[str, int, dict[str, object]], one: int, other: int, most: int
) -> None:
    rounds = min(len(random_game(kind, seed, most).game.rounds) for seed in (one, other))
    driver, right = random_game(kind, one, rounds), random_game(kind, other, rounds)
    reveals = [each_played.reveal for each_played in right.game.rounds]
    event = corrections.correct_plays(
        driver.room,
        HOST,
        "1.1",
        {
            (number, seat): str(play)
            for number, reveal in enumerate(reveals, 1)
            for seat, play in reveal.plays.items()
        },
        {number: reveal.call for number, reveal in enumerate(reveals, 1) if reveal.call},
    )
    driver.apply(event, HOST)
    assert right.game.score == driver.game.score
