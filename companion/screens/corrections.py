"""The revealed rounds, the form that corrects one, and what a correction, an undo or a redo would change."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from companion.i18n.messages import N_, PluralTemplate, capitalize_first, format_sequence, plain, translate
from companion.room import events, game_events
from companion.room.commands.corrections import PlayKey, opening
from companion.room.events import Event, Seat, Seats
from companion.room.game_state import GameState, PlayedRound
from companion.room.reducer import apply, can_reopen
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.outcomes import Standing
from companion.rules.games.voided import OVER
from companion.rules.plays import AllowedPlay, Bounds, NextRound, Pad, Play
from companion.rules.results import count_parts
from companion.screens.cards import CardFace, card_face
from companion.screens.headings import (
    evening_game_name,
    leaf_kind,
    name_in_evening,
    round_name,
    round_names,
)
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import counted_score, list_players, player_names
from companion.screens.questions import AskedQuestion, leaf_of_round, question_of_round
from companion.screens.results import fates_of_round
from companion.screens.voided import reason_voided, voided_by_round
from companion.values import frozen

_MOST_VOIDED = 6  # plays of other rounds that are shown

_OUT = ("", "struck", "disqualified", "tied")  # the fates of plays that could not score


@frozen
class RevealedPlay:
    """What a player showed in a round; its `fate` is empty in a void one."""

    seat: Seat
    sign: str
    fate: str
    is_corrected: bool

    @property
    def is_out(self) -> bool:
        """Whether it could not score."""
        return self.fate in _OUT

    @property
    def is_hit(self) -> bool:
        """Whether it scored, or stayed in a showdown."""
        return self.fate in ("scored", "won", "discarded", "stays")


@frozen
class RevealedRound:
    """A revealed round as it can be corrected.

    `plays` are the lowest first, then those that could not score. `question` is what was asked; its truth can
    be told, corrected and taken back.
    """

    game: int
    number: int
    heading: str
    played: PlayedRound
    has_middle: bool
    plays: tuple[RevealedPlay, ...]
    question: AskedQuestion | None

    @property
    def id(self) -> str:
        """How a form names it: `1.2`."""
        return f"{self.game}.{self.number}"

    @property
    def takes_truth(self) -> bool:
        """Whether something was asked that has a truth, as an opinion has none."""
        return self.question is not None and not self.played.reveal.ends


@frozen
class CorrectionField:
    """A player's play: as it stands, and as the form has it (`text`).

    `stands` is None where the player showed nothing. `choices` is what it can be, empty where it is typed.
    `why_voided` says why it is voided already. Of another round than that of the form, `where` names it, and
    `why` says why it would be voided.
    """

    number: int
    seat: Seat
    stands: CardFace | None
    text: str
    is_corrected: bool
    is_changed: bool
    choices: Sequence[CardFace]
    why_voided: str
    where: str = ""
    why: str = ""


@frozen
class CorrectionForm:
    """The form of a revealed round as it is typed; with a correction, also what that would change.

    It has the plays of the round (`fields`), and of `others` those that were typed, and the first that would
    be voided, of which there are so many. `kind` is how plays are entered, `call` that of the round, as it is
    typed or stands (D5).
    """

    round: RevealedRound
    event: game_events.PlaysCorrected | None
    kind: Pad
    line: Bounds | None
    may_be_absent: bool
    call: str
    can_reopen: bool
    can_void: bool
    fields: Sequence[CorrectionField]
    others: Sequence[CorrectionField]
    voided: int
    changes: tuple[str, ...]

    @property
    def taker(self) -> Seat:
        """Who alone has taken the round, where only that is entered; `none` for nobody."""
        return next(
            (correction_field.seat for correction_field in self.fields if correction_field.text == "1"),
            "none",
        )

    @property
    def corrected(self) -> int:
        """How many plays and calls the correction has."""
        return len(self.event.plays) + len(self.event.calls) if self.event else 0


def revealed_round(room: Room, game: GameState, number: int, name: str) -> RevealedRound:
    """Return a revealed round of a game, under its name."""
    played, leaf, rules = game.revealed(number), leaf_of_round(game, number), game.rules
    fates, shown = fates_of_round(game, played, leaf), played.reveal.plays
    plays = [(seat, shown[seat], fates[seat]) for seat in game.players if seat in shown]
    plays.sort(key=lambda each: (each[2] in _OUT, rules.sort_key(each[1])))
    return RevealedRound(
        game.number,
        number,
        name_in_evening(room, game, name),
        played,
        rules.has_middle,
        tuple(
            RevealedPlay(seat, card_face(play).sign, fate, seat in played.corrected)
            for seat, play, fate in plays
        ),
        question_of_round(rules, leaf, played.reveal),
    )


def revealed_rounds(room: Room) -> tuple[RevealedRound, ...]:
    """List all revealed rounds of the evening, newest first."""
    return tuple(
        revealed_round(room, game, number, name)
        for game in reversed(room.real_games)
        for number, name in reversed([*enumerate(round_names(game), 1)])
        if not game.revealed(number).is_skipped
    )


def correction_form(
    room: Room,
    at: tuple[GameState, int],
    typed: Mapping[PlayKey, str],
    call: str,
    event: game_events.PlaysCorrected | None,
) -> CorrectionForm:
    """Return the form of a revealed round as it is typed; `event` is the correction, if that is one."""
    game, number = at
    open_round = opening(game)
    after = apply(room, event) if event else room
    then = after.find_game(game.number) or game
    voided = dict(_would_be_voided(room, game, then, event))
    field = partial(_field, room, game, open_round, typed)
    reveal = game.revealed(number).reveal
    return CorrectionForm(
        round=revealed_round(room, game, number, round_name(game, number)),
        event=event,
        kind=entry_kind(open_round),
        line=reveal.range or game.rules.number_line,
        may_be_absent=open_round is not None and not open_round.everyone_must_play,
        call=call or reveal.call or "",
        can_reopen=can_reopen(room, game, number),
        can_void=game.can_void(number),
        fields=[field((number, seat)) for seat in game.players],
        others=[*_elsewhere(game, number, {*islice(voided, _MOST_VOIDED), *typed}, voided, field)],
        voided=len(voided),
        changes=describe_changes(room, after) if event else (),
    )


def _elsewhere(
    game: GameState,
    number: int,
    play_keys: Iterable[PlayKey],
    voided: Mapping[PlayKey, str],
    field: Callable[[PlayKey], CorrectionField],
) -> Iterator[CorrectionField]:
    """Yield the plays of other rounds."""
    for play_key in sorted(play_keys):
        if play_key[0] != number and game.played_round(play_key[0]) and play_key[1] in game.players:
            where = capitalize_first(round_name(game, play_key[0]))
            yield replace(field(play_key), where=where, why=voided.get(play_key, ""))


def _field(
    room: Room, game: GameState, open_round: NextRound | None, typed: Mapping[PlayKey, str], play_key: PlayKey
) -> CorrectionField:
    """Return a player's play."""
    number, seat = play_key
    played, allowed = game.revealed(number), open_round.allowed.get(seat) if open_round else None
    play = played.reveal.plays.get(seat)
    stands = None if play is None else card_face(play)
    stood = stands.text if stands else ""
    text = typed.get(play_key, stood)
    voided = (
        voided_play
        for voided_play in game.voided_plays
        if (voided_play.round, voided_play.player) == play_key
    )
    keys = keys_by_suit(game, [allowed]) if allowed and allowed.pad != "digits" else ()
    return CorrectionField(
        number,
        seat,
        stands,
        text,
        seat in played.corrected,
        plain(text) != stood,
        [card_face(key) for _, keys_of_suit in keys for key in keys_of_suit],
        next((reason_voided(room, voided_play) for voided_play in voided), ""),
    )


