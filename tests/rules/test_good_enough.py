"""Games of It's Good Enough from the first round to the last (G1 to G15)."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.formats import record as formats
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Position, Reveal
from tests.support.naive_numbers import result_of
from tests.support.number_games import GAME_ONE, problems, record, score, sentences, won

TIE_BREAKS = ("peel", "sudden-death", "peel+sudden-death")


def outcome(found):
    """Return what most tests check of a score's root: winners, deciding rule and number of parts."""
    root = found.root
    return "".join(root.winners), root.decided_by, len(root.parts)


# The sample games


def test_G5_in_sample_game_one_bob_wins_with_the_middle_of_1_2_and_3():
    found = score(GAME_ONE)
    rounds = [part.winners for part in found.root.parts]
    assert [("Carol", "Dave"), ("Dave",), ("Bob", "Dave"), ("Alice", "Carol"), ("Bob", "Carol")] == rounds
    assert {"Alice": 1, "Bob": 2, "Carol": 3, "Dave": 3} == found.root.scores
    assert (("Bob", "median", 5), True, ()) == (outcome(found), found.root.finished, found.root.peels)
    assert ["The points are 1, 2 and 3; the middle is 2, and only Bob has it."] == sentences(found)


# Length and end of a game


def test_G2_a_game_is_finished_after_its_last_round_and_not_before():
    before, after = score(won("AAB"), rounds=4), score(won("AABC"), rounds=4)
    assert ((), False, None) == (before.root.winners, before.root.finished, before.root.decided_by)
    assert {"A": 2, "B": 1, "C": 0} == before.root.scores
    assert [] == sentences(before)
    assert (4, True, None) == (len(after.root.parts), after.root.finished, after.next_round)


SUDDEN, BOTH = {"tie_break": "sudden-death"}, {"tie_break": "peel+sudden-death"}


@pytest.mark.parametrize(
    ("letters", "options", "number"),
    [
        ("AABCC", {"rounds": 4}, 5),
        ("AABCC", {"rounds": 3}, 4),
        ("AA.BC", {"rounds": 3, **SUDDEN}, 5),
        ("AA.B.", {"points_target": 3}, 5),
        ("AAB.", {"last": 3}, 4),
    ],
)
def test_G2_G11_G12_a_play_after_the_last_round_is_a_problem(letters, options, number):
    last = options.get("last", 0)
    made = record(won(letters), **{name: value for name, value in options.items() if name != "last"})
    reveals = [replace(each, last=place == last) for place, each in enumerate(made.reveals, 1)]
    found = games.score(replace(made, reveals=tuple(reveals)))
    assert [f"round {number}: the game is over: no round can follow"] == problems(found)
    assert number - 1 == len(found.root.parts)


def test_a_game_without_rounds_is_not_finished():
    found = games.score(Record("good-enough", GoodEnough(), ("A", "B", "C")))
    assert ("game", {"A": 0, "B": 0, "C": 0}, ()) == (found.root.kind, found.root.scores, found.root.parts)
    assert 1 == found.next_round.number


# Ties


def test_G6_a_player_outside_the_tie_can_win_a_peel():
    found = score(won("AC.ABBACA", "ABCD"), rounds=9)
    assert {"A": 4, "B": 2, "C": 2, "D": 0} == found.root.scores
    assert ("B", "C") == found.root.reasons[0].players
    assert {"A": 1, "B": 2, "C": 0, "D": 0} == found.root.peels[-1].scores
    assert ("A", "peel") == outcome(found)[:2]


def test_G7_a_tie_that_no_peel_decides_is_shared_by_those_tied_before_peeling():
    found = score(won("ABCAB", "ABC"))
    assert ("ABC", "shared") == outcome(found)[:2]
    assert [(2, 4), (3, 3)] == [(peel.first, peel.last) for peel in found.root.peels]
    assert "No peel decides, so the tie stands: A, B and C share the win." == sentences(found)[-1]


