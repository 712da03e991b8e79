"""Sentences of a result: the points they name are the gain, and their numbers those of the result."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from companion.i18n.errors import Refused
from companion.i18n.messages import format_value
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.contract import Game
from companion.rules.games.options import changed_options, form_fields
from companion.rules.games.pictures import Preset
from companion.rules.plays import PlayerId
from companion.rules.results import Branch, Leaf, Node, Reason, Score
from tests.support.contract_games import ContractGame, chosen_games, played, short_game
from tests.support.toy_game import SecondBest

RULES = (*games.GAMES.values(), SecondBest)
CHOSEN = tuple(game for rules in RULES for game in chosen_games(rules))
PLAYED = (*map(short_game, RULES), *CHOSEN)
PRESETS = tuple((rules, preset) for rules in RULES for preset in rules.presets)
GAIN = re.compile(
    r": (?P<named>no|\d+) (?:points?|rounds?)\b"
    r"|(?:\bgains?|\bYou take|\bwins) (?P<gained>\d+)"
    r"|is (?P<kept>\d+): .* keeps? it"
    r"|Your (?P<own>\d+) is in the middle: you keep it"
)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, SecondBest.name, SecondBest)


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for part in (*node.parts, *node.showdown) if isinstance(node, Branch) else ():
        yield from nodes(part)


def named_gain(sentence: str) -> int | None:
    """Return what a sentence says that it brings; None where it says nothing of it."""
    match = GAIN.search(sentence)
    return None if match is None else int(next(filter(None, match.groups())).replace("no", "0"))


def facts(rules: Game, node: Node, player: PlayerId) -> Iterator[object]:
    """Yield what may be shown beside a player: the number or rank presented, the score, the gain."""
    if isinstance(node, Leaf):
        play = node.plays[player]
        yield play.rank if isinstance(play, Card) else play
    gain = rules.gain(node, player)
    scores = getattr(node, "scores", {})
    yield from (scores.get(player), gain, format_value(gain), f"+{gain}")


def the_reason_is_true(rules: Game, node: Node, reason: Reason) -> None:
    sentence, numbers = reason.sentence(), reason.values.get("numbers", ())
    gain = named_gain(sentence)
    assert all(player in sentence for player in reason.players), sentence
    for player in reason.players if gain is not None else ():
        assert gain == rules.gain(node, player), sentence
    if isinstance(numbers, tuple):
        for player, number in zip(reason.players, numbers, strict=False):
            assert number in facts(rules, node, player), sentence
            assert "brings its own points" not in sentence or number == rules.gain(node, player), sentence
    if isinstance(node, Leaf) and isinstance(middle := reason.values.get("middle"), tuple):
        assert {*middle} <= {fact for player in node.plays for fact in facts(rules, node, player)}, sentence


@pytest.mark.parametrize("game", PLAYED, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_points_that_sentences_name_are_the_gain_and_their_numbers_those_of_the_result(
    game: ContractGame, seed: int
) -> None:
    rules, scored = game.rules, played(game, seed)
    for node in nodes(scored.score.root):
        for reason in node.reasons:
            assert {*reason.players} <= {*game.names}
            the_reason_is_true(rules, node, reason)
        for player in node.plays if isinstance(node, Leaf) and node.finished else ():
            outcome = rules.outcome(node, player)
            sentence = outcome.reason.sentence()
            assert named_gain(sentence) in (None, rules.gain(node, player)), sentence
            assert outcome.points in (None, rules.gain(node, player))
            own = {value for key, value in outcome.reason.values.items() if key in ("number", "tile", "sum")}
            assert own <= {node.plays[player]}, sentence


@pytest.mark.parametrize(("rules", "preset"), PRESETS, ids=lambda each: each.name)
def test_a_preset_is_found_again_from_its_options(rules: type[Game], preset: Preset) -> None:
    chosen = rules.read_options(preset.options)
    assert preset == chosen.preset == rules.read_options(changed_options(chosen)).preset
    assert preset.title == chosen.known_as


def brought(rules: Game, score: Score) -> list[dict[PlayerId, int]]:
    """Return what each round brings each player."""
    return [{player: rules.gain(leaf, player) for player in leaf.plays} for leaf in score.leaves()]


@pytest.mark.parametrize("game", CHOSEN, ids=str)
def test_an_option_that_changes_what_a_play_brings_changes_the_rules_in_words(game: ContractGame) -> None:
    chosen = played(game)
    for option in [name for name in game.options if name not in short_game(game.kind).options]:
        others = {name: value for name, value in game.options.items() if name != option}
        with suppress(Refused):  # it cannot be left out
            usual = game.kind.read_options(others)
            same_plays = games.score_record(replace(chosen.record, rules=usual)).score
            both = zip(brought(game.rules, chosen.score), brought(usual, same_plays), strict=False)
            if not same_plays.problems and any(chosen_so != usual_so for chosen_so, usual_so in both):
                assert game.rules.how_to != usual.how_to, option


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_each_option_is_played_otherwise_than_usual(rules: type[Game]) -> None:
    played_so = (short_game(rules).rules, *(game.rules for game in chosen_games(rules)))
    usual = rules.read_options({})
    options = [field.name for field in form_fields(rules)]
    assert [] == [
        name for name in options if all(getattr(each, name) == getattr(usual, name) for each in played_so)
    ]
