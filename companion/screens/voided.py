"""Sentences for voided plays: what a correction, an undo or a void has left impossible, and why."""

from collections.abc import Iterator
from itertools import groupby

from companion.i18n.messages import bidi_isolate, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.deck import CardIsGone
from companion.rules.games.voided import OVER, VoidedPlay, voided_plays
from companion.screens import headings
from companion.screens.cards import play_phrase


def voided_last(game: GameState) -> tuple[VoidedPlay, ...]:
    """Return the voided plays of the last round that counts."""
    return tuple(
        voided_play for voided_play in voided_plays(game.scored) if voided_play.round == len(game.reveals)
    )


def voided_in_evening(room: Room) -> tuple[str, ...]:
    """Return the sentences for the voided plays of all games."""
    return tuple(
        headings.name_in_evening(room, game, sentence)
        for game in room.real_games
        for sentence in voided_in_game(room, game)
    )


def voided_in_game(room: Room, game: GameState) -> tuple[str, ...]:
    """Return a sentence for each voided play; for a whole round, and all after the end, only one."""
    return tuple(dict.fromkeys(sentence for _, sentence in voided_by_round(room, game)))


def voided_by_round(room: Room, game: GameState) -> Iterator[tuple[int, str]]:
    """Yield each sentence with the number of its round, by rounds; it begins with the name of the round."""
    voided = game.voided_plays
    names = [*headings.round_names(game)] if voided else []
    for number, found_voided_plays in groupby(voided, key=lambda voided_play: voided_play.round):
        plays, where = tuple(found_voided_plays), names[number - 1]
        shown, whys = game.revealed(number).reveal.plays, {voided_play.why for voided_play in plays}
        if len(plays) == len(shown) and len(whys) == 1 and (len(shown) > 1 or OVER in whys):
            yield number, translate("{where}: nothing of it counts, as {why}.", where=where, why=plays[0].why)
        else:
            for voided_play in plays:
                sentence = voided_sentence(room, voided_play)
                yield number, translate("{label}: {value}", label=where, value=sentence)


def voided_sentence(room: Room, voided: VoidedPlay) -> str:
    """Return whose play is voided, which, and why: `Ann’s 7 is struck: it was laid in trick 2 by Bob`"""
    name, play = bidi_isolate(room.name(voided.player)), play_phrase(voided.play)
    why = reason_voided(room, voided)
    return translate("{name}’s {play} is struck: {why}.", name=name, play=play, why=why)


def reason_voided(room: Room, voided: VoidedPlay) -> str:
    """Return why a play is voided, to stand after a colon: `it was laid in trick 2 by Ann`."""
    gone = voided.why
    if not isinstance(gone, CardIsGone):
        return str(gone)
    laid = [(laid_card.round_position, bidi_isolate(room.name(laid_card.player))) for laid_card in gone.laid]
    laid_in, name = laid[0]
    if len(laid) > 1:
        where = tuple(translate("{where} by {who}", where=laid_in, who=name) for laid_in, name in laid)
        return translate("it was laid {times} times, in {where}", times=len(laid), where=where)
    if gone.is_spent:
        return translate("it was discarded in {where}", where=laid_in)
    if gone.laid[0].player == voided.player:
        return translate("it was laid in {where} already", where=laid_in)
    return translate("it was laid in {where} by {who}", where=laid_in, who=name)
