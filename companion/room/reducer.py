"""The reducer: derives a room from its event log, without the events that were undone."""

from bisect import bisect
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from companion.i18n.errors import Refused
from companion.room import events, game_events, round_reducer
from companion.room.bets import place_bet
from companion.room.events import Device, Options
from companion.room.fast_replace import replace
from companion.room.game_changes import (
    add_deal,
    end_now,
    rescore,
    update_open_round,
    without,
    without_impossible,
)
from companion.room.game_state import BEGINNING, GameState
from companion.room.player_reducer import (
    apply_player_event,
    crowd_seats,
    give_hands,
    own_phones,
    update_waiting,
    with_game,
)
from companion.room.state import (
    Change,
    LogEntry,
    Milestone,
    NextGame,
    Player,
    Room,
    Takeover,
    ValueBefore,
    standing_of,
    with_games,
)
from companion.room.timers import (
    close_or_open,
    restart_timer,
    switch_timer,
    with_expired_timer,
    with_full_time,
)
from companion.rules import games
from companion.rules.evening import FEWEST_GAMES, EveningFinish
from companion.rules.games.options import changed_options, deferred_options, player_fields
from companion.rules.games.runs import Record
from companion.rules.plays import Deal

_MOST_MILESTONES = 12  # more reveals than come while a screen is busy with one


def replay(code: str, entries: Iterable[LogEntry]) -> Room:
    """Derive a room from its whole event log, in order, which has one event at least."""
    return apply_all(Room(code), entries)


def apply(room: Room, event: events.Event | None, by: Device = "", at: datetime = BEGINNING) -> Room:
    """Return the room after one more event; an event that does not apply (any more, or yet) changes nothing.

    Never raises: an event records what happened, and a room must open whatever is in its log.
    """
    return apply_all(room, [LogEntry(room.version + 1, at, by, event)])


def apply_all(room: Room, entries: Iterable[LogEntry]) -> Room:
    """Apply one or more log entries; where one undoes or redoes an event, derive the room from its start."""
    entries = tuple(entries)
    undone = {event.number: event.undone for *_, event in entries if isinstance(event, events.EventUndone)}
    if room.version and undone:
        return replay(room.code, (*reversed(tuple(room.entries())), *entries))
    reveals = {entry.number for entry in entries if getattr(entry.event, "by_undo", False)}
    log = room.log
    for entry in entries:
        if undone.get(entry.number):
            room = _skip_undone(room, entry)
        elif isinstance(entry.event, events.EventUndone):
            room = _apply_undo(room, entry, entry.event, is_of_reveal=entry.event.number in reveals)
        else:
            room = _apply_entry(room, entry)
        log = entry, log
    for game in room.games:
        _ = game.score  # screens read it from now on: the next reveal is scored from the start
    return replace(room, version=entries[-1].number, log=log)


def _skip_undone(room: Room, entry: LogEntry) -> Room:
    """Leave out an undone event; the number that it gave to a seat or a game is not given again."""
    match entry.event:
        case events.PlayerJoined():
            return replace(room, seats_given=room.seats_given + 1)
        case game_events.GameStarted() | events.EveningFinished():
            return replace(room, games_begun=room.games_begun + 1)
        case events.RoomOpened():
            return _apply_entry(room, entry)
    return room


def _apply_entry(room: Room, entry: LogEntry) -> Room:
    event = entry.event
    after = _apply_event(room, event, entry)
    if isinstance(event, _CHANGES_EARLIER_GAMES):
        after = _decide_finals_anew(after)
    if after is room or event is None:
        is_unknown = event is None or isinstance(event, game_events.GameStarted)  # or its options are
        return replace(room, is_later=True) if is_unknown else room
    game, was = after.current_game, room.current_game
    is_rescored = (game and game.scored) is not (was and was.scored)
    if is_rescored and (game and game.here) != (was and was.here):
        after = _settle(after, entry.number - 1)
    after = _update_stacks(room, after, event, entry)
    if event.announced:
        after = _announce(room, after, event, entry)
    if game is not was or after.seconds != room.seconds:
        after = restart_timer(room, after, entry.at)
    return _add_milestone(after, entry) if is_rescored else after


_CHANGES_EARLIER_GAMES = (
    game_events.CorrectionEvent,
    events.PlayersMerged,
    events.CrowdRemoved,
    events.IdleRemoved,
)


def _decide_finals_anew(room: Room) -> Room:
    """Work out anew who is tied in each grand final; its rounds are scored again among these (H5)."""
    for final in [game for game in room.games if game.is_final]:
        counting = [game for game in room.finished_games if game.number < final.number]
        record = games.with_evening(final.record, steps=standing_of(counting).steps)
        if record != final.record:
            room = with_game(room, rescore(final, record))
    return room


