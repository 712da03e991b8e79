"""What is shown of cards, of entered parts (R1 to R3), and the scores below; for `tv/scenes/`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from companion.i18n.lettering import ems
from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.names import first_character
from companion.room.state import Room
from companion.rules.games.outcomes import Fate
from companion.rules.results import Branch, Leaf, PrizeRound, Reason, ResultLeaf, ScoredPart
from companion.screens import reveals, snapshots
from companion.screens.cards import CardFace
from companion.screens.headings import latest_parts
from companion.screens.hidden_scores import hides_level
from companion.screens.lineup import MOST_DRAWN, MOST_NAMED
from companion.screens.naming import is_crowd, reason_sentences, score_word
from companion.screens.scenes import SceneView
from companion.screens.scenes.numbers import round_kicker
from companion.screens.scenes.strip import OpenRow, Strip, latest_levels, open_rows, strip_of
from companion.screens.voided import voided_last
from companion.values import frozen

_IN_LIGHT = ("scored", "won", "discarded")
_MOST_IN_ROW, _MOST_ON_SIDE = 12, 20  # cards
_LONGEST = 30  # letters (ems) of a heading that names all winners; otherwise the others are counted


@frozen
class Pool:
    """How many cards or prizes of tied rounds lie there, and what the next one counts; 0: there is none."""

    cards: int
    next: int


@frozen
class CardScene(SceneView):
    """What all scenes of cards and of entered parts have."""

    kicker: str
    heading: str
    strip: Strip
    pool: Pool | None


def _pool(game: GameState) -> Pool | None:
    """Return the cards of tied rounds; None if there are none."""
    rounds = game.root.pool
    if not rounds:
        return None
    following = rounds + (game.open_round.prize or 1) if game.next_round else 0
    return Pool(reveals.cards_in_pool(game), following)


def _heading(room: Room, headline: Reason) -> str:
    """Return a result with the names of all whom it is about, if it is not too long for them."""
    [heading] = reason_sentences(room, [headline])
    return heading if ems(heading) <= _LONGEST else reason_sentences(room, [headline], most=1)[0]


def _notes(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    """Return a word for each player who was absent, whose card is voided, or who took rounds from a pool."""
    absent = {seat: translate("absent") for seat in reveals.absentees(game, leaf)}
    voided = {voided_play.player: translate("struck") for voided_play in voided_last(game)}
    return {**absent, **voided, **_notes_of_pool(game, leaf)}


def _notes_of_pool(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    pool = snapshots.game_before_last(game).score.root.pool
    if not pool:
        return {}
    return dict.fromkeys(leaf.winners, format_count(pool, "{n} from the pool", "{n} from the pool"))


# A round of cards: they come up in order, the outer ones tip away, the middle is lit


@frozen
class LaidCard:
    """A card with its player; in a crowd, equal cards with all their players.

    `turn`: when it comes up, from the lowest on. `call`: what its player called.
    """

    card: CardFace
    turn: int
    seat: Seat
    name: str
    initial: str
    fate: Fate
    word: str
    corrected: bool
    call: str

    @property
    def is_uncalled(self) -> bool:
        """Whether it is said above it that it is on the side that was not called."""
        return self.fate == "outside" and bool(self.word)


Cards = tuple[LaidCard, ...]


@frozen
class TrickScene(CardScene):
    """A round of cards.

    `lit`: whether the middle stands in the light; else the round is tied, or has no result. They stand on
    both sides of the middle (`podium`), on both sides of a `trapdoor`, or in one `row`. `leans`: to which
    side the lamp leans, of two cards in the middle. `prize`: what was bid for, if anything.
    """

    layout: Literal["row", "trapdoor", "podium"]
    low: Cards
    middle: Cards
    high: Cards
    lit: bool
    leans: Literal["left", "right", ""]
    prize: int | None

    @property
    def cards(self) -> Cards:
        """All of them, lowest first."""
        return (*self.low, *self.middle, *self.high)

    @property
    def size(self) -> str:
        """How large they are drawn, by how many stand in the row, or on the larger side."""
        if self.layout == "row":
            return _size_word(len(self.cards), {4: "few", 6: "some", 9: "many"})
        beside = max(len(self.low), len(self.high))
        if self.layout == "trapdoor":
            beside += (len(self.middle) + 1) // 2
        return _size_word(beside, {1: "few", 2: "some", 5: "many", 15: "crowd"}, "throng")


def _size_word(count: int, words: Mapping[int, str], otherwise: str = "crowd") -> str:
    """Return the word of the style sheet for a size, each for at most so many."""
    return next((word for most, word in words.items() if count <= most), otherwise)


def laid_cards(room: Room, game: GameState) -> tuple[Cards, Cards, Cards]:
    """Return the cards below the middle, in it and above it; without a result, half of them on each side.

    In a tied round, the cards that tie it are in the middle. Of very many, those next to the middle are left.
    """
    cards = tuple(_in_order(room, game))
    lit = [laid_card for laid_card in cards if laid_card.fate in _IN_LIGHT]
    central = lit or [laid_card for laid_card in cards if laid_card.fate == "tied"]
    if not central:
        half = (len(cards) + 1) // 2
        return cards[:half][:_MOST_ON_SIDE], (), cards[half:][-_MOST_ON_SIDE:]
    first = cards.index(central[0])
    high = tuple(laid_card for laid_card in cards[first:] if laid_card not in central)
    return cards[:first][-_MOST_ON_SIDE:], tuple(central), high[:_MOST_ON_SIDE]


def _in_order(room: Room, game: GameState) -> Iterator[LaidCard]:
    """Yield the cards from the lowest to the highest: one for each player, in a crowd one for each face."""
    reveal, before = reveals.last_reveal(room, game), snapshots.game_before_last(game).score.next_round
    caller, call = before.caller if before else None, game.reveals[-1].call or ""
    corrected, plays = reveals.corrected_seats(game), reveal.plays if reveal else ()
    shown = [(play, play.seats) for play in plays]
    if not is_crowd(room):
        shown = [(each, (seat,)) for each, seats in shown for seat in seats]
    for turn, (each, seats) in enumerate(shown):
        name, count = room.name(seats[0]), len(seats)
        yield LaidCard(
            card=each.face,
            turn=turn,
            seat=seats[0],
            name=name if count == 1 else format_count(count, "{n} player", "{n} players"),
            initial=first_character(name),
            fate=each.fate,
            word=each.word,
            corrected=not corrected.isdisjoint(seats),
            call=call if caller in seats else "",
        )


def trick_scene(room: Room, game: GameState, leaf: Leaf) -> TrickScene:
    """Return the cards of the last reveal."""
    rules = game.rules
    low, middle, high = laid_cards(room, game)
    is_lit = any(laid_card.fate in _IN_LIGHT for laid_card in middle)
    is_crowded = len((*low, *middle, *high)) > _MOST_IN_ROW
    is_row = not is_crowded and (rules.staging == "lean" or not is_lit)
    leans: Literal["left", "right"] = "right" if len(low) > len(high) else "left"
    scoring = [seat for seat, fate in rules.fates(leaf).items() if fate in _IN_LIGHT]
    heading = translate("A card is struck: nobody wins")
    if leaf.finished:
        heading = _heading(room, rules.round_headline(leaf))
    return TrickScene(
        kicker=round_kicker(game),
        heading=heading,
        strip=strip_of(room, game, scoring, notes=_notes(game, leaf), opened=open_rows(game)),
        pool=_pool(game),
        layout="row" if is_row else "trapdoor" if rules.staging == "trapdoor" else "podium",
        low=low,
        middle=middle,
        high=high,
        lit=is_lit,
        leans=leans if is_row and is_lit and len(low) != len(high) else "",
        prize=leaf.prize if isinstance(leaf, PrizeRound) else None,
    )


# A part that ended, such as a hand, or a round of tricks; where only results are kept that is all there is


@frozen
class PartResult:
    """What a player has at the end of a part (None: it was not entered), and what that is.

    `turn`: when it comes up. `gain`: what the part brings on the level above. `hand`: how many cards are
    left, where that is the score. `open`: the cards of a round of tricks.
    """

    seat: Seat
    name: str
    score: int | None
    word: str
    turn: int
    gain: int = 0
    hand: int = 0
    open: OpenRow = ()


@frozen
class Side:
    """Those with less than the winners, or those with more."""

    results: Sequence[PartResult]

    @property
    def word(self) -> str:
        """What all of three or more have in common; empty where they have nothing."""
        words = {part.word for part in self.results}
        return words.pop() if len(self.results) > 2 and len(words) == 1 else ""

    @property
    def score(self) -> int | None:
        """The score that all of them have; None where it differs."""
        scores = {part.score for part in self.results}
        return scores.pop() if self.word and len(scores) == 1 else None


@frozen
class PartScene(CardScene):
    """A part that ended, or a round of which only the winner is known (`is_round`).

    `named`: whether names stand at the guests beside the winners; most are in the strip.
    """

    low: Side
    middle: Sequence[PartResult]
    high: Side
    corrected: bool
    is_round: bool = False
    named: bool = False

    @property
    def size(self) -> str:
        """How large the guests are drawn."""
        side = max(len(self.low.results), len(self.high.results))
        sizes = {1: "few", 2: "some", **({6 if self.middle else 12: "many"} if self.is_round else {})}
        return _size_word(side, sizes, "crowd" if self.is_round else "many")

    @property
    def bare(self) -> bool:
        """Whether nobody has cards."""
        results = (*self.low.results, *self.middle, *self.high.results)
        return not any(part.hand or part.open for part in results)


def ended_parts(room: Room, game: GameState) -> Iterator[tuple[int, str, ScoredPart]]:
    """Yield the depth, the name and the result of each part that ended with the last reveal, innermost first.

    The whole game has a scene of its own; so it has where it is the only part of a level that is not named.
    """
    if not game.reveals or game.rules.number_line is not None or game.root.entered:
        return
    named = latest_parts(game)
    outermost = 1 if game.root.is_named else 2
    for depth in range(len(named), 0, -1):
        where, part = named[depth - 1]
        if isinstance(part, ResultLeaf) or (
            isinstance(part, Branch)
            and part.finished
            and depth >= outermost
            and not hides_level(room, game, part)
        ):
            yield depth, where, part


def groups_of(part: ScoredPart) -> tuple[Sequence[Seat], Sequence[Seat], Sequence[Seat]]:
    """Return who has less than the winners, the winners, and who has more; all are first if none wins."""
    ordered = sorted(part.scores, key=part.scores.__getitem__)
    if not part.winners:
        return ordered, (), ()
    least = min(part.scores[seat] for seat in part.winners)
    others = [seat for seat in ordered if seat not in part.winners]
    low = [seat for seat in others if part.scores[seat] < least]
    return low, part.winners, others[len(low) :]


def part_scene(room: Room, game: GameState, where: str, part: ScoredPart, depth: int) -> PartScene:
    """Return what is shown of a part that ended."""
    rules = game.rules
    opened = open_rows(game) if part is latest_levels(game)[-1] else {}
    come = {seat: turn for turn, seat in enumerate(sorted(part.scores, key=part.scores.__getitem__))}
    low, middle, high = (
        [_result(room, game, part, seat, come[seat], opened.get(seat, ())) for seat in group]
        for group in groups_of(part)
    )
    heading = translate("No result")
    if part.finished:
        headline = rules.part_headline(part) if isinstance(part, Branch) else rules.round_headline(part)
        heading = _heading(room, headline)
    return PartScene(
        kicker=translate("{game}, {part} is over", game=translate(rules.known_as), part=where),
        heading=heading,
        strip=strip_of(room, game, part.winners, depth=depth - 1),
        pool=None,
        low=Side(low),
        middle=middle,
        high=Side(high),
        corrected=isinstance(part, ResultLeaf) and bool(reveals.corrected_seats(game)),
    )


def _result(  # noqa: PLR0913, PLR0917
    room: Room, game: GameState, part: ScoredPart, seat: Seat, turn: int, opened: OpenRow
) -> PartResult:
    """Return what one player has at the end of a part."""
    rules = game.rules
    score = part.scores[seat] if isinstance(part, Branch) or seat in part.plays else None
    if isinstance(part, Branch):
        word = translate(rules.part_word(part, seat))
    else:
        word = translate(rules.outcome(part, seat).word) if part.finished else ""
    gain, hand = rules.gain(part, seat) if part.finished else 0, part.kind == "hand" and score
    return PartResult(seat, room.name(seat), score, word, turn, gain, hand or 0, opened)


# A round of which only the winner was entered: who took it, or that nobody did (R3)


def round_winner_scene(room: Room, game: GameState, leaf: Leaf) -> PartScene:
    """Return who took the round, with how many it counts with those of the pool; who took none is beside."""
    rules, winners = game.rules, leaf.winners
    others = [seat for seat in leaf.plays or game.players if seat not in winners]
    half = (len(others) + 1) // 2 if winners else len(others)
    label = game.inner_standing.label

    def beside(seats: Sequence[Seat], first: int) -> Side:
        turns = enumerate(seats, first)
        return Side([PartResult(seat, room.name(seat), None, "", turn) for turn, seat in turns])

    def won(seat: Seat) -> PartResult:
        rounds = rules.gain(leaf, seat)
        return PartResult(seat, room.name(seat), rounds, score_word(label, rounds), half, rounds)

    heading = translate("No result")
    if leaf.finished:
        heading = _heading(room, rules.round_headline(leaf))
    return PartScene(
        kicker=round_kicker(game),
        heading=heading,
        strip=strip_of(room, game, winners, notes=_notes_of_pool(game, leaf)),
        pool=_pool(game),
        low=beside(others[:half][:MOST_DRAWN], 0),
        middle=[*map(won, winners)],
        high=beside(others[half:][:MOST_NAMED], half + 1),
        corrected=bool(reveals.corrected_seats(game)),
        is_round=True,
        named=len(others) <= MOST_NAMED,
    )