def _would_be_voided(
    room: Room, game: GameState, then: GameState, event: game_events.PlaysCorrected | None
) -> Iterator[tuple[PlayKey, str]]:
    """Yield the plays of the game that a correction makes impossible without correcting them, and why.

    The rounds after an earlier end are voided too, but no other card would make them count.
    """
    known = {(voided_play.round, voided_play.player) for voided_play in game.voided_plays}
    known |= {
        (corrected_play.round, corrected_play.seat) for corrected_play in (event.plays if event else ())
    }
    for voided_play in then.voided_plays:
        if voided_play.why is not OVER and (voided_play.round, voided_play.player) not in known:
            why = translate("Struck if it stays: {why}.", why=reason_voided(room, voided_play))
            yield (voided_play.round, voided_play.player), why


def entry_kind(open_round: NextRound | None) -> Pad:
    """Return how a score-keeper enters what is asked for: for all players in the same way."""
    allowed = next(iter(open_round.allowed.values()), None) if open_round else None
    return allowed.pad if allowed else ""


def keys_by_suit(game: GameState, allowed: Iterable[AllowedPlay]) -> tuple[tuple[str, tuple[Play, ...]], ...]:
    """Return what has a key on a pad by suit, lowest first; nothing where plays are typed."""
    plays = {play for allowed_play in allowed for play, _ in allowed_play.keys(lambda _: ())}
    found_plays: dict[str, list[Play]] = {}
    for play in sorted(plays, key=game.rules.sort_key):
        found_plays.setdefault(play.suit if isinstance(play, Card) else "", []).append(play)
    return tuple((suit, tuple(found_plays[suit])) for suit in ("", *"SHDC") if suit in found_plays)


