"""What a phone says of the last reveal: its kind, its large words, the distance, and who played the same."""

import pytest

from companion.room.commands import membership, submissions
from companion.rules.results import Branch
from companion.screens.headings import latest_parts
from companion.screens.outcomes import PlayerOutcome, all_outcomes
from companion.screens.phone import phone_view
from tests.support.phone_words import player_outcome, told, told_to
from tests.support.room_driver import HOST, RoomDriver, correct_play, device, play_moments
from tests.support.scenes import started_game, submit_plays

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


def revealed(*plays: object, game: str = "good-enough", **options: object) -> RoomDriver:
    driver = started_game(game, NAMES[: len(plays)], **options)
    submit_plays(driver, plays)
    return driver


def outcome(driver: RoomDriver, seat: str) -> PlayerOutcome:
    found = player_outcome(driver.room, seat)
    assert found is not None
    return found


def test_G4_a_number_is_too_low_or_too_high_by_its_distance_to_the_nearest_that_scored() -> None:
    driver = revealed(12, 37, 42, 64)
    assert ["low", "won", "won", "high"] == [outcome(driver, seat).kind for seat in "1234"]
    assert ["Too low by 25", "MIDDLE!", "MIDDLE!", "Too high by 22"] == [
        told_to(driver.room, seat)[0] for seat in "1234"
    ]
    gap = outcome(driver, "1").gap
    assert (12, 37, 36, 111) == (gap.number, gap.nearest, gap.at(12), gap.at(37))
    assert (None, "+1") == (outcome(driver, "2").gap, outcome(driver, "2").gain)


def test_G3_who_picked_the_same_is_named_and_several_are_counted() -> None:
    driver = revealed(50, 50, 7, 9, 9, 9)
    assert ("same", ("2",)) == (outcome(driver, "1").kind, outcome(driver, "1").others)
    assert ["Same as Bob", "Same as 2 others"] == [told_to(driver.room, seat)[0] for seat in "14"]


def test_G10_with_the_mean_the_closest_is_not_called_the_middle() -> None:
    driver = revealed(0, 10, 50, scoring="mean")
    assert "Closest!" == told_to(driver.room, "2")[0]
    assert "10 is closest to the mean: 1 point for you" == driver.phone("2").outcomes[0].reason


def test_a_game_of_cards_says_what_became_of_the_card_in_its_own_words() -> None:
    driver = revealed("2", "7", "K", game="mediocrity")
    assert ["outside", "won", "outside"] == [outcome(driver, seat).kind for seat in "123"]
    assert ["Back in your hand", "Rid of it"] == [told_to(driver.room, seat)[0] for seat in "12"]
    card = outcome(driver, "2").card
    assert "7" == card.sign


@pytest.mark.parametrize(
    ("game", "options", "part"),
    [("mediocrity", {"target": 2}, "Hand"), ("saichugen", {"games": 2, "rounds": 2}, "Round")],
)
def test_where_a_trick_ends_a_hand_a_round_or_a_game_the_words_tell_that(game, options, part):
    driver, verdicts = started_game(game, NAMES[:3], **options), set()
    for _ in play_moments(driver, seed=1):
        ended = [node for _, node in latest_parts(driver.game) if isinstance(node, Branch) and node.finished]
        for seat in "123" if ended and driver.game.next_round else "":
            (verdict, sentence), won = told_to(driver.room, seat), seat in ended[0].winners
            assert f"{ended[0].kind.title()} {'won' if won else 'lost'}" == verdict
            assert won == (outcome(driver, seat).kind == "won")
            assert sentence in [each.sentence(driver.room.name) for each in ended[0].reasons]
            assert all(driver.room.name(each) in sentence for each in ended[0].winners)
            verdicts.add(verdict)
    assert {f"{part} won", f"{part} lost"} <= verdicts


def test_G8_a_latecomer_is_told_how_many_rounds_were_missed_until_the_first_number() -> None:
    driver = revealed(1, 2, 3)
    driver.apply(membership.join_room(driver.room, device("4"), "Priya"))
    assert (1, 0) == (phone_view(driver.room, "4").missed, phone_view(driver.room, "1").missed)
    driver.submit("4", 5)
    assert 0 == phone_view(driver.room, "4").missed
    for seat in "123":
        driver.submit(seat, int(seat))
    assert (2, 0) == (len(driver.game.rounds), phone_view(driver.room, "4").missed)


def test_in_a_crowd_each_fate_has_its_words_and_the_points_so_far() -> None:
    driver = started_game("good-enough", [f"P{n}" for n in range(72)])
    for number, seat in enumerate(driver.seats()[:-1]):
        driver.submit(seat, max(number, 3))
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    assert {
        ("Too low", "Your number does not score", 0),
        ("MIDDLE!", "Your number scores", 1),
        ("Too high", "Your number does not score", 0),
        ("Not the only one", "Somebody picked your number too: disqualified", 0),
        ("Nothing sent", "You sent no number", 0),
    } == {(*told(each), each.points) for each in all_outcomes(driver.room)}


def test_a_struck_card_is_told_to_its_player_and_to_the_others_that_nobody_wins() -> None:
    driver = started_game("median", NAMES[:3])
    driver.play_trick("7 7 9", "7 3 4", "7 5 6")
    driver.apply(correct_play(driver.room, HOST, "1.1", "3", "7"), HOST)
    verdict, sentence = told_to(driver.room, "1")
    assert "Struck" == verdict
    assert sentence.startswith("Your 7 is struck: it was laid 4 times, in round 1 by Ann, ")
    for seat in "23":
        assert ("No result", "A card is struck: nobody wins") == told_to(driver.room, seat)
    assert {"outside"} == {outcome(driver, seat).kind for seat in "123"}
