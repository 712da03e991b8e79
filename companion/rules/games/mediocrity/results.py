"""Mediocrity kept by results: the cards left at the end of each hand are entered (R1)."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, translate
from companion.rules.cards import RANKS
from companion.rules.games.kept_results import EnteredCount, accept_results
from companion.rules.games.mediocrity.hands import MediocrityRun, fewest, hand_reasons
from companion.rules.games.numbers import abbreviate_integer
from companion.rules.games.outcomes import Outcome
from companion.rules.results import Leaf, NextRound, Pad, Play, PlayerId, Position, Reason, ResultLeaf, Reveal


@dataclass(frozen=True, slots=True)
class CardsLeft(EnteredCount):
    """How many cards a player has left when a hand ends."""

    def out_of_range(self, number: int) -> Refused:
        """See `EnteredCount`."""
        left = abbreviate_integer(number)
        return Refused("{n} cards cannot be left: a hand has {all}", n=left, all=self.most)

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate("Cards left?")

    @property
    def pad(self) -> Pad:
        return "keys"


CARDS_LEFT = CardsLeft(len(RANKS))
"""What is entered for every player: each has 13 cards when a hand begins (M1)."""


def check_hand(left: Mapping[PlayerId, Play]) -> None:
    """Raise `Refused` if every player has cards left, for then the hand goes on (R1, M6)."""
    if 0 not in left.values():
        raise Refused("nobody is out of cards: a hand ends when somebody is")


class MediocrityByResults(MediocrityRun):
    """The state while it is played: every round is a hand."""

    def play_round(self, number: int, reveal: Reveal) -> None:
        self.end_hand(_hand(accept_results(self, number, reveal, CARDS_LEFT), self.players))
        self.end_round(last=reveal.last)

    def next_round(self, number: int) -> NextRound:
        allowed = dict.fromkeys(self.players, CARDS_LEFT)
        position = (Position("hand", number),)
        return NextRound(number, position, allowed, everyone_must_play=True, is_result=True)


def _hand(left: Mapping[PlayerId, int], players: tuple[PlayerId, ...]) -> ResultLeaf:
    """Return the result of a hand (M6); it is unfinished unless it was entered for every player."""
    complete = len(left) == len(players)
    return ResultLeaf(
        kind="hand",
        winners=fewest(left) if complete else (),
        finished=complete,
        reasons=tuple(hand_reasons(left)) if complete else (),
        plays=left,
        scores={player: left.get(player, 0) for player in players},
    )


def hand_outcome(hand: Leaf, player: PlayerId) -> Outcome:
    """Return what a hand was for a player (M6)."""
    if player in hand.winners:
        return Outcome("won", "point", 1, N_("fewest, not none"), N_("Your point"))
    if not hand.plays[player]:
        return Outcome("outside", "none left", 0, N_("none left: too good"), N_("Too good"))
    return Outcome("outside", "too many left", 0, N_("too many left"), N_("Too many left"))


def player_hand_reason(hand: Leaf, player: PlayerId) -> Reason:
    """Return the same as a sentence to the player."""
    left = hand.plays[player]
    if not left:
        return Reason("M6", "You have no cards left: no point")
    values = {"left": Count(left if isinstance(left, int) else 0, "{n} card left", "{n} cards left")}
    if player in hand.winners:
        return Reason("M6", "You have {left}, the fewest but not none: 1 point", (), values)
    return Reason("M6", "You have {left}: others have fewer", (), values)
