"""Who may know what: each kind of screen gets one frozen view of a room, and knows nothing else.

A number that is still hidden is in no view but that of the phone whose player put it down.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion import games, moves
from companion.forecast import forecast
from companion.games import good_enough
from companion.games.numbers import Numbers
from companion.games.options import Field, form
from companion.journal import Room, Seat, Table
from companion.score import Ask, Because, Branch, Leaf, Refused
from companion.standing import judge
from companion.words import count, isolated, listing, say

Phase = Literal["lobby", "enter", "change", "sent", "watch", "over", "tie"]

_MOST_NAMED = 4  # names in a headline; more are counted

OFFERED: Mapping[str, frozenset[str]] = {
    good_enough.NAME: frozenset({"low", "high", "rounds"}),
}
"""The games that the screens can play, and which of their options."""

AXIS = 1000
"""The length of the number line in the units in which marks stand on it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the scoreboard, without points as long as there can be none.

    `central`: these are the middle points, alone or shared, with which one wins.
    """

    name: str
    points: int | None
    central: bool
    state: Literal["in", "thinking", ""]
    you: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A number of a reveal: where it stands on the axis, the slot of its card, and who showed it."""

    number: str
    at: int
    slot: int
    names: tuple[str, ...]
    fate: Literal["middle", "disqualified", "outside"]


@dataclass(frozen=True, slots=True)
class Reveal:
    """A round that was revealed, with a sentence for every point given or not given."""

    key: str
    heading: str
    low: str
    high: str
    marks: tuple[Mark, ...]
    absent: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """The players who have the same points in a standing."""

    points: int
    names: tuple[str, ...]
    central: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One standing that was tried for the winner: the whole game, then peel by peel."""

    heading: str
    columns: tuple[Column, ...]
    sentence: str
    decides: bool


@dataclass(frozen=True, slots=True)
class Final:
    """The end of a game: who won, every step that led there, and what else there is to say of it."""

    key: str
    headline: str
    winners: tuple[str, ...]
    steps: tuple[Step, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody in the room may know."""

    code: str
    version: int
    title: str
    heading: str
    status: str
    prompt: str
    playing: bool
    rows: tuple[Row, ...]
    reveal: Reveal | None
    final: Final | None


@dataclass(frozen=True, slots=True)
class Screen:
    """What the TV shows."""

    public: Public
    address: str | None
    missing: int


@dataclass(frozen=True, slots=True)
class Phone:
    """What one player's phone shows; `own` is that player's number in the round that is going on."""

    public: Public
    name: str
    phase: Phase
    place: str
    own: str
    outcome: str
    scored: bool


@dataclass(frozen=True, slots=True)
class Desk:
    """What the host sees and can do."""

    public: Public
    phase: Phase
    place: str
    missing: int
    forecast: str
    seat: str | None
    address: str | None
    candidates: tuple[str, ...]
    options: tuple[Field, ...]
    exports: tuple[int, ...]


def offered(game: str) -> tuple[Field, ...]:
    """List the options of a game that the screens can play with, as a form asks for them."""
    return tuple(each for each in form(games.game(game).Options) if each.name in OFFERED[game])


def screen(room: Room, candidates: tuple[str, ...]) -> Screen:
    """Make the TV's view."""
    return Screen(_public(room), address(room, candidates), _missing(room))


def phone(room: Room, seat: Seat, changing: str = "") -> Phone:
    """Make the view of one player's phone; `changing` names the round whose number is being changed."""
    table = room.table
    leaf = _latest(table)
    return Phone(
        public=_public(room, seat),
        name=room.name(seat),
        phase=_phase(room, seat, changing),
        place=moves.place(table) if table else "",
        own=say(table.hidden[seat]) if table and seat in table.hidden else "",
        outcome=_outcome(room, leaf, seat) if leaf else "",
        scored=leaf is not None and seat in leaf.winners,
    )


