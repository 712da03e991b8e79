"""The revealed rounds, the form that corrects one, and what a correction, an undo or a redo would change."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, starmap

from companion.i18n.errors import Refused
from companion.i18n.messages import (
    N_,
    as_sentence,
    bidi_isolate,
    capitalize_first,
    format_sequence,
    translate,
)
from companion.room.commands.corrections import Place, opening
from companion.room.events import (
    CorrectionEvent,
    Event,
    EventUndone,
    GameEnded,
    PlaysCorrected,
    RoundReopened,
    Seat,
)
from companion.room.game_state import GameState
from companion.room.reducer import apply, can_reopen
from companion.room.state import Room
from companion.rules.cards import Card
from companion.rules.games.struck import OVER
from companion.rules.results import AllowedPlay, Branch, NextRound, Node, Pad, Play, count_parts
from companion.screens.cards import CardFace, card_face
from companion.screens.endings import game_ending
from companion.screens.headings import evening_game_name, join_parts, leaf_kind, part_name, round_name
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players, player_names, reason_sentences
from companion.screens.questions import asked_in_round, leaf_of_round
from companion.screens.results import fates_of_round
from companion.screens.scenes.numbers import Content
from companion.screens.struck import reason_struck, struck_by_round
from companion.screens.tv import points_boxes

_MOST_WITH_KEYS = 16  # players who have a pad each; for more, cards are typed
_MOST_STRUCK = 6  # plays of other rounds that are shown with a pad each


_OUT = ("", "struck", "disqualified", "tied")  # the fates of plays that could not score


def revealed_round(room: Room, game: GameState, number: int) -> Content:
    """Return a revealed round of a game as it can be corrected.

    `plays` are the lowest first, then those that could not score; the `fate` of one is empty in a void round.
    `asked` is what was asked; its truth can be told, corrected and taken back.
    """
    played, leaf, rules = game.rounds[number - 1], leaf_of_round(game, number), game.record.rules
    fates, shown = fates_of_round(game, played, leaf), played.reveal.plays
    plays = [(seat, shown[seat], fates[seat]) for seat in game.record.players if seat in shown]
    plays.sort(key=lambda each: (each[2] in _OUT, rules.sort_key(each[1])))
    return {
        "id": f"{game.number}.{number}",
        "heading": join_parts(evening_game_name(game.number), round_name(game, number)),
        "played": played,
        "has_middle": rules.has_middle,
        "plays": [
            {"seat": seat, "sign": card_face(play).sign, "fate": fate, "is_out": fate in _OUT}
            for seat, play, fate in plays
        ],
        "asked": asked_in_round(game, number),
        "can_reopen": can_reopen(room, game, number),
        "can_void": game.can_void(number),
    }


def revealed_rounds(room: Room) -> tuple[Content, ...]:
    """List all revealed rounds of the evening, newest first."""
    return tuple(
        revealed_round(room, game, number)
        for game in reversed(room.games)
        for number in range(len(game.rounds), 0, -1)
    )


def correction_form(
    room: Room,
    at: tuple[GameState, int],
    typed: Mapping[Place, str],
    call: str = "",
    event: PlaysCorrected | None = None,
) -> Content:
    """Return the form of a revealed round as it is typed; with a correction, also what that would change.

    It has the plays of the round (`fields`), and of `others` those that were typed, and the first that would
    be `struck`. `kind` is how plays are entered, `call` that of the round, as it is typed or stands (D5).
    `is_typed`: cards are written, since there are no pads. `sides` are how the game stands now and then.
    """
    game, number = at
    ask = opening(game)
    after = apply(room, event) if event else room
    then = after.find_game(game.number) or game
    struck = dict(_would_be_struck(room, game, then, event))
    field = partial(_field, room, game, ask, typed)
    fields = [field((number, seat)) for seat in game.record.players]
    reveal = game.rounds[number - 1].reveal
    has_cards = any(isinstance(play, Card) for play in reveal.plays.values())
    return {
        "number": number,
        "event": event,
        "may_be_absent": ask is not None and not ask.everyone_must_play,
        "kind": entry_kind(ask),
        "call": call or reveal.call or "",
        "round": revealed_round(room, game, number),
        "fields": fields,
        "others": [*_elsewhere(game, number, {*islice(struck, _MOST_STRUCK), *typed}, struck, field)],
        "is_typed": has_cards and not any(each["by_suit"] for each in fields),
        "struck": struck,
        **(_preview(number, (room, game), (after, then)) if event else {}),
    }


def _elsewhere(
    game: GameState,
    number: int,
    places: Iterable[Place],
    struck: Mapping[Place, str],
    field: Callable[[Place], Content],
) -> Iterator[Content]:
    """Yield the plays of other rounds with the round (`where`), and a sentence where one would be struck."""
    for place in sorted(places):
        if place[0] != number and game.played_round(place[0]) and place[1] in game.record.players:
            where = capitalize_first(round_name(game, place[0]))
            yield {**field(place), "where": where, "why": struck.get(place, "")}


def _field(
    room: Room, game: GameState, ask: NextRound | None, typed: Mapping[Place, str], place: Place
) -> Content:
    """Return a player's play: as it stands, and as the form has it (`text`, `face`).

    `stands` is None where the player showed nothing. `by_suit` are the keys for it, one group for each suit;
    empty where the play is typed. `why_struck` says why it is struck already.
    """
    number, seat = place
    played, allowed = game.rounds[number - 1], ask.allowed.get(seat) if ask else None
    play = played.reveal.plays.get(seat)
    stands = None if play is None else card_face(play)
    stood = stands.text if stands else ""
    text = typed.get(place, stood)
    struck = (each for each in game.struck_plays if (each.round, each.player) == place)
    return {
        "number": number,
        "seat": seat,
        "is_corrected": seat in played.corrected,
        "stands": stands,
        "text": text,
        "face": _face(allowed, text),
        "is_changed": text.strip() != stood,
        "by_suit": [(suit, [*map(card_face, plays)]) for suit, plays in _keys(game, ask, allowed)],
        "why_struck": next((reason_struck(room, each) for each in struck), ""),
    }


def _keys(
    game: GameState, ask: NextRound | None, allowed: AllowedPlay | None
) -> Sequence[tuple[str, Sequence[Play]]]:
    """Return the keys of a player's pad by suit; none in a crowd, and where numbers are typed."""
    if allowed is None or entry_kind(ask) == "digits" or len(game.record.players) > _MOST_WITH_KEYS:
        return ()
    return keys_by_suit(game, [allowed])


