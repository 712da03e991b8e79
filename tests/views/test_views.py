"""What each screen shows of each game, in words and figures."""

from typing import Any

from companion.room import events
from companion.room.commands import membership, room_control, submissions
from companion.room.reducer import apply
from companion.views.host import HostView, host_view
from companion.views.phone import phone_view
from companion.views.public import PublicPart
from companion.views.tv import tv_view
from tests.support.room_driver import HOST, RoomDriver, open_room, play_moments, play_out, start_game_driver


def desk(full: RoomDriver) -> HostView:
    """Return the host's view."""
    return host_view(full.room, (), None)


def public(full: RoomDriver) -> PublicPart:
    """Return what everybody knows."""
    return tv_view(full.room, ()).public


def phases(full: RoomDriver) -> str:
    """Return the phase of every phone."""
    return " ".join(phone_view(full.room, seat).own.phase for seat in full.seats())


def outcome(full: RoomDriver, seat: str) -> str:
    """Return what a phone says that the last reveal brought to its player."""
    found = phone_view(full.room, seat).outcome
    return found.sentence if found else ""


def fates(full: RoomDriver) -> list[str]:
    """Say what became of the cards of the last trick."""
    trick = public(full).trick
    return [f"{each.card.sign} {each.fate}" for each in trick.cards] if trick else []


def test_M3_discards_say_why_and_hands_are_counted() -> None:
    full = start_game_driver("mediocrity", 4)
    full.trick("8 3 A A")
    trick = public(full).trick
    assert trick is not None
    assert [
        ("A", ("Cyd", "Dan"), "back to the hand"),
        ("3", ("Bob",), "between: discarded"),
        ("8", ("Ann",), "back to the hand"),
    ] == [(each.card.sign, each.names, each.word) for each in trick.cards]
    assert [13, 12, 13, 13] == [row.cards for row in public(full).rows]
    assert "Your 3 is between: discarded" == outcome(full, "2")


def test_M4_repeated_cards_say_so() -> None:
    full = start_game_driver("mediocrity", 3)
    full.trick("K K 7")
    assert ["7 kept", "K discarded"] == fates(full)
    assert "Your K is repeated: discarded" == outcome(full, "1")
    assert "Your 7 goes back to the hand" == outcome(full, "3")


def test_M1_spent_cards_stay_on_the_pad() -> None:
    full = start_game_driver("mediocrity", 3)
    full.trick("3 7 9")
    pad = phone_view(full.room, "2").own.pad
    assert (13, ["7"]) == (len(pad), [key.card.text for key in pad if not key.playable])


def test_D4_the_middle_card_wins_and_equal_ranks_tie() -> None:
    full = start_game_driver("median", 3)
    full.trick("3 9 5")
    assert ["3 outside", "5 won", "9 outside"] == fates(full)
    assert "Your 5 wins 1 round" == outcome(full, "3")
    full.trick("3 4 3")
    assert ["3 tied", "4 outside"] == fates(full)
    assert (1, "rounds") == (public(full).pool, public(full).figure)
    assert "Ann laid your rank too: the round is tied" == outcome(full, "3")


def test_D1_aces_are_high_in_the_row_of_cards() -> None:
    full = start_game_driver("median", 3)
    full.trick("A 2 K")
    assert ["2 outside", "K won", "A outside"] == fates(full)


def test_D5_everybody_sees_for_whom_they_wait() -> None:
    full = start_game_driver("median", 4)
    assert ("call wait wait wait", "Ann", "") == (phases(full), public(full).caller, public(full).call)
    full.call("low")
    assert ("enter wait wait wait", "", "low") == (phases(full), public(full).caller, public(full).call)
    assert "Ann leads" == public(full).waiting
    full.show("1", "7")
    assert ("sent enter enter enter", "") == (phases(full), public(full).waiting)
    assert [True, False, False, False] == [row.state == "in" for row in public(full).rows]


def test_S4_open_cards_add_up_and_S5_the_middle_sum_is_kept() -> None:
    full = start_game_driver("saichugen", 3, tricks=2)
    full.trick("7H 6C KD")
    full.trick("5H 4C KC")
    assert [("Ann", ["7♥", "5♥"], 12, 0), ("Bob", [], 0, 0), ("Cyd", [], 0, 0)] == [
        (each.name, [card.sign for card in each.cards], each.sum, each.kept) for each in public(full).open
    ]
    [part] = public(full).parts
    assert ("Round 1: Bob and Cyd win", [(0, True), (12, False)]) == (
        part.headline,
        [(column.points, column.central) for column in part.steps[0].columns],
    )


