"""The revealed rounds, with all that the host can correct in them."""

from dataclasses import dataclass
from typing import Literal

from companion.room.correction_reducer import can_reopen
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import Fate
from companion.screens import headings
from companion.screens.cards import card_face
from companion.screens.event_labels import describe_event
from companion.screens.questions import AskedQuestion, asked_in_round, leaf_of_round
from companion.screens.struck import struck_in_evening


@dataclass(frozen=True, slots=True)
class CorrectablePlay:
    """A player's play in a revealed round: `sign` is displayed, `text` goes into the form.

    `fate` is empty where the play does not count; plays are sorted by `rank`.
    """

    seat: Seat
    name: str
    sign: str
    text: str
    corrected: bool
    fate: Fate | Literal[""]
    is_struck: bool
    """Whether it does not count though the round is not void."""
    rank: tuple[int, int]

    @property
    def is_middle(self) -> bool:
        """Whether the play was in the middle."""
        return self.fate in ("middle", "won", "discarded")

    @property
    def is_out(self) -> bool:
        """Whether the play could not score."""
        return self.fate in ("", "disqualified", "tied")


@dataclass(frozen=True, slots=True)
class CorrectableRound:
    """A revealed round with everything that can be corrected in it."""

    round_id: str
    heading: str
    void: bool
    call: str
    cells: tuple[CorrectablePlay, ...]
    can_reopen: bool
    is_cards: bool
    asked: AskedQuestion | None = None
    """What was asked; its truth can be told, corrected and taken back."""
    truth: str = ""
    """The truth as it is typed."""

    @property
    def plays(self) -> tuple[CorrectablePlay, ...]:
        """The plays that there are, lowest first, then those that could not score."""
        found = (cell for cell in self.cells if cell.sign)
        return tuple(sorted(found, key=lambda cell: (cell.is_out, cell.rank)))


def correctable_round(room: Room, game: GameState, number: int) -> CorrectableRound:
    """Build the correction form of a revealed round."""
    row, leaf, fates = game.rounds[number - 1], leaf_of_round(game, number), dict[Seat, Fate]()
    if leaf:
        fates = {**dict.fromkeys(leaf.plays, "outside"), **game.record.rules.fates(leaf)}
    plays, struck = row.reveal.plays, {each.player for each in game.struck_plays if each.round == number}
    return CorrectableRound(
        round_id=f"{game.number}.{number}",
        heading=headings.join_parts(
            headings.evening_game_name(game.number), headings.round_name(game, number)
        ),
        void=row.void,
        call=row.reveal.call or "",
        cells=tuple(
            CorrectablePlay(
                seat=seat,
                name=room.name(seat),
                sign=card_face(plays[seat]).sign if seat in plays else "",
                text=str(plays.get(seat, "")),
                corrected=seat in row.corrected,
                fate=fates.get(seat, ""),
                is_struck=seat in struck,
                rank=game.record.rules.sort_key(plays[seat]) if seat in plays else (0, 0),
            )
            for seat in game.record.players
        ),
        can_reopen=can_reopen(room, game, number),
        is_cards=any(not isinstance(play, int) for play in plays.values()),
        asked=asked_in_round(game, number),
        truth="" if row.reveal.truth is None else str(row.reveal.truth),
    )


def correctable_rounds(room: Room) -> tuple[CorrectableRound, ...]:
    """List the correction forms of all revealed rounds, newest first."""
    return tuple(
        correctable_round(room, game, number)
        for game in reversed(room.games)
        for number in range(len(game.rounds), 0, -1)
    )


@dataclass(frozen=True, slots=True)
class UndoItem:
    """A change that can be undone or redone: the number of its event, and its description."""

    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections that are offered on the host's screen.

    `reopen` is the id of the last revealed round, and `reopen_name` its name; empty if it cannot be reopened.
    `struck` are sentences for the plays that do not count any more.
    """

    undo: UndoItem | None
    redo: UndoItem | None
    reopen: str
    reopen_name: str
    struck: tuple[str, ...]


def corrections_view(room: Room) -> Corrections:
    """Build the corrections that the host can make now."""
    game = room.current_game
    can = game is not None and bool(game.rounds) and can_reopen(room, game, game.round_number - 1)
    return Corrections(
        undo=_undo_item(room, room.undo),
        redo=_undo_item(room, room.redo),
        reopen=f"{game.number}.{game.round_number - 1}" if game and can else "",
        reopen_name=headings.round_name(game, game.round_number - 1) if game and can else "",
        struck=struck_in_evening(room),
    )


def _undo_item(room: Room, numbers: tuple[int, ...]) -> UndoItem | None:
    entry = room.entry(numbers[-1]) if numbers else None
    return UndoItem(entry.number, describe_event(room, entry.event)) if entry and entry.event else None
