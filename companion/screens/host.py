"""The host's screen: what the host sees and can do now, and what the host can choose for the next game."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import datetime
from typing import Literal, get_args

from companion.i18n.errors import Refused
from companion.room.commands import access, shared_phone, wishes
from companion.room.commands.questions import chosen_deck
from companion.room.events import Seat, SeatClaimed
from companion.room.game_state import GameState
from companion.room.reducer import can_finish_evening, last_undoable
from companion.room.state import Player, Room
from companion.rules.plays import NextRound
from companion.rules.results import count_parts
from companion.screens import headings
from companion.screens.again import NextStart, Tile, again_tiles, next_start
from companion.screens.changes import to_redo, to_undo
from companion.screens.decks import deck_title
from companion.screens.desk import DeskPlayers, DeskVerdict, desk_verdict, players_at_desk
from companion.screens.endings import game_ending
from companion.screens.entry import clash_for_keeper, plays_at_once
from companion.screens.game_choices import GameChoices, game_choices
from companion.screens.players import Crowd, IdleCrowd, crowds, idle_crowd, stand_in_offers
from companion.screens.public import PublicPart, public_part
from companion.screens.scenes.ends import short_reason
from companion.screens.sheet import has_sheet, is_natural
from companion.screens.tv import announces_next_game, narration, room_address
from companion.screens.voided import voided_in_evening
from companion.values import frozen

_BeforeGame = Literal["asleep", "empty", "few", "misfit", "lobby"]
_InRound = Literal["stranded", "sheet", "entry", "truth", "next", "question", "round", "after", "wait"]
State = _BeforeGame | _InRound | Literal["closed", "crowd", "idle", "claim", "over", "tie"]
"""What the host's screen is about. `asleep`: no TV is open, and players are missing; `stranded`: the round
waits for dealt cards whose player is gone; `truth`: it waits for the truth of its question; `question`: the
app is about to ask; `after`: nothing was sent since the last reveal."""

Stage = Literal["claim", "asleep", "door", "benches", "podium", "presented", "players"]
"""Who or what stands on the desk: the `door` into the room, who has presented what, or whoever plays; and on
`benches` who wants what next."""

Phase = Literal["closed", "lobby", "enter", "next", "tie", "over"]
"""How far the game is, as the page tells its script."""

_WITH_REVEAL: frozenset[State] = frozenset({"tie", "sheet", "next", "question", "round", "after", "wait"})
"""States that show the last reveal while it is fresh."""
_AT_REST: frozenset[State] = frozenset({*get_args(_BeforeGame), "over", "wait"})
"""States that show who asks to be let in, until one was sent away: then, and in others, that is a line."""


@frozen
class HostGame:
    """What the host sees of the game that is played, or was played last.

    `can` are the actions that would not be refused now. `sheet` is whether there is a score sheet: as the way
    to play on, or for somebody whose phone fails. `entries` are the players for whom the host may type
    numbers, and `types_for` the one for whom that is done now, in `entry_form`, which is empty where nobody
    is: the next without a phone, or the one of the seat `typing_seat`. `clash` says why the round cannot be
    shown, as far as the score-keeper may know. `why` is how a game ended, as the TV says it. `unanswered` is
    the id of the last revealed round whose question waits for its truth. `is_fresh`: nothing was submitted
    since the last reveal, so that its verdict still matters most.
    """

    can: tuple[str, ...] = ()
    phase: Phase = "lobby"
    round_id: str = ""
    played: str = ""
    sheet: Literal["", "main", "aside"] = ""
    entries: tuple[Player, ...] = ()
    types_for: Player | None = None
    typing_seat: str = ""
    entry_form: str = ""
    why: str = ""
    clash: str = ""
    is_fresh: bool = False
    unanswered: str = ""
    unanswered_question: str = ""

    @property
    def has_questions(self) -> bool:
        """Whether a question can be asked, or one waits for its truth."""
        return not {"ask", "tell"}.isdisjoint(self.can)


@frozen
class HostView:
    """What the host sees and can do; a closed room has nothing but its public part.

    `seat` is the host's own, if the host plays. `has_minus`: numbers may be below 0. `undo` and `redo` say
    what would be taken back or done again, and `undoes` is the number of the event that `undo` takes back.
    `tiles` are what can be played next, and `next_start` is what the host starts of these.
    `stand_ins` are the players whose dealt cards the round waits for, and for whom a bot can play on. `claim`
    is what the host answers first. `deck` is the title of the deck of which the app asks, if it asks.
    """

    public: PublicPart
    seat: Seat | None
    address: str | None
    locked: bool
    has_minus: bool
    state: State = "closed"
    choices: GameChoices = field(default_factory=GameChoices)
    game: HostGame = HostGame(phase="closed")
    players: DeskPlayers = field(default_factory=DeskPlayers)
    verdict: DeskVerdict = field(default_factory=DeskVerdict)
    claim: SeatClaimed | None = None
    crowd: Crowd | None = None
    idle: IdleCrowd | None = None
    deck: str = ""
    stand_ins: tuple[Player, ...] = ()
    voided: tuple[str, ...] = ()
    undo: str = ""
    undoes: int = 0
    redo: str = ""
    tiles: tuple[Tile, ...] = ()
    next_start: NextStart | None = None
    can_hand_over: bool = False
    is_demo: bool = False

    @property
    def stage(self) -> Stage:
        """Who stands on the desk."""
        if self.state == "claim":
            return "claim"
        if self.state == "asleep":
            return "asleep"
        if self.state in ("empty", "few") and self.address:
            return "door"
        if self.state in ("over", "tie") and any(tile.guests for tile in self.tiles):
            return "benches"
        if self.state in ("over", "tie") and self.public.final:
            return "podium"
        return "presented" if self.verdict.revealed else "players"

    @property
    def how(self) -> Literal["", "played", "ends"]:
        """What can be chosen: how the next game is played, or only how the game ends."""
        if not self.public.playing and (self.choices.tables or self.choices.named or self.choices.strips):
            return "played"
        return "ends" if self.choices.endings else ""

    @property
    def changes_how(self) -> bool:
        """Whether that is to be chosen behind More, as the screen is about something else."""
        return bool(self.how) and not self.is_before_game

    @property
    def is_before_game(self) -> bool:
        """Whether the screen is about the game that comes next."""
        return self.state in get_args(_BeforeGame)

    @property
    def tells_news(self) -> bool:
        """Whether there is a place for news; not where somebody waits for the host."""
        return not self.is_before_game and self.state not in ("stranded", "crowd", "idle")

    @property
    def claim_aside(self) -> SeatClaimed | None:
        """Whoever wants in, where the screen is about something else."""
        return None if self.state in ("claim", "crowd", "idle") else self.claim

    @property
    def idle_question_at(self) -> datetime | None:
        """When the screen is to ask about those who have never played; None where it does."""
        return self.idle.question_at if self.idle and self.state != "idle" else None

    @property
    def gone(self) -> Player | None:
        """The first player who has left and whose dealt cards the round waits for."""
        return next((player for player in self.stand_ins if player.away), None)

    @property
    def offers_skip(self) -> bool:
        """Whether the question of the open round can be skipped here."""
        return "skip" in self.game.can and self.state in ("entry", "truth", "round", "wait")

    @property
    def is_to_guess(self) -> bool:
        """Whether a question waits for the host's own number."""
        return bool(self.public.question) and self.seat in self.players.awake

    @property
    def headline(self) -> str:
        """What the round waits for, where that is no number of players."""
        if self.state == "next" or self.game.clash or not self.players.missing_count:
            return self.game.clash or self.public.waiting or self.public.status
        return ""

    @property
    def tells_waiting(self) -> bool:
        """Whether a sentence below the headline says who is missing."""
        return self.state in ("round", "wait") and not self.headline and bool(self.public.waiting)

    @property
    def awaits_truth(self) -> bool:
        """Whether what came of a round is shown whose truth is still to be told, before all else."""
        is_over = self.state in ("over", "tie")
        return bool(self.game.unanswered) and (is_over or bool(self.verdict.headline))


