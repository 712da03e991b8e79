"""What phones tell each player of the end of a game, and of the evening; `phone/ending.html` has the words.

In the part that phones share there is one end for all players with the same.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from companion.i18n.messages import (
    N_,
    PluralTemplate,
    Text,
    capitalize_first,
    format_count,
    number_in_words,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights import awards
from companion.rules.results import decisive_level
from companion.rules.standing import deciding_scores
from companion.screens import naming
from companion.screens.endings import beaten, score_name
from companion.screens.evening import EveningView
from companion.screens.naming import is_crowd, player_names
from companion.screens.outcomes import merged
from companion.screens.podium import Side, sides
from companion.screens.stairs import DrawnStep, steps_down

# The end of a game

EndingKind = Literal["won", "shared", "low", "high", "second", "rest", "beaten", "nobody"]
"""`beaten`: was tied, and has lost the showdown; `nobody`: there is no winner."""


class PhoneEnding(NamedTuple):
    """The end for one player, or for all players in `seats`: `1-4 7`.

    `score` is the player's in words, `middle` are those of the `winners`, by the `rule`. `who` are the
    winners; for one of them, with whom the win is shared, or whom a showdown was won against. `fewer` and
    `more` count players; `more` is None where the most win. `step` is the place on the podium (0 to 2), and
    `guest` the player's seat, empty in a crowd. `award` is what the player has won besides, in a few words;
    it may be empty.
    """

    kind: EndingKind
    score: str
    step: int
    who: str
    winners: int
    middle: tuple[int, ...]
    rule: str
    fewer: int
    more: int | None
    guest: Seat
    award: str
    seats: str = ""


def all_endings(room: Room, wanted: Iterable[Seat]) -> tuple[PhoneEnding, ...]:
    """Return the ends for all players of the game, or for those of `wanted`; in a crowd equal ones are one.

    There is none while a game is played, nor for a game that was thrown away.
    """
    game = room.current_game
    if game is None or game.next_round is not None or game.is_thrown_away or not game.reveals:
        return ()
    end = _End(room, game)
    return merged([seat for seat in wanted or end.scores if seat in end.scores], end.of_player, str)


_STEPS: Mapping[Side, int] = {"low": 0, "second": 0, "middle": 1, "high": 2, "rest": 2}


class _End:
    """The end of a game, with where each player stands."""

    def __init__(self, room: Room, game: GameState) -> None:
        level = decisive_level(game.root)
        self.room, self.winners = room, game.root.winners
        self.scores, self.ranking = deciding_scores(level), game.rules.ranking(level)
        is_middle = self.ranking.is_middle
        self.sides = sides(self.scores, frozenset(self.winners), middle_wins=is_middle)
        self.counts, self.label = Counter(self.sides.values()), score_name(game)
        self.beaten = sorted(beaten(game.root), key=int)
        self.awards = () if is_crowd(room) else awards(game.rules, [game.score])

    def of_player(self, seat: Seat) -> PhoneEnding:
        side, counts, has_won = self.sides[seat], self.counts, self.sides[seat] == "middle"
        award = next((each_award for each_award in self.awards if seat in each_award.players), None)
        sentence = (
            translate("{label}: {value}", label=Text(award.title), value=award.explains) if award else ""
        )
        return PhoneEnding(
            kind=self._kind(seat, side),
            score=naming.counted_score(self.label, self.scores[seat]),
            step=_STEPS[side],
            who=self._others(seat) if has_won else self._names(self.winners),
            winners=len(self.winners),
            middle=tuple(sorted({self.scores[winner] for winner in self.winners})),
            rule=str(self.ranking.wins),
            fewer=counts["low"] + counts["second"] + counts["rest"],
            more=counts["high"] if self.ranking.is_middle else None,
            guest="" if is_crowd(self.room) else seat,
            award=sentence,
        )

    def _kind(self, seat: Seat, side: Side) -> EndingKind:
        if not self.winners:
            return "nobody"
        if side == "middle":
            return "shared" if len(self.winners) > 1 else "won"
        if seat in self.beaten:
            return "beaten"
        is_far = side == "second" and self.scores[self.winners[0]] - self.scores[seat] > 1
        return "rest" if is_far else side

    def _names(self, seats: Sequence[Seat]) -> str:
        return naming.name_or_count(player_names(self.room, seats)) if seats else ""

    def _others(self, seat: Seat) -> str:
        """Return with whom a winner shares the win, or whom the only one has beaten in a showdown."""
        others = [winner for winner in self.winners if winner != seat] or self.beaten
        if others and is_crowd(self.room):
            return format_count(len(others), "{n} other", "{n} others")
        return self._names(others)


# The end of the evening

_STAIRS = 320, 120  # how wide and how high the stairs are below who has won


class EveningEnd(NamedTuple):
    """The end of the evening for one player, or for all players in `seats` (H4).

    `beaten`: had as few steps, and has lost the grand final. `steps` lead down to the player, whose seat is
    `guest`, empty in a crowd.
    """

    kind: Literal["won", "shared", "beaten", "off"]
    heading: str
    sentence: str
    steps: tuple[DrawnStep, ...]
    guest: Seat
    seats: str = ""

    @property
    def on_top(self) -> Seat:
        """The player's seat where the win is shared; empty elsewhere, as others stand on top."""
        return self.guest if self.kind == "shared" else ""

    @property
    def below(self) -> Seat:
        """The player's seat where others have won; empty elsewhere."""
        return "" if self.kind == "shared" else self.guest


