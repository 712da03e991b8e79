"""The host's help for phones that cannot open the page: the causes, one on each page."""

import platform
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.config.firewalls import firewalls
from companion.screens.host import phones_joined
from companion.screens.public import public_part
from companion.screens.tv import room_address
from companion.web.execute import require_host_page
from companion.web.middleware import htmx
from companion.web.services import room_addresses, services

blueprint = Blueprint("phones", __name__, url_prefix="/<code:code>/host")

CAUSES = ("guests", "elsewhere", "vpn", "firewall", "address", "hotspot")
"""What keeps phones from the page, the likeliest first; the last one is the way out."""
_WAITS = "waits"  # in the session: the last room whose phones are just slow


@blueprint.get("/phones")
@blueprint.get(f"/phones/<any({', '.join(CAUSES)}):cause>")
def page(code: str, cause: str = CAUSES[0]) -> Any:
    """Show a cause.

    The live part of a page that was opened before any phone had joined says so (`alone`), and leads back to
    the host screen when one has, as every page of a closed room does.
    """
    room, _ = require_host_page(code)
    addresses, joined = room_addresses(room), phones_joined(room)
    if room.is_closed or (joined and "alone" in request.args):
        return htmx.redirect_page(url_for("host.page", code=code))
    template = "host/phones/_live.html" if htmx.wants_fragment() else "host/phones/page.html"
    walls = firewalls(services().settings.port, platform.system()) if cause == "firewall" else ()
    return render_template(
        template,
        code=code,
        cause=cause,
        public=public_part(room),
        joined=joined,
        address=room_address(room, addresses),
        addresses=addresses,
        firewalls=walls,
    )


@blueprint.post("/slow")
def wait(code: str) -> Response:
    """Do not ask this browser again whether phones see the page of this room."""
    require_host_page(code)
    session[_WAITS] = code
    return redirect(url_for("host.page", code=code), 303)


def waits_for_phones(code: str) -> bool:
    """Tell whether the host has said that the phones of this room are just slow."""
    return session.get(_WAITS) == code
