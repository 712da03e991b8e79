"""The rounds of Median game, however they are entered: who leads, what is in the pool, and who wins."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate
from companion.rules.cards import RANKS, Card
from companion.rules.games.deck import CardsInPlay
from companion.rules.games.tricks import EnteredCount, MissingCall, TrickGameRun
from companion.rules.plays import Call, Cards, NextRound, Play, PlayerId, Players, Position, Positions, Reveal
from companion.rules.results import Branch, Leaf, Problem, Reason, Reasons, ResultLeaf, Scores, shown
from companion.rules.standing import middle
from companion.values import frozen

_MOST_KEYS = 26  # for two players with one deck


@frozen(kw_only=True)
class MedianGameRound(Leaf):
    """A round's result: its leader and call, the rounds taken, and the rounds in the pool afterwards."""

    leader: PlayerId
    call: Call | None
    takes: int
    pool: int


class MedianGameRun(TrickGameRun):
    """The state while it is played: the rounds so far, the next leader, the pool, and the cards in play."""

    leader: PlayerId
    """Who lays before all others, and calls high or low if `calls`; empty where only totals are entered."""
    dealer: PlayerId
    """Who leads where the leader is not there (R5)."""

    def refusals(self) -> Iterator[Refused]:
        yield from super().refusals()
        if len(self.players) * self.rules.hand > self.rules.deck.size:
            yield too_large(len(self.players), self.rules.hand, self.rules.deck.size)
        if self.rules.lead == "loser" and len(self.players) != 2:
            yield Refused("lead: loser is for two players only")
        if self.rules.dealer not in (None, *self.players):
            yield Refused("dealer: {dealer} does not play", dealer=self.rules.dealer)

    def set_up(self) -> None:
        self.rounds: list[MedianGameRound] = []
        self.taken = Counter(dict.fromkeys(self.players, 0))
        self.pool = 0
        self.calls = not self.rules.keeps_results and len(self.players) % 2 == 0
        self.lead = self.rules.lead or ("alternate" if len(self.players) == 2 else "winner")
        self.dealer = self.rules.dealer or next(iter(self.players), "")
        if self.rules.keep == "totals":
            self.dealer = ""
        self.leader = self.dealer
        self.lead_reason = _led("D3", N_("{players} led as the dealer."), self.dealer)
        self.length = self.rules.length(len(self.players))
        self.entry: ResultLeaf | None = None
        in_hand = len(self.players) * self.rules.hand
        self.stock = 0 if self.rules.keeps_results else self.rules.deck.size - in_hand
        if len(self.deals) > 1:
            refused = Refused("{n} deals are recorded, but the game has 1", n=len(self.deals))
            self.problems.append(Problem(refused))
            self.deals = ()
        self.cards = CardsInPlay(self.rules.deck, self.checked_deal(1, self.rules.deck, self.rules.hand))

    @property
    def entered(self) -> EnteredCount:
        """The rounds that each has taken at the end (R6); else 1 for who took the round, or 0 (R3)."""
        if self.rules.keep == "totals":
            return EnteredCount(
                high=self.length,
                question=N_("rounds taken?"),
                refusal=N_("{n} rounds cannot be taken: the game has {all}"),
                values={"all": self.length},
                pad="keys" if self.length <= _MOST_KEYS else "digits",
                together=self.length,
            )
        refusal = N_("{n} is neither 1, for whoever has it, nor 0")
        return EnteredCount(high=1, question=N_("who took it?"), refusal=refusal, pad="one")

    def next_round(self, number: int) -> NextRound:
        return replace(
            super().next_round(number),
            leader=self.leader or None,
            dealer=self.dealer or None,
            caller=self.leader if self.calls else None,
        )

    def play_round(self, number: int, reveal: Reveal) -> None:
        call = self._call(number, reveal)
        plays, is_complete = ({}, False) if self.calls and call is None else self.plays(number, reveal)
        if self.rules.keep == "totals":
            self._take_totals(plays, finished=is_complete)
            return
        leader, reasons, winner, takes = self.leader, [self.lead_reason], None, 0
        if is_complete:
            if leader not in plays:  # the dealer leads, which is unsaid where both are gone (R5)
                leader, is_there = self.dealer, self.dealer in plays
                reasons = [_led("R5", N_("{players} led as the dealer."), leader)] if is_there else []
            winner, why = self._decide(leader, plays, call)
            reasons += [*why, _cards_taken(winner, self.pool)]
            takes, self.pool = (self.pool + 1, 0) if winner else (0, self.pool + 1)
        winners = (winner,) if winner else ()
        self.taken.update(dict.fromkeys(winners, takes))
        median_round = MedianGameRound(
            kind="round",
            winners=winners,
            finished=is_complete,
            reasons=(*reasons, *self._draw()),
            plays=plays,
            leader=leader,
            call=call,
            takes=takes,
            pool=self.pool,
        )
        self.rounds.append(median_round)
        self._pass_lead(median_round)
        self.is_over = reveal.last or len(self.rounds) == self.length

    def _decide(self, leader: PlayerId, plays: Cards, call: Call | None) -> tuple[PlayerId | None, Reasons]:
        """Return who takes a round that is complete, and why; None if it is tied (D4, D5, R3)."""
        if not self.rules.keeps_results:
            return middle_card(plays, call), _card_reasons(leader, plays, call)
        winner = next((player for player, play in plays.items() if play), None)
        return winner, iter(() if winner else (Reason("D4", "The round is tied."),))

    def _take_totals(self, plays: Scores, *, finished: bool) -> None:
        """Take the rounds that each has taken (R6); one entry is the whole game."""
        self.is_over = True
        self.taken.update(plays if finished else {})
        most = tuple(self.winning(self.taken)) if finished else ()
        self.entry = ResultLeaf(kind="game", winners=most, finished=finished, plays=plays, scores=plays)

    def _call(self, number: int, reveal: Reveal) -> Call | None:
        """Return the call of an even number of players (D5); a missing or needless one becomes a problem.

        Without it no card of the round counts; where all are voided it is not missed.
        """
        if self.calls:
            if reveal.call is None and not reveal.is_voided:
                self.problems.append(Problem(MissingCall(), number, self.leader))
            return reveal.call
        if reveal.call is not None:
            where = N_("with an odd number of players nobody calls high or low")
            results = N_("where only results are entered, nobody calls high or low")
            needless = Refused(results if self.rules.keeps_results else where)
            self.problems.append(Problem(needless, number))
        return None

    def _draw(self) -> Reasons:
        """Let every player draw a card if the stock has enough for all (D7); yield the reason."""
        if self.stock >= len(self.players):
            self.stock -= len(self.players)
            self.cards.draw(self.players)
            template = PluralTemplate(
                "Everybody draws a card; {left} is left.", "Everybody draws a card; {left} are left.", "left"
            )
            yield Reason("D7", template, (), {"left": Count(self.stock, "{n} card", "{n} cards")}, "visible")

    def _pass_lead(self, played: MedianGameRound) -> None:
        """Set who leads the next round (D3, D9); the reason is given with that round, when it is over."""
        number = len(self.rounds)
        if self.lead == "alternate":
            at = self.players.index(self.leader) + 1
            self.leader = self.players[at % len(self.players)]
            self.lead_reason = _led("D9", N_("It was {players}’s turn to lead."), self.leader)
        elif played.winners and self.lead == "winner":
            [self.leader] = played.winners
            self.lead_reason = _led("D3", N_("{players} led, having won round {n}."), self.leader, number)
        elif self.lead == "loser":
            template = N_("{players} led, having lost round {n}.")
            if played.winners:
                [self.leader] = {*self.players}.difference(played.winners)
            else:
                template = N_("{players} led again: nobody won round {n}.")
            self.lead_reason = _led("D9", template, self.leader, number)

    def result(self) -> Branch:
        """Return the result of the game (D8)."""
        taken = dict(self.taken)
        most = self.winning(taken) if self.is_over else {}
        return Branch(
            kind="game",
            winners=tuple(most),
            finished=self.is_over,
            reasons=(*self.left_out(taken, most), *self._game_reasons(most)) if self.is_over else (),
            scores=taken,
            parts=tuple(self.rounds),
            pool=None if self.rules.keep == "totals" else self.pool,
            entered=self.entry,
        )

    def _game_reasons(self, most: Scores) -> Reasons:
        if len(self.rounds) < self.length and not self.entry:
            values = {"n": len(self.rounds), "all": self.length}
            yield Reason("D7", "The host ended the game after {n} of its {all} rounds.", (), values)
        if self.pool:
            stays = PluralTemplate(
                "{pool} stays in the pool for nobody.", "{pool} stay in the pool for nobody.", "pool"
            )
            yield Reason("D8", stays, (), {"pool": Count(self.pool, "{n} round", "{n} rounds")})
        template = PluralTemplate(
            "{shown} has the most rounds and wins.", "{shown} have the most rounds and share the win."
        )
        if most:
            yield shown("D8", template, most)

    def position(self, number: int) -> Positions:
        """Return where the round of that number stands (D7); where none is known, the whole game (R6)."""
        if self.rules.keep == "totals":
            return (Position("game", 0),)
        return (Position("round", number, self.length),)


