"""What the TV says beside a game that only bots play, such as the demo: a sentence on what happens."""

from companion.i18n.messages import translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import NextRound


def narration(room: Room) -> str:
    """Return the sentence for the present state; empty in a lobby, and where people play.

    It is there before the TV has told a result, so it tells none.
    """
    game = room.current_game
    if game is None or not all(room.seats[seat].bot for seat in game.record.players if seat in room.seats):
        return ""
    if game.next_round is None:
        return translate("That was a whole game. With people it is louder.")
    if not game.submitted_count:
        return _before_a_play(game)
    return _during_a_round(game, game.next_round)


def _before_a_play(game: GameState) -> str:
    if game.next_round and game.next_round.contenders:
        return translate("A tie, so there is a showdown: of the tied, whoever is closest stays.")
    if len(game.rounds) == 1:
        return translate("All are shown at once, so nobody has to trust anybody.")
    if game.rounds:
        return translate("The next round begins by itself. Nobody has to press anything.")
    return translate("Only bots play here. They choose in secret, as people do on their phones.")


def _during_a_round(game: GameState, asked: NextRound) -> str:
    if len(game.thinking) == 1:
        return translate("One is still thinking. The others look on, which helps nobody.")
    if game.record.rules.middle_wins and all(each.number == each.of for each in asked.position):
        return translate("The last round. In the end the middle score wins, not the highest.")
    return translate("Who is in sits down behind the desk and watches those who are not.")
