"""A question night: whoever is closest to the truth scores, or says the middle of opinions (Q1 to Q6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.games.number_game import (
    LazyReasons,
    NumberGame,
    NumberGameRun,
    absent_reasons,
    in_order,
)
from companion.rules.games.numbers import NumberRange, abbreviate
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Ranking, TieTitle, WouldScore
from companion.rules.games.pictures import Lesson, Panel
from companion.rules.games.runs import Record
from companion.rules.plays import Numbers, PlayerId, Players, Position, Positions, Reveal
from companion.rules.results import (
    Branch,
    DecidedBy,
    DecidedResult,
    FactRound,
    Leaf,
    NumberRound,
    OpinionRound,
    Reason,
    Reasons,
    ScoredPart,
    Scores,
    Sentences,
    shown,
)
from companion.rules.standing import MOST_POINTS, closest_to, middle, middle_of, with_most, write_exactly

MOST_QUESTIONS = 9999
_OPINION_RANGE = (0, 100)
_SUDDEN_DEATH: Final = "sudden-death"


class _QuestionNightRun(NumberGameRun):
    rules: QuestionNight

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.rounds: list[NumberRound] = []
        self.scores = dict.fromkeys(self.players, 0)
        self.tied: Players = ()
        """Who can still win, once questions are added to break a tie (Q6)."""

    def play_round(self, number: int, reveal: Reveal) -> None:
        bounds = NumberRange(*(reveal.range or _OPINION_RANGE))
        plays: Numbers = self.accept(number, reveal, lambda _, play: bounds.check(play))
        played = _score_round(in_order(plays, self.players), self.players, reveal, number)
        self.rounds.append(played)
        for player in played.winners:
            self.scores[player] += 1
        if len(self.rounds) >= self.rules.rounds:
            self.tied = self._leaders()
        goes_on = self.rules.tie_break == _SUDDEN_DEATH and len(self.tied) > 1
        self.is_over = reveal.last or (len(self.rounds) >= self.rules.rounds and not goes_on)

    def _leaders(self) -> Players:
        """Return who has the most points of those who can win; nobody without a point (Q4)."""
        able = {player: self.scores[player] for player in self.tied or self.players}
        return tuple(with_most(able)) if any(able.values()) else ()

    def position(self, number: int) -> Positions:
        number = len(self.rounds) + 1
        return (Position("question", number, self.rules.rounds if number <= self.rules.rounds else None),)

    def result(self) -> DecidedResult:
        winners = self._leaders() if self.is_over else ()
        added = len(self.rounds) - self.rules.rounds
        decided: DecidedBy = "shared" if len(winners) > 1 else _SUDDEN_DEATH if added > 0 else "points"
        return DecidedResult(
            kind="game",
            winners=winners,
            finished=self.is_over,
            reasons=tuple(_end_reasons(self.scores, winners, self.rounds)) if self.is_over else (),
            scores=dict(self.scores),
            parts=tuple(self.rounds),
            decided_by=decided if self.is_over else None,
            tied=self.tied if not self.is_over else (),
        )


def _score_round(plays: Numbers, players: Players, reveal: Reveal, number: int) -> NumberRound:
    """Score one question (Q2, Q5)."""
    common: dict[str, Any] = {
        "kind": "round",
        "finished": True,
        "plays": plays,
        "disqualified": (),
        "number": number,
    }
    if reveal.range is None:
        central = {*middle(sorted(plays.values()))}
        winners = tuple(player for player in plays if plays[player] in central)
        reasons = LazyReasons(_opinion_reasons, plays, winners, players)
        return OpinionRound(winners=winners, reasons=reasons, **common)
    truth, room = reveal.truth, write_exactly(middle_of(plays.values()))
    winners = () if truth is None else closest_to(plays, truth)
    reasons = LazyReasons(_fact_reasons, plays, winners, players, truth)
    return FactRound(winners=winners, reasons=reasons, truth=truth, room=room, **common)


@dataclass(frozen=True)
class QuestionNight(NumberGame):
    """A question night with its options; see `games.find_recorded_game` for its records."""

    name = "question-night"
    title = N_("Question night")
    min_players = 3
    max_players = 10_000
    source = N_("Ours. Whoever is closest scores in many a quiz; that the Room plays along is ours.")
    emblem = """
    lamp x=50 y=18 width=32 spread=44 ground=84; floor y=84
    guest 1 17 84 24 says=?; guest 8 83 84 24 says=?; step 50 84 30 22 says=206 size=13 middle
    guest 3 50 62 26 eyes=open lit
    """
    in_short = N_("numbers, 3 or more")
    record_keys = frozenset({"question"})
    run = _QuestionNightRun
    has_middle = False
    verdict = N_("Closest!")
    question_aims: ClassVar[Mapping[bool, str]] = {
        True: N_("The closest to the truth scores"),
        False: N_("The middle answer scores"),
    }

    low, high = _OPINION_RANGE
    points_target = None
    rounds: int = option(
        5, N_("Questions"), N_("A night has 5, 10 or 15, or as many as you like."), offered=(5, 10, 15)
    )
    tie_break: str = option(
        "shared",
        N_("After a tie"),
        N_("Those with the most points share, or one more question after another decides."),
        choice_labels={"shared": N_("The tie is shared"), _SUDDEN_DEATH: N_("One more question at a time")},
        offered=("shared", _SUDDEN_DEATH),
    )

    def __post_init__(self) -> None:
        """Raise `Refused` for a number of questions that no night has."""
        if not 1 <= self.rounds <= MOST_QUESTIONS:
            template = N_("a question night has 1 to {most} questions, not {rounds}")
            raise Refused(template, most=MOST_QUESTIONS, rounds=abbreviate(self.rounds))

    @property
    def aim(self) -> str:
        return self.question_aims[True]

    @property
    def lesson(self) -> Lesson:
        return Lesson(N_("A question, everybody's number, then the truth."), (_ASKED, _GUESSED, _TOLD))

    @property
    def how_to(self) -> Sentences:
        return _PICK, _CLOSEST, _ROOM, _MIDDLE, _WINS, _TIES[self.tie_break]

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See Q2 and Q5."""
        outcome = super().outcome(leaf, player)
        if player in leaf.winners and isinstance(leaf, OpinionRound):
            return replace(outcome, verdict=N_("The middle!"))
        return outcome

    def player_reason(self, leaf: NumberRound, player: PlayerId) -> Reason:
        number = leaf.plays[player]
        if not isinstance(leaf, FactRound):
            return Reason("Q5", _IN if player in leaf.winners else _OFF, (), {"number": number})
        if leaf.truth is None:
            return Reason("Q2", "The truth was not told: no point")
        values = {"truth": leaf.truth, "number": number, "off": abs(number - leaf.truth)}
        if number == leaf.truth:
            return Reason("Q2", "{truth}. You said just that.", (), values)
        if player in leaf.winners:
            return Reason("Q2", "{truth}. You said {number}.", (), values)
        template = N_("You said {number}. Too low by {off}.")
        if number > leaf.truth:
            template = N_("You said {number}. Too high by {off}.")
        return Reason("Q2", template, (), values)

    def round_headline(self, leaf: Leaf) -> Reason:
        if isinstance(leaf, FactRound):
            if leaf.truth is None:
                return Reason("Q2", "The truth is not told yet")
            template = _IS_CLOSEST if leaf.winners else N_("{truth}. Nobody guessed.")
            return Reason("Q2", template, leaf.winners, {"truth": leaf.truth})
        template = _IS_MIDDLE if leaf.winners else N_("Nobody answered")
        return Reason("Q5", template, leaf.winners)

    def scores_with(self, leaf: Leaf) -> WouldScore | None:
        """See `Game`; of a fact the truth says enough."""
        if isinstance(leaf, FactRound):
            return None
        plays: Any = leaf.plays
        return lambda player, number: number in middle(sorted({**plays, player: number}.values()))

    def tie_title(self, level: Branch) -> TieTitle | None:
        """See `Game`: a tie that one more question after another breaks (Q6)."""
        if not level.tied or level.finished:
            return None
        title = N_("Sudden death") if len(level.parts) == self.rounds else N_("Still tied")
        return TieTitle(title, Text("One more question. Only those who are tied can win."))

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        return Ranking(winner=N_("Closest all night"))


