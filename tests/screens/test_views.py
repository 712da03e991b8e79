"""The texts and figures of each screen in each game."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import timedelta
from typing import Any

import pytest

from companion.room import game_events
from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.room.commands.scheduled import bots_to_play
from companion.room.game_state import RoundTimer
from companion.room.reducer import apply
from companion.screens.host import HostGame, host_view
from companion.screens.players import managed_player
from companion.screens.public import PublicPart, public_part
from companion.screens.scoreboard import scoreboard
from companion.screens.stage import stage_view
from companion.screens.tv import tv_view
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    device,
    open_room,
    open_room_with,
    play_moments,
    played,
    start_game_driver,
    with_table,
)
from tests.support.scenes import start_game


def host_game(driver: RoomDriver) -> HostGame:
    return host_view(driver.room, (), None).game


def public(driver: RoomDriver) -> PublicPart:
    return tv_view(driver.room, ()).public


def phases(driver: RoomDriver) -> str:
    return " ".join(driver.phone(seat).own.phase for seat in driver.seats())


def test_G19_only_who_scores_with_a_number_that_several_showed_has_the_middle_card() -> None:
    driver = played("good-enough", "17 17 17 17", offsets=True)
    reveal = public(driver).last
    assert [
        ("17", ("Dan",), "outside", ""),
        ("17", ("Ann", "Bob"), "scored", "+1"),
        ("17", ("Cyd",), "outside", ""),
    ] == [(play.face.sign, play.names, play.fate, play.word) for play in reveal.plays]


@pytest.mark.parametrize(
    ("game", "options", "units"),
    [("mediocrity", {"target": 2}, {"card left", "cards left"}), ("saichugen", {}, {"sum", "total"})],
)
def test_what_the_result_of_a_part_counts_is_named(game, options, units):
    driver, found = start_game_driver(game, 3, **options), set()
    for _ in play_moments(driver, seed=1):
        steps = [step for part in public(driver).parts for step in part.steps]
        found |= {column.unit for step in steps for column in step.columns}
        if units <= found:
            break
    assert units >= found
    assert found


def test_where_one_card_was_sent_and_one_entered_all_are_told_who_changes_which() -> None:
    driver = start_game_driver("saichugen", 3)
    driver.submit("1", "4H")
    driver.submit("2", "6H")
    driver.do(HOST, submissions.enter_plays, driver.round_id, {"3": "4H"})
    waiting = public(driver).waiting
    assert "Ann and Cyd have the same card: one of them changes it, the host for Cyd" == waiting


def test_screens_wait_for_a_deal() -> None:
    driver = open_room("saichugen", 3)
    event = room_control.start_game(driver.room, HOST, lambda _: {}, dealt=True)
    driver.room = apply(driver.room, event)
    assert ("wait wait wait", "The cards are being dealt") == (phases(driver), public(driver).waiting)
    assert ((), ("end",)) == (driver.phone("1").own.pad, host_game(driver).can)


def test_of_the_same_card_all_are_told_whose_it_is_and_only_its_players_which() -> None:
    driver = played("saichugen", "4H 4H 6H")
    for_all = "Ann and Bob sent the same card: one of them changes it"
    assert for_all == public(driver).waiting == host_game(driver).clash
    assert [
        "Bob has your 4 of hearts too: one of you changes it",
        "Ann has your 4 of hearts too: one of you changes it",
        for_all,
    ] == [driver.phone(seat).own.clash for seat in "123"]
    assert "sent sent sent" == phases(driver)


def test_the_score_keeper_who_entered_the_same_card_for_both_is_told_which() -> None:
    driver = start_game_driver("saichugen", 3, phones=False)
    for seat, card in zip("123", ("4H", "6H", "4H"), strict=True):
        driver.do(HOST, submissions.submit_play_for, seat, driver.round_id, card)
    assert "Ann and Cyd have the 4 of hearts: change one of them" == (host_game(driver).clash)
    assert "Ann and Cyd have the same card: the host changes one" == public(driver).waiting


def test_the_host_screen_offers_exactly_the_allowed_actions() -> None:
    assert () == host_game(open_room("median", 1)).can
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    assert ("end", "ask") == host_game(driver).can
    driver.submit("1", "1")
    assert ("close", "end", "ask") == host_game(driver).can
    for _ in range(3):
        driver.play_trick("1 1 1")
    assert ("showdown", "on", "begin") == host_game(driver).can
    assert ("end",) == host_game(start_game_driver("median", 3)).can


def test_S7_the_winner_of_a_match_of_Saichugen_is_not_called_mediocre() -> None:
    for matched, mediocre in ((1, True), (2, False)):
        driver = played("saichugen", "3H 7H 9H", rounds=1, games=matched)
        driver.apply(game_events.GameEnded(1))
        final = public(driver).final
        assert mediocre == final.mediocre


def test_a_sentence_on_the_TV_names_two_of_many_and_counts_the_rest() -> None:
    driver = start_game_driver("good-enough", 5)
    driver.play_trick("7 7 7 7 7")
    reveal = public(driver).last
    assert "Ann, Bob and 3 others said 7: out." == reveal.brief[0]
    assert "Ann, Bob, Cyd, Dan and Eve said 7: out." == reveal.sentences[0]


def test_G3_many_repeated_numbers_are_one_sentence_on_the_TV() -> None:
    driver = played("good-enough", "1 1 2 2 3 3 4 5")
    reveal = public(driver).last
    assert ["1", "2", "3", "4", "5"] == [play.face.sign for play in reveal.plays]
    assert "6 players picked what somebody else picked too: out." == reveal.brief[0]
    assert 2 == len(reveal.brief)


def test_a_timer_that_expired_without_a_reveal_explains_why() -> None:
    driver = start_game_driver("good-enough", 3)
    driver.do(HOST, room_control.set_round_time, "10")
    assert public(driver).timer.until
    assert driver.advance()
    assert RoundTimer(None, timedelta(seconds=10), expired=True) == public(driver).timer
    for paused in (False, True):
        driver.do(HOST, room_control.pause_timer, driver.round_id, paused=paused)
    assert RoundTimer(None, timedelta(seconds=10)) == public(driver).timer


def test_the_host_is_reminded_of_the_last_question_whose_truth_was_not_told():
    driver = start_game_driver("good-enough", 3, rounds=5)
    for number, question in ((1, "How many windows?"), (2, "How many doors?"), (3, "")):
        if question:
            driver.do(HOST, submissions.ask_question, f"1.{number}", question)
        driver.play_trick("1 2 3")
    for untold, question in (("1.2", "How many doors?"), ("1.1", "How many windows?"), ("", "")):
        screen = host_game(driver)
        assert (untold, question) == (screen.unanswered, screen.unanswered_question)
        assert bool(untold) == ("tell" in screen.can)
        driver.do(HOST, corrections.tell_truth, untold or "1.1", "7")


def test_a_round_that_is_open_again_is_named_as_its_game_does():
    for game, name in (("good-enough", "round"), ("saichugen", "trick")):
        driver = start_game_driver(game, 3)
        driver.play_trick("7H 8H 9H" if game == "saichugen" else "7 8 9")
        driver.do(HOST, corrections.reopen_round, "1.1")
        expected = f"The last {name} is open again: change what you sent, or leave it"
        assert expected == public(driver).waiting


def test_who_sits_out_is_told_what_that_means_in_this_game():
    sentences = []
    for game in ("good-enough", "median"):
        driver = open_room(game, 4)
        driver.do(HOST, membership.sit_out, "4")
        sentences.append(driver.phone("4").own.sits_out)
        driver.do(HOST, room_control.start_game, lambda _: {})
        driver.do(HOST, membership.sit_out, "3")
        sentences += [driver.phone(seat).own.sits_out for seat in "234"]
    lobby = "You sit out: the next game begins without you until the host brings you back"
    numbers = "You sit out: rounds do not wait for you. You can still send a number"
    cards = "You sit out from the next game: this one needs a card of everybody"
    back = "You sit out: the host can bring you back"
    assert [lobby, "", numbers, back, lobby, "", cards, back] == sentences


def test_the_host_enters_numbers_or_lists_or_on_the_sheet_for_who_has_no_phone():
    forms = [
        host_game(start_game_driver(game, 3, phones=phones, **options)).entry_form
        for game, phones, options in (
            ("good-enough", False, {}),
            ("good-enough", False, {"entry": "lists", "rounds": 3}),
            ("good-enough", True, {}),
            ("mediocrity", False, {}),
        )
    ]
    assert ["number", "list", "", "sheet"] == forms


def test_a_card_that_lies_already_is_named_to_its_player_and_its_keeper_only():
    driver = start_game_driver("saichugen", 3)
    driver.submit("1", "4H")
    one = with_table(driver, has_clash=True, clashing=("1",))
    assert "Ann sent a card that lies already, and changes it" == host_game(one).clash
    assert "Your 4 of hearts cannot be there: it lies already" == one.phone("1").own.clash
    assert "Ann sent a card that lies already, and changes it" == one.phone("2").own.clash
    nobody = with_table(driver, has_clash=True, clashing=())
    assert "What was sent cannot stand together: everybody look again" == host_game(nobody).clash
    keeper = start_game_driver("saichugen", 3, phones=False)
    keeper.do(HOST, submissions.submit_play_for, "1", keeper.round_id, "4H")
    one = with_table(keeper, has_clash=True, clashing=("1",))
    assert "Ann cannot have the 4 of hearts: it lies already" == host_game(one).clash


def test_the_keys_of_cards_are_in_the_order_of_the_game():
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    for game, first in (
        ("median", [*ranks, "A"]),
        ("mediocrity", ["A", *ranks]),
        ("saichugen", ["AC", "AD", "AH", "AS", "2C"]),
    ):
        pad = start_game_driver(game, 3).phone("1").own.pad
        assert first == [key.card.text for key in pad[: len(first)]]


TRICKS = ("high 5 7", "low 4 4", "high 3 3", "high 9 8", "low 2 2", "low 6 10")

"""For two players: won by Bob, two ties, won by Ann, a tie, won by Ann."""


def texts(shown: Any) -> Iterator[str]:
    if isinstance(shown, str):
        yield shown
    elif is_dataclass(shown):
        for field in fields(shown):
            yield from texts(getattr(shown, field.name))
    elif isinstance(shown, Mapping):
        yield from texts(tuple(shown.values()))
    elif isinstance(shown, tuple | list | frozenset):
        for each in shown:
            yield from texts(each)


def said_to_lead(driver: RoomDriver) -> set[str]:
    """Return the names that screens give to who leads, other than in the rules of the game."""
    words = {text for view in driver.views().values() for text in texts(view)}
    words -= {str(text) for text in driver.game.record.rules.how_to}
    about = [text for text in words if "leads" in text or "lead " in text]
    return {player.name for player in driver.room.players for text in about if player.name in text}


@pytest.mark.parametrize("lead", [None, "winner", "alternate", "loser"])
def test_D3_D9_of_two_players_every_sentence_names_the_one_who_leads_now(lead: str | None) -> None:
    driver = start_game_driver("median", 2, hand=2, lead=lead)
    for trick in (None, *TRICKS):
        if trick:
            driver.play_trick(trick)
        asked = driver.game.next_round
        leader = driver.room.name(asked.leader or "")
        assert {leader} == said_to_lead(driver)
        assert {leader} == {row.name for row in scoreboard(driver.room)[1] if row.first}


GONE = "Waiting for Bob, who has left"

NAMED = str.maketrans("", "", "\u2068\u2069")


def leave(driver: RoomDriver, *seats: str) -> None:
    for seat in seats:
        driver.do(device(seat), membership.leave_room)


def play_on(driver: RoomDriver, seat: str = "2") -> None:
    driver.do(HOST, scheduled.play_on_for, driver.round_id, seat)


def lay_any(driver: RoomDriver, *seats: str) -> None:
    for seat in seats:
        pad = driver.phone(seat).own.pad
        driver.submit(seat, next(key.card.text for key in pad if key.playable))


def everybody_sees(driver: RoomDriver) -> PublicPart:
    return public_part(driver.room)


def sentence(text: str) -> str:
    return text.translate(NAMED)


def saichugen() -> RoomDriver:
    return start_game_driver("saichugen", 3, dealt=True)


@pytest.mark.parametrize(
    ("game", "options"), [("saichugen", {}), ("mediocrity", {}), ("median", {"lowest": "8"})]
)
def test_M2_D3_S3_the_status_counts_everybody_whom_the_round_needs(game, options):
    driver = start_game_driver(game, 3, **options)
    leave(driver, "2")
    lay_any(driver, "1", "3")
    assert ("2 of 3 are in", 0) == (
        everybody_sees(driver).status,
        host_view(driver.room, (), None).choices.missing,
    )
    assert 1 == stage_view(driver.room, driver.game).count
    assert 3 == stage_view(driver.room, driver.game).players


def test_the_screens_say_who_has_left_and_is_waited_for() -> None:
    driver = saichugen()
    leave(driver, "2")
    assert "" == everybody_sees(driver).gone  # two others have not laid yet either
    lay_any(driver, "1", "3")
    assert (GONE, GONE) == (sentence(everybody_sees(driver).gone), sentence(everybody_sees(driver).waiting))
    assert GONE == sentence(stage_view(driver.room, driver.game).heading)
    assert ((), ()) == (everybody_sees(driver).news, stage_view(driver.room, driver.game).absent)


@pytest.mark.parametrize("players", [3, 4])  # of 4 the leader calls first (D5)
def test_D3_a_leader_who_has_left_is_waited_for_at_once(players: int) -> None:
    driver = start_game_driver("median", players, dealt=True, dealer="2")
    leave(driver, "2")
    assert GONE == sentence(everybody_sees(driver).waiting)
    assert GONE == sentence(driver.phone("1").own.waiting)


def test_who_sits_out_and_must_still_lay_a_card_is_thinking() -> None:
    driver = saichugen()
    driver.do(HOST, membership.sit_out, "2")
    assert ["thinking"] * 3 == [row.state for row in everybody_sees(driver).rows]
    numbers = start_game_driver("good-enough", 4)
    numbers.do(HOST, membership.sit_out, "2")
    assert "out" == next(row.state for row in everybody_sees(numbers).rows if row.seat == "2")


def test_the_host_is_offered_a_bot_for_whom_the_round_waits() -> None:
    driver = saichugen()
    leave(driver, "2")
    lay_any(driver, "1")
    offers = host_view(driver.room, (), None).stand_ins
    assert [("2", "Bob", True), ("3", "Cyd", False)] == [
        (offer.seat, offer.name, offer.away) for offer in offers
    ]
    play_on(driver)
    assert ["3"] == [stand_in.seat for stand_in in host_view(driver.room, (), None).stand_ins]


@pytest.mark.parametrize(
    ("game", "dealt", "options"),
    [
        ("saichugen", False, {}),
        ("mediocrity", False, {}),
        ("good-enough", False, {}),
        ("good-enough", True, {"entry": "cards", "cards": 18, "rounds": 3}),
    ],
)
def test_no_bot_is_offered_where_the_host_can_enter_or_rounds_go_on_without(game, dealt, options):
    driver = start_game_driver(game, 3, dealt=dealt, **options)
    leave(driver, "2")
    player = managed_player(driver.room, "2", "")
    assert ((), "") == (host_view(driver.room, (), None).stand_ins, player.takes_stand_in)


def test_all_screens_say_that_a_bot_plays() -> None:
    driver = saichugen()
    leave(driver, "2")
    play_on(driver)
    row = next(row for row in everybody_sees(driver).rows if row.seat == "2")
    player = managed_player(driver.room, "2", "")
    assert ("thinking", True, True) == (row.state, row.bot, row.stand_in)
    assert (True, "", "left") == (player.stand_in, player.takes_stand_in, player.state)
    assert ["A bot plays for Bob"] == [sentence(each) for each in stage_view(driver.room, driver.game).absent]
    assert "The host had a bot play on for Bob." in map(sentence, everybody_sees(driver).news)
    own = driver.phone("2").own
    assert (True, "away", ()) == (own.stand_in, own.phase, ())
    lay_any(driver, "1", "3")
    assert "" == everybody_sees(driver).gone
    while bots_to_play(driver.room):
        driver.advance()
    assert 1 == len(driver.game.rounds)


def test_a_verdict_is_fresh_until_somebody_is_in_again() -> None:
    driver = start_game_driver("good-enough", 3)
    assert not host_game(driver).is_fresh
    driver.play_trick("1 9 5")
    assert host_game(driver).is_fresh
    assert not host_view(driver.room, (), None, typing_seat=driver.round_id).game.is_fresh
    driver.submit("1", 5)
    assert not host_game(driver).is_fresh


def test_the_desk_says_what_it_is_about() -> None:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    states = [host_view(driver.room, (), None, has_tv=False).state, host_view(driver.room, (), None).state]
    driver.do(HOST, membership.add_player, "Cyd")
    states.append(host_view(driver.room, (), None, has_tv=False).state)
    start_game(driver, rounds=3)
    states.append(host_view(driver.room, (), None).state)
    driver.do(HOST, submissions.submit_play_for, "3", driver.round_id, "30")
    states.append(host_view(driver.room, (), None).state)
    driver.submit("1", 10)
    driver.submit("2", 20)
    states.append(host_view(driver.room, (), None).state)
    assert ["asleep", "few", "lobby", "entry", "round", "entry"] == states


def test_the_host_types_for_whom_no_phone_does_or_for_whom_the_host_has_chosen() -> None:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    driver.do(HOST, membership.add_player, "Oma")
    start_game(driver, rounds=3)
    assert "Oma" == host_game(driver).types_for.name
    assert "Ann" == host_view(driver.room, (), None, typing_seat="1").game.types_for.name
    driver.do(HOST, submissions.submit_play_for, "3", driver.round_id, "30")
    assert None is host_game(driver).types_for
    assert "Oma" == host_view(driver.room, (), None, typing_seat="3").game.types_for.name


def test_who_is_missing_stands_on_the_desk_and_of_many_only_they() -> None:
    driver = start_game_driver("good-enough", 4)
    driver.submit("2", 5)
    view = host_view(driver.room, (), None).players
    assert (["1", "2", "3", "4"], {"1", "3", "4"}) == ([each.seat for each in view.front], view.awake)
    assert "Ann and 2 others" == sentence(view.awaited)
    many = start_game_driver("good-enough", 8)
    for seat in "12345":
        many.submit(seat, int(seat))
    view = host_view(many.room, (), None).players
    assert (["6", "7", "8"], 5) == ([each.seat for each in view.front], len(view.heads))


def test_after_a_reveal_the_middle_stands_in_the_middle_with_who_scores() -> None:
    driver = start_game_driver("good-enough", 4)
    driver.play_trick("7 37 50 71")
    view = host_view(driver.room, (), None).verdict
    assert ["7", "37", "50", "71"] == [each and each.sign for each in view.revealed]
    assert ("37 and 50", "Bob and Cyd score.") == (view.headline, sentence(view.because))
    alone = start_game_driver("good-enough", 3)
    alone.play_trick("50 50 60")
    revealed = host_view(alone.room, (), None).verdict.revealed
    assert [False, False, True] == [each and each.is_lit for each in revealed[:3]]
    assert (None, None) == revealed[3:]


def test_G16_the_desk_says_who_stays_in_a_showdown_and_not_who_scores() -> None:
    driver = start_game_driver("good-enough", 4, rounds=3, tie_break="showdown")
    for numbers in ((7, 7, 7, 1), (1, 1, 1, 7), (1, 1, 1, 1), (10, 20, 30, 40)):
        for seat, number in zip("1234", numbers, strict=True):
            driver.submit(seat, number)
    verdict = host_view(driver.room, (), None).verdict
    told = verdict.headline + verdict.because
    assert ("stay" in told, "score" in told) == (True, False)


def test_the_desk_shows_who_is_here_once_the_next_game_is_chosen() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    for seats in ("213", "123", "132"):
        for number, seat in enumerate(seats):
            driver.submit(seat, number)
    driver.do(HOST, room_control.choose_game, "lowest-alone", lambda _: {})
    view = host_view(driver.room, (), None)
    front = [each.seat for each in view.players.front]
    assert ("lobby", (), ["1", "2", "3"]) == (view.state, view.verdict.revealed, front)
