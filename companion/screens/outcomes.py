"""What became of a player's number or card in the last reveal: `phone/verdict.html` says it.

In the part that phones share, there is one outcome for all players with the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Fate, Ranges
from companion.rules.results import Branch, Kind, Leaf, ShowdownRound
from companion.screens import headings, reveals, scoreboard
from companion.screens.cards import CardFace, card_face, play_phrase
from companion.screens.gap import MOST_PLAYERS, Gap, scoring_numbers, would_score
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import is_crowd, list_players, player_names, reason_sentences
from companion.screens.struck import reason_struck, struck_last

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
    rules, present = game.record.rules, {*leaf.plays, *reveals.absentees(game, leaf)}
    has_points = rules.number_line and is_crowd(room) and not hides_scores(room, game)
    told = _Reveal(
        room,
        game,
        leaf,
        rules.fates(leaf),
        _sides(rules, leaf),
        points=scoreboard.innermost_points(game) if has_points and not _tied(leaf) else {},
        is_brief=rules.number_line is not None and len(room.seats) > MOST_PLAYERS,
    )
    merged: defaultdict[PlayerOutcome, list[Seat]] = defaultdict(list)
    for seat in asked or game.record.players:
        if seat in present:
            merged[told.outcome(seat)].append(seat)
    return tuple(replace(outcome, seats=seat_ranges(seats)) for outcome, seats in merged.items())


def seat_ranges(seats: Iterable[Seat]) -> str:
    """Return seats, which are numbers in the order of joining, as ranges: `1-4 7`."""
    numbers = {int(seat) for seat in seats}
    firsts = sorted(number for number in numbers if number - 1 not in numbers)
    lasts = sorted(number for number in numbers if number + 1 not in numbers)
    runs = zip(firsts, lasts, strict=True)
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _tied(leaf: Leaf) -> tuple[Seat, ...]:
    """Return who was tied before a round of a showdown; nobody in any other round."""
    return leaf.tied if isinstance(leaf, ShowdownRound) else ()


def _sides(rules: Game, leaf: Leaf) -> Mapping[Seat, Literal["low", "high"]]:
    """Return on which side of those that score each number is; in a showdown the numbers of the tied."""
    if rules.number_line is None or not leaf.winners:
        return {}
    values = reveals.compared(rules, leaf)
    middle = reveals.targets(rules, leaf)[0] if _tied(leaf) else values[leaf.winners[0]]
    of = _tied(leaf) or values
    return {seat: "low" if values[seat] < middle else "high" for seat in of if seat in values}


@dataclass(frozen=True, slots=True)
class _Reveal:
    """The last reveal, with what is worked out once for all players; `is_brief`: too many to tell each."""

    room: Room
    game: GameState
    leaf: Leaf
    fates: Mapping[Seat, Fate]
    sides: Mapping[Seat, Literal["low", "high"]]
    points: Mapping[Seat, int]
    is_brief: bool

    def outcome(self, seat: Seat) -> PlayerOutcome:
        struck, rules = struck_last(self.game), self.game.record.rules
        if own := next((each for each in struck if each.player == seat), None):
            play, why = play_phrase(own.play), reason_struck(self.room, own)
            return PlayerOutcome(
                "outside", struck=translate("Your {play} is struck: {why}", play=play, why=why)
            )
        if struck and not self.leaf.finished:
            return PlayerOutcome("outside", is_void=True)
        found = PlayerOutcome(self._kind(seat), stake=self._stake(seat), points=self.points.get(seat))
        if found.kind == "absent":
            found = self._of_no_play(found, seat)
        elif self.is_brief:
            return replace(found, word=rules.outcome(self.leaf, seat).verdict if found.kind == "won" else "")
        else:
            found = self._of_a_play(found, seat)
        return found if struck or rules.number_line is not None else self._of_ended_part(found, seat)

    def _kind(self, seat: Seat) -> OutcomeKind:
        if seat not in self.leaf.plays:
            return "absent"
        if seat in self.leaf.winners:
            return "won"
        return "same" if self.fates.get(seat) in ("disqualified", "tied") else self.sides.get(seat, "outside")

    def _stake(self, seat: Seat) -> Stake:
        if not isinstance(self.leaf, ShowdownRound):
            return ""
        if seat in self.leaf.left:
            return "stays"
        return "leaves" if seat in self.leaf.tied else "watches"

    def _of_no_play(self, found: PlayerOutcome, seat: Seat) -> PlayerOutcome:
        rules = self.game.record.rules
        would = would_score(self.leaf, seat, scoring_numbers(rules, self.leaf, seat))
        return replace(found, reason=translate("You sent no number"), would=would)

    def _of_a_play(self, found: PlayerOutcome, seat: Seat) -> PlayerOutcome:
        leaf, rules = self.leaf, self.game.record.rules
        outcome = rules.outcome(leaf, seat)
        ranges = None if found.kind == "won" else scoring_numbers(rules, leaf, seat)
        others = outcome.reason.players if found.kind == "same" else ()
        return replace(
            found,
            reason=reason_sentences(self.room, [outcome.reason])[0],
            word=outcome.verdict,
            disqualified=outcome.fate == "disqualified",
            gap=self._gap(seat, ranges or ()) if found.kind in ("low", "high") else None,
            would=would_score(leaf, seat, ranges),
            card=card_face(leaf.plays[seat]) if not (rules.number_line or rules.keeps_results) else None,
            others=others,
            other=list_players(player_names(self.room, others)) if len(others) == 1 else "",
            gain=reveals.signed(outcome.points) if outcome.points and found.kind == "won" else "",
        )

    def _gap(self, seat: Seat, would: Ranges) -> Gap:
        """Return how far a number was from those that score; in a showdown, from the middle."""
        rules, numbers = self.game.record.rules, reveals.numbers_of(self.leaf)
        scoring: Sequence[int | Fraction] = [numbers[each] for each in self.leaf.winners]
        if _tied(self.leaf):
            scoring = rules.middle_numbers(self.leaf)
        nearest = min(scoring, key=lambda each: abs(Fraction(each) - numbers[seat]))
        return Gap(numbers[seat], nearest, *(rules.number_line or (0, 0)), would)

    def _of_ended_part(self, found: PlayerOutcome, seat: Seat) -> PlayerOutcome:
        """Return what became of the largest part that a trick has ended, for a player of cards."""
        latest = (node for _, node in headings.latest_parts(self.game))
        part = next((node for node in latest if isinstance(node, Branch) and node.finished), None)
        if part is None or hides_level(self.room, self.game, part):
            return found
        rule, won = self.game.record.rules.part_headline(part).rule, seat in part.winners
        naming = [each for each in part.reasons if (each.rule, each.players) == (rule, part.winners)]
        reason = reason_sentences(self.room, (naming or part.reasons)[:1])[0]
        kind: OutcomeKind = "won" if won else "outside"
        return replace(found, kind=kind, reason=reason, part=part.kind, others=(), gain="")