@pytest.mark.parametrize(
    ("players", "letters", "options", "end"),
    [
        *(("ABC", "AAB", {"rounds": 3, "tie_break": each}, ("B", "median", 3)) for each in TIE_BREAKS),
        ("ABC", "AAB", {"rounds": 3, "last": True}, ("B", "median", 3)),
        ("ABCD", "CAABA", {"rounds": 9, "last": True}, ("B", "peel", 5)),
        ("ABCD", "CAABA", {}, ("B", "peel", 5)),
        ("ABCD", "CAABA", SUDDEN, ("", None, 5)),  # sudden death does not peel
        ("ABCD", "CAABA", BOTH, ("B", "peel", 5)),
        ("ABC", "ABCAB", BOTH, ("", None, 5)),
        # Six rounds: A, B and C 2; rounds 2 to 5 are B 2, C 1, A 1: a tie; rounds 3 and 4 C and A: a tie.
        ("ABC", "ABCABC", BOTH, ("", None, 6)),
        # Seven: C 3, A 2, B 2: a tie. Rounds 2 to 6: B 2, C 2, A 1; 3 to 5: C, A and B 1 each; 4: A.
        ("ABC", "ABCABCC", BOTH, ("", None, 7)),
        # Eight: C 3, A 2, B 2 again; rounds 2 to 7: B 2, C 3, A 1: B wins by this peel of eight rounds.
        ("ABC", "ABCABCC.", BOTH, ("B", "peel", 8)),
        ("ABC", "ABCABB", BOTH, ("A", "sudden-death", 6)),  # an added round gives a single middle
        ("ABC", "AA", {"points_target": 3}, ("", None, 2)),
        ("ABC", "A", {"points_target": 1}, ("ABC", "shared", 1)),  # instead of a number of rounds
        ("ABC", "AA.B..B", {"rounds": 3, "points_target": 4}, ("ABC", "shared", 7)),
    ],
)
def test_G5_G6_G11_G12_who_wins_by_what_after_how_many_rounds(players, letters, options, end):
    found = score(won(letters, players), **options)
    assert end == outcome(found)
    assert ([(2, end[2] - 1)] if end[1] == "peel" else []) == [
        (peel.first, peel.last) for peel in found.root.peels if peel.winners
    ]


def test_G12_sudden_death_adds_rounds_until_one_player_wins():
    found = score(won("ABC"), rounds=3, tie_break="sudden-death")
    assert ("", None, 3) == outcome(found)
    assert [
        "Everybody has the same points; the middle is 1, and A, B and C all have it: a tie.",
        "So a round is added.",
    ] == sentences(found)
    found = score(won("ABCA"), rounds=3, tie_break="sudden-death")
    assert "So another round is added." == sentences(found)[-1]
    found = score(won("ABCAB"), tie_break="peel+sudden-death")
    assert "No peel decides, so a round is added." == sentences(found)[-1]
    found = score(won("ABCAAB"), rounds=3, tie_break="sudden-death")
    assert ("B", "sudden-death", 6) == outcome(found)
    assert "To break the tie, 3 rounds were added." == sentences(found)[0]
    assert () == found.root.peels


# The host ends the game


def test_a_game_that_the_host_ended_is_decided_by_its_current_standing():
    found = score(won("AAB"), last=True)
    assert ("B", "median", 3) == outcome(found)
    assert [
        "The host ended it after 3 rounds.",
        "The points are 0, 1 and 2; the middle is 1, and only B has it.",
    ] == sentences(found)
    assert None is found.next_round


def test_G7_a_game_that_the_host_ended_in_a_tie_is_shared():
    found = score(won("A"), last=True)
    assert ("ABC", "shared", 1) == outcome(found)
    assert [
        "The host ended it after 1 round.",
        "The points are 0 and 1; 0 and 1 are both in the middle, so A, B and C tie.",
        "There are too few rounds to peel, so the tie stands: A, B and C share the win.",
    ] == sentences(found)


def test_G12_the_host_can_end_sudden_death_and_the_tie_stands():
    found = score(won("ABCA"), rounds=3, tie_break="sudden-death", last=True)
    assert ("ABC", "shared", 4) == outcome(found)
    assert [
        "To break the tie, 1 round was added.",
        "The host ended it after 4 rounds.",
        "The points are 1 and 2; 1 and 2 are both in the middle, so A, B and C tie.",
        "No round can be added, so the tie stands: A, B and C share the win.",
    ] == sentences(found)


