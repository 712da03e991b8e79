"""The rounds of Median game, however they are entered: who leads, what is in the pool, and who wins."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate
from companion.rules.games.contract import Record
from companion.rules.games.tricks import TrickGameRun
from companion.rules.results import Branch, Call, Leaf, Play, PlayerId, Position, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class MedianGameRound(Leaf):
    """A round's result: its leader and call, the rounds taken, and the rounds in the pool afterwards."""

    leader: PlayerId
    call: Call | None
    takes: int
    pool: int


class MedianGameRun(TrickGameRun):
    """The state of every game while it is played: the rounds so far, the next leader, and the pool."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.rounds: list[MedianGameRound] = []
        self.taken = Counter(dict.fromkeys(self.players, 0))
        self.pool = 0
        self.even = len(self.players) % 2 == 0

    def refusals(self) -> Iterator[Refused]:
        yield from super().refusals()
        if len(self.players) * self.rules.hand > self.rules.deck.size:
            yield too_large(len(self.players), self.rules.hand, self.rules.deck.size)
        if self.rules.lead == "loser" and len(self.players) != 2:
            yield Refused("lead: loser is for two players only")
        if self.rules.dealer not in (None, *self.players):
            yield Refused("dealer: {dealer} does not play", dealer=self.rules.dealer)

    def set_up(self) -> None:
        self.lead = self.rules.lead or ("alternate" if len(self.players) == 2 else "winner")
        self.leader = self.rules.dealer or self.players[0]
        self.lead_reason = _led("D3", N_("{players} led as the dealer."), self.leader)
        self.length = self.rules.deck.size // len(self.players)

    def add_round(
        self,
        plays: Mapping[PlayerId, Play],
        winner: PlayerId | None,
        call: Call | None = None,
        reasons: Sequence[Reason] = (),
        *,
        complete: bool,
    ) -> None:
        """Add a round, and pass on the lead (D6, D9).

        The winner takes the round and the pool; without one it goes to the pool, but only if it is
        `complete`. `reasons` are those besides who led.
        """
        takes = self.pool + 1 if winner else 0
        if complete:
            self.pool = 0 if winner else self.pool + 1
        self.taken.update({winner: takes} if winner else {})
        self.rounds.append(
            MedianGameRound(
                kind="round",
                winners=(winner,) if winner else (),
                finished=complete,
                reasons=(self.lead_reason, *reasons),
                plays=plays,
                leader=self.leader,
                call=call,
                takes=takes,
                pool=self.pool,
            )
        )
        self._pass_lead(len(self.rounds))

    def end_round(self, *, last: bool) -> None:
        """Find out whether the game is over: by the host, or after its last round (D7)."""
        self.is_over = last or len(self.rounds) == self.length

    def _pass_lead(self, number: int) -> None:
        """Set who leads the next round (D3, D9); the reason is given with that round, when it is over."""
        played, was = self.rounds[-1], self.leader
        if self.lead == "alternate":
            self.leader = self.players[(self.players.index(was) + 1) % len(self.players)]
            self.lead_reason = _led("D9", N_("It was {players}’s turn to lead."), self.leader)
        elif played.winners and self.lead == "winner":
            [self.leader] = played.winners
            self.lead_reason = _led("D3", N_("{players} led, having won round {n}."), self.leader, number)
        elif played.winners:
            [self.leader] = (player for player in self.players if player not in played.winners)
            self.lead_reason = _led("D9", N_("{players} led, having lost round {n}."), self.leader, number)
        elif self.lead == "loser":
            again = N_("{players} led again: round {n} was tied.")
            nobody = N_("{players} led again: nobody won round {n}.")
            self.lead_reason = _led("D9", again if played.finished else nobody, was, number)

    def result(self) -> Branch:
        """Return the result of the game (D8)."""
        taken, most = dict(self.taken), max(self.taken.values(), default=0)
        winners = tuple(player for player, rounds in taken.items() if rounds == most)
        return Branch(
            kind="game",
            winners=winners if self.is_over else (),
            finished=self.is_over,
            reasons=tuple(self._game_reasons(winners, most)) if self.is_over else (),
            scores=taken,
            parts=tuple(self.rounds),
        )

    def _game_reasons(self, winners: tuple[PlayerId, ...], most: int) -> Iterator[Reason]:
        if len(self.rounds) < self.length:
            values = {"n": len(self.rounds), "all": self.length}
            yield Reason("D7", "The host ended the game after {n} of its {all} rounds.", (), values)
        if self.pool:
            yield _left_over(Count(self.pool, "{n} round", "{n} rounds"))
        template = PluralTemplate(
            "{shown} has the most rounds and wins.", "{shown} have the most rounds and share the win."
        )
        yield Reason("D8", template, winners, {"numbers": (most,) * len(winners)})

    def position(self, number: int) -> tuple[Position, ...]:
        """Return where the round of that number stands (D7)."""
        return (Position("round", number, self.length),)


def _led(rule: str, template: str, leader: PlayerId, number: int = 0) -> Reason:
    """Return why somebody led: a reason of the round that this player led, not of the one before."""
    return Reason(rule, template, (leader,), {"n": number} if number else {}, kind="visible")


def _left_over(pool: Count) -> Reason:
    template = PluralTemplate(
        "{pool} stays in the pool for nobody.", "{pool} stay in the pool for nobody.", "pool"
    )
    return Reason("D8", template, (), {"pool": pool})


def too_large(players: int, hand: int, size: int) -> Refused:
    """Return why so many players cannot have such hands: the deck has only `size` cards (D2)."""
    return Refused(
        "{players} players with {cards} each need {need} cards: the deck has {size}",
        players=players,
        cards=Count(hand, "{n} card", "{n} cards"),
        need=players * hand,
        size=size,
    )


def cards_taken(winner: PlayerId | None, pool: int) -> Reason:
    """Return where the cards of a round go, if `pool` rounds were in the pool before it (D6)."""
    if winner is None:
        values = {"pool": Count(pool + 1, "{n} round", "{n} rounds")}
        return Reason("D6", "The cards go to the pool, which now holds {pool}.", (), values)
    if not pool:
        return Reason("D6", "{players} takes the cards: 1 round.", (winner,))
    rounds = {"pool": pool, "takes": pool + 1}
    return Reason(
        "D6", "{players} takes the cards, and the pool of {pool}: {takes} rounds.", (winner,), rounds
    )
