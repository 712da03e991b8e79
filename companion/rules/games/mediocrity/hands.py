"""The hands and the game of Mediocrity, however the cards are entered: who gets points, and who wins."""

from collections import Counter
from typing import Any

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.cards import RANKS, Card
from companion.rules.games.deck import Deck, DeckCards, Laid, Place
from companion.rules.games.kept_results import EnteredCount
from companion.rules.games.tricks import TrickGameRun
from companion.rules.results import (
    AllowedPlay,
    Branch,
    Cards,
    Leaf,
    Node,
    PlayerId,
    Players,
    Position,
    Positions,
    Reason,
    Reasons,
    ResultLeaf,
    Reveal,
    Scores,
    shown,
    with_most,
)


class MediocrityRun(TrickGameRun):
    """The state while it is played: the hands over, their points, and tricks and cards of the open one."""

    def set_up(self) -> None:
        self.hands: list[Node] = []
        self.points = Counter(dict.fromkeys(self.players, 0))
        self._take_up_cards()

    def _take_up_cards(self) -> None:
        """Give every player all 13 cards (M1, M7)."""
        self.tricks: list[Leaf] = []
        self.held = {player: dict.fromkeys(_HAND) for player in self.players}
        self.spent: dict[PlayerId, dict[Card, Laid]] = {player: {} for player in self.players}

    def allowed(self, player: PlayerId) -> AllowedPlay:
        if self.rules.keeps_results:
            return super().allowed(player)
        return DeckCards(_DECK, hand=tuple(self.held[player]), spent=self.spent[player])

    def lay(self, place: Place, player: PlayerId, play: object) -> Card:  # noqa: ARG002
        card = self.allowed(player).check(play)
        assert isinstance(card, Card)  # noqa: S101 - see `allowed`
        return card

    def position(self, number: int) -> Positions:  # noqa: ARG002
        hand = Position("hand", len(self.hands) + 1)
        return (hand,) if self.rules.keeps_results else (hand, Position("trick", len(self.tricks) + 1))

    def play_round(self, number: int, reveal: Reveal) -> None:
        place = Place(number, self.position(number))
        plays = self.plays(number, reveal)
        is_complete = bool(plays) and self.is_complete(reveal, plays)
        if self.rules.keep == "points":
            winners = tuple(player for player in plays if plays[player]) if is_complete else ()
            self._end_hand(Leaf(kind="hand", winners=winners, finished=is_complete, plays=plays))
        elif self.rules.keeps_results:
            left = plays if is_complete else {player: plays.get(player, 0) for player in self.players}
            self._end_hand(ResultLeaf(**_hand(left, finished=is_complete), plays=plays, scores=left))
        else:
            self._play_trick(place, plays, is_complete=is_complete)
            if reveal.last or not all(self.held.values()):
                self._end_hand(self._open_hand(finished=True))
        self.is_over = reveal.last or max(self.points.values()) >= self.rules.target

    def _play_trick(self, place: Place, plays: Cards, *, is_complete: bool) -> None:
        """Add a trick, and discard its mediocre cards (M5)."""
        discarded = mediocre(plays) if is_complete else ()
        reasons = tuple(_trick_reasons(plays, discarded)) if is_complete else ()
        trick = Leaf(kind="trick", winners=discarded, finished=is_complete, reasons=reasons, plays=plays)
        self.tricks.append(trick)
        for player in discarded:
            card = Card(plays[player].rank)
            del self.held[player][card]
            self.spent[player][card] = Laid(place, player)

    def _end_hand(self, hand: Node) -> None:
        """Add a hand that is over, and its points (M6)."""
        self.hands.append(hand)
        self.points.update(hand.winners)
        self._take_up_cards()

    def _open_hand(self, *, finished: bool) -> Branch:
        left = {player: len(cards) for player, cards in self.held.items()}
        return Branch(**_hand(left, finished=finished), scores=left, parts=tuple(self.tricks))

    def result(self) -> Branch:
        """Return the result of the game: the most points below the target win (M8, R5).

        There is always a winner where a hand counts: a player who ran out of cards in the last one was below
        the target and got no point.
        """
        points, target = dict(self.points), self.rules.target
        below = {player: each for player, each in self.who_can_win(points).items() if each < target}
        most = with_most(below)
        return Branch(
            kind="game",
            winners=tuple(most) if self.is_over else (),
            finished=self.is_over,
            reasons=(
                (*self.left_out(points, most), *_game_reasons(points, target, most)) if self.is_over else ()
            ),
            scores=points,
            parts=(*self.hands, self._open_hand(finished=False)) if self.tricks else tuple(self.hands),
        )


