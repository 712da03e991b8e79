"""The reveal of numbers: all fall on a line, equal ones are out, the others leave the light two by two."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import Leaf
from companion.views import endings, headings, reveals
from companion.views.endings import StandingColumn
from companion.views.naming import list_players, player_names, reason_sentences
from companion.views.scenes.actors import MOST_SHOWN, Actor, Ranks, cast, short
from companion.views.scenes.desk import Desk, desk
from companion.views.scenes.scene import Scene

_FALL_ALL = 900  # ms until all have fallen, however many they are
_BOUNCE, _SHUFFLE, _REST, _RISE, _FLY = 700, 450, 200, 500, 650
_TICKS, _TICK = 1200, 420  # ms of all ticks, and of one at most
_READ = 120  # ms after the light in which the heading appears
_LONGEST = 5500
_EXPLAINED = 900  # ms more, if there is time, for what the first reveal explains
LISTED = 1500
"""The length of a reveal in ms where whole lists are revealed, one round after another (G14)."""

_MOST_OUT_NAMED = 2  # numbers on the shelf in words; more are counted


@dataclass(frozen=True, slots=True)
class Times:
    """When each phase of a reveal begins, in ms: the only place where that is known.

    `bounce`: equal numbers leave; `shuffle`: the others close up; `ticks`: pairs leave the light, one after
    each `each` ms; `light`: it turns gold, or out where nobody scores; `point`: a star flies to the score.
    """

    bounce: int
    shuffle: int
    ticks: int
    each: int
    light: int
    told: int
    point: int
    length: int


def times(pairs: int, *, some_out: bool, scores: bool, explained: bool = False) -> Times:
    """Return when everything happens, if so many pairs leave the light."""
    shuffle = _FALL_ALL + (_BOUNCE if some_out else 0)
    ticks = shuffle + _SHUFFLE + _REST
    each = min(_TICK, _TICKS // pairs) if pairs else 0
    light = ticks + each * pairs + _REST
    after = _RISE + _REST + _FLY + 100 if scores else _RISE + _REST
    if explained:
        light += max(0, min(_EXPLAINED, _LONGEST - light - after))
    return Times(
        bounce=_FALL_ALL,
        shuffle=shuffle,
        ticks=ticks,
        each=each,
        light=light,
        told=light + _READ,
        point=light + _RISE + _REST,
        length=light + after,
    )


@dataclass(frozen=True, slots=True)
class Saying:
    """What the heading says until the result is told: between two times, in ms."""

    text: str
    begins: int
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealScene(Scene):
    """A round of numbers. `shelf` says what is out; `notes` are short lines about the rest, and
    `standing` is that of a part of a match that has ended.

    All is played `pace` times as fast as `times` say.

    `names` are those of whom the light shows, where the desk has no room for names. `corrected`: the round
    was corrected since. `gains` are the points of the seats that score, with a sign.
    """

    kind: ClassVar[str] = "reveal"
    kicker: str
    verdict: str
    sayings: tuple[Saying, ...]
    low: str
    high: str
    actors: tuple[Actor, ...]
    gains: Mapping[Seat, str]
    names: Mapping[Seat, str]
    shelf: str
    notes: tuple[str, ...]
    standing: tuple[StandingColumn, ...]
    desk: Desk
    times: Times
    ranks: Ranks
    pace: float = 1.0

    @property
    def pairs(self) -> int:
        """How many times the light steps inwards."""
        return count_pairs(self.actors)

    @property
    def lit(self) -> str:
        """How many the light falls on, as a class of the style sheet."""
        return ("none", "one", "two")[self.ranks.scoring] if self.ranks.scoring <= 2 else "more"


def reveal_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the last reveal, if it was one of numbers on a line whose order decides."""
    leaf, rules = reveals.latest_leaf(game), game.record.rules
    if leaf is None or rules.number_line is None or rules.aim(leaf) is not None:
        return
    plays, out = numbers_of(leaf), disqualified(rules, leaf)
    actors = cast(plays, frozenset(leaf.winners), out, rules.number_line)
    valid = [each for each in actors if each.role != "out"]
    lit = Ranks(len(valid), sum(each.role == "middle" for each in valid))
    pairs = count_pairs(actors)
    when = times(pairs, some_out=bool(out), scores=bool(leaf.winners), explained=is_explained(game))
    pace = when.length / LISTED if rules.takes_lists else 1.0
    table = desk(room, game, leaf)
    yield RevealScene(
        key=reveals.reveal_key(game),
        told=round(when.told / pace),
        length=round(when.length / pace),
        pace=pace,
        kicker=kicker(game),
        verdict=reason_sentences(room, [rules.round_headline(leaf)])[0],
        sayings=tuple(sayings(game, tuple(_phases(when, out=bool(out), pairs=pairs > 0)), when.light)),
        low=short(rules.number_line[0]),
        high=short(rules.number_line[1]),
        actors=actors,
        gains=gains(rules, leaf),
        names={} if table.is_named and table.places else names_of(room, leaf.winners),
        shelf=shelf_words(plays, out),
        notes=tuple(notes(room, game, leaf)),
        standing=standing(room, game),
        desk=table,
        times=when,
        ranks=lit,
    )


