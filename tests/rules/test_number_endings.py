"""The whole numbers game against a second scorer that is written from the rules alone (G1 to G19)."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.formats import record as formats
from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Score
from tests.support.naive_numbers import result_of
from tests.support.number_games import GAME_TWO, problems, record, score, sentences

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gil")


def random_options(rng: Random) -> dict[str, Any]:
    """Return options that the rules allow together; the others keep their defaults."""
    low = rng.choice((0, 0, -3, 1))
    options: dict[str, Any] = {"low": low, "high": low + rng.choice((2, 5, 9, 40))}
    if rng.random() < 0.5:
        options["scoring"] = "mean"
        if rng.random() < 0.7:
            options["factor"] = rng.choice(("0.8", "2/3", "2", "1.0", "0.5", "07/5"))
    if low >= 0 and rng.random() < 0.5:
        options["points"] = "number"
    if rng.random() < 0.4:
        options["offsets"] = True
    options |= rng.choice(_LENGTHS)
    if rng.random() < 0.25:
        options["points_target"] = rng.choice((1, 4, 9, 30))
    options["tie_break"] = rng.choice(_TIE_BREAKS)
    if "showdown" in options["tie_break"]:
        return options
    entry = rng.choice(("each-round", "each-round", "lists", "cards"))
    if entry == "lists" and "points_target" not in options:
        options["entry"] = entry
    if entry == "cards":
        del options["low"], options["high"]
        options |= {"entry": entry, "cards": _CARDS}
    return options


_CARDS = 5000  # enough for every player in every round, so that any card is laid once in the whole record


_LENGTHS: tuple[dict[str, Any], ...] = (
    {"rounds": 3},
    {"rounds": 4},
    {},
    {"nesting": [3]},
    {"nesting": [3, 2]},
    {"nesting": [4, 3]},
    {"nesting": [3, 2, 2]},
)
_TIE_BREAKS = ("peel", "sudden-death", "peel+sudden-death", *("showdown", "peel+showdown") * 3)


def random_record(rng: Random) -> dict[str, Any]:
    """Return a record whose rounds may go on after the end of the game."""
    options = random_options(rng)
    players = list(NAMES[: rng.choice((3, 3, 4, 4, 5, 7))])
    rng.shuffle(players)
    joined = {player: rng.choice((0, 0, 0, 3)) for player in players}
    attends = rng.choice((1, 0.9, 0.5))
    cards = iter(rng.sample(range(1, _CARDS + 1), 400) if "cards" in options else ())
    rounds: list[dict[str, Any]] = [
        {
            "plays": {
                player: next(cards) if "cards" in options else rng.randint(options["low"], options["high"])
                for player in rng.sample(players, len(players))
                if number >= joined[player] and rng.random() < attends
            }
        }
        for number in range(rng.choice((0, 2, 8, 20, 40)))
    ]
    if rounds and rng.random() < 0.3:
        del rounds[rng.randrange(len(rounds)) + 1 :]
        rounds[-1]["last"] = True
    return {
        "format": "companion.record/1",
        "game": "good-enough",
        "options": options,
        "players": players,
        "rounds": rounds,
    }


RECORDS = 400


@pytest.mark.parametrize("seed", range(5))
def test_G1_to_G19_random_records_agree_with_a_second_scorer_in_everything(seed: int) -> None:
    rng = Random(seed)
    for _ in range(RECORDS):
        document = random_record(rng)
        expected, used = result_of(document)
        whole = formats.record_from_document(document)
        late = len(document["rounds"]) > used
        assert late == any("game is over" in str(each) for each in games.score(whole).problems)
        document["rounds"] = document["rounds"][:used]
        found = games.score(formats.record_from_document(document))
        assert ((), expected) == (found.problems, formats.result_document(found)), document


# Showdowns


def showdown(*rounds: str, last: bool = False, **options: Any) -> Score:
    """Score rounds of A, B, C and D after three in which D has won two and nobody else one: all are tied."""
    columns = ("7 7 7 1", "1 1 1 7", "1 1 1 1", *rounds)
    rows = zip("ABCD", zip(*(each.split() for each in columns), strict=True), strict=True)
    table = "\n".join(" ".join((name, *numbers)) for name, numbers in rows)
    return score(table, last=last, **{"rounds": 3, "tie_break": "showdown", **options})


def left(found: Score) -> list[str]:
    return ["".join(each.left) for each in found.root.showdown]


@pytest.mark.parametrize(
    ("numbers", "options", "stay"),
    [
        ("10 20 30 41", {}, "BC"),  # two middle numbers: the nearer one
        ("10 20 30 30", {}, "AB"),
        ("10 10 30 30", {}, "ABCD"),  # no number counts
        ("- - - -", {}, "ABCD"),
        ("5 - - -", {}, "A"),
        ("1 2 3 100", {"scoring": "mean"}, "C"),  # the mean is 26½
        ("10 20 30 41", {"scoring": "mean", "factor": "2/3"}, "B"),  # the target is 16 5/6
        ("10 10 10 40", {"offsets": True}, "BC"),  # round 4: 10, 10¼, 10½, 40¾
    ],
)
def test_G16_whoever_is_closest_to_the_middle_or_the_target_stays(
    numbers: str, options: dict[str, Any], stay: str
) -> None:
    assert [stay] == left(showdown(numbers, **options))


def test_G16_only_the_tied_can_stay_but_all_numbers_make_the_middle() -> None:
    found = showdown("10 20 30 41", "50 10 9 8")
    assert (["BC", "BC"], ("B", "C")) == (left(found), found.next_round and found.next_round.contenders)
    assert ["BC", "B"] == left(showdown("10 20 30 41", "15 10 1 12"))  # 10 and 12 are in the middle


def test_G16_the_last_one_left_wins_and_no_round_follows() -> None:
    found = showdown("10 20 30 41", "50 20 9 21")
    assert (("B",), "showdown", None) == (found.root.winners, found.root.decided_by, found.next_round)
    late = showdown("10 20 30 41", "50 20 9 21", "1 2 3 4")
    assert ["round 6: the game is over: no round can follow"] == problems(late)


@pytest.mark.parametrize(
    ("numbers", "headline"),
    [
        ("10 20 30 41", "B and C stay"),
        ("5 20 - 41", "B is closest"),
        ("5 5 5 5", "Nobody is closest: all stay"),
    ],
)
def test_G16_the_heading_of_a_round_of_a_showdown_says_who_stays(numbers: str, headline: str) -> None:
    assert headline == GoodEnough().round_headline(showdown(numbers).root.showdown[0]).sentence()


def test_G17_a_round_of_a_showdown_says_what_its_numbers_aim_at() -> None:
    def aim(**options: Any) -> str:
        return showdown("10 20 30 41", **options).root.showdown[0].reasons[0].sentence()

    assert "20 and 30 are in the middle." == aim()
    assert "The mean is 25 1/4." == aim(scoring="mean")
    assert "The mean is 25.25, and 0.8 times that is 20.2." == aim(scoring="mean", factor="0.8")


def test_G16_where_the_host_ends_the_showdown_those_still_tied_share_the_win() -> None:
    found = showdown("10 20 30 41", last=True)
    assert (("B", "C"), "shared", ["BC"]) == (found.root.winners, found.root.decided_by, left(found))
    assert (
        "The host ended the showdown, so B and C, who are still tied, share the win." == sentences(found)[-1]
    )
    assert "showdown" == showdown("5 - - -", last=True).root.decided_by


def test_G16_a_game_that_the_host_ends_before_has_no_showdown() -> None:
    found = showdown(last=True)
    assert (tuple("ABCD"), "shared", ()) == (found.root.winners, found.root.decided_by, found.root.showdown)
    assert "The tie stands: A, B, C and D share the win." == sentences(found)[-1]


def test_G16_the_peels_stand_there_while_the_showdown_runs() -> None:
    document = formats.result_document(showdown("10 20 30 41", tie_break="peel+showdown"))
    assert (False, [], None) == (document["finished"], document["winners"], document["decided_by"])
    assert [2] == [each["first"] for each in document["peels"]]
    assert [{"plays": {"A": 10, "B": 20, "C": 30, "D": 41}, "disqualified": [], "left": ["B", "C"]}] == (
        document["showdown"]
    )
    assert "showdown" not in formats.result_document(showdown(tie_break="peel+showdown"))


def test_G16_at_inner_levels_the_tie_stands_or_is_peeled() -> None:
    match = "\n".join(f"{line} {line.partition(' ')[2]}" for line in GAME_TWO.splitlines())
    for tie_break, decided in (("showdown", "shared"), ("peel+showdown", "peel")):
        found = score(match, nesting=[5, 2], tie_break=tie_break)
        assert [decided] * 2 == [part["decided_by"] for part in formats.result_document(found)["parts"]]
        assert ["G5", "G16"] == [each.rule for each in found.root.reasons if each.rule != "G6"]


def test_G16_the_reasons_say_who_is_closest_who_stays_and_who_leaves() -> None:
    found = showdown("10 20 30 30", "10 10 9 8")
    assert [
        [
            "C and D both picked 30: disqualified.",
            "10 and 20 are in the middle.",
            "A (10) and B (20) are equally close and stay.",
            "C and D have no number that counts and leave.",
        ],
        [
            "A and B both picked 10: disqualified.",
            "8 and 9 are in the middle.",
            "None of A and B has a number that counts, so all of them stay.",
            "D (8) and C (9) count for this, but cannot win.",
        ],
    ] == [[reason.sentence() for reason in each.reasons] for each in found.root.showdown]
    assert [
        "The points are 0 and 2; 0 and 2 are both in the middle, so A, B, C and D tie.",
        "So there is a showdown: whoever is closest stays, until one is left.",
        "After 2 rounds of the showdown A and B are still tied.",
    ] == sentences(found)


def test_G8_who_is_out_of_a_showdown_and_shows_no_number_is_named() -> None:
    found = showdown("10 20 30 30", "- 11 9 -")
    assert "D showed no number." == found.root.showdown[1].reasons[-1].sentence()


def test_G16_every_tied_player_is_told_whether_he_or_she_stays() -> None:
    made = record("A 7 1 1 10 1\nB 7 1 1 20 2\nC 7 1 1 30 40\nD 1 7 1 30 9", rounds=3, tie_break="showdown")
    first, second = games.score(made).root.showdown
    assert [
        "10 is close enough to the middle: you stay",
        "20 is close enough to the middle: you stay",
        "D picked 30 too: you leave the showdown",
    ] == [made.rules.outcome(first, player).reason.sentence() for player in "ABC"]
    assert [
        "1 is farther from the middle: you leave the showdown",
        "2 is closest: you are the one who is left",
        "40 counts for the others: you cannot win this",
    ] == [made.rules.outcome(second, player).reason.sentence() for player in "ABC"]
    assert [("stays", 0), ("leaves", 0), ("disqualified", 0)] == [
        (made.rules.outcome(leaf, player).result, made.rules.gain(leaf, player))
        for leaf, player in ((first, "A"), (second, "A"), (first, "C"))
    ]


# Laws


options_of_a_showdown = st.fixed_dictionaries(
    {},
    optional={
        "scoring": st.just("mean"),
        "offsets": st.booleans(),
        "points": st.just("number"),
        "tie_break": st.just("peel+showdown"),
    },
)
rounds_of_four = st.lists(
    st.lists(st.integers(0, 9), min_size=4, max_size=4).map(lambda row: " ".join(map(str, row))), max_size=6
)


@settings(deadline=None)
@given(rounds_of_four, options_of_a_showdown)
def test_G16_nobody_comes_back_and_somebody_is_left(rounds: list[str], options: dict[str, Any]) -> None:
    found = showdown(*rounds, **options)
    before = set("ABCD") if not found.root.showdown else set(found.root.showdown[0].tied)
    for each in found.root.showdown:
        assert set(each.tied) == before
        assert set() < set(each.left) <= before
        assert each.winners in ((), each.left)
        before = set(each.left)


@settings(deadline=None)
@given(rounds_of_four, options_of_a_showdown)
def test_G16_no_round_of_a_showdown_changes_the_standing_or_the_peels(
    rounds: list[str], options: dict[str, Any]
) -> None:
    found, before = showdown(*rounds, **options).root, showdown(**options).root
    assert (before.scores, before.parts) == (found.scores, found.parts)
    assert getattr(before, "peels", ()) == getattr(found, "peels", ())


@settings(deadline=None)
@given(st.lists(st.integers(0, 100), min_size=3, max_size=7), st.integers(1, 50))
def test_G19_with_offsets_nobody_is_disqualified_and_they_go_round(numbers: list[int], number: int) -> None:
    names = "ABCDEFG"[: len(numbers)]
    rules = games.find_game("good-enough").read_options({"offsets": True, "rounds": 50})
    table = "\n".join(
        f"{name} " + " ".join([str(n)] * number) for name, n in zip(names, numbers, strict=True)
    )
    leaf = list(score(table, offsets=True, rounds=50).leaves())[-1]
    counting = rules.counting_numbers(leaf)
    found = [counting[name] - shown for name, shown in zip(names, numbers, strict=True)]
    assert sorted(found) == [Fraction(i, len(names)) for i in range(len(names))]
    assert Fraction(number % len(names), len(names)) == found[0]
    assert 2 - len(names) % 2 == len(leaf.winners)


# Golden examples of G17 to G19


def test_G17_a_multiple_of_the_mean_is_the_target() -> None:
    found = score("A 10\nB 20\nC 60", scoring="mean", factor="0.8")
    leaf = next(found.leaves())
    assert ("B",) == leaf.winners
    assert [
        "The mean is 30, and 0.8 times that is 24; 20 is closest to it: 1 point for B.",
        "A (10) and C (60) are farther from that: no point.",
    ] == [reason.sentence() for reason in leaf.reasons]


def test_G18_whoever_scores_gets_the_number() -> None:
    found = score("A 10 0 4\nB 17 0 4\nC 60 0 5", rounds=3, points="number")
    assert {"A": 0, "B": 17, "C": 5} == found.root.scores
    leaf = next(found.leaves())
    assert "17 is in the middle of the 3 numbers that count: 17 points for B." == leaf.reasons[0].sentence()
    made = record("A 10\nB 17\nC 60", points="number")
    assert "Your number counts as it is: 17 points for you" == made.rules.outcome(leaf, "B").reason.sentence()
    assert (17, 0) == (made.rules.gain(leaf, "B"), made.rules.gain(leaf, "A"))


def test_G18_who_scores_with_a_0_has_won_the_round() -> None:
    found = score("A 0\nB 5\nC 5", points="number")
    assert (("A",), {"A": 0, "B": 0, "C": 0}) == (next(found.leaves()).winners, found.root.scores)


def test_G18_G11_the_numbers_count_towards_the_target() -> None:
    found = score("A 10 1\nB 17 20\nC 60 30", points="number", points_target=37)
    assert (True, 2) == (found.root.finished, len(list(found.leaves())))
    assert "37 points are given: the target of 37 is reached." == sentences(found)[0]


def test_G18_G15_a_game_won_gives_one_point_above() -> None:
    found = score("A 10 5 1\nB 17 5 2\nC 60 5 3", nesting=[3, 2], points="number").root
    assert {"A": 1, "B": 1, "C": 1} == found.scores
    assert {"A": 0, "B": 19, "C": 0} == found.parts[0].scores


def test_G19_equal_numbers_are_put_in_order_by_fractions() -> None:
    found = score("A 50\nB 50\nC 50", offsets=True)
    leaf = next(found.leaves())
    assert (("A",), []) == (leaf.winners, formats.result_document(found)["parts"][0]["disqualified"])
    assert "50 was picked more than once; fractions put them in order, lowest first: C, A and B." == (
        leaf.reasons[0].sentence()
    )
