"""The firewalls that computers come with, and the commands that let phones through to a port."""

from typing import NamedTuple

_MAC = "/usr/libexec/ApplicationFirewall/socketfilterfw"


class Firewall(NamedTuple):
    """A firewall of a `platform.system`, and its commands: is it on, let phones through, as before."""

    name: str
    system: str
    check: str
    allow: str
    undo: str


def firewalls(port: int, system: str) -> tuple[Firewall, ...]:
    """List the firewalls, those of this system first."""
    rule = "netsh advfirewall firewall"
    known = (
        Firewall(
            "Windows",
            "Windows",
            "netsh advfirewall show currentprofile",
            f'{rule} add rule name="companion" dir=in action=allow protocol=TCP localport={port}',
            f'{rule} delete rule name="companion"',
        ),
        Firewall(
            "macOS",
            "Darwin",
            f"{_MAC} --getglobalstate",
            f"sudo {_MAC} --setglobalstate off",
            f"sudo {_MAC} --setglobalstate on",
        ),
        Firewall(
            "Linux: ufw",
            "Linux",
            "sudo ufw status",
            f"sudo ufw allow {port}/tcp",
            f"sudo ufw delete allow {port}/tcp",
        ),
        Firewall(
            "Linux: firewalld",
            "Linux",
            "sudo firewall-cmd --state",
            f"sudo firewall-cmd --add-port={port}/tcp",
            f"sudo firewall-cmd --remove-port={port}/tcp",
        ),
    )
    return tuple(sorted(known, key=lambda firewall: firewall.system != system))
