"""What the host can choose: how the next game is played, and how a game ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.i18n.messages import format_count, translate
from companion.room.commands.room_control import can_practise
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.next_game import TableKey, chosen_players, room_endings, table_choices
from companion.room.reducer import with_ending
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.options import OptionField, deferred_options
from companion.rules.games.outcomes import Crowding, Ending
from companion.rules.results import Branch
from companion.screens import headings
from companion.screens.hidden_scores import hides_scores
from companion.screens.lobby import playable_games
from companion.screens.public import cached_until_reveal
from companion.screens.troubleshooting import missing_players
from companion.screens.tv import announces_next_game

Endings = tuple[tuple[Ending, bool], ...]
"""How a game may end, the recommended ending first, each with whether it is chosen."""


@dataclass(frozen=True, slots=True)
class GameChoices:
    """What the host can choose for the game that comes next, and how the game that is played may end.

    `misfit` says that too many are here for it, or too few, and `playable` are the games for so many.
    `tables` are the ways in which the cards can be on the table, each with whether it is chosen. `begins` are
    the ways to begin it. `missing` is how many more players it needs, `crowding` how so many get in each
    other's way in it, and what helps. `named` are its options that name a player, such as who deals, and whom
    they name now. `can_leave_to_app`: the app can choose how the game ends.
    """

    endings: Endings = ()
    can_leave_to_app: bool = False
    tables: Mapping[TableKey, bool] = field(default_factory=dict)
    playable: tuple[type[Game], ...] = ()
    misfit: str = ""
    missing: int = 0
    begins: tuple[str, ...] = ()
    crowding: Crowding | None = None
    named: tuple[tuple[OptionField, Seat], ...] = ()

    @property
    def ending(self) -> Ending | None:
        """The ending that is chosen."""
        return next((ending for ending, is_chosen in self.endings if is_chosen), None)

    @property
    def table(self) -> str:
        """The way that is chosen in which the cards are on the table."""
        return next((key for key, is_chosen in self.tables.items() if is_chosen), "")


def game_choices(room: Room) -> GameChoices:
    """Return what the host can choose now."""
    known, game = room.next_game, room.current_game
    rules, tables = known.rules, table_choices(room, known.rules)
    by_app = not room.is_playing and known.options.keys().isdisjoint(deferred_options(type(rules)))
    endings = _offered_endings(room, by_app=by_app)
    can_leave = bool(endings) and not by_app and not room.is_playing
    shared = GameChoices(endings, can_leave, tables, playable_games(room))
    if room.is_playing:
        return shared
    misfit, missing = _misfit(room), missing_players(room)
    can_wait = announces_next_game(room) or (game is not None and game.practice)
    practises = can_wait and can_practise(rules, dealt=tables.get("dealt", False))
    return replace(
        shared,
        misfit=misfit,
        missing=missing,
        begins=() if misfit else ("begin", "practise") if practises else ("begin",),
        crowding=None if missing else rules.crowding(len(room.present)),
        named=tuple(chosen_players(room, rules)),
    )


def _offered_endings(room: Room, *, by_app: bool) -> Endings:
    """List how the game may end, or the next one."""
    game, rules = room.current_game, room.next_game.rules
    if room.is_playing and game:  # which endings are left would tell of a part whose result is hidden
        parts = game.root.parts if hides_scores(room, game) else ()
        is_told = not any(isinstance(part, Branch) and part.finished for part in parts)
        found = _open_endings(room, game) if is_told else ()
    else:
        found = tuple(
            (ending, number == 0 if by_app else ending.is_of(rules))
            for number, ending in enumerate(room_endings(room))
        )
    return found if len(found) > 1 else ()


@cached_until_reveal
def _open_endings(room: Room, game: GameState) -> Endings:
    """List the endings that change nothing that is decided already: all rounds are scored again."""
    rules = game.rules
    return tuple(
        (ending, ending.is_of(rules))
        for ending in room_endings(room)
        if ending.is_of(rules) or with_ending(game, dict(ending.options)) is not None
    )


def _misfit(room: Room) -> str:
    """Return the sentence for the players who are too many for the next game, or too few; or nothing."""
    game, count = room.next_game.rules, len(room.present)
    if game.min_players <= count <= game.max_players:
        return ""
    if count < game.min_players:
        return headings.enough_players(game)
    surplus = format_count(count - game.max_players, "{n} is too many", "{n} are too many")
    about = {"title": translate(game.known_as), "most": game.max_players, "surplus": surplus}
    if game.min_players == game.max_players:
        return translate("{title} needs exactly {most}: {surplus}.", **about)
    return translate("{title} takes {most} at most: {surplus}.", **about)
