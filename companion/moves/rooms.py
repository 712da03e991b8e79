"""Moves about the room and its games: what is played and how, and who is host."""

from collections.abc import Callable, Mapping
from typing import Any

from companion import games, journal
from companion.acts import (
    Advertised,
    Began,
    Device,
    Ended,
    Hosted,
    Locked,
    Paced,
    Paused,
    PlayedOn,
    Resumed,
    Timed,
)
from companion.games.course import Scoring
from companion.games.numbers import whole
from companion.journal import Clock, Room, Table
from companion.moves.asking import Forbidden, TooLate, going_on, host, started, welcome, where
from companion.score import Play, Refused
from companion.words import Text

SHORTEST, LONGEST = 5, 3600
"""Seconds that a round may be given."""

FillIn = Callable[[str], Mapping[str, Any]]
"""Gives the options of a game; raises `Refused` for those that it does not have."""


def begin(room: Room, device: Device, fill_in: FillIn, *, game: str = "", dealt: bool = False) -> Began:
    """Begin a game, by default of the kind played last, with all who are there and do not sit out.

    `fill_in` gives its options, as in a record, for its name; a player among them is a seat. `dealt`: the
    app deals the cards, so everybody but bots needs a phone; of real cards a bot can hold none.
    """
    host(room, device)
    if room.playing:
        raise TooLate("A game is going on already")
    rules = games.game(game or room.game)
    options = fill_in(rules.NAME)
    scored = games.scoring(journal.fresh(room.here, rules.NAME, options))
    if (missing := rules.FEWEST - len(room.here)) > 0:
        raise Refused(
            "{title} needs {fewest} or more players: {missing} more must join",
            title=Text(rules.TITLE),
            fewest=rules.FEWEST,
            missing=missing,
        )
    for problem in scored.score.problems:
        raise problem.refused
    _cards_can_be_held(room, scored, dealt=dealt)
    return Began(rules.NAME, options, dealt)


def _cards_can_be_held(room: Room, scored: Scoring, *, dealt: bool) -> None:
    """Raise `Refused` for cards that somebody could not see, or that are nowhere."""
    are_cards = games.deal(scored, _as_they_are) is not None
    if dealt and not are_cards:
        raise Refused("{title} has no cards to deal here", title=Text(games.game(scored.record.game).TITLE))
    for player in room.here:
        if dealt and player.phoneless:
            raise Refused("{name} has no phone to see a hand on", name=player.name)
        if are_cards and player.bot and not dealt:
            raise Refused("Bots can play only cards that the app deals")


def _as_they_are(_cards: list[Play]) -> None:
    """Leave cards unshuffled: it is only asked whether there are any."""


def end(room: Room, device: Device, at: str) -> Ended:
    """End a game after the last round that was revealed."""
    host(room, device)
    table = started(room)
    going_on(table, at)
    return Ended(table.number)


def play_on(room: Room, device: Device, at: str) -> PlayedOn:
    """Play on after a tie that stands, a round at a time until somebody wins (G12)."""
    host(room, device)
    table = started(room)
    game, _ = where(at)
    if game != table.number or table.ask is not None:
        raise TooLate("The room has gone on already")
    games.play_on(table.record)
    return PlayedOn(table.number)


def advertise(room: Room, device: Device, address: str, candidates: tuple[str, ...]) -> Advertised | None:
    """Show another of the addresses under which phones may reach the room."""
    host(room, device)
    if address not in candidates:
        raise Refused("{address} is not an address of this computer", address=address)
    return None if address == room.address else Advertised(address)


def lock(room: Room, device: Device, *, locked: bool) -> Locked | None:
    """Close the room to newcomers, or open it again."""
    host(room, device)
    return None if room.locked == locked else Locked(locked)


def pace(room: Room, device: Device, *, by_itself: bool) -> Paced | None:
    """Choose whether a round reveals by itself when all who are there are in."""
    host(room, device)
    return None if room.by_itself == by_itself else Paced(by_itself)


def time(room: Room, device: Device, typed: str) -> Timed | None:
    """Give every round so many seconds, 5 to 3600; 0 or nothing: as long as it takes."""
    host(room, device)
    seconds = whole(typed) if typed.strip() else 0
    if seconds and not SHORTEST <= seconds <= LONGEST:
        both = {"shortest": SHORTEST, "longest": LONGEST}
        raise Refused("A round takes from {shortest} to {longest} seconds, or 0 for no limit", **both)
    return None if room.seconds == seconds else Timed(seconds)


def pause(room: Room, device: Device, at: str) -> Paused | None:
    """Stop the clock of the round that is going on."""
    table, number, clock = _timed(room, device, at)
    return Paused(table.number, number) if clock.until else None


def resume(room: Room, device: Device, at: str) -> Resumed | None:
    """Let the clock of the round go on."""
    table, number, clock = _timed(room, device, at)
    return None if clock.until else Resumed(table.number, number)


def _timed(room: Room, device: Device, at: str) -> tuple[Table, int, Clock]:
    host(room, device)
    table = started(room)
    number = going_on(table, at)
    if table.clock is None:
        raise Refused("This round has no time limit")
    return table, number, table.clock


def host_by_link(room: Room, device: Device, giver: Device, link: str, *, instead: bool) -> Hosted | None:
    """Become host by a link that works once; `instead` of the host who gave it, or besides.

    `giver` is at least the beginning of that host's fingerprint.
    """
    welcome(room, device)
    if device in room.hosts and not (instead and link not in room.links):
        return None
    if link in room.links:
        raise TooLate("This link was used already: ask for a new one")
    gave = next((each for each in room.hosts if giver and each.startswith(giver)), None)
    if gave is None:
        raise TooLate("Whoever gave this link is not host any more")
    return Hosted(device, link, gave if instead and gave != device else "")


def recover(room: Room, device: Device, code: str) -> Hosted | None:
    """Become host by the host code, given as its fingerprint."""
    if not room.recovery:
        raise Refused("This room has no host code")
    if code != room.recovery:
        raise Forbidden("That is not the host code of this room")
    return None if device in room.hosts else Hosted(device)
