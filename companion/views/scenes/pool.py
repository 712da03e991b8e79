"""The pool of tied rounds: what lies in it after a round, and what its winner took from it."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n.messages import format_count
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.rules.results import Leaf
from companion.views import snapshots


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The cards of tied rounds, and how many rounds the next one counts with them; 0 after the last round."""

    cards: int
    next: int


def pool_after(game: GameState) -> Pool | None:
    """Return what lies in the pool now: of each tied round a card of every player."""
    rounds = game.record.rules.pool(game.score.root)
    cards = (rounds or 0) * len(game.record.players)
    return Pool(cards=cards, next=rounds + 1 if game.next_round else 0) if rounds else None


def notes_of_pool(game: GameState, leaf: Leaf) -> Mapping[Seat, str]:
    """Return a word for each player who took rounds from the pool with the last one."""
    pool = game.record.rules.pool(snapshots.game_before_last(game).score.root)
    if not pool:
        return {}
    return dict.fromkeys(leaf.winners, format_count(pool, "{n} from the pool", "{n} from the pool"))