def desk(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> Desk:
    """Make the host's view; `seat` is the host's own, if he or she plays."""
    return Desk(
        public=_public(room, seat),
        phase=_desk_phase(room),
        place=moves.place(room.table) if room.table else "",
        missing=_missing(room),
        forecast="" if room.playing else _forecast(room),
        seat=room.name(seat) if seat else None,
        address=address(room, candidates),
        candidates=candidates,
        options=_options(room),
        exports=tuple(table.number for table in room.tables),
    )


def address(room: Room, candidates: tuple[str, ...]) -> str | None:
    """Return where phones find the room: the host's choice while it holds, or the likeliest address."""
    chosen = room.address if room.address in candidates else next(iter(candidates), None)
    return f"{chosen}/{room.code}" if chosen else None


def _public(room: Room, you: Seat | None = None) -> Public:
    table = room.table
    leaf = _latest(table)
    return Public(
        code=room.code,
        version=room.version,
        title=games.game(room.game).TITLE,
        heading=_heading(table),
        status=_status(room),
        prompt=_prompt(table.ask) if table and table.ask else "",
        playing=room.playing,
        rows=tuple(_rows(room, you)),
        reveal=_reveal(room, table, leaf) if table and leaf else None,
        final=_final(room, table) if table and table.ask is None else None,
    )


def _phase(room: Room, seat: Seat, changing: str) -> Phase:
    table = room.table
    if table is None:
        return "lobby"
    if table.ask is None:
        return "over"
    if seat not in table.ask.wants:
        return "watch"
    if seat in table.hidden:
        return "change" if changing == moves.place(table) else "sent"
    return "enter"


def _desk_phase(room: Room) -> Phase:
    if room.table is None:
        return "lobby"
    if room.table.ask:
        return "enter"
    try:
        games.play_on(room.table.record)
    except Refused:
        return "over"
    return "tie"


def _forecast(room: Room) -> str:
    """Say how likely a tie would be among those who are here."""
    options = games.game(room.game).read_options(room.options)
    if _missing(room) or not isinstance(options, good_enough.Options):
        return ""
    return forecast(len(room.players), options=options).sentence()


def _options(room: Room) -> tuple[Field, ...]:
    """List the options with the values that the room plays with, or will."""
    return tuple(
        replace(field, default=room.options.get(field.name, field.default)) for field in offered(room.game)
    )


def _missing(room: Room) -> int:
    return max(0, games.game(room.game).FEWEST - len(room.players))


def _latest(table: Table | None) -> Leaf | None:
    return list(table.score.leaves())[-1] if table and table.record.reveals else None


def _heading(table: Table | None) -> str:
    if table is None:
        return "Waiting for players"
    return _where(table.ask) if table.ask else "The end"


def _where(ask: Ask) -> str:
    """Say where the game stands: `Round 3 of 5`."""
    places = (
        f"{place.kind} {place.number} of {place.of}" if place.of else f"{place.kind} {place.number}"
        for place in ask.place
    )
    return ", ".join(places).capitalize()


def _status(room: Room) -> str:
    if room.playing and room.table:
        return f"{len(room.table.hidden)} of {len(room.table.record.players)} are in"
    return count(len(room.players), "player is here", "players are here")


def _prompt(ask: Ask) -> str:
    """Say what everybody may show: `Pick a number from 0 to 100`."""
    ranges = {(each.low, each.high) for each in ask.wants.values() if isinstance(each, Numbers)}
    return "".join(f"Pick a number from {say(low)} to {say(high)}" for low, high in ranges)


def _rows(room: Room, you: Seat | None) -> Iterator[Row]:
    """List the scoreboard: most points first, then in the order of joining."""
    table = room.table
    scores = table.score.root.scores if table and table.record.reveals else {}
    central = judge(scores).middle if scores else ()
    asked = table.ask.wants if table and table.ask else {}
    for player in sorted(room.players, key=lambda each: -scores.get(each.seat, 0)):
        points = scores.get(player.seat)
        state: Literal["in", "thinking", ""] = ""
        if table and player.seat in asked:
            state = "in" if player.seat in table.hidden else "thinking"
        yield Row(player.name, points, central == (points,), state, player.seat == you)


def _reveal(room: Room, table: Table, leaf: Leaf) -> Reveal:
    number = len(table.record.reveals)
    options = table.record.options
    assert isinstance(options, good_enough.Options)  # noqa: S101 - the only game so far
    return Reveal(
        key=f"reveal-{table.number}-{number}",
        heading=f"Round {number}",
        low=say(options.low),
        high=say(options.high),
        marks=tuple(_marks(room, leaf, options)),
        absent=tuple(room.name(seat) for seat in table.record.players if seat not in leaf.plays),
        sentences=_sentences(room, leaf.because),
    )


def _marks(room: Room, leaf: Leaf, options: good_enough.Options) -> Iterator[Mark]:
    """Place every number on the axis, and a card of its own below it in even slots."""
    showed: dict[int, list[Seat]] = {}
    for seat, play in leaf.plays.items():
        showed.setdefault(play, []).append(seat)  # type: ignore[arg-type]
    for index, number in enumerate(sorted(showed)):
        yield Mark(
            number=say(number),
            at=AXIS * (number - options.low) // (options.high - options.low),
            slot=AXIS * (2 * index + 1) // (2 * len(showed)),
            names=_names(room, showed[number]),
            fate=_fate(leaf, showed[number][0]),
        )


def _fate(leaf: Leaf, seat: Seat) -> Literal["middle", "disqualified", "outside"]:
    if isinstance(leaf, good_enough.Round) and seat in leaf.disqualified:
        return "disqualified"
    return "middle" if seat in leaf.winners else "outside"


def _outcome(room: Room, leaf: Leaf, seat: Seat) -> str:
    """Say to one player what the last round brought."""
    if seat not in leaf.plays:
        return "You showed no number"
    number = leaf.plays[seat]
    match _fate(leaf, seat):
        case "middle":
            return f"{say(number)} is the middle: 1 point for you"
        case "disqualified":
            others = [other for other, play in leaf.plays.items() if play == number and other != seat]
            both = "both" if len(others) == 1 else "all"
            return f"{listing(_names(room, others))} picked {say(number)} too: {both} disqualified"
    return f"{say(number)} is not the middle: no point"


def _final(room: Room, table: Table) -> Final:
    root = table.score.root
    winners = _names(room, root.winners)
    besides = (because for because in root.because if because.rule not in ("G5", "G6"))
    return Final(
        key=f"final-{table.number}-{len(table.record.reveals)}",
        headline=_headline(winners),
        winners=winners,
        steps=tuple(_steps(room, root)),
        remarks=_sentences(room, besides),
    )


def _headline(winners: tuple[str, ...]) -> str:
    if len(winners) == 1:
        return f"{winners[0]} wins"
    who = listing(winners) if len(winners) <= _MOST_NAMED else count(len(winners), "player", "players")
    return f"{who} share the win"


def _steps(room: Room, root: Branch) -> Iterator[Step]:
    """Show the standing, and every peel that was tried (G5, G6)."""
    whole, *peeled = _sentences(room, (each for each in root.because if each.rule in ("G5", "G6")))
    yield _step(room, _counted(1, len(root.parts)), root.scores, whole)
    for peel, sentence in zip(root.peels if isinstance(root, good_enough.Game) else (), peeled, strict=True):
        yield _step(room, _counted(peel.first, peel.last), peel.scores, sentence)


def _counted(first: int, last: int) -> str:
    return f"Round {first}" if first == last else f"Rounds {first}–{last}"


def _step(room: Room, heading: str, scores: Mapping[Seat, int], sentence: str) -> Step:
    verdict = judge(scores)
    columns = tuple(
        Column(points, _names(room, (s for s in scores if scores[s] == points)), points in verdict.middle)
        for points in verdict.distinct
    )
    return Step(heading, columns, sentence, bool(verdict.winners))


def _names(room: Room, seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(isolated(room.name(seat)) for seat in seats)


def _sentences(room: Room, reasons: Iterable[Because]) -> tuple[str, ...]:
    return tuple(because.sentence(lambda seat: isolated(room.name(seat))) for because in reasons)
