"""Saichugen: tricks of three cards, where at every level the middle one wins (S1 to S7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate, Text
from companion.rules.cards import RANKS, Card, card_sign
from companion.rules.games.deck import deal_hands
from companion.rules.games.options import option
from companion.rules.games.outcomes import OpenCards, Outcome, Ranking, Standing
from companion.rules.games.pictures import Lesson, Panel
from companion.rules.games.runs import ScoredRecord
from companion.rules.games.saichugen.levels import (
    DECK,
    HAND,
    AnyRound,
    EnteredRound,
    SaichugenGame,
    SaichugenRound,
    SaichugenRun,
    middle_players,
    open_cards,
)
from companion.rules.games.tricks import CardGame, keep_option
from companion.rules.plays import Deal, PlayerId, Shuffle
from companion.rules.results import Branch, Leaf, Node, Reason, ScoredPart, open_levels

_OPEN = Panel(
    N_("The middle card|stays open."),
    N_("Two cards lie face down, the 8 between them is open and in the light"),
    "lamp spread=50; floor; card 34 88 25; card 126 88 25; card 80 88 32 says=8",
)
_SUM_FIGURES = """
lamp spread=50; floor; card 18 70 13 says=5; card 32 70 13; card 46 70 13
card 66 70 13; card 80 70 13 says=9; card 94 70 13; card 114 70 13; card 128 70 13; card 142 70 13 says=J
text 32 86 13 says=5 tone=dim; text 80 86 16 says=9 tone=ink; text 128 86 13 says=11 tone=dim
"""
_SEEN_SUMS = N_("Three rows of cards with the sums 5, 9 and 11; the 9 is in the light")
_THREE_TRICKS = Panel(N_("Three tricks. The|middle sum is kept."), _SEEN_SUMS, _SUM_FIGURES)
_SUMS = Panel(N_("Add them up. The|middle sum is kept."), _SEEN_SUMS, _SUM_FIGURES)
_TOTAL = Panel(
    N_("The middle total|wins the game."),
    N_("Three steps of a podium; the highest is the middle one, which gets 2 and the others lose 1"),
    """
    lamp spread=50; floor; step 30 88 34 12 says=−1 size=10; step 130 88 34 12 says=−1 size=10
    step 80 88 36 24 says=+2 size=15 middle
    guest 2 30 76 22; guest 7 130 76 22; guest 1 80 64 30 eyes=open lit
    """,
)


@dataclass(frozen=True)
class Saichugen(CardGame):
    """Saichugen with its options (S4, S6, S7); raises `Refused` for options that the rules do not allow."""

    name = "saichugen"
    title = N_("Saichugen")
    min_players = 3
    max_players = 3
    source = N_(
        "Saichugen (最中限, most mediocre) comes from Japan; these are the rules of its explanation "
        "in English."
    )
    aims = (N_("The middle card stays open"), N_("The middle sum is kept"))
    in_words = (
        N_(
            "Everybody holds 17 cards, ace low to king high. Of one rank, spades beat hearts, "
            "diamonds and clubs."
        ),
        N_("Everybody lays one card in secret; all are shown at once. The middle card wins and stays open."),
        N_(
            "After three tricks the open cards are added up. The middle sum is kept; the others keep nothing."
        ),
        N_(
            "After five rounds the middle total wins the game: 2 points, and 1 point less for each "
            "of the others."
        ),
        N_("Two winners get 1 point each and the other loses 2; three winners get nothing."),
    )
    record_keys = frozenset({"deals"})

    emblem = """
    lamp x=50 y=18 width=32 spread=44 ground=84; floor y=84
    step 18 84 26 8; step 82 84 26 34; step 50 84 28 20 middle
    guest 2 18 76 20; guest 7 82 50 20; guest 1 50 64 24 eyes=open lit
    """
    in_short = N_("cards, exactly 3")
    only_results: ClassVar = {
        "results": N_("Only the sums of the open cards are entered here, round by round.")
    }
    run = SaichugenRun

    rounds: int = option(5, N_("Rounds"), N_("In a game."), offered=(1, 3, 5))
    tricks: int = option(3, N_("Tricks"), N_("In a round; rounds times tricks is at most 17."))
    games: int = option(1, N_("Games"), N_("Their points add up."), offered=(1, 2, 3))
    keep: str = keep_option(N_("The sums of each round"))

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise Refused("rounds must be 1 or more, not {n}", n=self.rounds)
        if self.tricks < 1:
            raise Refused("tricks must be 1 or more, not {n}", n=self.tricks)
        if self.games < 1:
            raise Refused("games must be 1 or more, not {n}", n=self.games)
        if self.games > 999:
            raise Refused("a match has at most 999 games, not {n}", n=self.games)
        if self.rounds * self.tricks > HAND:
            raise Refused(
                "{rounds} of {tricks} need {need} cards: a hand has 17",
                rounds=Count(self.rounds, "{n} round", "{n} rounds"),
                tricks=Count(self.tricks, "{n} trick", "{n} tricks"),
                need=self.rounds * self.tricks,
            )

    @property
    def lesson(self) -> Lesson:
        """See S3, S5 and S6."""
        sums = _THREE_TRICKS if self.tricks == 3 else _SUMS
        return Lesson(N_("Three players, 17 cards each. A is 1, K is 13."), (_OPEN, sums, _TOTAL))

    def check_plays(self, plays: Mapping[PlayerId, Any], players: int) -> None:  # noqa: ARG002
        """The sums cannot be too high together: each trick leaves one card open (R2, S3)."""
        together, most = sum(plays.values()), self.tricks * len(RANKS)
        if together > most:
            template = N_("together the sums are {sum}: in {tricks} they are {most} at most")
            tricks = Count(self.tricks, "{n} trick", "{n} tricks")
            raise Refused(template, sum=together, tricks=tricks, most=most)

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the hands of the next game of a match, unless they were dealt already (S1)."""
        if not self.can_deal:
            return None
        record = scored.record
        games_over = len(record.reveals) // (self.rounds * self.tricks)
        if not len(record.deals) <= games_over < self.games:
            return None
        return deal_hands(DECK.cards(), record.players, HAND, shuffle)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """The middle card stays open, the others are turned down (S3); the middle sum is kept (S5)."""
        has_won = player in leaf.winners
        if isinstance(leaf, EnteredRound):
            values = {"sum": leaf.plays[player]}
            if has_won:
                reason = Reason("S5", "Your {sum} is in the middle: you keep it", (), values)
                return Outcome("scored", "kept", reason, leaf.kept[player], N_("kept"))
            reason = Reason("S5", "Your {sum} is not in the middle: it is lost", (), values)
            return Outcome("outside", "lost", reason, 0, N_("lost"))
        card = {"card": card_sign(leaf.plays[player])}
        if has_won:
            reason = Reason("S3", "Your {card} is in the middle: it stays open", (), card)
            return Outcome("won", "stays open", reason, None, N_("stays open"))
        reason = Reason("S3", "Your {card} is not in the middle: it is turned down", (), card)
        return Outcome("turned down", "turned down", reason, None, N_("turned down"))

    def round_headline(self, leaf: Leaf) -> Reason:
        """Name the middle card (S3), whose suit the screen shows; or say who keeps the middle sum (S5)."""
        if isinstance(leaf, EnteredRound):
            return self.part_headline(leaf)
        cards = (leaf.plays[player] for player in leaf.winners)
        ranks = tuple(card.rank for card in cards if isinstance(card, Card))
        return Reason("S3", "{players}’s {card} stays open", leaf.winners, {"card": ranks})

    def part_headline(self, part: ScoredPart) -> Reason:
        """Say who keeps the middle sum of a round (S5), or wins a game (S6)."""
        if not isinstance(part, AnyRound):
            return super().part_headline(part)
        template = PluralTemplate("{players} keeps {sum}", "{players} keep {sum} each")
        return Reason("S5", template, part.winners, {"sum": part.scores[part.winners[0]]})

    def part_word(self, part: ScoredPart, player: PlayerId) -> str:
        """The middle sum of a round is kept, the others are lost (S5)."""
        if not isinstance(part, AnyRound):
            return super().part_word(part, player)
        return N_("kept") if player in part.winners else N_("lost")

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return what is kept of a round (S5), or the points of a game (S7)."""
        if isinstance(part, AnyRound):
            return part.kept[player]
        return part.points[player] if isinstance(part, SaichugenGame) else 0

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        """The points of a match, and the totals of its current game (S6, S7)."""
        match, *games = open_levels(root)
        points = Standing(N_("points"), match.scores)
        if not games or (root.finished and self.games > 1):
            return (points,)
        total = Standing(N_("total"), games[0].scores, (sorted(games[0].scores.values())[1],))
        return (points, total) if root.finished or self.games > 1 else (total,)

    def ranking(self, level: ScoredPart) -> Ranking:
        """The middle total wins a game, the most points a match (S6, S7); the middle sum is kept (S5)."""
        if level.kind == "round":
            return Ranking(counts=N_("sum"), note=Text("sum"))
        if level.kind == "match" and self.games > 1:
            return Ranking(counts=N_("game points"))
        note = Text(
            "After {rounds} of {of}. The middle total wins.",
            {"rounds": Count(len(getattr(level, "parts", ())), "{n} round", "{n} rounds"), "of": self.rounds},
        )
        return Ranking(
            label=N_("total"),
            counts=N_("total") if level.kind == "game" else N_("game points"),
            heading=N_("Totals"),
            note=note,
            wins=Text("the middle"),
            find=lambda scores: (sorted(scores)[len(scores) // 2],),
            is_middle=True,
        )

    def open_cards(self, latest: Sequence[Node]) -> tuple[OpenCards, ...]:
        """Return the open cards of the current round (S4)."""
        part = next(
            (saichugen_round for saichugen_round in latest if isinstance(saichugen_round, SaichugenRound)),
            None,
        )
        if part is None:
            return ()
        middle = middle_players(part.scores)
        return tuple(
            OpenCards(
                player=player,
                cards=tuple(open_cards(part.parts, player)),
                sum=score,
                is_middle=player in middle,
                kept=part.kept[player] if part.finished else None,
            )
            for player, score in part.scores.items()
        )
