"""What phones tell each player of the last reveal, and of the end of a game.

`phone/verdict.html` and `phone/ending.html` have the words. In the part that phones share, there is one
outcome, or one end, for all players with the same.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import takewhile
from typing import Literal, TypeVar

from companion.i18n.messages import (
    N_,
    PluralTemplate,
    Text,
    format_count,
    format_message,
    format_value,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Fate, Ranges
from companion.rules.insights.awards import awards
from companion.rules.results import Branch, Kind, Leaf, PlayerId, ShowdownRound, decisive_level
from companion.rules.standing import deciding_scores
from companion.screens import headings, naming, reveals, scoreboard
from companion.screens.cards import CardFace, card_face, play_phrase
from companion.screens.endings import beaten, score_name
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import is_crowd, player_names
from companion.screens.podium import sides
from companion.screens.struck import reason_struck, struck_last

# Which numbers would have scored

MOST_PLAYERS = 60
"""The most players of whom each is told which numbers would have scored."""
_MOST_NUMBERS = 1000
_MOST_LISTED = 3  # ranges, or numbers between them, that are told one by one


def scoring_numbers(rules: Game, leaf: Leaf, player: PlayerId) -> Ranges | None:
    """Return the numbers with which a player would have scored, or stayed in a showdown, lowest first.

    All others present what they did; a player who presented nothing is taken as one more, after them. The
    round is scored again with each number: None for too many of them, and where the game does not say.
    """
    low, high = rules.number_line or (0, _MOST_NUMBERS)
    if high - low >= _MOST_NUMBERS or len(leaf.plays) > MOST_PLAYERS:
        return None
    if rules.scorers_with(leaf, {}) is None or (isinstance(leaf, ShowdownRound) and player not in leaf.tied):
        return None
    plays = dict(reveals.numbers_of(leaf))

    @cache
    def scores(number: int) -> bool:
        plays[player] = number
        return player in (rules.scorers_with(leaf, plays) or ())

    numbers = _candidates(rules, leaf, player, range(low, high + 1), scores)
    return _joined(range(number, number + 1) for number in numbers if scores(number))


def _candidates(
    rules: Game, leaf: Leaf, player: PlayerId, line: range, scores: Callable[[int], bool]
) -> Iterable[int]:
    """Return the numbers that may score, lowest first.

    Where only their order counts, these are from the middle outwards up to the first that would not score,
    though nobody else has it.
    """
    middle = [int(number) for number in rules.middle_numbers(leaf)]
    if not middle or rules.aim(leaf) or isinstance(leaf, ShowdownRound):
        return line
    taken = _numbers_of_others(leaf, player)
    steps = range(middle[0] - 1, line.start - 1, -1), range(middle[-1] + 1, line.stop)
    below, above = ([*takewhile(lambda n: n in taken or scores(n), each)] for each in steps)
    return (*reversed(below), *range(middle[0], middle[-1] + 1), *above)


def _numbers_of_others(leaf: Leaf, player: PlayerId) -> set[int]:
    return {number for each, number in reveals.numbers_of(leaf).items() if each != player}


def _joined(ranges: Iterable[range]) -> Ranges:
    """Return ranges, lowest first, with those in one that touch."""
    found: list[range] = []
    for each in ranges:
        touches = found and found[-1].stop == each.start
        found.append(range(found.pop().start if touches else each.start, each.stop))
    return tuple(found)


_SCORED, _STAYED = (
    (
        N_("{numbers} would have scored."),
        PluralTemplate(
            "{numbers} would have scored. Not {taken}: that was taken.",
            "{numbers} would have scored. Not {taken}: those were taken.",
        ),
        N_("{numbers} would have scored, but for those that were taken."),
        N_("No other number would have scored."),
    ),
    (
        N_("{numbers} would have stayed."),
        PluralTemplate(
            "{numbers} would have stayed. Not {taken}: that was taken.",
            "{numbers} would have stayed. Not {taken}: those were taken.",
        ),
        N_("{numbers} would have stayed, but for those that were taken."),
        N_("No other number would have stayed."),
    ),
)
"""With all of them, with a few between them taken, with many taken, and with none; and in a showdown."""


def would_score(leaf: Leaf, player: PlayerId, ranges: Ranges | None) -> str:
    """Return which numbers would have scored for a player who did not; empty where that is not known."""
    if ranges is None:
        return ""
    these, but_for, but_some, none = _STAYED if isinstance(leaf, ShowdownRound) else _SCORED
    if not ranges:
        return translate(none)
    between = range(ranges[0].stop, ranges[-1].start)
    left_out = [number for number in between if not any(number in each for each in ranges)]
    if not left_out or not _numbers_of_others(leaf, player).issuperset(left_out):
        return translate(these, numbers=tuple(map(_text, ranges[:_MOST_LISTED])))
    whole = _text(range(ranges[0].start, ranges[-1].stop))
    if len(left_out) > _MOST_LISTED:
        return translate(but_some, numbers=whole)
    return format_message(but_for.translate_for(len(left_out)), {"numbers": whole, "taken": tuple(left_out)})


def _text(numbers: range) -> str:
    first, last = numbers.start, numbers.stop - 1
    return format_value(first) if first == last else translate("{first} to {last}", first=first, last=last)


LENGTH = 300
"""The length of the line, in the units of the positions on it."""
_DIGIT = 14  # units that a digit is wide
_APART = 10  # units between two labels
_PILL = 28  # units: the least width of a band, which is as high


@dataclass(frozen=True, slots=True)
class Gap:
    """A player's number and the nearest one that scored, on a line from `low` to `high`.

    `would` are the numbers that would have scored; without any the line shows the nearest one that did.
    """

    number: int
    nearest: int | Fraction
    low: int
    high: int
    would: Ranges = ()

    @property
    def distance(self) -> int | Fraction:
        """How far the number was off; below 0 for one that was too low."""
        return self.number - self.nearest

    def at(self, number: int | Fraction) -> int:
        """Return where a number is on the line."""
        position = int(LENGTH * (number - self.low) // max(1, self.high - self.low))
        return min(max(position, 0), LENGTH)

    def bands(self) -> Iterator[tuple[int, int, str]]:
        """Yield the start and width of a band for each range, and one for several that nearly touch.

        With it goes a label, which is empty if there are several bands, or it has no room.
        """
        merged: list[range] = []
        for numbers in self.would:
            is_near = merged and self.at(numbers.start) - self.at(merged[-1].stop - 1) < _PILL
            merged.append(range(merged.pop().start if is_near else numbers.start, numbers.stop))
        for numbers in merged:
            first, last = self.at(numbers.start), self.at(numbers.stop - 1)
            more = -(-max(0, _PILL - (last - first)) // 2)
            yield first - more, last - first + 2 * more, _label(numbers) if len(merged) == 1 else ""

    @property
    def is_below(self) -> bool:
        """Whether the player's number stands below the line, so that two labels do not overlap."""
        room = _DIGIT * len(format_value(self.number) + format_value(self.nearest)) // 2 + _APART
        return bool(self.would) or abs(self.at(self.number) - self.at(self.nearest)) < room

    def leaves_room(self, at: int) -> bool:
        """Return whether the label of an end of the line has room beside the player's own one."""
        room = len(format_value(self.number)) + len(format_value(self.high))
        return not self.is_below or abs(self.at(self.number) - at) > _DIGIT * room // 2

    @staticmethod
    def label_at(at: int, text: str) -> int:
        """Return where the middle of a label stands so that it stays within the line and its margins."""
        half = _DIGIT * len(text) // 2 - _DIGIT
        return min(max(at, half), LENGTH - half)


