"""Which language a browser reads: the one chosen on it, or the one that it asks for."""

from flask import Blueprint, Flask, Response, redirect, request, session
from werkzeug.wrappers import Response as Answer

from companion import languages

blueprint = Blueprint("language", __name__)

_KEY = "language"


def init(app: Flask) -> None:
    """Speak every request's language, and let templates speak it."""
    app.before_request(_speak)
    app.after_request(_vary)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        languages.translated, languages.numbered, newstyle=True
    )
    app.add_template_global(languages.LANGUAGES, "languages")
    app.add_template_global(languages.spoken, "spoken")


@blueprint.post("/language")
def choose() -> Answer:
    """Keep the language that somebody chose on this browser, and go back to where that was."""
    session.permanent = True
    session[_KEY] = request.form.get("language", "")
    back = request.form.get("back", "")
    return redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)


@blueprint.get("/language")
def back() -> Answer:
    """Lead to the start page whoever reloads where a language was chosen."""
    return redirect("/", 303)


def _speak() -> None:
    asked = request.accept_languages.best_match(list(languages.LANGUAGES))
    languages.speak(session.get(_KEY) or asked or "")


def _vary(response: Response) -> Response:
    response.vary.add("Accept-Language")
    return response