def test_S7_the_scoreboard_has_totals_and_game_points() -> None:
    full = start_game_driver("saichugen", 3, rounds=1, tricks=3, games=2)
    for cards in ("7H 6C KD", "5H 6D 7D", "AC 2C 3C"):
        full.trick(cards)
    rows = {row.name: (row.points, [(w.label, w.number) for w in row.wider]) for row in public(full).rows}
    assert "total" == public(full).figure
    assert {"Ann": (7, [("points", -2)]), "Bob": (0, [("points", 1)]), "Cyd": (0, [("points", 1)])} == rows
    assert ["Game 1, round 1", "Game 1"] == [part.heading for part in public(full).parts]


def test_G15_it_is_always_visible_in_which_game_of_which_match_we_are() -> None:
    full = start_game_driver("good-enough", 3, nesting=[3, 2])
    for _ in range(3):
        full.trick("1 2 3")
    now = public(full)
    assert "Game 2 of 2, round 1 of 3" == now.heading
    assert now.reveal is not None
    assert "Game 1, round 3" == now.reveal.heading
    [part] = now.parts
    assert ("Game 1: Ann, Bob and Cyd win", "Rounds 1–3") == (part.headline, part.steps[0].heading)
    assert {"Ann", "Bob", "Cyd"} == {row.name for row in now.rows}
    assert {"games"} == {each.label for row in now.rows for each in row.wider}


def test_G10_an_outcome_speaks_of_the_mean() -> None:
    full = start_game_driver("good-enough", 3, scoring="mean")
    full.trick("0 10 50")
    assert "10 is closest to the mean: 1 point for you" == outcome(full, "2")


def test_G13_a_dealt_hand_is_a_pad_and_a_real_stack_is_typed() -> None:
    full = start_game_driver("good-enough", 3, dealt=True, entry="cards", cards=12, rounds=3)
    hand = sorted(full.game.record.deals[0].hands["1"], key=int)  # type: ignore[arg-type]
    assert [str(card) for card in hand] == [key.card.text for key in phone_view(full.room, "1").own.pad]
    real = start_game_driver("good-enough", 3, entry="cards", cards=12, rounds=3)
    assert ((), "Lay a card from 1 to 12") == (phone_view(real.room, "1").own.pad, public(real).prompt)


def test_G14_phones_hand_in_lists_and_then_watch() -> None:
    full = start_game_driver("good-enough", 3, entry="lists", rounds=3)
    assert ("list list list", 3) == (phases(full), phone_view(full.room, "1").own.at_once)
    assert "Pick 3 numbers from 0 to 100" == public(full).prompt
    full.do(submissions.submit_list(full.room, "device1", full.at, ["1", "2", "3"]))
    assert ("sent list list", ("1", "2", "3")) == (phases(full), phone_view(full.room, "1").own.numbers)
    assert "change" == phone_view(full.room, "1", full.at).own.phase
    full.do(submissions.close_round(full.room, HOST, full.at))
    assert ("sent watch watch", ("next", "end")) == (phases(full), desk(full).can)
    assert ("The lists are in", "") == (public(full).waiting, public(full).prompt)


def test_a_deal_is_waited_for() -> None:
    full = open_room("saichugen", 3)
    event = room_control.start_game(full.room, HOST, lambda _: {}, dealt=True)
    full.room = apply(full.room, event)
    assert ("wait wait wait", "The cards are being dealt") == (phases(full), public(full).waiting)
    assert ((), ("end",)) == (phone_view(full.room, "1").own.pad, desk(full).can)


def test_two_who_name_the_same_card_are_asked_to_look_again() -> None:
    full = start_game_driver("saichugen", 3)
    full.trick("4H 4H 6H")
    assert (
        "Somebody has named a card that cannot be there once more: everybody look again"
        == public(full).waiting
    )
    assert "sent sent sent" == phases(full)


def test_somebody_who_came_late_to_a_game_of_cards_watches() -> None:
    full = start_game_driver("median", 3)
    full.do(events.PlayerJoined("4", "Dan", "device4"))
    full.trick("3 9 5")
    late = phone_view(full.room, "4")
    assert ("watch", None, ()) == (late.own.phase, late.outcome, late.own.pad)
    assert [None] == [row.points for row in public(full).rows if row.name == "Dan"]


def test_the_host_can_do_what_is_not_refused() -> None:
    assert () == desk(open_room("median", 1)).can
    full = start_game_driver("good-enough", 3, rounds=3)
    assert ("end",) == desk(full).can
    full.show("1", "1")
    assert ("close", "end") == desk(full).can
    for _ in range(3):
        full.trick("1 1 1")
    assert ("on", "begin") == desk(full).can
    assert ("end",) == desk(start_game_driver("median", 3)).can


