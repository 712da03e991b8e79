"""What a game says of its results: what became of a play, the standings, and which scores win."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from companion.i18n.messages import N_, Text
from companion.rules.cards import Card
from companion.rules.plays import PlayerId, Players
from companion.rules.results import Reason, Scores, Values
from companion.values import frozen

Fate = Literal[
    "scored", "disqualified", "outside", "discarded", "kept", "won", "turned down", "tied", "struck"
]
"""What became of a play: `scored` and `won` bring points; `discarded` leaves the game, `disqualified` and
`tied` cannot score, `kept` goes back to the hand, `outside` and `turned down` do not score. No game gives
`struck`: such a play is in no result, but screens show it."""

Staging = Literal["podium", "trapdoor", "lean"]
"""How the TV shows what became of cards: the middle rises on a `podium`; it leaves the game through a
`trapdoor`; or all lie in a row, and the lamp leans towards the one of the two in the middle that wins."""

Ranges = tuple[range, ...]
"""Whole numbers as ranges that do not touch, lowest first. Each may be longer than `len` can count."""

WouldScore = Callable[[PlayerId, int], bool]
"""Tells whether a player would have scored with a number."""


@frozen
class Outcome:
    """What became of one player's play in a round or trick.

    `reason` says it as a sentence to the player; its `players` are the others whom it names. `result` is the
    word for it in a CSV file. `points` is what the play brought, None in a game whose single plays bring
    nothing. `word` is a text for the card, to be translated; it may be empty. `verdict` is what the player's
    phone says in one or two words, to be translated; empty where that is `word`, or follows from the fate.
    """

    fate: Fate
    result: str
    reason: Reason
    points: int | None = None
    word: str = ""
    verdict: str = ""


@frozen
class MeanTarget:
    """What the numbers of a round are measured from: their mean, or a multiple of it (G10)."""

    mean: Fraction
    factor: Fraction = Fraction(1)
    is_middle: bool = False
    """Whether it is the mean of those in the middle, and no average of all (G17)."""

    @property
    def number(self) -> Fraction:
        """The number that scores if somebody presented it."""
        return self.mean * self.factor


@frozen
class Standing:
    """The scores of one level: what they count, each player's, and the winning ones where the middle wins."""

    label: str
    scores: Scores
    middle: tuple[int, ...] = ()


_THE_MOST = Text("the most")


@frozen
class Ranking:
    """What the scores of a level count, and which of them win: by default points, of which the most win.

    Texts are to be translated: `label` is for the scoreboard, `counts` for results and files, both in lower
    case, `heading` for a chart, and `note` is what the TV says beside the scores. `wins` and `find` are which
    scores win, in words and as a function of the scores of all players; with `is_middle` they are in the
    middle in some sense, so that screens show them in gold. Nobody may reach `too_many` who wants to win.
    `winner` is what the only one who wins is called; empty where that is how average it is.
    """

    label: str = N_("points")
    counts: str = N_("points")
    heading: str = N_("Points")
    note: Text | None = None
    wins: Text = _THE_MOST
    find: Callable[[Sequence[int]], tuple[int, ...]] = lambda scores: (max(scores),)
    is_middle: bool = False
    too_many: int = 0
    winner: str = ""


@frozen
class OpenCards:
    """A player's open cards, their sum, if it is the middle, how much is `kept` (None while open)."""

    player: PlayerId
    cards: tuple[Card, ...]
    sum: int
    is_middle: bool
    kept: int | None


@frozen
class Crowding:
    """What happens where too many play, as a sentence; `offer` names the options that help in few words."""

    expects: Text
    offer: Text
    options: Values


@frozen
class Ending:
    """A way in which a game may end: the options of a record that choose it, and its name to be translated.

    `reason` says why it is recommended; None for one that is not, or where nothing is known. `minutes` is how
    long a game takes, about; 0 where that is not known.
    """

    options: Values
    label: str
    reason: Text | None
    minutes: int

    @property
    def key(self) -> str:
        """The text by which a form names it: `tie_break=peel`."""
        return "&".join(f"{name}={value}" for name, value in self.options.items())

    def is_of(self, rules: object) -> bool:
        """Return whether a game with these rules ends so."""
        return all(getattr(rules, name) == value for name, value in self.options.items())


@frozen
class TieTitle:
    """A title that stops the room after a standing that decides nothing; the heading is to be translated.

    `players` are those whom it is about, where that is not everybody.
    """

    heading: str
    lead: Text
    players: Players = ()
