"""Whether a request comes from a program on the server's own computer."""

from flask import request

from companion.config import addresses
from companion.web.middleware.clients import client_address

_OF_PROXIES = "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"


def is_asking() -> bool:
    """Tell whether the request comes from this computer, to a name of it, and not through a proxy.

    A proxy on this computer has its address too, but names the site, or says for whom it asks: one that does
    neither passes no form on, as their origin is checked.
    """
    return bool(
        request.remote_addr
        and not client_address(request.remote_addr)
        and addresses.is_loopback(f"http://{request.host}")
        and not any(name in request.headers for name in _OF_PROXIES)
    )
