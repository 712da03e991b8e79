"""Median game: everybody lays a card, and the middle card takes the round (D1 to D9)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate, format_value
from companion.rules.cards import RANKS, Card, card_sign
from companion.rules.games.contract import Game, GameRun, Record, ScoredRecord
from companion.rules.games.deck import CardsInPlay, Deck, deal_hands
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Staging, Standing
from companion.rules.games.pictures import (
    FLOOR,
    CardFigure,
    Emblem,
    FloorFigure,
    LampFigure,
    Lesson,
    Panel,
    TextFigure,
)
from companion.rules.games.tricks import MissingCall, TrickGameRun
from companion.rules.median import middle
from companion.rules.results import (
    Branch,
    Call,
    Deal,
    Kind,
    Leaf,
    NextRound,
    Node,
    Play,
    PlayerId,
    Position,
    Problem,
    Reason,
    Reveal,
    Score,
    Shuffle,
)
from companion.rules.text_table import align_columns, play_cells, score_row

ORDER = (*RANKS[1:], RANKS[0])
"""The ranks from the lowest to the highest: aces are high (D1)."""

_VALUES = {rank: value for value, rank in enumerate(ORDER)}
_RANKS_DOWN = N_("The lowest rank in the deck; 7 is the deck of 32 cards.")
_WHO_LEADS = N_("As usual: the winner of a round, or with two players each in turn.")
_LEADERS = {
    "winner": N_("The winner of the last round"),
    "alternate": N_("Each in turn"),
    "loser": N_("The loser of the last round (two players)"),
}

_MIDDLE = Panel(
    N_("The middle card|takes them all."),
    N_("5, 8, jack: the 8 is in the light"),
    (
        LampFigure(spread=50),
        FloorFigure(),
        CardFigure(34, FLOOR, 25, "5", -8, dim=True),
        CardFigure(126, FLOOR, 25, "J", 8, dim=True),
        CardFigure(80, FLOOR, 32, "8"),
    ),
)
_TIED_CARDS = Panel(
    N_("Middle card twice?|Into the pool."),
    N_("Two fives, a jack, and a pile of cards; the lamp is off"),
    (
        LampFigure(lit=False),
        FloorFigure(),
        CardFigure(31, FLOOR, 25, "5", -4),
        CardFigure(64, FLOOR, 25, "5", 3),
        CardFigure(97, FLOOR, 25, "J"),
        CardFigure(130, 89, 21, turn=-9),
        CardFigure(136, 89, 21, turn=2),
        CardFigure(142, 89, 21, turn=11),
    ),
)
_LEADER_CALLS = Panel(
    N_("Four cards: the|leader calls it."),
    N_("3, 5, 8, queen: high was called, so the 8 is in the light"),
    (
        LampFigure(98, spread=34),
        FloorFigure(),
        CardFigure(26, FLOOR, 22, "3", -6, dim=True),
        CardFigure(60, FLOOR, 24, "5", dim=True),
        CardFigure(98, FLOOR, 27, "8"),
        CardFigure(134, FLOOR, 22, "Q", 6, dim=True),
        TextFigure(45, 38, N_("high!"), 15),
    ),
)
_LESSON = Lesson(N_("Everybody lays one card, face down."), (_MIDDLE, _TIED_CARDS, _LEADER_CALLS))
_EMBLEM = Emblem(
    (
        LampFigure(50, 18, 32, 44, 84),
        FloorFigure(84),
        CardFigure(20, 84, 23, "5", -9, dim=True),
        CardFigure(80, 84, 23, "J", 9, dim=True),
        CardFigure(50, 84, 31, "8"),
    )
)


@dataclass(frozen=True)
class MedianGame(Game):
    """Median game with its options (D2, D3, D9); raises `Refused` for options that the rules do not allow.

    Where `lead` is None it follows from the number of players; where `dealer` is None it is the first player.
    """

    name: ClassVar[str] = "median"
    title: ClassVar[str] = N_("Median game")
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 208
    source: ClassVar[str] = N_(
        "“Median game” was created in 2023 by its author with North and Katie; for two after João Vitor."
    )
    how_to: ClassVar[tuple[str, ...]] = (
        N_(
            "Everybody holds some cards, two low to ace high. The leader lays one face down, the "
            "others follow."
        ),
        N_(
            "The middle card wins the round, unless somebody else laid the same rank: "
            "then the cards go to the pool."
        ),
        N_("The winner takes the round, and every round in the pool."),
        N_(
            "With an even number of players two cards are in the middle: the leader calls high or "
            "low beforehand."
        ),
        N_("Everybody draws a card while there are enough for all. Whoever has taken the most rounds wins."),
    )
    staging: ClassVar[Staging] = "lean"
    record_keys: ClassVar[frozenset[str]] = frozenset({"call", "deals"})

    emblem: ClassVar[Emblem] = _EMBLEM
    in_short: ClassVar[str] = N_("cards, 2 or more")

    hand: int = option(5, N_("Cards in hand"), N_("More cards leave less to luck."))
    decks: int = option(1, N_("Decks"), N_("1 to 4, for many players."))
    lowest: str = option("2", N_("Lowest card"), _RANKS_DOWN, choices=ORDER)
    lead: Literal["winner", "alternate", "loser"] | None = option(
        None, N_("Who leads"), _WHO_LEADS, choices=("winner", "alternate", "loser"), choice_labels=_LEADERS
    )
    dealer: str | None = option(None, N_("Dealer"), N_("Leads the first round."), is_player=True)

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= 4:
            raise Refused("there are 1 to 4 decks, not {decks}", decks=self.decks)
        if self.hand < 1:
            raise Refused("a hand has 1 card or more, not {hand}", hand=self.hand)
        if self.min_players * self.hand > self.deck.size:
            raise _too_large(self.min_players, self)

    @property
    def deck(self) -> Deck:
        """The deck that `decks` and `lowest` make."""
        return Deck(ORDER[_VALUES[self.lowest] :], self.decks)

    @property
    def lesson(self) -> Lesson:
        """See D4 to D6."""
        return _LESSON

    def begin(self, record: Record) -> GameRun:
        """See `Game`; the cost is linear in the number of rounds."""
        return _MedianGameRun(record).start()

    @property
    def can_deal(self) -> bool:
        """See D2."""
        return True

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the hands of a game that has none yet (D2); the rest is the stock."""
        record = scored.record
        if record.deals or record.reveals:
            return None
        return deal_hands(self.deck.cards(), record.players, self.hand, shuffle)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See D4 to D6."""
        if player in leaf.winners:
            return Outcome("won", "won", self.gain(leaf, player), N_("wins"), N_("All yours"))
        if player in _tied(leaf):
            return Outcome("tied", "tied", 0, N_("tied"), N_("Tied"))
        return Outcome("outside", "lost" if leaf.winners else "tied", 0, verdict=N_("Not yours"))

    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        card = {"card": card_sign(leaf.plays[player])}
        if player in leaf.winners:
            rounds = Count(self.gain(leaf, player), "{n} round", "{n} rounds")
            return Reason("D6", "Your {card} wins {rounds}", (), {**card, "rounds": rounds})
        if player in _tied(leaf):
            others = tuple(other for other in _tied(leaf) if other != player)
            return Reason("D4", "{players} laid your rank too: the round is tied", others)
        return Reason("D4", "Your {card} does not win", (), card)

    def round_headline(self, leaf: Leaf) -> Reason:
        """Say which card wins, and whether it was called (D4, D5); or which rank ties the round."""
        tied = _tied(leaf)
        call = leaf.call if isinstance(leaf, MedianGameRound) else None
        if tied:
            template = _TWICE if len(tied) == 2 else _SEVERAL_TIMES
            return Reason("D6", template, tied, {"rank": _rank(leaf.plays[tied[0]]), "times": len(tied)})
        card = {"rank": _rank(leaf.plays[leaf.winners[0]])}
        if call:
            return Reason("D5", _WINS_AS_CALLED[call], leaf.winners, card)
        return Reason("D4", "{players}’s {rank} wins", leaf.winners, card)

    def sort_key(self, play: Play) -> tuple[int, int]:
        """Aces are high (D1)."""
        rank, suit = super().sort_key(play)
        return (_VALUES[play.rank] if isinstance(play, Card) else rank), suit

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return the rounds that the winner took (D6)."""
        return part.takes if isinstance(part, MedianGameRound) and player in part.winners else 0

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        return (Standing(N_("rounds"), root.scores),)

    def score_label(self, kind: Kind) -> str:  # noqa: ARG002
        return N_("rounds taken")

    def chart_label(self, level: Branch) -> str:  # noqa: ARG002
        return N_("Rounds taken")

    def pool(self, root: Branch) -> int | None:
        """See D6."""
        last = root.parts[-1] if root.parts else None
        return last.pool if isinstance(last, MedianGameRound) else 0

    def table(self, record: Record, score: Score) -> Iterator[str]:
        """Write a row a round, with its leader, call and pool."""
        rows = [["round", *record.players, "leader", "call", "takes", "pool"]]
        for number, leaf in enumerate(score.leaves(), 1):
            if isinstance(leaf, MedianGameRound):
                about = [leaf.leader, leaf.call or "", format_value(leaf.takes), format_value(leaf.pool)]
                rows.append([str(number), *play_cells(leaf, record.players), *about])
        rows.append([*score_row("taken", score.root.scores, record.players), "", "", "", ""])
        yield from align_columns(rows)
        yield "* wins the round"


