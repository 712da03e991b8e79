"""What a server on this computer says of itself: companion, also one in trouble, and other programs."""

import pytest

from companion.web.server import health
from tests.support.answering import answering


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"hello", b"true", b"7", b"null", b'"companion"'),
        *(b"[" * 60_000, b'["companion"]', b'{"companion": 7}'),
    ],
)
def test_another_program_is_not_companion(body: bytes) -> None:
    with answering(body) as port:
        assert health.ask(f"http://127.0.0.1:{port}") is None


def test_companion_is_known_also_when_its_database_is_away() -> None:
    with answering(b'{"companion": "1.0", "database": "does not answer", "rooms": 7}', 503) as port:
        said = health.ask(f"http://127.0.0.1:{port}")
    assert {"companion": "1.0", "database": "does not answer"} == said
