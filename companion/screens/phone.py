"""A player's phone: the public part, and what only this player may know."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import bidi_isolate, translate
from companion.room.commands import access
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.screens import outcomes
from companion.screens.cards import PadKey, card_face, card_pad, common_pad
from companion.screens.clashes import clash_for_player
from companion.screens.evening import EveningView, evening_view
from companion.screens.headings import input_prompt, waiting_sentence
from companion.screens.hidden_scores import hides_scores
from companion.screens.news import merge_notice
from companion.screens.outcomes import PlayerOutcome
from companion.screens.phases import Phase, allows_minus, most_digits, player_phase, plays_at_once
from companion.screens.phone_ending import PhoneEnding, all_endings, phone_ending
from companion.screens.public import PublicPart, public_part
from companion.screens.score_words import counted_score


@dataclass(frozen=True, slots=True)
class WatchView:
    """What everybody may see who only watches."""

    public: PublicPart
    evening: EveningView | None = None
    """The standing of the evening, between two games."""


def watch_view(room: Room, known: PublicPart | None = None) -> WatchView:
    """Build the view; `known` is the public part if it has been built before."""
    shows_evening = not (room.is_playing or room.is_closed)
    return WatchView(known or public_part(room), evening_view(room) if shows_evening else None)


Screen = Literal[
    "lobby", "number", "list", "cards", "rest", "call", "sent", "watch", "stool", "away", "over", "closed"
]
"""What a phone looks like: `rest` waits for others to play first, `watch` for the host to reveal lists, and
`stool` is the place of a player who has none in this game."""


@dataclass(frozen=True, slots=True)
class PrivatePart:
    """What a phone shows to its player alone, and what it asks for.

    `number` is the player's submitted number or card in the current round, and `numbers` the submitted list;
    `pad` are the cards to choose from, empty where a number is typed; `at_once` is how many are submitted.
    """

    phase: Phase
    round_id: str
    number: str = ""
    numbers: tuple[str, ...] = ()
    pad: tuple[PadKey, ...] = ()
    at_once: int = 1
    prompt: str = ""
    digits: int = 0
    """How many digits a typed number has at most; 0 where nothing is typed."""
    has_minus: bool = False
    """Whether typed numbers may be negative."""
    is_spectator: bool = False
    """Whether the player has no part in the game that is played."""
    sent: str = ""
    """The sentence that confirms a submitted play."""
    waiting: str = ""
    """The sentence for what must happen before this player can submit."""
    clash: str = ""
    """Why what was sent cannot be shown, as far as this player may know."""
    stake: str = ""
    """What a round of a showdown means for this player (G16)."""
    at_table: bool = False
    """Whether this player plays at a table where only results are entered, and not here (R1 to R3)."""
    score: str = ""
    """What this player has so far there."""
    sits_out: str = ""
    """What sitting out means for this player now; empty for a player who does not sit out."""
    stand_in: bool = False
    """Whether a bot plays on for the player, who is away."""
    asking: int = 0
    """How many claims of seats are open, for a player who is host."""
    elsewhere: str = ""
    """Why this phone does not show what was submitted; empty where it does, or nothing was."""
    without_hand: str = ""
    """Why this phone does not show the hand that the app dealt; empty where it does, or there is none."""
    question: str = ""
    """What this phone is asked about another one that plays for the same player."""
    phone: Device = ""
    """The phone that the question is about."""
    notice: str = ""
    """What this phone is told of a merge by which it plays for another player."""

    @property
    def entry(self) -> Literal["", "number", "list"]:
        """What the player types now, if anything."""
        if self.pad or self.phase not in ("enter", "change", "list"):
            return ""
        return "list" if self.at_once > 1 else "number"

    @property
    def screen(self) -> Screen:
        """What the phone looks like now."""
        match self.phase:
            case "enter" | "change" | "list":
                return self.entry or "cards"
            case "wait":
                return "rest"
            case "watch":
                return "stool" if self.is_spectator else "watch"
            case "lobby" | "call" | "sent" | "away" | "closed":
                return self.phase
        return "over"


@dataclass(frozen=True, slots=True)
class PhoneView:
    """What a player's phone shows; in the part that phones share, `seat` is empty.

    `outcome` is that of the last reveal for this player; the shared part has `outcomes` for all players.
    """

    public: PublicPart
    own: PrivatePart
    seat: Seat = ""
    name: str = ""
    outcome: PlayerOutcome | None = None
    outcomes: tuple[PlayerOutcome, ...] = ()
    ending: PhoneEnding | None = None
    """The end of the game for this player; the shared part has `endings` for all players."""
    endings: tuple[PhoneEnding, ...] = ()
    evening: EveningView | None = None
    """The standing of the evening, between two games."""
    missed: int = 0
    """How many rounds were revealed before this player joined the game, who has not played yet."""


def phone_view(room: Room, seat: Seat, changing: str = "", device: Device = "") -> PhoneView:
    """Build the view of a player's phone; `changing` is the id of the round whose play is being changed."""
    if room.is_closed:
        return PhoneView(public_part(room), _closed_part(room), seat, room.name(seat))
    return PhoneView(
        public=public_part(room),
        own=private_part(room, seat, changing, device),
        seat=seat,
        name=room.name(seat),
        outcome=outcomes.player_outcome(room, seat),
        ending=phone_ending(room, seat),
        evening=None if room.is_playing else evening_view(room),
        missed=_count_missed_rounds(room, seat),
    )


