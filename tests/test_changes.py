"""What was changed afterwards, in sentences, with who did it."""

from companion import moves
from companion.acts import Act, Corrected, Recalled, Voided
from companion.views.changes import changes
from tests.roomful import HOST, Roomful, begin, device
from tests.test_results import three_rounds


def said(full: Roomful) -> list[str]:
    return [each.sentence for each in changes(full.room)]


def after(full: Roomful, *done: Act | None) -> list[str]:
    for act in done:
        full.do(act, HOST)
    return said(full)


def test_joining_and_playing_are_no_changes() -> None:
    assert [] == said(three_rounds())


def test_a_correction_says_what_stood_there_before() -> None:
    full = three_rounds()
    assert ["Round 1: the host corrected Bob from 2 to 8."] == after(full, Corrected("2", 1, 1, 8))
    assert (
        "Round 1: the host took away 8, which Bob had not shown."
        == after(full, Corrected("2", 1, 1, None))[1]
    )
    assert "Round 1: the host entered 3 for Bob." == after(full, Corrected("2", 1, 1, 3))[2]


def test_a_host_who_plays_is_named() -> None:
    full = three_rounds()
    full.do(moves.join(full.room, HOST, "Hal"), HOST)
    assert ["Round 1: Hal corrected Bob from 2 to 8."] == after(full, Corrected("2", 1, 1, 8))


def test_no_browser_is_ever_shown() -> None:
    full = three_rounds()
    after(full, moves.rename(full.room, HOST, "1", "Anna"), moves.remove(full.room, HOST, "2"))
    assert not any(device("") in sentence or "device" in sentence for sentence in said(full))


def test_voiding_and_reopening_and_taking_back_are_told() -> None:
    full = three_rounds()
    assert ["Round 2, void: the host declared it void."] == after(full, Voided(1, 2, void=True))
    after(full, Voided(1, 2, void=False))
    assert ["Round 2: the host declared it void.", "Round 2: the host had it count again."] == said(full)
    assert "Round 3: the host took back the reveal." == after(full, moves.reopen(full.room, HOST, "1.3"))[2]
    undone = after(full, moves.undo(full.room, HOST, str(full.room.undo[-1])))
    assert "The host took back “Reopen round 3”." == undone[-1]
    redone = after(full, moves.redo(full.room, HOST, str(full.room.redo[-1])))
    assert "The host did again “Reopen round 3”." == redone[-1]


def test_a_correction_of_a_round_that_is_hidden_again_keeps_its_number_to_itself() -> None:
    full = three_rounds()
    after(full, Corrected("2", 1, 3, 77), moves.reopen(full.room, HOST, "1.3"))
    assert "Round 3: the host corrected what Bob had shown." == said(full)[0]
    assert "77" not in str(full.views()["results"])


def test_people_who_were_renamed_merged_removed_or_sat_out_are_told() -> None:
    full = three_rounds()
    assert ["The host renamed Ann to Anna."] == after(full, moves.rename(full.room, HOST, "1", "Anna"))
    assert "The host had Bob sit out." == after(full, moves.sit_out(full.room, HOST, "2"))[-1]
    assert "The host had Bob play again." == after(full, moves.sit_in(full.room, HOST, "2"))[-1]
    assert "The host removed Cyd." == after(full, moves.remove(full.room, HOST, "3"))[-1]
    assert "Cyd came back." == after(full, moves.come_back(full.room, device("3")))[-1]
    full.do(moves.leave(full.room, device("3")), device("3"))
    assert "Cyd left." == said(full)[-1]
    full.do(moves.add(full.room, HOST, "Cyd again"), HOST)
    assert (
        "The host made one of Cyd again and Cyd." == after(full, moves.merge(full.room, HOST, "4", "3"))[-1]
    )


def test_D5_a_call_that_was_corrected_is_told() -> None:
    full = begin("median", 4)
    full.trick("high 3 4 5 6")
    assert ["Round 1: the host corrected the call from high to low."] == after(full, Recalled(1, 1, "low"))


def test_in_an_evening_of_several_games_each_is_named() -> None:
    full = three_rounds()
    full.do(moves.begin(full.room, HOST, lambda _: {"nesting": [3, 2]}, game="good-enough"), HOST)
    for numbers in ("1 2 3",) * 4:
        full.trick(numbers)
    assert ["Game 2 of the evening, game 2, round 1: the host corrected Ann from 1 to 9."] == after(
        full, Corrected("1", 2, 4, 9)
    )
