"""The end of a game as each phone tells it, in the second person: a win, too much, or too little."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

from companion.i18n.messages import (
    N_,
    Count,
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
from companion.rules.insights.awards import Award, awards
from companion.rules.results import Branch
from companion.rules.standing import deciding_scores
from companion.screens.endings import beaten, decisive_level, score_name
from companion.screens.naming import is_crowd, name_or_count, player_names
from companion.screens.outcomes import seat_ranges
from companion.screens.podium import Side, sides
from companion.screens.score_words import counted_score

EndingKind = Literal["won", "shared", "low", "high", "second", "rest", "beaten"]
"""`beaten`: was tied, and has lost the showdown."""


@dataclass(frozen=True, slots=True)
class PhoneEnding:
    """The end for one player, or for all players in `seats`: `1-4 7`, empty for a single player.

    `step` is where the player stands on the podium (0 to 2), and `guest` the player's seat, empty in a crowd.
    `award` is what the player has won besides, in a few words; it may be empty.
    """

    kind: EndingKind
    heading: str
    sentence: str
    step: int
    guest: Seat = ""
    award: str = ""
    seats: str = ""


def phone_ending(room: Room, seat: Seat) -> PhoneEnding | None:
    """Return the end for a player; None while a game is played, and for a seat that is not in it."""
    told = _Told.of(room)
    return told.ending(seat) if told and seat in told.scores else None


def all_endings(room: Room) -> tuple[PhoneEnding, ...]:
    """Return the ends for all players of the game: in a crowd one for all who have the same."""
    told = _Told.of(room)
    if told is None:
        return ()
    if not is_crowd(room):
        return tuple(replace(told.ending(seat), seats=seat) for seat in told.scores)
    return tuple(_grouped(told))


@dataclass(frozen=True, slots=True)
class _Told:
    """What the sentences are made of."""

    room: Room
    game: GameState
    level: Branch
    scores: Mapping[Seat, int]
    sides: Mapping[Seat, Side]
    winners: tuple[Seat, ...]
    beaten: frozenset[Seat]
    awards: Sequence[Award]

    @classmethod
    def of(cls, room: Room) -> Self | None:
        game = room.current_game
        if game is None or game.next_round is not None or game.is_thrown_away or not game.record.reveals:
            return None
        level = decisive_level(game)
        scores, winners = deciding_scores(level), game.score.root.winners
        placed = sides(scores, frozenset(winners), middle_wins=game.record.rules.middle_wins)
        given = () if is_crowd(room) else awards(game.record.rules, [game.score])
        return cls(room, game, level, scores, placed, winners, frozenset(beaten(game.score.root)), given)

    def ending(self, seat: Seat) -> PhoneEnding:
        side = self.sides[seat]
        kind = self._kind(seat)
        sentence = self._of_winner(seat) if side == "middle" else self._of_loser(seat)
        award = self._award(seat)
        return PhoneEnding(kind, translate(_HEADINGS[kind]), sentence, _STEPS[side], seat, award)

    def _award(self, seat: Seat) -> str:
        return next((_named(each) for each in self.awards if seat in each.players), "")

    def _kind(self, seat: Seat) -> EndingKind:
        side = self.sides[seat]
        if side == "middle":
            return "won" if len(self.winners) == 1 else "shared"
        return "beaten" if seat in self.beaten else side

    def _score(self, seat: Seat) -> str:
        return counted_score(score_name(self.game), self.scores[seat])

    def _of_winner(self, seat: Seat) -> str:
        others = [each for each in self.winners if each != seat]
        if others:
            who = self._others(others)
            return translate("{score}. You share it with {who}.", score=self._score(seat), who=who)
        if self.beaten:
            who = self._others(sorted(self.beaten, key=int))
            return translate("{score}. You won the showdown against {who}.", score=self._score(seat), who=who)
        return translate(
            "{score}. {fewer}, {more}.",
            score=self._score(seat),
            fewer=Count(self._count("low", "second", "rest"), "{n} had fewer", "{n} had fewer"),
            more=Count(self._count("high"), "{n} had more", "{n} had more"),
        )

    def _others(self, seats: Sequence[Seat]) -> str:
        """Name the other winners; in a crowd count them, so that all winners are told the same."""
        if is_crowd(self.room):
            return format_count(len(seats), "{n} other", "{n} others")
        return name_or_count(player_names(self.room, seats))

    def _count(self, *wanted: Side) -> int:
        return sum(side in wanted for side in self.sides.values())

    def _of_loser(self, seat: Seat) -> str:
        middle = {self.scores[each] for each in self.winners}
        if seat in self.beaten:
            return self._of_beaten(seat, name_or_count(player_names(self.room, self.winners)))
        values = {
            "score": self._score(seat),
            "middle": format_value(tuple(sorted(middle))),
            "rule": self.game.record.rules.winning_rule(self.level).label,
            "who": name_or_count(player_names(self.room, self.winners)),
        }
        if len(middle) > 1:
            return translate("{score}. {middle} are {rule}, and {who} stand there.", **values)
        template = PluralTemplate(
            "{score}. {middle} is {rule}, and {who} stands there.",
            "{score}. {middle} is {rule}, and {who} stand there.",
        )
        return format_message(template.translate_for(len(self.winners)), values)

    def _of_beaten(self, seat: Seat, who: str) -> str:
        template = PluralTemplate(
            "{score}: tied, but {who} was closer to the middle in the showdown.",
            "{score}: tied, but {who} were closer to the middle in the showdown.",
        )
        values = {"score": self._score(seat), "who": who}
        return format_message(template.translate_for(len(self.winners)), values)


def _named(award: Award) -> str:
    return translate("{award}: {figure}", award=Text(award.title), figure=award.explains)


def _grouped(told: _Told) -> Iterator[PhoneEnding]:
    groups: dict[tuple[Side, int, bool], list[Seat]] = {}
    for seat, points in told.scores.items():
        groups.setdefault((told.sides[seat], points, seat in told.beaten), []).append(seat)
    for seats in groups.values():
        yield replace(told.ending(seats[0]), guest="", seats=seat_ranges(seats))


_STEPS: Mapping[Side, int] = {"low": 0, "second": 0, "middle": 1, "high": 2, "rest": 2}
_HEADINGS: Mapping[EndingKind, str] = {
    "won": N_("You win"),
    "shared": N_("You share the win"),
    "low": N_("Too few"),
    "high": N_("Too good"),
    "second": N_("Nearly"),
    "rest": N_("Not enough"),
    "beaten": N_("Nearly"),
}
