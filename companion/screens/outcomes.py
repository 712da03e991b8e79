"""The outcome of the last reveal for a player: one or two large words, a sentence, and what is drawn."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, Self

from companion.i18n.messages import N_, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Fate, Ranges
from companion.rules.results import Branch, Kind, Leaf, Play, ShowdownRound
from companion.screens import headings, reveals, scoreboard
from companion.screens.cards import CardFace, card_face, play_phrase
from companion.screens.gap import Gap, find_gap, scoring_numbers, would_score
from companion.screens.hidden_scores import hides_level, hides_scores
from companion.screens.naming import is_crowd, list_players, player_names, reason_sentences
from companion.screens.struck import struck_last, why_struck_last

OutcomeKind = Literal["won", "low", "high", "same", "outside", "absent"]
"""`low` and `high`: on which side of the numbers that scored; `same`: others played the same, so it does not
count; `outside`: any other play that brought nothing."""

Sides = Mapping[Seat, Literal["low", "high"]]
_NOT_ALONE: tuple[Fate, ...] = ("disqualified", "tied")


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """The outcome for one player, or for all players in `seats`: `1-4 7`, empty for a single player.

    `verdict` are its words in large letters, `others` the seats of those who played the same. `gap` says how
    far a number was from scoring, `would` which numbers would have scored, where the sentence does not.
    `card` is what was laid, `gain` the points with their sign.
    """

    heading: str
    sentence: str
    scored: bool
    disqualified: bool = False
    seats: str = ""
    kind: OutcomeKind = "outside"
    verdict: str = ""
    gap: Gap | None = None
    would: str = ""
    card: CardFace | None = None
    others: tuple[Seat, ...] = ()
    gain: str = ""


@dataclass(frozen=True, slots=True)
class _Told:
    """The last reveal, with what is worked out at once for all players who are told about it.

    `times` is how often each play was presented, `sides` where those are who did not score.
    """

    room: Room
    game: GameState
    leaf: Leaf
    heading: str
    times: Mapping[Play, int]
    sides: Sides

    @classmethod
    def to(cls, room: Room, game: GameState, leaf: Leaf) -> Self:
        times, sides = Counter(leaf.plays.values()), _sides(game.record.rules, leaf)
        return cls(room, game, leaf, reveals.reveal_heading(game), times, sides)


def player_outcome(room: Room, seat: Seat) -> PlayerOutcome | None:
    """Return a player's outcome; None before a reveal, and for a seat that is not in the game."""
    return next((replace(each, seats="") for each in _outcomes(room, [seat])), None)


def all_outcomes(room: Room) -> tuple[PlayerOutcome, ...]:
    """Return the outcomes of all players of the game, with equal ones merged."""
    return tuple(_outcomes(room, room.current_game.record.players)) if room.current_game else ()


def _outcomes(room: Room, asked: Iterable[Seat]) -> Iterator[PlayerOutcome]:
    """Yield the outcomes of those who were in the last round, with equal ones merged.

    Nothing can be told where the result that was entered does not count any more (R1 to R3).
    """
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None or (game.record.rules.keeps_results and not leaf.finished):
        return
    last = next((row.players for row in reversed(game.rounds) if not row.void), ())
    present = {*leaf.plays, *last}
    seats = [seat for seat in asked if seat in present]
    told = _Told.to(room, game, leaf)
    if game.record.rules.number_line is not None and is_crowd(room):
        yield from _outcomes_of_crowd(told, seats)
        return
    groups: dict[PlayerOutcome, list[Seat]] = {}
    for seat in seats:
        groups.setdefault(_outcome(told, seat), []).append(seat)
    for outcome, alike in groups.items():
        yield replace(outcome, seats=seat_ranges(alike))


def _outcome(told: _Told, seat: Seat) -> PlayerOutcome:
    if struck_last(told.game):
        return _struck_outcome(told, seat)
    outcome = _single_outcome(told, seat) if seat in told.leaf.plays else _absent_outcome(told, seat)
    return _of_ended_part(told, outcome, seat)


def _of_ended_part(told: _Told, outcome: PlayerOutcome, seat: Seat) -> PlayerOutcome:
    """Return what became of the largest part that a trick has ended, for a player of cards."""
    if told.game.record.rules.number_line is not None:
        return outcome
    ended = [
        node for _, node in headings.latest_parts(told.game) if isinstance(node, Branch) and node.finished
    ]
    if not ended or hides_level(told.room, told.game, ended[0]):
        return outcome
    part, won = ended[0], seat in ended[0].winners
    rule = told.game.record.rules.part_headline(part).rule
    naming = [each for each in part.reasons if (each.rule, each.players) == (rule, part.winners)]
    return replace(
        outcome,
        sentence=reason_sentences(told.room, (naming or part.reasons)[:1])[0],
        scored=won,
        kind="won" if won else "outside",
        verdict=translate(_PART_VERDICTS[part.kind][won]),
        others=(),
        gain="",
    )


