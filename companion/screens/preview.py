"""What a correction, an undo or a redo would change, as sentences."""

from collections.abc import Iterator, Mapping

from companion.i18n.messages import format_sequence, translate
from companion.room import events
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Branch, Node, count_parts
from companion.screens import headings
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names
from companion.screens.struck import struck_by_round


def describe_changes(before: Room, after: Room) -> tuple[str, ...]:
    """Return sentences for the differences between two states: rounds, points, winners, struck plays."""
    return tuple(_changes(before, after)) or (translate("No score changes."),)


def is_unsurprising(before: Room, after: Room, name: str) -> bool:
    """Return whether an `undo` or a `redo` changes no more than its label tells.

    It may change a correction or at most the last round. It must not strike a play, nor remove a phone from
    the room.
    """
    numbers = before.undo if name == "undo" else before.redo
    entry = before.entry(numbers[-1]) if numbers else None
    if before.devices.keys() - after.devices.keys() or any(_strikes(before, after)):
        return False
    plays_before, plays_after = _revealed_plays(before), _revealed_plays(after)
    return (
        isinstance(entry.event if entry else None, events.CorrectionEvent)
        or plays_before[:-1] == plays_after[: len(plays_before) - 1]
    )


def _revealed_plays(room: Room) -> list[object]:
    return [(game.number, row.reveal.plays) for game in room.games for row in game.rounds]


def _changes(before: Room, after: Room) -> Iterator[str]:
    now = {game.number: game for game in after.games}
    for state in before.games:
        title = headings.evening_game_name(state.number)
        if state.number in now:
            is_hidden = hides_scores(before, state) or hides_scores(after, now[state.number])
            yield from _game_changes(before, title, state, now[state.number], is_hidden=is_hidden)
        elif state.record.reveals:
            yield translate(
                "{game} is taken back, with {rounds}.",
                game=title,
                rounds=_rounds(state, len(state.record.reveals)),
            )
    was = {game.number for game in before.games}
    for number in now.keys() - was:
        game = headings.evening_game_name(number)
        rounds = _rounds(now[number], len(now[number].record.reveals))
        yield translate("{game} is there again, with {rounds}.", game=game, rounds=rounds)
    yield from _strikes(before, after)


def _strikes(before: Room, after: Room) -> Iterator[str]:
    """Yield which plays are struck then, and were not before; those of new reveals are not told."""
    for game in after.games:
        was = before.find_game(game.number)
        known = dict.fromkeys(struck_by_round(before, was)) if was else {}
        for number, sentence in struck_by_round(after, game):
            if was and number < was.round_number and (number, sentence) not in known:
                title = headings.evening_game_name(game.number)
                yield translate("{game}, {sentence}", game=title, sentence=sentence)


def _rounds(game: GameState, number: int) -> str:
    return str(count_parts(headings.leaf_kind(game), number))


def _game_changes(
    room: Room, title: str, before: GameState, after: GameState, *, is_hidden: bool
) -> Iterator[str]:
    struck = after.struck_rounds - before.struck_rounds
    if struck > 0:
        yield translate("{game} is over before: {rounds} struck.", game=title, rounds=_rounds(before, struck))
    if struck < 0:
        yield translate("{game} goes on: {rounds} count again.", game=title, rounds=_rounds(before, -struck))
    lost = len(before.record.reveals) - len(after.record.reveals) - struck
    rounds = _rounds(before, abs(lost))
    if lost > 0:
        yield translate("{game}: {rounds} fewer.", game=title, rounds=rounds)
    if lost < 0:
        yield translate("{game}: {rounds} more.", game=title, rounds=rounds)
    if len(after.rounds) > len(before.rounds):
        return  # a preview must not disclose what a further reveal would show
    if not is_hidden:
        yield from _part_changes(room, title, before.score.root, after.score.root)
    elif before.record.reveals != after.record.reveals:
        yield translate(
            "{game}: the scores are hidden until it is over, so is what changes in them.", game=title
        )
    if before.next_round is None and after.next_round is not None:
        yield translate("{game} is not over any more.", game=title)
    if before.next_round is not None and after.next_round is None:
        yield translate("{game} is over.", game=title)


def _part_changes(room: Room, title: str, before: Node, after: Node) -> Iterator[str]:
    """Yield the differences between two results, innermost parts first: scores, then winners."""
    if isinstance(before, Branch) and isinstance(after, Branch):
        for number, (one, other) in enumerate(zip(before.parts, after.parts, strict=False), 1):
            if isinstance(one, Branch):
                where = headings.join_parts(title, headings.part_name(one.kind, number))
                yield from _part_changes(room, where, one, other)
        yield from _score_changes(room, title, before.scores, after.scores)
        yield from _showdown_changes(room, title, before, after)
    if before.winners != after.winners:
        was, now = _winner_names(room, before.winners), _winner_names(room, after.winners)
        yield translate("{part}: winner {was} → {now}.", part=title, was=was, now=now)


def _showdown_changes(room: Room, title: str, before: Branch, after: Branch) -> Iterator[str]:
    """Yield who is tied now, and who stays in each round of a showdown, where that differs (G16)."""
    one, other = before.showdown[:1], after.showdown[:1]
    if one and other and one[0].tied != other[0].tied:
        was, now = _winner_names(room, one[0].tied), _winner_names(room, other[0].tied)
        yield translate("{part}: tied {was} → {now}.", part=title, was=was, now=now)
    for number, (played, again) in enumerate(zip(before.showdown, after.showdown, strict=False), 1):
        if played.left != again.left:
            where = headings.join_parts(title, headings.part_name("showdown", number))
            was, now = _winner_names(room, played.left), _winner_names(room, again.left)
            yield translate("{part}: stays {was} → {now}.", part=where, was=was, now=now)


def _score_changes(
    room: Room, title: str, before: Mapping[Seat, int], after: Mapping[Seat, int]
) -> Iterator[str]:
    changed = [seat for seat in after if before.get(seat, 0) != after[seat]]
    if changed:
        figures = format_sequence(
            translate(
                "{name} {was} → {now}",
                name=player_names(room, [seat])[0],
                was=str(before.get(seat, 0)),
                now=str(after[seat]),
            )
            for seat in changed
        )
        yield translate("{part}: {figures}.", part=title, figures=figures)


def _winner_names(room: Room, winners: tuple[Seat, ...]) -> str:
    return list_players(player_names(room, winners)) if winners else translate("nobody")
