"""An application with its browsers, and clocks that only tests move."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.clients import Clients
from tests.support.determinism import Determinism, deterministic


@pytest.fixture
def clocks() -> Iterator[Determinism]:
    with deterministic() as found:
        yield found


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    with closing(Clients(tmp_path)) as made:
        yield made
