"""The forms of a page as a browser finds them, with fields and buttons that stand elsewhere."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser


@dataclass
class PageForm:
    """A form: where it is sent, what its fields hold, and which buttons can be pressed."""

    action: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    unchecked: list[tuple[str, str]] = field(default_factory=list)

    def sent_to(self, name: str) -> "PageForm":
        """Return the form as a button sends it that has an address of its own, beside that of the form."""
        return replace(self, action=f"{self.action.rsplit('/', 1)[0]}/{name}")

    def filled(self, **typed: object) -> list[tuple[str, str]]:
        """Return what is sent after some fields were filled in, which must be there."""
        names = {name for name, _ in self.fields}
        assert typed.keys() <= names, (typed, self)
        return [(name, str(typed.get(name, value))) for name, value in self.fields]

    def listed(self, name: str, typed: Sequence[object]) -> list[tuple[str, str]]:
        """Return what is sent after all fields of one name were filled in, one by one."""
        left = list(map(str, typed))
        sent = [(each, left.pop(0) if each == name else value) for each, value in self.fields]
        assert not left, (typed, self)
        return sent

    def chosen(self, name: str, value: str) -> "PageForm":
        """Return the form with one of its radio buttons chosen, which must be there."""
        known = [*self.fields, *self.unchecked]
        assert (name, value) in known, (name, value, self)
        others = [each for each in known if each[0] == name and each != (name, value)]
        fields = [*(each for each in self.fields if each[0] != name), (name, value)]
        return replace(self, fields=fields, unchecked=[*self.unchecked, *others])

    def ticked(self, name: str) -> list[tuple[str, str]]:
        """Return what is sent after a box was ticked, which must be there."""
        known = [each for each in (*self.fields, *self.unchecked) if each[0] == name]
        assert known, (name, self)
        return [*(each for each in self.fields if each[0] != name), known[0]]

    def pressed(self, name: str, value: object) -> list[tuple[str, str]]:
        """Return what is sent by a button, which must be there and enabled."""
        assert (name, str(value)) in self.buttons, (name, value, self)
        return [*self.fields, (name, str(value))]


class _Reader(HTMLParser):
    """Collects the forms and what belongs to them."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, PageForm] = {}
        self._inside = ""
        self._select: tuple[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its = {name: value or "" for name, value in attrs}
        owner = its.get("form", self._inside)
        if tag == "form":
            self._inside = its.get("id") or f"{its.get('action', '')} {len(self.forms)}"
            self._form(self._inside).action = its.get("action", "")
        elif tag == "button" and owner and "name" in its and "disabled" not in its:
            self._form(owner).buttons.append((its["name"], its.get("value", "")))
        elif tag == "input" and owner and "name" in its and "disabled" not in its:
            known = self._form(owner)
            is_empty = its.get("type") in ("checkbox", "radio") and "checked" not in its
            (known.unchecked if is_empty else known.fields).append((its["name"], its.get("value", "")))
        elif tag == "select" and owner and "name" in its:
            self._select = (owner, its["name"])
        elif tag == "option" and self._select:
            owner, name = self._select
            fields = self._form(owner).fields
            places = [place for place, (each, _) in enumerate(fields) if each == name]
            if not places:
                fields.append((name, its.get("value", "")))
            elif "selected" in its:
                fields[places[0]] = (name, its.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = ""
        elif tag == "select":
            self._select = None

    def _form(self, name: str) -> PageForm:
        return self.forms.setdefault(name, PageForm())


def page_forms(page: str) -> dict[str, PageForm]:
    """Return the forms of a page by their ids, and those without one by their addresses and a number."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


def page_text(page: str) -> str:
    """Return the words of a page without its tags, each stretch of white space as one space."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    words = html.unescape(re.sub(r"<[^>]*>", " ", body))
    return " ".join(re.sub("[\u2066-\u2069]", "", words).split())


def page_links(page: str, within: str = "") -> list[str]:
    """Return the addresses that a page links to, of those that hold some text."""
    return [html.unescape(each) for each in re.findall(r'<a\b[^>]*?href="([^"]*)"', page) if within in each]
