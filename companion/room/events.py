"""The events of a room and its players: what people did; game_events.py has those of games.

An event stores only what a person or the app did, never what follows from it; stored_events.py has the text
of each.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform
from zlib import crc32

from companion.values import frozen

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
    """Something that a person or the app did in a room.

    What is of no kind, here and in game_events.py, is about the whole room: so is the start of a game.
    """

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


@frozen
class PlayerStatusEvent(PlayerEvent):
    """An event that changes one player who has a seat."""

    seat: Seat


E = TypeVar("E", bound=Event)

ROOM_OPTIONS = (
    *("address", "auto_reveal", "hides_scores", "locked"),
    *("outside_address", "reactions", "seconds", "sound", "takes_crowd", "tv_language"),
)
"""The fields of a room that the host sets at any time."""

EVENT_TYPES: dict[str, type[Any]] = {}
"""All types of events by the names under which they are stored, once game_events.py is imported too."""


@dataclass_transform(frozen_default=True)
def stored_as(name: str, *, undoable: bool = False, announced: bool = False) -> Callable[[type[E]], type[E]]:
    """Make a class a frozen dataclass that is stored under this name."""

    def register(declared: type[E]) -> type[E]:
        made: type[E] = frozen(declared)
        made.stored_name, made.undoable, made.announced = name, undoable, announced
        EVENT_TYPES[name] = made
        return made

    return register


@stored_as("opened")
class RoomOpened(Event):
    """A host opened the room and chose the first game."""

    host: Device
    game: str
    options: Options
    address: str | None
    """The address at which the host's browser reached the server, if phones can use it too."""
    recovery: str = ""
    """The fingerprint of the host code, which makes another browser host."""


@stored_as("hosted")
class HostAdded(Event):
    """A browser became host, by a link that can be used once or (no link) by the host code.

    `instead_of` is the browser that handed the room over and is no longer host; empty if it stays host.
    `is_second`: a second host, who runs the room, and cannot delete it, hand it over or add hosts.
    """

    device: Device
    link: str = ""
    instead_of: Device = ""
    is_second: bool = False


@stored_as("roomset")
class RoomSet(Event):
    """The host set some of the `ROOM_OPTIONS`; here by their names in `Room`."""

    options: Options


@stored_as("closedroom", announced=True)
class RoomClosed(Event):
    """Whoever runs the server closed the room to everybody, or opened it again."""

    closed: bool


@stored_as("nameforgotten")
class NameErased(Event):
    """Whoever runs the server had a name forgotten: it was replaced in the events before this one.

    Nothing follows from it but that a room which was read before must be read again.
    """


@stored_as("finishedevening", undoable=True)
class EveningFinished(Event):
    """The host finished the evening: by steps, or a grand final of those tied who were in the room (H4)."""


@stored_as("chosegame")
class GameChosen(Event):
    """The host chose what the room plays next, before it is started."""

    game: str
    options: Options
    dealt: bool | None = None
    """Whether the app deals the cards, or they are real; None where the host has not said."""


@stored_as("chosequestions")
class QuestionsChosen(Event):
    """The host chose what the app asks from now on: a deck by its key, or lines that were pasted."""

    deck: str
    lines: tuple[str, ...] = ()


@stored_as("undid", announced=True)
class EventUndone(Event):
    """The host undid the event of that number, as if it had never happened, or redid it."""

    number: int
    undone: bool = True


@stored_as("joined", announced=True)
class PlayerJoined(PlayerEvent):
    """A player took a seat, or (with no device) the host added a player without a phone, or a bot."""

    seat: Seat
    name: PersonName
    device: Device
    bot: str = ""
    """The strategy of a bot; empty for a person."""
    source: str = ""
    """The fingerprint of the address that it came from, in this room alone; empty where none is known."""


@stored_as("left", announced=True)
class PlayerLeft(PlayerStatusEvent):
    """A player left: absent from now on, the points stay (G8)."""


@stored_as("returned", announced=True)
class PlayerReturned(PlayerStatusEvent):
    """A player who had left, or had been removed, is back."""


@stored_as("satout", undoable=True, announced=True)
class SatOut(PlayerStatusEvent):
    """The host stopped rounds from waiting for a player, or made them wait again."""

    out: bool = True


@stored_as("renamed", undoable=True, announced=True)
class PlayerRenamed(PlayerStatusEvent):
    """The host gave a player another name."""

    name: PersonName


@stored_as("choseguest")
class GuestChosen(PlayerEvent):
    """A player chose how the own seat is drawn: by the number of a guest (`room/guests.py`)."""

    seat: Seat
    guest: int


@stored_as("wantsgame")
class NextGameWanted(PlayerEvent):
    """A player said what to play next, by the key of a `GameChoice`; empty: nothing any more."""

    seat: Seat
    choice: str


@stored_as("merged", undoable=True, announced=True)
class PlayersMerged(PlayerEvent):
    """The host merged two seats of one person: everything of `seat` belongs to `into` from now on."""

    seat: Seat
    into: Seat


@stored_as("removed", undoable=True, announced=True)
class PlayerRemoved(PlayerStatusEvent):
    """The host removed a player, who may come back; `blocked`: whose browsers can do nothing any more."""

    blocked: bool = False


@stored_as("sentcrowd", undoable=True, announced=True)
class CrowdRemoved(PlayerEvent):
    """The host removed and blocked all who had come from one source since the seat of that number."""

    source: str
    since: int


@stored_as("sentidle", undoable=True, announced=True)
class IdleRemoved(PlayerEvent):
    """The host removed all who had joined since the seat of that number, and had never submitted anything."""

    since: int


@stored_as("botplayson", undoable=True, announced=True)
class BotPlaysOn(PlayerStatusEvent):
    """The host had a bot play the rest of a game with the hand of a player who is gone."""

    game: int


@stored_as("unbarred", announced=True)
class PlayerUnblocked(PlayerStatusEvent):
    """The host unblocked a player."""


@stored_as("claimed")
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


@stored_as("admitted", announced=True)
class ClaimAccepted(PlayerEvent):
    """The host accepted that a browser belongs to the player whose seat it claimed, or let it in."""

    seat: Seat
    device: Device


@stored_as("denied")
class ClaimDenied(PlayerEvent):
    """The host denied the claim of a browser, or (with no device) all claims, or the browser withdrew it."""

    device: Device


@stored_as("moved", announced=True)
class DeviceLinked(PlayerEvent):
    """A player continued with another browser, by a personal link that can be used once.

    `giver` is the browser that made the link: the player's, or a host's. Earlier releases did not store it.
    """

    seat: Seat
    device: Device
    link: str
    giver: Device = ""


@stored_as("vouched", announced=True)
class PhoneVouched(PlayerEvent):
    """A player said on an own phone whether another one, which has taken the seat, is an own one too."""

    seat: Seat
    device: Device
    is_own: bool = True
