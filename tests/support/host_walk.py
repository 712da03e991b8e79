"""Random evenings: players lay and pick, and the host enters, undoes, voids, corrects and removes."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import (
    bot_turns,
    corrections,
    membership,
    questions,
    room_control,
    scheduled,
    submissions,
)
from companion.room.commands.access import round_id
from companion.room.events import Seat
from companion.rules.games.numbers import NumberRange
from tests.support.room_driver import HOST, device, open_room_with

Table = tuple[str, int, bool, Mapping[str, Any]]
"""A game: its name, its players, whether the app deals, and its options."""

TABLES: Sequence[Table] = (
    ("mediocrity", 3, False, {"target": 1}),
    ("mediocrity", 4, False, {"target": 2}),
    ("median", 3, False, {"lowest": "J", "hand": 3}),
    ("median", 4, False, {"lowest": "J", "hand": 2, "dealer": "3"}),
    ("median", 2, False, {"lowest": "K", "hand": 2, "lead": "loser"}),
    ("median", 4, True, {"lowest": "9", "hand": 3}),
    ("median", 3, True, {"lowest": "Q", "hand": 2}),
    ("saichugen", 3, False, {"rounds": 2, "tricks": 2}),
    ("saichugen", 3, True, {"rounds": 1, "tricks": 2, "games": 2}),
    ("mediocrity", 3, False, {"keep": "results", "target": 2}),
    ("median", 3, False, {"keep": "results", "lowest": "J", "hand": 3}),
    ("saichugen", 3, False, {"keep": "results", "rounds": 2, "games": 2}),
    ("good-enough", 3, False, {"rounds": 3, "high": 9}),
    ("good-enough", 4, False, {"rounds": 3, "entry": "lists", "high": 9}),
    ("good-enough", 3, False, {"rounds": 3, "entry": "cards", "cards": 14}),
    ("good-enough", 3, True, {"rounds": 3, "entry": "cards", "cards": 14, "tie_break": "sudden-death"}),
    ("good-enough", 3, True, {"nesting": [3, 2], "entry": "cards", "cards": 14}),
    ("good-enough", 3, False, {"nesting": [3, 2], "tie_break": "peel+showdown", "high": 9}),
    ("good-enough", 3, False, {"points_target": 4, "tie_break": "peel+sudden-death", "offsets": True}),
)
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")

Act = Callable[["HostWalk"], events.Event | None]


class HostWalk:
    """One evening, by a seed: `steps` yields what was done, after each step that changed the room.

    Half of the players have phones. A card that is picked for a correction may be one that lies already.
    """

    def __init__(self, seed: int, table: Table | None = None) -> None:
        self.rng = random.Random(seed)
        game, players, dealt, options = table or self.rng.choice(TABLES)
        phones = dealt or self.rng.random() < 0.7
        self.driver = open_room_with(game, NAMES[:players], seed, phones, **options)
        self._start((game, players, dealt, options))

    def steps(self, most: int) -> Iterator[str]:
        """Do up to `most` steps; yield the name of each that changed the room."""
        for _ in range(most):
            act = self.rng.choice(_WEIGHTED) if self.rng.random() < 0.4 else _play
            if self._try(act):
                yield act.__name__.strip("_")

    def _try(self, act: Act) -> bool:
        driver = self.driver
        before, driver.now = driver.room, driver.now + timedelta(seconds=self.rng.randrange(4))
        driver.apply(scheduled.due_event(driver.room, driver.now, driver.rng))
        try:
            self.by = HOST
            event = act(self)
        except Refused:
            event = None
        driver.apply(event, self.by)
        return driver.room is not before

    def _start(self, table: Table) -> None:
        game, _, dealt, options = table
        self.driver.apply(
            room_control.start_game(self.driver.room, HOST, lambda _: options, game=game, dealt=dealt), HOST
        )

    @property
    def at(self) -> str:
        """The id of the open round."""
        return round_id(self.driver.room.current_game) if self.driver.room.current_game else "1.1"

    def seat(self) -> Seat:
        """Choose a seat."""
        return self.rng.choice([player.seat for player in self.driver.room.players])

    def round(self) -> str:
        """Choose a revealed round, mostly one of the last."""
        rounds = [f"{g.number}.{n}" for g in self.driver.room.games for n in range(1, g.round_number)]
        return self.rng.choice(rounds[-3:] if self.rng.random() < 0.7 else rounds) if rounds else "1.1"

    def card(self, seat: Seat) -> str:
        """Choose something that a seat may play now, or at times anything."""
        game = self.driver.room.current_game
        ask = game.next_round if game else None
        allowed = ask.allowed.get(seat) if ask else None
        if allowed is None or self.rng.random() < 0.05:
            return self.rng.choice(("7", "8H", "QS", "KD", "3"))
        if isinstance(allowed, NumberRange):
            return str(self.rng.randint(allowed.low, min(allowed.high, 9)))
        known = allowed.choices()
        return str(self.rng.choice(known)) if known else ""


def _play(walk: HostWalk) -> events.Event | None:
    """Let somebody who is waited for call, lay or send, or the host reveal."""
    room, game, at = walk.driver.room, walk.driver.room.current_game, walk.at
    if game is None or game.next_round is None:
        return None
    if game.lists_left:
        return submissions.reveal_list_round(room, HOST, at)
    if game.must_call:
        return submissions.call_high_low_for(room, HOST, at, walk.rng.choice(("high", "low")))
    waiting = list(game.record.players if game.has_clash else game.thinking)
    if not waiting:
        return submissions.close_round(room, HOST, at)
    if game.next_round.is_result:
        return _pad(walk)
    seat = game.must_lead or walk.rng.choice(waiting)
    phones = room.seats[seat].devices
    walk.by = next(iter(sorted(phones)), HOST)
    if game.takes_lists:
        typed = [walk.card(seat) for _ in range(game.next_round.plays_at_once)]
        if phones:
            return submissions.submit_list(room, walk.by, at, typed)
        return submissions.submit_list_for(room, HOST, seat, at, typed)
    if phones:
        return submissions.submit_play(room, walk.by, at, walk.card(seat))
    return submissions.submit_play_for(room, HOST, seat, at, walk.card(seat))


def _pad(walk: HostWalk) -> events.Event | None:
    """Enter for some players, or all of them, with one press of Done."""
    game = walk.driver.room.current_game
    ask = game.next_round if game else None
    if game is None or ask is None:
        return None
    seats = [seat for seat in ask.allowed if ask.is_result or walk.rng.random() < 0.8]
    typed = {seat: walk.card(seat) for seat in seats}
    if ask.is_result and walk.rng.random() < 0.8:  # what can stand together
        typed = dict.fromkeys(seats, "0") | {walk.rng.choice(seats): "1"}
    call = walk.rng.choice(("high", "low")) if ask.caller else ""
    return submissions.enter_plays(walk.driver.room, HOST, walk.at, typed, call)


def _enter(walk: HostWalk) -> events.Event | None:
    seat = walk.seat()
    return submissions.submit_play_for(walk.driver.room, HOST, seat, walk.at, walk.card(seat))


def _correct(walk: HostWalk) -> events.Event | None:
    """Correct one or two plays of a game, and at times a call, to what may lie somewhere already."""
    at = walk.round()
    game, number = (int(part) for part in at.split("."))
    state = walk.driver.room.find_game(game)
    rounds = state.rounds if state else ()
    shown = [str(play) for row in rounds for play in row.reveal.plays.values()]
    typed = {
        (place, walk.seat()): walk.rng.choice([*shown, *_ANY_CARD])
        for place in {number, walk.rng.randrange(1, len(rounds) + 2)}
    }
    calls = {number: walk.rng.choice(("high", "low"))} if walk.rng.random() < 0.2 else {}
    return corrections.correct_plays(walk.driver.room, HOST, at, typed, calls)


_ANY_CARD = ("", "KS", "2C", "QH", "7", "K")


def _void(walk: HostWalk) -> events.Event | None:
    is_void = walk.rng.random() < 0.7
    return corrections.void_round(walk.driver.room, HOST, walk.round(), is_void=is_void)


def _reopen(walk: HostWalk) -> events.Event | None:
    return corrections.reopen_round(walk.driver.room, HOST, walk.round())


def _undo(walk: HostWalk) -> events.Event | None:
    stack = walk.driver.room.undo
    return corrections.undo_last(walk.driver.room, HOST, str(stack[-1])) if len(stack) > 1 else None


def _redo(walk: HostWalk) -> events.Event | None:
    stack = walk.driver.room.redo
    return corrections.redo_last(walk.driver.room, HOST, str(stack[-1])) if stack else None


def _close(walk: HostWalk) -> events.Event | None:
    return submissions.close_round(walk.driver.room, HOST, walk.at)


def _pace(walk: HostWalk) -> events.Event | None:
    return room_control.set_auto_reveal(walk.driver.room, HOST, by_itself=walk.rng.random() < 0.7)


def _join(walk: HostWalk) -> events.Event | None:
    walk.by = device(f"new{walk.rng.randrange(3)}")
    return membership.join_room(walk.driver.room, walk.by, walk.rng.choice(NAMES))


def _leave(walk: HostWalk) -> events.Event | None:
    walk.by = next(iter(sorted(walk.driver.room.seats[walk.seat()].devices)), "")
    return membership.leave_room(walk.driver.room, walk.by) if walk.by else None


def _back(walk: HostWalk) -> events.Event | None:
    return membership.sit_in(walk.driver.room, HOST, walk.seat())


def _add(walk: HostWalk) -> events.Event | None:
    return membership.add_player(walk.driver.room, HOST, walk.rng.choice(NAMES))


def _bot(walk: HostWalk) -> events.Event | None:
    return bot_turns.add_bot(walk.driver.room, HOST, "random") if walk.rng.random() < 0.3 else None


def _out(walk: HostWalk) -> events.Event | None:
    return membership.sit_out(walk.driver.room, HOST, walk.seat())


def _remove(walk: HostWalk) -> events.Event | None:
    return membership.remove_player(walk.driver.room, HOST, walk.seat())


def _merge(walk: HostWalk) -> events.Event | None:
    return membership.merge_players(walk.driver.room, HOST, walk.seat(), walk.seat())


def _rename(walk: HostWalk) -> events.Event | None:
    return membership.rename_player(walk.driver.room, HOST, walk.seat(), walk.rng.choice(NAMES))


def _ask(walk: HostWalk) -> events.Event | None:
    return questions.ask_question(walk.driver.room, HOST, walk.at, walk.rng.choice(("How many?", "")))


def _tell(walk: HostWalk) -> events.Event | None:
    return questions.tell_truth(walk.driver.room, HOST, walk.round(), walk.rng.choice(("5", "")))


def _end(walk: HostWalk) -> events.Event | None:
    how = walk.rng.choice(("count", "throw"))
    return room_control.end_game(walk.driver.room, HOST, walk.at, how) if walk.rng.random() < 0.4 else None


def _play_on(walk: HostWalk) -> events.Event | None:
    return room_control.play_on_tie(walk.driver.room, HOST, walk.at)


def _showdown(walk: HostWalk) -> events.Event | None:
    return room_control.start_showdown(walk.driver.room, HOST, walk.at)


def _begin(walk: HostWalk) -> events.Event | None:
    game, _, dealt, options = walk.rng.choice(TABLES)
    room = walk.driver.room
    return room_control.start_game(room, HOST, lambda _: options, game=game, dealt=dealt)


_ACTS: Sequence[tuple[Act, int]] = (
    (_undo, 8),
    (_redo, 5),
    (_void, 6),
    (_correct, 14),
    (_reopen, 4),
    (_begin, 6),
    (_enter, 3),
    (_pad, 5),
    (_close, 2),
    (_pace, 1),
    (_join, 2),
    (_leave, 1),
    (_back, 2),
    (_add, 2),
    (_bot, 1),
    (_out, 1),
    (_remove, 2),
    (_merge, 2),
    (_rename, 1),
    (_ask, 1),
    (_tell, 1),
    (_end, 2),
    (_play_on, 2),
    (_showdown, 2),
)
_WEIGHTED = [act for act, weight in _ACTS for _ in range(weight)]