@dataclass(frozen=True, slots=True, kw_only=True)
class MedianGameRound(Leaf):
    """A round's result: its leader and call, the rounds taken, and the rounds in the pool afterwards."""

    leader: PlayerId
    call: Call | None
    takes: int
    pool: int


def middle_card(plays: Mapping[PlayerId, Card], call: Call | None) -> PlayerId | None:
    """Return who wins a round: the middle card (D4), of two the one called (D5); None if it is tied."""
    laid = _laid(plays, _counting_rank(_middle_ranks(plays), call))
    return laid[0] if len(laid) == 1 else None


def _middle_ranks(plays: Mapping[PlayerId, Card]) -> tuple[str, ...]:
    return middle(sorted((card.rank for card in plays.values()), key=_VALUES.__getitem__))


def _counting_rank(central: tuple[str, ...], call: Call | None) -> str:
    return central[-1 if call == "high" else 0]


def _laid(plays: Mapping[PlayerId, Card], rank: str) -> tuple[PlayerId, ...]:
    return tuple(player for player, card in plays.items() if card.rank == rank)


def _too_large(players: int, rules: MedianGame) -> Refused:
    return Refused(
        "{players} players with {cards} each need {need} cards: the deck has {size}",
        players=players,
        cards=Count(rules.hand, "{n} card", "{n} cards"),
        need=players * rules.hand,
        size=rules.deck.size,
    )


