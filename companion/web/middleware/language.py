"""The language of a request: the one chosen in the browser, else the one in Accept-Language."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from gettext import NullTranslations
from urllib.parse import urlencode

from flask import Blueprint, Flask, redirect, request, session
from jinja2.ext import Extension
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as Answer

from companion.i18n import languages
from companion.i18n.errors import Refused
from companion.i18n.lettering import columns
from companion.i18n.messages import capitalize_first, format_list, format_value
from companion.web.middleware.clients import current_request

blueprint = Blueprint("language", __name__)

_KEY = "language"
_REPEATED = {"asked": r"[0-9]{1,4}", "at": r"[0-9]{1,4}\.[0-9]{1,5}", "room": r"[0-9A-Z]{4}"}
"""What the form repeats of the query of its page, too little to guess a secret (security.py)."""
_LOCAL_PATH = re.compile(r"/(?![/\\])[!-~]*")
"""A path on this server: two slashes at the beginning would lead to another one."""
_TO_ITS_END = r"(?:[^<>{]|\{\{[^{}]*\}\}|\{%[^%]*%\})*>"
_VALUE = (
    r"[\w.]+\|format_value|(?!own\.|picture\.)(?:[\w.]+\.)?"
    r"(?:name|names|who|code|number|digit|points|score|rank|sign|gain|was|low|high|steps|won|wins|index)"
    r'|(?:column|step)\.label(?: or "–")?'
)
"""How templates call a name, a code or a number; what `own` and `picture` call so are sentences."""
_PROPER = re.compile(
    r'<bdi\b|<\w+(?=\s+class="(?:code|hostcode|address|number|network|points|held|hit)\b)|<s(?=>)'
    rf"|<\w+(?={_TO_ITS_END}\s*\{{\{{-?\s*(?:{_VALUE})\s*-?\}}\}}\s*</)"
)
"""The tag of a name, a code, an address or a number in a template, which is all that its element has."""
_KEEPS = ' translate="no"'


def init(app: Flask) -> None:
    """Set the language of each request, and make translations available in templates."""
    app.before_request(_set_language)
    app.teardown_request(lambda _error: languages.set_language(""))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.add_extension(ProperNames)
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.filters.update(
        gettext=languages.gettext,
        format_value=format_value,
        list_names=format_list,
        capitalize_first=capitalize_first,
        width=columns,
    )
    app.jinja_env.globals.update(_=_text, gettext=_text, ngettext=_plural_text)
    app.jinja_env.globals.update(
        languages=languages.LANGUAGES,
        current_language=languages.current_language,
        language_tag=languages.language_tag,
        this_page=this_page,
    )


class ProperNames(Extension):
    """Marks names, codes and numbers, so that a browser that translates the page leaves them as they are."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return _mark(source)


def _mark(text: str) -> str:
    return _PROPER.sub(rf"\g<0>{_KEEPS}", text)


def _unmark(text: str) -> str:
    """Return a text of a template as the catalogues have it."""
    return text.replace(_KEEPS, "")


def _text(text: str, **values: object) -> Markup:
    """Return a text of a template in the current language, with these values."""
    html = _markup(languages.load_catalogue(languages.current_language()), text)
    return _with_values(html, values) if values or "%" in html else html


def _plural_text(one: str, many: str, number: int, **values: object) -> Markup:
    found = languages.ngettext(_unmark(one), _unmark(many), number)
    return _with_values(_mark(found), {"num": number, **values})


def _with_values(text: str, values: Mapping[str, object]) -> Markup:
    """Return a text of a template with values, escaped if they are not safe; `Markup % values` is slow."""
    return Markup(str.__mod__(text, {name: escape(value) for name, value in values.items()}))  # noqa: S704


@cache  # 5 µs, for each text on a page
def _markup(catalogue: NullTranslations, text: str) -> Markup:
    return Markup(_mark(catalogue.gettext(_unmark(text))))  # noqa: S704 - a template's own


def this_page() -> str:
    """Return the path of the page, with what it needs of its query."""
    query = {
        name: value
        for name, value in request.args.items()
        if name in _REPEATED and re.fullmatch(_REPEATED[name], value)
    }
    return f"{request.path}?{urlencode(query)}" if query else request.path


@blueprint.post("/language")
def choose() -> Answer:
    """Store the chosen language in the browser's cookie, and go back to the page."""
    chosen, back = request.form.get("language", ""), request.form.get("back", "")
    if chosen not in languages.LANGUAGES:
        raise Refused("Choose one of the languages that are offered")
    session.permanent = True
    session[_KEY] = chosen
    return redirect(back if _LOCAL_PATH.fullmatch(back) else "/", 303)


def _set_language() -> None:
    """Set the language: that in the URL of a TV page, which has no form to choose one, goes first."""
    current = current_request()
    in_url = current.args.get("lang", "") if current.endpoint in {"tv.page", "tv.troubleshooting"} else ""
    chosen = "" if current.endpoint == "static" else session.get(_KEY, "")  # files depend on no cookie
    header = current.environ.get("HTTP_ACCEPT_LANGUAGE", "")
    languages.set_language((in_url in languages.LANGUAGES and in_url) or chosen or accepted_language(header))


@lru_cache(64)  # 60 µs in a request
def accepted_language(header: str) -> str:
    """Return the best match of Accept-Language; `ja-JP` is `ja`."""
    tags = parse_accept_header(header, LanguageAccept)
    accepted = (tag.lower().partition("-")[0] for tag, quality in tags if quality)
    return next((each for each in accepted if each in languages.LANGUAGES), "")
