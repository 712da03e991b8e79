"""The application for an ASGI server of the operator, such as `uvicorn companion.asgi:app`."""

from companion.cli.run import app  # noqa: F401