def host_view(
    room: Room, candidates: tuple[str, ...], seat: Seat | None, *, has_tv: bool = True, typing_seat: Seat = ""
) -> HostView:
    """Return what the host sees and can do; `seat` is the host's own, if the host plays.

    `has_tv`: whether a TV is open, or none is wanted. `typing_seat` is the seat for which the host wants to
    type, or the id of the round to which the host has gone on from the last reveal.
    """
    game, address = room.current_game, room_address(room, candidates)
    view = HostView(public_part(room), seat, address, room.locked, _has_minus(room, game))
    if room.is_closed:
        return view
    choices = game_choices(wishes.as_wanted(room))
    view = replace(
        view,
        choices=choices,
        game=_of_game(room, game, choices.begins, typing_seat) if game else HostGame(choices.begins),
        players=players_at_desk(room, game),
        claim=max(room.claims.values(), key=lambda claim: claim.seat != "", default=None),
        crowd=next((crowd for crowd in crowds(room) if crowd.needs_answer), None),
        idle=idle_crowd(room),
        deck=deck_title(chosen_deck(room)) if room.rules.question_aims else "",
        stand_ins=stand_in_offers(room),
        voided=voided_in_evening(room),
        undo=to_undo(room),
        undoes=last_undoable(room),
        redo=to_redo(room),
        tiles=again_tiles(room),
        next_start=next_start(room),
        can_hand_over=bool(shared_phone.seats_without_phone(room)),
        is_demo=bool(narration(room)),
    )
    view, last = replace(view, state=_state(room, view, has_tv=has_tv)), view.public.last
    if game and last and _shows_reveal(view, game):
        return replace(view, verdict=desk_verdict(room, game, last))
    return view


