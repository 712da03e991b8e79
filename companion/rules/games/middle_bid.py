"""Middle bid: a prize lies open, everybody bids a card, and the middle bid takes it (B1 to B5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate, Text
from companion.rules.games.contract import Game
from companion.rules.games.deck import Laid, RoundPosition, deal_hands
from companion.rules.games.number_game import (
    LazyReasons,
    alone_in_order,
    count_points,
    decided_by_points,
    equal_numbers,
    in_order,
    most_points_reason,
)
from companion.rules.games.numbered_cards import BidCards
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Ranking
from companion.rules.games.pictures import Lesson, Panel
from companion.rules.games.runs import GameRun, Record, ScoredRecord
from companion.rules.plays import (
    Deal,
    NextRound,
    Numbers,
    PlayerId,
    Players,
    Position,
    Positions,
    Reveal,
    Shuffle,
)
from companion.rules.results import (
    DecidedResult,
    Leaf,
    Node,
    PrizeRound,
    Problem,
    Reason,
    Reasons,
    ScoredPart,
    Scores,
    Sentences,
    shown,
)
from companion.rules.standing import middle

FEWEST_CARDS, MOST_CARDS = 5, 13


class _MiddleBidRun(GameRun):
    """The state while it is played: the order of the prizes, the pool, and the cards that are used up."""

    rules: MiddleBid

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.check_players()
        self.prizes = self.rules.order_of(record)
        self.used: dict[PlayerId, dict[int, Laid]] = {player: {} for player in self.players}
        self.rounds: list[PrizeRound] = []
        self.scores = dict.fromkeys(self.players, 0)
        self.pool = 0

    @property
    def prize(self) -> int | None:
        """The prize that lies open; None where the order is not known so far."""
        return dict(enumerate(self.prizes)).get(len(self.rounds))

    def allowed(self, player: PlayerId) -> BidCards:
        hand = range(1, self.rules.cards + 1)
        used = self.used[player]
        return BidCards(high=self.rules.cards, played_in=used, hand=hand, prize=self.prize, pool=self.pool)

    def position(self, number: int) -> Positions:  # noqa: ARG002
        return (Position("round", len(self.rounds) + 1, self.rules.cards),)

    def next_round(self, number: int) -> NextRound:
        return replace(super().next_round(number), prize=self.prize)

    def play_round(self, number: int, reveal: Reveal) -> None:
        if self.prize is None:
            self.problems.append(Problem(Refused("no prize lies open"), number))
        where = RoundPosition(number, self.position(number))
        accepted = self.accept(number, reveal, lambda player, bid: self.allowed(player).check(bid))
        bids = in_order(accepted, self.players)
        lost = {player: self.allowed(player).choices()[0] for player in self.players if player not in bids}
        for player, card in {**bids, **lost}.items():
            self.used[player][card] = Laid(where, player)
        played = self._score(bids, lost)
        self.rounds.append(played)
        self.pool = played.pool
        for player in played.winners:
            self.scores[player] += played.takes
        self.is_over = reveal.last or len(self.rounds) == self.rules.cards

    def _score(self, bids: Numbers, lost: Numbers) -> PrizeRound:
        """Return the result of the open prize; `lost` are the cards of those who did not bid (B2, B3)."""
        prize, central = self.prize or 0, middle(alone_in_order(bids))
        takes = prize + self.pool if central else 0
        return PrizeRound(
            kind="round",
            winners=central[:1],
            finished=True,
            reasons=LazyReasons(_round_reasons, bids, lost, prize, self.pool),
            plays=bids,
            prize=prize,
            takes=takes,
            pool=0 if central else prize + self.pool,
        )

    def result(self) -> DecidedResult:
        over, pool = self.is_over, self.pool
        return decided_by_points(self.scores, self.rounds, self._end_reasons, is_over=over, pool=pool)

    def _end_reasons(self, scores: Scores, winners: Players) -> Reasons:
        """Yield why the game that is over has these winners (B4)."""
        if len(self.rounds) < self.rules.cards:
            values = {"n": len(self.rounds), "all": self.rules.cards}
            yield Reason("B4", "The host ended the game after {n} of its {all} prizes.", (), values)
        if self.pool:
            yield Reason("B4", _STAYS, (), {"pool": Count(self.pool, "{n} point", "{n} points")})
        yield most_points_reason("B4", scores, winners)
        for winner in winners:
            won = tuple(played.takes for played in self.rounds if winner in played.winners)
            yield Reason("B4", "{players} took {prizes}.", (winner,), {"prizes": won}, "visible")


_STAYS = PluralTemplate("{pool} stays in the pool for nobody.", "{pool} stay in the pool for nobody.", "pool")


@dataclass(frozen=True)
class MiddleBid(Game):
    """The game with its options; `prizes` is the order drawn, in a record as far as it has lain open."""

    name = "middle-bid"
    title = N_("Middle bid")
    min_players = 3
    max_players = 8
    source = N_("After Goofspiel (Merrill Flood, 1930s); that the middle bid takes the prize is ours.")
    emblem = """
    lamp x=50 y=18 width=32 spread=44 ground=84; floor y=84
    card 16 84 20 says=2 turn=-9 dim; card 84 84 20 says=9 turn=9 dim; pennant 50 48 22 says=7
    card 50 84 26 says=6
    """
    in_short = N_("cards, 3 to 8")
    aim = N_("The middle bid takes it")
    run = _MiddleBidRun

    cards: int = option(10, N_("Cards"), N_("There are as many prizes."), offered=(5, 8, 10, 13))
    prizes: tuple[int, ...] = option((), N_("Prizes"), N_("In the order drawn."), is_drawn=True)

    def __post_init__(self) -> None:
        """Raise `Refused` for too few or too many cards, and for prizes that are not there (B1)."""
        if not FEWEST_CARDS <= self.cards <= MOST_CARDS:
            values = {"fewest": FEWEST_CARDS, "most": MOST_CARDS, "cards": self.cards}
            raise Refused("there are {fewest} to {most} bid cards, not {cards}", **values)
        if not {*self.prizes} <= {*range(1, self.cards + 1)} or len({*self.prizes}) < len(self.prizes):
            raise Refused("prizes: each is one of 1 to {cards}, and there once", cards=self.cards)

    @property
    def lesson(self) -> Lesson:
        lead = N_("A prize lies there. Everybody bids a card.")
        return Lesson(lead, (_BID, _TAKES, _OUT)).on(1, self.cards)

    @property
    def how_to(self) -> Sentences:
        has = Text("Everybody has the cards 1 to {cards} to bid with, each once.", {"cards": self.cards})
        return has, *_HOW_TO

    def order_of(self, record: Record) -> tuple[int, ...]:
        """Return the order of the prizes, as far as it is known."""
        drawn = record.deals[0].stock if record.deals else self.prizes
        every = {*range(1, self.cards + 1)}
        return tuple(prize for prize in dict.fromkeys(drawn) if isinstance(prize, int) and prize in every)

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Draw the order of the prizes as the stock (B1); everybody has the same cards anyway."""
        is_known = scored.record.deals or self.prizes
        return None if is_known else deal_hands(range(1, self.cards + 1), (), 0, shuffle)

    def public_record(self, record: Record, seen: int, *, goes_on: bool) -> Record:  # noqa: ARG002
        """Have the prizes that have lain open as an option, and the order drawn nowhere (B2)."""
        return replace(record, rules=replace(self, prizes=self.order_of(record)[: seen + 1]), deals=())

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See B3."""
        assert isinstance(leaf, PrizeRound)  # noqa: S101 - every leaf of this game is one
        number, central = leaf.plays[player], middle(alone_in_order(leaf.plays))
        values = {"number": number}
        if player in leaf.winners:
            reason = Reason("B3", _WON[leaf.takes > leaf.prize], (), {**values, **_takes(leaf)})
            return Outcome("won", "won", reason, leaf.takes, N_("takes it"), N_("All yours"))
        if same := equal_numbers(leaf.plays).get(number):
            others = tuple(other for other in same if other != player)
            reason = Reason("B3", _BID_TOO[len(others) > 1], others, values)
            return Outcome("disqualified", "disqualified", reason, 0, N_("out"))
        template = _TOO_HIGH if player in central else N_("Your {number} is not in the middle")
        word = N_("also the middle") if player in central else ""
        return Outcome("outside", "lost", Reason("B3", template, (), values), 0, word, N_("Not yours"))

    def round_headline(self, leaf: Leaf) -> Reason:
        assert isinstance(leaf, PrizeRound)  # noqa: S101 - every leaf of this game is one
        values = {"number": leaf.plays.get(next(iter(leaf.winners), "")), **_takes(leaf)}
        if not leaf.winners:
            return Reason("B3", "Nobody takes the {prize}: into the pool", (), values)
        return Reason("B3", _HEADLINES[leaf.takes > leaf.prize], leaf.winners, values)

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return the prize points that the winner took."""
        return part.takes if isinstance(part, PrizeRound) and player in part.winners else 0

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        return Ranking(winner=N_("Rich from the middle"))


