"""Servers that start as the command does."""

import pytest

from tests.support.server import Server


@pytest.fixture
def server_kind() -> type[Server]:
    return Server
