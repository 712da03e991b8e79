"""Sentences for struck plays: what a correction, an undo or a void has left impossible, and why."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from companion.i18n.messages import bidi_isolate, capitalize_first, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.deck import CardIsGone
from companion.rules.games.struck import OVER, StruckPlay, struck_plays
from companion.screens import headings
from companion.screens.cards import play_phrase


def why_struck(room: Room, game: GameState, number: int) -> Mapping[Seat, str]:
    """Return why each struck play of a revealed round does not count: `it was laid in trick 2 by Ann`.

    Empty where all of them count, and for a void round, none of which counts.
    """
    return {each.player: reason_struck(room, each) for each in game.struck_plays if each.round == number}


def struck_last(game: GameState) -> tuple[StruckPlay, ...]:
    """Return the struck plays of the last round that counts; nothing is looked up where no rule is broken."""
    if not game.score.problems:
        return ()
    return tuple(each for each in struck_plays(game.scored) if each.round == len(game.record.reveals))


def struck_last_sentences(room: Room, game: GameState) -> tuple[str, ...]:
    """Return a sentence for each struck play of the last round that counts, without the round's name."""
    return tuple(capitalize_first(_sentence(room, each)) for each in struck_last(game))


def why_struck_last(room: Room, game: GameState, seat: Seat) -> str:
    """Return why a player's play in the last round that counts is struck; empty where it is not."""
    return next((reason_struck(room, each) for each in struck_last(game) if each.player == seat), "")


def struck_sentences(room: Room, game: GameState) -> tuple[str, ...]:
    """Return a sentence for each struck play: whose it is, which, and why; for a whole round only one."""
    return tuple(capitalize_first(sentence) for _, sentence in struck_by_round(room, game))


def struck_in_evening(room: Room) -> tuple[str, ...]:
    """Return the same for all games, each sentence with its game."""
    return tuple(
        translate("{game}, {sentence}", game=headings.evening_game_name(game.number), sentence=sentence)
        for game in room.games
        for _, sentence in struck_by_round(room, game)
    )


def struck_by_round(room: Room, game: GameState) -> Iterator[tuple[int, str]]:
    """Yield each sentence with the number of its round, by rounds; it begins with the name of the round."""
    struck = game.struck_plays
    names = headings.round_names(game) if struck else ()
    for number, found in groupby(struck, key=lambda each: each.round):
        plays, where = tuple(found), names[number - 1]
        if _is_whole(game, plays):
            yield number, translate("{where}: nothing of it counts, as {why}.", where=where, why=plays[0].why)
            continue
        for each in plays:
            sentence = _sentence(room, each)
            yield number, translate("{where}: {sentence}", where=where, sentence=sentence)


def _is_whole(game: GameState, struck: Sequence[StruckPlay]) -> bool:
    """Return whether all plays of a round are struck, for a reason that is about none of them alone."""
    shown, whys = game.rounds[struck[0].round - 1].reveal.plays, {each.why for each in struck}
    alone = len(shown) == 1 and OVER not in whys
    return len(struck) == len(shown) and len(whys) == 1 and not alone


def _sentence(room: Room, struck: StruckPlay) -> str:
    name, play = bidi_isolate(room.name(struck.player)), play_phrase(struck.play)
    return translate(
        "{name}’s {play} is struck: {why}.", name=name, play=play, why=reason_struck(room, struck)
    )


def reason_struck(room: Room, struck: StruckPlay) -> str:
    """Return why a play is struck, to stand after a colon: `it was laid in trick 2 by Ann`."""
    gone = struck.why
    if not isinstance(gone, CardIsGone):
        return str(gone)
    names = [bidi_isolate(room.name(each.player)) for each in gone.laid]
    if len(gone.laid) > 1:
        where = tuple(
            translate("{where} by {who}", where=laid.place, who=name)
            for laid, name in zip(gone.laid, names, strict=True)
        )
        return translate("it was laid {times} times, in {where}", times=len(names), where=where)
    place = gone.laid[0].place
    if gone.is_spent:
        return translate("it was discarded in {where}", where=place)
    if gone.laid[0].player == struck.player:
        return translate("it was laid in {where} already", where=place)
    return translate("it was laid in {where} by {who}", where=place, who=names[0])
