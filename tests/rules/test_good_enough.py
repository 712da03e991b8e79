"""Games of It's Good Enough from the first round to the last (G1 to G19), also against a second scorer."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.formats import record as formats
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import Record
from companion.rules.plays import Position, Reveal
from companion.rules.results import Score
from tests.support.naive_numbers import result_of
from tests.support.number_games import GAME_ONE, problems, record, score, sentences, won

TIE_BREAKS = ("peel", "sudden-death", "peel+sudden-death")
SUDDEN, BOTH = {"tie_break": "sudden-death"}, {"tie_break": "peel+sudden-death"}


def test_G5_in_sample_game_one_bob_wins_with_the_middle_of_1_2_and_3():
    root = score(GAME_ONE).root
    rounds = [part.winners for part in root.parts]
    assert [("Carol", "Dave"), ("Dave",), ("Bob", "Dave"), ("Alice", "Carol"), ("Bob", "Carol")] == rounds
    assert {"Alice": 1, "Bob": 2, "Carol": 3, "Dave": 3} == root.scores
    assert (("Bob",), "median", ()) == (root.winners, root.decided_by, root.peels)
    [reason] = root.reasons
    assert "Points: 1, 2 and 3; the middle is 2, and only Bob has it." == reason.sentence()
    assert ("Bob",) == reason.players


@pytest.mark.parametrize(
    ("players", "letters", "options", "end"),
    [
        *(("ABC", "AAB", {"rounds": 3, "tie_break": tie_break}, ("B", "median")) for tie_break in TIE_BREAKS),
        ("ABC", "AAB", {"rounds": 4}, ("", None)),  # G2: not before the last round
        ("ABCD", "CAABA", {"rounds": 9, "last": True}, ("B", "peel")),
        ("ABCD", "CAABA", SUDDEN, ("", None)),  # sudden death does not peel
        ("ABCD", "CAABA", BOTH, ("B", "peel")),
        ("ABCD", "AC.ABBACA", {"rounds": 9}, ("A", "peel")),  # G6: who is outside the tie can win a peel
        # Eight rounds: C 3, A 2, B 2: a tie; rounds 2 to 7: B 2, C 3, A 1: B wins by this peel
        ("ABC", "ABCABCC.", BOTH, ("B", "peel")),
        ("ABC", "ABCABB", BOTH, ("A", "sudden-death")),  # an added round gives a single middle
        ("ABC", "A", {"points_target": 1}, ("ABC", "shared")),  # instead of a number of rounds
        ("ABC", "AA.B..B", {"rounds": 3, "points_target": 4}, ("ABC", "shared")),
    ],
)
def test_G5_G6_G7_G11_G12_who_wins_and_by_what(players, letters, options, end):
    root = score(won(letters, players), **options).root
    assert end == ("".join(root.winners), root.decided_by)


def test_marking_the_last_round_by_the_rules_as_last_changes_nothing():
    assert score(won("AAB"), rounds=3).root == score(won("AAB"), rounds=3, last=True).root


@pytest.mark.parametrize(
    ("letters", "options", "at_once", "position"),
    [
        ("AA", {}, 1, (Position("round", 3, 5),)),
        ("AA", {"points_target": 9}, 1, (Position("round", 3),)),  # G11: nobody knows of how many
        ("AA", {"points_target": 9, "nesting": [5, 2]}, 1, (Position("game", 1, 2), Position("round", 3))),
        ("AABA", {"nesting": [3, 3]}, 1, (Position("game", 2, 3), Position("round", 2, 3))),
        (
            "AAB",
            {"nesting": [3, 2, 2]},
            1,
            (Position("match", 1, 2), Position("game", 2, 2), Position("round", 1, 3)),
        ),
        ("AABAAB", {"nesting": [3, 2], **SUDDEN}, 1, (Position("game", 3), Position("round", 1, 3))),
        ("", {"entry": "lists"}, 5, (Position("round", 1, 5),)),  # G14: a list at once
        ("AA", {"entry": "lists"}, 3, (Position("round", 3, 5),)),
        ("AAB", {"entry": "lists", "nesting": [3, 4]}, 3, (Position("game", 2, 4), Position("round", 1, 3))),
        ("ABC", {"entry": "lists", "rounds": 3, **SUDDEN}, 1, (Position("round", 4),)),  # added ones singly
        ("ABCA", {"entry": "lists", "rounds": 3, **SUDDEN}, 1, (Position("round", 5),)),
    ],
)
def test_G11_G12_G14_G15_what_is_asked_for_next_and_where_that_is(letters, options, at_once, position):
    ask = score(won(letters), **options).next_round
    assert (len(letters) + 1, at_once, position) == (ask.number, ask.plays_at_once, ask.position)
    assert (["A", "B", "C"], False) == (list(ask.allowed), ask.everyone_must_play)


def test_a_problem_names_the_round_the_player_and_the_reason_and_its_play_counts_as_an_absence():
    reveals = (
        Reveal({"Alice": 1, "Bob": 500, "Carol": 3}),
        Reveal({"Alice": -1, "Zed": 3}),
        Reveal({"Carol": "x"}),
    )
    found_score = games.score(Record("good-enough", GoodEnough(), ("Alice", "Bob", "Carol"), reveals))
    assert [
        "round 1, Bob: 500 is above the highest number, 100",
        "round 2, Alice: −1 is below the lowest number, 0",
        "round 2, Zed: no such player in this game",
        "round 3, Carol: x is not a whole number",
    ] == problems(found_score)
    assert [{"Alice": 1, "Carol": 3}, {}, {}] == [part.plays for part in found_score.root.parts]
    assert ["It's Good Enough needs 3 or more players"] == problems(score("A 1 2 3\nB 1 2 3", rounds=3))


@settings(deadline=None)
@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["A", "B", "C", "D", ""]),
            st.one_of(st.integers(), st.booleans(), st.none(), st.text(max_size=3), st.floats()),
        ).map(Reveal),
        max_size=6,
    ),
    st.sampled_from([(), ("A",), ("A", "B", "C"), ("A", "B", "C", "D")]),
    st.sampled_from([{}, {"entry": "cards", "cards": 9}, {"entry": "cards", "cards": 2, "points_target": 3}]),
)
def test_scoring_never_raises_for_any_record(reveals, players, options):
    found_score = games.score(Record("good-enough", GoodEnough(**options), players, tuple(reveals)))
    assert set(players) == set(found_score.root.scores)
    assert all("\n" not in sentence for sentence in problems(found_score))


# Continuing a tied game


@pytest.mark.parametrize(
    ("letters", "nesting", "position"),
    [
        ("ABCAB", [5], (Position("round", 6),)),
        ("AABAAB", [3, 2], (Position("game", 3), Position("round", 1, 3))),
        ("AABABC", [3, 3], (Position("game", 2, 3), Position("round", 4))),
        ("AABAACABC", [3, 4], (Position("game", 3, 4), Position("round", 4))),
    ],
)
def test_G12_a_tie_continues_with_another_round_or_game_of_the_level_that_is_tied(letters, nesting, position):
    tied = record(won(letters), nesting=nesting)
    going = tied.rules.break_tie(tied, showdown=False)
    assert ("peel+sudden-death", tied.reveals) == (going.rules.tie_break, going.reveals)
    assert position == games.score(going).next_round.position


@pytest.mark.parametrize(
    ("letters", "options"),
    [
        ("", {}),
        ("AABBA", {}),
        ("AABA", {}),
        ("ABCAB", {"last": True}),
        ("AABABCA", {"nesting": [3, 3]}),  # the next game is begun
        ("ABCAABAAC", {"nesting": [3, 3]}),  # an earlier one is tied
        ("ABC", {"rounds": 3, **SUDDEN}),
        ("ABC", {"rounds": 3, **BOTH}),
    ],
)
def test_G12_a_game_without_a_tie_at_its_end_cannot_be_continued(letters, options):
    found_record = record(won(letters), **options)
    with pytest.raises(Refused, match=r"^there is no tie here that can be played on$"):
        found_record.rules.break_tie(found_record, showdown=False)


# The second scorer


def assert_agrees_with_the_second_scorer(document: dict[str, Any]) -> None:
    expected, used = result_of(document)
    whole = formats.record_from_document(document)
    late = [f"round {used + 1}: the game is over: no round can follow"]
    found_score = games.score(whole)
    assert (late if used < len(whole.reveals) else []) == problems(found_score), document
    assert (None is found_score.next_round) == expected["finished"] == found_score.root.finished
    counted = games.score(replace(whole, reveals=whole.reveals[:used]))
    assert ((), expected) == (counted.problems, formats.result_document(counted)), document


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_every_game_of_three_rounds_and_three_players_agrees_with_a_second_scorer(tie_break):
    for letters in product("ABC.", repeat=3):
        found_record = record(won("".join(letters)), rounds=3, tie_break=tie_break)
        assert_agrees_with_the_second_scorer(formats.record_to_document(found_record))


_CARDS = 5000  # enough for every player in every round, so that any card is laid once in the whole record
_LENGTHS: tuple[dict[str, Any], ...] = (
    {},
    {"rounds": 4},
    *({"nesting": each} for each in ([3], [3, 2], [4, 3], [3, 2, 2])),
)


def random_options(rng: Random) -> dict[str, Any]:
    """Return options that the rules allow together; the others keep their defaults."""
    low = rng.choice((0, 0, -3, 1))
    options: dict[str, Any] = {"low": low, "high": low + rng.choice((2, 5, 9, 40))}
    if rng.random() < 0.5:
        options["scoring"] = "mean"
    if rng.random() < 0.4:
        options["factor"] = rng.choice(("0.8", "2/3", "2", "1.0", "0.5", "07/5"))
    if low >= 0 and rng.random() < 0.5:
        options["points"] = "number"
    if rng.random() < 0.4:
        options["offsets"] = True
    options |= rng.choice(_LENGTHS)
    if rng.random() < 0.25:
        options["points_target"] = rng.choice((1, 4, 9, 30))
    options["tie_break"] = rng.choice((*TIE_BREAKS, *("showdown", "peel+showdown") * 3))
    if "showdown" in options["tie_break"]:
        return options
    entry = rng.choice(("each-round", "each-round", "lists", "cards"))
    if entry == "lists" and "points_target" not in options:
        options["entry"] = entry
    if entry == "cards":
        del options["low"], options["high"]
        options |= {"entry": entry, "cards": _CARDS}
    return options


def random_document(rng: Random) -> dict[str, Any]:
    """Return a record whose rounds may go on after the end of the game."""
    options = random_options(rng)
    players = ["Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gil"][: rng.choice((3, 3, 4, 4, 5, 7))]
    rng.shuffle(players)
    most = rng.choice((0, 2, 8, 20, 40))
    if "cards" in options and "nesting" not in options and rng.random() < 0.7:  # few, which are used up
        rounds_ = rng.randint(2, 6) if "points_target" in options else options.get("rounds", 5) + 1
        options["cards"] = rounds_ * len(players) + rng.randrange(len(players))
        most = min(most, rounds_)
    joined = {player: rng.choice((0, 0, 0, 3)) for player in players}  # G8
    attends = rng.choice((1, 0.9, 0.5))
    stack = options.get("cards", 0)
    cards = iter(rng.sample(range(1, stack + 1), min(stack, 400)))
    rounds: list[dict[str, Any]] = [
        {
            "plays": {
                player: next(cards) if "cards" in options else rng.randint(options["low"], options["high"])
                for player in rng.sample(players, len(players))
                if number >= joined[player] and rng.random() < attends
            }
        }
        for number in range(most)
    ]
    if rounds and rng.random() < 0.3:
        del rounds[rng.randrange(len(rounds)) + 1 :]
        rounds[-1]["last"] = True
    start = {"format": "companion.record/1", "game": "good-enough", "options": options}
    return {**start, "players": players, "rounds": rounds}


@pytest.mark.parametrize("seed", range(5))
def test_G1_to_G19_random_records_agree_with_a_second_scorer_in_everything(seed: int) -> None:
    rng = Random(seed)
    for _ in range(400):
        assert_agrees_with_the_second_scorer(random_document(rng))


@pytest.mark.parametrize("seed", range(40))
def test_scoring_more_rounds_never_changes_finished_parts(seed: int) -> None:
    rng = Random(seed)
    whole = formats.record_from_document(random_document(rng))
    count = rng.randint(0, len(whole.reveals))
    first = games.score(replace(whole, reveals=whole.reveals[:count]))
    assert_begins(first.root, games.score(whole).root)


def assert_begins(first, whole):
    """Assert that finished parts are unchanged and unfinished ones only grow."""
    if first.finished:
        assert first == whole
        return
    assert len(first.parts) <= len(whole.parts)
    for part, same in zip(first.parts, whole.parts, strict=False):
        assert_begins(part, same)


# Showdowns


def showdown(*rounds: str, last: bool = False, **options: Any) -> Score:
    """Score rounds of A, B, C and D after three in which D has won two and nobody else one: all are tied."""
    columns = ("7 7 7 1", "1 1 1 7", "1 1 1 1", *rounds)
    rows = zip("ABCD", zip(*(column.split() for column in columns), strict=True), strict=True)
    table = "\n".join(" ".join((name, *numbers)) for name, numbers in rows)
    return score(table, last=last, **{"rounds": 3, "tie_break": "showdown", **options})


@pytest.mark.parametrize(
    ("numbers", "options", "stay", "headline", "aim"),
    [
        (
            "10 20 30 41",
            {},
            "BC",
            "B and C stay",
            "20 and 30 are in the middle.",
        ),  # two middle numbers: the nearer one
        ("- - - -", {}, "ABCD", "Nobody is closest: all stay", ""),
        ("5 20 - 41", {}, "B", "B is closest", "The middle is 20."),
        ("1 2 3 100", {"scoring": "mean"}, "C", "C is closest", "The average is 26½."),
        (
            "10 20 30 41",
            {"scoring": "mean", "factor": "0.8"},
            "B",
            "B is closest",
            "The average is 25¼, and 0.8 times that is 20.2.",
        ),
        (
            "10 20 40 90",
            {"factor": "1/2"},
            "AB",
            "A and B stay",
            "The middle is 30, and ½ times that is 15.",
        ),
        ("10 10 10 40", {"offsets": True}, "BC", "B and C stay", ""),  # round 4: 10, 10¼, 10½, 40¾
    ],
)
def test_G16_G17_whoever_is_closest_to_the_middle_or_the_target_stays(
    numbers: str, options: dict[str, Any], stay: str, headline: str, aim: str
) -> None:
    found_showdown = showdown(numbers, **options)
    assert [tuple(stay)] == [each.left for each in found_showdown.root.showdown]
    assert headline == GoodEnough().round_headline(found_showdown.root.showdown[0]).sentence()
    assert aim in ("", found_showdown.root.showdown[0].reasons[0].sentence())
    assert found_showdown.next_round is None or tuple(stay) == found_showdown.next_round.contenders


def test_G16_where_the_host_ends_the_game_those_still_tied_share_the_win() -> None:
    during = sentences(showdown("10 20 30 41", last=True))
    assert "The host ended the showdown, so B and C, who are still tied, share the win." == during[-1]
    going = sentences(showdown("10 20 30 30", "10 10 9 8"))
    assert "After 2 rounds of the showdown A and B are still tied." == going[-1]
    assert "The tie stands: A, B, C and D share the win." == sentences(showdown(last=True))[-1]


# G17 to G19


@settings(deadline=None)
@given(st.lists(st.integers(0, 100), min_size=3, max_size=7), st.integers(1, 50))
def test_G19_with_offsets_nobody_is_disqualified_and_they_go_round(numbers: list[int], number: int) -> None:
    names = "ABCDEFG"[: len(numbers)]
    table = "\n".join(f"{name} " + f"{n} " * number for name, n in zip(names, numbers, strict=True))
    made = record(table, offsets=True, rounds=50)
    leaf = list(games.score(made).leaves())[-1]
    counting = made.rules.counting_numbers(leaf)
    found = [counting[name] - shown for name, shown in zip(names, numbers, strict=True)]
    assert sorted(found) == [Fraction(i, len(names)) for i in range(len(names))]
    assert Fraction(number % len(names), len(names)) == found[0]
