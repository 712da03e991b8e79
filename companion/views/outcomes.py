"""The outcome of the last reveal for a player, as a sentence."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import Fate
from companion.rules.results import Leaf
from companion.views import reveals, scoreboard
from companion.views.naming import is_crowd, reason_sentences


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """The outcome for one player, or for all players in `seats`: `1-4 7`, empty for a single player."""

    heading: str
    sentence: str
    scored: bool
    disqualified: bool = False
    seats: str = ""


def player_outcome(room: Room, seat: Seat) -> PlayerOutcome | None:
    """Return a player's outcome; None before a reveal, and for a seat that is not in the game."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None or not (seat in leaf.plays or seat in _players_of_last_round(game)):
        return None
    if _shares_sentences(room, game):
        fate, points = (
            game.record.rules.fates(leaf).get(seat, "outside"),
            scoreboard.innermost_points(game).get(seat, 0),
        )
        return _crowd_outcome(game, leaf, fate, points, seat)
    return PlayerOutcome(
        reveals.reveal_heading(game),
        _sentence(room, game, leaf, seat),
        seat in leaf.winners,
        game.record.rules.fates(leaf).get(seat) == "disqualified",
    )


def _players_of_last_round(game: GameState) -> tuple[Seat, ...]:
    """Return the players of the last revealed round that counts."""
    return next((row.players for row in reversed(game.rounds) if not row.void), ())


def all_outcomes(room: Room) -> tuple[PlayerOutcome, ...]:
    """Return the outcomes of all players of the game, with equal ones merged."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None:
        return ()
    return tuple(
        _grouped_outcomes(game, leaf) if _shares_sentences(room, game) else _outcomes_by_sentence(room, game)
    )


def _outcomes_by_sentence(room: Room, game: GameState) -> Iterator[PlayerOutcome]:
    groups: dict[PlayerOutcome, list[Seat]] = {}
    for seat in game.record.players:
        if outcome := player_outcome(room, seat):
            groups.setdefault(outcome, []).append(seat)
    return (replace(outcome, seats=seat_ranges(seats)) for outcome, seats in groups.items())


def _grouped_outcomes(game: GameState, leaf: Leaf) -> Iterator[PlayerOutcome]:
    points, fates, players = (
        scoreboard.innermost_points(game),
        game.record.rules.fates(leaf),
        _players_of_last_round(game),
    )
    groups: defaultdict[object, list[Seat]] = defaultdict(list)
    for seat in players:
        groups[fates.get(seat), seat in leaf.plays, points.get(seat)].append(seat)
    for seats in groups.values():
        first = seats[0]
        outcome = _crowd_outcome(game, leaf, fates.get(first, "outside"), points.get(first, 0), first)
        yield replace(outcome, seats=seat_ranges(seats))


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


def _sentence(room: Room, game: GameState, leaf: Leaf, seat: Seat) -> str:
    if seat not in leaf.plays:
        return translate(game.record.rules.absent_sentence)
    [sentence] = reason_sentences(room, [game.record.rules.player_reason(leaf, seat)])
    return sentence


def _crowd_outcome(game: GameState, leaf: Leaf, fate: Fate, points: int, seat: Seat) -> PlayerOutcome:
    """Return the outcome of a player in a crowd, with the points, as the scoreboard has no row for each."""
    if seat not in leaf.plays:
        sentence = translate("You sent no number; points so far: {points}", points=points)
    elif fate == "disqualified":
        sentence = translate(
            "Somebody picked your number too: disqualified; points so far: {points}", points=points
        )
    elif fate == "middle":
        sentence = translate("Your number scores; points so far: {points}", points=points)
    else:
        sentence = translate("Your number does not score; points so far: {points}", points=points)
    return PlayerOutcome(reveals.reveal_heading(game), sentence, seat in leaf.winners, fate == "disqualified")