def test_marking_the_last_round_by_the_rules_as_last_changes_nothing():
    assert score(won("AAB"), rounds=3).root == score(won("AAB"), rounds=3, last=True).root


# Points target


def test_G11_the_round_that_reaches_the_target_is_the_last_one():
    found = score(won("AA.B"), points_target=3)
    assert ("B", "median", 4) == outcome(found)
    assert "3 points are given: the target of 3 is reached." == sentences(found)[0]


def test_G11_two_points_in_one_round_can_exceed_the_target():
    found = score(GAME_ONE, points_target=8)
    assert ("Bob", "median", 5) == outcome(found)
    assert "9 points are given: the target of 8 is reached." == sentences(found)[0]


def test_G11_G12_sudden_death_follows_the_target():
    options = {"points_target": 3, "tie_break": "sudden-death"}
    assert ("", None, 3) == outcome(score(won("ABC"), **options))
    found = score(won("ABCAAB"), **options)
    assert ("B", "sudden-death", 6) == outcome(found)
    assert [
        "3 points are given: the target of 3 is reached.",
        "To break the tie, 3 rounds were added.",
    ] == sentences(found)[:2]


# Nesting


@pytest.mark.parametrize(
    ("letters", "games_won", "scores", "end"),
    [
        ("AABBBCBBA", "B C A", (1, 1, 1), ("ABC", "shared", 3)),
        ("AABAABAAC", "B B C", (0, 2, 1), ("C", "median", 3)),
        ("ABCAAB...", "ABC B ABC", (2, 3, 2), ("ABC", "shared", 3)),
    ],
)
def test_G15_each_winner_of_a_game_gets_a_point_in_the_match_and_their_middle_wins(
    letters, games_won, scores, end
):
    found = score(won(letters), nesting=[3, 3])
    assert ("match", ["game"] * 3) == (found.root.kind, [part.kind for part in found.root.parts])
    assert games_won.split() == ["".join(part.winners) for part in found.root.parts]
    assert (dict(zip("ABC", scores, strict=True)), end) == (found.root.scores, outcome(found))


def test_G15_a_match_is_peeled_by_games():
    found = score(won("CCAAABAABAACCCA"), nesting=[3, 5])
    assert {"A": 2, "B": 2, "C": 1} == found.root.scores
    assert ("C", "peel", 5) == outcome(found)
    assert {"A": 0, "B": 2, "C": 1} == found.root.peels[0].scores
    assert (
        "Counting only games 2 to 4, the points are 0, 1 and 2; the middle is 1, and only C has it."
        == sentences(found)[-1]
    )


def test_G15_games_nest_to_any_depth():
    found = score(won("AAB" * 8), nesting=[3, 2, 2, 2])
    branch = [found.root]
    while hasattr(branch[-1], "parts"):
        branch.append(branch[-1].parts[0])
    assert ["match", "match", "match", "game", "round"] == [node.kind for node in branch]
    assert [2, 2, 2, 3] == lengths(found.root)
    assert {"A": 2, "B": 2, "C": 2} == found.root.scores


def lengths(node):
    return [len(node.parts), *lengths(node.parts[0])] if getattr(node, "parts", ()) else []


def test_G15_the_reasons_of_a_match_of_matches_name_matches():
    found = score(won("AAB" * 12), nesting=[3, 2, 6], last=True)
    assert [6, 2, 3] == lengths(found.root)
    assert "Counting only matches 2 to 5," in sentences(found)[1]


def test_G12_G15_above_the_first_level_whole_games_are_added():
    options = {"nesting": [3, 2], "tie_break": "sudden-death"}
    found = score(won("AABAAB"), **options)
    assert ("", None, 2) == outcome(found)
    assert [
        "The points are 0 and 2; 0 and 2 are both in the middle, so A, B and C tie.",
        "So a game is added.",
    ] == sentences(found)
    assert (Position("game", 3), Position("round", 1, 3)) == found.next_round.position
    found = score(won("AABAABAAC"), **options)
    assert ("C", "sudden-death", 3) == outcome(found)
    assert "To break the tie, 1 game was added." == sentences(found)[0]


