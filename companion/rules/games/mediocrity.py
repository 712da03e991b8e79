"""Mediocrity: all players hold the same cards and lay one each; mediocre ones are discarded (M1 to M8)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate, Text
from companion.rules.cards import RANKS, Card, card_sign
from companion.rules.games.deck import Deck, DeckCards, Laid, RoundPosition
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Ranking
from companion.rules.games.pictures import Lesson, Panel
from companion.rules.games.tricks import CardGame, EnteredCount, TrickGameRun, keep_option
from companion.rules.plays import AllowedPlay, Cards, PlayerId, Players, Position, Positions, Reveal
from companion.rules.results import Branch, Leaf, Node, Reason, Reasons, ResultLeaf, ScoredPart, Scores, shown


class _MediocrityRun(TrickGameRun):
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

    @property
    def entered(self) -> EnteredCount:
        """Who gets the point, where no card is counted (R6); else how many of 13 cards are left (R1)."""
        if self.rules.keep == "points":
            refusal = N_("{n} is neither 1, for whoever has it, nor 0")
            return EnteredCount(high=1, question=N_("who gets the point?"), refusal=refusal, pad="several")
        refusal, most = N_("{n} cards cannot be left: a hand has {all}"), len(RANKS)
        return EnteredCount(high=most, question=N_("cards left?"), refusal=refusal, values={"all": most})

    def allowed(self, player: PlayerId) -> AllowedPlay:
        if self.rules.keeps_results:
            return super().allowed(player)
        return DeckCards(_DECK, hand=tuple(self.held[player]), spent=self.spent[player])

    def lay(self, round_position: RoundPosition, player: PlayerId, play: object) -> Card:  # noqa: ARG002
        card = self.allowed(player).check(play)
        assert isinstance(card, Card)  # noqa: S101 - see `allowed`
        return card

    def position(self, number: int) -> Positions:  # noqa: ARG002
        hand = Position("hand", len(self.hands) + 1)
        return (hand,) if self.rules.keeps_results else (hand, Position("trick", len(self.tricks) + 1))

    def play_round(self, number: int, reveal: Reveal) -> None:
        round_position = RoundPosition(number, self.position(number))
        plays, is_complete = self.plays(number, reveal)
        if self.rules.keep == "points":
            winners = tuple(player for player in plays if plays[player]) if is_complete else ()
            self._end_hand(Leaf(kind="hand", winners=winners, finished=is_complete, plays=plays))
        elif self.rules.keeps_results:
            left = plays if is_complete else {player: plays.get(player, 0) for player in self.players}
            self._end_hand(ResultLeaf(**_hand(left, finished=is_complete), plays=plays))
        else:
            self._play_trick(round_position, plays, is_complete=is_complete)
            if reveal.last or not all(self.held.values()):
                self._end_hand(self._open_hand(finished=True))
        self.is_over = reveal.last or max(self.points.values()) >= self.rules.target

    def _play_trick(self, round_position: RoundPosition, plays: Cards, *, is_complete: bool) -> None:
        """Add a trick, and discard its mediocre cards (M5)."""
        discarded = mediocre(plays) if is_complete else ()
        reasons = tuple(_trick_reasons(plays, discarded)) if is_complete else ()
        trick = Leaf(kind="trick", winners=discarded, finished=is_complete, reasons=reasons, plays=plays)
        self.tricks.append(trick)
        for player in discarded:
            card = Card(plays[player].rank)
            del self.held[player][card]
            self.spent[player][card] = Laid(round_position, player)

    def _end_hand(self, hand: Node) -> None:
        """Add a hand that is over, and its points (M6)."""
        self.hands.append(hand)
        self.points.update(hand.winners)
        self._take_up_cards()

    def _open_hand(self, *, finished: bool) -> Branch:
        left = {player: len(cards) for player, cards in self.held.items()}
        return Branch(**_hand(left, finished=finished), parts=tuple(self.tricks))

    def result(self) -> Branch:
        """Return the result of the game: the most points below the target win (M8, R5).

        There is always a winner where a hand counts: a player who ran out of cards in the last one was below
        the target and got no point.
        """
        points, target = dict(self.points), self.rules.target
        most = self.winning({player: point for player, point in points.items() if point < target})
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
    """Return what a hand is that leaves so many cards, however it was entered: the fewest win (M6)."""
    fewest = min(filter(None, left.values()), default=None) if finished and 0 in left.values() else None
    winners = {player: cards for player, cards in left.items() if cards == fewest}
    reasons = tuple(_hand_reasons(left, winners)) if finished else ()
    return {"kind": "hand", "winners": (*winners,), "finished": finished, "reasons": reasons, "scores": left}


def _hand_reasons(left: Scores, winners: Scores) -> Reasons:
    """Yield why a hand ended, and who gets the point (M6)."""
    out = tuple(player for player, cards in left.items() if not cards)
    if not out:
        yield Reason("M6", "The host ended the game in the middle of this hand: it gives no points.")
        return
    ends = PluralTemplate(
        "{players} has no cards left: the hand ends.", "{players} have no cards left: the hand ends."
    )
    yield Reason("M6", ends, out)
    template = PluralTemplate(
        "Of those who still have cards, {shown} has the fewest: 1 point.",
        "Of those who still have cards, {shown} have the fewest: 1 point each.",
    )
    nobody = Reason("M6", "Nobody has cards left: nobody gets a point.")
    yield shown("M6", template, winners) if winners else nobody


def _game_reasons(points: Scores, target: int, most: Scores) -> Reasons:
    reached = tuple(player for player, point in points.items() if point >= target)
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


def mediocre(plays: Cards) -> Players:
    """Return the players whose cards are discarded: those in between (M3), else the repeated ones (M4)."""
    values = {player: RANKS.index(card.rank) for player, card in plays.items()}
    lowest, highest = min(values.values()), max(values.values())
    between = tuple(player for player, value in values.items() if lowest < value < highest)
    times = Counter(values.values())
    return between or tuple(player for player, value in values.items() if times[value] > 1)


def _trick_reasons(plays: Cards, discarded: Players) -> Reasons:
    """Yield the reason for every card discarded or taken back (M3 to M5); suits mean nothing (M1)."""
    low, *_, high = sorted((card.rank for card in plays.values()), key=RANKS.index)
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


def _is_repeated(trick: Leaf) -> bool:
    """Return whether the discarded cards are the repeated ones (M4)."""
    return any(reason.rule == "M4" for reason in trick.reasons)


_BETWEEN = Panel(
    N_("Cards in between|are gone."),
    N_("2, 7, jack, queen: the 7 and the jack fall through a trapdoor"),
    """
    lamp spread=52 ground=83; hole 52 108 82; card 69 94 19 says=7 turn=-10; card 92 97 19 says=J turn=12
    ground 52 108 82; guest 1 16 82 18; card 38 82 19 says=2 turn=-4; card 122 82 19 says=Q turn=4
    guest 7 144 82 18
    """,
)
_FEWEST = Panel(
    N_("Fewest left scores.|None left doesn't."),
    N_("A guest without cards sleeps, one with four is in the dark; one with one card stands in the light"),
    """
    lamp spread=44; floor; guest 1 26 88 25 eyes=shut turn=-8 opacity=0.75; fan 80 62 15 1
    step 80 88 26 7 middle; guest 2 80 81 26 eyes=open lit; fan 134 66 14 4; guest 7 134 88 25
    text 26 52 15 says=0 tone=dim
    """,
)
_TOO_MANY = """
lamp; floor; step 30 88 32 14 says=1; step 130 88 32 32 says=4 size=15
step 80 88 34 22 says=3 size=16 middle
guest 4 30 74 20; guest 8 130 56 20 eyes=shut; guest 3 80 66 28 eyes=open lit
"""
_SEEN_AT_THE_END = N_("Three steps with points, by height; the middle one is in the light")
_FOUR_ARE_TOO_MANY = Panel(N_("4 points are too|many. 3 win."), _SEEN_AT_THE_END, _TOO_MANY)
_REPEATED = N_("Your {card} is repeated: discarded")
_TARGET_IS_TOO_MANY = Panel(N_("Who reaches the|target cannot win."), _SEEN_AT_THE_END, _TOO_MANY)


@dataclass(frozen=True)
class Mediocrity(CardGame):
    """Mediocrity with its options (M7); raises `Refused` for options that the rules do not allow."""

    name = "mediocrity"
    title = N_("Mediocrity")
    min_players = 3
    max_players = 8
    source = N_(
        "Card rules by Greg Weidman, after a guessing game by Douglas Hofstadter in “Metamagical Themas”."
    )
    aims = (N_("Cards in between are discarded"), N_("Be left with the fewest cards, but not none"))
    in_words = (
        N_(
            "Everybody holds the same 13 cards, ace low to king high, and lays one in secret; "
            "all are shown at once."
        ),
        N_(
            "Cards strictly between the lowest and the highest are discarded; the others go back to the hand."
        ),
        N_("If no card is in between, the cards that two or more laid are discarded."),
        N_("When somebody runs out, those with the fewest cards left, but not none, get 1 point each."),
        N_("When somebody reaches the target, whoever has the most points below it wins."),
        N_("Best with 3 or 4 players; up to 8 can play."),
    )
    staging = "trapdoor"

    emblem = """
    lamp x=50 y=18 width=32 spread=42 ground=76; hole 29 71 76 shut; card 50 93 25 says=7 turn=-8
    ground 29 71 76; guest 4 15 76 23 eyes=right; guest 5 85 76 23 eyes=left
    """
    in_short = N_("cards, 3 to 8")
    only_results: ClassVar = {
        "results": N_("Only the cards left at the end of each hand are entered here."),
        "points": N_("Only who gets the point of each hand is entered here."),
    }
    run = _MediocrityRun

    target: int = option(
        4, N_("Target"), N_("Whoever reaches it ends the game, and cannot win it."), offered=(3, 4, 6)
    )
    keep: str = keep_option(
        N_("The cards left after each hand"), points=N_("Who gets the point of each hand")
    )

    def __post_init__(self) -> None:
        if not 1 <= self.target <= 999:
            raise Refused("the target is 1 to 999 points, not {target}", target=self.target)

    @property
    def lesson(self) -> Lesson:
        """See M3, M6 and M8."""
        end = _FOUR_ARE_TOO_MANY if self.target == 4 else _TARGET_IS_TOO_MANY
        return Lesson(N_("Everybody holds A to K and lays a card."), (_BETWEEN, _FEWEST, end))

    @property
    def takes_newcomers(self) -> bool:
        """Where results are entered, with the next hand (R5)."""
        return self.keeps_results

    def check_plays(self, plays: Mapping[PlayerId, Any], players: int) -> None:  # noqa: ARG002
        """Where every player has cards left, the hand goes on (R1, M6); at least 3 play it (R5)."""
        if len(plays) < self.min_players:
            values = {"least": self.min_players, "count": len(plays)}
            raise Refused("a hand needs at least {least} players, not {count}", **values)
        if 0 not in plays.values():
            some = N_("somebody is out of cards: not everybody can get the point")
            nobody = N_("nobody is out of cards: a hand ends when somebody is")
            raise Refused(some if self.keep == "points" else nobody)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See M3 to M5, or M6 for a hand."""
        if isinstance(leaf, ResultLeaf):
            return self._of_hand(leaf, player)
        if leaf.kind == "hand" and player in leaf.winners:
            reason = Reason("M6", "You get the point")
            return Outcome("won", "point", reason, 1, N_("point"), N_("Your point"))
        if leaf.kind == "hand":
            return Outcome("outside", "no point", self.round_headline(leaf), 0, verdict=N_("Not yours"))
        card = {"card": card_sign(leaf.plays[player])}
        if player not in leaf.winners:
            back = Reason("M5", "Your {card} goes back to the hand", (), card)
            return Outcome("kept", "taken back", back, None, N_("back in the hand"))
        word, reason = N_("between: discarded"), Reason("M3", "Your {card} is between: discarded", (), card)
        if _is_repeated(leaf):
            word, reason = N_("repeated: discarded"), Reason("M4", _REPEATED, (), card)
        return Outcome("discarded", "discarded", reason, None, word, N_("Rid of it"))

    def _of_hand(self, hand: ResultLeaf, player: PlayerId) -> Outcome:
        left, word = hand.scores[player], self.part_word(hand, player)
        if not left:
            reason = Reason("M6", "You have no cards left: no point")
            return Outcome("outside", "none left", reason, 0, word, N_("Too good"))
        values = {"left": Count(left, "{n} card left", "{n} cards left")}
        if player in hand.winners:
            reason = Reason("M6", "You have {left}, the fewest but not none: 1 point", (), values)
            return Outcome("won", "point", reason, 1, word, N_("Your point"))
        reason = Reason("M6", "You have {left}: others have fewer", (), values)
        return Outcome("outside", "too many left", reason, 0, word)

    def round_headline(self, leaf: Leaf) -> Reason:
        """Say who discards which cards, lowest first (M3, M4); or who gets a hand's point (M6)."""
        if isinstance(leaf, ResultLeaf):
            return self.part_headline(leaf)
        if leaf.kind == "hand":
            gets = PluralTemplate("{players} gets the point", "A point each for {players}")
            return Reason("M6", gets if leaf.winners else N_("Nobody gets the point"), leaf.winners)
        players = tuple(sorted(leaf.winners, key=lambda player: self.sort_key(leaf.plays[player])))
        if _is_repeated(leaf):
            return Reason("M4", "Nothing in between: {players} discard", players)
        discarded = map(leaf.plays.__getitem__, players)
        ranks = {"cards": tuple(card.rank for card in discarded if isinstance(card, Card))}
        discard = PluralTemplate("{players} discards {cards}", "{players} discard {cards}")
        return Reason("M3", discard, players, ranks)

    def part_headline(self, part: ScoredPart) -> Reason:
        """Say who has the fewest cards, but not none, and gets the point (M6)."""
        if not part.winners:
            return Reason("M6", "Nobody gets the point")
        left = {"left": Count(part.scores[part.winners[0]], "{n} card left", "{n} cards left")}
        template = PluralTemplate("{left}: {players}’s point", "{left}: a point each for {players}")
        return Reason("M6", template, part.winners, left)

    def part_word(self, part: ScoredPart, player: PlayerId) -> str:
        """See M6."""
        if player in part.winners:
            return N_("fewest, not none")
        if not part.scores.get(player, 1):
            return N_("none left: too good")
        return N_("too many left") if part.winners else ""

    def ranking(self, level: ScoredPart) -> Ranking:
        """The most points below the target win, so being too good loses; hands count cards (M6, M8)."""
        wins = Text("the most below {target}", {"target": self.target})

        def find(scores: Sequence[int]) -> tuple[int, ...]:
            return (max(score for score in scores if score < self.target),)

        if level.kind == "hand":
            return Ranking(counts=N_("cards left"), wins=wins, find=find, is_middle=True)
        note = Text("{target} is too many", {"target": self.target})
        return Ranking(note=note, wins=wins, find=find, is_middle=True, too_many=self.target)
