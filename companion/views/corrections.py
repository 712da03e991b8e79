"""The host's corrections: what can be undone or corrected, and a preview of what that would change."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from companion.i18n.messages import (
    N_,
    bidi_isolate,
    capitalize_first,
    format_count,
    format_sequence,
    translate,
)
from companion.room import events
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.reducer import can_reopen
from companion.room.state import Room
from companion.rules.games import find_game
from companion.rules.games.outcomes import Fate
from companion.rules.results import Branch, Node
from companion.views import headings
from companion.views.cards import card_face
from companion.views.hidden_scores import hides_scores
from companion.views.naming import list_players, player_names
from companion.views.questions import AskedQuestion, asked_in_round


@dataclass(frozen=True, slots=True)
class UndoItem:
    """A change that can be undone or redone: the number of its event, and its description."""

    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections that are offered on the host's screen.

    `reopen` is the id of the last revealed round, and `reopen_name` its name; empty if it cannot be reopened.
    `problems` are the rules that are broken since a correction.
    """

    undo: UndoItem | None
    redo: UndoItem | None
    reopen: str
    reopen_name: str
    problems: tuple[str, ...]


def corrections_view(room: Room) -> Corrections:
    """Build the corrections that the host can make now."""
    game = room.current_game
    can = game is not None and bool(game.rounds) and can_reopen(room, game, game.round_number - 1)
    return Corrections(
        undo=_undo_item(room, room.undo),
        redo=_undo_item(room, room.redo),
        reopen=f"{game.number}.{game.round_number - 1}" if game and can else "",
        reopen_name=headings.round_name(game, game.round_number - 1) if game and can else "",
        problems=tuple(_evening_problems(room)),
    )


def problem_sentences(room: Room, game: GameState) -> Iterator[str]:
    """Yield a sentence for each rule that is broken since a correction, with the round if it is known."""
    for where, problem in _problems(room, game):
        if where:
            yield translate("{where}: {problem}.", where=capitalize_first(where), problem=problem)
        else:
            yield translate("{problem}.", problem=problem)


def _problems(room: Room, game: GameState) -> Iterator[tuple[str, str]]:
    """Yield the name of the round in which a rule is broken, empty if unknown, and the problem."""
    if not game.score.problems:
        return
    counted = [
        where for where, row in zip(headings.round_names(game), game.rounds, strict=True) if not row.void
    ]
    for problem in game.score.problems:
        sentence = replace(problem, round=None).sentence(lambda seat: bidi_isolate(room.name(seat)))
        yield counted[problem.round - 1] if problem.round and problem.round <= len(counted) else "", sentence


def _evening_problems(room: Room) -> Iterator[str]:
    for state in room.games:
        game = headings.evening_game_name(state.number)
        for where, problem in _problems(room, state):
            if where:
                yield translate(
                    "{where}: {problem}.", where=headings.join_parts(game, where), problem=problem
                )
            else:
                yield translate("{game}, {problem}.", game=game, problem=problem)


def _undo_item(room: Room, numbers: tuple[int, ...]) -> UndoItem | None:
    entry = room.entry(numbers[-1]) if numbers else None
    return UndoItem(entry.number, describe_event(room, entry.event)) if entry and entry.event else None


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
        case events.SatOut():
            return translate("{name} sits out", name=room.name(event.seat))
        case events.SatIn():
            return translate("{name} is back", name=room.name(event.seat))
        case events.PlayerRenamed():
            return translate("Rename to {name}", name=event.name)
        case events.PlayerRemoved() | events.PlayerBlocked():
            return translate("Send {name} away", name=room.name(event.seat))
    return translate("The last change")


def describe_changes(before: Room, after: Room) -> tuple[str, ...]:
    """Return sentences for the differences between two states: rounds, points, winners, problems."""
    return tuple(_changes(before, after)) or (translate("No score changes."),)


def is_unsurprising(before: Room, after: Room, name: str) -> bool:
    """Return whether an `undo` or a `redo` changes no more than its label tells.

    It may change a correction or at most the last round, and must not remove a phone from the room.
    """
    numbers = before.undo if name == "undo" else before.redo
    entry = before.entry(numbers[-1]) if numbers else None
    if before.devices.keys() - after.devices.keys():
        return False
    plays_before, plays_after = _revealed_plays(before), _revealed_plays(after)
    return (
        isinstance(entry.event if entry else None, events.CorrectionEvent)
        or plays_before[:-1] == plays_after[: len(plays_before) - 1]
    )


