"""A match of Saichugen as a text table."""

from collections.abc import Iterator, Sequence

from companion.rules.games.saichugen.levels import AnyRound, SaichugenGame, SaichugenRound
from companion.rules.results import Branch, Leaf, PlayerId
from companion.rules.text_table import align_columns, play_cells, score_row


def table_lines(root: Branch, players: Sequence[PlayerId]) -> Iterator[str]:
    """Yield a row a trick, with the sums of each round and the totals of each game."""
    games = [each for each in root.parts if isinstance(each, SaichugenGame)]
    rows = [row for number, game in enumerate(games, 1) for row in _game_rows(game, number, players)]
    yield from align_columns(rows or [["", *players]])
    if not games or isinstance(games[0].parts[0], SaichugenRound):
        yield "* wins the trick and stays open"
    for game in games:
        yield from (reason.sentence() for reason in game.reasons)


def _game_rows(game: SaichugenGame, number: int, players: Sequence[PlayerId]) -> Iterator[list[str]]:
    for count, part in enumerate(game.parts, 1):
        if isinstance(part, AnyRound):
            yield [f"game {number}, round {count}", *players]
            yield from _trick_rows(part, players)
            yield score_row("sum", part.scores, players)
            yield score_row("kept", part.kept, players)
    yield score_row(f"game {number}, total", game.scores, players)
    yield score_row(f"game {number}, points", game.points, players)


def _trick_rows(part: AnyRound, players: Sequence[PlayerId]) -> Iterator[list[str]]:
    tricks = part.parts if isinstance(part, SaichugenRound) else ()
    for number, trick in enumerate(tricks, 1):
        if isinstance(trick, Leaf):
            yield [f"trick {number}", *play_cells(trick, players)]
