"""The base of card games: every player lays one card in each reveal, and each card is checked first.

Or the score is kept by results: a score-keeper enters how a hand or round ended (R1 to R6).
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import field, replace
from functools import partial
from typing import Any, ClassVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, PluralTemplate, translate
from companion.rules.cards import Card
from companion.rules.games.contract import Game
from companion.rules.games.deck import CardsInPlay, Deck, RoundPosition, checked_keys, deal_problems
from companion.rules.games.numbers import NumberRange, abbreviate
from companion.rules.games.options import option
from companion.rules.games.runs import GameRun, Record
from companion.rules.plays import (
    AllowedPlay,
    Bounds,
    Deal,
    Keys,
    NextRound,
    Pad,
    PlayedSince,
    PlayerId,
    Reveal,
)
from companion.rules.results import Problem, Reason, Reasons, Scores, Sentences, Values
from companion.rules.standing import with_most
from companion.values import frozen

NOTHING_DEALT = N_("deals: where only results are entered, no cards are dealt")


class MissingCall(Refused):
    """The leader has not called high or low, so that no card of the round counts (D5)."""

    def __init__(self) -> None:
        super().__init__(N_("must call high or low before the round"))


@frozen(kw_only=True)
class EnteredCount(NumberRange):
    """A whole number that is entered for every player; `question` is for what, to be translated.

    `refusal` is the sentence about a number out of range, `{n}`, with further `values`.
    """

    low: int = 0
    question: str
    refusal: str
    values: Values = field(default_factory=dict)
    pad: Pad = "keys"
    together: int | None = None

    def out_of_range(self, number: int) -> Refused:
        """Return why a number out of the range is refused."""
        return Refused(self.refusal, n=abbreviate(number), **self.values)

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate(self.question)

    def keys(self, played_since: PlayedSince) -> Keys:  # noqa: ARG002
        """List all numbers; nothing where they are typed."""
        return () if self.typed_range else checked_keys(self, self.choices())

    @property
    def typed_range(self) -> Bounds | None:
        return (self.low, self.high) if self.pad == "digits" else None


class TrickGameRun(GameRun):
    """A card game while it is played, with every card, or with results only (R1 to R6).

    A trick in which a player laid no valid card, or one that is voided, stays in the result, unfinished and
    without a winner (see `voided`).
    """

    cards: CardsInPlay

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        may_go = self.rules.keeps_results and self.rules.min_players < self.rules.max_players
        self.everyone_must_play = not may_go  # R5
        self._were_there = set(self.players) if self.everyone_must_play else set()
        self.check_players()
        if self.rules.keeps_results and self.deals and not self.is_unplayable:
            self.problems.append(Problem(Refused(NOTHING_DEALT)))
        if self.rules.keeps_results or self.is_unplayable:
            self.deals = ()
        self.set_up()

    @property
    @abstractmethod
    def entered(self) -> EnteredCount:
        """What is entered for each player where only results are."""

    @abstractmethod
    def set_up(self) -> None:
        """Prepare the first round."""

    def checked_deal(self, number: int, deck: Deck, size: int) -> Deal | None:
        """Return the recorded deal of that number (from 1); None where there is none, or a wrong one."""
        if number > len(self.deals):
            return None
        deal = self.deals[number - 1]
        problems = tuple(deal_problems(number, deal, deck, self.players, size))
        self.problems.extend(problems)
        return None if problems else deal

    def allowed(self, player: PlayerId) -> AllowedPlay:
        if self.rules.keeps_results:
            return self.entered
        return self.cards.allowed(player)

    def next_round(self, number: int) -> NextRound:
        return replace(super().next_round(number), is_result=self.rules.keeps_results)

    def lay(self, round_position: RoundPosition, player: PlayerId, play: object) -> Card:
        """Lay a card, and return it; raises `Refused` if the player may not."""
        return self.cards.lay(round_position, player, play)

    def plays(self, number: int, reveal: Reveal) -> tuple[Mapping[PlayerId, Any], bool]:
        """Return the valid cards or results, in the order of the players, and whether none is missing.

        Every other one becomes a problem. Nobody's may be missing, or of results nobody's who was there (R5).
        Where all results are allowed, but cannot stand together, that is one problem, and none is returned.
        """
        if not self.rules.keeps_results:
            lay = partial(self.lay, RoundPosition(number, self.position(number)))
            laid = self.accept(number, reveal, lay, N_("laid no card, and in this game everybody must"))
            return laid, len(laid) == len(self.players)
        missing = N_("has no result, and in this game everybody must have one")
        check = self.entered.check
        missing = missing if self.everyone_must_play else ""
        found = self.accept(number, reveal, lambda _, play: check(play), missing)
        plays = {player: found[player] for player in self.players if player in found}
        expected = self.players if self.everyone_must_play else {**reveal.plays, **reveal.struck}
        is_complete = len(plays) == len(expected)
        try:
            if is_complete:
                self.rules.check_plays(plays, len(self.players))
        except Refused as refused:
            self.problems.append(Problem(refused, number))
            return {}, False
        self._were_there.update(plays)
        return plays, is_complete

    def winning(self, scores: Scores) -> Scores:
        """Return those who win with the most of these scores: nobody who was in no entry (R5)."""
        return with_most({player: scores[player] for player in scores if player in self._were_there})

    @staticmethod
    def left_out(scores: Scores, winning: Scores) -> Reasons:
        """Yield who has as much as the winners, but was in no entry (R5)."""
        template = PluralTemplate(
            "{players} was never there, and cannot win.", "{players} were never there, and cannot win."
        )
        never = tuple(
            who for who, score in scores.items() if who not in winning and score in winning.values()
        )
        yield from (Reason("R5", template, never),) if never else ()


def keep_option(results: str, **coarser: str) -> Any:
    """Declare the option `keep` of a game; `results` says what is entered instead of every card.

    `coarser` are further choices, with what is entered there (R6).
    """
    return option(
        "cards",
        N_("What is entered"),
        N_("With real cards on the table, results are faster."),
        choice_labels={"cards": N_("Every card"), "results": results, **coarser},
    )


class CardGame(Game):
    """A card game whose option `keep` says what is entered: every card, or only the results (R1 to R6)."""

    keep: str
    aims: ClassVar[tuple[str, str]]
    """The aim of a round where cards are laid, and where only results are entered; to be translated."""
    in_words: ClassVar[tuple[str, ...]]
    """The rules in a few sentences; to be translated."""
    only_results: ClassVar[Mapping[str, str]]
    """What is added to the rules in words where only results are entered, by `keep`; to be translated."""

    @property
    def keeps_results(self) -> bool:
        return self.keep != "cards"

    @property
    def aim(self) -> str:
        return self.aims[self.keeps_results]

    @property
    def how_to(self) -> Sentences:
        return (*self.in_words, self.only_results[self.keep]) if self.keeps_results else self.in_words

    def check_plays(self, plays: Mapping[PlayerId, Any], players: int) -> None:
        """Raise `Refused` where results, each allowed, cannot stand together for all who were there."""

    @property
    def can_deal(self) -> bool:
        """Whether the app can deal the hands; results say nothing of cards."""
        return "deals" in self.record_keys and not self.keeps_results
