"""The events of games: what is played, what is asked and bet, how a game goes on, and what is corrected.

A round is identified by its game and by its number in that game, which counts every round that was revealed,
also those voided later.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.room.events import Event, Options, Seat, stored_as
from companion.rules.plays import Call, Play, Plays
from companion.values import frozen


@frozen
class GameEvent(Event):
    """An event about one game, given by its number."""

    game: int


@frozen
class RoundEvent(GameEvent):
    """An event in the open round."""

    round: int


class CorrectionEvent(GameEvent):
    """An event by which the host corrects revealed rounds of one game."""

    __slots__ = ()


@frozen
class RoundCorrectionEvent(CorrectionEvent):
    """An event by which the host corrects one revealed round."""

    round: int


@stored_as("began", undoable=True)
class GameStarted(Event):
    """A game with all present was started; `dealt` by the app; `practice`: its one round does not count."""

    game: str
    options: Options
    dealt: bool = False
    left_open: tuple[str, ...] = ()
    """The names of those options that the host left to the app, which chose them for the players there."""
    practice: bool = False


@stored_as("choseending")
class EndingChosen(GameEvent):
    """The host chose, during a game, how it ends; `options` are those that say so.

    `by_app`: the host had left it to the app, which chose again for the players who are there now.
    """

    options: Options
    by_app: bool = False


@stored_as("dealt")
class CardsDealt(GameEvent):
    """The app shuffled and dealt: stored because it is random and cannot be derived."""

    hands: Mapping[Seat, tuple[Play, ...]]
    stock: tuple[Play, ...]


@stored_as("called")
class HighLowCalled(RoundEvent):
    """The leader called high or low, before any card was laid (D5)."""

    call: Call


@stored_as("showed")
class PlaySubmitted(RoundEvent):
    """A player submitted a number or a card, hidden from the others; a later one replaces it."""

    seat: Seat
    play: Play


@stored_as("enteredplays", undoable=True)
class PlaysEntered(RoundEvent):
    """The score-keeper entered the numbers or cards of some players at once, on the score sheet.

    `call` is what the leader had called before (D5); None where nobody calls, or the call stands already.
    """

    plays: Plays
    call: Call | None = None


@stored_as("listed")
class ListSubmitted(RoundEvent):
    """A player submitted the numbers of a whole game, from this round on (G14); later ones replace them."""

    seat: Seat
    plays: tuple[Play, ...]


@stored_as("bet")
class BetPlaced(RoundEvent):
    """Somebody who watches bet on who scores in a round; a later bet in it replaces an earlier one.

    `source` is the fingerprint of its address, in this room alone; empty where none is known.
    """

    on: Seat
    source: str = ""


@stored_as("closed", undoable=True)
class RoundClosed(RoundEvent):
    """The host closed a round, or the submission of lists, without waiting for missing players."""


@stored_as("expired")
class TimerExpired(RoundEvent):
    """The time of a round was up: the round closed, or was paused if nothing had been submitted."""


@stored_as("paused")
class TimerPaused(RoundEvent):
    """The host paused the timer of a round, or resumed it."""

    paused: bool = True


@stored_as("asked", undoable=True)
class QuestionAsked(RoundEvent):
    """The host asked a question in a round, or changed it; an empty text takes it away."""

    question: str


@stored_as("drewquestion")
class QuestionDrawn(RoundEvent):
    """The app drew the question of a round: its whole text, so that no replay reads a deck (Q1, Q5).

    `ends` is empty for a fact. `truth` is None for an opinion, and where it is told after the guesses.
    `writer` is the seat that knows the answer, having written it.
    """

    id: str
    question: str
    low: int
    high: int
    truth: int | None
    ends: tuple[str, ...]
    unit: str
    language: str
    writer: Seat = ""


@stored_as("skippedquestion", undoable=True)
class QuestionSkipped(RoundEvent):
    """The host skipped the question of a round: it counts as asked, and for nothing else."""


@stored_as("gavetruth", undoable=True)
class TruthGiven(RoundEvent):
    """The host gave the truth of a question that had none, after the guesses: that reveals the round."""

    truth: int


@stored_as("next")
class ListRoundRevealed(RoundEvent):
    """The host had one more round of the lists revealed (G14)."""


@stored_as("ended", undoable=True)
class GameEnded(GameEvent):
    """The host ended a game after its last reveal; thrown away, it has no winner and counts for nobody."""

    throws_away: bool = False


@stored_as("playedon", undoable=True)
class TiePlayedOn(GameEvent):
    """The host had a final tie played on, a round at a time (G12), or decided by a showdown (G16)."""

    showdown: bool = False


@stored_as("reopened", undoable=True, announced=True)
class RoundReopened(RoundCorrectionEvent):
    """The host took back the reveal of the last round, so that what was submitted can be changed.

    `by_undo`: with Undo, which goes further back from there, and Redo reveals it again.
    """

    by_undo: bool = False


@stored_as("voided", undoable=True, announced=True)
class RoundVoided(RoundCorrectionEvent):
    """The host voided a revealed round, or made it count again."""

    void: bool


@stored_as("inserted", undoable=True, announced=True)
class RoundInserted(RoundCorrectionEvent):
    """The host put in the result of a round that was forgotten; the revealed round of that number follows."""

    plays: Plays


class CorrectedPlay(NamedTuple):
    """What a player had really shown in a revealed round; None: nothing was shown."""

    round: int
    seat: Seat
    play: Play | None


class CorrectedCall(NamedTuple):
    """What the leader had really called in a revealed round (D5)."""

    round: int
    call: Call


@stored_as("correctedplays", undoable=True, announced=True)
class PlaysCorrected(CorrectionEvent):
    """The host corrected plays, and perhaps calls, of one or more rounds of a game, all at once."""

    plays: tuple[CorrectedPlay, ...]
    calls: tuple[CorrectedCall, ...] = ()

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds in which something is corrected, in order."""
        return tuple(
            sorted(
                {corrected_play.round for corrected_play in self.plays} | {call.round for call in self.calls}
            )
        )


@stored_as("toldtruth", undoable=True)
class TruthTold(RoundCorrectionEvent):
    """The host told the answer to the question of a revealed round, or another one; None takes it back."""

    truth: int | None
