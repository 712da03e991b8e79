"""Who stands on the host's desk, and what came of the last reveal."""

from collections.abc import Sequence

from companion.i18n.messages import PluralTemplate, format_list, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.outcomes import Fate
from companion.rules.results import KnockoutRound, Reason
from companion.screens.naming import few_names, player_names, reason_sentences
from companion.screens.reveals import RevealView, latest_leaf
from companion.values import frozen

_MOST_STANDING = 6
"""The most guests who stand on the desk."""


_MOST_HEADS = 48
"""The most guests of whom only the head is seen."""


_LIT: frozenset[Fate] = frozenset({"scored", "won", "discarded"})
"""What becomes of a play that the lamp is over."""


@frozen
class DeskPlayers:
    """Who stands on the desk, and the `heads` behind them; `awaited` names those who are missing."""

    front: tuple[Player, ...] = ()
    heads: tuple[Player, ...] = ()
    more_heads: int = 0
    awake: frozenset[Seat] = frozenset()
    awaited: str = ""
    missing_count: int = 0


@frozen
class Revealed:
    """Who has presented a number or a card, and what became of it."""

    seat: Seat
    name: str
    sign: str
    fate: Fate

    @property
    def is_lit(self) -> bool:
        """Whether the lamp is over it."""
        return self.fate in _LIT


@frozen
class DeskVerdict:
    """What came of the last reveal in a few words, and below it who scores, or what else is to be known.

    `revealed` are who presented something, as they stand on the desk; an empty place is None.
    """

    headline: str = ""
    because: str = ""
    revealed: tuple[Revealed | None, ...] = ()

    @property
    def lit(self) -> int:
        """Over how many the lamp is."""
        return sum(revealed is not None and revealed.is_lit for revealed in self.revealed)


def players_at_desk(room: Room, game: GameState | None) -> DeskPlayers:
    """Return who stands on the desk.

    Who is in sits asleep, who is missing stands. Of many only those who are missing stand.
    """
    players, awake, missing = _at_the_desk(room, game)
    front = players if len(players) <= _MOST_STANDING else (missing or players)[:_MOST_STANDING]
    heads = [player for player in players if player not in front]
    return DeskPlayers(
        tuple(front),
        tuple(heads[:_MOST_HEADS]),
        len(heads[_MOST_HEADS:]),
        frozenset(player.seat for player in awake),
        few_names(player_names(room, [player.seat for player in missing])),
        len(missing),
    )


def desk_verdict(room: Room, game: GameState, last: RevealView) -> DeskVerdict:
    """Return what came of the last round."""
    leaf, rules, revealed = latest_leaf(game), game.rules, _revealed(last)
    if not (leaf and revealed):
        return DeskVerdict()
    scored = dict.fromkeys(play.face.sign for play in last.plays if play.fate == "scored")
    if not scored or rules.question_aims or isinstance(leaf, KnockoutRound):
        is_over = leaf.finished and last.kind != "cards"
        headline = reason_sentences(room, [rules.round_headline(leaf)], 2)[0] if is_over else last.heading
        return DeskVerdict(headline, "" if last.kind == "results" else "".join(last.brief[:1]), revealed)
    scores = Reason("", PluralTemplate("{players} scores", "{players} score"), leaf.winners)
    because = translate("{sentence}.", sentence=reason_sentences(room, [scores], 2)[0])
    return DeskVerdict(format_list(scored), because, revealed)


def _at_the_desk(room: Room, game: GameState | None) -> tuple[Sequence[Player], ...]:
    """Return who is at the desk, who of them is awake, and whom the round waits for."""
    if game is None or game.next_round is None:
        return room.present, room.present, ()
    allowed = [player for player in room.players if player.seat in game.open_round.allowed]
    players = [player for player in allowed if not player.away or game.has_submitted(player.seat)]
    missing = [player for player in players if game.waits_for(player.seat)]
    return (players, players, ()) if game.open_round.is_result else (players, missing, missing)


def _revealed(last: RevealView) -> tuple[Revealed | None, ...]:
    """Return who presented something, in its order, with those whom the lamp is over in the middle.

    An empty place is None; of many those next to the middle are shown.
    """
    shown = [
        Revealed(seat, name, play.face.sign, play.fate)
        for play in last.plays
        for seat, name in zip(play.seats, play.names, strict=False)
    ]
    lit = [index for index, revealed in enumerate(shown) if revealed.is_lit]
    if not lit or len(lit) > _MOST_STANDING:
        return tuple(shown[:_MOST_STANDING])
    beside = [index for index in range(len(shown)) if index not in lit]
    left = [shown[index] for index in beside if index < (lit[0] + lit[-1]) / 2]
    right = [shown[index] for index in beside[len(left) :]]
    most = min((_MOST_STANDING - len(lit)) // 2, max(len(left), len(right)))
    left, right, nobody = left[len(left) - min(most, len(left)) :], right[:most], (None,) * most
    lamp = (shown[index] for index in lit)
    return (*nobody[len(left) :], *left, *lamp, *right, *nobody[len(right) :])
