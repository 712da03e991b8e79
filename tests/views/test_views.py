"""The texts and figures of each screen in each game."""

from typing import Any

from companion.room import events
from companion.room.commands import corrections, membership, questions, room_control, submissions
from companion.room.reducer import apply
from companion.views.host import HostView, host_view
from companion.views.news import news_sentences
from companion.views.phone import shared_phone_part, stand_in
from companion.views.public import PublicPart
from companion.views.questions import AskedQuestion, asked_in_round
from companion.views.tv import tv_view
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    open_room,
    play_moments,
    play_out,
    start_game_driver,
    with_table,
)


def host_screen(driver: RoomDriver) -> HostView:
    """Return the host's view."""
    return host_view(driver.room, (), None)


def public(driver: RoomDriver) -> PublicPart:
    """Return the shared part of a view."""
    return tv_view(driver.room, ()).public


def phases(driver: RoomDriver) -> str:
    """Return the phases of all phones."""
    return " ".join(driver.phone(seat).own.phase for seat in driver.seats())


def outcome(driver: RoomDriver, seat: str) -> str:
    """Return the outcome of the last reveal on a player's phone."""
    found = driver.phone(seat).outcome
    return found.sentence if found else ""


def card_outcomes(driver: RoomDriver) -> list[str]:
    """Return the outcomes of the cards of the last trick."""
    trick = public(driver).trick
    return [f"{each.card.sign} {each.fate}" for each in trick.cards] if trick else []


def test_G19_only_who_scores_with_a_number_that_several_showed_has_the_middle_card() -> None:
    driver = start_game_driver("good-enough", 4, offsets=True)
    driver.play_trick("17 17 17 17")
    reveal = public(driver).reveal
    assert reveal is not None
    assert [
        ("17", ("Dan",), "outside", ""),
        ("17", ("Ann", "Bob"), "middle", "+1"),
        ("17", ("Cyd",), "outside", ""),
    ] == [(each.number, each.names, each.fate, each.gain) for each in reveal.marks]


def test_M3_discards_have_their_reason_and_hands_are_counted() -> None:
    driver = start_game_driver("mediocrity", 4)
    driver.play_trick("8 3 A A")
    trick = public(driver).trick
    assert trick is not None
    assert [
        ("A", ("Cyd", "Dan"), "back to the hand"),
        ("3", ("Bob",), "between: discarded"),
        ("8", ("Ann",), "back to the hand"),
    ] == [(each.card.sign, each.names, each.word) for each in trick.cards]
    assert [13, 12, 13, 13] == [row.cards for row in public(driver).rows]
    assert "Your 3 is between: discarded" == outcome(driver, "2")


def test_M4_repeated_cards_are_marked() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.play_trick("K K 7")
    assert ["7 kept", "K discarded"] == card_outcomes(driver)
    assert "Your K is repeated: discarded" == outcome(driver, "1")
    assert "Your 7 goes back to the hand" == outcome(driver, "3")


def test_M1_used_cards_stay_on_the_pad() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.play_trick("3 7 9")
    pad = driver.phone("2").own.pad
    assert (13, ["7"]) == (len(pad), [key.card.text for key in pad if not key.playable])


def test_D4_the_middle_card_wins_and_equal_ranks_tie() -> None:
    driver = start_game_driver("median", 3)
    driver.play_trick("3 9 5")
    assert ["3 outside", "5 won", "9 outside"] == card_outcomes(driver)
    assert "Your 5 wins 1 round" == outcome(driver, "3")
    driver.play_trick("3 4 3")
    assert ["3 tied", "4 outside"] == card_outcomes(driver)
    assert (1, "rounds") == (public(driver).pool, public(driver).figure)
    assert "Ann laid your rank too: the round is tied" == outcome(driver, "3")


def test_D1_aces_are_high_in_the_row_of_cards() -> None:
    driver = start_game_driver("median", 3)
    driver.play_trick("A 2 K")
    assert ["2 outside", "K won", "A outside"] == card_outcomes(driver)


def test_D5_all_screens_name_the_player_they_wait_for() -> None:
    driver = start_game_driver("median", 4)
    assert ("call wait wait wait", "Ann", "") == (phases(driver), public(driver).caller, public(driver).call)
    driver.call("low")
    assert ("enter wait wait wait", "", "low") == (phases(driver), public(driver).caller, public(driver).call)
    assert "Ann leads" == public(driver).waiting
    driver.submit("1", "7")
    assert ("sent enter enter enter", "") == (phases(driver), public(driver).waiting)
    assert [True, False, False, False] == [row.state == "in" for row in public(driver).rows]


