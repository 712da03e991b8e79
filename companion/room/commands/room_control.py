"""Commands about the room and its games: what is played and how, and who is host."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.i18n.errors import Refused
from companion.i18n.languages import LANGUAGES
from companion.i18n.messages import N_, Text, plain
from companion.room import events, game_events
from companion.room.commands.access import (
    TooLate,
    WrongHostCode,
    by_host,
    current_game,
    parse_round_id,
    require_not_blocked,
    require_open_round,
    require_unused_link,
)
from companion.room.events import Device, Options
from companion.room.next_game import (
    ending_options,
    left_to_app,
    require_present,
    settled_players,
    with_usual_table,
)
from companion.room.reducer import can_finish_evening, new_record, with_ending
from companion.room.state import NextGame, Room
from companion.rules import games
from companion.rules.games.contract import Game
from companion.rules.games.numbers import parse_integer

SHORTEST, LONGEST = 5, 3600
"""The limits of a round's time, in seconds."""

ReadOptions = Callable[[str], Options]
"""Returns the options of a game by its name; raises `Refused` for invalid ones."""


def started_game(
    room: Room, fill_in: ReadOptions, *, game: str = "", dealt: bool | None = None, practice: bool = False
) -> game_events.GameStarted:
    """Return the start of a game with all players who are present, by default of the one that comes next.

    `fill_in` returns its options, as in a record; a player among them is a seat. What it leaves open and the
    app may choose is chosen for these players, also who deals.
    `dealt`: whether the app deals the cards, so that everybody but bots needs a phone; bots cannot hold real
    cards. None: the cards are on the table as the lobby shows it.
    `practice`: one round that counts for nothing.
    """
    if room.is_playing:
        raise TooLate("A game is going on already")
    rules = games.find_game(game or room.next_game.name)
    wanted = fill_in(rules.name)
    if dealt is None:
        wanted, dealt = with_usual_table(room, rules, wanted)
    options = settled_players(room, rules, wanted)
    options |= left_to_app(room, rules.read_options(options), options)
    scored = games.score_record(new_record(room.present, rules.name, options))
    if (missing := rules.min_players - len(room.present)) > 0:
        template = N_("{title} needs {fewest} or more players: {missing} more must join")
        raise Refused(template, title=Text(rules.title), fewest=rules.min_players, missing=missing)
    for problem in scored.score.problems:
        raise problem.refused
    _require_holders(room, scored.record.rules, dealt=dealt)
    if practice and not can_practise(scored.record.rules, dealt=dealt):
        raise Refused("A practice round needs one number of everybody, or cards that the app deals")
    left_open = tuple(options.keys() - wanted.keys())
    return game_events.GameStarted(rules.name, options, dealt, left_open, practice)


start_game = by_host(started_game)


def can_practise(rules: Game, *, dealt: bool) -> bool:
    """Tell whether a game has a practice round: what is laid or counted at the table needs none here."""
    return not (rules.keeps_results or rules.takes_lists) and (dealt or not rules.can_deal)


def _require_holders(room: Room, rules: Game, *, dealt: bool) -> None:
    """Raise `Refused` for a deal without cards, and for players who could not hold their cards."""
    if dealt and not rules.can_deal:
        raise Refused("{title} has no cards to deal here", title=Text(rules.title))
    for player in room.present:
        if dealt and player.has_no_phone:
            raise Refused("{name} has no phone to see a hand on", name=player.name)
        if (rules.can_deal or rules.keeps_results) and player.bot and not dealt:
            raise Refused("Bots can play only cards that the app deals")


@by_host
def choose_game(
    room: Room, game: str, fill_in: ReadOptions, *, dealt: bool | None = None
) -> events.GameChosen | None:
    """Choose what the room plays next; it is started later. `dealt`: as for `start_game`; None: as before."""
    chosen = replace(room.next_game, name=game, options=fill_in(games.find_game(game).name))
    if dealt is not None:
        _require_holders(room, chosen.rules, dealt=dealt)
        chosen = replace(chosen, dealt=dealt)
    return _choose_game(room, chosen)


def _choose_game(room: Room, chosen: NextGame) -> events.GameChosen | None:
    if room.is_playing:
        raise TooLate("A game is going on already")
    require_present(room, games.find_game(chosen.name), chosen.options)
    return None if chosen == room.next_game else events.GameChosen(chosen.name, chosen.options, chosen.dealt)


@by_host
def relieve_crowding(room: Room) -> events.GameChosen | None:
    """Choose options of the next game in which the players who are here do not get in each other's way."""
    coming = room.next_game
    crowding = coming.rules.crowding(len(room.present))
    return (
        _choose_game(room, replace(coming, options={**coming.options, **crowding.options}))
        if crowding
        else None
    )


@by_host
def choose_ending(room: Room, key: str) -> game_events.EndingChosen | None:
    """Choose one of the ways in which the game that is played may end.

    It keeps all that is decided: raises `Refused` where another ending would change it.
    """
    game, options = current_game(room), ending_options(room, key)
    if not room.is_playing:
        raise TooLate("That game is over")
    after = with_ending(game, options)
    if after is None:
        raise Refused("This game can no longer end like that")
    return None if after.record == game.record else game_events.EndingChosen(game.number, options)


