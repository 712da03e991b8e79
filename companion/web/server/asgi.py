"""The types of ASGI, and the plain answer of what is refused before a page could be made."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGI = Callable[[Message, Receive, Send], Awaitable[None]]

OnRefusal = Callable[[str], None]
"""Called with the reason for which a request or a connection is refused, one of `metrics.REASONS`."""

UNREADABLE = "That request could not be read"


async def send_text(send: Send, status: int, sentence: str = "", retry_after: int = 0) -> None:
    """Answer with a sentence, and close the connection: what else was sent on it was not read."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    headers += [(b"content-length", b"%d" % len(sentence.encode())), (b"connection", b"close")]
    headers += [(b"retry-after", b"%d" % retry_after)] if retry_after else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})
