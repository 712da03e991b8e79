"""What a companion on this computer says of itself."""

import http.client
import json
import urllib.request

_PATIENCE = 3.0  # seconds in which a server on this computer answers
_MOST = 64 * 1024  # bytes of its answer


def ask(url: str) -> dict[str, str] | None:
    """Return what a companion at an address says of itself, its release and more; None if there is none."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _AnyStatus())
    try:
        with opener.open(f"{url}/healthz", timeout=_PATIENCE) as answer:
            said = json.loads(answer.read(_MOST))
    except (OSError, ValueError, RecursionError, http.client.HTTPException):  # another program says anything
        return None
    if not (isinstance(said, dict) and isinstance(said.get("companion"), str)):
        return None
    return {name: value for name, value in said.items() if isinstance(value, str)}


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Takes any status for an answer: a server whose database is away says so with 503."""

    def http_response(self, _request: object, response: object) -> object:
        return response
