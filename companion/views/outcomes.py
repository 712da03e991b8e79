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
from companion.rules.insights.baselines import NEWCOMER
from companion.rules.results import Leaf, Play, ShowdownRound
from companion.views import reveals, scoreboard
from companion.views.cards import CardFace, card_face, play_phrase
from companion.views.gap import Gap, find_gap
from companion.views.hidden_scores import hides_scores
from companion.views.insights.advice import Advice, advices
from companion.views.insights.would_score import would_score
from companion.views.naming import is_crowd, list_players, player_names, reason_sentences
from companion.views.struck import struck_last, why_struck_last

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
    `card` is what was laid, `gain` the points with their sign, `advice` what to hope for in the next round.
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
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class _Told:
    """The last reveal, with what is worked out at once for all players who are told about it.

    `would` are the numbers that would have scored for those who did not, `times` how often each play was
    presented, `sides` where the others are, `advices` what to hope for.
    """

    room: Room
    game: GameState
    leaf: Leaf
    heading: str
    would: Mapping[Seat, Ranges]
    times: Mapping[Play, int]
    sides: Sides
    advices: Mapping[Seat, Advice]

    @classmethod
    def to(cls, room: Room, game: GameState, leaf: Leaf, seats: Iterable[Seat]) -> Self:
        others = [seat for seat in seats if seat not in leaf.winners]
        rules, times = game.record.rules, Counter(leaf.plays.values())
        would, sides = rules.scoring_numbers(leaf, others), _sides(rules, leaf)
        heading = reveals.reveal_heading(game)
        return cls(room, game, leaf, heading, would, times, sides, advices(room, game))


def player_outcome(room: Room, seat: Seat) -> PlayerOutcome | None:
    """Return a player's outcome; None before a reveal, and for a seat that is not in the game."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None or _is_missing(game, leaf):
        return None
    if not (seat in leaf.plays or seat in _players_of_last_round(game)):
        return None
    if _shares_sentences(room, game):
        fate, points = (
            game.record.rules.fates(leaf).get(seat, "outside"),
            _points_so_far(room, game).get(seat),
        )
        outcome = _crowd_outcome(
            game, leaf, _kind(leaf, fate, seat, _sides(game.record.rules, leaf)), points, seat
        )
        return _with_would(outcome, _would_sentence_of_crowd(game, leaf))
    return _outcome(_Told.to(room, game, leaf, [seat]), seat)


def _is_missing(game: GameState, leaf: Leaf) -> bool:
    """Return whether nothing can be told: the result that was entered does not count any more (R1 to R3)."""
    return game.record.rules.keeps_results and not leaf.finished


def _outcome(told: _Told, seat: Seat) -> PlayerOutcome:
    if struck_last(told.game):
        return _struck_outcome(told, seat)
    return _single_outcome(told, seat) if seat in told.leaf.plays else _absent_outcome(told, seat)


def _players_of_last_round(game: GameState) -> tuple[Seat, ...]:
    """Return the players of the last revealed round that counts."""
    return next((row.players for row in reversed(game.rounds) if not row.void), ())


def all_outcomes(room: Room) -> tuple[PlayerOutcome, ...]:
    """Return the outcomes of all players of the game, with equal ones merged."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None or _is_missing(game, leaf):
        return ()
    return tuple(
        _grouped_outcomes(room, game, leaf)
        if _shares_sentences(room, game)
        else _outcomes_by_sentence(room, game, leaf)
    )


def _outcomes_by_sentence(room: Room, game: GameState, leaf: Leaf) -> Iterator[PlayerOutcome]:
    present = {*leaf.plays, *_players_of_last_round(game)}
    seats = [seat for seat in game.record.players if seat in present]
    told, groups = _Told.to(room, game, leaf, seats), dict[PlayerOutcome, list[Seat]]()
    for seat in seats:
        groups.setdefault(_outcome(told, seat), []).append(seat)
    return (replace(outcome, seats=seat_ranges(seats)) for outcome, seats in groups.items())


def _points_so_far(room: Room, game: GameState) -> Mapping[Seat, int]:
    """Return the points of all players; of nobody where they are hidden."""
    return {} if hides_scores(room, game) else scoreboard.innermost_points(game)