def _takes(leaf: PrizeRound) -> Mapping[str, object]:
    pool = leaf.takes - leaf.prize
    return {"prize": leaf.prize, "pool": pool, "points": count_points(leaf.takes)}


def _round_reasons(bids: Numbers, lost: Numbers, prize: int, pool: int) -> Reasons:
    """Yield who is out, who takes the prize or where it goes, and who did not bid (B2, B3)."""
    same, central = equal_numbers(bids), middle(alone_in_order(bids))
    for number, players in same.items():
        yield Reason("B3", "{players} bid {number}: out.", players, {"number": number}, "disqualifying")
    if len(central) > 1:
        both = {"middle": tuple(bids[player] for player in central)}
        yield Reason("B3", "{middle} are both in the middle: the lower one counts.", (), both)
    values = {"prize": prize, "pool": pool, "sum": prize + pool}
    if central:
        values["number"] = bids[central[0]]
        yield Reason("B3", _TAKES_IT[bool(pool)], central[:1], values)
    else:
        yield Reason("B3", "No bid is left: the {prize} goes to the pool, which now holds {sum}.", (), values)
    if others := {p: n for p, n in bids.items() if n not in same and p not in central[:1]}:
        yield shown("B3", _OTHERS, others, "visible")
    if lost:
        yield shown("B2", _DID_NOT_BID, lost)