def test_G11_G15_a_target_applies_to_the_innermost_games():
    found = score(won("AA.BCCAA.B.A"), nesting=[5, 3], points_target=3)
    assert [4, 3, 5] == [len(part.parts) for part in found.root.parts]


def test_G15_an_unfinished_match_shows_the_game_being_played():
    found = score(won("AABA"), nesting=[3, 3])
    assert [True, False] == [part.finished for part in found.root.parts]
    assert {"A": 0, "B": 1, "C": 0} == found.root.scores
    assert {"A": 1, "B": 0, "C": 0} == found.root.parts[1].scores
    ask = found.next_round
    assert (5, (Position("game", 2, 3), Position("round", 2, 3))) == (ask.number, ask.position)


def test_G15_between_two_games_no_empty_one_is_shown():
    found = score(won("AAB"), nesting=[3, 2, 2])
    assert [1, 1, 3] == lengths(found.root)
    inner = found.root.parts[0]
    assert [False, False, True] == [found.root.finished, inner.finished, inner.parts[0].finished]
    place = (Position("match", 1, 2), Position("game", 2, 2), Position("round", 1, 3))
    assert place == found.next_round.position


def test_G15_when_the_host_ends_the_game_every_open_level_closes_with_its_current_standing():
    found = score(won("AABAACAABBBCA"), nesting=[3, 2, 3], last=True)
    assert [True] * 3 == [part.finished for part in found.root.parts]
    assert [[3, 3], [3, 3], [1]] == [[len(game.parts) for game in part.parts] for part in found.root.parts]
    assert None is found.next_round


def test_G15_when_the_host_ends_the_game_between_two_games_no_empty_one_is_closed():
    found = score(won("AAB"), nesting=[3, 2, 2], last=True)
    assert [1, 1, 3] == lengths(found.root)
    assert ("ABC", "shared") == outcome(found)[:2]
    assert ["The host ended it after 1 match."] == sentences(found)[:1]
    game = found.root.parts[0].parts[0]
    assert ("B", "median") == ("".join(game.winners), game.decided_by)
    assert 1 == len(game.reasons)


def test_G15_an_upper_level_that_finishes_with_an_ended_game_does_not_count_as_ended():
    found = score(won("AABAABAA"), nesting=[3, 3], last=True)
    assert ["The host ended it after 2 rounds."] == [b.sentence() for b in found.root.parts[2].reasons][:1]
    assert "The points are" == sentences(found)[0][:14]


# Lists, absences, late players


def test_G14_lists_are_requested_at_once_and_scored_as_rounds():
    assert 5 == games.score(record("A\nB\nC", entry="lists")).next_round.plays_at_once
    assert 3 == score(won("AA"), entry="lists").next_round.plays_at_once
    assert 1 == score(won("A")).next_round.plays_at_once
    assert score(GAME_ONE).root == score(GAME_ONE, entry="lists").root


def test_G14_G15_each_list_is_one_game_of_a_match():
    ask = score(won("AAB"), entry="lists", nesting=[3, 4]).next_round
    assert (3, (Position("game", 2, 4), Position("round", 1, 3))) == (ask.plays_at_once, ask.position)


def test_G12_G14_rounds_added_to_lists_are_requested_one_by_one():
    for letters, number in ("ABC", 4), ("ABCA", 5):
        ask = score(won(letters), entry="lists", rounds=3, tie_break="sudden-death").next_round
        assert (1, (Position("round", number),)) == (ask.plays_at_once, ask.position)


def test_G8_a_player_who_joins_late_or_leaves_keeps_the_points_won():
    found = score(
        """
        Ann   1  2  3  3  5
        Bob   2  1  4  4  -
        Late  -  -  -  2  4
        Left  3  0  -  -  -
        """
    )
    assert {"Ann": 3, "Bob": 3, "Late": 1, "Left": 0} == found.root.scores
    assert ("Late", "median", 5) == outcome(found)


