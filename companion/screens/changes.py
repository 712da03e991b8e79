"""The words for what happened in a room: on the buttons that undo it, and in the list of changes."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import takewhile

from companion.i18n.messages import N_, bidi_isolate, capitalize_first, format_sequence, translate
from companion.room import events, game_events
from companion.room.commands.corrections import next_redo
from companion.room.events import Event, Seat
from companion.room.reducer import is_reveal_undone, last_undoable
from companion.room.state import Change, Room
from companion.rules.games import find_game
from companion.rules.plays import Play
from companion.screens.cards import card_face
from companion.screens.headings import join_parts, leaf_kind, revealed_round_name
from companion.screens.naming import list_players, player_names

_Words = Mapping[type, tuple[str, ...]]
"""The words for each type of event; the second ones are for those that `_is_second` tells."""

_LABELS: _Words = {
    game_events.GameStarted: (N_("Start {title}"),),
    game_events.RoundClosed: (N_("Reveal {round}"),),
    game_events.ListRoundRevealed: (N_("Reveal {round}"),),
    game_events.GameEnded: (N_("End game"), N_("Throw the game away")),
    game_events.TiePlayedOn: (N_("Play on"), N_("Showdown")),
    events.EveningFinished: (N_("Finish the evening"),),
    game_events.RoundReopened: (N_("Reopen {round}"), N_("Reveal {round}")),
    game_events.RoundVoided: (N_("Take out {round}"), N_("Count {round}")),
    game_events.RoundInserted: (N_("Put in {round}"),),
    game_events.PlaysCorrected: (N_("Correct {name} in {round}"), N_("Correct the call of {round}")),
    game_events.HighLowCalled: (N_("Call low"), N_("Call high")),
    game_events.QuestionAsked: (N_("Ask a question"), N_("Take the question away")),
    game_events.TruthTold: (N_("Tell the truth of {round}"), N_("Take back the truth of {round}")),
    game_events.TruthGiven: (N_("Tell the truth"),),
    game_events.QuestionSkipped: (N_("Skip a question"),),
    game_events.PlaySubmitted: (N_("Enter for {name} in {round}"),),
    game_events.ListSubmitted: (N_("Enter for {name} in {round}"),),
    game_events.PlaysEntered: (N_("Enter {round}"),),
    events.PlayerJoined: (N_("Add {name}"),),
    events.PlayerRenamed: (N_("Rename to {name}"),),
    events.PlayersMerged: (N_("Merge {one} into {other}"),),
    events.PlayerRemoved: (N_("Send {name} away"),),
    events.CrowdRemoved: (N_("Send a crowd away"),),
    events.IdleRemoved: (N_("Send away who never played"),),
    events.SatOut: (N_("{name} sits out"), N_("{name} is back")),
    events.BotPlaysOn: (N_("A bot plays on for {name}"),),
    events.EventUndone: (N_("Undo: {what}"), N_("Redo: {what}")),
}

_REVEALING = (game_events.RoundClosed, game_events.ListRoundRevealed, game_events.PlaysEntered)
"""The acts of which the reveal is what people see, where they bring one."""

_TAKEN_BACK: Mapping[str, str] = {
    "round": N_("Take back the reveal"),
    "trick": N_("Take back the trick"),
    "hand": N_("Take back the hand"),
    "game": N_("Take back the entry"),
}

_NOTES: _Words = {
    events.PlayerLeft: (N_("{name} has left."),),
    events.PlayerReturned: (N_("{name} came back."),),
    events.PlayerRenamed: (N_("{who} renamed {was} to {now}."),),
    events.PlayersMerged: (N_("{who} made one of {one} and {other}."),),
    events.PlayerRemoved: (N_("{who} sent {name} away."),),
    events.CrowdRemoved: (N_("{who} sent {count} away: all from one address."),),
    events.IdleRemoved: (N_("{who} sent {count} away: none of them had ever played."),),
    events.PlayerUnblocked: (N_("{who} unblocked {name}."),),
    events.SatOut: (N_("{who} had {name} sit out."), N_("{who} had {name} play again.")),
    events.BotPlaysOn: (N_("{who} had a bot play on for {name}."),),
    events.ClaimAccepted: (N_("{who} had another phone play as {name}."),),
    events.DeviceLinked: (
        N_("{who} had another phone play as {name}."),
        N_("{name} plays on another phone now."),
    ),
    events.PhoneVouched: (
        N_("{name} said: the other phone is mine."),
        N_("{name} said: that was not me. That phone plays as {name} no more."),
    ),
    game_events.RoundReopened: (N_("{where}: {who} took back the reveal."),),
    game_events.RoundInserted: (N_("{where}: {who} put it in, as it had been forgotten."),),
    game_events.RoundVoided: (N_("{where}: {who} took it out."), N_("{where}: {who} had it count again.")),
    events.EventUndone: (N_("{who} took back “{what}”."), N_("{who} did again “{what}”.")),
    events.RoomClosed: (
        N_("Whoever runs this server closed the room."),
        N_("Whoever runs this server opened the room again."),
    ),
}


def _is_second(room: Room, event: Event | None) -> bool:
    """Tell whether an event is of the second of the two kinds that its type has."""
    match event:
        case events.EventUndone():
            return event.undone == is_reveal_undone(room, event.number)
        case (
            game_events.GameEnded(throws_away=True)
            | game_events.TiePlayedOn(showdown=True)
            | game_events.HighLowCalled(call="high")
            | game_events.RoundVoided(void=False)
            | events.SatOut(out=False)
            | game_events.RoundReopened(by_undo=True)
            | events.RoomClosed(closed=False)
            | events.PhoneVouched(is_own=False)
            | game_events.QuestionAsked(question="")
            | game_events.TruthTold(truth=None)
            | game_events.PlaysCorrected(plays=())
        ):
            return True
    return False


def describe_event(room: Room, event: Event | None) -> str:
    """Return the description of an event for the button that undoes it; None: one that is not known."""
    labels = _LABELS.get(type(event), (N_("The last change"),))
    return translate(labels[-1] if _is_second(room, event) else labels[0], **_values(room, event))


def to_undo(room: Room) -> str:
    """Return the sentence for taking back the last act or reveal; empty if there is none."""
    number, game = last_undoable(room), room.current_game
    entry = room.entry(number)
    if entry is None or entry.event is None:
        return ""
    if isinstance(entry.event, game_events.GameStarted) and len(room.games) == 1:
        return translate("Back to the lobby")
    is_action = number in room.undo and not isinstance(entry.event, _REVEALING)
    if game is None or is_action or room.milestones[-1].entry != number:
        return describe_event(room, events.EventUndone(number))
    return translate(_TAKEN_BACK[leaf_kind(game)])


def to_undo_on_sheet(room: Room) -> str:
    """Name what Undo takes back, if that was entered or corrected on the sheet: `hand 5`, `Bob in hand 3`."""
    entry = room.entry(last_undoable(room))
    match entry and entry.event:
        case (
            game_events.PlaysEntered()
            | game_events.RoundInserted()
            | game_events.RoundVoided()
            | game_events.PlaysCorrected(plays=()) as event
        ):
            return _values(room, event)["round"]
        case game_events.PlaysCorrected() as event:
            return translate("{name} in {round}", **_values(room, event))
    return ""


def to_redo(room: Room) -> str:
    """Describe what the host would do again now; empty if there is none."""
    entry = room.entry(next_redo(room))
    return describe_event(room, entry.event) if entry and entry.event else ""


def _values(room: Room, event: Event | None) -> dict[str, str]:
    """Return what the words for an event name: players, rounds, a game, another event."""
    match event:
        case game_events.GameStarted():
            return {"title": translate(find_game(event.game).read_options(event.options).known_as)}
        case events.PlayersMerged():
            one, other = player_names(room, (event.seat, event.into))
            return {"one": one, "other": other}
        case events.EventUndone():
            done = room.entry(event.number)
            return {"what": describe_event(room, done.event if done else None)}
        case game_events.PlaysCorrected():
            seats = dict.fromkeys(corrected_play.seat for corrected_play in event.plays)
            rounds = (revealed_round_name(room, event.game, number) for number in event.rounds)
            return {"name": list_players(player_names(room, seats)), "round": format_sequence(rounds)}
    name = getattr(event, "name", "") or room.name(getattr(event, "seat", ""))
    number = getattr(event, "round", 0)
    round_name = revealed_round_name(room, getattr(event, "game", 0), number) if number else ""
    return {"name": bidi_isolate(name), "round": round_name}


def change_notes(room: Room) -> tuple[tuple[datetime, str], ...]:
    """List the host's changes, and the players who came and went during games, with their times."""
    changes = reversed([*without_repeated(room.changes())])
    real = (change for change in changes if not _is_start_of_practice(room, change.entry.event))
    return tuple((each.entry.at, sentence) for each in real for sentence in change_sentences(room, each))