def test_S4_open_cards_add_up_and_S5_the_middle_sum_is_kept() -> None:
    driver = start_game_driver("saichugen", 3, tricks=2)
    driver.play_trick("7H 6C KD")
    driver.play_trick("5H 4C KC")
    assert [("Ann", ["7♥", "5♥"], 12, 0), ("Bob", [], 0, 0), ("Cyd", [], 0, 0)] == [
        (each.name, [card.sign for card in each.cards], each.sum, each.kept) for each in public(driver).open
    ]
    [part] = public(driver).parts
    assert ("Round 1: Bob and Cyd win", [(0, True), (12, False)]) == (
        part.headline,
        [(column.points, column.central) for column in part.steps[0].columns],
    )


def test_S7_the_scoreboard_has_totals_and_game_points() -> None:
    driver = start_game_driver("saichugen", 3, rounds=1, tricks=3, games=2)
    for cards in ("7H 6C KD", "5H 6D 7D", "AC 2C 3C"):
        driver.play_trick(cards)
    rows = {row.name: (row.points, [(w.label, w.number) for w in row.wider]) for row in public(driver).rows}
    assert "total" == public(driver).figure
    assert {"Ann": (7, [("points", -2)]), "Bob": (0, [("points", 1)]), "Cyd": (0, [("points", 1)])} == rows
    assert ["Game 1, round 1", "Game 1"] == [part.heading for part in public(driver).parts]


def test_G15_the_current_game_and_match_are_always_shown() -> None:
    driver = start_game_driver("good-enough", 3, nesting=[3, 2])
    for _ in range(3):
        driver.play_trick("1 2 3")
    now = public(driver)
    assert "Game 2 of 2, round 1 of 3" == now.heading
    assert now.reveal is not None
    assert "Game 1, round 3" == now.reveal.heading
    [part] = now.parts
    assert ("Game 1: Ann, Bob and Cyd win", "Rounds 1–3") == (part.headline, part.steps[0].heading)
    assert {"Ann", "Bob", "Cyd"} == {row.name for row in now.rows}
    assert {"games"} == {each.label for row in now.rows for each in row.wider}


def test_G10_an_outcome_names_the_mean() -> None:
    driver = start_game_driver("good-enough", 3, scoring="mean")
    driver.play_trick("0 10 50")
    assert "10 is closest to the mean: 1 point for you" == outcome(driver, "2")


def test_G13_dealt_cards_are_buttons_and_real_cards_are_typed() -> None:
    driver = start_game_driver("good-enough", 3, dealt=True, entry="cards", cards=12, rounds=3)
    hand = sorted(driver.game.record.deals[0].hands["1"], key=int)  # type: ignore[arg-type]
    assert [str(card) for card in hand] == [key.card.text for key in driver.phone("1").own.pad]
    real = start_game_driver("good-enough", 3, entry="cards", cards=12, rounds=3)
    assert ((), "Lay a card from 1 to 12") == (real.phone("1").own.pad, public(real).prompt)


def test_G14_phones_submit_lists_and_then_watch() -> None:
    driver = start_game_driver("good-enough", 3, entry="lists", rounds=3)
    assert ("list list list", 3) == (phases(driver), driver.phone("1").own.at_once)
    assert "Pick 3 numbers from 0 to 100" == public(driver).prompt
    event = submissions.submit_list(driver.room, "device1", driver.round_id, ["1", "2", "3"])
    driver.apply(event, "device1")
    assert ("sent list list", ("1", "2", "3")) == (phases(driver), driver.phone("1").own.numbers)
    assert "change" == driver.phone("1", driver.round_id).own.phase
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    assert ("sent watch watch", ("next", "end")) == (phases(driver), host_screen(driver).can)
    assert ("The lists are in", "") == (public(driver).waiting, public(driver).prompt)


def test_screens_wait_for_a_deal() -> None:
    driver = open_room("saichugen", 3)
    event = room_control.start_game(driver.room, HOST, lambda _: {}, dealt=True)
    driver.room = apply(driver.room, event)
    assert ("wait wait wait", "The cards are being dealt") == (phases(driver), public(driver).waiting)
    assert ((), ("end",)) == (driver.phone("1").own.pad, host_screen(driver).can)


def test_of_the_same_card_all_are_told_whose_it_is_and_only_its_players_which() -> None:
    driver = start_game_driver("saichugen", 3)
    driver.play_trick("4H 4H 6H")
    for_all = "Ann and Bob named the same card: one of them looks again"
    assert for_all == public(driver).waiting == host_view(driver.room, (), None).clash
    assert [
        "Bob sent your 4 of hearts too: one of you looks again",
        "Ann sent your 4 of hearts too: one of you looks again",
        for_all,
    ] == [driver.phone(seat).own.clash for seat in "123"]
    assert "sent sent sent" == phases(driver)


