"""The end of a game as a podium, for `templates/tv/scenes/`."""

import re
from collections.abc import Mapping, Sequence

from companion.i18n.lettering import ems, wrap
from companion.i18n.messages import N_, PluralTemplate, capitalize_first, number_in_words, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights import Award
from companion.rules.results import decisive_level
from companion.rules.standing import PeeledResult
from companion.screens import naming
from companion.screens.endings import GameEnding, game_ending, score_name
from companion.screens.podium import Podium, Step
from companion.screens.scenes import SceneView
from companion.values import frozen

_MOST_IN_HEADING = 5  # winners; with more, or longer names, there is a list of them
_MOST_LISTED = 30  # names of winners; more are counted
_MOST_LEFT, _NAME = 12, 6.5  # so many names stand left of the light, each in lines of so many ems
_MOST_LINES = (14, 34)  # of all names beside the light: on its left alone, and on both sides


@frozen
class FinalScene(SceneView):
    """The podium of a game, and why it stands like this.

    `figure` is what the numbers on the steps count. `winners` are their names where the heading does not have
    them, or how many they are; so many stand left of the light that they fit `beside` it, else 0.
    """

    kicker: str
    heading: str
    size: str
    ribbon: str
    podium: Podium
    figure: str
    why: str
    winners: Sequence[str]
    beside: int

    @property
    def in_card(self) -> bool:
        """Whether the winners are listed below the heading, with why."""
        return bool(self.winners) and not self.beside

    @property
    def rest(self) -> Sequence[str]:
        """The winners who stand right of the light."""
        return self.winners[self.beside :] if self.beside else ()


def final_scene(room: Room, game: GameState) -> FinalScene:
    """Return the podium of a game."""
    ending = game_ending(room, game)
    count = len(ending.winners)
    heading = naming.list_players(ending.winners) if count > 1 else ending.headline
    is_named = count < 2 or (count <= _MOST_IN_HEADING and bool(heading_size(heading)))
    if not is_named:
        template = N_("{n} in the middle") if ending.mediocre else N_("{n} share the win")
        heading = translate(template, n=capitalize_first(number_in_words(count)))
    listed = ending.winners if count <= _MOST_LISTED else (ending.headline,)
    is_short = sum(len(wrap(name, _NAME)) for name in listed) <= _MOST_LINES[count > _MOST_LEFT]
    kicker = _kicker(ending) if is_named or ending.mediocre else ""
    return FinalScene(
        kicker=kicker or translate(game.rules.known_as),
        heading=heading,
        size=heading_size(heading, _HEIGHT if is_named else _ABOVE_NAMES) or "tiny",
        ribbon=ending.ribbon if count == 1 else "",
        podium=ending.podium,
        figure=naming.score_word(score_name(game), 1 if ending.podium.middle.score == 1 else 2),
        why=short_reason(room, game, ending),
        winners=() if is_named else listed,
        beside=0 if not is_short else count if count <= _MOST_LEFT else (count + 1) // 2,
    )


def _kicker(ending: GameEnding) -> str:
    """Return what the winners are; empty where one has won who is not the middle."""
    if ending.tied:
        return translate("The tie stands")
    if len(ending.winners) > 1:
        return translate("The most mediocre players") if ending.mediocre else translate("They share the win")
    return translate("The most mediocre player") if ending.mediocre and ending.winners else ""


_LONGEST_WHY = 30.0  # ems, in two lines; instead of a longer reason there is what who has won has most of
_MOST = PluralTemplate("The most: {score}.", "The most: {score} each.")
_MOST_BELOW = PluralTemplate("The most below {limit}: {score}.", "The most below {limit}: {score} each.")


