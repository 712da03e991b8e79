"""Headings and prompts: the names of rounds and parts, and the sentence for what the room waits for."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from companion.i18n.messages import (
    N_,
    PluralTemplate,
    Text,
    bidi_isolate,
    capitalize_first,
    format_count,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.contract import Game
from companion.rules.plays import Kind, NextRound, PositionKind
from companion.rules.results import Branch, Leaf, Node, NumberRound, part_phrase, position_phrase
from companion.screens.entry import clash_sentence
from companion.screens.naming import name_or_count, player_names


def game_heading(game: GameState | None) -> str:
    """Return the heading of a game: `Game 2 of 3, round 3 of 5`."""
    if game is None:
        return translate("Waiting for players")
    if game.practice:
        over = translate("Practice: it counts for nothing")
        return translate("Practice round") if game.next_round else over
    if game.next_round:
        return capitalize_first(round_position(game.next_round))
    return translate("Nobody won") if game.is_thrown_away else translate("The end")


def round_position(next_round: NextRound) -> str:
    """Return where a game stands, as a sentence writes it: `game 2 of 3, round 3 of 5`."""
    names = (part_name(position.kind, position.number, position.of) for position in next_round.position)
    return reduce(join_parts, names)


def evening_game_name(game: GameState) -> str:
    """Return the name of a game of the evening: `Game 2`, `Grand final`."""
    if game.is_final:
        return translate(game.rules.title)
    return translate("Game {number}", number=game.evening_number)


def named_number(room: Room, game: GameState) -> int | None:
    """Return the number by which people tell a game from the others; None where the evening has no other."""
    return game.evening_number if len(room.evening_games) > 1 and not game.is_final else None


def name_in_evening(room: Room, game: GameState, name: str) -> str:
    """Return the name of a part of a game, to begin a sentence: `Game 2, round 3`, or `Round 3`."""
    return join_parts(evening_game_name(game), name) if named_number(room, game) else capitalize_first(name)


def part_name(kind: PositionKind, number: int, of: int | None = None) -> str:
    """Return the name of a part as a sentence writes it: `round 3`, or `round 3 of 5`."""
    return str(part_phrase(kind, number, of))


def join_parts(outer: str, inner: str) -> str:
    """Join the names of a part and of one of its own parts: `game 2, round 3`."""
    return translate("{outer}, {inner}", outer=outer, inner=inner)


def game_status(room: Room) -> str:
    """Return how many players have submitted, who enters the result, or that nobody plays any more.

    Between games it is how many are here.
    """
    game = room.current_game
    if game and game.practice and game.next_round is None:
        return translate("The next one counts")
    if game is None or game.next_round is None:
        return format_count(len(room.present), "{n} player is here", "{n} players are here")
    if game.is_deserted:
        has_left = any(player.away for player in room.players if player.seat in game.players)
        return translate("Everybody left") if has_left else translate("Everybody sits out")
    if game.next_round.is_result:
        position = game.next_round.position[-1]
        return translate("The score-keeper enters {part}", part=part_name(position.kind, position.number))
    return submitted_sentence(game.submitted_count, game.awaited_count)


def submitted_sentence(submitted: int | str, awaited: int) -> str:
    """Return how many players have submitted; `{}` for a script to put the number in."""
    return translate("{showed} of {all} are in", showed=submitted, all=awaited)


def aim(rules: Game, question: str = "") -> str:
    """Return what to aim for in a round: `Be the middle`; or what scores of the answers to a question."""
    words = rules.answer_aim if question else rules.aim
    return str(words) if isinstance(words, Text) else translate(words)


def open_aim(game: GameState) -> str:
    """Return what to aim for in the open round, or what scores of the answers to its question."""
    if game.drawn:
        return translate(game.rules.question_aims[not game.drawn.ends])
    return aim(game.rules, game.question)


def open_bid(game: GameState) -> str:
    """Return what is bid for in the open round; empty where no prize lies open."""
    open_round = game.open_round
    return "" if open_round.prize is None else next(iter(open_round.allowed.values())).prompt(1)


def waiting_sentence(room: Room, game: GameState) -> str:
    """Return the sentence for what the game waits for; empty where every player may submit."""
    if game.next_round and game.next_round.is_result:
        return _open_again(game) or _leads(room, game.leader)
    if game.awaits_deal:
        return translate("The cards are being dealt")
    if game.awaits_question:
        return translate("The next question comes by itself")
    if game.lists_left:
        return translate("The lists are in")
    if game.has_clash:
        return clash_sentence(room, game)
    return _open_again(game) or _everybody_is_in(game) or gone_sentence(room, game) or _first(room, game)


def _open_again(game: GameState) -> str:
    if not game.is_reopened:
        return ""
    if game.next_round and game.next_round.is_result:
        return translate("The last result is open again")
    if leaf_kind(game) == "trick":
        return translate("The last trick is open again: change what you sent, or leave it")
    return translate("The last round is open again: change what you sent, or leave it")


def _everybody_is_in(game: GameState) -> str:
    if game.awaits_truth and game.hidden and game.is_complete:
        return translate("Everybody is in: the host says what is true")
    if game.auto_reveal or not (game.can_close and game.is_complete):
        return ""
    return translate("Everybody is in: the host reveals")


def _first(room: Room, game: GameState) -> str:
    """Return who must call or lead before all others; empty where nobody must."""
    if game.must_call:
        return translate("{name} leads and calls high or low", name=bidi_isolate(room.name(game.must_call)))
    return _leads(room, game.must_lead)


def _leads(room: Room, leader: Seat | None) -> str:
    return translate("{name} leads", name=bidi_isolate(room.name(leader))) if leader else ""


def gone_sentence(room: Room, game: GameState) -> str:
    """Return the sentence for players who have left, where nothing goes on without their cards."""
    if not (gone := gone_seats(room, game)):
        return ""
    template = PluralTemplate("Waiting for {who}, who has left", "Waiting for {who}, who have left")
    return template.translate_for(len(gone), who=name_or_count(player_names(room, gone)))


def gone_seats(room: Room, game: GameState) -> Sequence[Seat]:
    """Return the players who have left, where nothing goes on without their cards."""
    open_round, first = game.open_round, game.must_call or game.must_lead
    if open_round.is_result or not (first or open_round.everyone_must_play):
        return ()
    awaited = (first,) if first else game.thinking
    return awaited if all(_is_gone(room.seats.get(seat), game) for seat in awaited) else ()


def _is_gone(player: Player | None, game: GameState) -> bool:
    """Return whether a player has left, and no bot plays in its place."""
    return player is not None and player.away and not (player.bot or player.seat in game.stand_ins)


NamedPart = tuple[str, Node]
"""The name of a part as a sentence writes it, and the part itself.

