"""The score sheet of a table with real cards: players are columns, rounds are rows, and one row is open.

That is the row of the open round, one whose plays are corrected, or one for a round that was forgotten.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import (
    PluralTemplate,
    as_sentence,
    bidi_isolate,
    capitalize_first,
    format_value,
    translate,
)
from companion.room.commands import access, submissions
from companion.room.commands.corrections import opening
from companion.room.events import Seat, Seats
from companion.room.game_events import RoundVoided
from companion.room.game_state import GameState
from companion.room.reducer import apply
from companion.room.state import Player, Room
from companion.rules.cards import Card, lazy_card_phrase
from companion.rules.games.deck import CardIsGone
from companion.rules.plays import NextRound, Play
from companion.rules.results import decisive_level
from companion.screens import endings, reveals
from companion.screens.cards import CardFace, card_face
from companion.screens.changes import to_undo_on_sheet
from companion.screens.corrections import describe_changes, entry_kind, keys_by_suit
from companion.screens.entry import clash_for_keeper, entered_play
from companion.screens.headings import aim, game_heading, open_bid, waiting_sentence
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names, reason_sentences, score_word
from companion.screens.scenes.ends import short_reason
from companion.screens.scoreboard import innermost_points
from companion.screens.sheet_rows import NEXT, Opened, SheetRow, Way, row_names, rows_of_sheet
from companion.values import frozen

EntryState = Literal["missing", "phone", "in", "entered", "bot", "away", "free"]
"""What the round has of a player: nothing, and the score-keeper must enter it; nothing, and a phone may send
it; something from a phone; something from the sheet; what a bot plays; nothing, and no round waits for it;
something that can be cleared."""

_MOST_KEYS = 30  # with more, the keys are those of a deck, in two rows a suit


def has_sheet(game: GameState | None) -> bool:
    """Tell whether a game is entered on the score sheet: with real cards, or by results."""
    return bool(game and not game.dealt and entry_kind(game.next_round))


def is_natural(room: Room) -> bool:
    """Tell whether the score sheet is the way to play on: by results, or where somebody has no phone."""
    game = room.current_game
    if game is None or game.next_round is None or not has_sheet(game):
        return False
    return game.next_round.is_result or any(
        room.seats[seat].has_no_phone for seat in game.next_round.allowed if seat in room.seats
    )


@frozen
class Head:
    """A column: a player with the points so far, and what they were before what is typed.

    Points and their `unit` are empty where they are hidden. `leads` is who lays first, `is_lit` who has won.
    """

    seat: Seat
    points: str
    was: str
    unit: str
    is_gold: bool
    is_too_many: bool
    leads: bool
    is_away: bool
    is_lit: bool


@frozen
class Entry:
    """What the open row has of a player, and whether something can be entered.

    `face` is None for what a phone has sent, `was` is what stands in a revealed round, and empty elsewhere.
    """

    seat: Seat
    state: EntryState
    can_enter: bool
    face: CardFace | None
    was: str


@frozen
class Key:
    """A key: it is `closed` for these seats, and `why` says so in a sentence.

    `phrase` names it at the beginning of a sentence. `left` is how many players may have it in a round, None
    where all may.
    """

    face: CardFace
    phrase: str
    left: int | None
    closed: Seats
    why: str


@frozen(kw_only=True)
class SheetView:
    """What the score-keeper sees and can enter; nothing of what phones have sent but that it is there.

    `row` tells the open row, as it stands, from all others, and `was` a revealed round from what it becomes.
    `messages` is what the last entry meant, `undo` what was done here last, and `reason` why the game ended.

    Of the open row, `kind` is how plays are entered; it is empty where none is open. `bid` is what is bid
    for, `prompt` what is asked of each, `next` asks a player, with a place for the name. `groups` are the
    keys, one group for each suit where suits count; `has_cards`: they are cards. `most` is the highest number
    that can be typed, `together` the most that all can have, `caller` who calls high or low. `chosen` are the
    seats of those who were entered, where one or several are: `none` is for nobody.

    Of a revealed round, `strike` is whether it can be voided, or can count again (False), and what that would
    change. `people` are who plays and who has come for the next game.
    """

    way: Way
    at: str
    where: str
    heads: tuple[Head, ...]
    rows: tuple[SheetRow, ...] = ()
    row: str = ""
    was: str = ""
    messages: tuple[str, ...] = ()
    undo: str = ""
    ending: endings.GameEnding | None = None
    reason: str = ""
    kind: str = ""
    bid: str = ""
    prompt: str = ""
    next: str = ""
    players: tuple[Entry, ...] = ()
    groups: tuple[tuple[str, tuple[Key, ...]], ...] = ()
    has_cards: bool = False
    most: int = 0
    caller: str = ""
    together: int | None = None
    chosen: Seats = ()
    strike: tuple[bool, str] | None = None
    inserts: bool = False
    clears: bool = False
    may_be_absent: bool = False
    people: tuple[Player, ...] = ()

    @property
    def has_deck(self) -> bool:
        """Whether the keys are those of a whole deck."""
        return sum(len(keys) for _, keys in self.groups) > _MOST_KEYS

    @property
    def picks_players(self) -> bool:
        """Whether one or several of the players are entered, not a play of each."""
        return self.kind in ("one", "several")

    @property
    def state(self) -> Literal["entry", "menu", "people", "over"]:
        """What can be done now: the open row is entered, or, where none is open, something else."""
        if self.kind:
            return "entry"
        return self.way if self.way in ("menu", "people") else "over"

    @property
    def lit(self) -> Seats:
        """The seats of who has won, once the game has ended."""
        return tuple(head.seat for head in self.heads if head.is_lit) if self.ending else ()


def sheet_view(room: Room, opened: Opened = NEXT, then: Room | None = None) -> SheetView | None:
    """Return the sheet of the game that is played, or was played last; None where it has none.

    `then` is the room after what is typed: the points on top are shown beside those that stand.
    """
    game = _game_on_sheet(room)
    if game is None:
        return None
    if opened.way != "people" and game.played_round(opened.number) is None:
        opened = NEXT
    at, where = access.round_id(game), game_heading(game)
    if opened.number:
        at, where = f"{game.number}.{opened.number}", row_names(game)[opened.number - 1]
    view = SheetView(way=opened.way, at=at, where=where, heads=tuple(_heads(room, game, then)))
    open_round = None
    match opened.way:
        case "enter":
            view, open_round = _next_or_last(view, room, game), game.next_round
        case "correct":
            view, open_round = replace(view, was=as_it_stands(game, opened.number)), opening(game)
        case "insert":
            view, open_round = replace(view, where=translate("forgotten")), opening(game)
        case "menu":
            view = _menu(view, room, game, opened.number)
        case "people":
            view = _people(view, room, game)
    if open_round:
        view = _keys(view, room, game, open_round, opened)
    rows = rows_of_sheet(room, game, opened if open_round else None)
    return replace(view, row=_row_id(room, view), rows=rows)


def _row_id(room: Room, view: SheetView) -> str:
    """Return what tells an open row, as it stands, from all others.

    Of the open round that is what it began after: its number changes where a forgotten round is put in.
    """
    began = room.milestones[-1].entry if room.milestones else 0
    return f"{view.way} {began}" if view.way == "enter" else f"{view.way} {view.at} {view.was}"


def _game_on_sheet(room: Room) -> GameState | None:
    """Return the game that the sheet shows: the one that is played, or the last one."""
    game = room.current_game
    if game is None or room.is_closed or game.dealt:
        return None
    is_kept = has_sheet(game) if game.next_round else not game.rules.number_line
    return game if is_kept else None


def _next_or_last(view: SheetView, room: Room, game: GameState) -> SheetView:
    """Add what stands above the keys, what undo takes back, and at last what came of the game."""
    view = replace(view, messages=_messages(room, game), undo=to_undo_on_sheet(room))
    if game.next_round or game.is_thrown_away:
        return view
    ending = endings.game_ending(room, game)
    return replace(view, ending=ending, reason=short_reason(room, game, ending))


def _people(view: SheetView, room: Room, game: GameState) -> SheetView:
    """Add who plays, who has come for the next game, and a sentence about those."""
    late = [player.seat for player in room.present if player.seat not in game.players]
    template = PluralTemplate("{who} plays from the next game", "{who} play from the next game")
    late_sentence = template.translate_for(len(late), who=list_players(player_names(room, late)))
    people = tuple(room.seats[seat] for seat in (*game.players, *late))
    return replace(view, people=people, messages=(as_sentence(late_sentence),) if late else ())


def as_it_stands(game: GameState, number: int) -> str:
    """Return a text for forms by which they can tell whether a revealed round is still as it was."""
    played = game.revealed(number)
    plays = sorted((seat, str(play)) for seat, play in played.reveal.plays.items())
    return f"{plays} {played.reveal.call} {played.void}"


def _menu(view: SheetView, room: Room, game: GameState, number: int) -> SheetView:
    """Add what can be done with a revealed round."""
    open_round, rules, is_void = game.next_round, game.rules, not game.revealed(number).void
    after = apply(room, RoundVoided(game.number, number, is_void))
    return replace(
        view,
        was=as_it_stands(game, number),
        strike=(is_void, describe_changes(room, after)[0]) if game.can_void(number) else None,
        inserts=rules.keeps_results and rules.has_independent_rounds,
        clears=entry_kind(open_round) in ("keys", "digits"),
        may_be_absent=open_round is not None and not open_round.everyone_must_play,
    )


def _heads(room: Room, game: GameState, then: Room | None) -> Iterator[Head]:
    """Yield the columns; `then` is the room after what is typed."""
    after = (then and then.find_game(game.number)) or game
    is_hidden = hides_scores(room, game) or hides_scores(then or room, after)
    rules, root = after.record.rules, after.score.root
    inner, most = rules.standings(root)[-1], rules.ranking(decisive_level(root)).too_many
    was, now = innermost_points(game), innermost_points(after)
    for seat in game.players:
        points = now.get(seat, 0)
        yield Head(
            seat,
            points="" if is_hidden else format_value(points),
            was="" if is_hidden or was.get(seat, 0) == points else format_value(was.get(seat, 0)),
            unit="" if is_hidden else score_word(inner.label, points),
            is_gold=inner.middle == (points,) and not is_hidden and bool(after.record.reveals),
            is_too_many=bool(most) and points >= most,
            leads=seat == game.leader,
            is_away=seat in game.away and not game.open_round.everyone_must_play,
            is_lit=after.next_round is None and seat in root.winners,
        )


def _keys(view: SheetView, room: Room, game: GameState, open_round: NextRound, opened: Opened) -> SheetView:
    """Add what is asked in the open row, and the keys with which it is entered."""
    kind, players = entry_kind(open_round), tuple(_players(room, game, open_round, opened))
    allowed = next(iter(open_round.allowed.values()))
    keys = keys_by_suit(game, open_round.allowed.values()) if kind == "keys" else ()
    faces = {entry.seat: entry.face.text for entry in players if entry.face}
    chosen = [seat for seat, text in faces.items() if text == "1"] or ["none"] * ("0" in faces.values())
    prompt = allowed.prompt(1) if open_round.is_result else translate("which card?")
    return replace(
        view,
        kind=kind,
        prompt=_prompt(game, capitalize_first(prompt), opened),
        bid=open_bid(game) if opened.way == "enter" else "",
        next=translate("{label}: {value}", label="{name}", value=prompt),
        players=players,
        groups=tuple((suit, tuple(_key(room, open_round, play) for play in plays)) for suit, plays in keys),
        has_cards=bool(keys) and isinstance(keys[0][1][0], Card),
        most=max((allowed_play.typed_range or (0, 0))[1] for allowed_play in open_round.allowed.values()),
        caller=bidi_isolate(room.name(open_round.caller)) if open_round.caller else "",
        together=allowed.together,
        chosen=tuple(chosen),
    )


def _players(room: Room, game: GameState, open_round: NextRound, opened: Opened) -> Iterator[Entry]:
    """Yield what the open row has of each player."""
    plays = game.revealed(opened.number).reveal.plays if opened.way == "correct" else {}
    for seat in open_round.allowed:
        play = entered_play(game, seat) if opened.way == "enter" else plays.get(seat)
        face = None if play is None else card_face(play)
        yield Entry(
            seat,
            _state(game, open_round, room.seats[seat], opened),
            can_enter=opened.way != "enter" or submissions.can_enter(room, game, seat),
            face=face,
            was=face.sign if face and seat in plays else "",
        )


def _state(game: GameState, open_round: NextRound, player: Player, opened: Opened) -> EntryState:
    seat, played = player.seat, game.played_round(opened.number)
    if played and opened.way == "insert":
        is_here = open_round.everyone_must_play or seat not in game.away
        return "missing" if is_here and seat in played.players else "away"
    if played or (open_round.is_result and game.is_reopened):
        return "free" if seat in (played.reveal.plays if played else game.hidden) else "away"
    if player.bot:
        return "bot"
    if game.has_submitted(player.seat):
        return "entered" if player.seat in game.entered else "in"
    if not game.waits_for(player.seat):
        return "away"
    is_by_phone = bool(player.devices) and player.is_present and not open_round.is_result
    return "phone" if is_by_phone else "missing"


def _key(room: Room, open_round: NextRound, play: Play) -> Key:
    face, closed, why = card_face(play), [], ""
    for seat, allowed in open_round.allowed.items():
        try:
            allowed.check(play)
        except Refused as refused:
            closed.append(seat)
            why = why or as_sentence(capitalize_first(_why_closed(room, play, refused)))
    name = str(lazy_card_phrase(play)) if isinstance(play, Card) else face.sign
    left = next(iter(open_round.allowed.values())).most_of(play)
    return Key(face, capitalize_first(name), left, tuple(closed), why)


def _why_closed(room: Room, play: Play, refused: Refused) -> str:
    """Say who laid a card last, and where; of one that several can have laid, what the rules say."""
    if not isinstance(refused, CardIsGone) or not isinstance(play, Card) or not play.suit:
        return str(refused)
    laid = refused.laid[-1]
    [name] = player_names(room, [laid.player])
    card = lazy_card_phrase(play)
    return translate(
        "{name} laid {card} already, in {where}", name=name, card=card, where=laid.round_position
    )


def _prompt(game: GameState, prompt: str, opened: Opened) -> str:
    """Return what is asked of each player, and what the round counts where rounds are in the pool."""
    pool = game.root.pool if opened.way == "enter" and game.open_round.prize is None else 0
    return f"{prompt} {translate('It counts {n}.', n=pool + 1)}" if pool else prompt


def _messages(room: Room, game: GameState) -> tuple[str, ...]:
    """Return what stands above the keys: what is wrong, whom the round waits for, or what it meant."""
    if game.has_clash:
        return (as_sentence(clash_for_keeper(room, game)),)
    if game.is_reopened:
        return (as_sentence(waiting_sentence(room, game)),)
    if game.hidden:
        return _still_to_come(room, game)
    return result_sentences(room) or (as_sentence(aim(game.rules)),)


def _still_to_come(room: Room, game: GameState) -> tuple[str, ...]:
    """Say whom the round still waits for, once something is in."""
    names = list_players(player_names(room, game.thinking))
    return (translate("Still to come: {names}.", names=names),) if game.thinking else ()


def result_sentences(room: Room) -> tuple[str, ...]:
    """Say what the last reveal meant, for whoever entered it: at once, and not after the TV."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None:
        return ()
    sentences = [translate("No result")]
    if leaf.finished:
        sentences = [*reason_sentences(room, [game.rules.round_headline(leaf)])]
    sentences += [part.headline for part in endings.ended_parts(room, game)]
    if game.next_round is None:
        sentences.append(endings.game_ending(room, game).headline)
    return tuple(map(as_sentence, filter(None, sentences)))


def entry_means(before: Room, after: Room) -> tuple[str, ...]:
    """Say what an entry would mean that makes `after` of `before`; nothing if it would reveal others' plays.

    Those are what phones have sent: the score-keeper, who may be playing, could try what beats them.
    """
    game, later = before.current_game, after.current_game
    if game is None or later is None:
        return ()
    if len(later.rounds) == len(game.rounds):
        return _still_to_come(after, later)
    return () if game.hidden.keys() - game.entered else result_sentences(after)