def test_the_score_keeper_who_entered_the_same_card_for_both_is_told_which() -> None:
    driver = start_game_driver("saichugen", 3, phones=False)
    for seat, card in zip("123", ("4H", "6H", "4H"), strict=True):
        driver.apply(submissions.submit_play_for(driver.room, HOST, seat, driver.round_id, card), HOST)
    assert "Ann and Cyd have the 4 of hearts: one of them must change it" == (
        host_view(driver.room, (), None).clash
    )
    assert "Ann and Cyd named the same card: one of them looks again" == public(driver).waiting


def test_a_latecomer_to_a_card_game_watches() -> None:
    driver = start_game_driver("median", 3)
    driver.apply(events.PlayerJoined("4", "Dan", "device4"))
    driver.play_trick("3 9 5")
    late = driver.phone("4")
    assert ("watch", None, ()) == (late.own.phase, late.outcome, late.own.pad)
    assert [None] == [row.points for row in public(driver).rows if row.name == "Dan"]


def test_the_host_screen_offers_exactly_the_allowed_actions() -> None:
    assert () == host_screen(open_room("median", 1)).can
    driver = start_game_driver("good-enough", 3, rounds=3)
    assert ("end", "ask") == host_screen(driver).can
    driver.submit("1", "1")
    assert ("close", "end", "ask") == host_screen(driver).can
    for _ in range(3):
        driver.play_trick("1 1 1")
    assert ("showdown", "on", "begin") == host_screen(driver).can
    assert ("end",) == host_screen(start_game_driver("median", 3)).can


def test_the_end_of_a_card_game_has_its_sentences() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.play_trick("3 7 9")
    driver.apply(events.GameEnded(1))
    final = public(driver).final
    assert final is not None
    [standing] = final.steps
    assert [(0, ("Ann", "Bob", "Cyd"), True)] == [(c.points, c.names, c.central) for c in standing.columns]
    assert "Ann, Bob and Cyd share the win" == final.headline
    assert "The host ended the game before anybody reached 4." == final.remarks[0]


def test_S7_the_winner_of_a_match_of_Saichugen_is_not_called_mediocre() -> None:
    for matched, mediocre in ((1, True), (2, False)):
        driver = start_game_driver("saichugen", 3, rounds=1, games=matched)
        driver.play_trick("3H 7H 9H")
        driver.apply(events.GameEnded(1))
        final = public(driver).final
        assert final is not None
        assert mediocre == final.mediocre


def test_a_sentence_on_the_TV_names_two_of_many_and_counts_the_rest() -> None:
    driver = start_game_driver("good-enough", 5)
    for seat in driver.game.record.players:
        driver.submit(seat, 7)
    reveal = public(driver).reveal
    assert reveal is not None
    assert "Ann, Bob and 3 others all picked 7: disqualified." == reveal.brief[0]
    assert "Ann, Bob, Cyd, Dan and Eve all picked 7: disqualified." == reveal.sentences[0]


def test_G3_many_repeated_numbers_are_one_sentence_on_the_TV() -> None:
    driver = start_game_driver("good-enough", 8)
    for seat, number in zip(driver.game.record.players, (1, 1, 2, 2, 3, 3, 4, 5), strict=True):
        driver.submit(seat, number)
    reveal = public(driver).reveal
    assert reveal is not None
    assert [100, 300, 500, 700, 900] == [each.slot for each in reveal.marks]
    assert "6 players picked what somebody else picked too: disqualified." == reveal.brief[0]
    assert 2 == len(reveal.brief)


def test_every_moment_of_every_kind_of_game_can_be_shown() -> None:
    games: list[tuple[str, int, dict[str, Any]]] = [
        ("mediocrity", 3, {"target": 1}),
        ("median", 2, {"lowest": "J"}),
        ("saichugen", 3, {"rounds": 2, "games": 2}),
        ("good-enough", 3, {"nesting": [3, 2, 2], "high": 3}),
    ]
    for game, players, options in games:
        driver = start_game_driver(game, players, **options)
        for _ in play_moments(driver, 5):
            assert driver.views()
        assert "The end" == public(driver).heading
        assert public(driver).final is not None


def test_a_finished_game_shows_its_winners() -> None:
    driver = start_game_driver("saichugen", 3, games=2, rounds=1)
    play_out(driver, 1)
    final = public(driver).final
    assert final is not None
    assert tuple(map(driver.room.name, driver.game.score.root.winners)) == final.winners