def _update_stacks(before: Room, room: Room, event: events.Event, entry: LogEntry) -> Room:
    """Add an event to the stack `undo` or `redo` if it belongs there, and drop what can be redone no more."""
    if _is_undoable(before, event, entry.device):
        return replace(room, undo=(*room.undo, entry.number), redo=())
    if isinstance(event, game_events.RoundReopened):
        return replace(room, redo=(*room.redo, entry.number))
    is_sent = (
        isinstance(event, game_events.RoundEvent) and before.current_game and before.current_game.is_reopened
    )
    return replace(room, redo=()) if is_sent and room.redo else room  # it would lose what a phone has sent


def _add_milestone(room: Room, entry: LogEntry) -> Room:
    """Add a milestone where the room has come further, and drop those that it has gone back from."""
    game = room.current_game
    if game is None:
        return replace(room, milestones=()) if room.milestones else room
    over, truths = game.next_round is None, len(game.truths)
    reached = Milestone(game.number, len(game.rounds), over, entry.at, truths=truths, entry=entry.number)
    stand = room.milestones[: bisect(room.milestones, reached)]  # they are in order
    further = () if stand[-1:] == (reached,) else (reached,)
    return replace(room, milestones=(*stand, *further)[-_MOST_MILESTONES:])


def _settle(room: Room, number: int) -> Room:
    """Note that the open round begins after the entry of that number, and age the takeovers.

    Those that have been told for a whole round are dropped. Only rounds that are revealed for the first time
    count: others are over as soon as the host wants.
    """
    game = room.current_game
    reveal = (game.number, len(game.rounds)) if game and game.rounds else (0, 0)
    if reveal <= room.last_reveal:
        return replace(room, settled=number)
    told = tuple(
        [replace(takeover, has_stayed=True) for takeover in room.takeovers if not takeover.has_stayed]
    )
    return replace(room, settled=number, last_reveal=reveal, takeovers=told)


def _announce(before: Room, room: Room, event: events.Event, entry: LogEntry) -> Room:
    """Add a change that screens report; not whom the host lets in, nor what happens in practice.

    The TV tells it longer if a phone plays for a seat now, which others than its player have let in.
    """
    game = before.find_game(getattr(event, "game", 0))
    if getattr(event, "seat", None) == "" or (game and game.practice):
        return room
    by = before.devices.get(getattr(event, "giver", entry.device), "")  # of a link, who made it
    change = Change(entry, _value_before(before, event), by, room.settled)
    room = replace(room, change_log=(change, room.change_log))
    match event:
        case events.PlayersMerged():
            one, other = (before.seats[seat].devices for seat in (event.seat, event.into))
            takeover, is_told = Takeover(change, event.into, one | other), bool(one and other)
        case events.ClaimAccepted() | events.DeviceLinked():
            player, phones = before.seats[event.seat], frozenset({event.device})
            takeover = Takeover(change, event.seat, phones, own_phones(before, player))
            is_own = getattr(event, "giver", "") in takeover.own_phones
            is_told = not (is_own or phones <= player.devices)
        case _:
            return room
    return replace(room, takeovers=(*room.takeovers, takeover)) if is_told else room


def _apply_undo(room: Room, entry: LogEntry, event: events.EventUndone, *, is_of_reveal: bool) -> Room:
    """Move the number of the event from one of the stacks `undo` and `redo` to the other."""
    undo, redo = (
        tuple(number for number in stack if number != event.number) for stack in (room.undo, room.redo)
    )
    if not is_of_reveal:
        undo, redo = (undo, (*redo, event.number)) if event.undone else ((*undo, event.number), redo)
    room = _announce(room, replace(room, undo=undo, redo=redo), event, entry)
    if room.current_game:  # hidden plays that are impossible now go; revealed ones are voided
        room = with_game(room, with_full_time(without_impossible(room.current_game), room, entry.at))
    return room


def is_reveal_undone(room: Room, number: int) -> bool:
    """Tell whether Undo took back a reveal with the event of that number: taking that back is its Redo."""
    entry = room.entry(number)
    return entry is not None and getattr(entry.event, "by_undo", False)


def _is_undoable(room: Room, event: events.Event, device: Device) -> bool:
    """Tell whether the host can undo an event: a decision of the host, or a play entered for a player."""
    is_host, seat = device in room.hosts, room.devices.get(device)
    match event:
        case game_events.PlaySubmitted() | game_events.ListSubmitted():
            return is_host and seat != event.seat
        case game_events.RoundReopened(by_undo=True):
            return False
        case events.PlayerJoined():
            return is_host and not event.device
        case game_events.ListRoundRevealed():
            return bool(device)
        case game_events.HighLowCalled() if room.current_game:
            return is_host and seat != room.current_game.must_call
    return event.undoable


