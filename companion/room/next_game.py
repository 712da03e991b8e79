"""The next game of a room: how it may end, how its cards are on the table, and whom its options name.

An option such as who deals names the first player in the first game of a kind, unless the host names another.
In the next one it is the player after: as at a table, the deal passes on in the order in which people joined,
past those who are not there. A game that was thrown away, or had no round, does not count: whoever dealt it
deals again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.room.events import Options, Seat
from companion.room.game_events import EndingChosen
from companion.room.reducer import with_ending
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.options import (
    KEEP,
    OptionField,
    changed_options,
    deferred_options,
    option_fields,
    player_fields,
)
from companion.rules.games.outcomes import Ending

TableKey = Literal["dealt", "cards", "results", "points", "totals"]
"""How the cards can be on the table: dealt on phones, a real deck, or its results only."""


def room_endings(room: Room) -> tuple[Ending, ...]:
    """List the endings of this game or the next one; see `Game.endings`."""
    game = room.current_game if room.is_playing else None
    if game:
        return game.rules.endings(len(game.players))
    return room.next_game.rules.endings(len(room.present))


def next_rules(room: Room) -> Game:
    """Return the rules of the next game, with the ending that the app chooses if that is left to it."""
    known, wanted = room.next_game.rules, room.next_game.options
    return type(known).read_options({**wanted, **left_to_app(room, known, wanted)})


def left_to_app(room: Room, rules: Game, wanted: Options) -> Options:
    """Return the options that say how the game ends, for the players who are here, unless the host has."""
    if any(name in wanted for name in deferred_options(type(rules))):
        return {}
    endings = rules.endings(len(room.present))
    return endings[0].options if endings else {}


def followed_ending(room: Room) -> EndingChosen | None:
    """Return the ending for the players who are in the game now, where the app chose it for others.

    It follows them until the first reveal. None where it fits, and where the host has chosen it.
    """
    game = room.current_game
    if game is None or game.rounds or game.next_round is None or not game.is_ending_open:
        return None
    endings = game.rules.endings(game.awaited_count)
    if not endings or endings[0].is_of(game.rules) or with_ending(game, endings[0].options) is None:
        return None
    return EndingChosen(game.number, endings[0].options, by_app=True)


def ending_options(room: Room, key: str) -> Options:
    """Return the options of an ending by its key; raises `Refused` if there is no such."""
    found_ending = next((ending for ending in room_endings(room) if ending.key == key), None)
    if found_ending is None:
        raise Refused("This game cannot end like that")
    return found_ending.options


def table_choices(room: Room, rules: Game, wanted: str = "") -> Mapping[TableKey, bool]:
    """Return the ways in which a game can be on the table; nothing where there is nothing to choose.

    `wanted` is what a form said. Else it is as the host has chosen or in the last game, but the app deals
    only where everybody can see a hand, and wherever there are bots. Who plays without any phone keeps
    results, until they say otherwise.
    """
    in_full = {name: value for name, value in changed_options(rules).items() if name != KEEP}
    can_deal = type(rules).read_options(in_full).can_deal
    keys: list[TableKey] = ["dealt", "cards"] if can_deal else ["cards"]
    for option in option_fields(type(rules)):
        keys += option.choices[1:] if option.name == KEEP else ()  # type: ignore[arg-type]
    chosen = wanted if wanted in keys else _usual_table(room, rules, keys)
    return {key: key == chosen for key in keys} if len(keys) > 1 else {}


def _usual_table(room: Room, rules: Game, keys: Sequence[TableKey]) -> TableKey:
    if rules.keeps_results:
        keep: TableKey = getattr(rules, KEEP)
        return keep
    lack_phones, is_dealt = [player.has_no_phone for player in room.present], room.next_game.dealt
    if "results" in keys and is_dealt is None and lack_phones and all(lack_phones):
        return "results"
    wants_deal = is_dealt and not any(lack_phones)
    return keys[0] if wants_deal or any(player.bot for player in room.present) else "cards"


def with_usual_table(room: Room, rules: type[Game], wanted: Options) -> tuple[Options, bool]:
    """Return the options of a game of which nobody says how the cards lie, and whether the app deals them."""
    choices = table_choices(room, rules.read_options(wanted))
    table = next(filter(choices.get, choices), "cards")
    return wanted if table in {"dealt", "cards"} else {**wanted, KEEP: table}, table == "dealt"


def usual_player(room: Room, rules: type[Game], field: OptionField) -> Seat | None:
    """Return whom an option names in the next game, if the host names nobody; None if nobody is present."""
    alike = [game.record for game in room.games if game.record.game == rules.name and not game.is_thrown_away]
    last = next((record for record in reversed(alike) if record.reveals), None)
    named = (getattr(last.rules, field.name) or last.players[0]) if last else None
    order = [*room.seats]
    turn = order.index(named) + 1 if named in order else 0
    return next((seat for seat in (*order[turn:], *order[:turn]) if room.seats[seat] in room.present), None)


def require_present(room: Room, rules: type[Game], options: Options) -> None:
    """Raise `Refused` where an option names somebody who does not take part."""
    seats = {player.seat for player in room.present}
    for field in player_fields(rules):
        named = options.get(field.name)
        if named is not None and named not in seats:
            template = N_("{label}: {name} does not play, choose somebody else")
            raise Refused(template, label=Text(field.label), name=room.name(str(named)))


def settled_players(room: Room, rules: type[Game], wanted: Options) -> dict[str, Any]:
    """Return the options of a game that starts now, with whoever is named in it.

    The first player is left out, as that is whom an option names by itself. Raises what `require_present`
    raises.
    """
    require_present(room, rules, wanted)
    options = {**wanted}
    for field in player_fields(rules):
        named = options.pop(field.name, None) or usual_player(room, rules, field)
        if room.present and named != room.present[0].seat:
            options[field.name] = named
    return options


def without_absent(room: Room, rules: type[Game], options: Options) -> Options:
    """Return options that were chosen earlier without those that name somebody who has left since."""
    seats = {player.seat for player in room.present}
    gone = {option.name for option in player_fields(rules) if options.get(option.name) not in (None, *seats)}
    return {name: value for name, value in options.items() if name not in gone}


def chosen_players(room: Room, rules: Game) -> Iterator[tuple[OptionField, Seat]]:
    """Yield each option that names a player, and whom it names if the next game has these rules."""
    seats = {player.seat for player in room.present}
    for field in player_fields(type(rules)):
        chosen = getattr(rules, field.name)
        named = chosen if chosen in seats else usual_player(room, type(rules), field)
        if named is not None:
            yield field, named
