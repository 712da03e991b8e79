"""A game of It's Good Enough as a text table."""

from collections.abc import Iterator, Sequence

from companion.i18n.messages import format_value
from companion.rules.games.number_game import NumberRound
from companion.rules.results import Branch, Leaf, Node, PlayerId
from companion.rules.standing import PeeledResult
from companion.rules.text_table import level_outcome, wrap_columns


def table_lines(game: Branch, players: Sequence[PlayerId], above: str = "") -> Iterator[str]:
    """Yield a game, or a match after all its parts. `above` is the path to it: `match 1, game 2`."""
    for number, part in enumerate(game.parts, 1):
        if isinstance(part, PeeledResult):
            where = f"{above}, {part.kind} {number}" if above else f"{part.kind} {number}"
            yield from (where.capitalize(), "", *table_lines(part, players, where))
            yield from ("", *level_outcome(part), "")
    if game.kind == "match":
        yield from (f"{above.capitalize()}, all its parts" if above else "The match", "")
    rows = [["", *(f"{number} " for number in range(1, len(game.parts) + 1)), "points"]]
    for player in players:
        rows.append(
            [player, *(_cell(part, player) for part in game.parts), format_value(game.scores[player])]
        )
    yield from wrap_columns(rows)
    if game.parts:
        yield "* scores   x disqualified   - absent" if game.kind == "game" else "* wins"
    if isinstance(game, PeeledResult) and game.peels:
        yield from _peels(game, players)
    if game.showdown:
        yield from _showdown(game, players)


def _peels(game: PeeledResult, players: Sequence[PlayerId]) -> Iterator[str]:
    """Yield a column a peel: the points that it leaves, with a star behind those of the winner."""
    kind = game.parts[0].kind
    rows = [["", *(f"{peel.first}-{peel.last} " for peel in game.peels)]]
    for player in players:
        scores = ((format_value(peel.scores[player]), player in peel.winners) for peel in game.peels)
        rows.append([player, *(f"{points}{'*' if wins else ' '}" for points, wins in scores)])
    yield from (
        "",
        f"Peeled: the points counting only {kind}{'es' if kind == 'match' else 's'}",
        *wrap_columns(rows),
    )


def _showdown(game: Branch, players: Sequence[PlayerId]) -> Iterator[str]:
    """Yield a column a round of the showdown: all numbers, with a star behind those who stay."""
    rows = [["", *(f"{number} " for number in range(1, len(game.showdown) + 1))]]
    for player in players:
        rows.append(
            [
                player,
                *(_number_cell(leaf, player, "*" if player in leaf.left else " ") for leaf in game.showdown),
            ]
        )
    yield from ("", "The showdown: who is closest stays", *wrap_columns(rows))
    yield "* stays   x disqualified   - absent"


def _cell(part: Node, player: PlayerId) -> str:
    mark = "*" if player in part.winners else " "
    if not isinstance(part, Leaf):
        return mark
    return _number_cell(part, player, mark)


def _number_cell(leaf: Leaf, player: PlayerId, mark: str) -> str:
    if player not in leaf.plays:
        return f"-{mark}"
    if isinstance(leaf, NumberRound) and player in leaf.disqualified:
        mark = f"x{mark.strip()}"
    return f"{format_value(leaf.plays[player])}{mark}"