def is_unsurprising(before: Room, after: Room, event: Event) -> bool:
    """Return whether an event, which makes `after` of `before`, needs no look at what it changes.

    That is a round reopened, an end of a game in which nothing was revealed, and an undo or a redo of a
    correction or of the last round at most, which strikes no play and removes no phone from the room.
    """
    if isinstance(event, game_events.RoundReopened):
        return True
    if isinstance(event, game_events.GameEnded):
        return not any(game.reveals for game in before.games[-1:])
    is_clean = before.devices.keys() <= after.devices.keys() and not any(_strikes(before, after))
    if not isinstance(event, events.EventUndone) or not is_clean:
        return False
    done = before.entry(event.number)
    was, now = (
        [(game.number, played.reveal.plays) for game in room.games for played in game.rounds]
        for room in (before, after)
    )
    return isinstance(done and done.event, game_events.CorrectionEvent) or was[:-1] == now[: len(was) - 1]


def describe_changes(before: Room, after: Room) -> tuple[str, ...]:
    """Return sentences for what differs then, the most important first: who wins, points, voided plays."""
    return tuple(_changes(before, after)) or (translate("No score changes."),)


def _changes(before: Room, after: Room) -> Iterator[str]:
    known = {game.number: game for game in (*before.games, *after.games)}
    for number, game in known.items():
        was, now = before.find_game(number), after.find_game(number)
        if was and now:
            template = N_("{label}: {value}") if number != max(known) else "{value}"
            for sentence in _game_changes(before, after, was, now):
                yield translate(template, label=evening_game_name(game), value=sentence)
        elif now or game.reveals:
            taken = N_("The game is taken back, with {rounds}.")
            again = N_("The game is there again, with {rounds}.")
            yield translate(again if now else taken, rounds=_rounds(game, len(game.reveals)))
    yield from _strikes(before, after, with_late=False)


def _strikes(before: Room, after: Room, *, with_late: bool = True) -> Iterator[str]:
    """Yield which plays are voided then, and were not before; those of new reveals are not told.

    Without those `late`: rounds after the end of a game, which are counted in a sentence of their own.
    """
    for game in after.games:
        late = {} if with_late else dict(game.late_rounds)
        was = before.find_game(game.number)
        known = set(voided_by_round(before, was)) if was else set()
        for number, sentence in voided_by_round(after, game):
            if was and number < was.round_number and number not in late and (number, sentence) not in known:
                yield name_in_evening(after, game, sentence)


def _rounds(game: GameState, number: int) -> str:
    return str(count_parts(leaf_kind(game), abs(number)))