def _revealed_plays(room: Room) -> list[object]:
    return [(game.number, row.reveal.plays) for game in room.games for row in game.rounds]


def _changes(before: Room, after: Room) -> Iterator[str]:
    now = {game.number: game for game in after.games}
    for state in before.games:
        title = headings.evening_game_name(state.number)
        if state.number in now:
            is_hidden = hides_scores(before, state) or hides_scores(after, now[state.number])
            yield from _game_changes(before, title, state, now[state.number], is_hidden=is_hidden)
        elif state.record.reveals:
            yield translate(
                "{game} is taken back, with {rounds}.", game=title, rounds=_rounds(len(state.record.reveals))
            )
    was = {game.number for game in before.games}
    for number in now.keys() - was:
        game, rounds = headings.evening_game_name(number), _rounds(len(now[number].record.reveals))
        yield translate("{game} is there again, with {rounds}.", game=game, rounds=rounds)
    known = set(_evening_problems(before))
    for each in _evening_problems(after):
        if each not in known:
            yield translate("Impossible then: {problem}", problem=each)


def _rounds(number: int) -> str:
    return format_count(number, "{n} round", "{n} rounds")


def _game_changes(
    room: Room, title: str, before: GameState, after: GameState, *, is_hidden: bool
) -> Iterator[str]:
    struck = after.struck_rounds - before.struck_rounds
    if struck > 0:
        yield translate("{game} is over before: {rounds} struck.", game=title, rounds=_rounds(struck))
    if struck < 0:
        yield translate("{game} goes on: {rounds} count again.", game=title, rounds=_rounds(-struck))
    lost = len(before.record.reveals) - len(after.record.reveals) - struck
    rounds = _rounds(abs(lost))
    if lost > 0:
        yield translate("{game}: {rounds} fewer.", game=title, rounds=rounds)
    if lost < 0:
        yield translate("{game}: {rounds} more.", game=title, rounds=rounds)
    if len(after.rounds) > len(before.rounds):
        return  # a preview must not disclose what a further reveal would show
    if not is_hidden:
        yield from _part_changes(room, title, before.score.root, after.score.root)
    elif before.record.reveals != after.record.reveals:
        yield translate(
            "{game}: the scores are hidden until it is over, so is what changes in them.", game=title
        )
    if before.next_round is None and after.next_round is not None:
        yield translate("{game} is not over any more.", game=title)
    if before.next_round is not None and after.next_round is None:
        yield translate("{game} is over.", game=title)


def _part_changes(room: Room, title: str, before: Node, after: Node) -> Iterator[str]:
    """Yield the differences between two results, innermost parts first: scores, then winners."""
    if isinstance(before, Branch) and isinstance(after, Branch):
        for number, (one, other) in enumerate(zip(before.parts, after.parts, strict=False), 1):
            if isinstance(one, Branch):
                where = headings.join_parts(title, headings.part_name(one.kind, number))
                yield from _part_changes(room, where, one, other)
        yield from _score_changes(room, title, before.scores, after.scores)
        yield from _showdown_changes(room, title, before, after)
    if before.winners != after.winners:
        was, now = _winner_names(room, before.winners), _winner_names(room, after.winners)
        yield translate("{part}: winner {was} → {now}.", part=title, was=was, now=now)


def _showdown_changes(room: Room, title: str, before: Branch, after: Branch) -> Iterator[str]:
    """Yield who is tied now, and who stays in each round of a showdown, where that differs (G16)."""
    one, other = before.showdown[:1], after.showdown[:1]
    if one and other and one[0].tied != other[0].tied:
        was, now = _winner_names(room, one[0].tied), _winner_names(room, other[0].tied)
        yield translate("{part}: tied {was} → {now}.", part=title, was=was, now=now)
    for number, (played, again) in enumerate(zip(before.showdown, after.showdown, strict=False), 1):
        if played.left != again.left:
            where = headings.join_parts(title, headings.part_name("showdown", number))
            was, now = _winner_names(room, played.left), _winner_names(room, again.left)
            yield translate("{part}: stays {was} → {now}.", part=where, was=was, now=now)


