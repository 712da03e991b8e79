"""Moves by which the host mends what went wrong: correcting, voiding, reopening, undoing."""

from collections.abc import Iterator
from dataclasses import replace

from companion import games, journal
from companion.acts import Act, Corrected, Device, Recalled, Redid, Reopened, Seat, Undid, Voided
from companion.games import good_enough
from companion.journal import Room, Table
from companion.moves.asking import TooLate, host, revealed
from companion.score import Play, Refused


def correct(room: Room, device: Device, at: str, seat: Seat, typed: str) -> Corrected | None:
    """Put another number or card in the place of one that was revealed; nothing typed: nothing was shown.

    None where it is the same. Raises `Refused` for what the rules do not allow in that round; what it
    makes impossible in later rounds becomes a problem there, and the score still stands.
    """
    host(room, device)
    table, number = revealed(room, at)
    row = table.rows[number - 1]
    if seat not in table.record.players:
        raise Refused("{name} is not in this game", name=room.name(seat))
    if table.dealt and table.ask is not None:
        raise Refused("Dealt cards are still in the hands, where a correction would look: reopen the round")
    play = _read(table, number, seat, typed)
    if row.reveal.plays.get(seat) == play:
        return None
    act = Corrected(seat, table.number, number, play)
    _breaks_nothing_there(room, table, number, act)
    return act


def recall(room: Room, device: Device, at: str, typed: str) -> Recalled | None:
    """Correct what the leader had called in a revealed round (D5)."""
    host(room, device)
    table, number = revealed(room, at)
    called = table.rows[number - 1].reveal.call
    if called is None:
        raise Refused("Nobody called high or low in this round")
    if typed not in ("high", "low"):
        raise Refused("A call is high or low")
    return None if typed == called else Recalled(table.number, number, "high" if typed == "high" else "low")


def void(room: Room, device: Device, at: str, *, is_void: bool = True) -> Voided | None:
    """Have a revealed round not count, or count again."""
    host(room, device)
    table, number = revealed(room, at)
    if table.rows[number - 1].void == is_void:
        return None
    if table.record.game != good_enough.NAME and number != len(table.rows):
        raise Refused("Only the last round of cards can be void: the later ones were laid after it")
    return Voided(table.number, number, is_void)


def reopen(room: Room, device: Device, at: str) -> Reopened:
    """Take back the last reveal, so that what was sent can be changed."""
    host(room, device)
    table, number = revealed(room, at)
    if not journal.can_reopen(room, table, number):
        raise TooLate("Only the round that was revealed last can be reopened: correct this one instead")
    return Reopened(table.number, number)


def undo(room: Room, device: Device, number: str) -> Undid:
    """Take back the last thing that the host did; `number` is the act that the page named."""
    host(room, device)
    return Undid(_last(room.undo, number, Refused("There is nothing to undo")))


def redo(room: Room, device: Device, number: str) -> Redid:
    """Do again what was taken back last; `number` is the act that the page named."""
    host(room, device)
    return Redid(_last(room.redo, number, Refused("There is nothing to redo")))


def _last(numbers: tuple[int, ...], named: str, nothing: Refused) -> int:
    if not numbers:
        raise nothing
    if named != str(numbers[-1]):
        raise TooLate("Something else was done meanwhile: look again")
    return numbers[-1]


def _read(table: Table, number: int, seat: Seat, typed: str) -> Play | None:
    """Read what was typed by the rules as they stood before the round."""
    before = sum(not row.void for row in table.rows[: number - 1])
    ask = games.score(replace(table.record, reveals=table.record.reveals[:before])).ask
    if ask is None:
        raise Refused("The game was over before this round")
    if not typed.strip() and not ask.all_must:
        return None
    return ask.wants[seat].read(typed)


def _breaks_nothing_there(room: Room, table: Table, number: int, act: Act) -> None:
    """Raise the refusal that a correction earns in its own round, as for a card that lies there twice."""
    after, place = journal.after(room, act).game_of(table.number), table.counted(number)
    if after is None or place is None:
        return
    known = set(_problems(table, place + 1))
    for problem in after.score.problems:
        if problem.round == place + 1 and problem.sentence() not in known:
            raise problem.refused


def _problems(table: Table, number: int) -> Iterator[str]:
    return (problem.sentence() for problem in table.score.problems if problem.round == number)