def test_G8_a_round_that_nobody_plays_counts_as_a_round():
    assert 3 == len(score("A - - -\nB - - -\nC - - -", rounds=3).root.parts)


# Allowed plays


def test_G1_each_player_may_play_a_number_in_the_range_or_be_absent():
    ask = score(won("AA"), low=-5, high=5).next_round
    assert (3, (Position("round", 3, 5),), False) == (ask.number, ask.position, ask.everyone_must_play)
    assert ["A", "B", "C"] == list(ask.allowed)
    assert -5 == ask.allowed["B"].read("−5")
    with pytest.raises(Refused, match=r"^6 is above the highest number, 5$"):
        ask.allowed["C"].check(6)


def test_G11_with_a_target_the_number_of_rounds_is_unknown():
    assert (Position("round", 3),) == score(won("AA"), points_target=9).next_round.position
    found = score(won("AA"), points_target=9, nesting=[5, 2])
    assert (Position("game", 1, 2), Position("round", 3)) == found.next_round.position


# Problems


def test_fewer_than_three_players_are_too_few():
    assert ["It's Good Enough needs 3 or more players"] == problems(score("A 1 2 3\nB 1 2 3", rounds=3))
    assert [] == problems(score("A 1 2 3\nB 1 2 3\nC 1 2 3", rounds=3))


def test_a_problem_names_the_round_the_player_and_the_reason_and_its_play_counts_as_an_absence():
    reveals = (
        Reveal({"Alice": 1, "Bob": 500, "Carol": 3}),
        Reveal({"Alice": -1, "Zed": 3}),
        Reveal({"Carol": "x"}),
    )
    found = games.score(Record("good-enough", GoodEnough(), ("Alice", "Bob", "Carol"), reveals))
    assert [
        "round 1, Bob: 500 is above the highest number, 100",
        "round 2, Alice: −1 is below the lowest number, 0",
        "round 2, Zed: no such player in this game",
        "round 3, Carol: x is not a whole number",
    ] == problems(found)
    assert [{"Alice": 1, "Carol": 3}, {}, {}] == [part.plays for part in found.root.parts]
    assert ("Alice", "Carol") == found.root.parts[0].winners


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
    found = games.score(Record("good-enough", GoodEnough(**options), players, tuple(reveals)))
    assert set(players) == set(found.root.scores)
    assert all("\n" not in sentence for sentence in problems(found))


# Continuing a tied game


def test_G12_a_standing_tie_can_be_continued():
    tied = record(won("ABCAB"))
    going = tied.rules.break_tie(tied, showdown=False)
    assert ("peel+sudden-death", tied.reveals) == (going.rules.tie_break, going.reveals)
    found = games.score(going)
    assert (False, 6) == (found.root.finished, found.next_round.number)


@pytest.mark.parametrize(
    ("letters", "nesting", "position"),
    [
        ("AABAAB", [3, 2], (Position("game", 3), Position("round", 1, 3))),
        ("AABABC", [3, 3], (Position("game", 2, 3), Position("round", 4))),
        ("AABAACABC", [3, 4], (Position("game", 3, 4), Position("round", 4))),
    ],
)
def test_G12_a_tied_match_continues_with_another_game_and_its_tied_last_game_with_a_round(
    letters, nesting, position
):
    tied = record(won(letters), nesting=nesting)
    assert position == games.score(tied.rules.break_tie(tied, showdown=False)).next_round.position


@pytest.mark.parametrize(
    "found",
    [
        record("A\nB\nC"),
        record(won("AABBA")),
        record(won("AABA")),
        record(won("ABCAB"), last=True),
        record(won("AABABCA"), nesting=[3, 3]),
        record(won("ABCAABAAC"), nesting=[3, 3]),
        record(won("ABC"), rounds=3, tie_break="sudden-death"),
        record(won("ABC"), rounds=3, tie_break="peel+sudden-death"),
    ],
    ids=["empty", "decided", "unfinished", "ended", "next game begun", "earlier tie", "sudden", "both"],
)
def test_G12_a_game_without_a_tie_at_its_end_cannot_be_continued(found):
    with pytest.raises(Refused, match=r"^there is no tie here that can be played on$"):
        found.rules.break_tie(found, showdown=False)