def _score_changes(
    room: Room, title: str, before: Mapping[Seat, int], after: Mapping[Seat, int]
) -> Iterator[str]:
    changed = [seat for seat in after if before.get(seat, 0) != after[seat]]
    if changed:
        figures = format_sequence(
            _score_change(room, seat, before.get(seat, 0), after[seat]) for seat in changed
        )
        yield translate("{part}: {figures}.", part=title, figures=figures)


def _score_change(room: Room, seat: Seat, was: int, now: int) -> str:
    return translate("{name} {was} → {now}", name=player_names(room, [seat])[0], was=str(was), now=str(now))


def _winner_names(room: Room, winners: tuple[Seat, ...]) -> str:
    return list_players(player_names(room, winners)) if winners else translate("nobody")


@dataclass(frozen=True, slots=True)
class CorrectablePlay:
    """A player's play in a revealed round: `sign` is displayed, `text` goes into the form.

    `fate` is empty where the play does not count; plays are sorted by `rank`.
    """

    seat: Seat
    name: str
    sign: str
    text: str
    corrected: bool
    fate: Fate | Literal[""]
    rank: tuple[int, int]

    @property
    def is_middle(self) -> bool:
        """Whether the play was in the middle."""
        return self.fate in ("middle", "won", "discarded")

    @property
    def is_out(self) -> bool:
        """Whether the play could not score."""
        return self.fate in ("", "disqualified", "tied")


@dataclass(frozen=True, slots=True)
class CorrectableRound:
    """A revealed round with everything that can be corrected in it."""

    round_id: str
    heading: str
    void: bool
    call: str
    cells: tuple[CorrectablePlay, ...]
    can_reopen: bool
    is_cards: bool
    asked: AskedQuestion | None = None
    """What was asked; its truth can be told, corrected and taken back."""
    truth: str = ""
    """The truth as it is typed."""

    @property
    def plays(self) -> tuple[CorrectablePlay, ...]:
        """The plays that there are, lowest first, then those that could not score."""
        found = (cell for cell in self.cells if cell.sign)
        return tuple(sorted(found, key=lambda cell: (cell.is_out, cell.rank)))


def correctable_round(room: Room, game: GameState, number: int) -> CorrectableRound:
    """Build the correction form of a revealed round."""
    row, fates = game.rounds[number - 1], _fates(game, number)
    plays = row.reveal.plays
    return CorrectableRound(
        round_id=f"{game.number}.{number}",
        heading=headings.join_parts(
            headings.evening_game_name(game.number), headings.round_name(game, number)
        ),
        void=row.void,
        call=row.reveal.call or "",
        cells=tuple(
            CorrectablePlay(
                seat=seat,
                name=room.name(seat),
                sign=card_face(plays[seat]).sign if seat in plays else "",
                text=str(plays.get(seat, "")),
                corrected=seat in row.corrected,
                fate=fates.get(seat, ""),
                rank=game.record.rules.sort_key(plays[seat]) if seat in plays else (0, 0),
            )
            for seat in game.record.players
        ),
        can_reopen=can_reopen(room, game, number),
        is_cards=any(not isinstance(play, int) for play in plays.values()),
        asked=asked_in_round(game, number),
        truth="" if row.reveal.truth is None else str(row.reveal.truth),
    )


def _fates(game: GameState, number: int) -> Mapping[Seat, Fate]:
    """Return what became of the plays of a revealed round; nothing where the round does not count."""
    if game.rounds[number - 1].void:
        return {}
    valid = sum(not row.void for row in game.rounds[: number - 1])
    leaf = next(islice(game.score.leaves(), valid, None), None)
    if leaf is None:
        return {}
    return {**dict.fromkeys(leaf.plays, "outside"), **game.record.rules.fates(leaf)}


def correctable_rounds(room: Room) -> tuple[CorrectableRound, ...]:
    """List the correction forms of all revealed rounds, newest first."""
    return tuple(
        correctable_round(room, game, number)
        for game in reversed(room.games)
        for number in range(len(game.rounds), 0, -1)
    )