_TAKES_IT = (
    N_("{number} is the middle bid: {players} takes the {prize}."),
    N_("{number} is the middle bid: {players} takes the {prize}, and {pool} from the pool."),
)
_OTHERS = PluralTemplate("{shown} takes nothing.", "{shown} take nothing.")
_DID_NOT_BID = PluralTemplate(
    "{shown} did not bid: the lowest card is used up.", "{shown} did not bid: their lowest cards are used up."
)
_HEADLINES = (
    N_("{players}’s {number} takes the {prize}"),
    N_("{players}’s {number} takes the {prize} and {pool} more"),
)
_WON = (
    N_("Your {number} takes the {prize}"),
    N_("Your {number} takes the {prize}, and {pool} from the pool: {points}"),
)
"""Without and with a pool."""
_BID_TOO = (N_("You both bid {number}. Both out."), N_("{players} bid {number} too. All out."))
_TOO_HIGH = N_("Your {number} was in the middle too, but the lower bid counts")

_HOW_TO = (
    N_("A prize lies open. Everybody bids one card in secret; all are shown at once, and used up."),
    N_("Equal bids are out. Of the others the middle one takes the prize, of two the lower one."),
    N_("If no bid is left, the prize goes to the pool, and the next middle bid takes that too."),
    N_("Who does not bid loses the lowest card left."),
    N_("After the last prize the most prize points win."),
)

_BID = Panel(
    N_("Bid a card.|You have each once."),
    N_("Two guests with a card each, face down, and between them a prize"),
    """
    lamp off; floor; prize 80 88 36 says=60%; guest 0 20 88 22; card 44 88 15
    guest 6 140 88 22; card 116 88 15
    """,
)
_TAKES = Panel(
    N_("The middle bid|takes the prize."),
    N_("Three bids in their order: the middle one is in the light"),
    """
    lamp spread=50; floor; card 34 88 25 says=10% turn=-8 dim; card 126 88 25 says=90% turn=8 dim
    card 80 88 30 says=50%
    """,
)
_OUT = Panel(
    N_("Same bid? Out. Most|prize points win."),
    N_("Two equal bids upside down; a guest with two prizes stands in the light"),
    """
    lamp x=112 spread=42; floor; card 22 62 22 says=45% turn=172 dim; card 50 62 22 says=45% turn=188 dim
    guest 2 112 88 30 eyes=open lit; prize 84 88 15 says=60%; prize 140 88 15 says=30%
    """,
)
