"""Who may know what: each kind of screen gets one frozen view of a room, and knows nothing else.

What is still hidden is in no view but that of the phone whose player put it down, and a hand in none
but its owner's. The host lays for those who have no phone, so the desk is their phone.
"""

from companion.views.cards import Key
from companion.views.desks import Claim, Desk, Entry, Move, desk
from companion.views.evenings import Standing
from companion.views.members import Person, people, person
from companion.views.mending import Correctable, consequences, correctable, deed, expected, rounds
from companion.views.offers import OFFERED, offered
from companion.views.outcomes import Outcome
from companion.views.phases import Phase
from companion.views.phones import Own, Phone, apart, asking, everybodys, own, phone
from companion.views.public import Public, public
from companion.views.replays import Replay, replay
from companion.views.results import Results, results
from companion.views.screens import Screen, address, screen

__all__ = [
    "OFFERED",
    "Claim",
    "Correctable",
    "Desk",
    "Entry",
    "Key",
    "Move",
    "Outcome",
    "Own",
    "Person",
    "Phase",
    "Phone",
    "Public",
    "Replay",
    "Results",
    "Screen",
    "Standing",
    "address",
    "apart",
    "asking",
    "consequences",
    "correctable",
    "deed",
    "desk",
    "everybodys",
    "expected",
    "offered",
    "own",
    "people",
    "person",
    "phone",
    "public",
    "replay",
    "results",
    "rounds",
    "screen",
]
