"""What the host can choose: how the next game is played, and how a game ends."""

from collections.abc import Mapping
from dataclasses import field, replace

from companion.i18n.messages import N_, Text, format_count, translate
from companion.room.commands.room_control import can_practise
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.next_game import TableKey, chosen_players, room_endings, table_choices
from companion.room.reducer import with_ending
from companion.room.state import Room
from companion.rules.games import GameChoice, find_game
from companion.rules.games.contract import Game
from companion.rules.games.options import OptionField, deferred_options, form_texts, option_fields
from companion.rules.games.outcomes import Crowding, Ending
from companion.rules.results import Branch
from companion.screens import headings
from companion.screens.hidden_scores import hides_scores
from companion.screens.lobby import playable_games
from companion.screens.public import cached_until_reveal
from companion.screens.troubleshooting import missing_players
from companion.screens.tv import announces_next_game
from companion.values import frozen

Endings = tuple[tuple[Ending, bool], ...]
"""How a game may end, the recommended ending first, each with whether it is chosen."""


@frozen
class OptionValue:
    """A value of an option as a form sends it, what it is called (to be translated), and if it is chosen."""

    text: str
    label: str
    is_chosen: bool


@frozen
class OptionStrip:
    """An option that people change, with the values that a form shows at once, and the `others`."""

    name: str
    label: str
    values: tuple[OptionValue, ...]
    others: tuple[OptionValue, ...] = ()


@frozen
class GameChoices:
    """What the host can choose for the game that comes next, and how the game that is played may end.

    `misfit` says that too many are here for it, or too few, and `playable` are the games for so many.
    `tables` are the ways in which the cards can be on the table, each with whether it is chosen. `begins` are
    the ways to begin it. `missing` is how many more players it needs, `crowding` how so many get in each
    other's way in it, and what helps. `named` are its options that name a player, such as who deals, and whom
    they name now. `key` is that of the game or preset, and `strips` are the options that people change.
    """

    endings: Endings = ()
    key: str = ""
    strips: tuple[OptionStrip, ...] = ()
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
    def reason(self) -> Text | None:
        """Why the ending that is chosen is recommended; None for another one."""
        return self.ending.reason if self.ending else None

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
    shared = GameChoices(endings, tables=tables, playable=playable_games(room))
    if room.is_playing:
        return shared
    misfit, missing = _misfit(room), missing_players(room)
    can_wait = announces_next_game(room) or (game is not None and game.practice)
    practises = can_wait and can_practise(rules, dealt=tables.get("dealt", False))
    return replace(
        shared,
        key=GameChoice(find_game(known.name), rules.preset).key,
        strips=option_strips(rules, form_texts(known.options), len(room.present)),
        misfit=misfit,
        missing=missing,
        begins=() if misfit else ("begin", "practise") if practises else ("begin",),
        crowding=None if missing else rules.crowding(len(room.present)),
        named=tuple(chosen_players(room, rules)),
    )


def option_strips(rules: Game, texts: Mapping[str, str], players: int) -> tuple[OptionStrip, ...]:
    """Return the options that people change, as `texts` of a form, for so many players.

    An option that another one replaces is left out. Last comes how the game ends.
    """
    fields = option_fields(type(rules))
    replaced = {field.replaces for field in fields if texts.get(field.name)}
    shown = [field for field in fields if field.offered and field.name not in replaced]
    ending = [field for field in fields if field.is_deferred]
    return (
        *(_strip(field, texts.get(field.name) or str(field.default)) for field in shown),
        *(_ending_strip(field, rules, texts, players) for field in ending),
    )


def _strip(field: OptionField, chosen: str) -> OptionStrip:
    offered = [*map(str, field.offered)]
    if chosen not in offered:
        offered = sorted([*offered, chosen], key=lambda text: (len(text), text))
    values = (OptionValue(text, field.choice_label(text) or text, text == chosen) for text in offered)
    return OptionStrip(field.name, field.label, tuple(values))


def _ending_strip(field: OptionField, rules: Game, texts: Mapping[str, str], players: int) -> OptionStrip:
    """Return the ways to end; the recommended one comes first, and is left to the app."""
    endings = rules.endings(min(max(players, rules.min_players), rules.max_players))
    labels = {str(ending.options[field.name]): ending.label for ending in endings}
    recommended = next(iter(labels), str(field.default))
    chosen = texts.get(field.name) or recommended

    def value(text: str, label: str) -> OptionValue:
        return OptionValue("" if text == recommended else text, label, text == chosen)

    others = (choice for choice in field.choices if choice not in labels)
    return OptionStrip(
        field.name,
        N_("How it ends"),
        tuple(value(text, label) for text, label in labels.items()),
        tuple(value(choice, field.choice_label(choice)) for choice in others),
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
