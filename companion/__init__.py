"""companion: the scoring companion for median party games."""

from pathlib import Path

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Engine

from companion import bus as buses
from companion import database, logs, web
from companion.herald import Herald
from companion.journal import Room
from companion.live import Hub
from companion.settings import Settings
from companion.store import Base, Store
from companion.web import pages, safety
from companion.web.seals import Sessions

__version__ = "0.1.0"
_TRUST = 0.5  # seconds: who else writes into a laptop's file is `companion rooms delete`


def create_app(settings: Settings) -> Flask:
    """Make the web application: its database is brought up to date, its screens are wired up.

    Raises `Refused` where the data folder or the database cannot be used.
    """
    settings.prepare()
    app = Flask(__name__, template_folder=_folder("templates"), static_folder=_folder("static"))
    app.config.update(
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=database.options(settings.database_url),
        SECRET_KEY=settings.secret_key(),
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=web.COOKIE_AGE,
        MAX_CONTENT_LENGTH=pages.LARGEST,
        MAX_FORM_MEMORY_SIZE=pages.LARGEST,
    )
    app.session_interface = Sessions()
    hub, bus = Hub(), buses.bus(settings.redis_url)

    def hear(before: Room, after: Room) -> None:
        bus.publish(after.code, after.version)
        logs.tell(before, after)

    store = Store(_engine(app), hub.tell, hear, 0.0 if settings.is_shared else _TRUST)
    web.wire(app, settings, store, hub, Herald(store, bus, hub.codes) if settings.is_shared else None)
    safety.init(app, settings.limits, __version__)
    return app


def _engine(app: Flask) -> Engine:
    with database.plainly():
        tables = SQLAlchemy(app, model_class=Base, disable_autonaming=True)
        with app.app_context():
            database.prepare(tables.engine)
            return tables.engine


def _folder(name: str) -> str:
    """Find a folder of files: inside the package once it is installed, beside it in a checkout."""
    inside = Path(__file__).parent / name
    return str(inside if inside.is_dir() else inside.parent.parent / name)