def _led(rule: str, template: str, leader: PlayerId, number: int = 0) -> Reason:
    """Return why somebody led: a reason of the round that this player led, not of the one before."""
    return Reason(rule, template, (leader,), {"n": number} if number else {}, kind="visible")


def too_large(players: int, hand: int, size: int) -> Refused:
    """Return why so many players cannot have such hands: the deck has only `size` cards (D2)."""
    template = N_("{players} players with {cards} each need {need} cards: the deck has {size}")
    cards = Count(hand, "{n} card", "{n} cards")
    return Refused(template, players=players, cards=cards, need=players * hand, size=size)


def _cards_taken(winner: PlayerId | None, pool: int) -> Reason:
    """Return where the cards of a round go, if `pool` rounds were in the pool before it (D6)."""
    if winner is None:
        values = {"pool": Count(pool + 1, "{n} round", "{n} rounds")}
        return Reason("D6", "The cards go to the pool, which now holds {pool}.", (), values)
    if not pool:
        return Reason("D6", "{players} takes the cards: 1 round.", (winner,))
    won = {"pool": pool, "takes": pool + 1}
    return Reason("D6", "{players} takes the cards, and the pool of {pool}: {takes} rounds.", (winner,), won)


ORDER = (*RANKS[1:], RANKS[0])
"""The ranks from the lowest to the highest: aces are high (D1)."""

