"""The listening socket of the server."""

import asyncio
import socket
from pathlib import Path

import pytest

from companion.config.settings import load_settings
from companion.i18n.errors import Refused
from companion.web.server.serve import open_socket


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_accepted_connections_send_small_packets_at_once(tmp_path: Path, host: str) -> None:
    """Without TCP_NODELAY an answer in two parts waits 40 ms for a delayed ACK."""
    try:
        listener = open_socket(load_settings({}, host=host, port=0, data=tmp_path))
    except Refused:
        pytest.skip(f"this computer has no {host}")

    async def accept_one() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def on_connection(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(on_connection, sock=listener):
            _, writer = await asyncio.open_connection(host, listener.getsockname()[1])
            nodelay = await asyncio.wait_for(accepted, 10)
            writer.close()
            await writer.wait_closed()
            return nodelay

    with listener:
        assert asyncio.run(accept_one())