def short_reason(room: Room, game: GameState, ending: GameEnding) -> str:
    """Return why a game ended so in a few words, which name one winner at most where several have won."""
    root = game.root
    if game.is_final:
        return "".join(naming.reason_sentences(room, tuple(root.reasons)[-1:], 1))
    level = decisive_level(root)
    if level is not root or not isinstance(root, PeeledResult):
        told = tuple(root.reasons)[-1:] if level is root else tuple(level.reasons)[:1]
        why = "".join(naming.reason_sentences(room, told, 1))
        if level is not root or not ending.winners or ems(why) <= _LONGEST_WHY:
            return why
        limit, score = game.rules.ranking(root).too_many, ending.podium.middle.score or 0
        template, counted = _MOST_BELOW if limit else _MOST, naming.counted_score(score_name(game), score)
        return template.translate_for(len(ending.winners), limit=limit, score=counted)
    if root.decided_by == "showdown":
        tied = capitalize_first(number_in_words(len(root.showdown[0].contenders)))
        return translate("{tied} were tied. The showdown decided.", tied=tied)
    if root.decided_by == "sudden-death":
        return translate("Tied, and played on until it was not.")
    return _middle_reason(ending, score_name(game))


def _middle_reason(ending: GameEnding, counts: str) -> str:
    """Return why somebody is in the middle of a standing, or several are, in about 48 letters."""
    low, middle, high = ending.podium.steps
    if middle.score is None:
        return translate("{scores}: two middles, and nobody in between.", scores=middle.label)
    score = naming.counted_score(counts, middle.score)
    if middle.count > _MOST_IN_HEADING:
        return translate("{score} is the middle. It holds {n}.", score=score, n=number_in_words(middle.count))
    if middle.count > 1:
        return translate("{score} is the middle, and it is crowded.", score=score)
    few, many = number_in_words(low.count), number_in_words(high.count)
    if ending.counted:
        template = N_("{parts} alone: {few} had fewer, {many} had more.")
        return translate(template, parts=ending.counted, few=few, many=many)
    template = N_("{few} had fewer than {score}, {many} had more.")
    return translate(template, few=capitalize_first(few), score=middle.score, many=many)


@frozen
class MentionScene(SceneView):
    """An award for what somebody did besides; the joke on it follows from its kind."""

    kind: str
    title: str
    guests: Sequence[Seat]
    who: str
    fact: str


def mention_scene(room: Room, award: Award) -> MentionScene:
    """Return an award with who gets it."""
    return MentionScene(
        kind=award.kind,
        title=translate(award.title),
        guests=award.players,
        who=naming.awarded(room, award),
        fact=capitalize_first(str(award.explains)),
    )


@frozen
class PhotoScene(SceneView):
    """Who has won in the light, for a photo."""

    headline: str
    winners: Step
    ribbon: str
    names: str


def photo_scene(room: Room, game: GameState) -> PhotoScene:
    """Return who has won the game."""
    ending = game_ending(room, game)
    count = len(ending.winners)
    several = translate("{n} in the middle", n=capitalize_first(number_in_words(count)))
    return PhotoScene(
        headline=ending.headline,
        winners=ending.podium.middle,
        ribbon=ending.ribbon if count == 1 else "",
        names=naming.list_players(ending.winners) if count <= _MOST_IN_HEADING else several,
    )


# How large a heading beside the podium can be written, so that its words are not broken

_WIDTH, _HEIGHT = 42.0, 33.0  # rem: the left third of the frame, where headings stand
_ABOVE_NAMES = 18.0  # the same where names follow
_LINE = 0.9  # of the size
_SIZES: Mapping[str, float] = {"huge": 15.0, "large": 12.0, "medium": 9.3, "small": 6.0, "tiny": 5.2}
"""Words of the style sheet, and the size in rem."""
_TIGHT = 0.9  # of the usual width: the letters of large headings stand closer


def heading_size(text: str, height: float = _HEIGHT) -> str:
    """Return the largest of the sizes at which a heading fits into a height; empty where none does.

    No word is broken, but lines of wide letters, as in Japanese, may end anywhere.
    """
    words = (word for word in re.findall(r"[^\s-]+-?", text) if re.search(r"[^\u2e80-\uffef]", word))
    longest = max(map(ems, words), default=0.0)
    for word, size in _SIZES.items():
        wide = _WIDTH / size / _TIGHT
        if longest <= wide and len(wrap(text, wide)) <= height / size / _LINE:
            return word
    return ""
