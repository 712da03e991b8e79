"""Which language a browser reads: the one chosen on it, or the one that it asks for."""

import re
import unicodedata

from flask import Blueprint, Flask, Response, redirect, request, session
from werkzeug.wrappers import Response as Answer

from companion.i18n import languages
from companion.i18n.messages import format_value

blueprint = Blueprint("language", __name__)

_KEY = "language"
_HERE = re.compile(r"/(?![/\\])[!-~]*")
"""A place on this server: browsers take two slashes at the beginning for another one."""


def init(app: Flask) -> None:
    """Speak every request's language, and let templates speak it."""
    app.before_request(_speak)
    app.after_request(_vary)
    app.teardown_request(_fall_silent)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        languages.gettext, languages.ngettext, newstyle=True
    )
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.filters.update(gettext=languages.gettext, format_value=format_value, width=width)
    app.jinja_env.globals.update(languages=languages.LANGUAGES, current_language=languages.current_language)


def width(text: str) -> int:
    """Count the letters of a text, and those of East Asian scripts twice: they are as wide as two others."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(each) in {"F", "W"} else 1 for each in text)


@blueprint.post("/language")
def choose() -> Answer:
    """Keep the language that somebody chose on this browser, and go back to where that was."""
    chosen, back = request.form.get("language", ""), request.form.get("back", "")
    if chosen in languages.LANGUAGES:
        session.permanent = True
        session[_KEY] = chosen
    return redirect(back if _HERE.fullmatch(back) else "/", 303)


@blueprint.get("/language")
def back() -> Answer:
    """Lead to the start page whoever reloads where a language was chosen."""
    return redirect("/", 303)


def _speak() -> None:
    languages.set_language(_named() or _chosen() or _asked())


def _named() -> str:
    """Return the language in the address of a TV page: nobody can choose one there."""
    named = request.args.get("lang", "") if request.endpoint == "tv.page" else ""
    return named if named in languages.LANGUAGES else ""


def _chosen() -> str:
    """Return the language that somebody chose on this browser; files are for everybody."""
    return "" if request.endpoint == "static" else session.get(_KEY, "")


def _fall_silent(_error: BaseException | None) -> None:
    """Leave no language to what the thread does next."""
    languages.set_language("")


def _asked() -> str:
    """Return the language that a browser likes best of those that there are; `ja-JP` is `ja`."""
    liked = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return next((each for each in liked if each in languages.LANGUAGES), "")


def _vary(response: Response) -> Response:
    if request.endpoint != "static":
        response.vary.add("Accept-Language")
    return response