def test_the_score_keeper_has_a_pad_for_everybody() -> None:
    full = start_game_driver("median", 4, phones=False)
    assert ["call", "wait", "wait", "wait"] == [entry.phase for entry in desk(full).entries]
    assert {13} == {len(entry.pad) for entry in desk(full).entries}
    full.do(submissions.call_high_low_for(full.room, HOST, full.at, "high"))
    full.do(submissions.submit_play_for(full.room, HOST, "1", full.at, "7"))
    assert [("sent", "7"), ("enter", "")] == [(each.phase, each.own) for each in desk(full).entries[:2]]


def test_a_card_game_ends_with_its_sentences() -> None:
    full = start_game_driver("mediocrity", 3)
    full.trick("3 7 9")
    full.do(events.GameEnded(1))
    final = public(full).final
    assert final is not None
    [standing] = final.steps
    assert [(0, ("Ann", "Bob", "Cyd"), True)] == [(c.points, c.names, c.central) for c in standing.columns]
    assert "Ann, Bob and Cyd share the win" == final.headline
    assert "The host ended the game before anybody reached 4." == final.remarks[0]


def test_S7_whoever_wins_a_match_of_Saichugen_is_not_called_mediocre() -> None:
    for matched, mediocre in ((1, True), (2, False)):
        full = start_game_driver("saichugen", 3, rounds=1, games=matched)
        full.trick("3H 7H 9H")
        full.do(events.GameEnded(1))
        final = public(full).final
        assert final is not None
        assert mediocre == final.mediocre


def test_a_sentence_on_the_TV_names_two_of_many_and_counts_the_rest() -> None:
    full = start_game_driver("good-enough", 5)
    for seat in full.game.record.players:
        full.show(seat, 7)
    reveal = public(full).reveal
    assert reveal is not None
    assert "Ann, Bob and 3 others all picked 7: disqualified." == reveal.brief[0]
    assert "Ann, Bob, Cyd, Dan and Eve all picked 7: disqualified." == reveal.sentences[0]


def test_G3_many_numbers_that_were_picked_twice_are_one_sentence_on_the_TV() -> None:
    full = start_game_driver("good-enough", 8)
    for seat, number in zip(full.game.record.players, (1, 1, 2, 2, 3, 3, 4, 5), strict=True):
        full.show(seat, number)
    reveal = public(full).reveal
    assert reveal is not None
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
        full = start_game_driver(game, players, **options)
        for _ in play_moments(full, 5):
            assert full.views()
        assert "The end" == public(full).heading
        assert public(full).final is not None


def test_a_finished_game_shows_its_winners() -> None:
    full = start_game_driver("saichugen", 3, games=2, rounds=1)
    play_out(full, 1)
    final = public(full).final
    assert final is not None
    assert tuple(map(full.room.name, full.game.score.root.winners)) == final.winners


def test_G8_a_latecomer_hears_nothing_of_the_rounds_before() -> None:
    full = start_game_driver("good-enough", 3)
    full.trick("1 5 9")
    full.do(membership.join_room(full.room, "device4", "Dan"), "device4")
    assert phone_view(full.room, "4").outcome is None
    full.show("1", 5)
    full.do(submissions.close_round(full.room, HOST, full.at), HOST)
    found = phone_view(full.room, "4").outcome
    assert found is not None
    assert "You sent no number" == found.sentence


def test_a_clock_that_ran_out_in_vain_says_why_it_stands() -> None:
    full = start_game_driver("good-enough", 3)
    full.do(room_control.set_round_time(full.room, HOST, "10"), HOST)
    assert not public(full).expired
    assert full.wait()
    assert (10, True) == (public(full).rest, public(full).expired)
    for stop in (room_control.resume_timer, room_control.pause_timer):
        full.do(stop(full.room, HOST, full.at), HOST)
    assert (10, False) == (public(full).rest, public(full).expired)


def test_the_TV_knows_whether_the_room_is_locked() -> None:
    full = open_room("good-enough", 3)
    assert not tv_view(full.room, ()).locked
    full.do(room_control.lock_room(full.room, HOST, locked=True), HOST)
    assert tv_view(full.room, ()).locked


def test_of_a_crowds_numbers_those_that_score_have_a_card_however_many_struck_ones_lie_between() -> None:
    full = start_game_driver("good-enough", 44)
    for seat in full.seats():
        number = {"1": 10, "2": 90}.get(seat, 20 + (int(seat) + 1) // 2)
        full.show(seat, number)
    reveal = public(full).reveal
    assert reveal is not None
    assert [("10", "middle"), ("90", "middle")] == [(m.number, m.fate) for m in reveal.marks]