def _game_changes(before: Room, after: Room, was: GameState, now: GameState) -> Iterator[str]:
    """Yield what differs in a game then; a preview must not disclose what a further reveal would show."""
    more = len(now.rounds) - len(was.rounds)
    if more > 0 and not now.record.rules.keeps_results:
        yield translate("{rounds} more.", rounds=_rounds(was, more))
        return
    if more < 0:
        yield translate("{rounds} fewer.", rounds=_rounds(was, more))
    yield from _end_changes(before, was, now)
    if hides_scores(before, was) or hides_scores(after, now):
        if was.record.reveals != now.record.reveals:
            yield translate("The scores are hidden until the end, so is what changes in them.")
    else:
        yield from _score_changes(before, was, now)


def _end_changes(room: Room, was: GameState, now: GameState) -> Iterator[str]:
    """Yield who has won then, or that nobody has yet, and the rounds that come after the end then."""
    late = len(now.late_rounds) - len(was.late_rounds)
    rounds, old, new = _rounds(now, late), was.score.root, now.score.root
    lost = [seat for seat in old.winners if seat not in new.winners]
    if old.finished and not new.finished:
        yield translate("Then the game goes on.")
    elif late > 0:
        yield _about(room, _WON_EARLIER, new.winners, rounds=rounds)
    elif old.winners != new.winners:
        others = list_players(player_names(room, lost))
        yield _about(room, _WON_INSTEAD if lost else _WON, new.winners, others=others)
    if late < 0:
        yield translate("{rounds} after it count again.", rounds=rounds)


def _score_changes(room: Room, was: GameState, now: GameState) -> Iterator[str]:
    """Yield whose scores change, on the innermost level where any do."""
    levels = (reversed(game.rules.standings(game.root)) for game in (was, now))
    for old, new in zip(*levels, strict=False):
        gains = {seat: score - old.scores.get(seat, 0) for seat, score in new.scores.items()}
        gained = tuple(seat for seat, gain in gains.items() if gain > 0)
        lost = tuple(seat for seat, gain in gains.items() if gain < 0)
        if changed := gained + lost:
            is_point = new.label == "points" and {*map(abs, gains.values())} <= {0, 1}
            yield _moved_point(room, was, now, gained, lost) if is_point else _new_scores(room, new, changed)
            return


def _moved_point(room: Room, was: GameState, now: GameState, gained: Seats, lost: Seats) -> str:
    """Say who has a point then, or that nobody has it: of a round that somebody had won, and that counts."""
    leaves = zip(was.score.leaves(), now.score.leaves(), strict=False)
    is_as_long = len(was.record.reveals) == len(now.record.reveals)
    is_lost = is_as_long and any(one.winners and not other.winners for one, other in leaves)
    less = _NO_POINT if is_lost else _POINT_LESS
    template = (_POINT_INSTEAD if lost else _POINT_MORE) if gained else less
    return _about(room, template, gained or lost, others=list_players(player_names(room, lost)))


def _new_scores(room: Room, standing: Standing, seats: Seats) -> str:
    scores = [counted_score(standing.label, standing.scores[seat]) for seat in seats]
    named = zip(player_names(room, seats), scores, strict=True)
    figures = [translate("{name} has {score}", name=name, score=score) for name, score in named]
    return translate("Then {figures}.", figures=format_sequence(figures))


def _about(room: Room, template: PluralTemplate, seats: Sequence[Seat], **values: str) -> str:
    who = list_players(player_names(room, seats)) if seats else translate("nobody")
    return template.translate_for(len(seats) or 1, who=who, **values)


_WON = PluralTemplate("Then {who} has won.", "Then {who} have won.")
_WON_INSTEAD = PluralTemplate(
    "Then {who} has won, and not {others}.", "Then {who} have won, and not {others}."
)
_WON_EARLIER = PluralTemplate(
    "Then {who} has won, and {rounds} after it will not count.",
    "Then {who} have won, and {rounds} after it will not count.",
)
_POINT_INSTEAD = PluralTemplate(
    "Then {who} has the point, and not {others}.", "Then {who} have a point each, and not {others}."
)
_NO_POINT = PluralTemplate("Then nobody gets the point.", "Then nobody gets a point.")
_POINT_MORE = PluralTemplate("Then {who} has a point more.", "Then {who} have a point more each.")
_POINT_LESS = PluralTemplate("Then {who} has a point less.", "Then {who} have a point less each.")
