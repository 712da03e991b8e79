"""The replay of a revealed round: what the TV showed, and the scores after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.i18n.messages import capitalize_first, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens import endings, headings, reveals, scoreboard, snapshots
from companion.screens.endings import EndedPart, GameEnding
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names
from companion.screens.reveals import PlayerCards, RevealView
from companion.screens.scoreboard import ScoreRow


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to another round: its game, its number in that game, and its name."""

    game: int
    round: int
    heading: str


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A revealed round as the TV showed it, and `rows` after it.

    `void`: the round does not count. `notes` explain that, and name the players who were corrected.
    """

    code: str
    game: int
    number: int
    title: str
    heading: str
    void: bool
    notes: tuple[str, ...]
    last: RevealView | None
    open: tuple[PlayerCards, ...]
    parts: tuple[EndedPart, ...]
    final: GameEnding | None
    figure: str
    rows: tuple[ScoreRow, ...]
    before: RoundLink | None
    next: RoundLink | None


def replay_view(room: Room, game: GameState, number: int) -> ReplayView:
    """Build the replay of a revealed round of a game."""
    shown, after = snapshots.game_showing(game, number), snapshots.game_after(game, number)
    counts = shown is not None and not game.rounds[number - 1].void
    alone = snapshots.room_of_game(room, after)
    figure, rows = ("", ()) if hides_scores(room, game) else scoreboard.scoreboard(alone)
    return ReplayView(
        code=room.code,
        game=game.number,
        number=number,
        title=translate(game.record.rules.known_as),
        heading=capitalize_first(headings.round_name(game, number)),
        void=not counts,
        notes=tuple(_notes(room, game, number, shown)),
        last=reveals.last_reveal(room, shown) if shown else None,
        open=reveals.open_cards(room, after) if counts else (),
        parts=endings.ended_parts(room, after) if counts and not hides_scores(room, game) else (),
        final=endings.game_ending(room, after) if counts and after.score.next_round is None else None,
        figure=figure,
        rows=rows,
        before=_link(room, game, number, -1),
        next=_link(room, game, number, 1),
    )


def _notes(room: Room, game: GameState, number: int, shown: GameState | None) -> Iterator[str]:
    row = game.rounds[number - 1]
    if row.void:
        yield translate("It is void, and does not count.")
    elif shown is None:
        yield translate("The game was over before, so it does not count.")
    if row.corrected:
        corrected = player_names(room, sorted(row.corrected, key=game.record.players.index))
        yield translate("Corrected: {who}.", who=list_players(corrected))


def _link(room: Room, game: GameState, number: int, by: int) -> RoundLink | None:
    """Return a link to the round before (`by` -1) or after (1), across games; None at either end."""
    rounds = [(each, n) for each in room.games for n in range(1, each.round_number)]
    index = rounds.index((game, number)) + by
    if not 0 <= index < len(rounds):
        return None
    other, n = rounds[index]
    name = headings.round_name(other, n)
    if other is game:
        return RoundLink(game.number, n, capitalize_first(name))
    heading = translate("{game}: {round}", game=headings.evening_game_name(other.number), round=name)
    return RoundLink(other.number, n, heading)
