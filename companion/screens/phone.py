"""A player's phone: what all may see, what became of the last round for its player, and what it asks for."""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Literal, NamedTuple

from companion.i18n.messages import N_, bidi_isolate, format_count, format_either, translate
from companion.room.commands.access import round_id
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.guests import offered_guests
from companion.room.state import Player, Room
from companion.rules.plays import Bounds, NextRound, Play
from companion.rules.results import count_parts
from companion.screens.again import Tile, Wish, again_tiles, wish_of
from companion.screens.bets import BetsView
from companion.screens.cards import PadKey, card_face, card_pad
from companion.screens.entry import Phase, clash_on_phone, player_phase, plays_at_once, shown_plays, was_sent
from companion.screens.evening import EveningView, evening_view
from companion.screens.headings import aim, leaf_kind, waiting_sentence
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import MOST_NAMED, counted_score, player_names
from companion.screens.outcomes import PlayerOutcome, all_outcomes
from companion.screens.phone_endings import EveningEnd, PhoneEnding, all_endings, all_evening_ends
from companion.screens.public import PublicPart, merge_notice, public_part
from companion.values import frozen

Screen = Literal[
    "lobby",
    "number",
    "list",
    "cards",
    "rest",
    "call",
    "sent",
    "watch",
    "stool",
    "away",
    "over",
    "seated",
    "closed",
]
"""What a phone looks like: `rest` waits for others to play first, `watch` for the host to reveal lists, and
`stool` is the place of a player who has none in this game. `seated`: by the game that is wanted next."""


class PrivatePart(NamedTuple):
    """What a phone shows to its player alone, and what it asks for.

    `sent` are the number, card or list that it shows as sent, which `confirmed` says in a sentence, and
    `elsewhere` why it shows none. `pad` are the cards to choose from, empty where numbers of the `typed`
    range are typed, `at_once` together; `is_list`: a list is sent, or is to be. `is_spectator`: the player
    has no part in this game. `waiting` says what must happen before this player can submit, `clash` why what
    was sent cannot be shown, as far as this player may know, and `stake` what a round means that only some
    can win (G16, E4), in which a player who `can_spoil` only moves the middle; `duel` is its heading, if it
    has one. `at_table`: only results are entered, and not here (R1 to R3); `score` is what the player has
    there so far. `sits_out` says what that means now, and `without_hand` why this phone does not show the
    hand that the app dealt. `stand_in`: a bot plays on for the player, who is away. `claims_waiting` is how
    many claims of seats a host is asked about. `question` is what this phone is asked about another one,
    `phone`, that plays for the same player, and `notice` what it is told of a merge by which it plays for
    another. `wish` is what its player wants to play next, after a game. What says nothing is empty.
    """

    phase: Phase
    round_id: str = ""
    at_once: int = 1
    prompt: str = ""
    typed: Bounds | None = None
    pad: tuple[PadKey, ...] = ()
    sent: tuple[str, ...] = ()
    is_list: bool = False
    confirmed: str = ""
    elsewhere: str = ""
    is_spectator: bool = False
    wrote_it: bool = False
    """Whether this player has written the question, and so is not asked."""
    waiting: str = ""
    clash: str = ""
    stake: str = ""
    can_spoil: bool = False
    duel: str = ""
    at_table: bool = False
    score: str = ""
    sits_out: str = ""
    stand_in: bool = False
    without_hand: str = ""
    claims_waiting: int = 0
    question: str = ""
    phone: Device = ""
    notice: str = ""
    wish: Wish | None = None

    @property
    def wanted(self) -> str:
        """What the player wants to play next, by the key of its choice; empty for nothing."""
        return self.wish.key if self.wish else ""

    @property
    def digits(self) -> int:
        """How many digits a typed number has at most; 0 where nothing is typed."""
        return max((len(str(abs(end))) for end in self.typed or ()), default=0)

    @property
    def has_minus(self) -> bool:
        """Whether typed numbers may be negative."""
        return self.typed is not None and self.typed[0] < 0

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
                return "stool" if self.is_spectator and not self.wrote_it else "watch"
            case "lobby" | "call" | "sent" | "away" | "closed":
                return self.phase
        return "seated" if self.wish else "over"

    @property
    def pad_state(self) -> Literal["", "held", "resting"]:
        """How the cards are shown: `held` to lay one now, or `resting` until a later turn; empty: not."""
        if self.pad and self.screen in ("cards", "rest", "call"):
            return "held" if self.screen == "cards" else "resting"
        return ""