def _has_minus(room: Room, game: GameState | None) -> bool:
    """Tell whether numbers may be below 0: by the question that the app asks, or in the whole game."""
    line = room.rules.number_line or (0, 0)
    return (game.drawn.low if game and game.drawn else line[0]) < 0


def _shows_reveal(view: HostView, game: GameState) -> bool:
    """Tell whether the last reveal is shown, or the screen is about something else."""
    is_about_it = view.state in _WITH_REVEAL or (view.state == "over" and game.practice)
    return view.game.is_fresh and is_about_it


def _state(room: Room, view: HostView, *, has_tv: bool) -> State:
    """Return what the screen is about: what somebody waits for first, then what goes on."""
    if view.crowd:
        return "crowd"
    state = _state_of_round(view) if room.is_playing else _state_between_games(room, view, has_tv=has_tv)
    is_claimed = view.claim and (view.claim.seat or (state in _AT_REST and not room.turned_away))
    return "claim" if is_claimed else state


def ask_about_idle(view: HostView) -> HostView:
    """Return what the host sees when it is time to ask about those who have never played (`idle`)."""
    return view if view.state == "crowd" else replace(view, state="idle", verdict=DeskVerdict())


def _state_between_games(room: Room, view: HostView, *, has_tv: bool) -> State:
    if not announces_next_game(room):
        return "tie" if view.game.phase == "tie" else "over"
    if view.choices.missing:
        return "asleep" if not has_tv else "few" if room.present else "empty"
    return "misfit" if view.choices.misfit else "lobby"


def _state_of_round(view: HostView) -> State:
    game = view.game
    states: tuple[tuple[State, bool], ...] = (
        ("stranded", any(player.away for player in view.stand_ins)),
        ("sheet", game.sheet == "main"),
        ("entry", game.types_for is not None),
        ("truth", game.entry_form == "truth"),
        ("next", game.phase == "next"),
        ("question", "question" in game.can),
        ("round", not {"close", "truth"}.isdisjoint(game.can)),
        ("after", game.is_fresh),
    )
    return next((state for state, is_so in states if is_so), "wait")