def _face(allowed: AllowedPlay | None, text: str) -> CardFace | None:
    """Return what is typed as a card or number; None where it is nothing, or cannot be read."""
    try:
        return card_face(allowed.read(text)) if allowed and text.strip() else None
    except Refused:
        return None


def _would_be_struck(
    room: Room, game: GameState, then: GameState, event: PlaysCorrected | None
) -> Iterator[tuple[Place, str]]:
    """Yield the plays of the game that a correction makes impossible without correcting them, and why.

    The rounds after an earlier end are struck too, but no other card would make them count.
    """
    known = {(each.round, each.player) for each in game.struck_plays}
    known |= {(each.round, each.seat) for each in (event.plays if event else ())}
    for each in then.struck_plays:
        if each.why is not OVER and (each.round, each.player) not in known:
            why = translate("Struck if it stays: {why}.", why=reason_struck(room, each))
            yield (each.round, each.player), why


def entry_kind(ask: NextRound | None) -> Pad:
    """Return how a score-keeper enters what is asked for: for all players in the same way."""
    allowed = next(iter(ask.allowed.values()), None) if ask else None
    return allowed.pad if allowed else ""


def keys_by_suit(game: GameState, allowed: Iterable[AllowedPlay]) -> tuple[tuple[str, tuple[Play, ...]], ...]:
    """Return what has a key on a pad by suit, lowest first; nothing where plays are typed."""
    plays = {play for each in allowed for play, _ in each.keys(lambda _: ())}
    found: dict[str, list[Play]] = {}
    for play in sorted(plays, key=game.record.rules.sort_key):
        found.setdefault(play.suit if isinstance(play, Card) else "", []).append(play)
    return tuple((suit, tuple(found[suit])) for suit in ("", *"SHDC") if suit in found)


def _preview(number: int, *both: tuple[Room, GameState]) -> Content:
    """Return what a correction changes: how the game stands now and then, as boxes and sentences."""
    is_hidden, sides = any(starmap(hides_scores, both)), []
    for room, game in both:
        leaf = leaf_of_round(game, number)
        said: list[str] = []
        if leaf is not None and leaf.finished:
            said += map(as_sentence, reason_sentences(room, [game.record.rules.round_headline(leaf)]))
        elif leaf is not None:
            said.append(translate("A card is struck: nobody wins."))
        if game.next_round is None and not game.is_thrown_away:
            said.append(as_sentence(game_ending(room, game).headline))
        sides.append((() if is_hidden else points_boxes(game), said))
    return {"sides": sides, "changes": describe_changes(both[0][0], both[1][0])}


def is_unsurprising(before: Room, after: Room, event: Event) -> bool:
    """Return whether an event, which makes `after` of `before`, needs no look at what it changes.

    That is a round reopened, an end of a game in which nothing was revealed, and an undo or a redo of a
    correction or of the last round at most, which strikes no play and removes no phone from the room.
    """
    if isinstance(event, RoundReopened):
        return True
    if isinstance(event, GameEnded):
        return not any(game.record.reveals for game in before.games[-1:])
    is_clean = before.devices.keys() <= after.devices.keys() and not any(_strikes(before, after))
    if not isinstance(event, EventUndone) or not is_clean:
        return False
    done = before.entry(event.number)
    was, now = (
        [(game.number, played.reveal.plays) for game in room.games for played in game.rounds]
        for room in (before, after)
    )
    return isinstance(done and done.event, CorrectionEvent) or was[:-1] == now[: len(was) - 1]


