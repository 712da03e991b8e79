"""Input from drunk, curious and hostile people, and from broken programs."""

import random
from collections.abc import Sequence

TEXTS: Sequence[str] = (
    "",
    " ",
    *("0", "-1", "+7", "1e9", "4.5", "NaN", "None", "true", "999999999999999999999"),
    *("9" * 400, "9" * 5000, "-" + "1" * 5000, "１２", "١٢", "²", "೫"),
    *("1\x002", "\x00", "\x1b[31mred\x1b[0m", "\r\nSet-Cookie: a=b", "\u202egnp.exe"),
    *("\u200b", "\ufeff", "\ufffd", "Z" + "\u0301\u0317\u0489" * 40, "👩‍👩‍👧‍👦" * 20),
    *("<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "{{ 7*7 }}", "{0.__class__}"),
    *("{name}", "%s%n%d", "%(so)s", "=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "';DROP TABLE act;--"),
    *("../../../etc/passwd", "..%2f..%2fsecret.key", "//evil.example", "/\\evil.example"),
    "javascript:alert(1)",
    *("1.1", "0.0", "1.0", "1.999999", "99.1", "-1.1", "1.1.1", "７.１"),
    *("7H", "10H", "1H", "joker", "high", "yes", "1", "2", "1:7", ":", "1:"),
    "a" * 10_000,
    *"/?#&+",
    "[1, 2]",
    '{"a": 1}',
)
"""Values for fields and addresses."""


def spoilt(text: str, chance: random.Random) -> str:
    """Return another text: this one changed at random, or one of `TEXTS`."""
    match chance.randrange(5):
        case 0:
            place = chance.randrange(len(text) + 1)
            return text[:place] + chance.choice(TEXTS)[:50] + text[place:]
        case 1:
            return text[: chance.randrange(len(text) + 1)]
        case 2:
            return text + text
    return chance.choice(TEXTS)
