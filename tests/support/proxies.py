"""nginx and Caddy, with the settings in .github/deploy, in front of servers on this computer."""

import http.client
import re
import socket
import ssl
import subprocess
import urllib.request
import zlib
from abc import abstractmethod
from pathlib import Path
from typing import IO

import zxingcpp
from PIL import Image

from tests.support.backing_services import Engine, found, free_port, until
from tests.support.guest import Answer, Guest

DEPLOY = Path(__file__).parents[2] / ".github" / "deploy"
NAME = "party.example"
"""The name of the site."""

_PATIENCE = 10.0  # seconds; after 15 a heartbeat would bring an event that was held back
_NGINX = """
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
{settings}
}}
"""
_CADDY = """
{{
	admin off
	http_port {plain_port}
	https_port {port}
	default_bind 127.0.0.1
	local_certs
	skip_install_trust
	storage file_system {folder}
}}
{settings}
"""


class Proxy(Engine):
    """A proxy that ends TLS for servers; all that is changed in the settings is where things are."""

    name: str
    file: str
    here: str
    """What names one server on this computer in the file, and is there for each."""

    def __init__(self, *upstreams: int | str) -> None:
        """Prepare a proxy for the servers on these ports, or at these addresses."""
        super().__init__(found(self.name))
        self._settings = self.settings(upstreams)
        self._choose_ports()

    def settings(self, upstreams: tuple[int | str, ...]) -> str:
        """Return the settings of the file, with its marked lines changed."""
        text = (DEPLOY / self.file).read_text()
        assert text.count(self.here) == 1
        where = [upstream if isinstance(upstream, str) else f"127.0.0.1:{upstream}" for upstream in upstreams]
        servers = [self.here.replace("127.0.0.1:8000", each) for each in where]
        return text.replace(self.here, "".join(servers))

    def _choose_ports(self) -> None:
        self.port, self.plain_port = free_port(), free_port()  # with TLS, and without
        self._configure(self._settings)

    @abstractmethod
    def _configure(self, settings: str) -> None:
        """Write the files of the proxy into its folder."""

    def start(self) -> None:
        """Start it; with other ports if another program was quicker to listen on one."""
        for _ in range(5):
            self._process = self.run(*self._command, *self.options())
            try:
                until(lambda: self._has_ended() or self.answers(), "the proxy does not answer")
            except AssertionError as error:
                raise AssertionError(self.log()) from error
            if not self._has_ended():
                return
            self._choose_ports()
        raise AssertionError(self.log())

    def _has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    @abstractmethod
    def check(self) -> None:
        """Have the proxy check its settings itself."""

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}"

    def log(self) -> str:
        return (self.folder.parent / f"{self.folder.name}.log").read_text()

    def _ask(self, *arguments: str) -> None:
        checked = subprocess.run(
            (*self._command, *arguments), cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert checked.returncode == 0, checked.stderr


class Nginx(Proxy):
    """nginx, with a certificate that nobody has signed."""

    name = "nginx"
    file = "nginx.conf"
    here = "    server 127.0.0.1:8000 max_fails=0;\n"

    def _configure(self, settings: str) -> None:
        folder = f"/etc/letsencrypt/live/{NAME}"
        for pattern, here in {
            r"listen 443\b": f"listen 127.0.0.1:{self.port}",
            r"listen 80\b": f"listen 127.0.0.1:{self.plain_port}",
            r"listen \[::\]:443 ssl http2;": "",
            r"listen \[::\]:80;": "",
            rf"{folder}/fullchain\.pem": "certificate.pem",
            rf"{folder}/privkey\.pem": "key.pem",
            r"internal;\s+root /var/www/html": f"internal; root {DEPLOY}",
        }.items():
            settings, changed = re.subn(pattern, here, settings)
            assert changed == 1, pattern
        (self.folder / "nginx.conf").write_text(_NGINX.format(settings=settings))
        what = (
            f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME} -keyout key.pem -out certificate.pem"
        )
        subprocess.run([found("openssl"), *what.split()], cwd=self.folder, check=True, capture_output=True)

    def check(self) -> None:
        self._ask("-t", *self.options())

    def options(self) -> tuple[str, ...]:
        return "-p", f"{self.folder}/", "-c", "nginx.conf", "-e", "stderr"


