"""The web: one module a screen, and what they all share."""

from datetime import timedelta

from flask import Flask

from companion.herald import Herald
from companion.live import Hub
from companion.settings import Settings
from companion.store import Store
from companion.web import (
    assets,
    codes,
    fragments,
    guard,
    host,
    hosting,
    language,
    lobby,
    passing,
    phone,
    refusals,
    results,
    seats,
    sheets,
    tv,
)
from companion.web.templates import Templates
from companion.web.wired import Wired

COOKIE_AGE = timedelta(days=400)


def wire(app: Flask, settings: Settings, store: Store, hub: Hub, herald: Herald | None) -> None:
    """Give the application its screens, and the screens what they stand on."""
    Wired(settings, store, hub, herald).put(app)
    app.jinja_environment = Templates
    app.url_map.converters["code"] = codes.CodeConverter
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for part in (language, assets, fragments, guard, refusals):  # what is refused is said in a language
        part.init(app)
    for screen in (lobby, tv, phone, seats, host, hosting, passing, results, sheets, language):
        app.register_blueprint(screen.blueprint)
