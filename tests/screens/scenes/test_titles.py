"""Scenes around a game: its title, a tie and its peels, the podium, an end without a winner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.messages import format_value, number_in_words
from companion.room import game_events
from companion.room.commands import room_control
from companion.room.commands.membership import add_player
from companion.rules.standing import judge
from companion.screens.endings import game_ending
from companion.screens.lessons import lesson_view
from companion.screens.phone import phone_view
from companion.screens.results import results_view
from companion.screens.scenes.times import READ, shown_layers, tie_times
from companion.screens.story import scenes_of
from companion.screens.tv import announces_next_game, tv_view
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.room_driver import HOST, NAMES, RoomDriver, play_out, played, start_game_driver
from tests.support.scenes import rounds_won, start_game, started_game, submit_plays, win_rounds


def titles(driver: RoomDriver) -> list[Shown]:
    return scenes_shown(driver.room, "title")


def over(driver: RoomDriver) -> None:
    submit_plays(driver, (1, 2, 3))
    driver.apply(room_control.end_game(driver.room, HOST, driver.round_id))


def test_the_first_game_of_a_room_opens_with_its_title_card() -> None:
    [title] = titles(started_game("good-enough", NAMES[:3]))
    assert ("Tonight's first game", "It's Good Enough") == (title.kicker, title.lesson.title)
    assert "Pick a number. Nobody sees it." == title.lesson.lead
    assert "Same number?|Both out." == title.lesson.panels[0].line


def test_the_title_card_is_over_with_the_first_reveal_and_not_with_the_first_number() -> None:
    driver = started_game("good-enough", NAMES[:3])
    [title] = titles(driver)
    driver.submit("1", 7)
    assert [title.scene.key] == [each_title.scene.key for each_title in titles(driver)]
    submit_plays(driver, (7, 8, 9))
    assert [] == titles(driver)


def test_the_same_game_again_has_no_title_card_but_other_options_or_another_game_have_one() -> None:
    driver = started_game("good-enough", NAMES[:3])
    over(driver)
    start_game(driver)
    assert [] == titles(driver)
    over(driver)
    start_game(driver, rounds=7)
    assert ["Next game"] == [title.kicker for title in titles(driver)]


def test_the_options_change_what_is_taught() -> None:
    mean, lists = (
        started_game("good-enough", NAMES[:3], **options).game.record.rules
        for options in ({"scoring": "mean"}, {"entry": "lists"})
    )
    assert "closest" in lesson_view(mean).panels[1].sentence
    assert "every round" in lesson_view(lists).lead


def test_a_game_with_the_options_of_a_preset_has_its_title() -> None:
    [title] = titles(started_game("good-enough", NAMES[:3], scoring="mean", factor="0.8"))
    assert "King of Diamonds" == title.lesson.title


def tie_titles(driver):
    return scenes_shown(driver.room, "tie_title")


def test_G12_sudden_death_is_announced_when_the_first_round_is_added():
    driver = rounds_won("AB", NAMES[:4], rounds=3, tie_break="sudden-death")
    assert [] == tie_titles(driver)
    win_rounds(driver, ".")
    [title] = tie_titles(driver)
    assert "Sudden death" == title.heading
    assert "One more. And another, until there is a middle." == title.lead
    assert "The middle is empty" == title.kicker
    assert ["", "0", "1", ""] == [step.label for _, step in title.steps]
    assert [[], ["Cyd", "Dan"], ["Ann", "Bob"], []] == [
        [guest.name for guest in step.guests] for _, step in title.steps
    ]


def test_G12_another_round_has_another_title_until_one_is_alone_in_the_middle():
    driver = rounds_won("...", rounds=3, tie_break="sudden-death")
    assert ["Sudden death"] == [title.heading for title in tie_titles(driver)]
    assert "The middle is crowded" == tie_titles(driver)[0].kicker
    win_rounds(driver, "A")
    assert ["Still no middle"] == [title.heading for title in tie_titles(driver)]
    win_rounds(driver, "AB")
    assert driver.game.next_round is None
    assert [] == tie_titles(driver)
    assert "final" in ends(driver)


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
    if root.decided_by != "peel":
        assert tie is None
        return
    standings = [root.scores, *(peel.scores for peel in root.peels)]
    assert [step.heading for step in game_ending(driver.room, driver.game).steps] == [
        layer.heading for layer in tie.layers
    ]
    for layer, scores in zip(tie.layers, standings, strict=True):
        seated = {guest.seat for box in layer.boxes for guest in box.step.guests}
        assert len(scores) == len(seated) + sum(box.step.more for box in layer.boxes)
        assert [scores[box.step.guests[0].seat] in judge(scores).middle for box in layer.boxes] == [
            box.central for box in layer.boxes
        ]
    for row in tie.rows:
        sums = [points for points, first, last in row.sums for _ in range(first, last + 1)]
        assert [scores[row.guest.seat] for scores in standings] == sums
        assert standings[-1][row.guest.seat] == sum(tie.gone.get(star, 0) == 0 for star in row.stars)


@given(games(7))
def test_a_tie_is_peeled_where_that_decides_it_and_else_only_said_to_stand(game):
    players, winners = game
    driver = started_game("good-enough", NAMES[:players], rounds=7, tie_break="peel")
    win_rounds(driver, winners)
    tie = {"peel": ["tie"], "shared": ["tie_title"]}.get(driver.game.score.root.decided_by, [])
    assert [*tie, "final"] == ends(driver)
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


def test_G7_a_tie_that_no_peel_decides_is_said_to_stand_and_can_be_read():
    driver = rounds_won("...", NAMES[:4], rounds=3, tie_break="peel")
    [title] = tie_titles(driver)
    assert ("The tie stands", "Still tied.") == (title.kicker, title.heading)
    assert "Whatever we forget, nobody is alone in the middle." == title.lead
    assert title.scene.length - title.scene.announced == READ


@pytest.mark.parametrize(
    ("won", "forgets"),
    [
        ("BBCC.", "Tie! Let's forget the first round and the last."),
        ("BBBAA.A", "Tie! Let's forget the first 2 rounds and the last 2."),
    ],
)
def test_G6_what_is_forgotten_and_who_is_left_is_said_in_plain_words(won, forgets):
    tie = tie_of(rounds_won(won, NAMES[:3], rounds=len(won), tie_break="peel"))
    assert (forgets, "Bob alone is left.") == (tie.forgets, tie.decided)


def test_G15_a_game_within_a_match_is_peeled_too():
    driver = rounds_won("BBCC.", nesting=[5, 3])
    assert driver.game.next_round is not None
    assert ["tie"] == ends(driver)


def final(driver):
    [scene] = scenes_shown(driver.room, "final")
    return scene


def test_a_winner_has_a_ribbon_and_the_name_in_the_heading():
    driver = rounds_won("BCC", rounds=3)
    scene = final(driver)
    assert ("The most mediocre player", "Bob wins", "huge") == (scene.kicker, scene.heading, scene.size)
    assert "Perfectly average" == scene.ribbon
    assert ("point", ()) == (scene.figure, scene.winners)
    assert "One had fewer than 1, one had more." == scene.why


def test_who_shares_the_win_is_named_on_the_step_and_has_no_ribbon():
    driver = rounds_won("...", rounds=3, tie_break="peel")
    scene = final(driver)
    assert ("The tie stands", "Ann, Bob and Cyd") == (scene.kicker, scene.heading)
    assert ("", (), "0 points is the middle, and it is crowded.") == (scene.ribbon, scene.winners, scene.why)


@pytest.mark.parametrize("winners", [6, 12, 30])
def test_more_than_five_winners_are_counted_in_the_heading_and_all_named_in_a_list(winners):
    scene = final(rounds_won("...", [f"P{n}" for n in range(winners)], rounds=3, tie_break="peel"))
    counted = number_in_words(winners)
    assert f"{counted.capitalize()} in the middle" == scene.heading
    assert winners == len(scene.winners)
    assert f"0 points is the middle. It holds {counted}." == scene.why


@pytest.mark.parametrize(
    ("won", "options", "why"),
    [
        ("BBCC.", {"rounds": 5, "tie_break": "peel"}, "Rounds 2–4 alone: one had fewer, one had more."),
        ("BBC", {"rounds": 3, "tie_break": "peel"}, "One had fewer than 1, one had more."),
        ("...AAB", {"rounds": 3, "tie_break": "sudden-death"}, "Tied, and played on until it was not."),
        ("BB.", {"rounds": 3, "tie_break": "peel"}, "0–2: two middles, and nobody in between."),
    ],
)
def test_why_a_game_ended_so_is_one_sentence_of_at_most_two_lines(won, options, why):
    assert why == final(rounds_won(won, NAMES[:3], **options)).why
    assert len(why) <= 48


@pytest.mark.parametrize(
    ("game", "plays", "options", "why"),
    [
        ("mediocrity", ("0 1 1 3",), {"target": 2}, "The most below 2: 1 point each."),
        ("median", ("1 0 0 0", "0 1 0 0"), {}, "The most: 1 round each."),
        ("median", ("1 0 0 0",), {}, "Ann (1) has the most rounds and wins."),
    ],
)
def test_a_reason_with_several_names_becomes_a_figure_of_one_line(game, plays, options, why):
    driver = started_game(game, NAMES[:4], keep="results", **options)
    for play in plays:
        driver.enter(*map(int, play.split()))
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert why == final(driver).why


def test_S6_a_single_game_says_its_middle_total_as_the_podium_has_it():
    driver = start_game_driver("saichugen", 3, games=1)
    play_out(driver, 1)
    scene = final(driver)
    totals = driver.game.score.root.parts[0].scores
    assert scene.why.startswith(
        f"The middle of the totals {format_value(tuple(sorted(totals.values())))} is "
    )
    assert scene.podium.middle.score in totals.values()


def test_awards_follow_the_photo_six_seconds_each_with_names():
    driver = started_game("good-enough", NAMES[:5], rounds=3, tie_break="peel")
    for numbers in ((50, 50, 10, 20, 30), (40, 40, 100, 38, 42), (7, 7, 3, 20, 30)):
        submit_plays(driver, numbers)
    kinds = [scene.kind for scene in scenes_of(driver.room)]
    awards = scenes_shown(driver.room, "mention")
    assert 1 <= len(awards) <= 3
    assert ["final", "photo", *["mention"] * len(awards)] == kinds[kinds.index("final") :]
    assert ("Twins", "Ann and Bob", 6000) == (awards[0].title, awards[0].who, awards[0].scene.length)
    assert "Biggest miss" in [award.title for award in awards]
    assert not any(award.fact.endswith(".") for award in awards)  # the TV puts the stop
    assert {"nothing"} == {award.scene.announces for award in awards}  # nobody waits for them


def test_the_photo_stays_and_is_of_who_has_won():
    driver = rounds_won("BCC", rounds=3)
    [photo] = scenes_shown(driver.room, "photo")
    assert ("Bob", "Perfectly average") == (photo.names.strip("\u2068\u2069"), photo.ribbon)
    assert ["Bob"] == [guest.name.strip("\u2068\u2069") for guest in photo.winners.guests]
    again = tv_view(driver.room, ()).again
    assert (photo.names, photo.winners) == (again.photo.names, again.photo.winners)


def test_H3_from_the_second_game_on_it_is_shown_after_the_photo_how_the_evening_stands():
    driver = rounds_won("BCC", rounds=3)
    assert ["final", "photo"] == [scene.kind for scene in scenes_of(driver.room)][1:3]
    for winners in ("BCC", "ABB"):
        start_game(driver, rounds=3)
        win_rounds(driver, winners)
    shown = [(scene.kind, scene.announces) for scene in scenes_of(driver.room) if scene.kind != "mention"]
    assert [("final", "winner"), ("photo", "nothing"), ("so_far", "nothing")] == shown[-3:]
    [so_far] = scenes_shown(driver.room, "so_far")
    assert tv_view(driver.room, ()).again.photo.winners.guests, "then it is the photo again"
    assert "The evening so far, 3 games" == so_far.kicker


def test_the_last_result_can_be_read_before_the_winner_comes_and_the_name_follows_at_once():
    reveal, final, *_ = scenes_of(rounds_won("BCC", rounds=3).room)
    assert (reveal.kind, final.kind) == ("reveal", "final")
    assert reveal.length - reveal.announced >= READ
    assert final.announced <= 2200


def test_the_next_game_is_announced_once_more_people_are_here_than_it_takes():
    driver = started_game("mediocrity", [f"P{n}" for n in range(7)])
    driver.play_trick("2 3 4 5 6 7 8")
    driver.apply(game_events.GameEnded(1))
    for announced in (False, False, True):
        assert announced == announces_next_game(driver.room)
        driver.apply(add_player(driver.room, HOST, f"New {len(driver.room.present)}"))


def test_it_is_the_last_scene_and_tells_no_winner() -> None:
    driver = played("good-enough", "10 20 30", rounds=3)
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    assert ["reveal", "thrown_away"] == [each.kind for each in scenes_of(driver.room)]
    rest = tv_view(driver.room, ()).rest
    content = rest.content()
    assert ("Nobody won", ("1", "2", "3")) == (content.heading, content.fallen)
    phone = phone_view(driver.room, "1")
    assert (True, None, ()) == (phone.public.thrown_away, phone.public.final, phone.endings)
    assert "Thrown away: nobody won" == results_view(driver.room).games[0].state


def test_L3_a_game_that_nobody_has_won_has_an_end_too():
    driver = started_game("lowest-alone", NAMES)
    submit_plays(driver, [5] * len(NAMES))
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert "Nobody wins" in str([each.content() for each in scenes_of(driver.room)])
