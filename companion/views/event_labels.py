"""The words for an event on the button that undoes it."""

from companion.i18n.messages import N_, format_sequence, translate
from companion.room import events
from companion.room.state import Room
from companion.rules.games import find_game
from companion.views import headings
from companion.views.naming import list_players

_PLAYED_ON = {events.TiePlayedOn: N_("Play on"), events.ShowdownStarted: N_("Showdown")}


def describe_event(room: Room, event: events.Event) -> str:
    """Return the description of an event for the button that undoes it."""
    match event:
        case events.GameStarted():
            rules = find_game(event.game).read_options(event.options)
            return translate("Start {title}", title=translate(rules.known_as))
        case events.RoundClosed() | events.ListRoundRevealed():
            return translate("Reveal {round}", round=headings.event_round_name(room, event))
        case events.GameEnded():
            return translate("End game")
        case events.TiePlayedOn() | events.ShowdownStarted():
            return translate(_PLAYED_ON[type(event)])
        case events.RoundReopened():
            return translate("Reopen {round}", round=headings.event_round_name(room, event))
        case events.RoundVoided():
            if event.void:
                return translate("Void {round}", round=headings.event_round_name(room, event))
            return translate("Count {round}", round=headings.event_round_name(room, event))
        case events.CallCorrected():
            return translate("Correct the call of {round}", round=headings.event_round_name(room, event))
        case events.HighLowCalled():
            return translate("Call high") if event.call == "high" else translate("Call low")
        case events.PlayersMerged():
            return translate(
                "Merge {one} into {other}", one=room.name(event.seat), other=room.name(event.into)
            )
        case events.PlayerJoined():
            return translate("Add {name}", name=event.name)
        case events.EventUndone() | events.EventRedone():
            done = room.entry(event.number)
            what = describe_event(room, done.event) if done and done.event else translate("The last change")
            return (
                translate("Undo: {what}", what=what)
                if isinstance(event, events.EventUndone)
                else translate("Redo: {what}", what=what)
            )
    return _describe_question_event(room, event)


def _describe_question_event(room: Room, event: events.Event) -> str:
    match event:
        case events.GameThrownAway():
            return translate("Throw the game away")
        case events.QuestionAsked():
            return translate("Ask a question") if event.question else translate("Take the question away")
        case events.TruthTold() if event.truth is None:
            return translate("Take back the truth of {round}", round=headings.event_round_name(room, event))
        case events.TruthTold():
            return translate("Tell the truth of {round}", round=headings.event_round_name(room, event))
    return _describe_player_event(room, event)


def _describe_player_event(room: Room, event: events.Event) -> str:
    match event:
        case events.PlaysCorrected():
            return _describe_corrected_plays(room, event)
        case events.PlayCorrected():
            return translate(
                "Correct {name} in {round}",
                name=room.name(event.seat),
                round=headings.event_round_name(room, event),
            )
        case events.PlaySubmitted() | events.ListSubmitted():
            return translate(
                "Enter for {name} in {round}",
                name=room.name(event.seat),
                round=headings.event_round_name(room, event),
            )
        case events.PlaysEntered():
            return translate("Enter {round}", round=headings.event_round_name(room, event))
        case events.SatOut():
            return translate("{name} sits out", name=room.name(event.seat))
        case events.BotPlaysOn():
            return translate("A bot plays on for {name}", name=room.name(event.seat))
        case events.SatIn():
            return translate("{name} is back", name=room.name(event.seat))
        case events.PlayerRenamed():
            return translate("Rename to {name}", name=event.name)
        case events.PlayerRemoved() | events.PlayerBlocked():
            return translate("Send {name} away", name=room.name(event.seat))
    return translate("The last change")


def _describe_corrected_plays(room: Room, event: events.PlaysCorrected) -> str:
    rounds = format_sequence(
        headings.revealed_round_name(room, event.game, number) for number in event.rounds
    )
    if not event.plays:
        return translate("Correct the call of {round}", round=rounds)
    seats = dict.fromkeys(each.seat for each in event.plays)
    return translate(
        "Correct {name} in {round}", name=list_players(room.name(seat) for seat in seats), round=rounds
    )
