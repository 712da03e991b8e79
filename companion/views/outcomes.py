"""What the last reveal brought to one player, in a sentence."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Fate
from companion.rules.results import Leaf
from companion.views import reveals, scoreboard
from companion.views.naming import is_crowd, reason_sentences


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """What the last reveal brought to a player, or to all on some seats: `1-4 7`, empty for one alone."""

    heading: str
    sentence: str
    scored: bool
    disqualified: bool = False
    seats: str = ""


def player_outcome(room: Room, seat: Seat) -> PlayerOutcome | None:
    """Say to a player what became of his or her number or card; None for who is not in the game."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None or not (seat in leaf.plays or seat in _there(game)):
        return None
    if _is_alike(room, game):
        fate, points = (
            game.record.rules.fates(leaf).get(seat, "outside"),
            scoreboard.innermost_points(game).get(seat, 0),
        )
        return _crowds(game, leaf, fate, points, seat)
    return PlayerOutcome(
        reveals.reveal_heading(game),
        _sentence(room, game, leaf, seat),
        seat in leaf.winners,
        game.record.rules.fates(leaf).get(seat) == "disqualified",
    )


def _there(game: GameState) -> tuple[Seat, ...]:
    """List who was in the game when the last round was revealed that counts."""
    return next((row.players for row in reversed(game.rounds) if not row.void), ())


def all_outcomes(room: Room) -> tuple[PlayerOutcome, ...]:
    """Say to all players of a game what became of their numbers or cards, each sentence once."""
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None:
        return ()
    return tuple(_all_alike(game, leaf) if _is_alike(room, game) else _each(room, game))


def _each(room: Room, game: GameState) -> Iterator[PlayerOutcome]:
    together: dict[PlayerOutcome, list[Seat]] = {}
    for seat in game.record.players:
        if found := player_outcome(room, seat):
            together.setdefault(found, []).append(seat)
    return (replace(found, seats=seat_ranges(seats)) for found, seats in together.items())


def _all_alike(game: GameState, leaf: Leaf) -> Iterator[PlayerOutcome]:
    points, fates, there = scoreboard.innermost_points(game), game.record.rules.fates(leaf), _there(game)
    together: defaultdict[object, list[Seat]] = defaultdict(list)
    for seat in there:
        together[fates.get(seat), seat in leaf.plays, points.get(seat)].append(seat)
    for seats in together.values():
        first = seats[0]
        found = _crowds(game, leaf, fates.get(first, "outside"), points.get(first, 0), first)
        yield replace(found, seats=seat_ranges(seats))


def _is_alike(room: Room, game: GameState) -> bool:
    """Tell whether all players of a crowd to whom the same happened are told so in the same words."""
    return game.record.rules.number_line is not None and is_crowd(room)


def seat_ranges(seats: Iterable[Seat]) -> str:
    """Write many seats, which are numbers in the order of joining, shortly: `1-4 7`."""
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


def _crowds(game: GameState, leaf: Leaf, fate: Fate, points: int, seat: Seat) -> PlayerOutcome:
    """Say what happened to somebody of a crowd, with the points, for which the board has no row."""
    if seat not in leaf.plays:
        said = translate("You sent no number; points so far: {points}", points=points)
    elif fate == "disqualified":
        said = translate(
            "Somebody picked your number too: disqualified; points so far: {points}", points=points
        )
    elif fate == "middle":
        said = translate("Your number scores; points so far: {points}", points=points)
    else:
        said = translate("Your number does not score; points so far: {points}", points=points)
    return PlayerOutcome(reveals.reveal_heading(game), said, seat in leaf.winners, fate == "disqualified")