def all_evening_ends(
    room: Room, evening: EveningView | None, wanted: Iterable[Seat]
) -> tuple[EveningEnd, ...]:
    """Return what an evening that is over was for its players, or those of `wanted`; equal ones once."""
    if evening is None or not evening.is_over:
        return ()
    steps = {row.seat: row.steps for row in evening.rows}

    def end(seat: Seat) -> EveningEnd:
        kind, heading, sentence = _evening_words(room, evening, seat, steps[seat])
        guest = "" if is_crowd(room) else seat
        return EveningEnd(kind, heading, sentence, steps_down(evening.least, steps[seat], *_STAIRS), guest)

    return merged([seat for seat in wanted or steps if seat in steps], end, str)


_OFF = PluralTemplate("{number} step off", "{number} steps off")
_IN_ALL = PluralTemplate("{number} step in {games} games", "{number} steps in {games} games")
_HAS_IT = PluralTemplate(
    "{who} has the evening, with {number}.", "{who} have the evening, with {number} each."
)
_CLOSER = PluralTemplate(
    "As few steps as {who}, who was closer in the grand final.",
    "As few steps as {who}, who were closer in the grand final.",
)
_WAS_THERE = PluralTemplate(
    "As few steps as {who}, who was still there.", "As few steps as {who}, who were still there."
)


def _evening_words(
    room: Room, evening: EveningView, seat: Seat, steps: int
) -> tuple[Literal["won", "shared", "beaten", "off"], str, str]:
    """Return what an evening was for a player: its kind, heading and sentence."""
    winners, number, has_final = len(evening.seats), number_in_words(steps), bool(room.games[-1].rounds)
    if seat in evening.seats:
        games = number_in_words(len(room.finished_games))
        in_all = capitalize_first(_IN_ALL.translate_for(steps, number=number, games=games))
        if not steps:
            in_all = translate("Not one step in {games} games", games=games)
        if winners > 1:
            return "shared", translate("You share the evening"), translate("{sentence}.", sentence=in_all)
        sentence = N_("{sentence}, and a grand final.") if has_final else N_("{sentence}.")
        return "won", translate("The evening is yours"), translate(sentence, sentence=in_all)
    who = naming.name_or_count(evening.names)
    if steps == evening.least:
        why = _CLOSER if has_final else _WAS_THERE
        return "beaten", translate("Nearly"), why.translate_for(winners, who=who)
    heading = capitalize_first(_OFF.translate_for(steps, number=number))
    least = number_in_words(evening.least)
    return "off", heading, _HAS_IT.translate_for(winners, who=who, number=least)
