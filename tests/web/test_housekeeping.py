"""What the server does by itself once a day."""

import threading
from contextlib import closing

from companion.i18n.errors import Refused
from companion.web.server.housekeeping import Housekeeping, Task
from tests.support.clients import captured_log

SOON = 0.01  # seconds


def run_rounds(tasks: dict[str, Task], rounds: int) -> list[str]:
    """Run the tasks until they have run so often, and return what was logged meanwhile."""
    done = threading.Semaphore(0)
    with captured_log() as lines, closing(Housekeeping({**tasks, "last": done.release}, SOON, SOON)) as daily:
        daily.start()
        for _ in range(rounds):
            assert done.acquire(timeout=30)
    return lines


def test_a_task_that_fails_is_logged_in_one_line_and_the_others_still_run() -> None:
    def fail() -> None:
        raise Refused("No copy could be made at {target}: {why}", target="/data", why="disk\nfull")

    def break_down() -> None:
        raise ZeroDivisionError

    lines = run_rounds({"The daily backup": fail, "The rest": break_down}, 1)
    assert [
        "WARNING The daily backup was not done: No copy could be made at /data: disk full",
        "ERROR The rest was not done",
    ] == lines[:2]


def test_tasks_run_again_after_each_interval() -> None:
    runs: list[int] = []
    run_rounds({"counts": lambda: runs.append(1)}, 3)
    assert len(runs) >= 3


def test_nothing_runs_before_the_first_time_nor_after_the_end() -> None:
    runs: list[int] = []
    daily = Housekeeping({"counts": lambda: runs.append(1)}, first=60)
    daily.start()
    daily.close()
    assert [] == runs
    assert not daily._thread.is_alive()


def test_without_tasks_there_is_no_thread() -> None:
    daily = Housekeeping({})
    daily.start()
    assert daily._thread.ident is None
    daily.close()
