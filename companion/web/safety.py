"""What keeps an evening going whatever happens: limits, sentences for faults, and a page for watchers."""

from flask import Flask

from companion.limits import Limits
from companion.web import gate, health, troubles


def init(app: Flask, limits: Limits, release: str) -> None:
    """Give all of it to an application that has its screens already."""
    app.config["RELEASE"] = release
    gate.init(app, limits)
    troubles.init(app)
    app.register_blueprint(health.blueprint)