_IS_CLOSEST = PluralTemplate("{truth}. {players} is closest.", "{truth}. {players} are closest.")
_IS_MIDDLE = PluralTemplate("{players} is the middle", "{players} are the middle")
_IN = N_("{number} is in the middle: 1 point for you")
_OFF = N_("{number} is not in the middle: no point")

_PICK = N_("The room asks; everybody answers with a number, in secret.")
_CLOSEST = N_("Whoever is closest to the truth gets a point, all who are equally close.")
_ROOM = N_("The Room plays along with the middle of your numbers. It gets nothing for it.")
_MIDDLE = N_("Of opinions nobody knows the truth: whoever says the middle gets a point.")
_WINS = N_("After the last question the most points win.")
_TIES = {
    "shared": N_("Those who are tied share the win."),
    _SUDDEN_DEATH: N_("A tie goes on with one more question, and another, until one is ahead."),
}

_ASKED = Panel(
    N_("The room asks.|You guess."),
    N_("Three guests look at a card with a question mark"),
    """
    lamp off; floor; card 80 60 34 says=?; guest 1 30 88 28 eyes=right; guest 3 130 88 28 eyes=left
    """,
)
_GUESSED = Panel(
    N_("Closest to the truth|gets a point."),
    N_("Of four guests with numbers the one beside the truth, 206, stands in the light"),
    """
    lamp x=64; floor; guest 1 22 88 26 says=150; guest 3 64 88 30 eyes=open says=210 lit
    guest 6 104 88 26 says=240; guest 7 140 88 26 says=300
    """,
)
_TOLD = Panel(
    N_("In the end the|most points win."),
    N_("Three steps of a podium: 2, 3 and 5 points; the one with 5 is the highest"),
    """
    lamp spread=50; floor; step 30 88 34 12 says=2; step 130 88 34 18 says=3
    step 80 88 36 30 says=5 size=17 middle
    guest 0 30 76 21; guest 7 130 70 21; guest 2 80 58 28 eyes=open lit
    """,
)


