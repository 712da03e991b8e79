"""Kept logs: rooms as a database stored them, each beside the state that it replays to.

`tests/room/logs/NAME.tsv` has a stored event on each line: number, time, device and the event as JSON, with
tabs between them. `NAME.json` is the state: a summary to read, and digests of what does not fit there.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.formats.evening_record import evening_of_room, evening_result, evening_to_document
from companion.formats.record import record_to_document, result_document
from companion.room.game_state import GameState
from companion.room.reducer import apply_all
from companion.room.state import Room
from companion.screens.scoreboard import ScoreRow, scoreboard
from companion.storage.event_store import read_entries

LOGS = Path(__file__).parent.parent / "room" / "logs"
CODE = "AB23"

StoredEvent = tuple[int, str, str, str]
"""A row of the table of events: number, time, device and JSON."""


def log_names() -> tuple[str, ...]:
    """List the kept logs."""
    return tuple(sorted(path.stem for path in LOGS.glob("*.tsv")))


def read_log(name: str) -> list[StoredEvent]:
    """Read a kept log."""
    lines = (LOGS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [(int(number), *rest) for number, *rest in (line.split("\t", 3) for line in lines)]  # type: ignore[misc]


def read_state(name: str) -> str:
    """Read the state beside a kept log."""
    return (LOGS / f"{name}.json").read_text(encoding="utf-8")


def keep_log(name: str, stored: Sequence[StoredEvent], folder: Path = LOGS) -> None:
    """Write a log and its state; raises `FileExistsError` for a name that is taken."""
    lines = ("\t".join(map(str, each)) for each in stored)
    with (folder / f"{name}.tsv").open("x", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    (folder / f"{name}.json").write_text(state_text(replay_states(stored)), encoding="utf-8")


def replay_states(stored: Iterable[StoredEvent]) -> list[Room]:
    """Return the room after each stored event."""
    states = [Room(CODE)]
    for entry in read_entries(list(stored)):
        states.append(apply_all(states[-1], [entry]))
    return states[1:]


def state_text(states: Sequence[Room]) -> str:
    """Return the state that a log replays to: the last one in words, and digests of every one."""
    room = states[-1]
    evening = evening_of_room(room)
    standing = evening_result(evening).standing
    document = {
        "version": room.version,
        "players": {player.seat: _player(player.name, player.away) for player in room.players},
        "games": [_game_summary(room, game) for game in room.games],
        "evening": {"won": standing.won, "steps": standing.steps},
        "scoreboard": [_row(row) for row in scoreboard(room)[1]],
        "digest of the export": _digest(evening_to_document(evening)),
        "digest of the results": _digest([result_document(game.score) for game in room.games]),
        "digest of all states": _digest([room_document(state) for state in states]),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _player(name: str, away: bool) -> str:
    return f"{name}, away" if away else name


def _game_summary(room: Room, game: GameState) -> dict[str, Any]:
    root = game.score.root
    return {
        "game": game.record.game,
        "rounds": len(game.rounds),
        "void": sum(played.void for played in game.rounds),
        "finished": root.finished,
        "scores": {room.name(seat): points for seat, points in root.scores.items()},
        "winners": [room.name(seat) for seat in root.winners],
    }


def _row(row: ScoreRow) -> str:
    figures = [str(each.number) for each in row.wider] + ([] if row.points is None else [str(row.points)])
    return " ".join([row.name, *figures, *(["in the middle"] if row.central else [])])


def room_document(room: Room) -> dict[str, Any]:
    """Return what a room is, however it is kept in memory: people, settings, games, what can be undone."""
    return {
        "version": room.version,
        "hosts": sorted(room.hosts),
        "recovery": room.recovery,
        "players": [
            [player.seat, player.name, sorted(player.devices), player.away, player.sits_out, player.bot]
            for player in room.players
        ],
        "merged": sorted(room.former),
        "blocked": sorted(room.blocked),
        "claims": {device: claim.seat for device, claim in room.claims.items()},
        "links": sorted(room.links),
        "next": [room.next_game.name, dict(room.next_game.options)],
        "settings": [room.address, room.locked, room.auto_reveal, room.seconds, room.hides_scores],
        "closed": _time(room.closed_at),
        "undo": [room.undo, room.redo],
        "changes": [change.entry.number for change in room.changes()][::-1],
        "milestones": [
            [milestone.game, milestone.rounds, milestone.over, milestone.truths, _time(milestone.at)]
            for milestone in room.milestones
        ],
        "games": [_game_document(game) for game in room.games],
        "phones that see no hand": _phones_without_hand(room),
        **({"next is dealt": room.chosen.dealt} if room.chosen and room.chosen.dealt is not None else {}),
        **({"sent away": [sorted(room.sent_away), sorted(room.slowed)]} if room.slowed else {}),
        **({"at the gate": [sorted(room.admitted), sorted(room.turned_away)]} if room.admitted else {}),
        **({"wishes": dict(room.wishes)} if room.wishes else {}),
        **({"guests": {seat: [*guest] for seat, guest in room.guests.items()}} if room.guests else {}),
        **(
            {"watchers": {device: [*watcher] for device, watcher in room.watchers.items()}}
            if room.watchers
            else {}
        ),
        **({"owners": sorted(room.owners)} if room.owners != room.hosts else {}),  # earlier logs have no rank
    }


def _phones_without_hand(room: Room) -> list[str]:
    """Return the phones of players who have others that are known to be their own."""
    return sorted(phone for player in room.players if player.own for phone in player.devices - player.own)


def _game_document(game: GameState) -> dict[str, Any]:
    timer = game.timer
    return {
        "number": game.number,
        "record": record_to_document(game.record),
        "result": result_document(game.score),
        "void": [number for number, played in enumerate(game.rounds, 1) if played.void],
        "corrected": [sorted(played.corrected) for played in game.rounds],
        "thrown away": game.is_thrown_away,
        "hidden": _sorted(game.hidden),
        "lists": [_sorted(game.lists), game.lists_left],
        "call": game.call,
        "question": [game.question, game.truths],
        "thinking": sorted(game.thinking),
        "away": sorted(game.away),
        "stand-ins": sorted(game.stand_ins),
        "timer": timer and [_time(timer.until), timer.remaining.total_seconds(), timer.expired],
        "waiting since": _time(game.waiting_since),
        **({"bets": {number: dict(bets) for number, bets in game.bets.items()}} if game.bets else {}),
    }


def _sorted(plays: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(plays.items())


def _time(at: datetime | None) -> str | None:
    return at and at.isoformat()


def _digest(document: object) -> str:
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