def _label(numbers: range) -> str:
    """Return the lowest and the highest number; empty where they are too long to stand over the line."""
    low, high = format_value(numbers.start), format_value(numbers.stop - 1)
    dash = "–" if numbers.start >= 0 else " – "
    text = low if low == high else f"{low}{dash}{high}"
    return text if _DIGIT * len(text) <= LENGTH else ""


# What became of a number or card

OutcomeKind = Literal["won", "low", "high", "same", "outside", "absent"]
"""`low` and `high`: on which side of the numbers that scored; `same`: others played the same, so it does not
count; `outside`: any other play that brought nothing."""

Stake = Literal["", "watches", "leaves", "stays"]
"""What a round of a showdown was: for who could not win, who leaves it, and who stays."""


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """The outcome for one player, or for all players in `seats`: `1-4 7`.

    `reason` is the sentence of the rules, empty in a crowd of which all with the same are told the same;
    `word` is the game's own for it. `part` is what ended with the round. `struck` says which play does not
    count, and why; `is_void`: as one is struck, nobody wins. `gap` says how far a number was from scoring,
    `would` which numbers would have scored. `others` are the seats of those who played the same, and
    `other` the name of the only one. `points` are those so far, in a crowd, where no scoreboard tells them.
    """

    kind: OutcomeKind
    reason: str = ""
    word: str = ""
    seats: str = ""
    part: Kind | None = None
    stake: Stake = ""
    struck: str = ""
    is_void: bool = False
    disqualified: bool = False
    gap: Gap | None = None
    would: str = ""
    card: CardFace | None = None
    others: tuple[Seat, ...] = ()
    other: str = ""
    gain: str = ""
    points: int | None = None