def _grouped_outcomes(room: Room, game: GameState, leaf: Leaf) -> Iterator[PlayerOutcome]:
    points, fates, players = (
        _points_so_far(room, game),
        game.record.rules.fates(leaf),
        _players_of_last_round(game),
    )
    sides = _sides(game.record.rules, leaf)
    groups: defaultdict[tuple[OutcomeKind, int | None], list[Seat]] = defaultdict(list)
    for seat in players:
        stake = _stake(leaf, seat) if isinstance(leaf, ShowdownRound) else points.get(seat)
        groups[_kind(leaf, fates.get(seat, "outside"), seat, sides), stake].append(seat)
    would = _would_sentence_of_crowd(game, leaf)
    for (kind, sum_of_points), seats in groups.items():
        outcome = _crowd_outcome(game, leaf, kind, sum_of_points, seats[0])
        yield replace(_with_would(outcome, would), seats=seat_ranges(seats))


def _shares_sentences(room: Room, game: GameState) -> bool:
    """Return whether players with the same result get the same sentence: with numbers, in a crowd."""
    return game.record.rules.number_line is not None and is_crowd(room)


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


def _measures(game: GameState, leaf: Leaf) -> tuple[int | Fraction, ...]:
    """Return what a player's number is compared with: those that score; in a showdown, the middle."""
    if isinstance(leaf, ShowdownRound):
        return game.record.rules.middle_numbers(leaf)
    return tuple(_number(leaf, each) for each in leaf.winners)


def _number(leaf: Leaf, seat: Seat) -> int:
    number = leaf.plays[seat]
    assert isinstance(number, int)  # noqa: S101 - a game with a number line is played with numbers
    return number


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
        would=_would_sentence(told, seat),
        advice=told.advices.get(seat),
    )


_ABSENT_STAYS = N_("{sentence}, but nobody still tied did better: you stay")
_ABSENT_LEAVES = N_("{sentence}: you leave the showdown")


def _single_outcome(told: _Told, seat: Seat) -> PlayerOutcome:
    room, leaf, rules = told.room, told.leaf, told.game.record.rules
    outcome, reason = rules.outcome(leaf, seat), rules.player_reason(leaf, seat)
    kind, [sentence] = _kind(leaf, outcome.fate, seat, told.sides), reason_sentences(room, [reason])
    gap = _gap(told, seat) if kind in ("low", "high") else None
    would = _would_sentence(told, seat)
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
        advice=told.advices.get(seat),
    )


def _gap(told: _Told, seat: Seat) -> Gap:
    leaf, (low, high) = told.leaf, told.game.record.rules.number_line or (0, 0)
    would = told.would.get(seat, ())
    return find_gap(_number(leaf, seat), _measures(told.game, leaf), low, high, would)


def _would_sentence(told: _Told, seat: Seat) -> str:
    """Return which numbers would have scored for a player who did not; empty where the game does not say."""
    found, leaf = told.would, told.leaf
    if seat not in found or (isinstance(leaf, ShowdownRound) and seat not in leaf.tied):
        return ""
    own = leaf.plays.get(seat)
    taken = {
        play for play, times in told.times.items() if isinstance(play, int) and (times > 1 or play != own)
    }
    return would_score(found[seat], taken, "stayed" if isinstance(leaf, ShowdownRound) else "scored")


def _with_would(outcome: PlayerOutcome, would: str) -> PlayerOutcome:
    """Add which numbers would have scored, for a player whose number did not."""
    return outcome if outcome.scored else replace(outcome, would=would)


def _would_sentence_of_crowd(game: GameState, leaf: Leaf) -> str:
    """Return which numbers would have scored for one more player, the same for all; none in a showdown."""
    if isinstance(leaf, ShowdownRound):
        return ""
    found = game.record.rules.scoring_numbers(leaf, [NEWCOMER])
    taken = {play for play in leaf.plays.values() if isinstance(play, int)}
    return would_score(found[NEWCOMER], taken, "newcomer") if NEWCOMER in found else ""


