"""The peels that the TV shows are those of the score, in time to be read, whatever the game."""

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.standing import judge
from companion.screens.endings import game_ending
from companion.screens.scenes.times import shown_layers, tie_times
from companion.screens.story import scenes_of
from tests.support.played_scenes import scenes_shown
from tests.support.room_driver import NAMES
from tests.support.scenes import rounds_won, started_game, win_rounds

LONGEST = 15_000


def ends(driver):
    return [scene.kind for scene in scenes_of(driver.room) if scene.kind in ("tie", "tie_title", "final")]


def tie_of(driver):
    return next(iter(scenes_shown(driver.room, "tie")), None)


def games(rounds):
    """Games of 3 to 8 players, as who wins each round; nobody wins a round `.`."""
    players = st.integers(3, 8)
    return players.flatmap(
        lambda count: st.tuples(
            st.just(count), st.text("ABCDEFGH"[:count] + ".", min_size=rounds, max_size=rounds)
        )
    )


@given(st.sampled_from([3, 5, 6, 9]).flatmap(games))
def test_G6_the_layers_are_the_standings_that_the_score_tried(game):
    players, winners = game
    driver = started_game("good-enough", NAMES[:players], rounds=len(winners), tie_break="peel")
    win_rounds(driver, winners)
    root, tie = driver.game.score.root, tie_of(driver)
    if not root.peels:
        assert tie is None
        return
    standings = [root.scores, *(peel.scores for peel in root.peels)]
    assert [step.heading for step in game_ending(driver.room, driver.game).steps] == [
        layer.heading for layer in tie.layers
    ]
    for layer, scores in zip(tie.layers, standings, strict=True):
        seated = {each.seat for box in layer.boxes for each in box.step.guests}
        assert len(scores) == len(seated) + sum(box.step.more for box in layer.boxes)
        assert [scores[box.step.guests[0].seat] in judge(scores).middle for box in layer.boxes] == [
            box.central for box in layer.boxes
        ]
    for row in tie.rows:
        sums = [points for points, first, last in row.sums for _ in range(first, last + 1)]
        assert [scores[row.guest.seat] for scores in standings] == sums
        assert standings[-1][row.guest.seat] == sum(tie.gone.get(star, 0) == 0 for star in row.stars)


@given(games(7))
def test_a_tie_has_its_title_before_and_its_podium_after_it(game):
    players, winners = game
    driver = started_game("good-enough", NAMES[:players], rounds=7, tie_break="peel")
    win_rounds(driver, winners)
    peeled = bool(driver.game.score.root.peels)
    assert ["tie_title", "tie", "final"][0 if peeled else 2 :] == ends(driver)
    assert len({scene.key for scene in scenes_of(driver.room)}) == len(scenes_of(driver.room))


@given(st.integers(1, 5000))
def test_any_number_of_peels_is_over_in_15_seconds_and_changes_no_more_than_3_times_a_second(peels):
    shown = shown_layers(peels)
    assert (0, peels) == (shown[0], shown[-1])
    assert list(shown) == sorted(set(shown))
    times = tie_times(len(shown))
    assert len(shown) == len(times["layers"]) == len(times["paces"])
    assert min(times["paces"]) > 333
    assert times["length"] <= LONGEST


def test_G7_a_tie_that_stands_is_said_to_stand():
    driver = rounds_won("...", NAMES[:4], rounds=3, tie_break="peel")
    tie = tie_of(driver)
    assert (False, "No peel decides: the tie stands") == (tie.layers[-1].decides, tie.stands)


def test_G15_a_game_within_a_match_is_peeled_too():
    driver = rounds_won("BBCC.", nesting=[5, 3])
    assert driver.game.next_round is not None
    assert ["tie_title", "tie"] == ends(driver)
