"""The web application: makes the Flask app with its services, middleware and pages."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from jinja2 import StrictUndefined

from companion.config.addresses import hostname, is_local
from companion.config.files import tighten
from companion.config.settings import Settings
from companion.i18n.dates import format_clock, format_day, format_weekday
from companion.i18n.lettering import ems, fit, shorten
from companion.live.hub import Hub
from companion.live.sync import Sync
from companion.room.names import first_character
from companion.room.state import Room
from companion.screens import event_log
from companion.storage import database
from companion.storage.backup import backups_of
from companion.storage.event_store import EventStore
from companion.storage.tables import Base
from companion.web import announced, device, drawings, links
from companion.web.device import LenientSessions
from companion.web.metrics import Metrics
from companion.web.middleware import (
    errors,
    gate,
    htmx,
    language,
    rate_limit,
    request_log,
    security,
    static_files,
)
from companion.web.middleware.rate_limit import RateLimiter, SharedBuckets
from companion.web.pages import (
    copies,
    decks,
    evenings,
    host,
    operator,
    phone,
    results,
    seats,
    shared_phone,
    sheet,
    start,
    tv,
)
from companion.web.qr import qr_svg
from companion.web.server import wsgi
from companion.web.server.mdns import Announcer, is_wanted
from companion.web.services import Restart, Services
from companion.web.templating import DropIndentation, FlatEnvironment


class Pages(Flask):
    """Flask without coroutines: what it looks for in each of a dozen functions a request is not there."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


_TRUST = 0.5  # seconds: only commands of `companion rooms` write to the file of a running server


def create_app(settings: Settings, restart: Restart | None) -> Flask:
    """Make the web application, and upgrade its database; `restart` outlives it. Raises `Refused`."""
    settings.prepare()
    tighten(settings.key_file)
    app = Pages(
        "companion",
        template_folder=drawings.find_folder("templates"),
        static_folder=drawings.find_folder("static"),
    )
    app.config.update(
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=database.engine_options(settings.database_url),
        SECRET_KEY=settings.secret_key(),
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        MAX_CONTENT_LENGTH=wsgi.MAX_BODY,
        MAX_FORM_MEMORY_SIZE=wsgi.MAX_BODY,
    )
    app.session_interface = LenientSessions(app.config["SECRET_KEY"])
    app.extensions["companion"] = _make_services(app, settings, restart or Restart(backups_of(settings)))
    _register(app)
    return app


def _make_services(app: Flask, settings: Settings, restart: Restart) -> Services:
    sync, metrics = Sync(settings.redis_url), Metrics()
    hub = Hub(sync.publish_tv, metrics.behind.inc)

    def on_change(before: Room, after: Room) -> None:
        sync.publish(after.code, after.version)
        event_log.log_changes(before, after)

    with database.refusing_database_errors(), app.app_context():
        engine = SQLAlchemy(app, model_class=Base, disable_autonaming=True).engine
        database.prepare_engine(engine, backups_of(settings))
    trust = 0.0 if settings.is_shared else _TRUST
    store = EventStore(engine, hub.notify, on_change, trust, metrics.count_commit)
    metrics.look_up(hub, store, sync)
    announcer = Announcer(settings) if is_wanted(settings) else None
    shared = SharedBuckets(settings.redis_url, settings.secret_key()) if settings.redis_url else None
    limiter = RateLimiter(settings.limits, metrics.count_refusal, shared)
    return Services(settings, store, hub, sync, metrics, limiter, restart, announcer)


def _register(app: Flask) -> None:
    app.url_map.converters["code"] = links.CodeConverter
    app.jinja_environment = FlatEnvironment
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.add_extension(DropIndentation)
    # the log of requests around all others, language before refusals
    around = request_log, language, static_files, security, htmx, errors, rate_limit, gate, copies
    for each in (*around, announced):
        each.init(app)
    app.teardown_request(lambda _error: drawings.set_guests({}))
    settings = Services.of(app).settings
    app.jinja_env.globals.update(
        site=settings.name,
        imprint=settings.imprint,
        invitation=links.invitation,
        outside_invitation=links.outside_invitation,
        why_no_address=links.why_no_address,
        is_in_app=device.is_in_app,
        way_out=device.way_out,
        colour_class=drawings.colour_class,
        take_note=device.take_note,
        guest=drawings.guest,
        small_guest=drawings.small_guest,
        spacer=drawings.spacer,
        off_by=drawings.off_by,
        position_attributes=drawings.position_attributes,
        times=drawings.times,
        sprite=drawings.SPRITE,
        picture=drawings.panel_picture,
        qr=qr_svg,
        emblem=drawings.emblem_picture,
        preset_guest=drawings.preset_guest,
        error="",  # what was wrong with what was sent, on a page that is shown again
    )
    app.jinja_env.filters.update(ems=ems, fit=fit, shorten=shorten, initial=first_character)
    app.jinja_env.filters.update(told_apart=drawings.told_apart)
    app.jinja_env.filters["is_local"] = lambda host: is_local(hostname(f"//{host}"))
    app.jinja_env.filters.update(day=format_day, weekday=format_weekday, clock=format_clock)
    host_pages = host, sheet, shared_phone, evenings, decks
    pages = start, tv, phone, seats, *host_pages, results, operator, copies, language, gate
    for page in pages:
        app.register_blueprint(page.blueprint)
