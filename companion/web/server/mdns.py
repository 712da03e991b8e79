"""companion.local: the server's name on the local network, by multicast DNS (RFC 6762).

iPhones, Macs, Windows from 10 (1903) on, Linux with Avahi, and most Androids from 12 on find such a name.
Older Androids do not, nor do phones whose VPN or ad blocker takes the question elsewhere, nor does anything
where the Wi-Fi drops multicast. So the name is only shorter to type: QR codes have the address in numbers.
"""

import asyncio
import ipaddress
import logging
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from companion.config import addresses
from companion.config.settings import Settings

if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

_SERVICE = "_http._tcp.local."
_LOOK = 5.0  # seconds between two looks at this computer's addresses
_APART = 0.25  # seconds by which two that start at once are set apart
_PATIENCE = 1_750  # milliseconds for an answer: the question is asked again after one second
_MOST_NAMES = 20  # or something on the network answers to every name
_GOODBYE = 1.0  # seconds that taking the name back may take

_log = logging.getLogger("companion.network")

Addresses = tuple[str, ...]


class Announcer:
    """Answers as companion.local in a thread of its own, or as companion-2.local if that is taken, and so on.

    Whatever goes wrong is one line in the log: everything else works without the name.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._name: str | None = None
        self._stop: Callable[[], object] = lambda: None
        self._thread = threading.Thread()

    @property
    def url(self) -> str | None:
        """The base URL with the name that the server has at present, if it has one."""
        return self._name and addresses.base_url(self._name, self._settings.port)

    def start(self) -> None:
        """Start the thread; returns at once."""
        loop = asyncio.new_event_loop()
        task = loop.create_task(self._follow())
        self._stop = partial(loop.call_soon_threadsafe, task.cancel)
        self._thread = threading.Thread(target=_run, args=(loop, task), name="mdns", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the name back, within a second."""
        if self._thread.is_alive():
            self._stop()
            self._thread.join(_GOODBYE)

    async def _follow(self) -> None:
        """Answer on the networks this computer is in, also when it joins another; try each only once."""
        failed: Addresses | None = None
        while True:
            own: Addresses = ()
            try:
                own = self._own()
                if own and own != failed:
                    await self._answer(own)
            except Exception as error:  # noqa: BLE001 - the server needs no name
                if own != failed:
                    _log.info("No name on this network (%s): phones use the address in numbers", error)
                failed = own
            await asyncio.sleep(_LOOK)

    def _own(self) -> Addresses:
        return addresses.announced_addresses(self._settings.host)

    async def _answer(self, own: Addresses) -> None:
        """Answer on these addresses until they change, with the first name that nobody else has."""
        from zeroconf import IPVersion  # noqa: PLC0415 - in this thread, as it takes time and may fail
        from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415

        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # what fails is said in one line, by us
        responder = AsyncZeroconf(interfaces=list(own), ip_version=IPVersion.V4Only)
        try:
            await responder.zeroconf.async_wait_for_start()
            for name in names():
                if await _is_free(responder, name):
                    await self._hold(responder, name, own)
                if own != self._own():
                    return
            raise OSError("every name is taken")
        finally:
            self._name = None
            await responder.async_close()  # with a goodbye

    async def _hold(self, responder: "AsyncZeroconf", name: str, own: Addresses) -> None:
        """Answer with a name until the addresses change, or somebody else has a better right to the name."""
        service = _service(name, own, self._settings.port)
        sending = await responder.async_register_service(service, cooperating_responders=True)  # is free
        self._name = name
        _log.info("Phones can also open %s", self.url, extra={"about": {"url": self.url}})
        await sending
        while own == self._own() and not yields(own, _others(responder, name, own)):
            await asyncio.sleep(_LOOK)
        self._name = None
        await (await responder.async_unregister_service(service))


def _run(loop: asyncio.AbstractEventLoop, task: asyncio.Task[None]) -> None:
    with suppress(asyncio.CancelledError):
        loop.run_until_complete(task)
    loop.close()


def is_wanted(settings: Settings) -> bool:
    """Tell whether to answer by name: not behind a URL, and only where other computers reach the server."""
    return settings.mdns and settings.url is None and not addresses.is_loopback_host(settings.host)


def names() -> Iterator[str]:
    """Yield the names to try, the first without a number."""
    yield f"{addresses.LOCAL_NAME}.local"
    yield from (f"{addresses.LOCAL_NAME}-{number}.local" for number in range(2, _MOST_NAMES + 1))


def yields(own: Addresses, others: Addresses) -> bool:
    """Tell whether others, who took the same name at the same moment, keep it: the highest address does."""
    return bool(others) and max(map(ipaddress.IPv4Address, others)) > max(map(ipaddress.IPv4Address, own))


def _service(name: str, own: Addresses, port: int) -> "ServiceInfo":
    from zeroconf import ServiceInfo  # noqa: PLC0415

    instance = f"{name.removesuffix('.local')}.{_SERVICE}"
    return ServiceInfo(_SERVICE, instance, port, server=f"{name}.", parsed_addresses=list(own))


async def _is_free(responder: "AsyncZeroconf", name: str) -> bool:
    """Ask the network for a name, and return whether nobody has it; the library asks for the service only.

    The answer is wanted by multicast: it then also arrives where Avahi, say, shares the port.
    """
    from zeroconf import DNSQuestionType  # noqa: PLC0415

    await asyncio.sleep(random.uniform(0, _APART))  # noqa: S311
    return not await _resolver(name).async_request(responder.zeroconf, _PATIENCE, DNSQuestionType.QM)


def _others(responder: "AsyncZeroconf", name: str, own: Addresses) -> Addresses:
    """Return the addresses other than our own that were announced for a name."""
    heard = _resolver(name)
    heard.load_from_cache(responder.zeroconf)
    return tuple(sorted({ip for ip in heard.parsed_addresses() if ":" not in ip} - {*own}))


def _resolver(name: str) -> "ServiceInfo":
    from zeroconf import AddressResolver  # type: ignore[attr-defined]  # noqa: PLC0415

    return AddressResolver(f"{name}.")
