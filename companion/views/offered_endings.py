"""How the game may end that comes next or is played, for the host to choose."""

from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import translate
from companion.room.endings import ending_key, room_endings
from companion.room.game_state import GameState
from companion.room.reducer import with_ending
from companion.room.state import Room
from companion.rules.games.options import deferred_options
from companion.rules.games.outcomes import Ending

_MOST_ROUNDS = 60
"""Games with more rounds are not scored again to see what their ending would change."""


@dataclass(frozen=True, slots=True)
class OfferedEnding:
    """A way in which the game may end; the host chooses it by its key.

    `expects` says how likely a tie is and what follows, for a game that has not begun.
    """

    key: str
    label: str
    expects: str
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
    rules = game.record.rules
    offered = tuple(
        _offered(each, is_usual=False, is_chosen=each.is_of(rules), expects=False)
        for each in endings
        if with_ending(game, each.options) is not None
    )
    return EndingsView(offered, is_left_to_app=False, is_playing=True) if len(offered) > 1 else None


def _offered(ending: Ending, *, is_usual: bool, is_chosen: bool, expects: bool = True) -> OfferedEnding:
    return OfferedEnding(
        ending_key(ending),
        translate(ending.label),
        str(ending.expects) if expects else "",
        is_chosen,
        is_usual,
    )