def _fact_reasons(plays: Numbers, winners: Players, players: Players, truth: int | None) -> Reasons:
    """Yield who is closest to the truth, how far the others are off, and what the Room said (Q2, Q3)."""
    if truth is None:
        yield Reason("Q2", "The truth was not told, so nobody scores.")
        return
    if winners:
        yield shown("Q2", _GETS_POINT, in_order(plays, winners), truth=truth)
    if others := {player: number for player, number in plays.items() if player not in winners}:
        yield shown("Q2", _FURTHER, others, "visible")
    if (room := middle_of(plays.values())) is not None:
        beaten = sum(abs(number - truth) > abs(room - truth) for number in plays.values())
        yield Reason("Q3", _ROOM_SAID, (), {"room": room, "beaten": beaten, "count": len(plays)})
    yield from absent_reasons(plays, players, rule="Q1")


_GETS_POINT = PluralTemplate(
    "{truth} is the truth: {shown} is closest, 1 point.",
    "{truth} is the truth: {shown} are closest, 1 point each.",
)
_FURTHER = PluralTemplate("{shown} is further off.", "{shown} are further off.")
_ROOM_SAID = N_("The Room said {room}, and was closer than {beaten} of {count}.")


def _opinion_reasons(plays: Numbers, winners: Players, players: Players) -> Reasons:
    """Yield who said a middle number (Q5)."""
    if winners:
        yield shown("Q5", _SAID_MIDDLE, in_order(plays, winners))
    if others := {player: number for player, number in plays.items() if player not in winners}:
        yield shown("Q5", _OUTSIDE, others, "visible")
    yield from absent_reasons(plays, players, rule="Q5")


_SAID_MIDDLE = PluralTemplate(
    "{shown} said the middle: 1 point.", "{shown} said a middle number: 1 point each."
)
_OUTSIDE = PluralTemplate("{shown} is not in the middle.", "{shown} are not in the middle.")


def _end_reasons(scores: Scores, winners: Players, rounds: Sequence[NumberRound]) -> Reasons:
    """Yield why the night that is over has these winners, and how good the Room was (Q3, Q4, Q6)."""
    told = [leaf for leaf in rounds if isinstance(leaf, FactRound) and leaf.truth is not None]
    if told:
        values = {"best": sum(fact.is_room_best for fact in told), "count": len(told)}
        yield Reason("Q3", "The Room was closer than everybody in {best} of {count}.", (), values)
    yield from _win_reasons(scores, winners)


def _win_reasons(scores: Scores, winners: Players) -> Reasons:
    """Yield why the night that is over has these winners (Q4, Q6)."""
    if not winners:
        yield Reason("Q4", "Nobody has a point, so nobody wins.")
        return
    won = in_order(scores, winners)
    most = max(scores.values())
    if scores[winners[0]] < most:
        yield Reason("Q6", "Only those who were tied could still win.")
        yield shown("Q6", _MOST_OF_TIED, won)
    else:
        yield shown("Q4", MOST_POINTS, won)


_MOST_OF_TIED = PluralTemplate(
    "Of these {shown} has the most points and wins.",
    "Of these {shown} have the most points and share the win.",
)