def shared_phone_part(room: Room, known: PublicPart | None = None) -> PhoneView:
    """Build the view that all phones share, with the outcomes of the last reveal for all players.

    `known` is the public part if it has been built before.
    """
    if room.is_closed:
        return PhoneView(known or public_part(room), _closed_part(room))
    return PhoneView(
        public=known or public_part(room),
        own=_shared_private_part(room),
        outcomes=outcomes.all_outcomes(room),
        endings=all_endings(room),
        evening=None if room.is_playing else evening_view(room),
    )


def private_part(room: Room, seat: Seat, changing: str = "", device: Device = "") -> PrivatePart:
    """Build the part of a phone's view that only its player may see."""
    if room.is_closed:
        return _closed_part(room)
    game, player = room.current_game, room.seats[seat]
    if room.is_playing and not room.may_see_hand(seat, device):
        return _part_without_hand(room, player, device)
    phase: Phase = "away" if player.away else player_phase(game, seat, changing)
    shown = game if game and game.shows_play(seat, device) else None
    keeps_results = bool(game and game.next_round and game.next_round.is_result)
    return PrivatePart(
        phase=phase,
        round_id=_round_id(game),
        number=card_face(shown.hidden[seat]).sign if shown and seat in shown.hidden else "",
        numbers=tuple(card_face(play).sign for play in shown.lists.get(seat, ())) if shown else (),
        pad=card_pad(game, seat, device) if game and not keeps_results else (),
        at_once=plays_at_once(game),
        prompt=_prompt(game),
        digits=most_digits(game),
        has_minus=allows_minus(game),
        is_spectator=bool(game and game.next_round and seat not in game.next_round.allowed),
        sent=translate(game.next_round.allowed[seat].sent_sentence)
        if game and game.next_round and phase == "sent"
        else "",
        waiting=waiting_sentence(room, game)
        if game and game.next_round and phase in ("wait", "watch")
        else "",
        clash=clash_for_player(room, game, seat, device) if game and phase != "away" else "",
        stake=_stake(game, seat) if phase in ("enter", "change", "sent") else "",
        at_table=keeps_results and phase == "watch" and game is not None and seat in game.record.players,
        score=_score_so_far(room, game, seat) if game and keeps_results else "",
        sits_out=_sits_out_sentence(game, player),
        stand_in=bool(game and game.next_round and seat in game.stand_ins),
        asking=count_claims(room, device),
        elsewhere="" if shown or game is None or phase != "sent" else _elsewhere_sentence(room, game, seat),
        question=_question_sentence(player, device),
        phone=_questioned_phone(player, device),
        notice=merge_notice(room, player.seat, device),
    )


def _part_without_hand(room: Room, player: Player, device: Device) -> PrivatePart:
    """Build the private part of a phone that may not show the hand of its player."""
    return PrivatePart(
        phase="watch",
        round_id=_round_id(room.current_game),
        asking=count_claims(room, device),
        without_hand=translate(
            "The cards of {name} are on another phone. If this one is yours too, say so there. Without that a"
            " bot can play on with them, and you join as a new player, for the next game.",
            name=bidi_isolate(player.name),
        ),
        question=_question_sentence(player, device),
        phone=_questioned_phone(player, device),
        notice=merge_notice(room, player.seat, device),
    )


def _elsewhere_sentence(room: Room, game: GameState, seat: Seat) -> str:
    """Return why a phone does not show what was submitted for its player."""
    name = bidi_isolate(room.name(seat))
    if game.senders.get(seat):
        return translate(
            "It was sent from another phone of {name}, and is hidden here until the reveal.", name=name
        )
    return translate("It was entered for {name}, and is hidden here until the reveal.", name=name)


def _questioned_phone(player: Player, device: Device) -> Device:
    """Return the phone about which another phone of its player is asked; empty where it is asked nothing."""
    return min((each.phone for each in player.questions if each.asked == device), default="")


