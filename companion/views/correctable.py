"""The revealed rounds, with all that the host can correct in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from companion.room.correction_reducer import can_reopen
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import Fate
from companion.rules.results import Leaf
from companion.views import headings
from companion.views.cards import card_face
from companion.views.questions import AskedQuestion, asked_in_round


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
    row, fates = game.rounds[number - 1], _fates(game, number)
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


def _fates(game: GameState, number: int) -> Mapping[Seat, Fate]:
    """Return what became of the plays of a revealed round; nothing where the round does not count."""
    leaf = leaf_of_round(game, number)
    if leaf is None:
        return {}
    return {**dict.fromkeys(leaf.plays, "outside"), **game.record.rules.fates(leaf)}


def leaf_of_round(game: GameState, number: int) -> Leaf | None:
    """Return the result of a revealed round; None where it does not count."""
    index = game.counted_index(number)
    return None if index is None else next(islice(game.score.leaves(), index, None), None)


def correctable_rounds(room: Room) -> tuple[CorrectableRound, ...]:
    """List the correction forms of all revealed rounds, newest first."""
    return tuple(
        correctable_round(room, game, number)
        for game in reversed(room.games)
        for number in range(len(game.rounds), 0, -1)
    )