def _is_start_of_practice(room: Room, event: Event | None) -> bool:
    done = room.entry(event.number) if isinstance(event, events.EventUndone) else None
    return done is not None and isinstance(done.event, game_events.GameStarted) and done.event.practice


def without_repeated(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield changes, the newest first, without what one told already that came since the same reveal."""
    told: set[object] = set()
    for change in changes:
        if (subject := (change.since, change.by, _subject(change))) not in told:
            told.add(subject)
            yield change


def _subject(change: Change) -> object:
    """Return what is equal for two changes of a player that are told in the same words."""
    event = change.entry.event
    match event:
        case events.PlayerStatusEvent() | events.EventUndone() | events.RoomClosed():
            return event, str(change.was)
        case events.ClaimAccepted() | events.DeviceLinked() | events.PhoneVouched():
            return event.seat, getattr(event, "giver", True) == "", getattr(event, "is_own", "")
    return change.entry.number


def change_sentences(room: Room, change: Change) -> tuple[str, ...]:
    """Return the sentences for a change: who changed what, and from what; none for what people see anyway."""
    event = change.entry.event
    if isinstance(event, game_events.PlaysCorrected):
        return tuple(_correction_sentences(room, change, event))
    notes = _NOTES.get(type(event))
    if notes is None:
        return ()
    is_second = _is_second(room, event)
    if isinstance(event, events.DeviceLinked):  # earlier releases did not store who had given the link
        is_second = change.by == event.seat or not event.giver
    values, who = _values(room, event), _author(room, change, N_("The host"))
    if isinstance(event, game_events.RoundCorrectionEvent):
        values["where"] = _where(room, event.game, _number_now(room, change, event.game, event.round))
        who = _author(room, change, N_("the host"))
    if isinstance(event, events.CrowdRemoved | events.IdleRemoved):
        values |= {"count": str(change.was)}
    if isinstance(event, events.PlayerRenamed):
        values |= {"was": bidi_isolate(str(change.was)), "now": values["name"]}
    return (translate(notes[-1] if is_second else notes[0], who=who, **values),)


def _author(room: Room, change: Change, host: str) -> str:
    """Return the name of the player whose browser made a change; `host` if it had no player then."""
    return list_players(player_names(room, [change.by])) if change.by else translate(host)


def _where(room: Room, game: int, number: int) -> str:
    where = revealed_round_name(room, game, number)
    found_game = room.find_game(game)
    if found_game is None or len(room.evening_games) == 1 or found_game.is_final:
        return capitalize_first(where)
    return join_parts(translate("Game {number} of the evening", number=found_game.evening_number), where)


def _number_now(room: Room, change: Change, game: int, number: int) -> int:
    """Return the number that a round has now, which a change named before others were put in."""
    later = takewhile(lambda each: each.entry.number > change.entry.number, room.changes())
    inserted = [each.entry.event for each in later if isinstance(each.entry.event, game_events.RoundInserted)]
    for event in reversed(inserted):
        number += event.game == game and event.round <= number
    return number


def _correction_sentences(room: Room, change: Change, event: game_events.PlaysCorrected) -> Iterator[str]:
    """Yield a sentence per round with corrected plays, and one for its call (D5); none of hidden ones."""
    game, who = room.find_game(event.game), _author(room, change, N_("the host"))
    before, calls = change.was if isinstance(change.was, Mapping) else {}, dict(event.calls)
    for number in event.rounds:
        plays = {
            corrected_play.seat: (before.get((number, corrected_play.seat)), corrected_play.play)
            for corrected_play in event.plays
            if corrected_play.round == number
        }
        now = _number_now(room, change, event.game, number)
        values = {"where": _where(room, event.game, now), "who": who}
        if plays and (game is None or game.played_round(now) is None):
            names = list_players(player_names(room, plays))
            yield translate("{where}: {who} corrected what {name} had played.", name=names, **values)
        elif plays:
            yield _corrected_plays(room, values, plays)
        if number in calls:
            high = N_("{where}: {who} corrected the call from low to high.")
            low = N_("{where}: {who} corrected the call from high to low.")
            yield translate(high if calls[number] == "high" else low, **values)


def _corrected_plays(
    room: Room, values: Mapping[str, str], plays: Mapping[Seat, tuple[Play | None, Play | None]]
) -> str:
    """Return the sentence for the corrected plays of a round; a single one may be new, or taken away."""
    names = player_names(room, plays)
    if len(plays) > 1:
        pairs = (
            translate("{name} {was} → {now}", name=name, was=_sign(was), now=_sign(now))
            for name, (was, now) in zip(names, plays.values(), strict=True)
        )
        return translate("{where}: {who} corrected {plays}.", plays=format_sequence(pairs), **values)
    [(was, now)] = plays.values()
    template = N_("{where}: {who} corrected {name} from {was} to {now}.")
    if now is None:
        template = N_("{where}: {who} took away {was}, which {name} had not played.")
    elif was is None:
        template = N_("{where}: {who} entered {now} for {name}.")
    return translate(template, name=list_players(names), was=_sign(was), now=_sign(now), **values)


def _sign(play: Play | None) -> str:
    return translate("nothing") if play is None else card_face(play).sign
