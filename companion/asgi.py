"""The application for an ASGI server of the operator, such as `uvicorn companion.asgi:app`."""

import signal
import traceback
from contextlib import ExitStack
from functools import partial
from typing import Any

from companion.cli import terminal_log
from companion.cli.run import make_app
from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.storage.backup import backups_of
from companion.web.server.connection import PlainLine
from companion.web.server.serve import Application, working
from companion.web.server.wsgi import Message, Receive, Send
from companion.web.services import Restart, Services


async def app(scope: Message, receive: Receive, send: Send) -> None:
    """Answer a request under another ASGI server, which must say when it starts and ends (lifespan)."""
    if scope["type"] == "lifespan":
        await _live(scope, receive, send)
    elif scope["type"] == "websocket":  # there are none here
        await receive()
        await send({"type": "websocket.close"})
    else:
        scope["state"]["connection"] = PlainLine(send)
        await scope["state"]["application"](scope, receive, send)


async def _live(scope: Message, receive: Receive, send: Send) -> None:
    """Make the application when the server starts, and close it when the server ends."""
    await receive()
    with ExitStack() as stack:
        try:
            scope["state"]["application"] = _start(stack)
        except Refused as refused:
            await send({"type": "lifespan.startup.failed", "message": f"companion: {refused}"})
            return
        except Exception:
            await send({"type": "lifespan.startup.failed", "message": traceback.format_exc()})
            raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "lifespan.shutdown.complete"})


def _start(stack: ExitStack) -> Application:
    """Return the application by the settings in the environment, which works until the end of `stack`."""
    settings = load_settings(open="", mdns="")  # where the server listens is not known here
    log = terminal_log.log_to_terminal(quiet=settings.quiet, as_json=settings.log == "json")
    stack.enter_context(log)
    flask = make_app(settings, Restart(backups_of(settings)), stack)
    stack.enter_context(working(services := Services.of(flask)))
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, partial(_end, services, signal.getsignal(each)))
    return Application(flask)


def _end(services: Services, end_server: Any, *of_signal: Any) -> None:
    """End the streams, for which the server would wait, and then the server."""
    services.stopping.set()
    services.hub.close()
    end_server(*of_signal)