The outer level is left out of names in games that have only one part there.
"""


def latest_parts(game: GameState) -> tuple[NamedPart, ...]:
    """Return the last part of each level, outermost first; a round of a showdown stands alone."""
    return tuple(_parts(game.root, "", unnamed=not game.root.is_named, latest=True))


def latest_name(game: GameState) -> str:
    """Return the name of the last reveal as a sentence writes it: `game 2, round 3`."""
    return translate("practice round") if game.practice else latest_parts(game)[-1][0]


def reveal_key(game: GameState, what: str = "reveal") -> str:
    """Return what tells a reveal, or `what` came of it, from all others of a room."""
    return f"{what}-{game.number}-{len(game.reveals)}"


def all_parts(game: GameState) -> tuple[NamedPart, ...]:
    """Return all parts of all levels down to every reveal, each before its own parts."""
    return tuple(_parts(game.root, "", unnamed=not game.root.is_named))


def _parts(node: Branch, outer: str, *, unnamed: bool, latest: bool = False) -> Iterator[NamedPart]:
    if node.entered:
        yield part_name(node.kind, 0), node.entered
    parts = (*enumerate(node.parts, 1), *enumerate(node.showdown, 1))
    for number, each_node in parts[-1:] if latest else parts:
        kind = each_node.position_kind if isinstance(each_node, NumberRound) else each_node.kind
        where = "" if unnamed else part_name(kind, number)
        where = join_parts(outer, where) if outer else where
        yield where or translate("game"), each_node
        if isinstance(each_node, Branch):
            yield from _parts(each_node, where, unnamed=False, latest=latest)


def round_name(game: GameState, number: int) -> str:
    """Return the name of one revealed round, as `round_names` gives it."""
    return [*round_names(game)][number - 1]


def round_names(game: GameState) -> Iterator[str]:
    """Yield the name of every revealed round, also of those that do not count.

    A void round has that of the round in its place, one after the end that of the one before it.
    """
    counting = [where for where, part in all_parts(game) if isinstance(part, Leaf)]
    counting.reverse()  # so that pop() takes the next one
    before, coming = "", _coming_round(game)
    for row in game.rounds:
        if counting and not row.void:
            before = counting.pop()
            yield before
        elif row.void:
            instead, end = counting[-1] if counting else coming, translate("void, at the end")
            yield translate("{round}, void", round=instead) if instead else end
        else:
            start = translate("struck, at the start")
            yield translate("after {round}, struck", round=before) if before else start


def enough_players(rules: Game) -> str:
    """Return how many players a game needs: `3 make a middle.`"""
    if rules.has_middle:
        return format_count(rules.min_players, "{n} makes a middle.", "{n} make a middle.")
    return format_count(rules.min_players, "{n} is enough.", "{n} are enough.")


def revealed_round_name(room: Room, number: int, round_number: int) -> str:
    """Return the name of a round of the game of that number, also of the open one and of a later one."""
    game = room.find_game(number)
    if game is None:
        return translate("a game that was taken back")
    if game.played_round(round_number) is not None:
        return round_name(game, round_number)
    if game.next_round and round_number == game.round_number:
        return _coming_round(game)
    open_round, root = game.next_round, game.root
    is_flat = (
        len(open_round.position) == 1 if open_round else all(isinstance(part, Leaf) for part in root.parts)
    )
    kind = leaf_kind(game)
    return part_name(kind, round_number) if is_flat else translate(_LATER.get(kind, _LATER["round"]))


_LATER: Mapping[Kind, str] = {"round": N_("a later round"), "trick": N_("a later trick")}
"""Names of rounds whose position is not known before those in front of them are played."""


def leaf_kind(game: GameState) -> Kind:
    """Return what the game is played in: rounds, tricks, or hands."""
    if game.next_round:
        return game.next_round.kind
    last = game.score.latest(1)
    return last[0].kind if last else "round"


def _coming_round(game: GameState) -> str:
    """Return the name of the round that is being played; empty after the end."""
    return str(position_phrase(game.next_round.position)) if game.next_round else ""