def _of_game(room: Room, game: GameState, begins: Sequence[str], typing_seat: Seat) -> HostGame:
    """Return what the host sees of the game that is played, or was played last."""
    entries, (unanswered, question) = _entries(game, room), _unanswered(game)
    can = (*_can(game), *(("finish",) if can_finish_evening(room) else ()), *begins)
    phase = _phase(game, can)
    types_for = _types_for(game, entries, typing_seat) if phase == "enter" else None
    sheet: Literal["", "main", "aside"] = "main" if is_natural(room) else "aside" if has_sheet(game) else ""
    here, shown = access.round_id(game), sum(not played.is_skipped for played in game.rounds)
    form = "sheet" if sheet == "main" else ""
    if types_for:
        form = "list" if plays_at_once(game) > 1 else "number"
    elif "truth" in can and (game.is_complete or typing_seat == here):
        form = "truth"
    has_gone_on = game.hidden or game.lists_left or game.drawn or typing_seat == here
    is_fresh = bool(game.reveals) and not has_gone_on
    return HostGame(
        can=can,
        phase=phase,
        round_id=here,
        played=str(count_parts(headings.leaf_kind(game), shown)),
        sheet=sheet,
        entries=entries,
        types_for=types_for,
        typing_seat=typing_seat if typing_seat in {here, types_for.seat if types_for else ""} else "",
        entry_form=form,
        why=short_reason(room, game, game_ending(room, game)) if game.root.finished else "",
        clash=clash_for_keeper(room, game),
        is_fresh=is_fresh,
        unanswered=unanswered,
        unanswered_question=question,
    )


def _unanswered(game: GameState) -> tuple[str, str]:
    """Return the id and the question of the last round whose truth was not told; empty if there is none."""
    asked_by_host = () if game.rules.question_aims else range(len(game.rounds), 0, -1)
    for number in asked_by_host:
        reveal = game.revealed(number).reveal
        if reveal.question and reveal.truth is None:
            return f"{game.number}.{number}", reveal.question
    return "", ""


def _phase(game: GameState, can: Sequence[str]) -> Phase:
    if game.next_round:
        return "next" if game.lists_left else "enter"
    return "over" if {"showdown", "on"}.isdisjoint(can) else "tie"


def _can(game: GameState) -> Iterator[str]:
    """Yield the actions that the host can take now in a game, or after it."""
    if _unanswered(game)[0]:
        yield "tell"
    if game.next_round:
        if game.lists_left:
            yield "next"
        elif game.can_close:
            yield "close"
        yield from _can_with_question(game)
        yield "end"
        if game.rules.answer_aim and not game.practice:
            yield "ask"
    elif not game.is_thrown_away:
        for way in ("showdown", "on"):
            with suppress(Refused):
                game.rules.break_tie(game.record, showdown=way == "showdown")
                yield way


def _can_with_question(game: GameState) -> Iterator[str]:
    """Yield what the host can do with the question that the app has drawn, or is to draw."""
    if game.awaits_question:
        yield "question"
    if game.drawn:
        yield "skip"
    if game.awaits_truth and game.hidden:
        yield "truth"


def _entries(game: GameState, room: Room) -> tuple[Player, ...]:
    """Return for whom the host may type a number: of those who left only where all must play."""
    open_round = game.next_round
    if game.lists_left or open_round is None or has_sheet(game) or game.dealt:
        return ()
    players = (player for player in room.players if _can_type_for(game, open_round, player))
    return tuple(sorted(players, key=lambda player: (game.has_submitted(player.seat), _has_phone(player))))


def _types_for(game: GameState, entries: Sequence[Player], typing_seat: Seat) -> Player | None:
    """Return the player for whom the host types now: the one on `typing_seat`, or who needs it next."""
    chosen = [player for player in entries if player.seat == typing_seat]
    waits = (player for player in entries if game.waits_for(player.seat) or player.seat in game.clashing)
    return next(iter(chosen), None) or next((player for player in waits if not _has_phone(player)), None)


def _can_type_for(game: GameState, open_round: NextRound, player: Player) -> bool:
    if (
        player.bot
        or player.seat not in open_round.allowed
        or (player.away and not open_round.everyone_must_play)
    ):
        return False
    return game.has_clash or not (player.devices and game.has_submitted(player.seat))


def _has_phone(player: Player) -> bool:
    return bool(player.devices) and not player.away