def _hand(left: Scores, *, finished: bool) -> dict[str, Any]:
    """Return what a hand is that leaves so many cards, however it was entered (M6)."""
    winners, reasons = (fewest(left), tuple(hand_reasons(left))) if finished else ((), ())
    return {"kind": "hand", "winners": winners, "finished": finished, "reasons": reasons}


def fewest(left: Scores) -> Players:
    """Return who gets a point once a player has no cards: the fewest cards of those who have any (M6)."""
    if 0 not in left.values():
        return ()
    fewest = min(filter(None, left.values()), default=None)
    return tuple(player for player, cards in left.items() if cards == fewest)


def hand_reasons(left: Scores) -> Reasons:
    """Yield why a hand ended, and who gets the point (M6)."""
    out, winners = tuple(player for player, cards in left.items() if not cards), fewest(left)
    if not out:
        yield Reason("M6", "The host ended the game in the middle of this hand: it gives no points.")
        return
    ends = PluralTemplate(
        "{players} has no cards left: the hand ends.", "{players} have no cards left: the hand ends."
    )
    yield Reason("M6", ends, out)
    if winners:
        template = PluralTemplate(
            "Of those who still have cards, {shown} has the fewest: 1 point.",
            "Of those who still have cards, {shown} have the fewest: 1 point each.",
        )
        yield shown("M6", template, {player: left[player] for player in winners})
    else:
        yield Reason("M6", "Nobody has cards left: nobody gets a point.")


def _game_reasons(points: Scores, target: int, most: Scores) -> Reasons:
    reached = tuple(player for player, each in points.items() if each >= target)
    if reached:
        yield Reason("M7", "{players} reached {target}: the game ends.", reached, {"target": target})
    else:
        yield Reason("M7", "The host ended the game before anybody reached {target}.", (), {"target": target})
    template = PluralTemplate(
        "Of those below {target}, {shown} has the most points and wins.",
        "Of those below {target}, {shown} have the most points and share the win.",
    )
    if most:
        yield shown("M8", template, most, target=target)


_DECK = Deck()
_HAND = tuple(map(Card, RANKS))
_VALUES = {rank: value for value, rank in enumerate(RANKS)}


def mediocre(plays: Cards) -> Players:
    """Return the players whose cards are discarded: those in between (M3), else the repeated ones (M4)."""
    values = {player: _VALUES[card.rank] for player, card in plays.items()}
    lowest, highest = min(values.values()), max(values.values())
    between = tuple(player for player, value in values.items() if lowest < value < highest)
    times = Counter(values.values())
    return between or tuple(player for player, value in values.items() if times[value] > 1)


def _trick_reasons(plays: Cards, discarded: Players) -> Reasons:
    """Yield the reason for every card discarded or taken back (M3 to M5); suits mean nothing (M1)."""
    low, *_, high = sorted((card.rank for card in plays.values()), key=_VALUES.__getitem__)
    gone = {player: plays[player].rank for player in discarded}
    back = {player: card.rank for player, card in plays.items() if player not in discarded}
    if low == high:
        alike = N_("{players} all laid {low}: all these cards are discarded.")
        yield shown("M4", alike, gone, low=low, high=high)
    elif gone[discarded[0]] in (low, high):
        repeated = N_("No card lies between {low} and {high}, so the repeated cards are discarded: {shown}.")
        yield shown("M4", repeated, gone, low=low, high=high)
    else:
        between = PluralTemplate(
            "{shown} lies between {low} and {high}: the card is discarded.",
            "{shown} lie between {low} and {high}: these cards are discarded.",
        )
        yield shown("M3", between, gone, low=low, high=high)
        beats = N_("{rank} was laid more than once, but being in the middle beats repetition.")
        for rank, times in Counter(back.values()).items():
            if times > 1:
                yield Reason("M3", beats, (), {"rank": rank})
    if back:
        takes = PluralTemplate("{shown} takes the card back.", "{shown} take their cards back.")
        yield shown("M5", takes, back, "visible")


def is_repeated(trick: Leaf) -> bool:
    """Return whether the discarded cards are the repeated ones (M4)."""
    return any(reason.rule == "M4" for reason in trick.reasons)


CARDS_LEFT = EnteredCount(
    high=len(RANKS),
    asks=N_("cards left?"),
    refusal=N_("{n} cards cannot be left: a hand has {all}"),
    values={"all": len(RANKS)},
)
"""What is entered for every player: each has 13 cards when a hand begins (M1)."""

GETS_THE_POINT = EnteredCount(
    high=1,
    asks=N_("who gets the point?"),
    refusal=N_("{n} is neither 1, for whoever has it, nor 0"),
    pad="several",
)
"""What is entered for every player where no card is counted (R6)."""
