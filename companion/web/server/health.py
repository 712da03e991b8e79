"""What a companion on this computer says of itself."""

import http.client
import json
import urllib.request

_TIMEOUT = 3.0  # seconds in which a server on this computer answers
_MAX_BYTES = 64 * 1024  # of its answer


def ask(url: str, timeout: float = _TIMEOUT) -> dict[str, str] | None:
    """Return what a companion at an address says of itself, its release and more; None if there is none."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _AnyStatus())
    try:
        with opener.open(f"{url}/healthz", timeout=timeout) as answer:
            status = json.loads(answer.read(_MAX_BYTES))
    except (OSError, ValueError, RecursionError, http.client.HTTPException):  # another program says anything
        return None
    if not (isinstance(status, dict) and isinstance(status.get("companion"), str)):
        return None
    return {name: value for name, value in status.items() if isinstance(value, str)}


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Takes any status for an answer: a server whose database is away says so with 503."""

    def http_response(self, _request: object, response: object) -> object:
        return response
