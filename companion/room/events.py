"""The events of a room: what people did; stored_events.py has the text of each.

An event stores only what a person or the app did, never what follows from it. A round is identified by its
game and by its number in that game, which counts every round that was revealed, also those voided later.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar, dataclass_transform
from zlib import crc32

from companion.rules.results import Call, Play

Seat = str
"""A player's place in a room: "1", "2", ... in the order of joining. Never the name, which may change."""

Device = str
"""The fingerprint of the secret that one browser holds; see `companion.web.device`. Empty: no browser."""

Seats = tuple[Seat, ...]

Options = Mapping[str, Any]
"""Options by name: of a game as in a record, or of a room."""

PersonName = Annotated[str, "the name of a person"]
"""The name that a person goes by. By this type `storage/name_eraser.py` finds where names are stored."""


class Event:
    """Something that a person or the app did in a room; what is of no kind below is about the room itself."""

    __slots__ = ()
    undoable: ClassVar[bool] = False
    """Whether the host can undo it."""
    announced: ClassVar[bool] = False
    """Whether it is added to the list of changes that screens report."""
    stored_name: ClassVar[str]
    """Identifies the type in the stored text; it must never change."""


class PlayerEvent(Event):
    """An event about a player: seat, name, browsers, and whether the player is present."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PlayerStatusEvent(PlayerEvent):
    """An event that changes one player who has a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEvent(Event):
    """An event about one game, given by its number."""

    game: int


@dataclass(frozen=True, slots=True)
class RoundEvent(GameEvent):
    """An event in the open round."""

    round: int


class CorrectionEvent(GameEvent):
    """An event by which the host corrects revealed rounds of one game."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RoundCorrectionEvent(CorrectionEvent):
    """An event by which the host corrects one revealed round."""

    round: int


E = TypeVar("E", bound=Event)

ROOM_OPTIONS = (
    *("address", "auto_reveal", "hides_scores", "locked"),
    *("outside_address", "reactions", "seconds", "sound", "takes_crowd", "tv_language"),
)
"""The fields of a room that the host sets at any time."""

EVENT_TYPES: dict[str, type[Any]] = {}
"""All types of events by the names under which they are stored."""


@dataclass_transform(frozen_default=True)
def _stored_as(name: str, *, undoable: bool = False, announced: bool = False) -> Callable[[type[E]], type[E]]:
    """Make a class a frozen dataclass that is stored under this name."""

    def register(declared: type[E]) -> type[E]:
        made = dataclass(frozen=True, slots=True)(declared)
        made.stored_name, made.undoable, made.announced = name, undoable, announced
        EVENT_TYPES[name] = made
        return made

    return register


@_stored_as("opened")
class RoomOpened(Event):
    """A host opened the room and chose the first game."""

    host: Device
    game: str
    options: Options
    address: str | None
    """The address at which the host's browser reached the server, if phones can use it too."""
    recovery: str = ""
    """The fingerprint of the host code, which makes another browser host."""


@_stored_as("hosted")
class HostAdded(Event):
    """A browser became host, by a link that can be used once or (no link) by the host code.

    `instead_of` is the browser that handed the room over and is no longer host; empty if it stays host.
    `is_second`: a second host, who runs the room, and cannot delete it, hand it over or add hosts.
    """

    device: Device
    link: str = ""
    instead_of: Device = ""
    is_second: bool = False


@_stored_as("roomset")
class RoomSet(Event):
    """The host set some of the `ROOM_OPTIONS`; here by their names in `Room`."""

    options: Options


@_stored_as("closedroom", announced=True)
class RoomClosed(Event):
    """Whoever runs the server closed the room to everybody, or opened it again."""

    closed: bool


@_stored_as("nameforgotten")
class NameErased(Event):
    """Whoever runs the server had a name forgotten: it was replaced in the events before this one.

    Nothing follows from it but that a room which was read before must be read again.
    """


@_stored_as("finishedevening", undoable=True)
class EveningFinished(Event):
    """The host finished the evening: by steps, or a grand final of those tied who were in the room (H4)."""


@_stored_as("chosegame")
class GameChosen(Event):
    """The host chose what the room plays next, before it is started."""

    game: str
    options: Options
    dealt: bool | None = None
    """Whether the app deals the cards, or they are real; None where the host has not said."""


@_stored_as("undid", announced=True)
class EventUndone(Event):
    """The host undid the event of that number, as if it had never happened, or redid it."""

    number: int
    undone: bool = True


@_stored_as("joined", announced=True)
class PlayerJoined(PlayerEvent):
    """A player took a seat, or (with no device) the host added a player without a phone, or a bot."""

    seat: Seat
    name: PersonName
    device: Device
    bot: str = ""
    """The strategy of a bot; empty for a person."""
    source: str = ""
    """The fingerprint of the address that it came from, in this room alone; empty where none is known."""


