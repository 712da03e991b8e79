"""The score pad: what the score-keeper of a table with real cards enters, for everybody at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import Count, bidi_isolate, capitalize_first, translate
from companion.room.commands import access, submissions
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.cards import Card, lazy_card_phrase
from companion.rules.results import AllowedPlay, NextRound, Pad, Play
from companion.screens import endings, headings, reveals
from companion.screens.cards import CardFace, card_face
from companion.screens.clashes import clash_for_keeper
from companion.screens.correctable import UndoItem, corrections_view
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names
from companion.screens.scoreboard import innermost_points

EntryState = Literal["missing", "phone", "in", "entered", "bot", "away"]
"""What the round has of a player: nothing, and the score-keeper must enter it; nothing, and a phone may send
it; something from a phone; something from the pad; what a bot plays; nothing, and no round waits for it."""

_SUITS = "SHDC"
"""The order of the suits on a pad of single cards."""


@dataclass(frozen=True, slots=True)
class PadPlayer:
    """A player on the pad: what can be entered, and what was entered there already.

    `value` is the text in the form and `sign` how it looks; both are empty for what a phone has sent.
    `points` is the score so far, None where it is hidden.
    """

    seat: Seat
    name: str
    state: EntryState
    can_enter: bool
    value: str = ""
    sign: str = ""
    points: int | None = None
    leads: bool = False


@dataclass(frozen=True, slots=True)
class EntryKey:
    """A key of the pad; it is `closed` for these seats, `why` says so in a sentence.

    `phrase` names it at the beginning of a sentence. `left` is how many players may have it in one round,
    None where all may.
    """

    face: CardFace
    phrase: str
    left: int | None
    closed: tuple[Seat, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class PadView:
    """What the score-keeper sees and can enter; nothing of what phones have sent but that it is there.

    `kind` is how plays are entered, empty once the game is over. `groups` are the keys, one group for each
    suit where suits count. `said` is what the last entry meant.
    """

    code: str
    version: int
    round_id: str
    where: str
    question: str
    said: tuple[str, ...]
    undo: UndoItem | None
    kind: Pad = ""
    is_result: bool = False
    players: tuple[PadPlayer, ...] = ()
    groups: tuple[tuple[str, tuple[EntryKey, ...]], ...] = ()
    has_cards: bool = False
    """Whether the keys are cards."""
    has_pool: bool = False
    """Whether a round that nobody takes goes into a pool."""
    most: int = 0
    """The highest number that can be typed."""
    caller: str = ""
    """Who calls high or low; empty where nobody does."""
    call: str = ""
    pool: tuple[str, ...] = ()
    """How many cards lie in the pool, and what the round counts then; empty where none do."""

    @property
    def heading(self) -> str:
        """What is asked, as screen readers say it."""
        return self.question

    @property
    def keys(self) -> tuple[EntryKey, ...]:
        """All keys."""
        return tuple(key for _, keys in self.groups for key in keys)

    @property
    def chosen(self) -> str:
        """The seat of the one player who was entered, `none` where nobody was; empty before the entry."""
        values = {each.value: each.seat for each in self.players}
        return values.get("1", "none" if "0" in values else "")

    @property
    def missing(self) -> int:
        """For how many players something must be entered."""
        return sum(each.state == "missing" for each in self.players)


def has_pad(game: GameState | None) -> bool:
    """Tell whether a game is entered on the score pad: with real cards, or by results."""
    return bool(game and not game.dealt and _kind(game))


def is_natural(room: Room) -> bool:
    """Tell whether the score pad is the way to play on: by results, or where somebody has no phone."""
    game = room.current_game
    if game is None or game.next_round is None or not has_pad(game):
        return False
    return game.next_round.is_result or any(
        room.seats[seat].has_no_phone for seat in game.next_round.allowed if seat in room.seats
    )


def pad_view(room: Room) -> PadView | None:
    """Build the pad of the game that is played, or was played last; None where it has no pad."""
    game = room.current_game
    if game is None or game.dealt or room.is_closed:
        return None
    ask, title = game.next_round, translate(game.record.rules.known_as)
    if ask is None and game.record.rules.number_line is None:
        said, undo, heading = result_sentences(room), corrections_view(room).undo, headings.game_heading(game)
        return PadView(room.code, room.version, access.round_id(game), title, heading, said, undo)
    if ask is None or not _kind(game):
        return None
    where, question = _place(title, ask)
    return PadView(
        code=room.code,
        version=room.version,
        round_id=access.round_id(game),
        where=where,
        question=question,
        kind=_kind(game),
        is_result=ask.is_result,
        players=tuple(_players(room, game, ask)),
        groups=_groups(room, game, ask),
        said=_said(room, game),
        undo=corrections_view(room).undo if game.rounds or game.hidden else None,  # not the start of the game
        has_cards=any(isinstance(play, Card) for play in _plays(_by_allowed(ask))),
        has_pool=game.record.rules.pool(game.score.root) is not None,
        most=max((each.typed_range[1] for each in ask.allowed.values() if each.typed_range), default=0),
        caller=bidi_isolate(room.name(ask.caller)) if ask.caller else "",
        call=game.call or "",
        pool=_pool(game),
    )


def _kind(game: GameState) -> Pad:
    allowed = next(iter(game.next_round.allowed.values()), None) if game.next_round else None
    return allowed.pad if allowed else ""


def _place(title: str, ask: NextRound) -> tuple[str, str]:
    """Return where the game stands and what is asked: a result by its question, a card by its trick."""
    names = [headings.part_name(place.kind, place.number, place.of) for place in ask.position]
    question = headings.input_prompt(ask) if ask.is_result else capitalize_first(names.pop())
    return _joined([title, *names]), question


def _joined(names: Sequence[str]) -> str:
    first, *others = names
    for each in others:
        first = headings.join_parts(first, each)
    return first


def _players(room: Room, game: GameState, ask: NextRound) -> Iterator[PadPlayer]:
    points = {} if hides_scores(room, game) else innermost_points(game)
    for seat in ask.allowed:
        play = game.hidden.get(seat) if seat in game.entered else None
        face = None if play is None else card_face(play)
        yield PadPlayer(
            seat=seat,
            name=room.name(seat),
            state=_state(game, ask, room.seats[seat]),
            can_enter=submissions.can_enter(room, game, seat),
            value=face.text if face else "",
            sign=face.sign if face else "",
            points=points.get(seat),
            leads=seat == ask.leader,
        )


def _state(game: GameState, ask: NextRound, player: Player) -> EntryState:
    if player.bot:
        return "bot"
    if game.has_submitted(player.seat):
        return "entered" if player.seat in game.entered else "in"
    if not game.waits_for(player.seat):
        return "away"
    is_by_phone = bool(player.devices) and player.is_present and not ask.is_result
    return "phone" if is_by_phone else "missing"


def _groups(room: Room, game: GameState, ask: NextRound) -> tuple[tuple[str, tuple[EntryKey, ...]], ...]:
    """Return the keys that any player may use, in the order of a pad, by their suits."""
    if _kind(game) != "keys":
        return ()
    found = _by_allowed(ask)
    rules = game.record.rules
    ordered = sorted(_plays(found), key=lambda play: (_suit_place(play), rules.sort_key(play)))
    keys = [_key(room, game, play, found) for play in ordered]
    return tuple((suit, tuple(group)) for suit, group in groupby(keys, lambda key: key.face.suit))


def _suit_place(play: Play) -> int:
    return _SUITS.find(play.suit) if isinstance(play, Card) and play.suit else 0


_Shared = list[tuple[AllowedPlay, tuple[Seat, ...]]]
"""What may be played, each with all players who may play that."""


def _by_allowed(ask: NextRound) -> _Shared:
    found: list[tuple[AllowedPlay, list[Seat]]] = []
    for seat, allowed in ask.allowed.items():
        same = next((seats for known, seats in found if known == allowed), None)
        if same is None:
            found.append((allowed, [seat]))
        else:
            same.append(seat)
    return [(allowed, tuple(seats)) for allowed, seats in found]


def _plays(found: _Shared) -> Iterator[Play]:
    """Yield what has a key, each once."""
    yield from dict.fromkeys(play for allowed, _ in found for play, _ in allowed.keys(lambda _: ()))


def _key(room: Room, game: GameState, play: Play, found: _Shared) -> EntryKey:
    face = card_face(play)
    name = str(lazy_card_phrase(play)) if isinstance(play, Card) else face.sign
    closed: list[Seat] = []
    why = ""
    for allowed, seats in found:
        try:
            allowed.check(play)
        except Refused as refused:
            closed += seats
            why = why or str(refused)
    if closed and (laid := _laid_before(room, game, play)):
        why = laid
    sentence = translate("{sentence}.", sentence=capitalize_first(why)) if why else ""
    return EntryKey(face, capitalize_first(name), found[0][0].most_of(play), tuple(closed), sentence)


def _laid_before(room: Room, game: GameState, play: Play) -> str:
    """Say who laid a card last, and where; empty for a card that several players can have laid."""
    if not isinstance(play, Card) or not play.suit:
        return ""
    names = headings.round_names(game)
    for where, row in zip(reversed(names), reversed(game.rounds), strict=True):
        seats = [seat for seat, laid in row.reveal.plays.items() if laid == play and not row.void]
        if seats:
            card, name = lazy_card_phrase(play), player_names(room, seats[:1])[0]
            return translate("{name} laid {card} already, in {where}", name=name, card=card, where=where)
    return ""


def _pool(game: GameState) -> tuple[str, ...]:
    rounds = game.record.rules.pool(game.score.root)
    if not rounds:
        return ()
    cards = Count(rounds * len(game.record.players), "{n} card in the pool", "{n} cards in the pool")
    return str(cards), translate("This round counts {n}.", n=rounds + 1)


def _said(room: Room, game: GameState) -> tuple[str, ...]:
    """Return what stands above the keys: what is wrong, whom the round waits for, or what it meant."""
    if game.has_clash:
        return (translate("{sentence}.", sentence=clash_for_keeper(room, game)),)
    if game.is_reopened:
        return (translate("{sentence}.", sentence=headings.waiting_sentence(room, game)),)
    return _still_to_come(room, game) if game.hidden else result_sentences(room)


def _still_to_come(room: Room, game: GameState) -> tuple[str, ...]:
    """Say whom the round still waits for, once something is in."""
    names = list_players(player_names(room, game.thinking))
    return (translate("Still to come: {names}.", names=names),) if game.thinking else ()


def result_sentences(room: Room) -> tuple[str, ...]:
    """Say what the last reveal meant, for whoever entered it: at once, and not after the TV."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None:
        return ()
    headline = translate("No result")
    if leaf.finished:
        headline = game.record.rules.round_headline(leaf).sentence(lambda seat: bidi_isolate(room.name(seat)))
    parts = [part.headline for part in endings.ended_parts(room, game)]
    ending = [endings.game_ending(room, game).headline] if game.next_round is None else []
    told = (headline, *parts, *ending, _next_leader(room, game))
    return tuple(translate("{sentence}.", sentence=each) for each in told if each)


def _next_leader(room: Room, game: GameState) -> str:
    """Say who leads next, where the pad does not show it otherwise."""
    ask = game.next_round
    if ask is None or not ask.is_result or not ask.leader:
        return ""
    return translate("{name} leads next", name=bidi_isolate(room.name(ask.leader)))


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