def _showdown_verdict(leaf: Leaf, seat: Seat, gap: Gap | None) -> str:
    """Return the large words for a number that was too far from the middle, or that could not win."""
    if not isinstance(leaf, ShowdownRound):
        return ""
    if seat not in leaf.tied:
        return translate("Noted")
    return translate("Out by {distance}", distance=abs(gap.distance)) if gap and gap.distance else ""


def _verdict(room: Room, kind: OutcomeKind, gap: Gap | None, others: tuple[Seat, ...], word: str) -> str:
    """Return the large words; `word` is the game's own, which names a play that others did not share."""
    if others:
        return _same_as(room, others)
    if word:
        return translate(word)
    if gap and not gap.distance:  # the number itself scores, for another player
        return translate("Out of turn")
    if gap and gap.distance < 0:
        return translate("Too low by {distance}", distance=-gap.distance)
    if gap:
        return translate("Too high by {distance}", distance=gap.distance)
    return _verdict_of_kind(kind)


def _same_as(room: Room, others: tuple[Seat, ...]) -> str:
    if len(others) == 1:
        return translate("Same as {players}", players=list_players(player_names(room, others)))
    return translate("Same as {n} others", n=format_value(len(others)))


def _verdict_of_kind(kind: OutcomeKind) -> str:
    match kind:
        case "won":
            return translate("MIDDLE!")
        case "low":
            return translate("Too low")
        case "high":
            return translate("Too high")
        case "same":
            return translate("Not the only one")
        case "absent":
            return translate("Nothing sent")
    return translate("No point")


_DOES_NOT_SCORE = N_("Your number does not score")
_UNTOLD_SENTENCES: Mapping[OutcomeKind, str] = {
    "absent": N_("You sent no number"),
    "same": N_("Somebody picked your number too: disqualified"),
    "won": N_("Your number scores"),
    "low": _DOES_NOT_SCORE,
    "high": _DOES_NOT_SCORE,
    "outside": _DOES_NOT_SCORE,
}
"""The sentences of a crowd where points are hidden."""


def _crowd_outcome(
    game: GameState, leaf: Leaf, kind: OutcomeKind, points: int | None, seat: Seat
) -> PlayerOutcome:
    """Return the outcome of a player in a crowd, with the points, as the scoreboard has no row for each."""
    if isinstance(leaf, ShowdownRound):
        return _crowd_showdown_outcome(game, leaf, kind, seat)
    if points is None:
        sentence = translate(_UNTOLD_SENTENCES[kind])
    elif kind == "absent":
        sentence = translate("You sent no number; points so far: {points}", points=points)
    elif kind == "same":
        sentence = translate(
            "Somebody picked your number too: disqualified; points so far: {points}", points=points
        )
    elif kind == "won":
        sentence = translate("Your number scores; points so far: {points}", points=points)
    else:
        sentence = translate("Your number does not score; points so far: {points}", points=points)
    word = game.record.rules.outcome(leaf, seat).verdict if kind == "won" else ""
    return PlayerOutcome(
        heading=reveals.reveal_heading(game),
        sentence=sentence,
        scored=kind == "won",
        disqualified=kind == "same",
        kind=kind,
        verdict=translate(word) if word else _verdict_of_kind(kind),
    )


def _stake(leaf: ShowdownRound, seat: Seat) -> int:
    """Return what a round of a showdown was for a player: 2 stays in it, 1 leaves it, 0 could not win."""
    return 2 if seat in leaf.left else int(seat in leaf.tied)


_STAKES = (
    (N_("Noted"), N_("Your number counts for the others: you cannot win this")),
    (N_("You are out"), N_("Others were closer to the middle: you leave the showdown")),
    (N_("You stay"), N_("You are still in the showdown")),
)


def _crowd_showdown_outcome(
    game: GameState, leaf: ShowdownRound, kind: OutcomeKind, seat: Seat
) -> PlayerOutcome:
    verdict, sentence = _STAKES[_stake(leaf, seat)]
    return PlayerOutcome(
        heading=reveals.reveal_heading(game),
        sentence=translate(sentence),
        scored=seat in leaf.winners,
        disqualified=kind == "same",
        kind=kind,
        verdict=translate(verdict),
    )
