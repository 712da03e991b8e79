"""The part of every view that is public to the whole room, with the news besides the scores."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import fields, replace
from functools import wraps
from itertools import islice
from operator import is_not
from typing import TypeVar

from companion.i18n.languages import current_language
from companion.i18n.messages import N_, bidi_isolate, translate
from companion.room import events
from companion.room.events import Device, Seat
from companion.room.game_state import GameState, RoundTimer
from companion.room.state import Change, Room, Takeover
from companion.screens import changes, endings, headings, reveals, scoreboard
from companion.screens.endings import EndedPart, GameEnding
from companion.screens.naming import list_players, name_or_count, player_names
from companion.screens.reveals import PlayerCards, RevealView
from companion.screens.scoreboard import ScoreRows
from companion.values import frozen

T = TypeVar("T")

_MOST_ROOMS = 500  # of which something is cached
_SUBMITTED = {"hidden", "entered", "lists", "senders", "bets"}  # what changes in a game when somebody submits
_OFTEN = {"version", "log", "current_game", "watchers"}  # what does in a room
_OF_ROOM = [field.name for field in fields(Room) if field.name not in _OFTEN]
_OF_GAME = [field.name for field in fields(GameState) if field.name not in _SUBMITTED]


def cached_until_reveal(make: Callable[[Room, GameState], T]) -> Callable[[Room, GameState], T]:
    """Have what a function makes of a room and its game used again until more changes than who is in.

    The function must not look at what is submitted, nor at the version or the log of the room. The values of
    a state are compared by identity, which is quick. Without this a number takes a tenth more of the
    processor at 8 phones, and on a host's page 15 ms more at 40 players after 20 rounds.
    """
    known: dict[tuple[str, str], tuple[list[object], T]] = {}

    @wraps(make)
    def made_once(room: Room, game: GameState) -> T:
        key, state = (room.code, current_language()), [getattr(room, name) for name in _OF_ROOM]
        state += [getattr(game, name) for name in _OF_GAME]
        before, made = known.get(key, ([], None))
        if made is None or len(before) != len(state) or any(map(is_not, before, state)):
            if len(known) >= _MOST_ROOMS:
                known.clear()
            made = make(room, game)
            known[key] = state, made
        return made

    return made_once


@frozen
class PublicPart:
    """What everybody in the room may know.

    `figure` names the points in `rows`. `waiting` is the sentence for what must happen next, `gone` that for
    those who have left, and whose cards the round cannot go on without. `pool` is a number of rounds, None
    where a game has none, or `bid` tells it. `last` is what was revealed last; `parts` are those that ended
    with it, innermost first; `open` are the open cards of a round of tricks.
    """

    code: str
    version: int = 0
    title: str = ""
    heading: str = ""
    status: str = ""
    playing: bool = False
    rows: ScoreRows = ()
    last: RevealView | None = None
    final: GameEnding | None = None
    closed: bool = False
    """Whether whoever runs the server has closed the room: then there is nothing else in it."""
    thrown_away: bool = False
    """Whether the game was thrown away: nobody has won it, and it has no `final`."""
    aim: str = ""
    """What to aim for in the open round; empty in a showdown, whose heading says more."""
    prize: int | None = None
    """The prize that lies open; None where none does."""
    bid: str = ""
    """What is bid for then: the prize, and what is in the pool."""
    question: str = ""
    """What is asked in the open round."""
    question_language: str = ""
    """The language of the question, where it is that of a deck."""
    unit: str = ""
    """What its answers count, for many; empty where numbers stand alone."""
    ends: tuple[str, ...] = ()
    """What the lowest and the highest answer to an opinion mean."""
    figure: str = ""
    waiting: str = ""
    gone: str = ""
    call: str = ""
    pool: int | None = None
    parts: tuple[EndedPart, ...] = ()
    open: tuple[PlayerCards, ...] = ()
    timer: RoundTimer | None = None
    news: tuple[str, ...] = ()
    reactions: bool = True
    """Whether phones may throw reactions at the TV."""
    counting: str = ""
    """The status with `{}` in place of the number of players who are in; empty where nobody submits."""

    @property
    def task(self) -> str:
        """What a round asks for: the answer to its question, a bid, or what to aim for."""
        return self.question or self.bid or self.aim

    @property
    def is_over(self) -> bool:
        """Whether the game is over: it was played to its end, or thrown away."""
        return self.thrown_away or self.final is not None


def public_part(room: Room, *, has_rows: bool = True) -> PublicPart:
    """Build the part of all views that is public."""
    game = room.current_game
    title = translate((game.rules if game else room.next_game.rules).known_as)
    if room.is_closed:  # what was revealed is in the results
        heading = translate("This room is closed")
        status = translate("Whoever runs this server has closed it.")
        return PublicPart(room.code, room.version, title, heading, status, closed=True)
    figure, rows = scoreboard.scoreboard(room, has_rows=has_rows)
    public = PublicPart(
        code=room.code,
        version=room.version,
        title=title,
        heading=headings.game_heading(game),
        status=headings.game_status(room),
        playing=room.is_playing,
        reactions=room.reactions,
        rows=rows,
        figure=figure,
        news=news_sentences(room),
    )
    return _with_game(public, room, game) if game else public


@cached_until_reveal
def _results(room: Room, game: GameState) -> PublicPart:
    """Return a part that has what came of the rounds alone."""
    is_won = game.next_round is None and not game.is_thrown_away
    return PublicPart(
        room.code,
        last=reveals.last_reveal(room, game),
        final=endings.game_ending(room, game) if is_won else None,
        parts=endings.ended_parts(room, game),
        open=reveals.open_cards(room, game),
    )


def _aim(game: GameState) -> str:
    if game.next_round is None or game.next_round.contenders:
        return ""
    return headings.open_aim(game)


def _with_game(public: PublicPart, room: Room, game: GameState) -> PublicPart:
    """Add what came of the rounds, and what the open one waits for."""
    awaited = game.awaited_count if game.next_round and not game.next_round.is_result else 0
    results, bid = _results(room, game), headings.open_bid(game)
    return replace(
        public,
        last=results.last,
        final=results.final,
        parts=results.parts,
        open=results.open,
        pool=None if bid else game.root.pool,
        counting=headings.submitted_sentence("{}", awaited) if awaited else "",
        thrown_away=game.is_thrown_away and not game.practice,
        aim=_aim(game),
        prize=game.open_round.prize,
        bid=bid,
        question=game.question,
        question_language=game.drawn.language if game.drawn else "",
        unit=game.drawn.unit.rpartition("|")[2] if game.drawn else "",
        ends=game.drawn.ends if game.drawn else (),
        waiting=headings.waiting_sentence(room, game) if room.is_playing else "",
        gone=headings.gone_sentence(room, game),
        call=game.call or "",
        timer=game.timer,
    )


# News

_MOST_NAMED = 8  # two lines on the TV
_MOST_NEWS = 2  # sentences that are shown at once


def news_sentences(room: Room, without: Collection[Change] = ()) -> tuple[str, ...]:
    """Return sentences on changes since the last reveal, `without` those that are told elsewhere."""
    found = changes.without_repeated(room.recent_changes()) if room.games else ()
    recent = (change for change in found if change not in without)
    latest_first = (sentence for change in recent for sentence in reversed(_news_of(room, change)))
    return tuple(islice(latest_first, _MOST_NEWS))[::-1]


def _news_of(room: Room, change: Change) -> Sequence[str]:
    event, game = change.entry.event, room.current_game
    if isinstance(event, events.PlayerLeft) and game and event.seat in headings.gone_seats(room, game):
        return ()  # `gone` says so
    if not isinstance(event, events.PlayerJoined):
        return changes.change_sentences(room, change)
    sentence = N_("{name} has joined.")
    if room.is_playing and game:
        is_in_game = event.seat in game.players
        sentence = N_("{name} has joined and plays from the next game.")
        sentence = N_("{name} has joined and plays now.") if is_in_game else sentence
    return (translate(sentence, name=bidi_isolate(room.name(event.seat))),)


def takeover_notice(room: Room) -> str:
    """Return the notice of a takeover, or of several with the names of all players; empty if there is none.

    It stands until the player has answered for the phone, or for the rest of a round and one whole round.
    """
    if len(room.takeovers) > 1:
        seats = dict.fromkeys(takeover.seat for takeover in room.takeovers)
        names = name_or_count(player_names(room, seats), _MOST_NAMED)
        return translate("Phones that others let in play as {names} now.", names=names)
    return _takeover_sentence(room, room.takeovers[0]) if room.takeovers else ""


def merge_notice(room: Room, seat: Seat, device: Device) -> str:
    """Return what a phone is told of a merge by which it plays for another, while the TV tells it."""
    for takeover in room.takeovers:
        is_merge = isinstance(takeover.change.entry.event, events.PlayersMerged)
        if is_merge and takeover.seat == seat and device in takeover.phones - room.seats[seat].own:
            return _takeover_sentence(room, takeover)
    return ""


def _takeover_sentence(room: Room, takeover: Takeover) -> str:
    by, event = takeover.change.by, takeover.change.entry.event
    who, name = list_players(player_names(room, [by] if by else [])), bidi_isolate(room.name(takeover.seat))
    if isinstance(event, events.PlayersMerged):
        template = N_("{who} made {other} and {name} one player: the phones of both play as {name} now.")
        other = bidi_isolate(room.name(event.seat))
        return translate(template, who=who or translate("The host"), other=other, name=name)
    who = who or translate("the host")
    return translate("Another phone plays as {name} now: {who} let it in.", name=name, who=who)