def all_outcomes(room: Room, asked: Iterable[Seat] = ()) -> tuple[PlayerOutcome, ...]:
    """Return the outcomes of those who were in the last round, by default all, with equal ones merged.

    Nothing can be told where the result that was entered does not count any more (R1 to R3).
    """
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None or (game.record.rules.keeps_results and not leaf.finished):
        return ()
    present = {*leaf.plays, *reveals.absentees(game, leaf)}
    found = _Reveal(room, game, leaf, game.record.rules, game.record.rules.fates(leaf))
    return _merged([seat for seat in asked or game.record.players if seat in present], found.outcome)


@dataclass(frozen=True, slots=True)
class _Reveal:
    """The last reveal, with what became of its plays."""

    room: Room
    game: GameState
    leaf: Leaf
    rules: Game
    fates: Mapping[Seat, Fate]

    def outcome(self, seat: Seat) -> PlayerOutcome:
        struck, has_line = struck_last(self.game), self.rules.number_line is not None
        if own := next((each for each in struck if each.player == seat), None):
            play, why = play_phrase(own.play), reason_struck(self.room, own)
            return PlayerOutcome(
                "outside", struck=translate("Your {play} is struck: {why}", play=play, why=why)
            )
        if struck and not self.leaf.finished:
            return PlayerOutcome("outside", is_void=True)
        found = PlayerOutcome(self._kind(seat), stake=self._stake(seat), points=self._points(seat))
        if found.kind == "absent":
            found = self._of_no_play(found, seat)
        elif not self.is_brief:
            found = self._of_a_play(found, seat)
        elif found.kind == "won":
            found = replace(found, word=self.rules.outcome(self.leaf, seat).verdict)
        return found if struck or has_line else self._of_ended_part(found, seat)

    @property
    def is_brief(self) -> bool:
        """Whether there are too many players to tell each."""
        return self.rules.number_line is not None and len(self.room.seats) > MOST_PLAYERS

    @property
    def tied(self) -> tuple[Seat, ...]:
        """Who was tied before a round of a showdown; nobody in any other round."""
        return self.leaf.tied if isinstance(self.leaf, ShowdownRound) else ()

    def _kind(self, seat: Seat) -> OutcomeKind:
        leaf = self.leaf
        if seat not in leaf.plays:
            return "absent"
        if seat in leaf.winners:
            return "won"
        if self.fates.get(seat) in ("disqualified", "tied"):
            return "same"
        if not leaf.winners or self.rules.number_line is None or (self.tied and seat not in self.tied):
            return "outside"
        values = reveals.compared(self.rules, leaf)
        middle = reveals.targets(self.rules, leaf)[0] if self.tied else values[leaf.winners[0]]
        return "low" if values[seat] < middle else "high"

    def _stake(self, seat: Seat) -> Stake:
        if not isinstance(self.leaf, ShowdownRound):
            return ""
        if seat in self.leaf.left:
            return "stays"
        return "leaves" if seat in self.leaf.tied else "watches"

    def _points(self, seat: Seat) -> int | None:
        """Return the points so far, in a crowd, where no scoreboard tells them."""
        if self.tied or not (self.rules.number_line and is_crowd(self.room)):
            return None
        return (
            None if hides_scores(self.room, self.game) else scoreboard.innermost_points(self.game).get(seat)
        )

    def _of_no_play(self, found: PlayerOutcome, seat: Seat) -> PlayerOutcome:
        ranges = scoring_numbers(self.rules, self.leaf, seat)
        reason, would = translate("You sent no number"), would_score(self.leaf, seat, ranges)
        return replace(found, reason=reason, would=would)

    def _of_a_play(self, found: PlayerOutcome, seat: Seat) -> PlayerOutcome:
        leaf, rules = self.leaf, self.rules
        outcome, has_won = rules.outcome(leaf, seat), found.kind == "won"
        ranges = None if has_won else scoring_numbers(rules, leaf, seat)
        others = outcome.reason.players if found.kind == "same" else ()
        return replace(
            found,
            reason=naming.reason_sentences(self.room, [outcome.reason])[0],
            word=outcome.verdict,
            disqualified=outcome.fate == "disqualified",
            gap=self._gap(seat, ranges or ()) if found.kind in ("low", "high") else None,
            would=would_score(leaf, seat, ranges),
            card=card_face(leaf.plays[seat]) if not (rules.number_line or rules.keeps_results) else None,
            others=others,
            other=naming.list_players(player_names(self.room, others)) if len(others) == 1 else "",
            gain=reveals.signed(outcome.points) if outcome.points and has_won else "",
        )

    def _gap(self, seat: Seat, would: Ranges) -> Gap:
        """Return how far a number was from those that score; in a showdown, from the middle."""
        numbers = reveals.numbers_of(self.leaf)
        scoring: Sequence[int | Fraction] = [numbers[each] for each in self.leaf.winners]
        if self.tied:
            scoring = self.rules.middle_numbers(self.leaf)
        nearest = min(scoring, key=lambda each: abs(Fraction(each) - numbers[seat]))
        return Gap(numbers[seat], nearest, *(self.rules.number_line or (0, 0)), would)

    def _of_ended_part(self, found: PlayerOutcome, seat: Seat) -> PlayerOutcome:
        """Return what became of the largest part that a trick has ended, for a player of cards."""
        latest = (node for _, node in headings.latest_parts(self.game))
        part = next((node for node in latest if isinstance(node, Branch) and node.finished), None)
        if part is None or hides_level(self.room, self.game, part):
            return found
        rule = self.rules.part_headline(part).rule
        of_winners = [each for each in part.reasons if (each.rule, each.players) == (rule, part.winners)]
        reason = naming.reason_sentences(self.room, (of_winners or part.reasons)[:1])[0]
        kind: OutcomeKind = "won" if seat in part.winners else "outside"
        return replace(found, kind=kind, reason=reason, part=part.kind, others=(), gain="")


