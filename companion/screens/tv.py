"""The TV: the public part, and the address at which to join."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.i18n.messages import translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games import find_game
from companion.rules.results import NextRound, decisive_level
from companion.screens.lobby import lobby_view
from companion.screens.public import PublicPart, news_sentences, public_part, takeover_notice
from companion.screens.scenes.numbers import Content
from companion.screens.stage import StageView, stage_view
from companion.screens.story import Scene, scenes_of


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
    ranking = game.record.rules.ranking(decisive_level(game.score.root))
    if ranking.is_middle and all(each.number == each.of for each in asked.position):
        return translate("The last round. In the end the middle score wins, not the highest.")
    return translate("Who is in sits down behind the desk and watches those who are not.")


@dataclass(frozen=True, slots=True)
class TvView:
    """What the TV shows."""

    public: PublicPart
    address: str | None
    name: str = ""
    """What phones may type instead of the address, where they find such names; empty without one."""
    locked: bool = False
    scenes: tuple[Scene, ...] = ()
    """What the TV plays before it shows the present state."""
    rest: Scene | None = None
    """The scene that is the present state; None: the lobby, or a round."""
    contents: Mapping[str, Content] = field(default_factory=dict)
    """What is on each scene, by its key."""
    progress: int = 0
    """A number that grows with every reveal; 0 in a closed room, so that no scene goes on."""
    lobby: Content | None = None
    """The room before a game: its first one, or one that the host has chosen."""
    stage: StageView | None = None
    """The round that is played, and who is in; None where there is a scene in its place."""
    narration: str = ""
    """What happens, in a room in which only bots play."""
    takeover: str = ""
    """The notice of phones that others than its player have let play for a seat."""
    news: tuple[str, ...] = ()
    """The news without what the notice tells."""


def tv_view(
    room: Room,
    candidates: tuple[str, ...],
    known: PublicPart | None = None,
    *,
    plays: bool = True,
    announced: str | None = None,
) -> TvView:
    """Build the TV's view; `known` is the public part if it has been built before.

    `plays`: whether the TV may not have the last scenes yet. `announced`: the base URL with the server's
    name on the local network.
    """
    known = known or public_part(room)
    if room.is_closed:
        return TvView(known, room_address(room, candidates))
    scenes = scenes_of(room) if plays or is_resting(room) else ()
    rest = scenes[-1] if scenes and is_resting(room) else None
    lobby = lobby_view(room) if not room.games or announces_next_game(room) else None
    address = room_address(room, candidates)
    return TvView(
        public=known,
        address=address,
        name=_name(announced, address),
        locked=room.locked,
        scenes=scenes if plays else (),
        rest=rest,
        contents={each.key: each.content() for each in (scenes if plays else scenes[-1:])},
        progress=_progress(room),
        lobby=lobby,
        stage=stage_view(room, room.games[-1]) if room.games and not (rest or lobby) else None,
        narration=narration(room),
        takeover=takeover_notice(room),
        news=news_sentences(room, [takeover.change for takeover in room.takeovers]),
    )


def _name(announced: str | None, address: str | None) -> str:
    """Return the announced name and port; empty if the room's address has them already, or there are none."""
    if announced is None or address is None or address.startswith(f"{announced}/"):
        return ""
    return announced.partition("//")[2]


def round_stage(room: Room) -> StageView | None:
    """Return the stage of a round; None where players who come in change more on the TV than the guests.

    That is where a scene rests, where only bots play and are told of, and where a clock runs.
    """
    game = room.current_game
    if game is None or (game.timer and game.timer.until) or is_resting(room) or narration(room):
        return None
    return stage_view(room, game) if game.next_round else None


def room_address(room: Room, candidates: tuple[str, ...]) -> str | None:
    """Return the address of the room: the host's choice while it is a candidate, or the likeliest one."""
    chosen = room.address if room.address in candidates else next(iter(candidates), None)
    return f"{chosen}/{room.code}" if chosen else None


def is_resting(room: Room) -> bool:
    """Return whether the TV keeps the end of the last scene: that of a reveal until the round goes on."""
    game = room.current_game
    if game is None or not game.record.reveals or announces_next_game(room):
        return False
    goes_on = game.hidden or game.question or (game.lists and not game.lists_left) or game.is_deserted
    return not (game.next_round and goes_on)


def announces_next_game(room: Room) -> bool:
    """Return whether the TV shows the lobby of the next game instead of the end of the last one.

    That is where the host has chosen one, or where more people are here now than it takes.
    """
    if room.is_playing or not room.games:
        return False
    newcomers = {player.seat for player in room.present}.difference(room.games[-1].record.players)
    too_many = len(room.present) > find_game(room.next_game.name).max_players
    return room.chosen is not None or bool(newcomers and too_many)


def _progress(room: Room) -> int:
    """Return a number that grows with every reveal in a room, and falls where one is undone."""
    game = room.current_game
    return game.number * 100_000 + len(game.record.reveals) if game else 0
