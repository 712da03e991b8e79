"""The firewall of this computer, as far as it can be seen."""

import os
import platform
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.cli.checks.finding import Examined, Finding, look, ok
from companion.config import addresses
from companion.config.firewalls import firewalls

_TIMEOUT = 5  # seconds
_PROFILES = r"HKLM\SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"
_UNSEEN = "whether other rules turn phones away cannot be seen"

Run = Callable[..., str | None]
"""Runs a command that only looks, and returns its output; None if there is none, or it fails."""


def run_command(*words: str) -> str | None:
    """Run a command that only looks, and return its output."""
    if not shutil.which(words[0]):
        return None
    try:
        ended = subprocess.run(  # noqa: S603 - fixed words
            words, capture_output=True, text=True, errors="replace", timeout=_TIMEOUT, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return None if ended.returncode else ended.stdout


def check_firewall(
    examined: Examined, root: Path = Path("/"), run: Run = run_command, system: str = ""
) -> Iterator[Finding]:
    """Look for a firewall that may turn phones away, and say how it lets them through."""
    system, port = system or platform.system(), examined.settings.port
    if addresses.is_loopback_host(examined.settings.host):
        yield ok("does not matter, as only this computer reaches the server")
        return
    looking = {"Linux": _check_linux, "Windows": _check_windows, "Darwin": _check_mac}.get(system)
    yield (
        looking(port, root, run)
        if looking
        else look("cannot be seen on this system", f"If phones do not get through, let it allow port {port}.")
    )


def _check_linux(port: int, root: Path, run: Run) -> Finding:
    ufw, firewalld = (each for each in firewalls(port, "Linux") if each.system == "Linux")
    if _is_ufw_on(root):
        rules = _read(root / "etc/ufw/user.rules")
        if rules and re.search(rf"^### tuple ### allow (tcp|any) {port} ", rules, re.MULTILINE):
            return ok(f"ufw is on, and lets port {port} through")
        unseen = "" if rules is not None else "; its rules cannot be seen without root"
        return look(f"ufw is on{unseen}", f"It must allow port {port}: {ufw.allow}")
    if (run("systemctl", "is-active", "firewalld") or "").strip() == "active":
        if (run("firewall-cmd", f"--query-port={port}/tcp") or "").strip() == "yes" and _is_root():
            return ok(f"firewalld is on, and lets port {port} through")
        return look("firewalld is on", f"It must allow port {port}: {firewalld.allow}")
    seen = [rules for rules in (run("nft", "list", "ruleset"), run("iptables", "-S")) if rules is not None]
    if any(_drops(rules, port) for rules in seen):
        return look(f"rules drop what they do not name, and do not name port {port}", "Let them allow it.")
    if seen and _is_root():
        return ok(f"no ufw, no firewalld, and no rules that drop port {port}")
    return look(
        f"no ufw and no firewalld is on; {_UNSEEN}{'' if _is_root() else ' without root'}",
        f"If phones do not get through, let it allow port {port}.",
    )


def _check_windows(port: int, _root: Path, run: Run) -> Finding:
    profiles = ("PublicProfile", "StandardProfile", "DomainProfile")
    said = [run("reg", "query", rf"{_PROFILES}\{name}", "/v", "EnableFirewall") for name in profiles]
    if None in said:
        return look("cannot be seen", f"If phones do not get through: {firewalls(port, 'Windows')[0].allow}")
    if not any(re.search(r"REG_DWORD\s+0x1\b", each or "") for each in said):
        return ok("the firewall of Windows is off")
    return look(
        "the firewall of Windows is on",
        f"When it asks, allow private and public networks; or: {firewalls(port, 'Windows')[0].allow}",
    )


def _check_mac(port: int, _root: Path, run: Run) -> Finding:
    mac = firewalls(port, "Darwin")[0]
    said = re.search(r"State = (\d)", run(*shlex.split(mac.check)) or "")
    if said is None:
        return look("cannot be seen", f"If phones do not get through: {mac.allow}")
    if said[1] == "0":
        return ok("the firewall of macOS is off")
    return look(
        "the firewall of macOS is on", f"When it asks, let companion accept connections; or: {mac.allow}"
    )


def _is_ufw_on(root: Path) -> bool:
    return bool(re.search(r"^\s*ENABLED=yes", _read(root / "etc/ufw/ufw.conf") or "", re.MULTILINE))


def _drops(rules: str, port: int) -> bool:
    """Tell whether what comes in is dropped unless a rule names it, and none names the port."""
    closed = re.search(r"hook input [^}]*policy drop|^-P INPUT DROP", rules, re.MULTILINE)
    return bool(closed) and not re.search(rf"dport\b[^\n]*\b{port}\b", rules)


def _read(path: Path) -> str | None:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return None


def _is_root() -> bool:
    return getattr(os, "geteuid", lambda: 1)() == 0
