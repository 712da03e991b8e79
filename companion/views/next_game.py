"""The next game, as the host screen offers it: whether so many can play it, in which range, how it ends."""

from dataclasses import dataclass

from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.named_players import chosen_players
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.options import OptionField
from companion.rules.games.outcomes import Crowding
from companion.rules.results import Branch
from companion.views.hidden_scores import hides_scores
from companion.views.lobby import PlayableGame, missing_players, playable_games
from companion.views.offered_endings import EndingsView, endings_view


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """An option that names a player, such as who deals; whom it names now, and who can be chosen."""

    field: OptionField
    chosen: Seat
    players: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class NextGameView:
    """What the host can choose about the next game; while one is played, only how that ends.

    `misfit` says that the `present` players are too many for it, or too few; `playable` are the games for so
    many then. `crowding` says how they get in each other's way, and what helps.
    """

    present: int
    misfit: str
    playable: tuple[PlayableGame, ...]
    crowding: Crowding | None
    endings: EndingsView | None
    """How the game may end; None where there is nothing to choose."""
    named: tuple[PlayerChoice, ...] = ()
    """Who does what, in a game that names players."""


def next_game_view(room: Room) -> NextGameView:
    """Build the view for the players who are here."""
    return NextGameView(
        present=len(room.present),
        misfit=_misfit(room),
        playable=playable_games(room),
        crowding=_crowding(room),
        endings=None if _has_hidden_part(room) else endings_view(room),
        named=() if room.is_playing else player_choices(room, room.next_game.rules),
    )


def player_choices(room: Room, rules: Game) -> tuple[PlayerChoice, ...]:
    """List whom the next game names, if it has these rules, with the players who are here."""
    players = tuple((player.seat, player.name) for player in room.present)
    return tuple(PlayerChoice(field, seat, players) for field, seat in chosen_players(room, rules))


def _misfit(room: Room) -> str:
    """Return the sentence for the players who are too many for the next game, or too few; or nothing."""
    game, count = room.next_game.rules, len(room.present)
    if room.is_playing or game.min_players <= count <= game.max_players:
        return ""
    if count < game.min_players:
        return format_count(game.min_players, "{n} makes a middle.", "{n} make a middle.")
    surplus = format_count(count - game.max_players, "{n} is too many", "{n} are too many")
    about = {"title": translate(game.known_as), "most": game.max_players, "surplus": surplus}
    if game.min_players == game.max_players:
        return translate("{title} needs exactly {most}: {surplus}.", **about)
    return translate("{title} takes {most} at most: {surplus}.", **about)


def _crowding(room: Room) -> Crowding | None:
    """Return how the players who are here crowd the next game, unless they are too few for it."""
    if room.is_playing or missing_players(room):
        return None
    return room.next_game.rules.crowding(len(room.present))


def _has_hidden_part(room: Room) -> bool:
    """Return whether a part is over whose result is hidden: which endings are left would tell of it."""
    game = room.current_game
    parts = game.score.root.parts if game and hides_scores(room, game) else ()
    return any(isinstance(part, Branch) and part.finished for part in parts)