class _MedianGameRun(TrickGameRun):
    """The state while it is played: the rounds so far, the next leader, and the rounds in the pool."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.rounds: list[MedianGameRound] = []
        self.taken = Counter(dict.fromkeys(self.players, 0))
        self.pool = 0
        self.even = len(self.players) % 2 == 0

    def refusals(self) -> Iterator[Refused]:
        yield from super().refusals()
        if len(self.players) * self.rules.hand > self.rules.deck.size:
            yield _too_large(len(self.players), self.rules)
        if self.rules.lead == "loser" and len(self.players) != 2:
            yield Refused("lead: loser is for two players only")
        if self.rules.dealer not in (None, *self.players):
            yield Refused("dealer: {dealer} does not play", dealer=self.rules.dealer)

    def set_up(self) -> None:
        self.lead = self.rules.lead or ("alternate" if len(self.players) == 2 else "winner")
        self.leader = self.rules.dealer or self.players[0]
        self.lead_reason = Reason("D3", "{players} leads as the dealer.", (self.leader,), kind="visible")
        self.length = self.rules.deck.size // len(self.players)
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
        self.rounds.append(self._round(plays, call, complete=complete))
        self._pass_lead(number)
        self.is_over = reveal.last or len(self.rounds) == self.length

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

    def _round(self, plays: Mapping[PlayerId, Card], call: Call | None, *, complete: bool) -> MedianGameRound:
        """Score a round: update the rounds taken and the pool, and draw cards (D4 to D7)."""
        winner = middle_card(plays, call) if complete else None
        before, takes = self.pool, self.pool + 1 if winner else 0
        if complete:
            self.pool = 0 if winner else before + 1
        self.taken.update({winner: takes} if winner else {})
        reasons = _round_reasons(self.leader, plays, call, winner, before) if complete else ()
        return MedianGameRound(
            kind="round",
            winners=(winner,) if winner else (),
            finished=complete,
            reasons=(self.lead_reason, *reasons, *self._draw()),
            plays=plays,
            leader=self.leader,
            call=call,
            takes=takes,
            pool=self.pool,
        )

    def _draw(self) -> Iterator[Reason]:
        """Let every player draw a card if the stock has enough for all (D7); yield the reason."""
        if self.stock >= len(self.players):
            self.stock -= len(self.players)
            self.cards.draw(self.players)
            yield _drawn(Count(self.stock, "{n} card", "{n} cards"))

    def _pass_lead(self, number: int) -> None:
        """Set the next leader and the reason (D3, D9)."""
        winners, n = self.rounds[-1].winners, {"n": number}
        if self.lead == "alternate":
            self.leader = self.players[(self.players.index(self.leader) + 1) % len(self.players)]
            self.lead_reason = Reason("D9", "The lead passes to {players}.", (self.leader,), n)
        elif winners and self.lead == "winner":
            self.leader = winners[0]
            self.lead_reason = Reason(
                "D3", "{players} leads, having won round {n}.", winners, n, kind="visible"
            )
        elif winners:
            self.leader = next(player for player in self.players if player not in winners)
            self.lead_reason = Reason("D9", "{players} leads, having lost round {n}.", (self.leader,), n)
        elif self.lead == "loser" and not self.rounds[-1].finished:
            self.lead_reason = Reason("D9", "{players} leads again: nobody won round {n}.", (self.leader,), n)
        elif self.lead == "loser":
            self.lead_reason = Reason("D9", "{players} leads again: round {n} was tied.", (self.leader,), n)

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

    def next_round(self, number: int) -> NextRound:
        position = (Position("round", number, self.length),)
        allowed = {player: self.cards.allowed(player) for player in self.players}
        caller = self.leader if self.even else None
        return NextRound(
            number, position, allowed, everyone_must_play=True, leader=self.leader, caller=caller
        )


def _drawn(left: Count) -> Reason:
    template = PluralTemplate(
        "Everybody draws a card; {left} is left.", "Everybody draws a card; {left} are left.", "left"
    )
    return Reason("D7", template, (), {"left": left}, "visible")


def _left_over(pool: Count) -> Reason:
    template = PluralTemplate(
        "{pool} stays in the pool for nobody.", "{pool} stay in the pool for nobody.", "pool"
    )
    return Reason("D8", template, (), {"pool": pool})


def _round_reasons(
    leader: PlayerId, plays: Mapping[PlayerId, Card], call: Call | None, winner: PlayerId | None, pool: int
) -> Iterator[Reason]:
    """Yield which card counts, whether it is alone, and where the cards go (D4 to D6)."""
    central = _middle_ranks(plays)
    if call:
        yield _called(leader, call, central, len(plays))
    rank = _counting_rank(central, call)
    yield _alone("D5" if call else "D4", rank, _laid(plays, rank))
    yield _taken(winner, pool)


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


_WINS_AS_CALLED: Mapping[Call, str] = {
    "high": N_("Called high: the {rank} wins"),
    "low": N_("Called low: the {rank} wins"),
}
_TWICE = N_("{rank} twice: into the pool")
_SEVERAL_TIMES = N_("{rank} {times} times: into the pool")


def _rank(play: Play) -> str:
    return play.rank if isinstance(play, Card) else str(play)


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


def _taken(winner: PlayerId | None, pool: int) -> Reason:
    if winner is None:
        values = {"pool": Count(pool + 1, "{n} round", "{n} rounds")}
        return Reason("D6", "The cards go to the pool, which now holds {pool}.", (), values)
    if not pool:
        return Reason("D6", "{players} takes the cards: 1 round.", (winner,))
    rounds = {"pool": pool, "takes": pool + 1}
    return Reason(
        "D6", "{players} takes the cards, and the pool of {pool}: {takes} rounds.", (winner,), rounds
    )


def _tied(leaf: Leaf) -> tuple[PlayerId, ...]:
    """List who laid the counting card of a tied round (D4, D5)."""
    if leaf.winners:
        return ()
    return next((reason.players for reason in leaf.reasons if "rank" in reason.values), ())