_PART_VERDICTS: Mapping[Kind, tuple[str, str]] = {
    "hand": (N_("Hand lost"), N_("Hand won")),
    "round": (N_("Round lost"), N_("Round won")),
    "game": (N_("Game lost"), N_("Game won")),
}
"""The large words for a part that was lost, and for one that was won."""


def seat_ranges(seats: Iterable[Seat]) -> str:
    """Return seats, which are numbers in the order of joining, as ranges: `1-4 7`."""
    numbers = {int(seat) for seat in seats}
    firsts = sorted([number for number in numbers if number - 1 not in numbers])
    lasts = sorted([number for number in numbers if number + 1 not in numbers])
    runs = zip(firsts, lasts, strict=True)
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _kind(leaf: Leaf, fate: Fate, seat: Seat, sides: Sides) -> OutcomeKind:
    if seat not in leaf.plays:
        return "absent"
    if seat in leaf.winners:
        return "won"
    return "same" if fate in _NOT_ALONE else sides.get(seat, "outside")


def _sides(rules: Game, leaf: Leaf) -> Sides:
    """Return on which side of those that score each number is; in a showdown the numbers of the tied."""
    if rules.number_line is None or not leaf.winners:
        return {}
    values = reveals.compared(rules, leaf)
    if isinstance(leaf, ShowdownRound):
        middle: int | Fraction = reveals.targets(rules, leaf)[0]
        values = {seat: values[seat] for seat in leaf.tied if seat in values}
    else:
        middle = values[leaf.winners[0]]
    return {seat: "low" if value < middle else "high" for seat, value in values.items()}


def _struck_outcome(told: _Told, seat: Seat) -> PlayerOutcome:
    """Return the outcome of a round in which a play is struck: for its player, and for the others."""
    heading, why = told.heading, why_struck_last(told.room, told.game, seat)
    if not why:
        if told.leaf.finished:
            return _single_outcome(told, seat) if seat in told.leaf.plays else _absent_outcome(told, seat)
        return PlayerOutcome(
            heading,
            translate("A card is struck: nobody wins"),
            scored=False,
            verdict=translate("No result"),
        )
    [struck] = (each.play for each in struck_last(told.game) if each.player == seat)
    sentence = translate("Your {play} is struck: {why}", play=play_phrase(struck), why=why)
    return PlayerOutcome(heading, sentence, scored=False, verdict=translate("Struck"))


def _absent_outcome(told: _Told, seat: Seat) -> PlayerOutcome:
    game, leaf = told.game, told.leaf
    sentence = translate(game.record.rules.absent_sentence)
    if isinstance(leaf, ShowdownRound) and seat in leaf.tied:
        template = _ABSENT_STAYS if seat in leaf.left else _ABSENT_LEAVES
        sentence = translate(template, sentence=sentence)
    return PlayerOutcome(
        told.heading,
        sentence,
        scored=False,
        kind="absent",
        verdict=translate("Nothing sent"),
        would=_would_sentence(told, seat, scoring_numbers(game.record.rules, leaf, seat)),
    )


_ABSENT_STAYS = N_("{sentence}, but nobody still tied did better: you stay")
_ABSENT_LEAVES = N_("{sentence}: you leave the showdown")


def _single_outcome(told: _Told, seat: Seat) -> PlayerOutcome:
    room, leaf, rules = told.room, told.leaf, told.game.record.rules
    outcome, reason = rules.outcome(leaf, seat), rules.player_reason(leaf, seat)
    kind, [sentence] = _kind(leaf, outcome.fate, seat, told.sides), reason_sentences(room, [reason])
    ranges = None if seat in leaf.winners else scoring_numbers(rules, leaf, seat)
    gap = _gap(told, seat, ranges or ()) if kind in ("low", "high") else None
    would = _would_sentence(told, seat, ranges)
    if gap and would and not isinstance(leaf, ShowdownRound):
        sentence, would = would, ""  # the large words have said that it does not score
        if gap.distance:
            sentence = translate("{number} scored. {sentence}", number=gap.middle, sentence=sentence)
    others = reason.players if kind == "same" else ()
    return PlayerOutcome(
        heading=told.heading,
        sentence=sentence,
        scored=seat in leaf.winners,
        disqualified=outcome.fate == "disqualified",
        kind=kind,
        verdict=_showdown_verdict(leaf, seat, gap) or _verdict(room, kind, gap, others, outcome.verdict),
        gap=gap,
        would=would,
        card=card_face(leaf.plays[seat]) if rules.shows_cards else None,
        others=others,
        gain=reveals.signed(outcome.points) if outcome.points and kind == "won" else "",
    )


def _gap(told: _Told, seat: Seat, would: Ranges) -> Gap:
    """Return how far a number was from those that score; in a showdown, from the middle."""
    leaf, rules = told.leaf, told.game.record.rules
    (low, high), numbers = rules.number_line or (0, 0), reveals.numbers_of(leaf)
    scoring = [numbers[each] for each in leaf.winners]
    measures = rules.middle_numbers(leaf) if isinstance(leaf, ShowdownRound) else scoring
    return find_gap(numbers[seat], measures, low, high, would)


