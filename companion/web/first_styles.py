"""The styles of a page's first picture, which the page carries so that it is painted without a style sheet.

They are made from its sheets, as prettier sets them: the rules that something on the page can match, in
order. The sheets stand at the end of such a page, and add the font, and what moves or is not there yet.
"""

import hashlib
import re
from base64 import b64encode
from functools import lru_cache

from flask import Response, make_response

from companion.web.middleware.security import POLICY
from companion.web.middleware.static_files import read_text

_SHEET = re.compile(r'<link rel="stylesheet" href="/static/([^?]+)')
_MARKUP = re.compile(r'<(\w+)|\s(?:class|id)="([^"]*)"|\s([\w-]+)="')
_NOT_IN_MARKUP = "js hidden"  # a class that a script adds, and an attribute without a value
_LATER = re.compile(r"/\*.*?\*/|^@(?!media \((?:m|prefers-color)).*?^\}", re.DOTALL | re.MULTILINE)
_RULE = re.compile(r"([^{}@]+)\{([^{}]*)\}")
_BESIDE_NAMES = re.compile(r':not\([^)]*\)|::?[\w-]+(?:\([^)]*\))?|"[^"]*"')
_NAME = re.compile(r"[A-Za-z][\w-]*")
_PROPERTY = re.compile(r"(--[\w-]+): [^;]*;")
_EMPTY = re.compile(r"@media [^{]*\{\s*\}")


def with_first_styles(page: str) -> Response:
    """Answer with a page that carries its first styles, and a policy that allows no others within it."""
    names = " ".join([_NOT_IN_MARKUP, *map(" ".join, {*_MARKUP.findall(page)})]).split()
    styles = _first_styles(tuple(_SHEET.findall(page)), frozenset(names))
    digest = b64encode(hashlib.sha256(styles.encode()).digest()).decode()
    answer = make_response(page.replace("</head>", f"<style>{styles}</style></head>", 1))
    answer.headers["Content-Security-Policy"] = f"{POLICY}; style-src 'self' 'sha256-{digest}'"
    return answer


@lru_cache(64)  # 3 ms, and pages differ in few names
def _first_styles(sheets: tuple[str, ...], names: frozenset[str]) -> str:
    """Return the rules of sheets for a page with such names: of tags, classes, ids and attributes.

    Custom properties that none of these rules reads are left out.
    """

    def matching(rule: re.Match[str]) -> str:
        selectors = [each for each in rule[1].split(",\n") if names.issuperset(_names_in(each))]
        return f"{','.join(selectors)}{{{rule[2]}}}" if selectors else ""

    rules = _RULE.sub(matching, _LATER.sub("", "".join(map(read_text, sheets))))
    read = _PROPERTY.sub(lambda found: found[0] if f"var({found[1]}" in rules else "", rules)
    return " ".join(_EMPTY.sub("", read).split())


def _names_in(selector: str) -> list[str]:
    return _NAME.findall(_BESIDE_NAMES.sub("", selector))
