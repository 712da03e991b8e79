"""The base of card games: every player lays one card in each reveal, and each card is checked first."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Self

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.rules.cards import Card
from companion.rules.games.contract import Game, GameRun, Record
from companion.rules.games.deck import Deck, Place, deal_problems
from companion.rules.results import Deal, PlayerId, Problem, Reveal, Score

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

    is_unplayable = False

    def start(self) -> Self:
        """Check that these players can play, and set up the game if they can."""
        self.problems.extend(map(Problem, self.refusals()))
        self.is_unplayable = bool(self.problems)
        if not self.is_unplayable:
            self.set_up()
        return self

    def play_rounds(self, reveals: Iterable[Reveal]) -> None:
        if not self.is_unplayable:
            super().play_rounds(reveals)

    def score(self) -> Score:
        return Score(self.result(), None, tuple(self.problems)) if self.is_unplayable else super().score()

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

    def round_place(self, number: int) -> Place:
        """Return the place of the round of that number, which is to be played now."""
        return Place(number, self.next_round(number).position)

    def accept_cards(self, number: int, reveal: Reveal, lay: LayCard) -> dict[PlayerId, Card]:
        """Return the valid cards, in the order of the players; every other play becomes a problem.

        Struck cards are no problem, and no cards that lie there.
        """
        plays, place = {}, self.round_place(number)
        for player in self.players:
            if player in reveal.struck:
                continue
            try:
                plays[player] = lay(place, player, _play_of(reveal, player))
            except Refused as refused:
                self.problems.append(Problem(refused, number, player))
        for player in reveal.plays:
            if player not in self.players:
                self.problems.append(Problem(Refused("no such player in this game"), number, player))
        return plays


def _play_of(reveal: Reveal, player: PlayerId) -> object:
    if player not in reveal.plays:
        raise Refused("laid no card, and in this game everybody must")
    return reveal.plays[player]


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
