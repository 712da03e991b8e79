"""What axe finds on a page, and which pages have something that none before them has."""

import re
from collections.abc import Mapping

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe finds with some or all of its rules, with where it is."""
    options: dict[str, object] = {"resultTypes": ["violations"]}  # what is right is listed in half the time
    if rules:
        options["runOnly"] = rules
    found = Axe().run(page, options=options).response["violations"]
    return [f"axe: {each['id']} {node['html'][:120]}" for each in found for node in each["nodes"][:3]]


def kinds_on(page: str) -> set[str]:
    """Return every kind of element with every class that is on a page; numbers make no difference."""
    shown = re.sub(r"<template.*?</template>|\d", "", page, flags=re.DOTALL)
    return set(re.findall(r'<\w+(?: [^>]*?class="[^"]*")?', shown))


def covering(pages: Mapping[str, str]) -> list[str]:
    """Return the names of few pages that together have every kind of element with every class."""
    kinds = {name: kinds_on(page) for name, page in pages.items() if "<html" in page}
    left, chosen = set().union(*kinds.values()), list[str]()
    while left:
        chosen.append(max(kinds, key=lambda name: len(kinds[name] & left)))
        left -= kinds[chosen[-1]]
    return chosen