def _value_before(room: Room, event: events.Event) -> ValueBefore:
    """Return what an event replaces: a name, a count of a crowd, or plays (none of who showed nothing)."""
    match event:
        case events.PlayerRenamed():
            return room.name(event.seat)
        case events.CrowdRemoved() | events.IdleRemoved():
            return str(len(crowd_seats(room, event)))
        case game_events.PlaysCorrected() if game := room.find_game(event.game):
            rounds = {number: played.reveal.plays for number, played in enumerate(game.rounds, 1)}
            play_keys = [(number, seat) for number, seat, _ in event.plays if seat in rounds.get(number, ())]
            return {(number, seat): rounds[number][seat] for number, seat in play_keys}
    return None


def _apply_event(room: Room, event: events.Event | None, entry: LogEntry) -> Room:
    """Apply one event; return the same room where it does not apply."""
    match event:
        case game_events.BetPlaced():
            return place_bet(room, event, entry.device)
        case game_events.RoundEvent() if (game := room.current_game) and game.number == event.game:
            return _apply_round_event(room, game, event, entry)
        case events.PlayerEvent():
            return apply_player_event(room, event, entry.device)
        case game_events.GameStarted():
            return _start_game(room, event)
        case events.EveningFinished() if can_finish_evening(room):
            return _finish_evening(room)
        case game_events.CorrectionEvent() if game := room.find_game(event.game):
            return _apply_correction(room, game, event)
        case game_events.GameEvent() if (game := room.current_game) and game.number == event.game:
            return _apply_game_event(room, game, event)
    return _apply_room_event(room, event, entry)


def _apply_game_event(room: Room, game: GameState, event: game_events.GameEvent) -> Room:
    match event:
        case game_events.CardsDealt():
            room = give_hands(room, event.hands)
            return with_game(room, add_deal(game, Deal(event.hands, event.stock)))
        case game_events.EndingChosen() if game.next_round and (after := with_ending(game, event.options)):
            if event.by_app:
                return with_game(room, after)
            room = replace(room, options={**room.options, **event.options})
            return with_game(room, replace(after, is_ending_open=False))
        case game_events.GameEnded() if game.next_round:
            return _end_game(room, game, throws_away=event.throws_away)
        case game_events.TiePlayedOn() if not game.is_thrown_away:
            with suppress(Refused):  # there is no such tie
                record = game.rules.break_tie(game.record, showdown=event.showdown)
                return with_game(room, rescore(game, record))
    return room


def _apply_correction(room: Room, game: GameState, event: game_events.CorrectionEvent) -> Room:
    if isinstance(event, game_events.RoundReopened):
        is_last = can_reopen(room, game, event.round)
        return with_game(room, round_reducer.reopen_last_round(game)) if is_last else room
    after = round_reducer.corrected(game, event)
    if after is game:
        return room
    if isinstance(event, game_events.RoundInserted):
        moved = (  # a round that is put in is nothing that screens play
            replace(
                milestone,
                rounds=milestone.rounds + (milestone.game == event.game and milestone.rounds >= event.round),
            )
            for milestone in room.milestones
        )
        room = replace(room, milestones=tuple(moved))
    return with_game(room, rescore(after))


def can_reopen(room: Room, game: GameState, number: int) -> bool:
    """Tell whether a round can be reopened: the last revealed one, not void, and not one of lists."""
    is_last = game is room.current_game and bool(game.rounds) and number == len(game.rounds)
    listed = game.lists_left or game.lists or game.rules.takes_lists
    return is_last and not game.rounds[-1].void and not listed


def last_undoable(room: Room) -> int:
    """Return the number of the entry that the host can take back now; 0 if there is none.

    That is the host's last act that can be undone, or a later reveal, which reopening takes back.
    """
    undoable = room.undo[-1] if room.undo else 0
    game, revealed = room.current_game, room.milestones[-1].entry if room.milestones else 0
    if game is None or revealed <= undoable:
        return undoable
    return revealed if can_reopen(room, game, len(game.rounds)) else 0


