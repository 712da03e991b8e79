"""What a phone shows: what became of its number, the end of a game, who joins, and who has it next."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal
from companion.rules.results import Branch, Leaf, Score, ShowdownRound
from companion.screens.headings import latest_parts
from companion.screens.join import join_view
from companion.screens.outcomes import PlayerOutcome, all_outcomes
from companion.screens.phone import phone_view
from companion.screens.phone_endings import all_endings
from companion.screens.public import public_part
from companion.screens.shared_phone import handover_view
from companion.screens.troubleshooting import phones_joined, question_at
from companion.screens.tv import tv_view
from companion.screens.would_score import OtherNumbers, would_score
from tests.support.examples import at_most
from tests.support.number_games import random_records, score
from tests.support.phone_words import player_outcome, rendered, told, told_at_the_end, told_to
from tests.support.played_scenes import scenes_shown
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    correct_play,
    device,
    open_room,
    open_room_with,
    play_moments,
    play_out,
    played,
    start_game_driver,
)
from tests.support.scenes import rounds_won, start_game, started_game, submit_plays, win_rounds

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


def revealed(*plays: object, game: str = "good-enough", **options: object) -> RoomDriver:
    driver = started_game(game, NAMES[: len(plays)], **options)
    submit_plays(driver, plays)
    return driver


def outcome(driver: RoomDriver, seat: str) -> PlayerOutcome:
    found_player_outcome = player_outcome(driver.room, seat)
    assert found_player_outcome is not None
    return found_player_outcome


def test_G4_a_number_is_too_low_or_too_high_by_its_distance_to_the_nearest_that_would_have_scored() -> None:
    driver = revealed(12, 37, 42, 64)
    assert ["low", "won", "won", "high"] == [outcome(driver, seat).kind for seat in "1234"]
    assert ["Too low by 26", "MIDDLE!", "MIDDLE!", "Too high by 23"] == [
        told_to(driver.room, seat)[0] for seat in "1234"
    ]
    near_miss = outcome(driver, "1").near_miss
    assert (12, 37, 36, 111) == (near_miss.number, near_miss.nearest, near_miss.at(12), near_miss.at(37))
    assert (None, "+1") == (outcome(driver, "2").near_miss, outcome(driver, "2").gain)


def test_G3_who_picked_the_same_is_named_and_several_are_counted() -> None:
    driver = revealed(50, 50, 7, 9, 9, 9)
    assert ("same", ("2",)) == (outcome(driver, "1").kind, outcome(driver, "1").others)
    assert ["Same as Bob", "Same as 2 others"] == [told_to(driver.room, seat)[0] for seat in "14"]


def test_G10_with_the_mean_the_closest_is_not_called_the_middle() -> None:
    driver = revealed(0, 10, 50, scoring="mean")
    assert "Closest!" == told_to(driver.room, "2")[0]
    assert "10 is closest: 1 point for you" == driver.phone("2").outcomes[0].reason


def test_a_game_of_cards_says_what_became_of_the_card_in_its_own_words() -> None:
    driver = revealed("2", "7", "K", game="mediocrity")
    assert ["outside", "won", "outside"] == [outcome(driver, seat).kind for seat in "123"]
    assert ["Back in the hand", "Rid of it"] == [told_to(driver.room, seat)[0] for seat in "12"]
    card = outcome(driver, "2").card
    assert "7" == card.sign


@pytest.mark.parametrize(
    ("game", "options", "part"),
    [
        ("mediocrity", {"target": 2}, "Hand"),
        ("saichugen", {"games": 2, "rounds": 2}, "Round"),
        ("good-enough", {"nesting": [3, 3]}, "Game"),
    ],
)
def test_where_a_reveal_ends_a_hand_a_round_or_a_game_the_words_tell_that(game, options, part):
    driver, verdicts = started_game(game, NAMES[:3], **options), set()
    for _ in play_moments(driver, seed=1):
        ended = [node for _, node in latest_parts(driver.game) if isinstance(node, Branch) and node.finished]
        for seat in "123" if ended and driver.game.next_round else "":
            (verdict, sentence), won = told_to(driver.room, seat), seat in ended[0].winners
            assert f"{ended[0].kind.title()} {'won' if won else 'lost'}" == verdict
            assert won == (outcome(driver, seat).kind == "won")
            assert sentence in [reason.sentence(driver.room.name) for reason in ended[0].reasons]
            assert all(driver.room.name(winner) in sentence for winner in ended[0].winners)
            verdicts.add(verdict)
    assert {f"{part} won", f"{part} lost"} <= verdicts


def test_G8_a_latecomer_is_told_how_many_rounds_were_missed_until_the_first_number() -> None:
    driver = revealed(1, 2, 3)
    driver.apply(membership.join_room(driver.room, device("4"), "Priya"))
    assert ("1 round", "") == (phone_view(driver.room, "4").missed, phone_view(driver.room, "1").missed)
    driver.submit("4", 5)
    assert "" == phone_view(driver.room, "4").missed
    for seat in "123":
        driver.submit(seat, int(seat))
    assert (2, "") == (len(driver.game.rounds), phone_view(driver.room, "4").missed)


def test_in_a_crowd_each_fate_has_its_words_and_the_points_so_far() -> None:
    driver = started_game("good-enough", [f"P{n}" for n in range(72)])
    for number, seat in enumerate(driver.seats()[:-1]):
        driver.submit(seat, max(number, 3))
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    assert {
        ("Too low", "Your number does not score", 0),
        ("MIDDLE!", "Your number scores", 1),
        ("Too high", "Your number does not score", 0),
        ("Not the only one", "Somebody said your number too. Out.", 0),
        ("Nothing sent", "You sent no number", 0),
    } == {(*told(each_outcome), each_outcome.points) for each_outcome in all_outcomes(driver.room)}


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


def after_rounds(*rounds: Sequence[object], **options: object) -> RoomDriver:
    driver = started_game("good-enough", NAMES[: len(rounds[0])], **options)
    for plays in rounds:
        submit_plays(driver, plays)
    return driver


# The numbers that would have scored
@pytest.mark.parametrize(
    ("ranges", "taken", "sentence"),
    [
        ((range(24, 42),), (), "You needed 24 to 41."),
        ((range(37, 38),), (), "You needed 37."),
        ((range(24, 37), range(38, 42)), {37}, "You needed 24 to 41, not 37."),
        ((range(2), range(3, 4), range(5, 9)), {2, 4}, "You needed 0 to 8, not 2 or 4."),
        (
            (range(1), range(2, 3), range(4, 5), range(6, 7), range(8, 9)),
            {1, 3, 5, 7},
            "You needed 0 to 8, and none that was taken.",
        ),
        ((range(3), range(50, 101)), {37}, "You needed 0 to 2 or 50 to 100."),
        ((), {36, 37}, "No other number would have scored."),
    ],
)
def test_what_would_have_scored_is_a_sentence(ranges, taken, sentence):
    leaf = Leaf(kind="round", winners=(), finished=True, plays={f"P{number}": number for number in taken})
    assert sentence == would_score(leaf, "you", ranges)


@at_most(25)
@given(random_records())
def test_the_numbers_that_would_have_scored_score_when_the_game_is_scored_again(record: Record) -> None:
    for place, leaf in enumerate(games.score(record).leaves()):
        for player in leaf.plays:
            ranges = OtherNumbers(record.rules, leaf).scoring(player)
            assert all(one.stop < other.start for one, other in pairwise(ranges or ()))
            for number in range(record.rules.high + 1) if ranges is not None else ():  # type: ignore[attr-defined]
                other = Reveal({**leaf.plays, player: number})
                again = games.score(replace(record, reveals=(*record.reveals[:place], other)))
                assert any(number in each for each in ranges or ()) == succeeds(again, place, player)


def succeeds(score: Score, place: int, player: str) -> bool:
    """Return whether a player scores in a round, or stays in one of a showdown."""
    leaf = tuple(score.leaves())[place]
    return player in (leaf.left if isinstance(leaf, ShowdownRound) else leaf.winners)


@pytest.mark.parametrize(("players", "high"), [(61, 100), (4, 1000)])
def test_of_many_players_or_numbers_it_is_not_said_which_would_have_scored(players: int, high: int) -> None:
    found_score = score("\n".join(f"P{n} {n}" for n in range(players)), high=high)
    [leaf] = found_score.leaves()
    assert OtherNumbers(GoodEnough(high=high), leaf).scoring("P0") is None


def test_G16_in_a_showdown_they_would_have_stayed() -> None:
    tied = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    driver = after_rounds(*tied, (10, 50, 90), rounds=3, tie_break="showdown")
    rules, [*_, leaf] = driver.game.record.rules, driver.game.score.leaves()
    assert "You needed 51 to 89 to stay." == would_score(leaf, "1", OtherNumbers(rules, leaf).scoring("1"))


def test_a_phone_says_how_far_off_a_number_was_and_which_would_have_scored() -> None:
    driver = after_rounds((24, 37, 41, 64))
    high, won = player_outcome(driver.room, "4"), player_outcome(driver.room, "2")
    assert high is not None
    assert won is not None
    sentence = "37 and 41 scored. You needed 25 to 40, not 37."
    assert ("Too high by 24", sentence) == told(high)
    assert ([(75, 45)], [(75, "25"), (120, "40")]) == ([*high.near_miss.bands()], [*high.near_miss.labels()])
    assert ((37,), []) == (high.near_miss.taken, high.near_miss.cuts())
    assert ("", None) == (won.would, won.near_miss)


@pytest.mark.parametrize(
    ("options", "aim"),
    [
        ({}, "The middle answer scores"),
        ({"scoring": "mean"}, "The answer closest to the average scores"),
        ({"scoring": "mean", "factor": "2/3"}, "The answer closest to ⅔ × the average scores"),
    ],
)
def test_where_something_is_asked_phones_and_TV_say_what_scores_before_anybody_sends(options, aim) -> None:
    driver = started_game("good-enough", NAMES[:3], **options)
    driver.do(HOST, submissions.ask_question, driver.round_id, "How many windows has this house?")
    assert aim == phone_view(driver.room, "1").public.aim
    assert aim == tv_view(driver.room, ()).stage.heading
    template = "{% from 'parts/status.html' import task %}{{ task(it) }}"
    assert aim in " ".join(rendered(template, public_part(driver.room)))


def test_whoever_is_closest_to_the_truth_of_a_question_is_told_so() -> None:
    driver = started_game("good-enough", NAMES[:3])
    at = driver.round_id
    driver.do(HOST, submissions.ask_question, at, "How many windows has this house?")
    submit_plays(driver, (31, 20, 50))
    driver.do(HOST, corrections.tell_truth, at, "34")
    sentence = "You said 31, the truth is 34. Together you missed by 3."
    assert ("Closest", sentence) == told_to(driver.room, "1")
    assert "Closest" not in told_to(driver.room, "2")


def told_the_end(driver: RoomDriver, seat: str) -> tuple[str, str, str]:
    [ending] = all_endings(driver.room, [seat])
    return ending.kind, *told_at_the_end(driver.room, seat)


@pytest.fixture
def decided() -> RoomDriver:
    """A game that Bob has won with 1 point: Cyd has 2, Ann and Dan have none."""
    return rounds_won("BCC", ("Ann", "Bob", "Cyd", "Dan"), rounds=3)


def test_the_winner_learns_how_many_had_fewer_and_more_and_losers_what_they_had(decided):
    assert ("won", "You win", "1 point. 2 had fewer, 1 had more.") == told_the_end(decided, "2")
    assert ("low", "Too few", "0 points. 1 is the middle, and Bob stands there.") == told_the_end(
        decided, "1"
    )
    assert ("high", "Too good", "2 points. 1 is the middle, and Bob stands there.") == told_the_end(
        decided, "3"
    )


def test_phones_show_the_evening_from_the_second_game_on(decided):
    start_game(decided, rounds=3)
    assert phone_view(decided.room, "1").evening is None
    win_rounds(decided, "BCC")
    assert "After 2 games" == phone_view(decided.room, "1").evening.after
    assert phone_view(decided.room, "1").evening == phone_view(decided.room).evening


def test_who_shares_a_win_is_told_with_whom():
    driver = rounds_won("...", rounds=3, tie_break="peel")
    assert ("shared", "You share the win", "0 points. You share it with Ann and Cyd.") == told_the_end(
        driver, "2"
    )


def test_where_the_most_win_nobody_was_too_good():
    driver = start_game_driver("median", 4, hand=3, decks=4, lowest="9", dealt=True)
    play_out(driver, seed=1)
    endings = {ending.kind for ending in all_endings(driver.room, ())}
    assert endings <= {"won", "shared", "second", "rest"}
    loser = next(seat for seat in driver.game.record.players if seat not in driver.game.score.root.winners)
    assert "is the most, and" in told_the_end(driver, loser)[2]


def test_where_nobody_has_a_point_phones_say_that_nobody_wins() -> None:
    driver = revealed(4, 4, 4, game="lowest-alone")
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert ("nobody", "Nobody wins", "0 points.") == told_the_end(driver, "1")


def test_where_the_most_win_nearly_is_one_point_from_the_winner_who_is_told_of_nobody_with_more() -> None:
    driver = revealed(1, 1, 3, game="lowest-alone", points_target=2)
    submit_plays(driver, (1, 2, 3))
    submit_plays(driver, (1, 2, 3))
    kinds = [told_the_end(driver, seat) for seat in "123"]
    assert ("won", "You win", "2 points. 2 had fewer.") == kinds[0]
    assert ("rest", "Not enough", "0 points. 2 is the most, and Ann stands there.") == kinds[1]
    assert ("second", "Nearly") == kinds[2][:2]


def test_nobody_is_told_an_end_before_the_end():
    driver = started_game("good-enough", ("Ann", "Bob", "Cyd"), rounds=3)
    assert () == all_endings(driver.room, ())
    win_rounds(driver, "BC")
    assert () == all_endings(driver.room, ())


@pytest.mark.parametrize("players", [3, 60])
def test_the_part_that_phones_share_has_the_end_of_every_player_once(players):
    driver = started_game("good-enough", [f"P{n}" for n in range(players)], rounds=3, tie_break="peel")
    for turn in range(3):
        submit_plays(driver, [(n * 7 + turn * 3) % 97 for n in range(players)])
    shared = phone_view(driver.room).endings
    owners = [seat for each in shared for seat in expand(each.seats)]
    assert sorted(driver.game.record.players, key=int) == sorted(owners, key=int)
    for each in shared:
        for seat in expand(each.seats):
            [own] = phone_view(driver.room, seat).endings
            assert own._replace(seats="") == each._replace(seats="")
    if players == 60:
        assert len(shared) < 10


def expand(seats: str) -> list[str]:
    """List the seats of ranges such as `1-4 7`."""
    pairs = [(each.split("-") * 2)[:2] for each in seats.split()]
    return [str(number) for first, last in pairs for number in range(int(first), int(last) + 1)]


def test_a_phone_stands_on_the_same_step_as_the_guest_on_the_TV(decided):
    [scene] = scenes_shown(decided.room, "final")
    for place, step in enumerate(scene.podium.steps):
        for guest in step.guests:
            assert [place] == [ending.step for ending in all_endings(decided.room, [guest.seat])]


def enter(driver: RoomDriver, seat: str) -> None:
    driver.do(HOST, submissions.submit_play_for, seat, driver.round_id, "7")


def test_of_a_round_that_was_revealed_meanwhile_the_phone_goes_on_to_the_next_if_that_needs_it() -> None:
    driver = start_game_driver("good-enough", 3, phones=False)
    for seat in "123":
        enter(driver, seat)
    shared = handover_view(driver.room, "1.1")
    driver = played("good-enough", "7 8 9")
    own = handover_view(driver.room, "1.1")
    assert (("done", "1.2"), ("done", "")) == tuple((each.step, each.again) for each in (shared, own))


def lobby(*names: str) -> RoomDriver:
    return open_room_with("good-enough", names)


def test_a_host_who_plays_in_the_browser_of_the_room_is_no_phone() -> None:
    driver = lobby()
    driver.do(HOST, membership.join_room, "Ann")
    assert 1 == len(driver.room.present)
    assert 0 == phones_joined(driver.room)
    assert question_at(driver.room) is not None


def test_players_without_phones_and_bots_are_no_phones_until_they_are_enough_to_play() -> None:
    driver = lobby()
    driver.do(HOST, membership.add_player, "Ann")
    driver.do(HOST, scheduled.add_bot, "edge")
    assert question_at(driver.room) is not None
    driver.do(HOST, membership.add_player, "Bob")
    assert question_at(driver.room) is None
    assert 0 == phones_joined(driver.room)


def test_whoever_joins_gets_the_next_seat_and_never_one_that_was_given() -> None:
    driver = open_room("good-enough", 3)
    assert 4 == join_view(driver.room, "new").guests[0]
    driver.do(HOST, membership.remove_player, "3")
    assert 4 == join_view(driver.room, "new").guests[0]


def test_a_phone_whose_claim_was_declined_is_told_so() -> None:
    driver = open_room("good-enough", 3)
    driver.do("new", membership.claim_seat, "1")
    waiting = join_view(driver.room, "new", "1")
    assert (driver.room.seats["1"], None) == (waiting.claims, waiting.denied)
    driver.do(HOST, membership.deny_claim, "new")
    declined = join_view(driver.room, "new", "1")
    assert (None, driver.room.seats["1"]) == (declined.claims, declined.denied)
    assert join_view(driver.room, "new", "99").denied is None
    driver.apply(room_control.close_room(driver.room))
    assert join_view(driver.room, "new", "1").denied is None