# Reasons


@pytest.mark.parametrize(
    ("letters", "options", "rules"),
    [
        ("AAB", {"rounds": 3}, ["G5"]),
        ("ABCAB", {}, ["G5", "G6", "G6", "G7"]),
        ("AA", {"last": True}, ["G2", "G5", "G7"]),
        ("AA.", {"rounds": 3, "tie_break": "sudden-death"}, ["G5", "G12"]),
        ("AA.B", {"rounds": 3, "tie_break": "sudden-death"}, ["G12", "G5"]),
        ("AAB", {"points_target": 3}, ["G11", "G5"]),
        ("A..", {"points_target": 2, "last": True}, ["G2", "G5", "G6", "G7"]),
    ],
)
def test_every_reason_of_a_decision_cites_its_rule(letters, options, rules):
    assert rules == [reason.rule for reason in score(won(letters), **options).root.reasons]


def test_the_reasons_of_a_decision_contain_their_values():
    reason = score(GAME_ONE).root.reasons[0]
    assert (("Bob",), {"distinct": (1, 2, 3), "middle": (2,)}) == (reason.players, reason.values)


# Laws


def assert_agrees_with_the_second_scorer(found: Record):
    expected, used = result_of(formats.record_to_document(found))
    late = [f"round {used + 1}: the game is over: no round can follow"]
    whole = games.score(found)
    assert (late if used < len(found.reveals) else []) == problems(whole)
    assert (expected["winners"], expected["finished"]) == (list(whole.root.winners), whole.root.finished)
    assert (None is whole.next_round) == whole.root.finished
    assert expected == formats.result_document(games.score(replace(found, reveals=found.reveals[:used])))


options = st.builds(
    GoodEnough,
    nesting=st.sampled_from([(3,), (4,), (3, 2), (4, 3), (3, 2, 2)]),
    tie_break=st.sampled_from(TIE_BREAKS),
    points_target=st.sampled_from([None, None, 1, 4]),
)


@settings(deadline=None)
@given(options, st.lists(st.sets(st.sampled_from("ABCD"), max_size=2), max_size=40), st.booleans())
def test_every_combination_of_options_agrees_with_a_second_implementation(options, rounds, last):
    reveals = [showing(each) for each in rounds]
    if last and reveals:
        reveals[-1] = replace(reveals[-1], last=True)
    assert_agrees_with_the_second_scorer(Record("good-enough", options, tuple("ABCD"), tuple(reveals)))


def showing(winners):
    """Make a round of four players in which exactly these score."""
    if 2 == len(winners):
        return Reveal({player: ord(player) if player in winners else 1 for player in "ABCD"})
    return Reveal({player: 2 if player in winners else 1 for player in "ABCD"})


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_every_game_of_three_rounds_and_three_players_agrees_with_a_second_implementation(tie_break):
    for letters in product("ABC.", repeat=3):
        assert_agrees_with_the_second_scorer(record(won("".join(letters)), rounds=3, tie_break=tie_break))


@settings(deadline=None)
@given(options, st.lists(st.sets(st.sampled_from("ABCD"), max_size=2), max_size=30), st.data())
def test_scoring_more_rounds_never_changes_finished_parts(options, rounds, data):
    whole = Record("good-enough", options, tuple("ABCD"), tuple(showing(each) for each in rounds))
    count = data.draw(st.integers(0, len(rounds)))
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


@pytest.mark.parametrize(("players", "who"), [("ABCDEF", "A, B, C, D, E and F"), ("ABCDEFG", "7 players")])
def test_G5_up_to_six_who_tie_are_named_and_more_are_counted(players, who):
    found = score(won("...", players), rounds=3, tie_break="sudden-death")
    assert f"and {who} all have it: a tie." in found.root.reasons[0].sentence()