def _apply_room_event(room: Room, event: events.Event | None, entry: LogEntry) -> Room:
    match event:
        case events.QuestionsChosen() if not room.is_playing:
            return replace(room, questions_chosen=event, questions_by=entry.device)
        case events.RoomOpened():
            hosts = room.hosts | {event.host}
            room = replace(room, hosts=hosts, owners=hosts, recovery=event.recovery, opened_at=entry.at)
            return replace(room, game_name=event.game, options=event.options, address=event.address)
        case events.GameChosen() if not room.is_playing:
            if room.current_game:
                return replace(room, chosen=NextGame(event.game, event.options, event.dealt))
            return replace(room, game_name=event.game, options=event.options, dealt=event.dealt)
        case events.HostAdded():
            links = room.links | ({event.link} if event.link else set())
            gone, added = {event.instead_of}, {event.device}
            owners = (room.owners - gone) | (set() if event.is_second else added)
            return replace(room, hosts=(room.hosts - gone) | added, owners=owners, links=links)
        case events.RoomSet():
            known = {name: event.options[name] for name in events.ROOM_OPTIONS if name in event.options}
            if known.get("takes_crowd", room.takes_crowd) != room.takes_crowd:
                known |= {"seats_when_answered": room.seats_given, "slowed": {}}
            return update_waiting(replace(room, **known))
        case events.RoomClosed() if event.closed != room.is_closed:
            return close_or_open(room, entry.at)
    return room


def _apply_round_event(room: Room, game: GameState, event: game_events.RoundEvent, entry: LogEntry) -> Room:
    if isinstance(event, game_events.TimerPaused):
        after = switch_timer(game, event, entry.at)
    else:
        is_own = room.devices.get(entry.device) == getattr(event, "seat", None)
        after = round_reducer.apply_round_event(game, event, entry.device if is_own else "")
    is_expired = isinstance(event, game_events.TimerExpired)
    if is_expired and (after.round_number, after.lists_left) == (event.round, game.lists_left):
        after = with_expired_timer(after, room)
    return room if after is game else replace(room, current_game=after)


def with_ending(game: GameState, options: Options) -> GameState | None:
    """Return a game with other options; None where the rules refuse them, or score the rounds otherwise."""
    rules = game.rules
    try:
        other = type(rules).read_options({**changed_options(rules), **options})
    except Refused:
        return None
    scored = games.score_record(replace(game.record, rules=other))
    return replace(game, scored=scored) if scored.score == game.score else None


def _end_game(room: Room, game: GameState, *, throws_away: bool = False) -> Room:
    """End a game after its last revealed round; remove it if none was revealed, and it is no grand final."""
    if not game.reveals and not game.is_final:
        return with_games(room, room.earlier_games)
    return with_game(room, end_now(game, throws_away=throws_away))


def _start_game(room: Room, event: game_events.GameStarted) -> Room:
    try:
        record = new_record(room.present, event.game, event.options)
    except Refused:
        return room
    if room.current_game and room.is_playing:
        room = _end_game(room, room.current_game)
    rules = type(record.rules)
    game = GameState(
        room.games_begun + 1,
        games.score_record(record),
        is_ending_open=not set(event.left_open).isdisjoint(deferred_options(rules)),
        dealt=event.dealt,
        evening_number=(room.current_game.evening_number if room.current_game else 0) + (not event.practice),
        practice=event.practice,
        auto_reveal=room.auto_reveal,
    )
    once = {*event.left_open, *(option.name for option in player_fields(rules))}
    options = without(event.options, once)
    dealt = room.next_game.dealt if event.practice else event.dealt
    return _begin(replace(room, game_name=event.game, options=options, dealt=dealt, chosen=None), game)


def _begin(room: Room, game: GameState) -> Room:
    """Put a game after the others; what somebody wanted to play before it is void."""
    begun = replace(room, earlier_games=room.games, games_begun=game.number, wishes={})
    return update_waiting(replace(begun, current_game=update_open_round(game)))


def can_finish_evening(room: Room) -> bool:
    """Tell whether the evening can be finished: no game is open, enough count, and it is not yet (H4)."""
    return not (room.is_playing or room.final) and len(room.finished_games) >= FEWEST_GAMES


def _finish_evening(room: Room) -> Room:
    """Begin the grand final, with all who are in the room; it is over at once where the steps decide."""
    here = tuple(seat for seat, player in room.seats.items() if not player.away)
    evening = EveningFinish(standing_of(room.finished_games).steps, here)
    game = GameState(
        room.games_begun + 1,
        games.score_record(games.final_record(evening, here)),
        evening_number=len(room.evening_games),
        auto_reveal=room.auto_reveal,
    )
    return _begin(room, game)


def new_record(players: Iterable[Player], game: str, options: Options) -> Record:
    """Return the record of a game before its first round; raises `Refused` for invalid options."""
    read = games.find_game(game).read_options(options)
    return Record(game, read, tuple(player.seat for player in players))