VALUES = {rank: value for value, rank in enumerate(ORDER)}


def middle_card(plays: Cards, call: Call | None) -> PlayerId | None:
    """Return who wins a round: the middle card (D4), of two the one called (D5); None if it is tied."""
    _, _, laid = _counting(plays, call)
    return laid[0] if len(laid) == 1 else None


def _counting(plays: Cards, call: Call | None) -> tuple[tuple[str, ...], str, Players]:
    """Return the ranks in the middle, the one that counts, and who laid it."""
    central = middle(sorted((card.rank for card in plays.values()), key=VALUES.__getitem__))
    rank = central[-1 if call == "high" else 0]
    return central, rank, tuple(player for player, card in plays.items() if card.rank == rank)


def _card_reasons(leader: PlayerId, plays: Cards, call: Call | None) -> Reasons:
    """Yield which card counts, and whether it is alone: the middle one (D4), or the one called (D5, D9)."""
    central, rank, laid = _counting(plays, call)
    if call and len(plays) == 2:
        yield Reason("D9", _CALLED_OF_TWO[call], (leader,))
    elif call:
        yield Reason("D5", _CALLED[call], (leader,), {"middle": central})
    templates = _COUNTS if call else _IN_THE_MIDDLE
    yield Reason("D5" if call else "D4", templates[len(laid) > 1], laid, {"rank": rank})


_CALLED_OF_TWO: Mapping[Call, str] = {
    "high": N_("{players} called high: the higher card counts."),
    "low": N_("{players} called low: the lower card counts."),
}
_CALLED: Mapping[Call, str] = {
    "high": N_("{players} called high: of the two middle cards, {middle}, the upper one counts."),
    "low": N_("{players} called low: of the two middle cards, {middle}, the lower one counts."),
}

_IN_THE_MIDDLE = (
    N_("{rank} is the card in the middle, and only {players} laid it: {players} wins."),
    N_("{rank} is the card in the middle, laid by {players}: the round is tied."),
)
_COUNTS = (
    N_("{rank} is the card that counts, and only {players} laid it: {players} wins."),
    N_("{rank} is the card that counts, laid by {players}: the round is tied."),
)
"""For one player who laid the card, and for more."""


def tied(leaf: Leaf) -> Players:
    """List who laid the counting card of a tied round (D4, D5)."""
    if leaf.winners:
        return ()
    return next((reason.players for reason in leaf.reasons if "rank" in reason.values), ())


def in_the_middle(leaf: MedianGameRound) -> Players:
    """List who laid one of two middle cards (D5); nobody where there is one, or with two players."""
    cards = {player: play for player, play in leaf.plays.items() if isinstance(play, Card)}
    if not leaf.call or len(cards) < 3 or len(cards) < len(leaf.plays):
        return ()
    central, _, _ = _counting(cards, leaf.call)
    return tuple(player for player, card in cards.items() if card.rank in central)


def card_headline(leaf: Leaf, call: Call | None) -> Reason:
    """Say whose card wins, and whether it was called (D4, D5); or whose tie the round, with which rank."""
    laid = tied(leaf)
    if laid:
        return Reason("D6", _TIED, laid, {"rank": _rank(leaf.plays[laid[0]])})
    card = {"rank": _rank(leaf.plays[leaf.winners[0]])}
    if call:
        return Reason("D5", _WINS_AS_CALLED[call], leaf.winners, card)
    return Reason("D4", "{players}’s {rank} wins", leaf.winners, card)


_WINS_AS_CALLED: Mapping[Call, str] = {
    "high": N_("Called high: {players}’s {rank} wins"),
    "low": N_("Called low: {players}’s {rank} wins"),
}
_TIED = N_("{players} laid {rank}: into the pool")


def _rank(play: Play) -> str:
    return play.rank if isinstance(play, Card) else str(play)
