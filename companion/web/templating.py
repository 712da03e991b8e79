"""How templates are compiled and called: plain calls, flat globals, and no indentation on the page."""

import re
from collections.abc import Iterable, Iterator, MutableMapping
from itertools import pairwise
from typing import Any

from flask.templating import Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context


class PlainCalls(Context):
    """What a template knows. It calls macros and functions as they are: none of ours takes the context.

    Jinja looks at each function whether it does, which is a fifth of the time that a page takes.
    """

    def call(
        self, function: Any, /, *values: Any, _loop_vars: Any = 0, _block_vars: Any = 0, **named: Any
    ) -> Any:
        return function(*values, **named)


class FlatEnvironment(Environment):
    """Templates that share one flat dictionary of globals, which must be complete before the first is loaded.

    Jinja chains dictionaries, so that globals can be added later; each import of a macro searches the chain,
    which is a tenth of the time that a page takes.
    """

    context_class = PlainCalls

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look into dictionaries first, where Jinja looks for an attribute: an eighth of the time of a TV."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


_LINE_BREAK = r"\s*\n\s*"
_BETWEEN_TAGS = re.compile(rf"(?<=>){_LINE_BREAK}(?=<)")
_AFTER_TAG, _BEFORE_TAG = re.compile(rf"(?<=>){_LINE_BREAK}\Z"), re.compile(r"\A\s+(?=<)")
_VERBATIM = re.compile(r"<(/?)(?:pre|textarea)\b")
_TRANSLATED = {"trans": True, "endtrans": False}


class DropIndentation(Extension):
    """Drops each line break, with the spaces around it, between two tags of HTML or blocks of Jinja.

    So a template is indented as it is read, and none of that is sent. A line break beside a text or a
    `{{ value }}` stays, and so does all in `<pre>`, `<textarea>` and `{% trans %}`, and in texts.
    A space that is wanted between two tags is written as `{{ " " }}`.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        return stream if (stream.name or "").endswith(".txt") else _without_line_breaks(stream)


def _without_line_breaks(stream: TokenStream) -> Iterator[Token]:
    before, is_kept = Token(1, "block_end", "\n"), False
    for token, after in pairwise([*stream, Token(0, "block_begin", "")]):
        verbatim = _VERBATIM.findall(token.value) if token.type == "data" else ()
        if token.type == "data" and not is_kept and not verbatim:
            yield Token(token.lineno, "data", _without_indentation(token.value, before, after))
        else:
            yield token
        if verbatim:
            is_kept = not verbatim[-1]
        elif before.type == "block_begin":
            is_kept = _TRANSLATED.get(token.value, is_kept)
        before = token


def _without_indentation(text: str, before: Token, after: Token) -> str:
    """Return a text of a template; `trim_blocks` has put a line break that follows a block into its end."""
    starts_line = before.type in ("block_end", "data") and before.value.endswith("\n")
    ends = after.type in ("block_begin", "data")  # between two texts was a comment
    if starts_line and ends and not text.strip():
        return ""
    text = _BETWEEN_TAGS.sub("", text)
    if starts_line or (before.type == "block_end" and text.lstrip(" \t").startswith("\n")):
        text = _BEFORE_TAG.sub("", text)
    return _AFTER_TAG.sub("", text) if ends else text