def _question_sentence(player: Player, device: Device) -> str:
    phone = _questioned_phone(player, device)
    if not phone:
        return ""
    if phone not in player.devices:
        return translate("Another phone played as {name}. Was that you?", name=bidi_isolate(player.name))
    return translate("Another phone plays as {name} now. Was that you?", name=bidi_isolate(player.name))


def _closed_part(room: Room) -> PrivatePart:
    """Build the private part of all phones of a closed room.

    It asks for as many numbers as before, so that the page keeps its fields, with what is typed in them.
    """
    return PrivatePart("closed", "", at_once=plays_at_once(room.current_game))


def count_claims(room: Room, device: Device) -> int:
    """Return the number of open claims if the device is a host's, otherwise 0."""
    return len(room.claims) if device in room.hosts else 0


def seats_with_private_part(room: Room) -> Set[Seat]:
    """Return the seats whose phones show something else than the shared part.

    They are found with set operations, as building a view for each of a thousand phones would be too slow.
    """
    if room.is_closed:
        return frozenset()
    game = room.current_game
    inactive = {
        seat for seat, player in room.seats.items() if player.away or player.sits_out or player.questions
    }
    inactive.update(each.seat for each in room.takeovers if each.seat in room.seats)
    if game is None or game.next_round is None:
        return inactive
    kinds = {id(allowed): allowed for allowed in game.next_round.allowed.values()}  # nearly always one
    if game.awaits_deal or game.next_round.is_result or not all(kind.is_shared for kind in kinds.values()):
        return room.seats.keys()
    shown_apart = room.seats.keys() & game.next_round.contenders
    return inactive.union(
        room.seats.keys() - game.next_round.allowed.keys(), game.hidden, game.lists, shown_apart
    )


def _shared_private_part(room: Room) -> PrivatePart:
    """Build the private part for players who have submitted nothing yet."""
    game = room.current_game
    phase: Phase = "lobby" if game is None else "over"
    if game and game.next_round:
        phase = "list" if game.takes_lists else "enter"
        phase = "watch" if game.lists_left or game.next_round.is_result else phase
    return PrivatePart(
        phase=phase,
        round_id=_round_id(game),
        pad=common_pad(game) if game and phase != "watch" else (),
        at_once=plays_at_once(game),
        prompt=_prompt(game),
        digits=most_digits(game),
        has_minus=allows_minus(game),
        stake=_stake(game, "") if phase == "enter" else "",
        at_table=bool(game and game.next_round and game.next_round.is_result),
        waiting=waiting_sentence(room, game) if game and phase == "watch" else "",
    )


def _round_id(game: GameState | None) -> str:
    return access.round_id(game) if game else ""


def _prompt(game: GameState | None) -> str:
    ask = game.next_round if game and not game.lists_left else None
    return input_prompt(ask) if ask and not ask.is_result else ""


def _count_missed_rounds(room: Room, seat: Seat) -> int:
    """Return how many rounds were revealed before a player joined the open game; 0 after the first play."""
    game = room.current_game
    if game is None or game.next_round is None or seat not in game.next_round.allowed:
        return 0
    if game.has_submitted(seat) or any(seat in row.players for row in reversed(game.rounds)):
        return 0
    return sum(not row.void for row in game.rounds)


def _stake(game: GameState | None, seat: Seat) -> str:
    """Return what a round of a showdown means for a player; empty for any other round."""
    tied = game.next_round.contenders if game and game.next_round else ()
    if not tied:
        return ""
    if seat in tied:
        return translate("You are one of {n}. Whoever is closest stays", n=len(tied))
    return translate("You cannot win any more, but your number moves the middle")


def _score_so_far(room: Room, game: GameState, seat: Seat) -> str:
    """Return a player's score in words; empty where there is none yet, or it is hidden."""
    if seat not in game.record.players or not game.record.reveals or hides_scores(room, game):
        return ""
    inner = game.record.rules.standings(game.score.root)[-1]
    return counted_score(inner.label, inner.scores[seat])


def _sits_out_sentence(game: GameState | None, player: Player) -> str:
    """Return what sitting out means now; empty for a player who does not sit out."""
    if not player.sits_out or player.away:
        return ""
    if game is None or game.next_round is None:
        return translate("You sit out: the next game begins without you until the host brings you back")
    if player.seat not in game.next_round.allowed:
        return translate("You sit out: the host can bring you back")
    if game.next_round.everyone_must_play:
        return translate("You sit out from the next game: this one needs a card of everybody")
    return translate("You sit out: rounds do not wait for you. You can still send a number")
