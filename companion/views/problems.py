"""Sentences for the rules that are broken since a correction."""

from collections.abc import Iterator
from dataclasses import replace

from companion.i18n.messages import bidi_isolate, capitalize_first, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.views import headings


def problem_sentences(room: Room, game: GameState) -> Iterator[str]:
    """Yield a sentence for each rule that is broken since a correction, with the round if it is known."""
    for where, problem in _problems(room, game):
        if where:
            yield translate("{where}: {problem}.", where=capitalize_first(where), problem=problem)
        else:
            yield translate("{problem}.", problem=problem)


def _problems(room: Room, game: GameState) -> Iterator[tuple[str, str]]:
    """Yield the name of the round in which a rule is broken, empty if unknown, and the problem."""
    if not game.score.problems:
        return
    counted = [
        where for where, row in zip(headings.round_names(game), game.rounds, strict=True) if not row.void
    ]
    for problem in game.score.problems:
        sentence = replace(problem, round=None).sentence(lambda seat: bidi_isolate(room.name(seat)))
        yield counted[problem.round - 1] if problem.round and problem.round <= len(counted) else "", sentence


def evening_problems(room: Room) -> Iterator[str]:
    """Yield a sentence for each broken rule of all games, with the game."""
    for state in room.games:
        game = headings.evening_game_name(state.number)
        for where, problem in _problems(room, state):
            if where:
                yield translate(
                    "{where}: {problem}.", where=headings.join_parts(game, where), problem=problem
                )
            else:
                yield translate("{game}, {problem}.", game=game, problem=problem)
