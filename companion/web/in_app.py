"""Browsers inside other apps: a seat that is taken there is lost with the app, so phones are led out."""

import re
from urllib.parse import quote, urlencode

from flask import request

_APPS = re.compile(
    r"; wv\)|\bFB(AN|AV|_IAB)\b|Instagram|\bLine/|MicroMessenger|BytedanceWebview|musical_ly|Snapchat"
    r"|Twitter|\bGSA/"
)
_BROWSERS = re.compile(r"DuckDuckGo|Focus/|Klar/")  # real ones that are made of a WebView


def is_in_app() -> bool:
    """Tell whether this request comes from a browser inside another app; on iOS it names no Safari."""
    agent = request.user_agent.string
    is_bare = "AppleWebKit" in agent and "Mobile/" in agent and "Safari/" not in agent
    return bool((_APPS.search(agent) or is_bare) and not _BROWSERS.search(agent))


def way_out(url: str) -> str:
    """Return an address that opens a URL in the phone's real browser; empty where an app knows none."""
    agent, (scheme, _, rest) = request.user_agent.string, url.partition("://")
    if re.search(r"\bLine/", agent):
        return f"{url}?{urlencode({'openExternalBrowser': 1})}"
    if "Instagram" in agent:
        return f"instagram://extbrowser/?url={quote(url, safe='')}"
    if "Android" in agent:
        return f"intent://{rest}#Intent;scheme={scheme};action=android.intent.action.VIEW;end"
    return f"x-safari-{url}" if scheme == "https" else ""