class WideNginx(Nginx):
    """nginx for 20,000 screens, in four processes, and without TLS."""

    def _configure(self, settings: str) -> None:
        super()._configure(settings)
        file = self.folder / "nginx.conf"
        text = file.read_text()
        for one, other in {
            "master_process off;": "user root; worker_processes 4; worker_rlimit_nofile 20000;",
            "events { }": "events { worker_connections 20000; }",
            f"127.0.0.1:{self.port} ssl http2;": f"127.0.0.1:{self.port} reuseport backlog=4096;",
        }.items():
            assert text.count(one) == 1, one
            text = text.replace(one, other)
        file.write_text(text)


class Caddy(Proxy):
    """Caddy, which signs its own certificate."""

    name = "caddy"
    file = "Caddyfile"
    here = " {$SERVERS:127.0.0.1:8000}"

    def _configure(self, settings: str) -> None:
        settings = settings.replace("root * /etc/caddy", f"root * {DEPLOY}")
        (self.folder / "Caddyfile").write_text(
            _CADDY.format(port=self.port, plain_port=self.plain_port, folder=self.folder, settings=settings)
        )

    def check(self) -> None:
        self._ask("validate", "--config", "Caddyfile", "--adapter", "caddyfile")

    def options(self) -> tuple[str, ...]:
        return "run", "--config", "Caddyfile", "--adapter", "caddyfile"

    def answers(self) -> bool:
        return super().answers() and "certificate obtained successfully" in self.log()


class ProxiedGuest(Guest):
    """A browser that comes through a proxy, whatever the name of the site leads to elsewhere."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(proxy.url)
        self._opener.add_handler(_HttpsHere())

    def invitation(self) -> str:
        """Return the path in the QR code on the TV, with the key of the room."""
        match = re.search(
            r'class="qr".*?viewBox="0 0 (\d+) .*?stroke="#000" d="([^"]+)"', self.page("/tv").text
        )
        assert match, "the TV has no QR code"
        picture = Image.new("1", (int(match[1]), int(match[1])), 1)
        for row in match[2].split("M0 ")[1:]:
            place, line = 0, int(row.partition(".5")[0])
            for kind, run in re.findall(r"([hm])(\d+)", row):
                for number in range(place, place := place + int(run)):
                    picture.putpixel((number, line), kind == "m")
        [code] = zxingcpp.read_barcodes(picture.convert("L").resize((8 * picture.width, 8 * picture.height)))
        return code.text.removeprefix(self.base)

    def fetch(self, path: str, **headers: str) -> IO[bytes]:
        """Send a GET with further headers, and return the answer as it comes."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.base + path, None, sent)
        answer: IO[bytes] = self._opener.open(request, timeout=_PATIENCE)
        return answer

    def follow(self, screen: str, encoding: str) -> "Screen":
        """Open the stream of a screen ("tv", "phone" or "watch") that accepts an encoding."""
        path = f"/{self.code}/stream?screen={screen}&lang=en"
        return Screen(self.fetch(path, Accept="text/event-stream", Accept_Encoding=encoding))

    def _send(self, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        return super()._send(path, data, {"Origin": self.base, **headers})


class Screen:
    """An open stream, decoded as far as it has come."""

    def __init__(self, answer: IO[bytes]) -> None:
        assert isinstance(answer, http.client.HTTPResponse)
        self.headers = answer.headers
        self._answer = answer
        encodings = answer.headers.get_all("Content-Encoding", [])
        self._decoder = zlib.decompressobj(zlib.MAX_WBITS + 16) if encodings == ["gzip"] else None
        self.plain = b""
        """All that it was sent."""

    def close(self) -> None:
        self._answer.close()

    def reach(self, version: int) -> None:
        """Read until a message of this version is complete; fail if none comes for seconds."""
        while not re.search(rb"(?ms)^id: ?%d$.*?\n\n" % version, self.plain):
            assert self.read(), "the stream has ended"

    def read(self) -> bytes:
        """Wait for more, and return it as it was sent; nothing if the stream has ended."""
        received = self._answer.read1(65536)
        self.plain += self._decoder.decompress(received) if self._decoder else received
        return received


class _HttpsHere(urllib.request.HTTPSHandler):
    handler_order = urllib.request.HTTPSHandler.handler_order - 1

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_ConnectionHere, req)


class _ConnectionHere(http.client.HTTPSConnection):
    """A connection to this computer, with the name of the site and a certificate that nobody checks."""

    def connect(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        here = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        self.sock = context.wrap_socket(here, server_hostname=self.host)
