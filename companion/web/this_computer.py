"""Whether a request comes from a browser on the server's own computer."""

from flask import request

from companion.config import addresses
from companion.web.middleware.clients import client_address

_PROXIES = "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"


def is_asking() -> bool:
    """Tell whether the request comes from this computer, to a name of it, and not through a proxy.

    A proxy on this computer has its address too, but names the site, or says for whom it asks.
    """
    return bool(
        request.remote_addr
        and not client_address(request.remote_addr)
        and addresses.is_loopback(f"http://{request.host}")
        and not any(name in request.headers for name in _PROXIES)
    )