@frozen
class PhoneView:
    """What a player's phone shows; `seat` is empty in the part that phones share, and for who only watches.

    `outcomes` and `endings` are what became of the last reveal and of the game, for this player or for all.
    """

    public: PublicPart
    own: PrivatePart
    seat: Seat = ""
    name: str = ""
    outcomes: tuple[PlayerOutcome, ...] = ()
    endings: tuple[PhoneEnding, ...] = ()
    evening: EveningView | None = None
    """The standing of the evening, between two games."""
    evening_ends: tuple[EveningEnd, ...] = ()
    """What an evening that is over was for this player, or for all."""
    missed: str = ""
    """How many rounds were revealed before this player joined, in words; empty after the first play."""
    tiles: tuple[Tile, ...] = ()
    """What can be chosen to be played next, after a game."""
    guests: tuple[int, ...] = ()
    """The guests that this player can be, the own one first; none where there is nothing to choose."""
    bets: BetsView | None = None
    """On whom those who watch can bet, and what became of their bets."""

    @property
    def is_evening_over(self) -> bool:
        """Whether the evening is over, also for a player who was in none of its games and has no end."""
        return self.evening is not None and self.evening.is_over

    @property
    def shows_rows(self) -> bool:
        """Whether there is a scoreboard: once an evening is over, its table has all of it."""
        return bool(self.public.rows) and not self.is_evening_over

    @property
    def shows_standing(self) -> bool:
        """Whether the scores are shown apart: a result was entered, and the game goes on."""
        last = self.public.last
        return self.public.playing and last is not None and last.kind == "results"


def phone_view(room: Room, seat: Seat = "", changing: str = "", device: Device = "") -> PhoneView:
    """Build the view of a player's phone, or without a seat of the part that all phones share.

    `changing` is the id of the round whose play is being changed.
    """
    name, own = room.name(seat) if seat else "", private_part(room, seat, changing, device)
    view = PhoneView(public_part(room), own, seat, name, evening=_evening(room))
    seats = [seat] if seat else ()
    if room.is_closed:
        return view
    return replace(
        view,
        outcomes=all_outcomes(room, seats),
        endings=() if room.final else all_endings(room, seats),
        evening_ends=all_evening_ends(room, view.evening, seats),
        missed=_missed_rounds(room, seat),
        tiles=again_tiles(room),
        guests=offered_guests(room, seat) if seat and own.phase == "lobby" else (),
    )


def watch_view(room: Room, bets: BetsView | None = None) -> PhoneView:
    """Build the view of somebody who only watches; `bets` are what that browser may know of them."""
    return PhoneView(public_part(room), private_part(room), evening=_evening(room), bets=bets)


def _evening(room: Room) -> EveningView | None:
    return None if room.is_playing or room.is_closed else evening_view(room)


def private_part(room: Room, seat: Seat = "", changing: str = "", device: Device = "") -> PrivatePart:
    """Build the part of a phone's view that only its player may see.

    Without a seat it is that of players who have submitted nothing yet. In a closed room it asks for as many
    numbers as before, so that the page keeps its fields, with what is typed.
    """
    game = room.current_game
    if room.is_closed:
        return PrivatePart("closed", at_once=plays_at_once(game))
    own = PrivatePart(player_phase(game, seat, changing), round_id(game) if game else "")
    if seat:
        own = _with_player(own, room, room.seats[seat], device)
    is_in_round = game and game.next_round and not own.without_hand
    return _with_round(own, room, seat, device) if is_in_round else own


