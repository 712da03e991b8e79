"""Score kept by results: a score-keeper enters how a hand or round ended, and not its cards (R1 to R3)."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.rules.games.contract import GameRun
from companion.rules.games.deck import checked_keys
from companion.rules.games.numbers import abbreviate, parse_integer
from companion.rules.results import AllowedPlay, Play, PlayedSince, PlayerId, Problem, Reveal

KEPT = N_("What is entered")
KEPT_WHY = N_("With real cards on the table, results are faster.")
KEEPS = ("cards", "results")
"""The option `keep`: its label, its explanation and its choices."""


NOTHING_DEALT = Refused("deals: where only results are entered, no cards are dealt")


def keep_labels(results: str) -> Mapping[str, str]:
    """Return what its choices are called; `results` says what is entered instead of every card."""
    return {"cards": N_("Every card"), "results": results}


@dataclass(frozen=True, slots=True)
class EnteredCount(AllowedPlay):
    """A whole number from 0 to `most`, with a key for each; a game says in its own what is counted."""

    most: int

    def read(self, text: str) -> int:
        """Parse typed text, in digits of any script; raises `Refused` like `check`, and for empty text."""
        if not text.strip():
            raise Refused("Enter a number from {low} to {high}", low=0, high=self.most)
        return self.check(parse_integer(text))

    def check(self, play: object) -> int:
        """Return the number if it is a whole one from 0 to `most`; raises `Refused` otherwise."""
        if type(play) is not int:
            raise Refused("{text} is not a whole number", text=abbreviate(str(play)))
        if not 0 <= play <= self.most:
            raise self.out_of_range(play)
        return play

    @abstractmethod
    def out_of_range(self, number: int) -> Refused:
        """Return why a number below 0 or above `most` is refused."""

    def choices(self) -> Sequence[int]:
        """Return all numbers that `check` accepts."""
        return range(self.most + 1)

    def keys(self, played_since: PlayedSince) -> Sequence[tuple[Play, bool]]:  # noqa: ARG002
        """List all numbers."""
        return checked_keys(self, self.choices())

    @property
    def is_shared(self) -> bool:
        """True: it is the same for all players, and never secret."""
        return True


def accept_results(run: GameRun, number: int, reveal: Reveal, allowed: AllowedPlay) -> dict[PlayerId, int]:
    """Return the results of a round, in the order of the players.

    Every result that is not allowed becomes a problem of the run; those that are struck are none. Where all
    are allowed, but cannot stand together, that is one problem, and none of them is returned.
    """
    plays = {}
    for player in run.players:
        if player in reveal.struck:
            continue
        try:
            plays[player] = _checked(reveal, player, allowed)
        except Refused as refused:
            run.problems.append(Problem(refused, number, player))
    for player in reveal.plays:
        if player not in run.players:
            run.problems.append(Problem(Refused("no such player in this game"), number, player))
    return plays if len(plays) < len(run.players) else _standing_together(run, number, plays)


def needless_deals(run: GameRun) -> Iterator[Problem]:
    """Yield the problem of dealt cards: nothing says which of them were laid."""
    if run.deals:
        yield Problem(NOTHING_DEALT)


def _checked(reveal: Reveal, player: PlayerId, allowed: AllowedPlay) -> int:
    if player not in reveal.plays:
        raise Refused("has no result, and in this game everybody must have one")
    play = allowed.check(reveal.plays[player])
    assert isinstance(play, int)  # noqa: S101 - a result is a number
    return play


def _standing_together(run: GameRun, number: int, plays: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    try:
        run.rules.check_plays(plays)
    except Refused as refused:
        run.problems.append(Problem(refused, number))
        return {}
    return dict(plays)
