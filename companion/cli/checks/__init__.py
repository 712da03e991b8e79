"""What `companion doctor` checks: each function looks at one thing, changes nothing, and yields findings."""

from collections.abc import Callable, Iterator, Mapping

from companion.cli.checks import computer, data, databases, firewall, network
from companion.cli.checks.finding import Examined, Finding

CHECKS: Mapping[str, Callable[[Examined], Iterator[Finding]]] = {
    "version": computer.check_version,
    "address": network.check_address,
    "port": network.check_port,
    "firewall": firewall.check_firewall,
    "data": data.check_folder,
    "disk": data.check_disk,
    "database": databases.check_database,
    "redis": databases.check_redis,
    "key": data.check_key,
    "backups": data.check_backups,
    "clock": computer.check_clock,
    "files": computer.check_open_files,
}
"""All but those of the settings, which come first, by the names that are printed."""
