"""The base of card games: every player lays one card in each reveal, and each card is checked first."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, Self, TypeVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.rules.cards import Card
from companion.rules.games.contract import Game, GameRun, Record
from companion.rules.games.deck import Deck, Place, deal_problems
from companion.rules.games.kept_results import NOTHING_DEALT, EnteredCount
from companion.rules.results import (
    Deal,
    NextRound,
    PlayerId,
    Problem,
    Reveal,
)

T = TypeVar("T")

LayCard = Callable[[Place, PlayerId, object], Card]
"""Takes the place in the game, the player and the play. Returns the card laid, or raises `Refused`."""


class MissingCall(Refused):
    """The leader has not called high or low, so that no card of the round counts (D5)."""

    def __init__(self) -> None:
        super().__init__(N_("must call high or low before the round"))


class TrickGameRun(GameRun):
    """A card game while it is played.

    A trick in which a player laid no valid card, or one that is struck, stays in the result, unfinished and
    without a winner (see `struck`).
    If these players cannot play with these options, no round is played and none is asked for.
    """

    leader: PlayerId | None = None
    """Who lays before all others."""
    calls = False
    """Whether the leader calls high or low."""

    def start(self) -> Self:
        """Check that these players can play, and set up the game if they can."""
        self.problems.extend(map(Problem, self.refusals()))
        self.is_unplayable = bool(self.problems)
        if not self.is_unplayable:
            if self.rules.keeps_results and self.deals:
                self.problems.append(Problem(NOTHING_DEALT))
            self.set_up()
        return self

    def refusals(self) -> Iterator[Refused]:
        """Yield why these players cannot play with these options: by default too few or too many."""
        fewest, most, count = self.rules.min_players, self.rules.max_players, len(self.players)
        values = {"title": Text(self.rules.title), "fewest": fewest, "most": most, "count": count}
        if fewest <= count <= most:
            return
        if fewest == most:
            yield Refused("{title} needs exactly {fewest} players, not {count}", **values)
        else:
            yield Refused("{title} needs {fewest} to {most} players, not {count}", **values)

    def set_up(self) -> None:
        """Prepare the first round, once it is known that these players can play."""

    def checked_deal(self, number: int, deck: Deck, size: int) -> Deal | None:
        """Return the recorded deal of that number (from 1); None, with problems, where it is wrong."""
        deal = self.deals[number - 1]
        found = tuple(deal_problems(number, deal, deck, self.players, size))
        self.problems.extend(found)
        return None if found else deal

    def next_round(self, number: int) -> NextRound:
        return NextRound(
            number,
            self.position(number),
            {player: self.allowed(player) for player in self.players},
            everyone_must_play=True,
            leader=self.leader,
            caller=self.leader if self.calls else None,
            is_result=self.rules.keeps_results,
        )

    def accept_cards(self, number: int, reveal: Reveal, lay: LayCard) -> dict[PlayerId, Card]:
        """Return the valid cards, in the order of the players; every other play becomes a problem."""
        missing = N_("laid no card, and in this game everybody must")
        return self._accept(number, reveal, partial(lay, Place(number, self.position(number))), missing)

    def accept_results(self, number: int, reveal: Reveal, allowed: EnteredCount) -> dict[PlayerId, int]:
        """Return the results of a round, in the order of the players; every wrong one becomes a problem.

        Where all are allowed, but cannot stand together, that is one problem, and none of them is returned.
        """
        missing = N_("has no result, and in this game everybody must have one")
        plays = self._accept(number, reveal, lambda _, play: allowed.check(play), missing)
        try:
            if len(plays) == len(self.players):
                self.rules.check_plays(plays)
        except Refused as refused:
            self.problems.append(Problem(refused, number))
            return {}
        return plays

    def _accept(
        self, number: int, reveal: Reveal, take: Callable[[PlayerId, object], T], missing: str
    ) -> dict[PlayerId, T]:
        """Return what is taken of the plays of a round; struck ones are no problem, and are not there.

        `missing` is the problem of a player who has none.
        """
        plays = {}
        for player in self.players:
            if player in reveal.struck:
                continue
            try:
                if player not in reveal.plays:
                    raise Refused(missing)
                plays[player] = take(player, reveal.plays[player])
            except Refused as refused:
                self.problems.append(Problem(refused, number, player))
        for player in reveal.plays:
            if player not in self.players:
                self.problems.append(Problem(Refused("no such player in this game"), number, player))
        return plays


class CardGame(Game):
    """A card game whose option `keep` says what is entered: every card, or only the results (R1 to R3)."""

    keep: str
    only_results: ClassVar[str]
    """What is added to the rules in words where only results are entered; to be translated."""
    by_cards: ClassVar[type[TrickGameRun]]
    by_results: ClassVar[type[TrickGameRun]]

    @property
    def keeps_results(self) -> bool:
        return self.keep == "results"

    @property
    def in_words(self) -> tuple[str | Text, ...]:
        return (*self.how_to, self.only_results) if self.keeps_results else self.how_to

    @property
    def can_deal(self) -> bool:
        """Whether the app can deal the hands; results say nothing of cards."""
        return "deals" in self.record_keys and not self.keeps_results

    def begin(self, record: Record) -> GameRun:
        """See `Game`; the cost is linear in the number of rounds."""
        return (self.by_results if self.keeps_results else self.by_cards)(record).start()