def numbers_of(leaf: Leaf) -> Mapping[Seat, int]:
    """Return the numbers of a round."""
    return {seat: play for seat, play in leaf.plays.items() if isinstance(play, int)}


def disqualified(rules: Game, leaf: Leaf) -> frozenset[Seat]:
    """Return the seats that could not score."""
    return frozenset(seat for seat, fate in rules.fates(leaf).items() if fate == "disqualified")


def count_pairs(actors: Iterable[Actor]) -> int:
    """Return how many times somebody leaves the light."""
    return max((each.tick + 1 for each in actors if each.role == "outer"), default=0)


def gains(rules: Game, leaf: Leaf) -> Mapping[Seat, str]:
    """Return what those who score gain, with a sign: `+1`."""
    return {seat: reveals.signed(rules.gain(leaf, seat)) for seat in leaf.winners}


def names_of(room: Room, seats: Iterable[Seat]) -> Mapping[Seat, str]:
    """Return the names of some seats."""
    return {seat: room.name(seat) for seat in seats}


def kicker(game: GameState) -> str:
    """Return the title of the game and the name of the round that was revealed."""
    title = translate(game.record.rules.title)
    return headings.join_parts(title, headings.latest_parts(game)[-1][0])


def is_explained(game: GameState) -> bool:
    """Return whether this is the first reveal of an evening, which is explained while it is played."""
    return game.number == 1 and len(game.rounds) == 1 and bool(game.record.rules.number_captions)


def sayings(game: GameState, phases: Sequence[tuple[int, int]], end: int) -> Iterator[Saying]:
    """Yield what the heading says until `end`: one line, or in the first reveal one for each phase.

    A phase is the index of its caption in `number_captions`, and when it begins.
    """
    if not is_explained(game):
        yield Saying(translate("The numbers are in"), 0, end)
        return
    captions = game.record.rules.number_captions
    ends = (*(begins for _, begins in phases[1:]), end)
    for (caption, begins), until in zip(phases, ends, strict=True):
        yield Saying(translate(captions[caption]), begins, until)


def _phases(when: Times, *, out: bool, pairs: bool) -> Iterator[tuple[int, int]]:
    yield 0, 0
    if out:
        yield 1, when.bounce
    if pairs:
        yield 2, when.shuffle
        yield 3, (when.ticks + when.light) // 2


def shelf_words(plays: Mapping[Seat, int], out: Iterable[Seat]) -> str:
    """Return who is out in a few words: `50 twice: both out`; empty if nobody is."""
    times_of = Counter(plays[seat] for seat in out)
    if not times_of:
        return ""
    numbers = tuple(short(number) for number in sorted(times_of))
    count = sum(times_of.values())
    if len(numbers) > _MOST_OUT_NAMED:
        return format_count(count, "Same number, out: {n}", "Same number, out: {n}")
    if count == len(numbers):  # out for another reason than equal numbers
        return translate("{numbers}: out", numbers=numbers)
    if len(numbers) > 1:
        return translate("{numbers} more than once: all out", numbers=numbers)
    if count == 2:
        return translate("{number} twice: both out", number=numbers[0])
    return translate("{number}, {times} times: all out", number=numbers[0], times=count)


def notes(room: Room, game: GameState, leaf: Leaf) -> Iterator[str]:
    """Yield what else there is to know: the part that ended, corrections, who is absent, who is not shown."""
    for part in endings.ended_parts(room, game) if game.next_round else ():
        yield part.headline
    if corrected := reveals.corrected_seats(game):
        yield translate("Corrected: {players}", players=_names(room, game, corrected))
    if absent := reveals.absentees(game, leaf):
        yield translate("No number: {players}", players=_names(room, game, absent))
    hidden = len(leaf.plays) - len(disqualified(game.record.rules, leaf)) - MOST_SHOWN
    if hidden > 0:
        yield format_count(hidden, "{n} more number is not shown", "{n} more numbers are not shown")


def standing(room: Room, game: GameState) -> tuple[StandingColumn, ...]:
    """Return the standing of the innermost part of a match that ended with this reveal; empty if none did."""
    parts = endings.ended_parts(room, game) if game.next_round else ()
    columns = parts[0].steps[0].columns if parts else ()
    return columns if len(columns) <= _MOST_COLUMNS else ()


_MOST_COLUMNS = 5  # of a standing beside the light
_MOST_NAMED = 3  # names in a note


def _names(room: Room, game: GameState, seats: Iterable[Seat]) -> str:
    named = frozenset(seats)
    chosen = [seat for seat in game.record.players if seat in named]
    if len(chosen) > _MOST_NAMED:
        return format_count(len(chosen), "{n} player", "{n} players")
    return list_players(player_names(room, chosen))