def describe_changes(before: Room, after: Room) -> tuple[str, ...]:
    """Return sentences for the differences between two states: rounds, points, winners, struck plays."""
    return tuple(_changes(before, after)) or (translate("No score changes."),)


def _changes(before: Room, after: Room) -> Iterator[str]:
    known = {game.number: game for game in (*before.games, *after.games)}
    for number, game in known.items():
        title, was, now = (
            evening_game_name(number),
            before.find_game(number),
            after.find_game(number),
        )
        if was and now:
            is_hidden = hides_scores(before, was) or hides_scores(after, now)
            yield from _game_changes(before, title, was, now, is_hidden=is_hidden)
        elif now or game.record.reveals:
            taken, again = (
                N_("{game} is taken back, with {rounds}."),
                N_("{game} is there again, with {rounds}."),
            )
            rounds = _rounds(game, len(game.record.reveals))
            yield translate(again if now else taken, game=title, rounds=rounds)
    yield from _strikes(before, after, with_late=False)


def _strikes(before: Room, after: Room, *, with_late: bool = True) -> Iterator[str]:
    """Yield which plays are struck then, and were not before; those of new reveals are not told.

    Without those `late`: rounds after the end of a game, which are counted in a sentence of their own.
    """
    for game in after.games:
        late = {} if with_late else dict(game.late_rounds)
        was = before.find_game(game.number)
        known = set(struck_by_round(before, was)) if was else set()
        for number, sentence in struck_by_round(after, game):
            if was and number < was.round_number and number not in late and (number, sentence) not in known:
                title = evening_game_name(game.number)
                yield translate("{outer}, {inner}", outer=title, inner=sentence)


def _rounds(game: GameState, number: int) -> str:
    return str(count_parts(leaf_kind(game), number))


def _game_changes(
    room: Room, title: str, before: GameState, after: GameState, *, is_hidden: bool
) -> Iterator[str]:
    struck = len(after.late_rounds) - len(before.late_rounds)
    lost = len(before.record.reveals) - len(after.record.reveals) - struck
    for number, fewer, more in (
        (struck, N_("{game} is over before: {rounds} struck."), N_("{game} goes on: {rounds} count again.")),
        (lost, N_("{game}: {rounds} fewer."), N_("{game}: {rounds} more.")),
    ):
        if number:
            rounds = _rounds(before, abs(number))
            yield translate(fewer if number > 0 else more, game=title, rounds=rounds)
    if len(after.rounds) > len(before.rounds):
        return  # a preview must not disclose what a further reveal would show
    if not is_hidden:
        yield from _part_changes(room, title, before.score.root, after.score.root)
    elif before.record.reveals != after.record.reveals:
        yield translate(
            "{game}: the scores are hidden until it is over, so is what changes in them.", game=title
        )
    if (before.next_round is None) != (after.next_round is None):
        again, over = N_("{game} is not over any more."), N_("{game} is over.")
        yield translate(again if after.next_round else over, game=title)


def _part_changes(room: Room, title: str, before: Node, after: Node) -> Iterator[str]:
    """Yield the differences between two results, innermost parts first: scores, showdown (G16), winners."""
    if isinstance(before, Branch) and isinstance(after, Branch):
        for number, (one, other) in enumerate(zip(before.parts, after.parts, strict=False), 1):
            if isinstance(one, Branch):
                where = join_parts(title, part_name(one.kind, number))
                yield from _part_changes(room, where, one, other)
        figures = [
            translate("{name} {was} → {now}", name=bidi_isolate(room.name(seat)), was=str(was), now=str(now))
            for seat, now in after.scores.items()
            if (was := before.scores.get(seat, 0)) != now
        ]
        if figures:
            yield translate("{part}: {figures}.", part=title, figures=format_sequence(figures))
        rounds = tuple(zip(before.showdown, after.showdown, strict=False))
        for played, again in rounds[:1]:
            yield from _others(room, N_("{part}: tied {was} → {now}."), title, played.tied, again.tied)
        for number, (played, again) in enumerate(rounds, 1):
            where = join_parts(title, part_name("showdown", number))
            yield from _others(room, N_("{part}: stays {was} → {now}."), where, played.left, again.left)
    yield from _others(room, N_("{part}: winner {was} → {now}."), title, before.winners, after.winners)


def _others(
    room: Room, template: str, part: str, was: tuple[Seat, ...], now: tuple[Seat, ...]
) -> Iterator[str]:
    """Yield that other players than before win a part, or stay in it; nothing where they are the same."""
    if was != now:
        names = [list_players(player_names(room, who)) if who else translate("nobody") for who in (was, now)]
        yield translate(template, part=part, was=names[0], now=names[1])
