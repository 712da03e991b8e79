"""The host's screen: what the host sees and can do now, and what the host can choose for the next game."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import format_count, translate
from companion.room.commands import access, shared_phone
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.next_game import chosen_players, room_endings
from companion.room.reducer import can_reopen, last_act, with_ending
from companion.room.state import Player, Room
from companion.rules.games.contract import Game
from companion.rules.games.options import KEEP, changed_options, deferred_options, option_fields
from companion.rules.games.outcomes import Ending
from companion.rules.results import Branch, NextRound
from companion.screens import headings, reveals, snapshots
from companion.screens.changes import to_redo, to_undo
from companion.screens.entry import Phase, clash_for_keeper, plays_at_once
from companion.screens.hidden_scores import hides_scores
from companion.screens.pad import has_pad, is_natural
from companion.screens.players import stand_in_offers
from companion.screens.public import PublicPart, cached_until_reveal, public_part
from companion.screens.scenes.numbers import Content
from companion.screens.scoreboard import ScoreRow
from companion.screens.struck import struck_in_evening
from companion.screens.tv import missing_players, playable_games, room_address

_PATIENCE = timedelta(minutes=1)
"""The time after which the host of a room that no phone has joined is asked about it."""
_MOST_ROUNDS = 60
"""Games with more rounds are not scored again to see what their ending would change."""


TableKey = Literal["dealt", "cards", "results"]
"""How the cards can be on the table: dealt on phones, a real deck, or its results only."""


_Endings = tuple[tuple[Ending, bool], ...]
"""How a game may end, the recommended ending first, each with whether it is chosen."""


def host_view(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> Content:
    """Return what the host sees and can do; `seat` is the host's own, if the host plays.

    `can` are the actions that would not be refused now. `misfit` says that too many are here for the next
    game, or too few, and `playable` are the games for so many. `tables` are the ways in which the cards can
    be on the table, each with whether it is chosen. `undo`, `redo` and `reopen` say what would be taken
    back or done again, and `undoes` is the number of the event that `undo` takes back. `stand_ins` are the
    players whose dealt cards the round waits for, and for whom a bot can play on. When the host is asked
    whether phones see the page is `asks_at`. A closed room has none of this.
    """
    game, public = room.current_game, public_part(room)
    view = {"public": public, "phase": "closed", "seat": seat, "address": room_address(room, candidates)}
    if room.is_closed:
        return view
    misfit, known = _misfit(room), room.next_game
    can = (*(_can(game) if game else ()), *(() if misfit or room.is_playing else ["begin"]))
    by_app = not room.is_playing and known.options.keys().isdisjoint(deferred_options(type(known.rules)))
    phase = _phase(game, can) if game else "lobby"
    return {
        **view,
        "public": replace(public, rows=_in_order_of_joining(room, public)),
        "phase": phase,
        "can": can,
        "misfit": misfit,
        "playable": playable_games(room),
        "endings": _offered_endings(room, by_app=by_app),
        "is_left_to_app": by_app,
        "tables": table_choices(room, known.rules),
        "undo": to_undo(room),
        "undoes": last_act(room),
        "redo": to_redo(room),
        "struck": struck_in_evening(room),
        "stand_ins": stand_in_offers(room),
        "can_hand_over": bool(shared_phone.seats_without_phone(room)),
        "asks_at": asks_at(room),
        **(_of_game(room, game, phase) if game else {}),
        **_of_next_game(room),
    }


def _of_next_game(room: Room) -> Content:
    """Return what the host sees of the game that comes next, between games.

    `missing` is how many more players it needs, `crowding` how so many get in each other's way in it, and
    what helps. `named` are its options that name a player, such as who deals, and whom they name now.
    """
    missing, rules = missing_players(room), room.next_game.rules
    if room.is_playing:
        return {"missing": 0}
    crowding = None if missing else rules.crowding(len(room.present))
    return {"missing": missing, "crowding": crowding, "named": tuple(chosen_players(room, rules))}


def _of_game(room: Room, game: GameState, phase: Phase) -> Content:
    """Return what the host sees of the game that is played, or was played last.

    `pad` is whether there is a score pad: as the way to play on, or for somebody whose phone fails.
    `entries` are the players for whom the host may type numbers, in `entry_form`, which is empty where
    nothing can be entered. `clash` says why the round cannot be shown, as far as the score-keeper may know.
    `unanswered` is the id of the last revealed round whose question waits for its truth. `is_fresh`: nothing
    was submitted since the last reveal, so that its verdict still matters most.
    """
    entries, last, (unanswered, question) = _entries(game, room), len(game.rounds), _unanswered(game)
    pad = "main" if is_natural(room) else "aside" if has_pad(game) else ""
    form = "pad" if pad == "main" else ""
    if phase == "enter" and not all(map(_has_phone, entries)):
        form = "list" if plays_at_once(game) > 1 else "number"
    return {
        "round_id": access.round_id(game),
        "pad": pad,
        "entries": entries,
        "entry_form": form,
        "reopen": headings.round_name(game, last) if last and _is_to_reopen(room, game) else "",
        "clash": clash_for_keeper(room, game),
        "is_fresh": bool(game.record.reveals) and not game.hidden and not game.lists_left,
        "unanswered": unanswered,
        "unanswered_question": question,
    }


def _is_to_reopen(room: Room, game: GameState) -> bool:
    """Return whether the last round can be reopened, and not by the undo that the host is offered."""
    return last_act(room) in (0, *room.undo) and can_reopen(room, game, len(game.rounds))


def _unanswered(game: GameState) -> tuple[str, str]:
    """Return the id and the question of the last round whose truth was not told; empty if there is none."""
    for number in range(len(game.rounds), 0, -1):
        reveal = game.rounds[number - 1].reveal
        if reveal.question and reveal.truth is None:
            return f"{game.number}.{number}", reveal.question
    return "", ""


def _in_order_of_joining(room: Room, public: PublicPart) -> tuple[ScoreRow, ...]:
    """Return the rows in an order that no reveal changes, each with what the last reveal brought.

    That is the points of the play or, where single plays have none, by how much the total has grown. In a
    crowd, where each row stands for many players, they are as they were.
    """
    if not all(row.seat for row in public.rows):
        return public.rows
    rows = tuple(sorted(public.rows, key=lambda row: int(row.seat)))
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game is None or leaf is None:
        return rows
    rules, earlier = game.record.rules, snapshots.game_before_last(game).score.root
    was, now = rules.standings(earlier)[-1], rules.standings(game.score.root)[-1]
    before = was.scores if was.label == now.label else now.scores
    won = {seat: rules.outcome(leaf, seat).points for seat in leaf.plays}
    gains = ((row, won.get(row.seat), (row.points or 0) - before.get(row.seat, 0)) for row in rows)
    return tuple(replace(row, gain=max(0, grown) if own is None else own) for row, own, grown in gains)


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
        yield "end"
        if game.record.rules.takes_questions:
            yield "ask"
    elif not game.is_thrown_away:
        for way in ("showdown", "on"):
            with suppress(Refused):
                game.record.rules.break_tie(game.record, showdown=way == "showdown")
                yield way


def _entries(game: GameState, room: Room) -> tuple[Player, ...]:
    """Return the players for whom the host may type a number.

    Where not everyone must play, the round does not wait for players who have left.
    """
    ask = game.next_round
    if game.lists_left or ask is None or has_pad(game) or game.dealt:
        return ()
    found = (player for player in room.players if _can_type_for(game, ask, player))
    return tuple(sorted(found, key=lambda each: (game.has_submitted(each.seat), _has_phone(each))))


def _can_type_for(game: GameState, ask: NextRound, player: Player) -> bool:
    if player.bot or player.seat not in ask.allowed or (player.away and not ask.everyone_must_play):
        return False
    return game.has_clash or not (player.devices and game.has_submitted(player.seat))


def _has_phone(player: Player) -> bool:
    return bool(player.devices) and not player.away


def _offered_endings(room: Room, *, by_app: bool) -> _Endings:
    """List how the game may end, or the next one."""
    try:
        endings = room_endings(room)
    except Refused:  # for example too few cards: starting the game gives the reason
        return ()
    game, rules = room.current_game, room.next_game.rules
    if room.is_playing and game:
        found = () if _has_hidden_part(room, game) else _open_endings(room, game)
    else:
        found = tuple(
            (each, number == 0 if by_app else each.is_of(rules)) for number, each in enumerate(endings)
        )
    return found if len(found) > 1 else ()


@cached_until_reveal
def _open_endings(room: Room, game: GameState) -> _Endings:
    """List the endings that change nothing that is decided already: all rounds are scored again."""
    rules = game.record.rules
    return tuple(
        (each, each.is_of(rules))
        for each in room_endings(room)
        if len(game.rounds) <= _MOST_ROUNDS
        and (each.is_of(rules) or with_ending(game, dict(each.options)) is not None)
    )


def _has_hidden_part(room: Room, game: GameState) -> bool:
    """Return whether a part is over whose result is hidden: which endings are left would tell of it."""
    parts = game.score.root.parts if hides_scores(room, game) else ()
    return any(isinstance(part, Branch) and part.finished for part in parts)


def table_choices(room: Room, rules: Game, asked: str = "") -> Mapping[TableKey, bool]:
    """Return the ways in which a game can be on the table; nothing where there is nothing to choose.

    `asked` is what a form said. Else it is as in the last game; the app deals only where everybody can see a
    hand, and wherever there are bots.
    """
    in_full = {name: value for name, value in changed_options(rules).items() if name != KEEP}
    can_deal = type(rules).read_options(in_full).can_deal
    keys: list[TableKey] = ["dealt", "cards"] if can_deal else ["cards"]
    keys += ["results"] if any(each.name == KEEP for each in option_fields(type(rules))) else []
    chosen = asked if asked in keys else _usual_table(room, rules, can_deal=can_deal)
    return {key: key == chosen for key in keys} if len(keys) > 1 else {}


def _usual_table(room: Room, rules: Game, *, can_deal: bool) -> TableKey:
    if rules.keeps_results:
        return "results"
    was_dealt = room.current_game is not None and room.current_game.dealt
    wants_deal = was_dealt and not any(player.has_no_phone for player in room.present)
    return "dealt" if can_deal and (wants_deal or any(player.bot for player in room.present)) else "cards"


def _misfit(room: Room) -> str:
    """Return the sentence for the players who are too many for the next game, or too few; or nothing."""
    game, count = room.next_game.rules, len(room.present)
    if room.is_playing or game.min_players <= count <= game.max_players:
        return ""
    if count < game.min_players:
        return headings.enough_players(game)
    surplus = format_count(count - game.max_players, "{n} is too many", "{n} are too many")
    about = {"title": translate(game.known_as), "most": game.max_players, "surplus": surplus}
    if game.min_players == game.max_players:
        return translate("{title} needs exactly {most}: {surplus}.", **about)
    return translate("{title} takes {most} at most: {surplus}.", **about)


def phones_joined(room: Room) -> int:
    """Return how many players came by a browser that is not a host's: that one is on this computer."""
    return sum(bool(player.devices - room.hosts) for player in room.players)


def asks_at(room: Room) -> datetime | None:
    """Return when the host is to be asked whether phones see the page; None where there is no reason to.

    There is none once a phone has joined or asks for a seat, in a locked room, and where enough play
    without one.
    """
    if room.opened_at is None or room.games or room.locked or not missing_players(room):
        return None
    return None if room.claims or phones_joined(room) else room.opened_at + _PATIENCE
