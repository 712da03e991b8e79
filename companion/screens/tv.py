"""The TV: the public part, and what stands in its place: a scene that rests, the lobby, or the stage."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from companion.i18n.messages import N_, translate
from companion.room.bets import bets_on_last
from companion.room.events import PlayerLeft, Seat
from companion.room.state import Change, Room
from companion.rules.results import decisive_level
from companion.screens.again import AgainView, again_view
from companion.screens.lobby import Lobby, lobby_view
from companion.screens.public import PublicPart, news_sentences, public_part, takeover_notice
from companion.screens.scenes import SceneView
from companion.screens.stage import Stage, stage_view
from companion.screens.story import Scene, scenes_of
from companion.values import frozen


def narration(room: Room) -> str:
    """Return a sentence on the state where only bots play; it tells no result before the TV does."""
    game = room.current_game
    if game is None or not all(player.bot for player in room.players):
        return ""
    if game.next_round is None:
        return translate("That was a whole game. With people it is louder.")
    if game.submitted_count:
        if len(game.thinking) == 1:
            return translate("One is still thinking. The others look on, which helps nobody.")
        ranking = game.rules.ranking(decisive_level(game.root))
        if ranking.is_middle and all(position.number == position.of for position in game.next_round.position):
            return translate("The last round. In the end the middle score wins, not the highest.")
        return translate("Whoever is in sits down behind the desk and watches those who are not.")
    if game.next_round.contenders:
        return translate(game.rules.knockout.narration)
    sentences = (
        N_("Only bots play here. They choose in secret, as people do on their phones."),
        N_("All are shown at once, so nobody has to trust anybody."),
        N_("The next round begins by itself. Nobody has to press anything."),
    )
    return translate(sentences[min(len(game.rounds), 2)])


@frozen(kw_only=True)
class TvView:
    """What the TV shows; in a closed room only that and its address.

    `name` is what phones may type instead of the `address`, where that has another. `scenes` are played
    before the present state, which is `again` between games or the scene `rest`, or the `lobby` before a
    game, or the `stage` of a round; `contents` is what is on each scene, by its key. `progress` grows with
    every reveal and falls where one is undone; it is 0 in a closed room, so that no scene goes on. `bets` is
    how many of those who watch bet on each player in the round that rests. `news` are without what the notice
    of a `takeover` and the `stage` tell.
    """

    public: PublicPart
    address: str | None
    name: str = ""
    locked: bool = False
    scenes: Sequence[Scene] = ()
    rest: Scene | None = None
    bets: Mapping[Seat, int] = field(default_factory=dict)
    awaits_question: bool = False
    contents: Mapping[str, SceneView] = field(default_factory=dict)
    progress: int = 0
    again: AgainView | None = None
    lobby: Lobby | None = None
    stage: Stage | None = None
    sound: bool = False
    narration: str = ""
    takeover: str = ""
    news: Sequence[str] = ()

    @property
    def phase(self) -> Literal["closed", "over", "playing", "lobby"]:
        """What the room is doing, for scripts and styles."""
        public = self.public
        if public.closed:
            return "closed"
        if public.final or public.thrown_away:
            return "over"
        return "playing" if public.playing else "lobby"

    @property
    def state(self) -> Literal["closed", "again", "round", "too_many", "lobby"]:
        """What is shown where no scene rests."""
        if self.again:
            return "again"
        if self.stage:
            return "round"
        if self.lobby:
            return "too_many" if self.lobby.seat_limit else "lobby"
        return "closed"

    @property
    def goes_on(self) -> bool:
        """Whether a round is open that people see on the TV, and not the end of the last one."""
        return self.phase == "playing" and not self.rest

    @property
    def base(self) -> str:
        """The address without the code of the room; empty without one."""
        return (self.address or "").rpartition("/")[0]

    @property
    def host(self) -> str:
        """The address as people type it before they enter the code."""
        return self.base.partition("//")[2]

    @property
    def has_door(self) -> bool:
        """Whether somebody new can come in by the address."""
        return bool(self.address) and not self.locked

    @property
    def is_timed(self) -> bool:
        """Whether the clock of the round runs."""
        return self.public.timer is not None and self.public.timer.until is not None

    @property
    def is_on_phones(self) -> bool:
        """Whether all that the next round waits for is that people play on their phones."""
        return bool(self.public.counting) and not (self.public.waiting or self.narration)


def tv_view(
    room: Room, candidates: tuple[str, ...], *, plays: bool = True, announced: str | None = None
) -> TvView:
    """Return what the TV shows.

    `plays`: whether the TV may not have the last scenes yet. `announced`: the base URL with the server's
    name on the local network.
    """
    public, address = public_part(room, has_rows=False), room_address(room, candidates)
    if room.is_closed:
        return TvView(public=public, address=address)
    game, is_rest = room.current_game, is_resting(room)
    scenes = scenes_of(room) if plays or is_rest else ()
    rest = next((scene for scene in reversed(scenes) if scene.kind != "mention"), None) if is_rest else None
    again = again_view(room) if is_rest else None
    lobby = lobby_view(room) if announces_next_game(room) else None
    stage = stage_view(room, game) if game and not (rest or lobby) else None
    return TvView(
        public=public,
        address=address,
        name=_typed_name(address, announced),
        locked=room.locked,
        scenes=scenes if plays else (),
        rest=None if again else rest,
        bets=bets_on_last(game) if game and rest else {},
        awaits_question=game is not None and game.awaits_question,
        contents={scene.key: scene.content() for scene in (scenes if plays else filter(None, (rest,)))},
        progress=game.number * 100_000 + len(game.reveals) if game else 0,
        again=again,
        lobby=lobby,
        stage=stage,
        sound=room.sound,
        narration=narration(room),
        takeover=takeover_notice(room),
        news=news_sentences(room, _told_elsewhere(room, stage)),
    )


def _typed_name(address: str | None, announced: str | None) -> str:
    """Return what phones may type instead of the address; empty if that has the server's name, or none."""
    if address is None or announced is None or address.startswith(f"{announced}/"):
        return ""
    return announced.partition("//")[2]


def _told_elsewhere(room: Room, stage: Stage | None) -> Sequence[Change]:
    """Return the changes that the notice of a takeover tells, and the stage: who has left."""
    told = [takeover.change for takeover in room.takeovers]
    if stage:
        told += (change for change in room.recent_changes() if isinstance(change.entry.event, PlayerLeft))
    return told


def room_address(room: Room, candidates: tuple[str, ...]) -> str | None:
    """Return the address of the room: the host's choice while it is a candidate, or the likeliest one."""
    chosen = room.address if room.address in candidates else next(iter(candidates), None)
    return f"{chosen}/{room.code}" if chosen else None


def is_resting(room: Room) -> bool:
    """Return whether the TV keeps the end of the last scene: that of a reveal until the round goes on."""
    game = room.current_game
    if game is None or announces_next_game(room):
        return False
    if not game.reveals:
        return game.is_final and game.next_round is None  # the steps alone have decided the evening
    goes_on = game.hidden or game.question or (game.lists and not game.lists_left) or game.is_deserted
    return not (game.next_round and goes_on)


def announces_next_game(room: Room) -> bool:
    """Return whether the TV shows the lobby of the next game instead of the end of the last one.

    That is where there was none, where the host has chosen one, or more people are here now than it takes.
    """
    if room.is_playing or not room.games:
        return not room.games
    newcomers = {player.seat for player in room.present}.difference(room.games[-1].record.players)
    too_many = len(room.present) > room.next_game.rules.max_players
    return room.chosen is not None or bool(newcomers and too_many)
