"""What all reveals of numbers have in common: the words beside the guests, and the desk below them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.i18n.messages import format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import Leaf
from companion.screens import endings, headings, reveals
from companion.screens.endings import StandingColumn
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names, reason_sentences
from companion.screens.scenes.actors import MOST_SHOWN, Actor, short
from companion.screens.scenes.scene import Scene
from companion.screens.scoreboard import innermost_points

_MOST_SEATS = 60  # with more players, the desk counts those with the same score
_MOST_GROUPS = 8
_ONE_ROW, _TWO_ROWS = 10, 40  # players
_UNTOLD = "\N{NO-BREAK SPACE}"  # a hidden score before the reveal
_NAMED = 14  # players with room for their names


@dataclass(frozen=True, slots=True)
class DeskPlace:
    """A player at the desk; `before` is the score before the reveal, where that changed it.

    Where scores are hidden, what the reveal has brought stands in place of the score, which is empty else.

    `absent`: presented no number. `awaited`: the next round waits for this player.
    """

    seat: Seat
    name: str
    score: str
    before: str = ""
    absent: bool = False
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class DeskGroup:
    """The players of a crowd who have the same score: their number in words."""

    score: str
    players: str


@dataclass(frozen=True, slots=True)
class Desk:
    """All players in the order of joining; in a crowd the groups with the highest scores."""

    places: tuple[DeskPlace, ...] = ()
    groups: tuple[DeskGroup, ...] = ()

    @property
    def rows(self) -> int:
        """In how many rows the places are."""
        count = len(self.places)
        return 1 if count <= _ONE_ROW else 2 if count <= _TWO_ROWS else 3

    @property
    def is_named(self) -> bool:
        """Whether there is room for names."""
        return len(self.places) <= _NAMED

    @property
    def is_wide(self) -> bool:
        """Whether some score has so many digits that all are smaller."""
        return max((len(place.score) for place in self.places), default=0) > (3 if self.rows == 1 else 2)


def desk(room: Room, game: GameState, leaf: Leaf) -> Desk:
    """Return the desk after a reveal."""
    scores = innermost_points(game)
    if len(game.record.players) > _MOST_SEATS and hides_scores(room, game):
        return Desk()
    if len(game.record.players) > _MOST_SEATS:
        groups = sorted(Counter(scores.values()).items(), reverse=True)[:_MOST_GROUPS]
        return Desk(
            groups=tuple(
                DeskGroup(format_value(points), format_count(count, "{n} player", "{n} players"))
                for points, count in groups
            )
        )
    return Desk(
        places=tuple(_place(room, game, leaf, seat, scores.get(seat, 0)) for seat in game.record.players)
    )


def _place(room: Room, game: GameState, leaf: Leaf, seat: Seat, score: int) -> DeskPlace:
    gain = game.record.rules.gain(leaf, seat) if seat in leaf.plays else 0
    now, before = format_value(score), format_value(score - gain) if gain else ""
    if hides_scores(room, game):
        now, before = (reveals.signed(gain), _UNTOLD) if gain else ("", "")
    return DeskPlace(
        seat=seat,
        name=room.name(seat),
        score=now,
        before=before,
        absent=seat not in leaf.plays,
        awaited=game.waits_for(seat),
    )


LISTED = 1500
"""The length of a reveal in ms where whole lists are revealed, one round after another (G14)."""

_MOST_OUT_NAMED = 2  # numbers on the shelf in words; more are counted
_MOST_COLUMNS = 5  # of a standing beside the light
_MOST_NAMED = 3  # names in a note


@dataclass(frozen=True, slots=True)
class RevealedNumbers:
    """A round of numbers from `low` to `high`: who stands where, what became of them, and the scores.

    `kicker` names the round, and `verdict` says what scores. `gains` are the points of the seats that score,
    with a sign, and `names` theirs where the desk has no room for names. `shelf` says what is out; `notes`
    are short lines about the rest, and `standing` is that of a part of a match that has ended.
    """

    kicker: str
    verdict: str
    low: str
    high: str
    actors: tuple[Actor, ...]
    notes: tuple[str, ...]
    gains: Mapping[Seat, str] = field(default_factory=dict)
    names: Mapping[Seat, str] = field(default_factory=dict)
    shelf: str = ""
    standing: tuple[StandingColumn, ...] = ()
    desk: Desk = Desk()


def revealed_numbers(
    room: Room, game: GameState, leaf: Leaf, line: tuple[int, int], actors: tuple[Actor, ...]
) -> RevealedNumbers:
    """Return what is shown of a round, given the number line and where its guests stand."""
    rules, table = game.record.rules, desk(room, game, leaf)
    low, high = line
    return RevealedNumbers(
        kicker=_kicker(game),
        verdict=reason_sentences(room, [rules.round_headline(leaf)])[0],
        low=short(low),
        high=short(high),
        actors=actors,
        gains=_gains(rules, leaf),
        names={} if table.is_named and table.places else {seat: room.name(seat) for seat in leaf.winners},
        shelf=shelf_words(reveals.numbers_of(leaf), disqualified(rules, leaf)),
        notes=tuple(_notes(room, game, leaf)),
        standing=_standing(room, game),
        desk=table,
    )


def disqualified(rules: Game, leaf: Leaf) -> frozenset[Seat]:
    """Return the seats that could not score."""
    return frozenset(seat for seat, fate in rules.fates(leaf).items() if fate == "disqualified")


@dataclass(frozen=True, slots=True)
class Saying:
    """What the heading says until the result is told: between two times, in ms."""

    text: str
    begins: int
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersScene(Scene):
    """A round of numbers; it is played `pace` times as fast as its times say."""

    numbers: RevealedNumbers
    told_kicker: str = ""
    """The kicker once all is told; empty where nothing is added to it."""
    sayings: tuple[Saying, ...]
    pace: float = 1.0

    @property
    def scoring(self) -> int:
        """How many the light falls on."""
        return sum(each.role == "middle" for each in self.numbers.actors)

    @property
    def lit(self) -> str:
        """The same as a class of the style sheet."""
        return ("none", "one", "two")[self.scoring] if self.scoring <= 2 else "more"


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


def _gains(rules: Game, leaf: Leaf) -> Mapping[Seat, str]:
    """Return what those who score gain, with a sign: `+1`."""
    return {seat: reveals.signed(rules.gain(leaf, seat)) for seat in leaf.winners}


def _kicker(game: GameState) -> str:
    """Return the title of the game and the name of the round that was revealed."""
    title = translate(game.record.rules.known_as)
    return headings.join_parts(title, headings.latest_name(game))


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


def _notes(room: Room, game: GameState, leaf: Leaf) -> Iterator[str]:
    """Yield what else there is to know: the part that ended, corrections, who is absent, who is not shown."""
    for part in endings.ended_parts(room, game) if game.next_round else ():
        yield part.headline
    if corrected := reveals.corrected_seats(game):
        yield translate("Corrected: {players}", players=_names(room, game, corrected))
    if absent := reveals.absentees(game, leaf):
        yield translate("No number: {players}", players=_names(room, game, absent))
    if _has_ordered(game.record.rules, leaf):
        yield translate("Equal numbers: ranked by turns")
    hidden = len(leaf.plays) - len(disqualified(game.record.rules, leaf)) - MOST_SHOWN
    if hidden > 0:
        yield format_count(hidden, "{n} more number is not shown", "{n} more numbers are not shown")


def _has_ordered(rules: Game, leaf: Leaf) -> bool:
    """Return whether players presented the same number, and none of them is out for that (G19)."""
    out = disqualified(rules, leaf)
    numbers = [number for seat, number in reveals.numbers_of(leaf).items() if seat not in out]
    return len(set(numbers)) < len(numbers)


def _standing(room: Room, game: GameState) -> tuple[StandingColumn, ...]:
    """Return the standing of the innermost part of a match that ended with this reveal; empty if none did."""
    parts = endings.ended_parts(room, game) if game.next_round else ()
    columns = parts[0].steps[0].columns if parts else ()
    return columns if len(columns) <= _MOST_COLUMNS else ()


def _names(room: Room, game: GameState, seats: Iterable[Seat]) -> str:
    named = frozenset(seats)
    chosen = [seat for seat in game.record.players if seat in named]
    if len(chosen) > _MOST_NAMED:
        return format_count(len(chosen), "{n} player", "{n} players")
    return list_players(player_names(room, chosen))