def _with_player(own: PrivatePart, room: Room, player: Player, device: Device) -> PrivatePart:
    """Add what a phone is asked and told for its player, apart from the round."""
    phone, question = _question(player, device)
    hides_hand = room.is_playing and not room.may_see_hand(player.seat, device)
    return own._replace(
        phase="watch" if hides_hand else "away" if player.away else own.phase,
        without_hand=translate(_WITHOUT_HAND, name=bidi_isolate(player.name)) if hides_hand else "",
        claims_waiting=len(room.claims) if device in room.hosts else 0,
        question=question,
        phone=phone,
        notice=merge_notice(room, player.seat, device),
        wish=wish_of(room, player.seat),
        sits_out="" if hides_hand else _sits_out_sentence(room.current_game, player),
    )


def _with_round(own: PrivatePart, room: Room, seat: Seat, device: Device) -> PrivatePart:
    """Add what the open round asks of everybody, and what it is for a player."""
    game, open_round = room.games[-1], room.games[-1].open_round
    plays, anybody = shown_plays(game, seat, device), next(iter(open_round.allowed.values()), None)
    allowed = None if game.lists_left or open_round.is_result else anybody
    if allowed:
        is_bid = open_round.prize is not None  # then the heading says what for
        prompt = aim(game.rules) if is_bid else allowed.prompt(open_round.plays_at_once)
        own = own._replace(prompt=prompt, typed=allowed.typed_range)
    own = own._replace(
        at_once=plays_at_once(game),
        stake=_stake(room, game, seat) if own.phase in ("enter", "change", "sent") else "",
        duel=_duel(room, game, seat) if open_round.contenders and own.phase in ("enter", "change") else "",
        can_spoil=bool(open_round.contenders) and seat not in open_round.contenders,
        waiting=waiting_sentence(room, game) if own.phase in ("wait", "watch") else "",
        pad=() if open_round.is_result else card_pad(game, seat, plays),
        is_list=game.takes_lists or (seat in game.lists and bool(plays)),
        at_table=open_round.is_result,
    )
    return _with_play(own, room, seat, device, plays) if seat else own


def _with_play(
    own: PrivatePart, room: Room, seat: Seat, device: Device, plays: tuple[Play, ...]
) -> PrivatePart:
    """Add what a player has submitted, as far as this phone may show it."""
    game, allowed = room.games[-1], room.games[-1].open_round.allowed.get(seat)
    is_sent = own.phase == "sent" and allowed is not None
    is_at_table = game.open_round.is_result and seat in game.players
    return own._replace(
        sent=tuple(card_face(play).sign for play in plays),
        confirmed=translate(allowed.sent_sentence) if is_sent and allowed else "",
        elsewhere=_elsewhere_sentence(room, seat) if is_sent and not game.shows_play(seat, device) else "",
        at_table=is_at_table and own.phase == "watch",
        score=_score_so_far(room, game, seat) if is_at_table else "",
        is_spectator=allowed is None,
        wrote_it=game.drawn is not None and game.drawn.writer == seat,
        clash="" if own.phase == "away" else clash_on_phone(room, game, seat, device),
        stand_in=seat in game.stand_ins,
    )


def seats_with_private_part(room: Room) -> Set[Seat]:
    """Return the seats whose phones show something else than the shared part.

    They are found with set operations, as building a view for each of a thousand phones would be too slow.
    """
    if room.is_closed:
        return frozenset()
    apart = {player.seat for player in room.players if player.away or player.sits_out or player.questions}
    apart.update(takeover.seat for takeover in room.takeovers if takeover.seat in room.seats)
    apart.update(room.seats.keys() & room.wishes)
    game = room.current_game
    return apart.union(_apart_in_round(room, game, game.next_round)) if game and game.next_round else apart


