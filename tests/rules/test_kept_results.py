"""Score kept by results in the three card games (R1 to R4)."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.formats.record import record_to_document, result_document
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.struck import strike
from companion.rules.results import Branch, ResultLeaf, Reveal, Score
from tests.support import naive_results
from tests.support.card_games import NAMES, deal, random_game, reasons_of, sentences
from tests.support.card_games import record as cards
from tests.support.kept_results import GAMES, decided, random_record, reduced

each_game = pytest.mark.parametrize("game", GAMES)


def kept(game: str, *entries: str, **options: Any) -> Record:
    """Return a record by results: `0 1 4` is an entry of three players; `last` after it ends the game."""
    rules = games.find_game(game).read_options({"keep": "results", **options})
    found = [each.split() for each in entries]
    numbers = [[int(word) for word in words if word != "last"] for words in found]
    who = NAMES[: len(numbers[0])] if numbers else NAMES[:3]
    reveals = [
        Reveal(dict(zip(who, row, strict=True)), last="last" in words)
        for row, words in zip(numbers, found, strict=True)
    ]
    return Record(game, rules, who, tuple(reveals))


def scored(game: str, *entries: str, **options: Any) -> Score:
    """Score such a record, which must break no rule."""
    found = games.score(kept(game, *entries, **options))
    assert () == found.problems
    return found


def latest(found: Score) -> Any:
    """Return the result of the last entry."""
    return found.latest(1)[0]


@pytest.mark.parametrize(
    ("game", "entry", "kind", "winners"),
    [
        ("mediocrity", "0 1 2 2", "hand", "Bob"),
        ("mediocrity", "0 1 1 1", "hand", "Bob Cyd Dan"),
        ("mediocrity", "0 0 0 0", "hand", ""),
        ("saichugen", "5 9 11", "round", "Bob"),
        ("saichugen", "0 0 23", "round", "Ann Bob"),
    ],
)
def test_R1_M6_R2_S5_the_result_of_an_entry_is_what_was_entered_and_who_wins_by_it(
    game: str, entry: str, kind: str, winners: str
) -> None:
    found = latest(scored(game, entry))
    assert isinstance(found, ResultLeaf)
    assert (kind, tuple(winners.split()), True) == (found.kind, found.winners, found.finished)
    assert dict(zip(NAMES, map(int, entry.split()), strict=False)) == found.scores == found.plays
    if game == "saichugen":
        assert found.kept == {player: own if player in winners else 0 for player, own in found.plays.items()}


def test_R1_a_hand_that_was_not_entered_for_all_is_open_and_counts_nothing_for_the_others() -> None:
    record = kept("mediocrity", "0 1 2")
    entered = replace(record, reveals=(Reveal({"Bob": 1}),))
    hand = latest(games.score(entered))
    assert (False, (), {"Ann": 0, "Bob": 1, "Cyd": 0}) == (hand.finished, hand.winners, hand.scores)


def test_R1_M7_the_host_can_end_the_game_after_any_hand() -> None:
    found = scored("mediocrity", "0 1 2", "0 2 1 last")
    assert (("Bob", "Cyd"), True) == (found.root.winners, found.root.finished)
    assert "M7 The host ended the game before anybody reached 4." == reasons_of(found.root)[0]
    assert all(part.finished for part in found.root.parts)


_LEFT, _SUM = "cards cannot be left: a hand has 13", "cannot be the sum of"


@pytest.mark.parametrize(
    ("game", "entries", "problems"),
    [
        ("mediocrity", "0 1 1, 1 2 3", "2: nobody is out of cards: a hand ends when somebody is"),
        ("mediocrity", "0 14 -1", f"1, Bob: 14 {_LEFT}|1, Cyd: −1 {_LEFT}"),
        ("saichugen", "0 0 40", f"1, Cyd: 40 {_SUM} 3 open cards: that is 0 to 39"),
        ("saichugen tricks=1", "-1 0 0", f"1, Ann: −1 {_SUM} 1 open card: that is 0 to 13"),
        ("saichugen tricks=5 rounds=1", "0 0 65", ""),
        ("saichugen", "13 13 14", "1: together the sums are 40: in 3 tricks they are 39 at most"),
        ("saichugen", "13 13 13", ""),
        ("median", "1 0 1", "1: only one player can take a round, not 2"),
        ("median", "0 2 0", "1, Bob: 2 is neither 1, for who took the round, nor 0"),
    ],
)
def test_R1_R2_R3_an_entry_that_cannot_be_is_refused(game: str, entries: str, problems: str) -> None:
    name, *options = game.split()
    record = kept(name, *entries.split(", "), **{key: int(n) for key, n in (o.split("=") for o in options)})
    assert [f"round {each}" for each in problems.split("|") if each] == sentences(games.score(record))


def test_R1_exactly_the_hands_in_which_somebody_is_out_are_allowed() -> None:
    rules = games.find_game("mediocrity").read_options({"keep": "results"})
    refused = 0
    for hand in product(range(14), repeat=3):
        try:
            rules.check_plays(dict(zip(NAMES, hand, strict=False)))
        except Refused:
            refused += 1
            assert min(hand) > 0
        else:
            assert min(hand) == 0
    assert refused == 13**3


def test_R2_S6_a_game_that_the_host_ends_is_decided_by_the_rounds_there_are() -> None:
    found = scored("saichugen", "5 9 11", "1 2 3 last")
    [game] = found.root.parts
    assert isinstance(game, Branch)
    assert (2, True, {"Ann": 0, "Bob": 11, "Cyd": 0}) == (len(game.parts), game.finished, game.scores)
    assert ("Ann", "Cyd") == found.root.winners


def test_R2_exactly_the_sums_that_are_low_enough_together_are_allowed() -> None:
    rules = games.find_game("saichugen").read_options({"keep": "results", "tricks": 1})
    allowed = 0
    for sums in product(range(14), repeat=3):
        try:
            rules.check_plays(dict(zip(NAMES, sums, strict=False)))
        except Refused:
            assert sum(sums) > 13
        else:
            allowed += 1
    assert allowed == 560  # the ways to write 0 to 13 as three sums: 16 over 3


@pytest.mark.parametrize(
    ("lead", "entries", "leaders"),
    [
        ("winner", "000 000 010 000 001 000", "Ann Ann Ann Bob Bob Cyd Cyd"),
        ("alternate", "000 000 010 000 001 000", "Ann Bob Cyd Ann Bob Cyd Ann"),
        ("loser", "00 01 00 10 10 00", "Ann Ann Ann Ann Bob Bob Bob"),
        ("alternate", "00 01 00 10 10 00", "Ann Bob Ann Bob Ann Bob Ann"),
        (None, "00 01 00 10 10 00", "Ann Bob Ann Bob Ann Bob Ann"),
    ],
)
def test_R3_D3_D9_the_dealer_leads_until_somebody_has_won_then_the_lead_passes(
    lead: str | None, entries: str, leaders: str
) -> None:
    found = scored("median", *(" ".join(each) for each in entries.split()), lead=lead)
    assert found.next_round is not None
    assert leaders.split() == [
        *(getattr(each, "leader", "") for each in found.root.parts),
        found.next_round.leader,
    ]


def test_R3_D7_D8_a_game_has_as_many_rounds_as_with_cards() -> None:
    found = scored("median", *["0 1"] * 3, "0 0", lowest="A", hand=2, decks=2)
    assert (None, ("Bob",), 3) == (found.next_round, found.root.winners, found.root.scores["Bob"])
    assert "D8 1 round stays in the pool for nobody." in reasons_of(found.root)


def test_R3_a_call_and_deals_are_refused() -> None:
    plain = kept("median", "0 1")
    called = replace(plain, reveals=(replace(plain.reveals[0], call="high"),))
    assert ["round 1: where only results are entered, nobody calls high or low"] == sentences(
        games.score(called)
    )
    for game in ("median", "saichugen"):
        empty = kept(game)
        dealt = replace(empty, deals=(deal(NAMES[:3], (), 0),))
        found = games.score(dealt)
        assert ["deals: where only results are entered, no cards are dealt"] == sentences(found)
        assert found.root == games.score(empty).root


def test_R4_the_numbers_game_has_nothing_to_shorten() -> None:
    with pytest.raises(Refused, match="keep is not an option of this game"):
        games.find_game("good-enough").read_options({"keep": "results"})


@each_game
def test_R1_R2_R3_a_result_is_a_whole_number_and_everybody_has_one(game: str) -> None:
    rules = games.find_game(game).read_options({"keep": "results"})
    for wrong, text in [(True, "True"), (1.0, "1.0"), ("1", "1"), (None, "None")]:
        plays: Any = {"Ann": 0, "Bob": 0, "Cyd": wrong}
        found = games.score(Record(game, rules, NAMES[:3], (Reveal(plays),)))
        assert [f"round 1, Cyd: {text} is not a whole number"] == sentences(found)
    found = games.score(Record(game, rules, NAMES[:3], (Reveal({"Ann": 0, "Bob": 0, "Eve": 0}),)))
    assert [
        "round 1, Cyd: has no result, and in this game everybody must have one",
        "round 1, Eve: no such player in this game",
    ] == sentences(found)


@each_game
def test_R1_R2_R3_an_entry_that_breaks_a_rule_keeps_its_place_and_moves_nothing(game: str) -> None:
    rules = games.find_game(game).read_options({"keep": "results"})
    plays: Any = {"Ann": 0, "Bob": 0}
    found = games.score(Record(game, rules, NAMES[:3], (Reveal(plays),)))
    [leaf] = found.leaves()
    assert ((), False, plays, ()) == (leaf.winners, leaf.finished, leaf.plays, found.root.winners)
    assert not any(found.root.scores.values())
    assert found.next_round is not None
    assert found.next_round.position[-1].number == 2


@pytest.mark.parametrize(
    ("game", "entries"),
    [
        ("mediocrity", ["0 1 2", "1 1 1", "0 14 1", "0 0 2"]),
        ("mediocrity", ["0 1 2 last", "0 1 1"]),
        ("saichugen", ["5 9 11", "20 20 20", "5 40 3", "1 2 3"]),
        ("median", ["0 0 1", "1 1 0", "0 0 2", "0 1 0"]),
    ],
)
def test_R1_R2_R3_a_record_whose_wrong_entries_are_struck_gives_the_same_result(
    game: str, entries: list[str]
) -> None:
    broken = games.score_record(kept(game, *entries))
    assert broken.score.problems
    struck = games.score(strike(broken))
    assert () == struck.problems
    assert result_document(broken.score) == result_document(struck)


@each_game
def test_R1_R2_R3_the_score_keeper_is_asked_for_all_results_together(game: str) -> None:
    record = kept(game)
    asked = games.score(record).next_round
    assert asked is not None
    pads = {"mediocrity": ("keys", None), "saichugen": ("digits", (0, 39)), "median": ("one", None)}
    for allowed in asked.allowed.values():
        assert pads[game] == (allowed.pad, allowed.typed_range)
        assert bool(allowed.keys(lambda _: ())) == (allowed.pad != "digits")
        assert [allowed.check(each) for each in allowed.choices()] == list(allowed.choices())
        assert allowed.read(" ２ ".strip() if game != "median" else "１") in allowed.choices()
        with pytest.raises(Refused, match="Enter a number from 0 to"):
            allowed.read(" ")
    assert (True, True, None) == (asked.is_result, asked.everyone_must_play, asked.caller)
    assert (True, False) == (record.rules.keeps_results, record.rules.can_deal)
    assert record.rules.deal(games.score_record(record), random.Random(1).shuffle) is None
    assert len(record.rules.how_to) == len(type(record.rules).in_words) + 1


@each_game
def test_a_game_of_cards_is_asked_for_no_results(game: str) -> None:
    record = cards(game, 3)
    asked = games.score(record).next_round
    assert asked is not None
    assert (False, False) == (asked.is_result, record.rules.keeps_results)
    assert {"keys"} == {allowed.pad for allowed in asked.allowed.values()}
    assert record.rules.how_to == type(record.rules).in_words


@pytest.mark.parametrize(
    ("game", "entry", "headline", "to_players"),
    [
        (
            "mediocrity",
            "0 1 4",
            "1 card left: Bob’s point",
            """You have no cards left: no point
            You have 1 card left, the fewest but not none: 1 point
            You have 4 cards left: others have fewer""",
        ),
        ("mediocrity", "0 0 0", "Nobody gets the point", "\n".join(["You have no cards left: no point"] * 3)),
        (
            "saichugen",
            "5 9 11",
            "Bob keeps 9",
            """Your 5 is not in the middle: it is lost
            Your 9 is in the middle: you keep it
            Your 11 is not in the middle: it is lost""",
        ),
        ("median", "0 1", "Bob takes 1 round", "Bob takes the round\nYou take 1 round"),
        (
            "median",
            "0 0",
            "Tied: into the pool",
            "\n".join(["The round is tied: its cards go to the pool"] * 2),
        ),
    ],
)
def test_R1_R2_R3_sentences_to_players_say_what_became_of_their_results(
    game: str, entry: str, headline: str, to_players: str
) -> None:
    record = kept(game, entry)
    leaf = latest(games.score(record))
    assert headline == record.rules.round_headline(leaf).sentence()
    told = [record.rules.outcome(leaf, player).reason.sentence() for player in record.players]
    assert [line.strip() for line in to_players.splitlines()] == told


_MOST = {"rounds": 3, "tricks": 4, "games": 2}


@each_game
@settings(max_examples=15)
@given(data=st.data())
def test_R1_R2_R3_results_of_cards_decide_as_the_cards_do(game: str, data: st.DataObject) -> None:
    players = 3 if game == "saichugen" else data.draw(st.integers(3 if game == "mediocrity" else 2, 5))
    if game == "mediocrity":
        options: dict[str, Any] = {"target": data.draw(st.integers(1, 4))}
    elif game == "saichugen":
        options = {name: data.draw(st.integers(1, most)) for name, most in _MOST.items()}
    else:
        leads = ["winner", "alternate", *(["loser"] if players == 2 else [])]
        options = {"hand": 2, "lowest": "9", "lead": data.draw(st.sampled_from(leads))}
    record = random_game(cards(game, players, **options), data.draw(st.integers(0, 2**32)))
    stop, last = data.draw(st.integers(0, len(record.reveals))), data.draw(st.booleans())
    reveals = record.reveals[:stop]
    if stop and last:
        reveals = (*reveals[:-1], replace(reveals[-1], last=True))
    record = replace(record, reveals=reveals)
    score = games.score(record)
    entered = reduced(record, score)
    found = games.score(entered)
    assert () == found.problems
    if entered.reveals or not score.root.finished:  # a game that the host ends at once has no entry
        assert decided(score) == decided(found)


@each_game
def test_R1_R2_R3_an_independent_scorer_agrees_on_random_records(game: str) -> None:
    for seed in range(150):
        record = random_record(game, seed)
        found = games.score(record)
        assert () == found.problems
        assert naive_results.result_of(record_to_document(record)) == result_document(found), seed


@each_game
def test_a_score_is_continued_as_it_is_worked_out_from_the_start(game: str) -> None:
    record = random_record(game, 4)
    found = games.score_record(replace(record, reveals=()))
    for number, reveal in enumerate(record.reveals, 1):
        found = found.after(reveal)
        assert found == games.score_record(replace(record, reveals=record.reveals[:number]))