# The end of a game

EndingKind = Literal["won", "shared", "low", "high", "second", "rest", "beaten"]
"""`beaten`: was tied, and has lost the showdown."""


@dataclass(frozen=True, slots=True)
class PhoneEnding:
    """The end for one player, or for all players in `seats`: `1-4 7`.

    `score` is the player's in words, `middle` are those of the `winners`, by the `rule`. `who` are the
    winners; for one of them, with whom the win is shared, or whom a showdown was won against. `fewer` and
    `more` count players. `step` is the place on the podium (0 to 2), and `guest` the player's
    seat, empty in a crowd. `award` is what the player has won besides, in a few words; it may be empty.
    """

    kind: EndingKind
    score: str
    step: int
    who: str
    winners: int
    middle: tuple[int, ...]
    rule: str
    fewer: int
    more: int
    guest: Seat
    award: str
    seats: str = ""


def all_endings(room: Room, asked: Iterable[Seat] = ()) -> tuple[PhoneEnding, ...]:
    """Return the ends for all players of the game, or for those of `asked`; in a crowd equal ones are one.

    There is none while a game is played, nor for a game that was thrown away.
    """
    game = room.current_game
    if game is None or game.next_round is not None or game.is_thrown_away or not game.record.reveals:
        return ()
    root, rules, level = game.score.root, game.record.rules, decisive_level(game.score.root)
    scores, ranking = deciding_scores(level), rules.ranking(level)
    placed = sides(scores, frozenset(root.winners), middle_wins=ranking.is_middle)
    counts, is_many = Counter(placed.values()), is_crowd(room)
    given = () if is_many else awards(rules, [game.score])
    losers = sorted(beaten(root), key=int)

    def named(seats: Sequence[Seat]) -> str:
        return naming.name_or_count(player_names(room, seats)) if seats else ""

    def end(seat: Seat) -> PhoneEnding:
        side = placed[seat]
        kind: EndingKind = "shared" if len(root.winners) > 1 else "won"
        others = [each for each in (losers if kind == "won" else root.winners) if each != seat]
        who = format_count(len(others), "{n} other", "{n} others") if others and is_many else named(others)
        if side != "middle":
            kind, who = "beaten" if seat in losers else side, named(root.winners)
        award = next((each for each in given if seat in each.players), None)
        return PhoneEnding(
            kind,
            naming.counted_score(score_name(game), scores[seat]),
            1 if side == "middle" else 0 if side in ("low", "second") else 2,
            who,
            winners=len(root.winners),
            middle=tuple(sorted({scores[each] for each in root.winners})),
            rule=str(ranking.wins),
            fewer=counts["low"] + counts["second"] + counts["rest"],
            more=counts["high"],
            guest="" if is_many else seat,
            award=translate("{award}: {figure}", award=Text(award.title), figure=award.explains)
            if award
            else "",
        )

    return _merged([seat for seat in asked or scores if seat in scores], end)


# Players who are told the same

_OutcomeOrEnding = TypeVar("_OutcomeOrEnding", PlayerOutcome, PhoneEnding)


def _merged(seats: Iterable[Seat], build: Callable[[Seat], _OutcomeOrEnding]) -> tuple[_OutcomeOrEnding, ...]:
    """Return what is built for each seat, with equal ones merged."""
    found: defaultdict[_OutcomeOrEnding, list[Seat]] = defaultdict(list)
    for seat in seats:
        found[build(seat)].append(seat)
    return tuple(replace(each, seats=_seat_ranges(alike)) for each, alike in found.items())


def _seat_ranges(seats: Iterable[Seat]) -> str:
    """Return seats, which are numbers in the order of joining, as ranges: `1-4 7`."""
    runs = _joined(range(number, number + 1) for number in sorted(map(int, seats)))
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
