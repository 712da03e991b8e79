"""Median game kept card by card: every card of every round is entered (D1 to D7)."""

from collections.abc import Iterator, Mapping

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate
from companion.rules.cards import RANKS, Card
from companion.rules.games.deck import CardsInPlay
from companion.rules.games.median_game.rounds import MedianGameRun, cards_taken
from companion.rules.games.tricks import MissingCall
from companion.rules.median import middle
from companion.rules.results import Call, Leaf, NextRound, Play, PlayerId, Problem, Reason, Reveal

ORDER = (*RANKS[1:], RANKS[0])
"""The ranks from the lowest to the highest: aces are high (D1)."""

VALUES = {rank: value for value, rank in enumerate(ORDER)}


def middle_card(plays: Mapping[PlayerId, Card], call: Call | None) -> PlayerId | None:
    """Return who wins a round: the middle card (D4), of two the one called (D5); None if it is tied."""
    laid = _laid(plays, _counting_rank(_middle_ranks(plays), call))
    return laid[0] if len(laid) == 1 else None


def _middle_ranks(plays: Mapping[PlayerId, Card]) -> tuple[str, ...]:
    return middle(sorted((card.rank for card in plays.values()), key=VALUES.__getitem__))


def _counting_rank(central: tuple[str, ...], call: Call | None) -> str:
    return central[-1 if call == "high" else 0]


def _laid(plays: Mapping[PlayerId, Card], rank: str) -> tuple[PlayerId, ...]:
    return tuple(player for player, card in plays.items() if card.rank == rank)


class MedianGameByCards(MedianGameRun):
    """The state while it is played: besides the rounds, the cards in play and the stock."""

    def set_up(self) -> None:
        super().set_up()
        self.stock = self.rules.deck.size - len(self.players) * self.rules.hand
        count = len(self.deals)
        if count > 1:
            self.problems.append(Problem(Refused("{n} deals are recorded, but the game has 1", n=count)))
        deal = self.checked_deal(1, self.rules.deck, self.rules.hand) if count else None
        self.cards = CardsInPlay(self.rules.deck, deal if count == 1 else None)

    def play_round(self, number: int, reveal: Reveal) -> None:
        call = self._call(number, reveal)
        lacks_call = self.even and call is None
        plays = {} if lacks_call else self.accept_cards(number, reveal, self.cards.lay)
        complete = len(plays) == len(self.players)
        winner = middle_card(plays, call) if complete else None
        reasons = _round_reasons(self.leader, plays, call, winner, self.pool) if complete else ()
        self.add_round(plays, winner, call, (*reasons, *self._draw()), complete=complete)
        self.end_round(last=reveal.last)

    def _call(self, number: int, reveal: Reveal) -> Call | None:
        """Return the call of an even number of players (D5); a missing or needless one becomes a problem.

        Without it no card of the round counts; where all are struck it is not missed.
        """
        if self.even and reveal.call is None and not reveal.is_struck:
            self.problems.append(Problem(MissingCall(), number, self.leader))
        if reveal.call is not None and not self.even:
            needless = Refused("with an odd number of players nobody calls high or low")
            self.problems.append(Problem(needless, number))
        return reveal.call if self.even else None

    def _draw(self) -> Iterator[Reason]:
        """Let every player draw a card if the stock has enough for all (D7); yield the reason."""
        if self.stock >= len(self.players):
            self.stock -= len(self.players)
            self.cards.draw(self.players)
            yield _drawn(Count(self.stock, "{n} card", "{n} cards"))

    def next_round(self, number: int) -> NextRound:
        return NextRound(
            number,
            self.position(number),
            {player: self.cards.allowed(player) for player in self.players},
            everyone_must_play=True,
            leader=self.leader,
            caller=self.leader if self.even else None,
        )


def _drawn(left: Count) -> Reason:
    template = PluralTemplate(
        "Everybody draws a card; {left} is left.", "Everybody draws a card; {left} are left.", "left"
    )
    return Reason("D7", template, (), {"left": left}, "visible")


def _round_reasons(
    leader: PlayerId, plays: Mapping[PlayerId, Card], call: Call | None, winner: PlayerId | None, pool: int
) -> Iterator[Reason]:
    """Yield which card counts, whether it is alone, and where the cards go (D4 to D6)."""
    central = _middle_ranks(plays)
    if call:
        yield _called(leader, call, central, len(plays))
    rank = _counting_rank(central, call)
    yield _alone("D5" if call else "D4", rank, _laid(plays, rank))
    yield cards_taken(winner, pool)


def _called(leader: PlayerId, call: Call, central: tuple[str, ...], players: int) -> Reason:
    if players == 2:
        return Reason("D9", _CALLED_OF_TWO[call], (leader,))
    return Reason("D5", _CALLED[call], (leader,), {"middle": central})


_CALLED_OF_TWO: Mapping[Call, str] = {
    "high": N_("{players} called high: the higher card counts."),
    "low": N_("{players} called low: the lower card counts."),
}
_CALLED: Mapping[Call, str] = {
    "high": N_("{players} called high: of the two middle cards, {middle}, the upper one counts."),
    "low": N_("{players} called low: of the two middle cards, {middle}, the lower one counts."),
}


def _alone(rule: str, rank: str, laid: tuple[PlayerId, ...]) -> Reason:
    """Return whether the counting card is alone: the middle one (D4), or the one called (D5)."""
    template = (_IN_THE_MIDDLE if rule == "D4" else _COUNTS)[min(len(laid), 3) - 1]
    return Reason(rule, template, laid, {"rank": rank})


_IN_THE_MIDDLE = (
    N_("{rank} is the card in the middle, and only {players} laid it: {players} wins."),
    N_("{rank} is the card in the middle, but {players} both laid it: the round is tied."),
    N_("{rank} is the card in the middle, but {players} all laid it: the round is tied."),
)
_COUNTS = (
    N_("{rank} is the card that counts, and only {players} laid it: {players} wins."),
    N_("{rank} is the card that counts, but {players} both laid it: the round is tied."),
    N_("{rank} is the card that counts, but {players} all laid it: the round is tied."),
)
"""For one player who laid the card, for two, and for more."""


def tied(leaf: Leaf) -> tuple[PlayerId, ...]:
    """List who laid the counting card of a tied round (D4, D5)."""
    if leaf.winners:
        return ()
    return next((reason.players for reason in leaf.reasons if "rank" in reason.values), ())


def card_headline(leaf: Leaf, call: Call | None) -> Reason:
    """Say which card wins, and whether it was called (D4, D5); or which rank ties the round."""
    laid = tied(leaf)
    if laid:
        template = _TWICE if len(laid) == 2 else _SEVERAL_TIMES
        return Reason("D6", template, laid, {"rank": _rank(leaf.plays[laid[0]]), "times": len(laid)})
    card = {"rank": _rank(leaf.plays[leaf.winners[0]])}
    if call:
        return Reason("D5", _WINS_AS_CALLED[call], leaf.winners, card)
    return Reason("D4", "{players}’s {rank} wins", leaf.winners, card)


_WINS_AS_CALLED: Mapping[Call, str] = {
    "high": N_("Called high: the {rank} wins"),
    "low": N_("Called low: the {rank} wins"),
}
_TWICE = N_("{rank} twice: into the pool")
_SEVERAL_TIMES = N_("{rank} {times} times: into the pool")


def _rank(play: Play) -> str:
    return play.rank if isinstance(play, Card) else str(play)
