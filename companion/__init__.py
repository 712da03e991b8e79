"""companion: the scoring companion for median party games."""

from pathlib import Path

from flask import Flask
from flask_sqlalchemy import SQLAlchemy

from companion import web
from companion.live import Hub
from companion.settings import Settings
from companion.store import Base, Store, prepare

__version__ = "0.1.0"


def create_app(settings: Settings) -> Flask:
    """Make the web application: its database is brought up to date, its screens are wired up."""
    app = Flask(__name__, template_folder=_folder("templates"), static_folder=_folder("static"))
    app.config.update(
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SECRET_KEY=settings.secret_key(),
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=web.COOKIE_AGE,
        MAX_CONTENT_LENGTH=web.LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=web.LARGEST_FORM,
    )
    database = SQLAlchemy(app, model_class=Base, disable_autonaming=True)
    hub = Hub()
    with app.app_context():
        prepare(database.engine)
        web.wire(app, settings, Store(database.engine, hub.tell), hub)
    return app


def _folder(name: str) -> str:
    """Find a folder of files: inside the package once it is installed, beside it in a checkout."""
    inside = Path(__file__).parent / name
    return str(inside if inside.is_dir() else inside.parent.parent / name)
