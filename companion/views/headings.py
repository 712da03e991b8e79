"""Where the room stands, in words: which round of what, and what everybody waits for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce

from companion.i18n.messages import N_, bidi_isolate, capitalize_first, format_count, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games import saichugen
from companion.rules.games.deck import DeckCards
from companion.rules.games.inputs import NumberedCards
from companion.rules.games.numbers import NumberRange
from companion.rules.results import Branch, Kind, Leaf, NextRound, Node


def game_heading(game: GameState | None) -> str:
    """Say where the game stands: `Game 2 of 3, round 3 of 5`."""
    if game is None:
        return translate("Waiting for players")
    return capitalize_first(_where(game.next_round)) if game.next_round else translate("The end")


def _where(ask: NextRound) -> str:
    widest, *others = (part_name(place.kind, place.number, place.of) for place in ask.position)
    for each in others:
        widest = join_parts(widest, each)
    return widest


def evening_game_name(number: int) -> str:
    """Name a game of the evening: `Game 2`."""
    return translate("Game {number}", number=number)


def part_name(kind: Kind, number: int, of: int | None = None) -> str:
    """Name a part of a game as a sentence does: `round 3`, or `round 3 of 5`."""
    return translate(_PART_OF[kind], number=number, of=of) if of else translate(_PART[kind], number=number)


_PART: Mapping[Kind, str] = {
    "round": N_("round {number}"),
    "trick": N_("trick {number}"),
    "hand": N_("hand {number}"),
    "game": N_("game {number}"),
    "match": N_("match {number}"),
}
_PART_OF: Mapping[Kind, str] = {
    "round": N_("round {number} of {of}"),
    "trick": N_("trick {number} of {of}"),
    "hand": N_("hand {number} of {of}"),
    "game": N_("game {number} of {of}"),
    "match": N_("match {number} of {of}"),
}


def join_parts(outer: str, inner: str) -> str:
    """Name a part together with what it is a part of: `game 2, round 3`."""
    return translate("{outer}, {inner}", outer=outer, inner=inner)


def game_status(room: Room) -> str:
    """Say how many are in, or here."""
    if room.is_playing and room.current_game:
        game = room.current_game
        awaited = len(game.record.players) - game.absent_count
        return translate("{showed} of {all} are in", showed=game.submitted_count, all=awaited)
    return format_count(len(room.present), "{n} player is here", "{n} players are here")


def input_prompt(ask: NextRound) -> str:
    """Say what everybody may show: `Pick a number from 0 to 100`, `Lay a card`."""
    match next(iter(ask.allowed.values()), None):
        case NumberRange(low=low, high=high):
            if ask.plays_at_once > 1:
                return translate(
                    "Pick {n} numbers from {low} to {high}", n=ask.plays_at_once, low=low, high=high
                )
            return translate("Pick a number from {low} to {high}", low=low, high=high)
        case NumberedCards(most=most):
            return translate("Lay a card from 1 to {most}", most=most)
        case DeckCards():
            return translate("Lay a card")
    return ""


def waiting_sentence(room: Room, game: GameState) -> str:
    """Say what must happen before anything else can; nothing where everybody may go ahead."""
    if game.awaits_deal:
        return translate("The cards are being dealt")
    if game.lists_left:
        return translate("The lists are in")
    if game.has_clash:
        return translate("Somebody has named a card that cannot be there once more: everybody look again")
    if game.is_reopened:
        return translate("The last round is open again: change what you sent, or leave it")
    if not game.auto_reveal and game.can_close and game.is_complete:
        return translate("Everybody is in: the host reveals")
    if game.must_call:
        return translate("{name} leads and calls high or low", name=bidi_isolate(room.name(game.must_call)))
    return translate("{name} leads", name=bidi_isolate(room.name(game.must_lead))) if game.must_lead else ""


NamedPart = tuple[str, Node]
"""A part of a game, and where it stands as a sentence says it: see `headed` for headings.

A level that has only one part anyway is left out.
"""


def latest_parts(game: GameState) -> tuple[NamedPart, ...]:
    """Follow the last part of every level down to the last reveal."""
    return tuple(_parts(game.score.root, _last, "", is_silent=_is_one_game(game)))


def all_parts(game: GameState) -> tuple[NamedPart, ...]:
    """Go through the parts of every level down to every reveal; each part comes before its own parts."""
    return tuple(_parts(game.score.root, _all, "", is_silent=_is_one_game(game)))


def _all(node: Branch) -> Iterable[tuple[int, Node]]:
    return enumerate(node.parts, 1)


def _last(node: Branch) -> Iterable[tuple[int, Node]]:
    return ((len(node.parts), part) for part in node.parts[-1:])


def _parts(
    node: Branch,
    which: Callable[[Branch], Iterable[tuple[int, Node]]],
    before: str,
    *,
    is_silent: bool,
) -> Iterator[NamedPart]:
    for number, each in which(node):
        where = "" if is_silent else part_name(each.kind, number)
        where = join_parts(before, where) if before else where
        yield where or translate("game"), each
        if isinstance(each, Branch):
            yield from _parts(each, which, where, is_silent=False)


def round_names(game: GameState) -> tuple[str, ...]:
    """Name every round that was revealed, as a sentence does: by its place, or as one that does not count."""
    return tuple(_rounds(game))


def round_name(game: GameState, number: int) -> str:
    """Name one round that was revealed, as `rounds` does.

    Where every round counts its place follows from its number, and nobody has to go through all of them.
    """
    if game.score.problems or len(game.rounds) > len(game.record.reveals):
        return round_names(game)[number - 1]
    *_, (where, _) = _parts(game.score.root, _Way(number), "", is_silent=_is_one_game(game))
    return where


class _Way:
    """Leads from level to level down to the reveal of a number."""

    def __init__(self, number: int) -> None:
        self._left = number

    def __call__(self, node: Branch) -> Iterable[tuple[int, Node]]:
        if isinstance(node.parts[0], Leaf):
            yield self._left, node.parts[self._left - 1]
            return
        for number, each in enumerate(node.parts, 1):
            if self._left <= (size := _size(each)):
                yield number, each
                return
            self._left -= size


def _size(node: Node) -> int:
    """Count the reveals of a part."""
    if not isinstance(node, Branch):
        return 1
    return len(node.parts) if isinstance(node.parts[0], Leaf) else sum(map(_size, node.parts))


def _rounds(game: GameState) -> Iterator[str]:
    counting = [where for where, part in all_parts(game) if isinstance(part, Leaf)]
    counting.reverse()  # the next one comes last
    before, coming = "", _coming(game)
    for row in game.rounds:
        if counting and not row.void:
            before = counting.pop()
            yield before
        elif row.void:
            yield _void(counting[-1] if counting else coming)
        else:
            yield _too_many(before)


def _coming(game: GameState) -> str:
    """Name the round that is going on; nothing after the end."""
    if game.next_round is None:
        return ""
    return reduce(join_parts, (part_name(place.kind, place.number) for place in game.next_round.position))


def _void(instead: str) -> str:
    """Name a round that does not count by the one that is, or was, played in its place."""
    return translate("{round}, void", round=instead) if instead else translate("void round at the end")


def _too_many(before: str) -> str:
    """Name a round that came after the game was over."""
    return (
        translate("round too many after {round}", round=before)
        if before
        else translate("round too many at the start")
    )


def _is_one_game(game: GameState) -> bool:
    options = game.record.options
    return isinstance(options, saichugen.SaichugenOptions) and options.games == 1
