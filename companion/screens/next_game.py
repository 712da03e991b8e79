"""The next game, as the host screen offers it: whether so many can play it, in which range, how it ends."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, format_count, translate
from companion.room.endings import ending_key, room_endings
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.named_players import chosen_players
from companion.room.reducer import with_ending
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.options import KEEP, OptionField, changed_options, deferred_options, option_fields
from companion.rules.games.outcomes import Crowding, Ending
from companion.rules.results import Branch
from companion.screens.hidden_scores import hides_scores
from companion.screens.lobby import missing_players, playable_games

_MOST_ROUNDS = 60
"""Games with more rounds are not scored again to see what their ending would change."""


@dataclass(frozen=True, slots=True)
class OfferedEnding:
    """A way in which the game may end; the host chooses it by its key.

    `reason` says why it is recommended, for a game that has not begun.
    """

    key: str
    label: str
    reason: str
    is_chosen: bool
    is_usual: bool
    """Whether the app chooses it, if the host chooses none."""


@dataclass(frozen=True, slots=True)
class EndingsView:
    """The endings to choose from; `is_left_to_app`: the host has chosen none of them."""

    offered: tuple[OfferedEnding, ...]
    is_left_to_app: bool
    is_playing: bool


def endings_view(room: Room) -> EndingsView | None:
    """Build the view; None where there is nothing to choose."""
    try:
        endings = room_endings(room)
    except Refused:  # for example too few cards: starting the game gives the reason
        return None
    if room.is_playing and room.current_game:
        return _of_played_game(room.current_game, endings)
    left = not any(name in room.next_game.options for name in deferred_options(type(room.next_game.rules)))
    rules = room.next_game.rules
    offered = tuple(
        _offered(each, is_usual=number == 0, is_chosen=number == 0 if left else each.is_of(rules))
        for number, each in enumerate(endings)
    )
    return EndingsView(offered, left, is_playing=False) if len(offered) > 1 else None


def _of_played_game(game: GameState, endings: tuple[Ending, ...]) -> EndingsView | None:
    """Return the endings that change nothing that is decided already."""
    if len(game.rounds) > _MOST_ROUNDS:
        return None
    rules, standing = game.record.rules, _Standing(game)
    offered = tuple(
        _offered(each, is_usual=False, is_chosen=each.is_of(rules))
        for each in endings
        if each.is_of(rules) or _fits(standing, tuple(each.options.items()))
    )
    return EndingsView(offered, is_left_to_app=False, is_playing=True) if len(offered) > 1 else None


class _Standing:
    """The scored rounds of a game: the same one until a round is revealed or corrected."""

    def __init__(self, game: GameState) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Standing) and self.game.scored is other.game.scored

    def __hash__(self) -> int:
        return id(self.game.scored)


@lru_cache(maxsize=64)  # host pages ask again for every number that comes in
def _fits(standing: _Standing, options: tuple[tuple[str, object], ...]) -> bool:
    """Return whether an ending changes nothing that is decided already; all rounds are scored again."""
    return with_ending(standing.game, dict(options)) is not None


def _offered(ending: Ending, *, is_usual: bool, is_chosen: bool) -> OfferedEnding:
    reason = str(ending.reason) if is_usual and ending.reason else ""
    return OfferedEnding(ending_key(ending), translate(ending.label), reason, is_chosen, is_usual)


TableKey = Literal["dealt", "cards", "results"]

_LABELS: dict[TableKey, str] = {
    "dealt": N_("Dealt on the phones"),
    "cards": N_("A real deck, every card is entered"),
    "results": N_("A real deck, only results: one tap a player"),
}


@dataclass(frozen=True, slots=True)
class TableChoice:
    """One way, as a form names it and in words."""

    key: TableKey
    label: str
    is_chosen: bool


def table_choices(room: Room, rules: Game, asked: str = "") -> tuple[TableChoice, ...]:
    """List the ways in which a game can be on the table; none where there is nothing to choose.

    `asked` is what a form said. Else it is as in the last game; the app deals only where everybody can see a
    hand, and wherever there are bots.
    """
    keys = _keys(rules)
    chosen = asked if asked in keys else _usual(room, rules, keys)
    found = tuple(TableChoice(key, translate(_LABELS[key]), key == chosen) for key in keys)
    return found if len(found) > 1 else ()


def _keys(rules: Game) -> tuple[TableKey, ...]:
    keep = any(each.name == KEEP for each in option_fields(type(rules)))
    in_full = {name: value for name, value in changed_options(rules).items() if name != KEEP}
    can_deal = type(rules).read_options(in_full).can_deal
    offered: dict[TableKey, bool] = {"dealt": can_deal, "cards": True, "results": keep}
    return tuple(key for key, is_offered in offered.items() if is_offered)


def _usual(room: Room, rules: Game, keys: tuple[TableKey, ...]) -> TableKey:
    if rules.keeps_results:
        return "results"
    was_dealt = room.current_game is not None and room.current_game.dealt
    wants_deal = (was_dealt and not any(player.has_no_phone for player in room.present)) or any(
        player.bot for player in room.present
    )
    return "dealt" if wants_deal and "dealt" in keys else "cards"


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
    playable: tuple[type[Game], ...]
    crowding: Crowding | None
    endings: EndingsView | None
    """How the game may end; None where there is nothing to choose."""
    named: tuple[PlayerChoice, ...] = ()
    """Who does what, in a game that names players."""


def next_game_view(room: Room) -> NextGameView:
    """Build the view for the players who are here."""
    rules = None if room.is_playing or missing_players(room) else room.next_game.rules
    return NextGameView(
        present=len(room.present),
        misfit=_misfit(room),
        playable=playable_games(room),
        crowding=rules.crowding(len(room.present)) if rules else None,
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


def _has_hidden_part(room: Room) -> bool:
    """Return whether a part is over whose result is hidden: which endings are left would tell of it."""
    game = room.current_game
    parts = game.score.root.parts if game and hides_scores(room, game) else ()
    return any(isinstance(part, Branch) and part.finished for part in parts)
