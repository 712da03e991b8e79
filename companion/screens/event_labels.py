"""The words for an event on the button that undoes it."""

from collections.abc import Mapping

from companion.i18n.messages import N_, format_sequence, translate
from companion.room import events
from companion.room.state import Room
from companion.rules.games import find_game
from companion.screens import headings
from companion.screens.naming import list_players

_LABELS: Mapping[type[events.Event], str] = {
    events.RoundClosed: N_("Reveal {round}"),
    events.ListRoundRevealed: N_("Reveal {round}"),
    events.GameEnded: N_("End game"),
    events.TiePlayedOn: N_("Play on"),
    events.RoundReopened: N_("Reopen {round}"),
    events.RoundVoided: N_("Void {round}"),
    events.HighLowCalled: N_("Call low"),
    events.QuestionAsked: N_("Ask a question"),
    events.TruthTold: N_("Tell the truth of {round}"),
    events.PlaySubmitted: N_("Enter for {name} in {round}"),
    events.ListSubmitted: N_("Enter for {name} in {round}"),
    events.PlaysEntered: N_("Enter {round}"),
    events.PlayerJoined: N_("Add {name}"),
    events.PlayerRenamed: N_("Rename to {name}"),
    events.PlayerRemoved: N_("Send {name} away"),
    events.SatOut: N_("{name} sits out"),
    events.BotPlaysOn: N_("A bot plays on for {name}"),
}


def describe_event(room: Room, event: events.Event | None) -> str:
    """Return the description of an event for the button that undoes it; None: one that is not known."""
    match event:
        case events.GameStarted():
            rules = find_game(event.game).read_options(event.options)
            return translate("Start {title}", title=translate(rules.known_as))
        case events.PlayersMerged():
            one, other = room.name(event.seat), room.name(event.into)
            return translate("Merge {one} into {other}", one=one, other=other)
        case events.PlaysCorrected():
            return _describe_corrected_plays(room, event)
        case events.EventUndone():
            done = room.entry(event.number)
            what = describe_event(room, done.event if done else None)
            if event.undone:
                return translate("Undo: {what}", what=what)
            return translate("Redo: {what}", what=what)
    game, number = getattr(event, "game", 0), getattr(event, "round", 0)
    seat, name = getattr(event, "seat", ""), getattr(event, "name", "")
    return translate(
        _label(event),
        name=name or (room.name(seat) if seat else ""),
        round=headings.revealed_round_name(room, game, number) if number else "",
    )


def _label(event: events.Event | None) -> str:
    """Return the label of an event, which may be that of what it takes back."""
    match event:
        case events.RoundVoided(void=False):
            return N_("Count {round}")
        case events.GameEnded(throws_away=True):
            return N_("Throw the game away")
        case events.TiePlayedOn(showdown=True):
            return N_("Showdown")
        case events.SatOut(out=False):
            return N_("{name} is back")
        case events.HighLowCalled(call="high"):
            return N_("Call high")
        case events.QuestionAsked(question=""):
            return N_("Take the question away")
        case events.TruthTold(truth=None):
            return N_("Take back the truth of {round}")
    return _LABELS.get(type(event), N_("The last change")) if event else N_("The last change")


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
