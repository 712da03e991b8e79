"""What people perceive of an answer, a line for each text and attribute, and what of it may differ."""

import html
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_SKIPPED = re.compile(r"<(script|style|head)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_PIECE = re.compile(r"<(/?)(\w+)((?:[^>\"]|\"[^\"]*\")*)>|([^<]+)")
_PERCEIVED = re.compile(
    r"\b(?:(aria-label|alt|title|placeholder|value|name|data-news|aria-pressed)=\"([^\"]+)\""
    r"|(disabled|checked|selected)\b)"
)
_FIELDS = frozenset({"input", "button", "select", "option", "textarea"})
_MARKS = str.maketrans("", "", "\u2066\u2067\u2068\u2069\u200b")


def text_of(page: str) -> str:
    """Return the title, the texts in reading order, and the attributes that people perceive, one a line."""
    title = "".join(re.findall(r"<title>(.*?)</title>", page, re.DOTALL)[:1])
    lines = [title]
    for end, tag, attributes, text in _PIECE.findall(_SKIPPED.sub("", page)):
        if text:
            lines.append(text)
        elif not end and "=" in attributes:
            lines += _attributes(tag, attributes)
    plain = (" ".join(html.unescape(line).translate(_MARKS).split()) for line in lines)
    return "\n".join(line for line in plain if line)


def _attributes(tag: str, attributes: str) -> list[str]:
    found = []
    for name, value, flag in _PERCEIVED.findall(attributes):
        is_kept = tag in _FIELDS or name not in ("value", "name")
        if is_kept and not (name == "value" and 'name="at"' in attributes):
            found.append(f"[{flag}]" if flag else f"[{name}: {value}]")
    return sorted(found)


@dataclass(frozen=True)
class Allowed:
    """What may differ: on screens whose name has `screen`, what `text` finds, or everything."""

    screen: str
    reason: str
    text: str = ""

    def without(self, screen: str, text: str) -> str:
        """Return the text of a screen without what may differ."""
        if not re.search(self.screen, screen):
            return text
        return re.sub(self.text, "", text) if self.text else ""


def allowed_differences() -> Sequence[Allowed]:
    """Return the list of what is to differ."""
    path = Path(__file__).with_name("allowed.toml")
    return [Allowed(**each) for each in tomllib.loads(path.read_text()).get("allowed", ())]


def difference(screen: str, old: str, new: str, allowed: Sequence[Allowed]) -> str:
    """Return where two texts differ besides what may, with some lines around; empty if they do not."""
    if old == new:
        return ""
    for each in allowed:
        old, new = each.without(screen, old), each.without(screen, new)
    if "".join(old.split()) == "".join(new.split()):
        return ""
    rows, others = ([line for line in text.split("\n") if line] for text in (old, new))
    same = 0
    while same < min(len(rows), len(others)) and rows[same] == others[same]:
        same += 1
    before = " / ".join(rows[max(0, same - 3) : same])
    return "".join(
        f"\n    {name}: … {before} >>> {' / '.join(each[same : same + 6])[:600]}"
        for name, each in (("this", rows), ("other", others))
    )
