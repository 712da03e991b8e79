"""The end of a game for each player, as a phone tells it: `phone/_end.html` has the words."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.i18n.messages import Text, format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights.awards import Award, awards
from companion.rules.results import decisive_level
from companion.rules.standing import deciding_scores
from companion.screens.endings import beaten, score_name
from companion.screens.naming import counted_score, is_crowd, name_or_count, player_names
from companion.screens.outcomes import seat_ranges
from companion.screens.podium import Side, sides

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
    fewer: int = 0
    more: int = 0
    guest: Seat = ""
    award: str = ""
    seats: str = ""


def all_endings(room: Room, asked: Iterable[Seat] = ()) -> tuple[PhoneEnding, ...]:
    """Return the ends for all players of the game, or for those of `asked`; in a crowd equal ones are one.

    There is none while a game is played, nor for a game that was thrown away.
    """
    game = room.current_game
    if game is None or game.next_round is not None or game.is_thrown_away or not game.record.reveals:
        return ()
    rules, root, level = game.record.rules, game.score.root, decisive_level(game.score.root)
    scores = deciding_scores(level)
    placed = sides(scores, frozenset(root.winners), middle_wins=rules.ranking(level).is_middle)
    given = () if is_crowd(room) else awards(rules, [game.score])
    end = _End(room, game, scores, placed, sorted(beaten(root), key=int), given)
    merged: defaultdict[PhoneEnding, list[Seat]] = defaultdict(list)
    for seat in asked or scores:
        if seat in scores:
            merged[end.of(seat)].append(seat)
    return tuple(replace(ending, seats=seat_ranges(seats)) for ending, seats in merged.items())


_STEPS: Mapping[Side, int] = {"low": 0, "second": 0, "middle": 1, "high": 2, "rest": 2}


@dataclass(frozen=True, slots=True)
class _End:
    """What the ends of all players are made of."""

    room: Room
    game: GameState
    scores: Mapping[Seat, int]
    sides: Mapping[Seat, Side]
    beaten: Sequence[Seat]
    awards: Sequence[Award]

    def of(self, seat: Seat) -> PhoneEnding:
        rules, winners = self.game.record.rules, self.game.score.root.winners
        side, counts, others = self.sides[seat], Counter(self.sides.values()), winners
        if side == "middle":
            kind: EndingKind = "won" if len(winners) == 1 else "shared"
            others = tuple(each for each in (self.beaten if kind == "won" else winners) if each != seat)
        else:
            kind = "beaten" if seat in self.beaten else side
        return PhoneEnding(
            kind,
            counted_score(score_name(self.game), self.scores[seat]),
            _STEPS[side],
            self._who(others, is_winner=side == "middle"),
            winners=len(winners),
            middle=tuple(sorted({self.scores[each] for each in winners})),
            rule=str(rules.ranking(decisive_level(self.game.score.root)).wins),
            fewer=counts["low"] + counts["second"] + counts["rest"],
            more=counts["high"],
            guest="" if is_crowd(self.room) else seat,
            award=next((_in_words(each) for each in self.awards if seat in each.players), ""),
        )

    def _who(self, seats: Sequence[Seat], *, is_winner: bool) -> str:
        """Name players; to winners of a crowd count them, so that all are told the same."""
        if is_winner and is_crowd(self.room) and seats:
            return format_count(len(seats), "{n} other", "{n} others")
        return name_or_count(player_names(self.room, seats)) if seats else ""


def _in_words(award: Award) -> str:
    return translate("{award}: {figure}", award=Text(award.title), figure=award.explains)
