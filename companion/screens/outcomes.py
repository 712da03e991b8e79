"""What phones tell each player of the last reveal; `phone/verdict.html` has the words.

In the part that phones share there is one outcome for all players with the same.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import ceil, floor
from typing import Literal, NamedTuple, TypeVar

from companion.i18n.messages import N_, format_value, translate
from companion.room.events import Seat, Seats
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import Ranges
from companion.rules.insights import crowd_middle
from companion.rules.plays import Kind
from companion.rules.results import Branch, FactRound, KnockoutRound, Leaf
from companion.rules.standing import closest_to
from companion.screens import naming, reveals, scoreboard
from companion.screens.cards import CardFace, card_face, play_phrase
from companion.screens.headings import latest_parts
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import is_crowd, player_names
from companion.screens.voided import reason_voided, voided_last
from companion.screens.would_score import MOST_PLAYERS, NearMiss, OtherNumbers, with_taken, would_score

OutcomeKind = Literal["won", "low", "high", "same", "outside", "absent", "closest"]
"""`low` and `high`: on which side of the numbers that scored; `same`: others played the same, so it does not
count; `outside`: any other play that brought nothing; `closest` to the truth of a question."""

Stake = Literal["", "watches", "leaves", "stays"]
"""What a round was that only some could win: for who could not, who leaves, and who stays."""


class PlayerOutcome(NamedTuple):
    """The outcome for one player, or for all players in `seats`: `1-4 7`.

    `reason` is the sentence of the rules, empty where `near_miss` and `would` say more, and in a crowd;
    `word` is the game's own for it. `part` is what ended with the round. `voided` says which play does not
    count, and why; `is_void`: as one is voided, nobody wins. `near_miss` says how far a number was from
    scoring, `would` which numbers would have scored. `others` are the seats of those who played the same, and
    `other` the name of the only one. `points` are those so far, in a crowd, where no scoreboard tells them.
    """

    kind: OutcomeKind
    reason: str = ""
    word: str = ""
    seats: str = ""
    part: Kind | None = None
    stake: Stake = ""
    voided: str = ""
    is_void: bool = False
    disqualified: bool = False
    near_miss: NearMiss | None = None
    would: str = ""
    card: CardFace | None = None
    others: Seats = ()
    other: str = ""
    gain: str = ""
    points: int | None = None
    truth: str = ""
    told_with: Literal["round", "truth"] = "round"
    """Whether the TV tells it with the round, or with a truth that the host tells later."""

    @property
    def has_scored(self) -> bool:
        """Whether the number or card has brought something."""
        return self.kind == "won" or bool(self.gain)

    @property
    def is_miss(self) -> bool:
        """Whether a number missed, and the distance says it best: the game has no word for it."""
        return self.near_miss is not None and not self.stake and not self.word

    @property
    def would_is_reason(self) -> bool:
        """Whether `would` is all there is to say of why a number brought what it did."""
        return self.near_miss is not None and not self.stake and bool(self.would)


def all_outcomes(room: Room, wanted: Iterable[Seat] = ()) -> tuple[PlayerOutcome, ...]:
    """Return the outcomes of those who were in the last round, by default all, with equal ones merged.

    Nothing is told once the game is over, as its end says more; nor where the result that was entered does
    not count any more (R1 to R3).
    """
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None or (game.next_round is None and not game.practice):
        return ()
    if game.rules.keeps_results and not leaf.finished:
        return ()
    present = {*leaf.plays, *reveals.absentees(game, leaf)}
    seats = [seat for seat in wanted or game.players if seat in present]
    reveal = _Reveal(room, game, leaf)
    return merged(seats, reveal.outcome, reveal.source)


class _Reveal:
    """The last reveal, with what became of its plays."""

    def __init__(self, room: Room, game: GameState, leaf: Leaf) -> None:
        self.room, self.leaf, self.rules = room, leaf, game.rules
        self.voided, self.fates = voided_last(game), self.rules.fates(leaf)
        self.compared, self.others = reveals.compared(self.rules, leaf), OtherNumbers(self.rules, leaf)
        self.tied = frozenset(leaf.contenders if isinstance(leaf, KnockoutRound) else ())
        """Who could win a round that only some could win; nobody in any other round."""
        self.left = frozenset(leaf.left if isinstance(leaf, KnockoutRound) else ())
        self.winners = frozenset(leaf.winners)
        is_line = self.rules.number_line is not None
        self.is_brief = is_line and len(room.seats) > MOST_PLAYERS  # too many to tell each
        tells_points = is_line and is_crowd(room) and not (self.tied or hides_scores(room, game))
        self.points = scoreboard.innermost_points(game) if tells_points else {}
        """The points so far, in a crowd, where no scoreboard tells them."""
        self.part = None if self.voided else _ended_part(room, game)
        self.truth = game.reveals[-1].truth
        self.numbers = reveals.numbers_of(leaf)
        scored = {self.numbers[seat] for seat in leaf.winners if seat in self.numbers}
        self.scored: tuple[int | Fraction, ...] = tuple(sorted(scored))
        """The numbers that score; where only some could win, the middle."""
        if self.tied:
            self.scored = self.rules.middle_numbers(leaf)
        self.scored_text = format_value(self.scored)
        middle = max(self.scored, default=0)
        self.around = floor(middle), ceil(middle)
        """The whole numbers around the middle, as thousands are compared with it."""

    def source(self, seat: Seat) -> object:
        """Return what an outcome follows from: the same for many of a crowd, each other player alone."""
        if self.is_brief and isinstance(self.leaf, FactRound):
            return self._fact_kind(self.leaf, seat)
        if self.voided or self.part or self.truth is not None or not self.is_brief:
            return seat
        if self.tied:
            return self._stake(seat), self.fates.get(seat), self._side(seat)
        return seat if seat in self.winners else (self._kind(seat), self.points.get(seat))

    def _side(self, seat: Seat) -> int | None:
        """Return on which side of the middle a number is; None without one."""
        number, (below, above) = self.numbers.get(seat), self.around
        return None if number is None else (number > below) - (number < above)

    def outcome(self, seat: Seat) -> PlayerOutcome:
        if own := next((voided_play for voided_play in self.voided if voided_play.player == seat), None):
            play, why = play_phrase(own.play), reason_voided(self.room, own)
            sentence = translate("Your {play} is struck: {why}", play=play, why=why)
            return PlayerOutcome("outside", voided=sentence)
        if self.voided and not self.leaf.finished:
            return PlayerOutcome("outside", is_void=True)
        if isinstance(self.leaf, FactRound):
            return self._of_fact(self.leaf, seat)
        if self.truth is not None and seat in closest_to(self.leaf.plays, self.truth):
            return self._of_truth(self.truth, seat)
        if self.part:
            return self._of_part(self.part, seat)
        kind, stake, words = self._kind(seat), self._stake(seat), self.rules.knockout
        make = partial(PlayerOutcome, stake=stake, points=self.points.get(seat))
        if kind == "absent" and self.rules.keeps_results:
            return make(kind, translate("You were not there"), N_("Sat out"))
        if kind == "absent":
            would = would_score(self.leaf, seat, self.others.scoring(seat))
            after = {"stays": words.absent_stays, "leaves": words.absent_leaves}.get(stake)
            sentence = translate("You sent no number")
            return make(kind, translate(after, sentence=sentence) if after else sentence, would=would)
        if not self.is_brief:
            return self._of_a_play(make, kind, seat)
        if stake:
            return self._in_brief(make, kind, seat, stake)
        return make(kind, word=self.rules.outcome(self.leaf, seat).verdict if kind == "won" else "")

    def _in_brief(
        self, make: Callable[..., PlayerOutcome], kind: OutcomeKind, seat: Seat, stake: Stake
    ) -> PlayerOutcome:
        """Return what many in a crowd are told of a round that only some could win."""
        words, verdict = self.rules.knockout, self.rules.outcome(self.leaf, seat)
        if stake == "watches":
            [own] = naming.reason_sentences(self.room, [verdict.reason])
            return make(kind, reason=translate(words.moves) if words.moves else own)
        reason, word = words.leaves, words.out_verdict
        if stake == "stays":
            reason, word = words.stays, verdict.verdict or words.verdict
        return make(kind, reason=translate(reason), word=word)

    def _of_truth(self, truth: int, seat: Seat) -> PlayerOutcome:
        """Return what whoever was closest to the truth of a question is told as soon as it is known."""
        number, middle = self.leaf.plays[seat], crowd_middle(self.rules, self.leaf)
        sentence = N_("You said {number}, the truth is {truth}. Together you missed by {off}.")
        if middle is None:
            sentence = N_("You said {number}, the truth is {truth}.")
        elif middle == truth:
            sentence = N_("You said {number}. Together you hit it.")
        reason = translate(sentence, number=number, truth=truth, off=abs((middle or 0) - truth))
        return PlayerOutcome("closest", reason, truth=format_value(truth), told_with="truth")

    def _of_fact(self, leaf: FactRound, seat: Seat) -> PlayerOutcome:
        """Return what the answer to a question of a deck is: the closest to its truth scores (Q2)."""
        kind = self._fact_kind(leaf, seat)
        if kind == "absent":
            return PlayerOutcome(kind, translate("You sent no number"))
        outcome, reason = self.rules.outcome(leaf, seat), ""
        if not self.is_brief or leaf.truth is None:
            [reason] = naming.reason_sentences(self.room, [outcome.reason])
        truth = "" if leaf.truth is None else format_value(leaf.truth)
        return PlayerOutcome(kind, reason, truth=truth, gain=reveals.signed(1) if kind == "closest" else "")

    def _fact_kind(self, leaf: FactRound, seat: Seat) -> OutcomeKind:
        if seat not in leaf.plays:
            return "absent"
        if leaf.truth is None:
            return "outside"
        if seat in leaf.winners:
            return "closest"
        return "low" if self.numbers[seat] < leaf.truth else "high"

    def _of_part(self, part: Branch, seat: Seat) -> PlayerOutcome:
        """Return what became of the largest part that the last reveal has ended."""
        rule = self.rules.part_headline(part).rule
        of_winners = [each_reason for each_reason in part.reasons if each_reason.players == part.winners]
        telling = (
            [winner for winner in of_winners if winner.rule == rule] or of_winners[-1:] or [*part.reasons]
        )
        [reason] = naming.reason_sentences(self.room, telling[:1])
        kind: OutcomeKind = "won" if seat in part.winners else "outside"
        return PlayerOutcome(kind, reason, part=part.kind, card=self._card(seat))

    def _kind(self, seat: Seat) -> OutcomeKind:
        leaf = self.leaf
        if seat not in leaf.plays:
            return "absent"
        if seat in self.winners:
            return "won"
        if self.fates.get(seat) in ("disqualified", "tied"):
            return "same"
        if not leaf.winners or self.rules.number_line is None or (self.tied and seat not in self.tied):
            return "outside"
        values = self.compared
        middle = reveals.targets(self.rules, leaf)[0] if self.tied else values[leaf.winners[0]]
        return "low" if values[seat] < middle else "high"

    def _stake(self, seat: Seat) -> Stake:
        if not self.tied:
            return ""
        if seat in self.left:
            return "stays"
        return "leaves" if seat in self.tied else "watches"

    def _card(self, seat: Seat) -> CardFace | None:
        has_card = self.rules.number_line is None and not self.rules.keeps_results and seat in self.leaf.plays
        return card_face(self.leaf.plays[seat]) if has_card else None

    def _of_a_play(self, make: Callable[..., PlayerOutcome], kind: OutcomeKind, seat: Seat) -> PlayerOutcome:
        leaf, outcome, has_won = self.leaf, self.rules.outcome(self.leaf, seat), kind == "won"
        ranges = None if has_won else self.others.scoring(seat)
        others = outcome.reason.players if kind == "same" else ()
        near_miss = self._near_miss(seat, ranges or ()) if kind in ("low", "high") else None
        would = would_score(leaf, seat, ranges)
        needs_reason = self.tied or not (near_miss and would)
        return make(
            kind,
            reason=naming.reason_sentences(self.room, [outcome.reason])[0] if needs_reason else "",
            word=outcome.verdict or outcome.word,
            disqualified=outcome.fate == "disqualified",
            near_miss=near_miss,
            would=would,
            card=self._card(seat),
            others=others,
            other=naming.list_players(player_names(self.room, others)) if len(others) == 1 else "",
            gain=reveals.signed(outcome.points) if outcome.points and has_won and not self.tied else "",
        )

    def _near_miss(self, seat: Seat, would: Ranges) -> NearMiss:
        """Return how far a number was from those that score; where only some could win, from the middle."""
        low, high = self.rules.number_line or (0, 0)
        free, taken = with_taken(self.leaf, seat, would)
        return NearMiss(
            self.numbers[seat], self.scored, low, high, free, self.rules.has_middle, taken, self.scored_text
        )


def _ended_part(room: Room, game: GameState) -> Branch | None:
    """Return the largest part that the last reveal has ended, of those whose result is not hidden."""
    ended = (node for _, node in latest_parts(game) if isinstance(node, Branch) and node.finished)
    return next((node for node in ended if not hides_level(room, game, node)), None)


# Players who are told the same

T = TypeVar("T", bound=NamedTuple)


def merged(
    seats: Iterable[Seat], build: Callable[[Seat], T], source: Callable[[Seat], object]
) -> tuple[T, ...]:
    """Return what is built for each seat, once for those with the same source, with equal ones merged."""
    of_source, found = defaultdict[object, list[Seat]](list), defaultdict[T, list[Seat]](list)
    for seat in seats:
        of_source[source(seat)].append(seat)
    for alike in of_source.values():
        found[build(alike[0])] += alike
    return tuple(each._replace(seats=_seat_ranges(alike)) for each, alike in found.items())


def _seat_ranges(seats: Iterable[Seat]) -> str:
    """Return seats, which are numbers in the order of joining, as ranges: `1-4 7`."""
    in_order = enumerate(sorted(map(int, seats)))
    runs = ([seat for _, seat in run] for _, run in groupby(in_order, lambda each: each[1] - each[0]))
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