def _would_sentence(told: _Told, seat: Seat, ranges: Ranges | None) -> str:
    """Return which numbers would have scored for a player who did not; empty where that is not known."""
    if ranges is None:
        return ""
    leaf, own = told.leaf, told.leaf.plays.get(seat)
    taken = {
        play for play, times in told.times.items() if isinstance(play, int) and (times > 1 or play != own)
    }
    return would_score(ranges, taken, "stayed" if isinstance(leaf, ShowdownRound) else "scored")


def _showdown_verdict(leaf: Leaf, seat: Seat, gap: Gap | None) -> str:
    """Return the large words for a number that was too far from the middle, or that could not win."""
    if not isinstance(leaf, ShowdownRound):
        return ""
    if seat not in leaf.tied:
        return translate("Noted")
    return translate("Out by {distance}", distance=abs(gap.distance)) if gap and gap.distance else ""


def _verdict(room: Room, kind: OutcomeKind, gap: Gap | None, others: tuple[Seat, ...], word: str) -> str:
    """Return the large words; `word` is the game's own, which names a play that others did not share."""
    if len(others) == 1:
        return translate("Same as {players}", players=list_players(player_names(room, others)))
    if others:
        return translate("Same as {n} others", n=format_value(len(others)))
    if word:
        return translate(word)
    if gap and not gap.distance:  # the number itself scores, for another player
        return translate("Out of turn")
    if gap and gap.distance < 0:
        return translate("Too low by {distance}", distance=-gap.distance)
    if gap:
        return translate("Too high by {distance}", distance=gap.distance)
    return translate(_VERDICTS[kind])


_VERDICTS: Mapping[OutcomeKind, str] = {
    "won": N_("MIDDLE!"),
    "low": N_("Too low"),
    "high": N_("Too high"),
    "same": N_("Not the only one"),
    "outside": N_("No point"),
    "absent": N_("Nothing sent"),
}


# Crowds: all with the same result are told the same, with the points, as the scoreboard has no row for each

_DOES_NOT_SCORE = (
    N_("Your number does not score"),
    N_("Your number does not score; points so far: {points}"),
)
_CROWD_SENTENCES: Mapping[OutcomeKind, tuple[str, str]] = {
    "absent": (N_("You sent no number"), N_("You sent no number; points so far: {points}")),
    "same": (
        N_("Somebody picked your number too: disqualified"),
        N_("Somebody picked your number too: disqualified; points so far: {points}"),
    ),
    "won": (N_("Your number scores"), N_("Your number scores; points so far: {points}")),
    "low": _DOES_NOT_SCORE,
    "high": _DOES_NOT_SCORE,
    "outside": _DOES_NOT_SCORE,
}
"""Where points are hidden, and where they are not."""

_STAKES = (
    (N_("Noted"), N_("Your number counts for the others: you cannot win this")),
    (N_("You are out"), N_("Others were closer to the middle: you leave the showdown")),
    (N_("You stay"), N_("You are still in the showdown")),
)
"""What a round of a showdown was: for who could not win, who leaves it, and who stays."""


def _outcomes_of_crowd(told: _Told, seats: Iterable[Seat]) -> Iterator[PlayerOutcome]:
    game, leaf, fates = told.game, told.leaf, told.game.record.rules.fates(told.leaf)
    points = {} if hides_scores(told.room, game) else scoreboard.innermost_points(game)
    groups: defaultdict[tuple[OutcomeKind, int | None], list[Seat]] = defaultdict(list)
    for seat in seats:
        stake = points.get(seat)
        if isinstance(leaf, ShowdownRound):
            stake = 2 if seat in leaf.left else int(seat in leaf.tied)
        groups[_kind(leaf, fates.get(seat, "outside"), seat, told.sides), stake].append(seat)
    would = _would_sentence_of_crowd(game, leaf)
    for (kind, stake), alike in groups.items():
        word = game.record.rules.outcome(leaf, alike[0]).verdict if kind == "won" else ""
        verdict, sentence = word or _VERDICTS[kind], _CROWD_SENTENCES[kind][stake is not None]
        if isinstance(leaf, ShowdownRound):
            verdict, sentence = _STAKES[stake or 0]
        yield PlayerOutcome(
            heading=told.heading,
            sentence=translate(sentence, points=stake),
            scored=kind == "won",
            disqualified=kind == "same",
            seats=seat_ranges(alike),
            kind=kind,
            verdict=translate(verdict),
            would="" if kind == "won" else would,
        )


def _would_sentence_of_crowd(game: GameState, leaf: Leaf) -> str:
    """Return which numbers would have scored for one more player, the same for all; none in a showdown."""
    if isinstance(leaf, ShowdownRound):
        return ""
    newcomer = ""  # no player is called so
    ranges = scoring_numbers(game.record.rules, leaf, newcomer)
    taken = {play for play in leaf.plays.values() if isinstance(play, int)}
    return "" if ranges is None else would_score(ranges, taken, "newcomer")
