"""The forms of a page as a browser finds them, with fields and buttons that stand elsewhere."""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace


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
        fields = [*(each_field for each_field in self.fields if each_field[0] != name), (name, value)]
        return replace(self, fields=fields, unchecked=[*self.unchecked, *others])

    def ticked(self, name: str) -> list[tuple[str, str]]:
        """Return what is sent after a box was ticked, which must be there."""
        known = [each_field for each_field in (*self.fields, *self.unchecked) if each_field[0] == name]
        assert known, (name, self)
        return [*(each_field for each_field in self.fields if each_field[0] != name), known[0]]

    def pressed(self, name: str, value: object) -> list[tuple[str, str]]:
        """Return what is sent by a button, which must be there and enabled."""
        assert (name, str(value)) in self.buttons, (name, value, self)
        return [*self.fields, (name, str(value))]


_TAG = re.compile(r"<(/?)(form|button|input|select|option)\b((?:[^>\"]|\"[^\"]*\")*)>")
_ATTRIBUTE = re.compile(r"([\w:-]+)(?:=\"([^\"]*)\")?")


def page_forms(page: str) -> dict[str, PageForm]:
    """Return the forms of a page by their ids, and those without one by their addresses and a number."""
    forms: dict[str, PageForm] = {}
    inside, select = "", ("", "")
    for end, tag, attributes in _TAG.findall(page):
        its = {} if end else {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}
        if tag == "form":
            inside = "" if end else its.get("id") or f"{its.get('action', '')} {len(forms)}"
            if inside:
                forms.setdefault(inside, PageForm()).action = its.get("action", "")
        elif tag == "select":
            select = (its.get("form", inside), its.get("name", ""))
        elif tag == "option" and all(select) and not end:
            _add_option(forms.setdefault(select[0], PageForm()), select[1], its)
        elif (owner := its.get("form", inside)) and "name" in its and "disabled" not in its:
            _add_field(forms.setdefault(owner, PageForm()), tag, its)
    return forms


def _add_option(form: PageForm, name: str, its: Mapping[str, str]) -> None:
    """Add the first option of a list, or put the one that is selected in its place; others can be chosen."""
    places, option = (
        [each for each, (known, _) in enumerate(form.fields) if known == name],
        its.get("value", ""),
    )
    if not places:
        form.fields.append((name, option))
    elif "selected" in its:
        form.unchecked.append(form.fields[places[0]])
        form.fields[places[0]] = (name, option)
    else:
        form.unchecked.append((name, option))


def _add_field(form: PageForm, tag: str, its: Mapping[str, str]) -> None:
    pair = its["name"], its.get("value", "")
    if tag == "button":
        form.buttons.append(pair)
    elif its.get("type") in ("checkbox", "radio") and "checked" not in its:
        form.unchecked.append(pair)
    else:
        form.fields.append(pair)


def page_text(page: str) -> str:
    """Return the words of a page without its tags, each stretch of white space as one space."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    words = html.unescape(re.sub(r"<[^>]*>", " ", body))
    return " ".join(re.sub("[\u2066-\u2069]", "", words).split())


def page_links(page: str, within: str = "") -> list[str]:
    """Return the addresses that a page links to, of those that hold some text."""
    return [html.unescape(each) for each in re.findall(r'<a\b[^>]*?href="([^"]*)"', page) if within in each]
