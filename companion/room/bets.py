"""Bets of those who watch on who scores in a round: taken before its reveal, then right or wrong."""

from collections import Counter
from collections.abc import Collection, Mapping

from companion.room import game_events
from companion.room.events import Device, Seat, Seats
from companion.room.fast_replace import replace
from companion.room.game_state import GameState
from companion.room.state import Room, Watcher


def place_bet(room: Room, event: game_events.BetPlaced, device: Device) -> Room:
    """Take a bet, also on a later round: the host has taken back the one before it since."""
    if device not in room.watchers:
        watcher = Watcher(len(room.watchers) + 1, event.source)
        room = replace(room, watchers={**room.watchers, device: watcher})
    game = room.current_game
    if game is None or game.number != event.game or event.round < game.round_number:
        return room
    placed = game.bets.get(event.round, {})
    placed = {**placed, device: (*placed.get(device, ()), event.on)}
    return replace(room, current_game=replace(game, bets={**game.bets, event.round: placed}))


def seats_to_bet_on(room: Room) -> Seats:
    """Return on whom those who watch can bet now: who can still score in the open round.

    Nobody where lists or results are entered, where all of it is entered on the sheet, and in a round that
    everybody has seen already.
    """
    game = room.current_game
    return tuple(filter(game.counts_on, _seats_in_question(room))) if game else ()


def can_bet_on(room: Room, seat: Seat) -> bool:
    """Tell whether a seat is one of those on whom one can bet now."""
    game = room.current_game
    return game is not None and seat in _seats_in_question(room) and game.counts_on(seat)


def _seats_in_question(room: Room) -> Collection[Seat]:
    """Return who could score in the open round, also those who have gone since; nobody where none can bet."""
    game = room.current_game
    if (
        game is None
        or room.is_closed
        or game.is_reopened
        or not game.takes_plays
        or game.open_round.is_result
    ):
        return ()
    seats = game.open_round.contenders or game.open_round.allowed
    has_phone = (not room.seats[seat].has_no_phone for seat in seats if seat in room.seats)
    return seats if any(has_phone) else ()


def bets_on(game: GameState, number: int) -> Mapping[Device, Seat]:
    """Return on whom each has bet in a round."""
    return {device: placed[-1] for device, placed in game.bets.get(number, {}).items()}


def last_round(game: GameState) -> int:
    """Return the number of the last revealed round that counts; 0 if there is none."""
    return max(best_in_rounds(game), default=0)


def bets_on_last(game: GameState) -> Mapping[Seat, int]:
    """Return how many have bet on each player in the last reveal, the most first."""
    return dict(Counter(bets_on(game, last_round(game)).values()).most_common())


def best_in_rounds(game: GameState) -> Mapping[int, Seats]:
    """Return about whom a bet is right, in each revealed round that counts, by its number."""
    counting = (number for number, played in enumerate(game.rounds, 1) if not played.void)
    return {number: leaf.best for number, leaf in zip(counting, game.score.leaves(), strict=False)}


def best_watcher(room: Room) -> tuple[int, int, int]:
    """Return the number of who bet best in the evening, how often that was right, and on how many rounds.

    That is whoever was right most often, of equal ones in fewer rounds, then the first; zeros: nobody was.
    """
    right: Counter[Device] = Counter()
    placed: Counter[Device] = Counter()
    for game in room.real_games:
        for number, best in best_in_rounds(game).items() if game.bets else ():
            bets = bets_on(game, number)
            placed.update(bets.keys())
            right.update(device for device, seat in bets.items() if seat in best)
    found = ((right[device], -placed[device], -room.watchers[device].number) for device in right)
    most, of, number = max(found, default=(0, 0, 0))
    return -number, most, -of