def _apart_in_round(room: Room, game: GameState, open_round: NextRound) -> Set[Seat]:
    kinds = {id(allowed): allowed for allowed in open_round.allowed.values()}  # nearly always one
    if game.awaits_deal or open_round.is_result or not all(kind.is_shared for kind in kinds.values()):
        return room.seats.keys()
    tied = room.seats.keys() & open_round.contenders
    return (room.seats.keys() - open_round.allowed.keys()).union(game.hidden, game.lists, tied)


_WITHOUT_HAND = N_(
    "The cards of {name} are on another phone. If this one is yours too, say so there. Without that a bot can"
    " play on with them, and you join as a new player, for the next game."
)


def _elsewhere_sentence(room: Room, seat: Seat) -> str:
    """Return why a phone does not show what was submitted for its player."""
    if was_sent(room.games[-1], seat):
        template = N_("It was sent from another phone of {name}, and is hidden here until the reveal.")
    else:
        template = N_("It was entered for {name}, and is hidden here until the reveal.")
    return translate(template, name=bidi_isolate(room.name(seat)))


def _question(player: Player, device: Device) -> tuple[Device, str]:
    """Return the phone about which another phone of its player is asked, and what; both may be empty."""
    phone = min((question.phone for question in player.questions if question.recipient == device), default="")
    if not phone:
        return "", ""
    if phone in player.devices:
        template = N_("Another phone plays as {name} now. Was that you?")
    else:
        template = N_("Another phone played as {name}. Was that you?")
    return phone, translate(template, name=bidi_isolate(player.name))


def _missed_rounds(room: Room, seat: Seat) -> str:
    """Count the rounds that were revealed before a player joined the open game, until the first play."""
    game = room.current_game
    if game is None or game.next_round is None or seat not in game.next_round.allowed:
        return ""
    has_played = game.has_submitted(seat) or any(seat in row.players for row in reversed(game.rounds))
    missed = 0 if has_played else sum(not row.void for row in game.rounds)
    return str(count_parts(leaf_kind(game), missed)) if missed else ""


def _duel(room: Room, game: GameState, seat: Seat) -> str:
    """Return the heading of a round for who can win it, or for all others: in a grand final who can."""
    words = game.rules.knockout
    if game.is_final and seat not in game.open_round.contenders:
        return _any_of(room, game.finalists)
    heading = words.heading if seat in game.open_round.contenders else words.spoiler_heading
    return translate(heading) if heading else ""


def _any_of(room: Room, seats: Sequence[Seat]) -> str:
    """Return players of whom one will win, or how many they are."""
    names = player_names(room, seats)
    if len(names) <= MOST_NAMED:
        return format_either(names)
    return format_count(len(names), "One of {n} player", "One of {n} players")


def _stake(room: Room, game: GameState, seat: Seat) -> str:
    """Return what a round that only some can win means for a player; empty for any other round."""
    contenders, words = game.open_round.contenders, game.rules.knockout
    if not contenders:
        return ""
    if seat not in contenders:
        return translate(words.spoil)
    others = [finalist for finalist in game.finalists if finalist != seat]
    if not others:
        return translate("The others have left: any number that counts wins")
    who, half = _or_others(room, others) if game.is_final else "", (len(contenders) + 1) // 2
    return translate(words.stake, aim=aim(game.rules), n=len(others) + 1, half=half, who=who)


def _or_others(room: Room, others: Sequence[Seat]) -> str:
    """Return a player and others, of whom one will win: `You, Ann or Bob`."""
    if len(others) > MOST_NAMED:
        return format_count(len(others), "You or {n} other", "You or {n} others")
    return format_either((translate("You"), *player_names(room, others)))


def _score_so_far(room: Room, game: GameState, seat: Seat) -> str:
    """Return a player's score in words; empty where there is none yet, or it is hidden."""
    if not game.reveals or hides_scores(room, game):
        return ""
    inner = game.inner_standing
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
