"""companion.local: the server's name on the local network, by multicast DNS (RFC 6762).

iPhones, Macs, Windows from 10 (1903) on, Linux with Avahi, and most Androids from 12 on find such a name.
Older Androids do not, nor do phones whose VPN or ad blocker takes the question elsewhere, nor does anything
where the Wi-Fi drops multicast. So the name is only shorter to type: QR codes have the address in numbers.
"""

import logging
import threading
from typing import TYPE_CHECKING

from companion.config import addresses
from companion.config.settings import Settings

if TYPE_CHECKING:
    from zeroconf import Zeroconf

_SERVICE = "_http._tcp.local."
_LOOK = 5.0  # seconds between two looks at this computer's addresses
_MOST_NAMES = 20  # or something on the network answers to every name
_PATIENCE = 1_750  # ms in which who has a name says so: the question is asked again after one second
_GOODBYE = 1.0  # seconds that taking the name back may take

_log = logging.getLogger("companion.network")

Addresses = tuple[str, ...]


class Announcer(threading.Thread):
    """Answers as companion.local, or companion-2.local and so on, in a thread; what goes wrong is logged."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(name="mdns", daemon=True)
        self._settings = settings
        self._local_name: str | None = None
        self._closing = threading.Event()

    @property
    def url(self) -> str | None:
        """The base URL with the name that the server has at present, if it has one."""
        return self._local_name and addresses.base_url(self._local_name, self._settings.port)

    def close(self) -> None:
        """Take the name back, within a second."""
        self._closing.set()
        if self.is_alive():
            self.join(_GOODBYE)

    def run(self) -> None:
        """Answer on the networks this computer is in, also when it joins another; try each only once."""
        failed: Addresses | None = None
        while not self._closing.is_set():
            own = self._own()
            if own and own != failed:
                try:
                    self._answer(own)
                except Exception as error:  # noqa: BLE001 - the server needs no name
                    _log.info("No name on this network (%s): phones use the address in numbers", error)
                    failed = own
            self._closing.wait(_LOOK)

    def _own(self) -> Addresses:
        return addresses.announced_addresses(self._settings.host)

    def _answer(self, own: Addresses) -> None:
        """Answer on these addresses until they change."""
        from zeroconf import IPVersion, Zeroconf  # noqa: PLC0415 - here, as it takes time and may fail

        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # what fails is said in one line, by us
        responder = Zeroconf(interfaces=list(own), ip_version=IPVersion.V4Only)
        try:
            self._local_name = _register(responder, own, self._settings.port)
            _log.info("Phones can also open %s", self.url, extra={"about": {"url": self.url}})
            while own == self._own() and not self._closing.wait(_LOOK):
                pass
        finally:
            self._local_name = None
            responder.close()  # with a goodbye


def _register(responder: "Zeroconf", own: Addresses, port: int) -> str:
    """Register the first name that no other companion has, and return it; raises `OSError` without one."""
    from zeroconf import DNSQuestionType, NonUniqueNameException, ServiceInfo  # noqa: PLC0415

    for number in range(1, _MOST_NAMES + 1):
        name = addresses.LOCAL_NAME + (f"-{number}" if number > 1 else "")
        service = ServiceInfo(
            _SERVICE, f"{name}.{_SERVICE}", port, server=f"{name}.local.", parsed_addresses=list(own)
        )
        # an answer to one address would reach only one of two servers on a computer: so QM, to all
        if responder.get_service_info(_SERVICE, service.name, _PATIENCE, DNSQuestionType.QM):
            continue  # answers that came late are no answers to `register_service`
        try:
            responder.register_service(service)
        except NonUniqueNameException:
            continue
        return f"{name}.local"
    raise OSError("every name is taken")


def is_wanted(settings: Settings) -> bool:
    """Tell whether to answer by name: not behind a URL, and only where other computers reach the server."""
    return settings.mdns and settings.url is None and not addresses.is_loopback_host(settings.host)