@_stored_as("left", announced=True)
class PlayerLeft(PlayerStatusEvent):
    """A player left: absent from now on, the points stay (G8)."""


@_stored_as("returned", announced=True)
class PlayerReturned(PlayerStatusEvent):
    """A player who had left, or had been removed, is back."""


@_stored_as("satout", undoable=True, announced=True)
class SatOut(PlayerStatusEvent):
    """The host stopped rounds from waiting for a player, or made them wait again."""

    out: bool = True


@_stored_as("renamed", undoable=True, announced=True)
class PlayerRenamed(PlayerStatusEvent):
    """The host gave a player another name."""

    name: PersonName


@_stored_as("choseguest")
class GuestChosen(PlayerEvent):
    """A player chose how the own seat is drawn: by the number of a guest (`room/guests.py`)."""

    seat: Seat
    guest: int


@_stored_as("wantsgame")
class NextGameWanted(PlayerEvent):
    """A player said what to play next, by the key of a `GameChoice`; empty: nothing any more."""

    seat: Seat
    choice: str


@_stored_as("merged", undoable=True, announced=True)
class PlayersMerged(PlayerEvent):
    """The host merged two seats of one person: everything of `seat` belongs to `into` from now on."""

    seat: Seat
    into: Seat


@_stored_as("removed", undoable=True, announced=True)
class PlayerRemoved(PlayerStatusEvent):
    """The host removed a player, who may come back; `blocked`: whose browsers can do nothing any more."""

    blocked: bool = False


@_stored_as("sentcrowd", undoable=True, announced=True)
class CrowdRemoved(PlayerEvent):
    """The host removed and blocked all who had come from one source since the seat of that number."""

    source: str
    since: int


@_stored_as("sentidle", undoable=True, announced=True)
class IdleRemoved(PlayerEvent):
    """The host removed all who had joined since the seat of that number, and had never submitted anything."""

    since: int


@_stored_as("botplayson", undoable=True, announced=True)
class BotPlaysOn(PlayerStatusEvent):
    """The host had a bot play the rest of a game with the hand of a player who is gone."""

    game: int


@_stored_as("unbarred", announced=True)
class PlayerUnblocked(PlayerStatusEvent):
    """The host unblocked a player."""


@_stored_as("claimed")
class SeatClaimed(PlayerEvent):
    """An unknown browser claimed to belong to a player, or (with no seat) asked to be let into the room.

    The host accepts or denies that. `source` is the fingerprint of its address, `screen` is "tv" for a TV.
    """

    seat: Seat
    device: Device
    source: str = ""
    screen: str = ""

    @property
    def number(self) -> int:
        """Three digits by which the host knows a browser that asks to be let in."""
        return 100 + crc32(self.device.encode()) % 900


@_stored_as("admitted", announced=True)
class ClaimAccepted(PlayerEvent):
    """The host accepted that a browser belongs to the player whose seat it claimed, or let it in."""

    seat: Seat
    device: Device


@_stored_as("denied")
class ClaimDenied(PlayerEvent):
    """The host denied the claim of a browser, or (with no device) all claims, or the browser withdrew it."""

    device: Device


@_stored_as("moved", announced=True)
class DeviceLinked(PlayerEvent):
    """A player continued with another browser, by a personal link that can be used once.

    `giver` is the browser that made the link: the player's, or a host's. Earlier releases did not store it.
    """

    seat: Seat
    device: Device
    link: str
    giver: Device = ""


@_stored_as("vouched", announced=True)
class PhoneVouched(PlayerEvent):
    """A player said on an own phone whether another one, which has taken the seat, is an own one too."""

    seat: Seat
    device: Device
    is_own: bool = True


@_stored_as("began", undoable=True)
class GameStarted(Event):
    """A game with all present was started; `dealt` by the app; `practice`: its one round does not count."""

    game: str
    options: Options
    dealt: bool = False
    left_open: tuple[str, ...] = ()
    """The names of those options that the host left to the app, which chose them for the players there."""
    practice: bool = False


@_stored_as("choseending")
class EndingChosen(GameEvent):
    """The host chose, during a game, how it ends; `options` are those that say so.

    `by_app`: the host had left it to the app, which chose again for the players who are there now.
    """

    options: Options
    by_app: bool = False


@_stored_as("dealt")
class CardsDealt(GameEvent):
    """The app shuffled and dealt: stored because it is random and cannot be derived."""

    hands: Mapping[Seat, tuple[Play, ...]]
    stock: tuple[Play, ...]


@_stored_as("called")
class HighLowCalled(RoundEvent):
    """The leader called high or low, before any card was laid (D5)."""

    call: Call


