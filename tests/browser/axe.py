"""What axe finds on a page, and which kinds of elements it has."""

import re

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

LOADED = "() => 'axe' in window"
RUN = "(options) => axe.run(options).then((found) => found.violations)"


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe finds with some or all of its rules, with where it is."""
    options: dict[str, object] = {"resultTypes": ["violations"]}  # what is right is listed in half the time
    if rules:
        options["runOnly"] = rules
    if not page.evaluate(LOADED):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, options)
    return [f"axe: {each['id']} {node['html'][:120]}" for each in found for node in each["nodes"][:3]]


def kinds_on(page: str) -> frozenset[str]:
    """Return every kind of element with every class that is on a page, without numbers and the language."""
    shown = re.sub(r'<template.*?</template>| lang="[^"]*"|\d', "", page, flags=re.DOTALL)
    return frozenset(re.findall(r'<\w+(?: [^>]*?class="[^"]*")?', shown))
