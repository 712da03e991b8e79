"""Work in a process of its own, which leaves this one as it is."""

import os
import pickle
import traceback
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def forked(work: Callable[[], T]) -> T | None:
    """Return what work returns in a copy of this process; None if that was ended.

    Raises `ChildProcessError` with the traceback where work raises.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _answer(work, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) or not answer:
        return None
    raised, result = pickle.loads(answer)  # noqa: S301 - written below
    if raised:
        raise ChildProcessError(raised)
    return result  # type: ignore[no-any-return]


def _answer(work: Callable[[], T], writer: int) -> None:
    """Write what work returns, or its traceback, and end this process."""
    try:
        try:
            answer = pickle.dumps(("", work()))
        except BaseException:  # noqa: BLE001 - nothing may go on in two processes
            answer = pickle.dumps((traceback.format_exc(), None))
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(answer)
    finally:
        os._exit(0)