@_stored_as("showed")
class PlaySubmitted(RoundEvent):
    """A player submitted a number or a card, hidden from the others; a later one replaces it."""

    seat: Seat
    play: Play


@_stored_as("enteredplays", undoable=True)
class PlaysEntered(RoundEvent):
    """The score-keeper entered the numbers or cards of some players at once, on the score sheet.

    `call` is what the leader had called before (D5); None where nobody calls, or the call stands already.
    """

    plays: Mapping[Seat, Play]
    call: Call | None = None


@_stored_as("listed")
class ListSubmitted(RoundEvent):
    """A player submitted the numbers of a whole game, from this round on (G14); later ones replace them."""

    seat: Seat
    plays: tuple[Play, ...]


@_stored_as("bet")
class BetPlaced(RoundEvent):
    """Somebody who watches bet on who scores in a round; a later bet in it replaces an earlier one.

    `source` is the fingerprint of its address, in this room alone; empty where none is known.
    """

    on: Seat
    source: str = ""


@_stored_as("closed", undoable=True)
class RoundClosed(RoundEvent):
    """The host closed a round, or the submission of lists, without waiting for missing players."""


@_stored_as("expired")
class TimerExpired(RoundEvent):
    """The time of a round was up: the round closed, or was paused if nothing had been submitted."""


@_stored_as("paused")
class TimerPaused(RoundEvent):
    """The host paused the timer of a round, or resumed it."""

    paused: bool = True


@_stored_as("asked", undoable=True)
class QuestionAsked(RoundEvent):
    """The host asked a question in a round, or changed it; an empty text takes it away."""

    question: str


@_stored_as("chosequestions")
class QuestionsChosen(Event):
    """The host chose what the app asks from now on: a deck by its key, or lines that were pasted."""

    deck: str
    lines: tuple[str, ...] = ()


@_stored_as("drewquestion")
class QuestionDrawn(RoundEvent):
    """The app drew the question of a round: its whole text, so that no replay reads a deck (Q1, Q5).

    `ends` is empty for a fact. `truth` is None for an opinion, and where it is told after the guesses.
    `writer` is the seat that knows the answer, having written it.
    """

    id: str
    question: str
    low: int
    high: int
    truth: int | None
    ends: tuple[str, ...]
    unit: str
    language: str
    writer: Seat = ""


@_stored_as("skippedquestion", undoable=True)
class QuestionSkipped(RoundEvent):
    """The host skipped the question of a round: it counts as asked, and for nothing else."""


@_stored_as("gavetruth", undoable=True)
class TruthGiven(RoundEvent):
    """The host gave the truth of a question that had none, after the guesses: that reveals the round."""

    truth: int


@_stored_as("next")
class ListRoundRevealed(RoundEvent):
    """The host had one more round of the lists revealed (G14)."""


@_stored_as("ended", undoable=True)
class GameEnded(GameEvent):
    """The host ended a game after its last reveal; thrown away, it has no winner and counts for nobody."""

    throws_away: bool = False


@_stored_as("playedon", undoable=True)
class TiePlayedOn(GameEvent):
    """The host had a final tie played on, a round at a time (G12), or decided by a showdown (G16)."""

    showdown: bool = False


@_stored_as("reopened", undoable=True, announced=True)
class RoundReopened(RoundCorrectionEvent):
    """The host took back the reveal of the last round, so that what was submitted can be changed.

    `by_undo`: with Undo, which goes further back from there, and Redo reveals it again.
    """

    by_undo: bool = False


@_stored_as("voided", undoable=True, announced=True)
class RoundVoided(RoundCorrectionEvent):
    """The host voided a revealed round, or made it count again."""

    void: bool


@_stored_as("inserted", undoable=True, announced=True)
class RoundInserted(RoundCorrectionEvent):
    """The host put in the result of a round that was forgotten; the revealed round of that number follows."""

    plays: Mapping[Seat, Play]


class CorrectedPlay(NamedTuple):
    """What a player had really shown in a revealed round; None: nothing was shown."""

    round: int
    seat: Seat
    play: Play | None


class CorrectedCall(NamedTuple):
    """What the leader had really called in a revealed round (D5)."""

    round: int
    call: Call


@_stored_as("correctedplays", undoable=True, announced=True)
class PlaysCorrected(CorrectionEvent):
    """The host corrected plays, and perhaps calls, of one or more rounds of a game, all at once."""

    plays: tuple[CorrectedPlay, ...]
    calls: tuple[CorrectedCall, ...] = ()

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds in which something is corrected, in order."""
        return tuple(
            sorted(
                {corrected_play.round for corrected_play in self.plays} | {call.round for call in self.calls}
            )
        )


@_stored_as("toldtruth", undoable=True)
class TruthTold(RoundCorrectionEvent):
    """The host told the answer to the question of a revealed round, or another one; None takes it back."""

    truth: int | None
