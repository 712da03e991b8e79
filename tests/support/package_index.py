"""Where packages come from on this computer: what pip is configured with, also for uv."""

import ast
import subprocess
import sys

_VARIABLES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "cert": "SSL_CERT_FILE",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
}
"""What pip's settings are called in the environment of uv."""


def uv_environ() -> dict[str, str]:
    """Return the environment in which uv finds the packages that pip finds, and this Python."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    )
    environ = {"UV_PYTHON": sys.executable, "UV_PYTHON_DOWNLOADS": "never"}
    environ["UV_INDEX_STRATEGY"] = "unsafe-best-match"  # the newest of all indexes, as pip does
    for line in sorted(listed.stdout.splitlines(), reverse=True):  # the environment's come last, and count
        name, _, value = line.partition("=")
        if variable := _VARIABLES.get(name.partition(".")[2].lstrip(".")):
            separator = "," if variable == "UV_FIND_LINKS" else " "
            environ[variable] = separator.join(ast.literal_eval(value).split())
    return environ