def test_G8_a_latecomer_has_no_outcome_of_earlier_rounds() -> None:
    driver = start_game_driver("good-enough", 3)
    driver.play_trick("1 5 9")
    driver.apply(membership.join_room(driver.room, "device4", "Dan"), "device4")
    assert driver.phone("4").outcome is None
    driver.submit("1", 5)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id), HOST)
    found = driver.phone("4").outcome
    assert found is not None
    assert "You sent no number" == found.sentence


def test_a_timer_that_expired_without_a_reveal_explains_why() -> None:
    driver = start_game_driver("good-enough", 3)
    driver.apply(room_control.set_round_time(driver.room, HOST, "10"), HOST)
    assert not public(driver).expired
    assert driver.advance()
    assert (10, True) == (public(driver).seconds_left, public(driver).expired)
    for stop in (room_control.resume_timer, room_control.pause_timer):
        driver.apply(stop(driver.room, HOST, driver.round_id), HOST)
    assert (10, False) == (public(driver).seconds_left, public(driver).expired)


def test_the_TV_shows_whether_the_room_is_locked() -> None:
    driver = open_room("good-enough", 3)
    assert not tv_view(driver.room, ()).locked
    driver.apply(room_control.lock_room(driver.room, HOST, locked=True), HOST)
    assert tv_view(driver.room, ()).locked


def test_in_a_crowd_the_scoring_numbers_always_have_a_card() -> None:
    driver = start_game_driver("good-enough", 44)
    for seat in driver.seats():
        number = {"1": 10, "2": 90}.get(seat, 20 + (int(seat) + 1) // 2)
        driver.submit(seat, number)
    reveal = public(driver).reveal
    assert reveal is not None
    assert [("10", "middle"), ("90", "middle")] == [(m.number, m.fate) for m in reveal.marks]


def test_a_stand_in_of_a_private_part_has_as_many_keys_that_can_be_used():
    driver = start_game_driver("saichugen", 3)
    driver.play_trick("3H 7H 9S")
    own = driver.phone("1").own
    usable = [sum(key.playable for key in each.pad) for each in (own, stand_in(own))]
    assert 0 < usable[0] == usable[1] < len(own.pad)


def test_a_player_has_missed_no_round_before_a_game_or_after_one():
    driver = open_room("good-enough", 3)
    assert 0 == driver.phone("1").missed
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}), HOST)
    driver.apply(room_control.end_game(driver.room, HOST, "1.1", "throw"), HOST)
    assert 0 == driver.phone("1").missed


def test_a_question_belongs_to_its_round():
    driver = start_game_driver("good-enough", 3)
    driver.apply(questions.ask_question(driver.room, HOST, "1.1", "How many windows?"), HOST)
    for _ in range(2):
        for seat, number in zip("123", (10, 50, 90), strict=True):
            driver.submit(seat, number)
    first, second = (asked_in_round(driver.game, number) for number in (1, 2))
    assert (AskedQuestion("How many windows?", "", ""), None) == (first, second)
    driver.apply(questions.tell_truth(driver.room, HOST, "1.1", "60"), HOST)
    told = asked_in_round(driver.game, 1)
    assert told is not None
    assert ("60", "60. You were 10 off.") == (told.truth, told.sentence)


def test_G3_two_repeated_numbers_have_a_sentence_each_on_the_TV():
    driver = start_game_driver("good-enough", 5)
    driver.play_trick("1 1 2 2 3")
    reveal = public(driver).reveal
    assert reveal is not None
    assert ["Ann and Bob both picked 1: disqualified.", "Cyd and Dan both picked 2: disqualified."] == list(
        reveal.brief[:2]
    )


def test_in_a_crowd_the_neighbours_of_the_middle_have_a_card_on_both_sides():
    driver = start_game_driver("good-enough", 61)
    for number, seat in enumerate(driver.seats()):
        driver.submit(seat, number)
    reveal = public(driver).reveal
    assert reveal is not None
    assert [str(number) for number in range(25, 36)] == [each.number for each in reveal.marks]


def test_the_host_is_reminded_of_the_last_question_whose_truth_was_not_told():
    driver = start_game_driver("good-enough", 3, rounds=5)
    for number, question in ((1, "How many windows?"), (2, "How many doors?"), (3, "")):
        if question:
            driver.apply(questions.ask_question(driver.room, HOST, f"1.{number}", question), HOST)
        driver.play_trick("1 2 3")
    for untold, question in (("1.2", "How many doors?"), ("1.1", "How many windows?"), ("", "")):
        screen = host_screen(driver)
        assert (untold, question) == (screen.untold, screen.untold_question)
        assert bool(untold) == ("tell" in screen.can)
        driver.apply(questions.tell_truth(driver.room, HOST, untold or "1.1", "7"), HOST)


