"""Question nights that ask what a test wants."""

from typing import Any

from companion.room.commands import questions, room_control
from tests.support.room_driver import HOST, RoomDriver, open_room_with
from tests.support.scenes import SHORT, submit_plays

BONES = "How many bones has a grown-up? = 206 bones"
KARAOKE = "How much do you like karaoke? I leave the house ... Give me that"


def begun_night(question: str, *answers: int, names: tuple[str, ...] = SHORT, **room: Any) -> RoomDriver:
    """Begin a question night with this question, which as many have answered as have a number."""
    driver = open_room_with("question-night", names[: max(3, len(answers))])
    if room:
        driver.do(HOST, room_control.set_room, **room)
    driver.do(HOST, questions.choose_questions, questions.OWN, question)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 10})
    submit_plays(driver, answers)
    return driver