@by_host
def end_game(room: Room, at: str, how: str = "count") -> game_events.GameEnded:
    """End a game after the last round that was revealed.

    `how` is `count`, or empty: it is decided as it stands; or `throw`: it is thrown away, and nobody wins. A
    game without a revealed round can only be thrown away; in a grand final those still tied share (H4).
    """
    game = require_open_round(room, at)
    if game.is_final:
        return game_events.GameEnded(game.number)
    throws_away = not game.reveals or how == "throw"
    if not throws_away and how not in {"", "count"}:
        raise Refused("Choose whether the game counts")
    return game_events.GameEnded(game.number, throws_away)


@by_host
def finish_evening(room: Room) -> events.EveningFinished:
    """Finish the evening: by steps, or by a grand final of those who are tied (H4)."""
    if room.is_playing:
        raise TooLate("A game is going on already")
    if room.final:
        raise TooLate("The evening is finished already")
    if not can_finish_evening(room):
        raise Refused("An evening needs at least two games that count")
    return events.EveningFinished()


@by_host
def play_on_tie(room: Room, at: str, *, showdown: bool = False) -> game_events.TiePlayedOn:
    """Play on after a final tie, by rounds (G12) or a showdown (G16); raises `Refused` if play went on."""
    game = current_game(room)
    if parse_round_id(at)[0] != game.number or game.next_round is not None:
        raise TooLate("The room has gone on already")
    if game.is_thrown_away:
        raise Refused("This game was thrown away")
    game.rules.break_tie(game.record, showdown=showdown)
    return game_events.TiePlayedOn(game.number, showdown)


def _set_room(room: Room, /, **options: Any) -> events.RoomSet | None:
    """Set some `events.ROOM_OPTIONS`; None where they are so already."""
    is_so = all(getattr(room, name) == value for name, value in options.items())
    return None if is_so else events.RoomSet(options)


set_room = by_host(_set_room)


@by_host
def choose_address(room: Room, address: str, candidates: tuple[str, ...]) -> events.RoomSet | None:
    """Choose which address of this computer the QR code shows."""
    if address not in candidates:
        raise Refused("{address} is not an address of this computer", address=address)
    return _set_room(room, address=address)


@by_host
def set_round_time(room: Room, typed: str) -> events.RoomSet | None:
    """Set the time limit of rounds in seconds, 5 to 3600; 0 or nothing for none."""
    seconds = parse_integer(typed) if plain(typed) else 0
    if seconds and not SHORTEST <= seconds <= LONGEST:
        both = {"shortest": SHORTEST, "longest": LONGEST}
        raise Refused("A round takes from {shortest} to {longest} seconds, or 0 for no limit", **both)
    return _set_room(room, seconds=seconds)


@by_host
def choose_tv_language(room: Room, language: str) -> events.RoomSet | None:
    """Choose the language of the TV by its code; an empty one leaves it to the TV's browser."""
    if language and language not in LANGUAGES:
        raise Refused("Choose one of the languages that are offered")
    return _set_room(room, tv_language=language)


@by_host
def pause_timer(room: Room, at: str, *, paused: bool = True) -> game_events.TimerPaused | None:
    """Pause the timer of the open round, or resume it."""
    game = require_open_round(room, at)
    if game.timer is None:
        raise Refused("This round has no time limit")
    is_so = paused == (game.time_up is None)
    return None if is_so else game_events.TimerPaused(*game.here, paused)


def close_room(room: Room) -> events.RoomClosed | None:
    """Close a room, for whoever runs the server: from then on it takes no other command and stays as it is.

    A game in progress is neither counted nor thrown away: only its host decides that. It stays unfinished, so
    it is in no standing, and what is hidden in it stays hidden unless the room is opened again.
    """
    return None if room.is_closed else events.RoomClosed(closed=True)


def reopen_room(room: Room) -> events.RoomClosed | None:
    """Open a closed room again: it goes on where it stood, with as much time left as there was."""
    return events.RoomClosed(closed=False) if room.is_closed else None


def become_host_by_link(
    room: Room, device: Device, giver: Device, link: str, *, instead: bool
) -> events.HostAdded | None:
    """Become host by a link that works once: `instead` of the host who gave it, or else as a second host.

    `giver` is the fingerprint of that host, or its beginning.
    """
    require_not_blocked(room, device)
    if device in room.hosts and not (instead and link not in room.links):
        return None
    require_unused_link(room, link)
    host = next((owner for owner in room.owners if giver and owner.startswith(giver)), None)
    if host is None:
        raise TooLate("Whoever gave this link is not host any more")
    return events.HostAdded(device, link, host if instead and host != device else "", is_second=not instead)


def become_host_by_code(room: Room, device: Device, code: str) -> events.HostAdded | None:
    """Become host by the host code, given as its fingerprint."""
    if not room.recovery:
        raise Refused("This room has no host code")
    if code != room.recovery:
        raise WrongHostCode("That is not the host code of this room")
    return None if device in room.owners else events.HostAdded(device)
