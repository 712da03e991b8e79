"""What people want to play next, as they say on their phones between two games.

A wish counts while its player is in the room with a phone. Nothing starts by itself: the host starts what
most want, or the game just played where nobody has chosen, and where no game alone has the most.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands.access import TooLate, own_seat
from companion.room.commands.room_control import started_game
from companion.room.events import Device, Options, Seats
from companion.room.fast_replace import replace
from companion.room.game_changes import without
from companion.room.game_state import GameState
from companion.room.next_game import without_absent
from companion.room.state import NextGame, Room
from companion.rules import games
from companion.rules.games import GameChoice, choice_of
from companion.rules.games.options import (
    KEEP,
    changed_options,
    deferred_options,
    option_fields,
    player_fields,
)

_MOST_OFFERED = 6  # the game just played, and others below it


class Offer(NamedTuple):
    """A game that all who are here could play next, as it would be started, and who wants it."""

    choice: GameChoice
    coming: NextGame
    seats: Seats


class Offers(NamedTuple):
    """What can be played next, the game just played first; `voters` are who can choose on a phone."""

    games: tuple[Offer, ...] = ()
    voters: Seats = ()

    def of(self, key: str) -> Offer | None:
        """Return the offer with the key of its choice."""
        return next((offer for offer in self.games if offer.choice.key == key), None)

    @property
    def wanted(self) -> Offer | None:
        """What most want; None where nobody has chosen, or no game alone has the most."""
        most = max((len(offer.seats) for offer in self.games), default=0)
        leading = [offer for offer in self.games if len(offer.seats) == most]
        return leading[0] if most and len(leading) == 1 else None


_recent: tuple[tuple[Room, Offers], ...] = ()


def offers(room: Room) -> Offers:
    """Return what can be played next; nothing during a game, after the host has chosen, and without phones.

    It takes 2 ms, as each game is tried, and all phones ask for it, as before a change and after it: the last
    two are kept.
    """
    global _recent  # noqa: PLW0603 - replaced as a whole
    known = next((found for each_room, found in _recent if each_room is room), None)
    if known is None:
        known = _offers(room)
        _recent = ((room, known), *_recent[:1])
    return known


def _offers(room: Room) -> Offers:
    game = room.current_game
    if game is None or game.next_round or game.practice or room.chosen or room.is_closed:
        return Offers()
    people = [player for player in room.players if player.devices and not (player.away or player.bot)]
    voters = tuple(player.seat for player in people)
    if not voters:
        return Offers()
    playable = ((key, coming) for key, coming in _known_games(room).items() if _can_start(room, coming))
    found = (
        Offer(choice_of(coming.rules), coming, tuple(seat for seat in voters if room.wishes.get(seat) == key))
        for key, coming in islice(playable, _MOST_OFFERED)
    )
    return Offers(tuple(found), voters)


def _known_games(room: Room) -> Mapping[str, NextGame]:
    """Return all games by the keys of their choices: the last one, those played before it, and the others.

    After the last one comes what is made for so many.
    """
    played = map(_as_played, reversed(room.evening_games))
    known: dict[str, NextGame] = {}
    for coming in (room.next_game, *played, *_not_played(room)):
        known.setdefault(choice_of(coming.rules).key, coming)
    (last, *others), players = known.items(), len(room.present)
    others.sort(key=lambda each: not games.is_offered_first(games.find_game(each[1].name), players))
    return dict((last, *others))


def _as_played(game: GameState) -> NextGame:
    """Return a game as the host had chosen it: without what the app did, and without whom options named."""
    rules = type(game.rules)
    deferred = deferred_options(rules)
    chosen = without(
        changed_options(game.rules), {*deferred, *(field.name for field in player_fields(rules))}
    )
    if not game.is_ending_open:
        chosen |= {name: getattr(game.rules, name) for name in deferred}
    return NextGame(rules.name, chosen, game.dealt)


def _not_played(room: Room) -> Iterator[NextGame]:
    """Yield each game with its defaults, cards on the table as in the last game of cards."""
    last = next((game for game in reversed(room.evening_games) if hasattr(game.rules, KEEP)), None)
    keep, dealt = (getattr(last.rules, KEEP), last.dealt) if last else ("", room.dealt)
    for rules in games.GAMES.values():
        can_keep = any(keep in option.choices[1:] for option in option_fields(rules) if option.name == KEEP)
        yield NextGame(rules.name, {KEEP: keep} if can_keep else {}, dealt)


def _can_start(room: Room, coming: NextGame) -> bool:
    with suppress(Refused):
        started_game(replace(room, chosen=coming), lambda _: _options(room, coming))
        return True
    return False


def _options(room: Room, coming: NextGame) -> Options:
    return without_absent(room, games.find_game(coming.name), coming.options)


def as_wanted(room: Room, key: str = "") -> Room:
    """Return the room as if the host had chosen what most want, or the game with the key of its choice."""
    wanted = offers(room).wanted
    coming = _known_games(room).get(key) if key else wanted and wanted.coming
    if key and coming is None:
        raise Refused("{name} is not a game that companion knows", name=key)
    return replace(room, chosen=coming) if coming else room


def want_game(room: Room, device: Device, key: str, had: str = "") -> events.NextGameWanted | None:
    """Choose what to play next, by the key of a choice; one that the page `had` as own is taken back.

    Raises `TooLate` where the room has gone on, and for a game that does not fit who is here.
    """
    seat, offered = own_seat(room, device), offers(room)
    if seat not in offered.voters:
        raise TooLate("The room has gone on already")
    if offered.of(key) is None:
        raise TooLate("That game does not fit who is here now")
    choice = "" if key == had else key
    return None if choice == room.wishes.get(seat, "") else events.NextGameWanted(seat, choice)
