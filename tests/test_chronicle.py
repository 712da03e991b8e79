"""What the host reads on the terminal: who came, what began, what was revealed, and never what was shown."""

import re

from companion import acts, chronicle, moves
from companion.journal import Room
from tests.roomful import HOST, Roomful, begin, gather, replayed, whole_evening


def told(full: Roomful, act: acts.Act | None) -> list[str]:
    before = full.room
    full.do(act)
    return list(chronicle.lines(before, full.room))


def test_who_joins_leaves_and_comes_back_is_told() -> None:
    full = gather("good-enough", 3)
    assert ["Zoe joined"] == told(full, moves.join(full.room, "z", "Zoe"))
    assert ["Zoe left"] == told(full, moves.leave(full.room, "z"))
    assert ["Zoe came back"] == told(full, moves.come_back(full.room, "z"))
    assert ["Zoe is called Zed now"] == told(full, moves.rename(full.room, HOST, "4", "Zed"))


def test_games_and_rounds_are_told_as_they_begin_are_revealed_and_end() -> None:
    full = gather("good-enough", 3)
    assert ["game 1 began: It's Good Enough, 3 players"] == told(
        full, moves.begin(full.room, HOST, lambda _: {"rounds": 3})
    )
    full.show("1", 10)
    full.show("2", 20)
    assert ["round 1 of game 1 was revealed"] == told(full, moves.show(full.room, "device3", full.at, "30"))
    assert ["round 1 of game 1 was taken back"] == told(full, moves.reopen(full.room, HOST, "1.1"))
    told(full, moves.close(full.room, HOST, full.at))
    assert ["game 1 is over"] == told(full, moves.end(full.room, HOST, full.at))


def test_another_host_is_told_and_a_number_that_is_put_down_is_not() -> None:
    full = begin("good-enough", 3)
    assert [] == told(full, moves.show(full.room, "device1", full.at, "77"))
    assert ["another browser is host now"] == told(full, acts.Hosted("other", "link"))


def test_of_a_whole_evening_no_line_holds_a_card_or_a_browser_and_numbers_count_only() -> None:
    full = whole_evening()
    room, lines = Room("AB23"), []
    for number in range(1, len(full.acts) + 1):
        following = replayed(full.acts[:number])
        lines += chronicle.lines(room, following)
        room = following
    assert 5 == sum("began" in line for line in lines)
    assert sum(len(table.rows) for table in room.tables) == sum("revealed" in line for line in lines)
    counting = re.compile(
        r"round \d+ of game \d+ was revealed|game \d+ (is over|began: .*, 3 players)|\w+ joined"
    )
    assert [] == [line for line in lines if not counting.fullmatch(line)]