def test_the_host_sees_whether_the_room_is_locked():
    driver = open_room("good-enough", 3)
    assert not host_screen(driver).locked
    driver.apply(room_control.lock_room(driver.room, HOST, locked=True), HOST)
    assert host_screen(driver).locked


def test_there_is_no_news_and_no_call_before_the_first_game():
    driver = open_room("good-enough", 3)
    assert ("", "") == (public(driver).call, driver.phone("1").own.round_id)
    driver.apply(room_control.lock_room(driver.room, HOST, locked=True), HOST)
    assert () == news_sentences(driver.room)


def test_only_a_phone_that_watches_says_what_it_waits_for():
    driver = start_game_driver("median", 3, lowest="9", phones=False)
    shared = shared_phone_part(driver.room)
    assert ("enter", "", "") == (shared.own.phase, shared.own.waiting, shared.public.call)
    kept = start_game_driver("median", 3, keep="results")
    shared = shared_phone_part(kept.room).own
    assert ("watch", kept.phone("1").own.waiting) == (shared.phase, shared.waiting)
    assert shared.waiting


def test_a_round_that_is_open_again_is_named_as_its_game_does():
    for game, name in (("good-enough", "round"), ("saichugen", "trick")):
        driver = start_game_driver(game, 3)
        driver.play_trick("7H 8H 9H" if game == "saichugen" else "7 8 9")
        driver.apply(corrections.reopen_round(driver.room, HOST, "1.1"), HOST)
        expected = f"The last {name} is open again: change what you sent, or leave it"
        assert expected == public(driver).waiting


def test_who_sits_out_is_told_what_that_means_in_this_game():
    sentences = []
    for game in ("good-enough", "median"):
        driver = open_room(game, 4)
        driver.apply(membership.sit_out(driver.room, HOST, "4"), HOST)
        sentences.append(driver.phone("4").own.sits_out)
        driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}), HOST)
        driver.apply(membership.sit_out(driver.room, HOST, "3"), HOST)
        sentences += [driver.phone(seat).own.sits_out for seat in "234"]
    lobby = "You sit out: the next game begins without you until the host brings you back"
    numbers = "You sit out: rounds do not wait for you. You can still send a number"
    cards = "You sit out from the next game: this one needs a card of everybody"
    back = "You sit out: the host can bring you back"
    assert [lobby, "", numbers, back, lobby, "", cards, back] == sentences


def test_the_host_enters_numbers_or_lists_or_on_the_pad_for_who_has_no_phone():
    forms = [
        host_screen(start_game_driver(game, 3, phones=phones, **options)).entry_form
        for game, phones, options in (
            ("good-enough", False, {}),
            ("good-enough", False, {"entry": "lists", "rounds": 3}),
            ("good-enough", True, {}),
            ("mediocrity", False, {}),
        )
    ]
    assert ["number", "list", "", "pad"] == forms


def test_a_card_that_lies_already_is_named_to_its_player_and_its_keeper_only():
    driver = start_game_driver("saichugen", 3)
    driver.submit("1", "4H")
    one = with_table(driver, has_clash=True, clashing=("1",))
    assert "Ann named a card that lies already: look again" == host_screen(one).clash
    assert "Your 4 of hearts cannot be there: it lies already" == one.phone("1").own.clash
    assert "Ann named a card that lies already: look again" == one.phone("2").own.clash
    nobody = with_table(driver, has_clash=True, clashing=())
    assert "What was sent cannot stand together: everybody look again" == host_screen(nobody).clash
    keeper = start_game_driver("saichugen", 3, phones=False)
    keeper.apply(submissions.submit_play_for(keeper.room, HOST, "1", keeper.round_id, "4H"), HOST)
    one = with_table(keeper, has_clash=True, clashing=("1",))
    assert "Ann cannot have the 4 of hearts: it lies already" == host_screen(one).clash


def test_the_keys_of_cards_are_in_the_order_of_the_game():
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    for game, first in (
        ("median", [*ranks, "A"]),
        ("mediocrity", ["A", *ranks]),
        ("saichugen", ["AC", "AD", "AH", "AS", "2C"]),
    ):
        pad = start_game_driver(game, 3).phone("1").own.pad
        assert first == [key.card.text for key in pad[: len(first)]]
