"""The standing of the evening, once there is more than one game to speak of (H1)."""

from dataclasses import dataclass

from companion.evening import Evening, evening
from companion.journal import Room, Table
from companion.views import pictures
from companion.views.finals import Final, steps, who
from companion.views.people import names, sentences
from companion.views.pictures import Wins
from companion.words import count, tell

_FEWEST = 2  # finished games that make an evening


@dataclass(frozen=True, slots=True)
class Standing:
    """Who is the most mediocre player of the evening and how that was found, and who won most.

    `after` says how many games are finished.
    """

    final: Final
    after: str
    most: str
    picture: Wins | None


def standing(room: Room) -> Standing | None:
    """Show the standing of the evening; None before two games are finished."""
    played = [table for table in room.tables if table.record.reveals]
    finished = [table for table in played if table.score.root.finished]
    if len(finished) < _FEWEST:
        return None
    found = _found(played, finished)
    return Standing(
        final=_final(room, found, finished),
        after=count(len(finished), "After {n} game", "After {n} games"),
        most=tell(
            "Most games won: {n}, by {who}",
            n=max(found.scores.values()),
            who=who(names(room, found.most)),
        ),
        picture=pictures.wins(room, found),
    )


def _found(played: list[Table], finished: list[Table]) -> Evening:
    players = dict.fromkeys(seat for table in played for seat in table.record.players)
    return evening(tuple(players), [table.score.root.winners for table in finished])


def _final(room: Room, found: Evening, finished: list[Table]) -> Final:
    mediocre = names(room, found.mediocre)
    return Final(
        key=f"evening-{len(finished)}-{finished[-1].number}",
        headline=_headline(mediocre),
        winners=mediocre,
        steps=tuple(steps(room, found, "game", len(finished))),
        remarks=sentences(room, (each for each in found.because if each.rule in ("G7", "H1"))),
    )


def _headline(mediocre: tuple[str, ...]) -> str:
    if len(mediocre) == 1:
        return tell("{who} is the most mediocre player of the evening", who=who(mediocre))
    return tell("{who} are the most mediocre players of the evening", who=who(mediocre))
