"""The computer: versions, clock, and how many files may be open."""

import importlib.metadata
import os
import re
import sqlite3
import sys
import time
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import ModuleType

from companion import __version__
from companion.cli.checks.finding import Examined, Finding, look, ok, wrong
from companion.cli.stored_rooms import format_local_time
from companion.web.server.serve import MAX_FILES

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows
    resource = None

_DISTRIBUTION = "median-companion"
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[^]]*\])? *([^;]*?) *(?:;(.*))?")
_YEARS = range(2026, 2100)
_SKEW = timedelta(minutes=1)  # by which the clocks of two servers may differ
_OTHER_FILES = 200  # besides streams: requests, the database and the like
_REINSTALL = "Install companion again, the way it was installed."


def check_version(examined: Examined) -> Iterator[Finding]:
    """Compare Python and the packages with what this release needs."""
    versions = f"companion {__version__}, Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}"
    try:
        metadata = importlib.metadata.metadata(_DISTRIBUTION)
        required = importlib.metadata.requires(_DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        yield (
            ok(f"{versions}, with the packages of the bundle")
            if getattr(sys, "frozen", False)
            else look(f"{versions}; packages cannot be compared, as companion is not installed", _REINSTALL)
        )
        return
    needed = [
        each for each in map(_REQUIREMENT.fullmatch, required) if each and _is_needed(each[3], examined)
    ]
    problems = list(filter(None, (_package_problem(each[1], each[2]) for each in needed)))
    if not _satisfies(sys.version.split()[0], python := metadata["Requires-Python"] or ""):
        problems.append(f"Python {sys.version.split()[0]} is not {python}")
    for problem in problems:
        yield wrong(problem, _REINSTALL)
    if not problems:
        yield ok(f"{versions}, {len(needed)} packages as needed")


def _is_needed(marker: str | None, examined: Examined) -> bool:
    """Tell whether a requirement applies: those of an extra only if the settings need it."""
    if not marker:
        return True
    extra = re.search(r"extra *== *['\"](\w+)['\"]", marker)
    settings = examined.settings
    wanted = {"redis": settings.redis_url, "postgres": settings.database_url.startswith("postgresql")}
    return bool(extra and wanted.get(extra[1]))


def _package_problem(name: str, needed: str) -> str:
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "" if getattr(sys, "frozen", False) else f"{name} is missing"
    return "" if _satisfies(version, needed) else f"{name} {version} is not {needed}"


def _satisfies(version: str, needed: str) -> bool:
    """Tell whether a version is one of `>=1.2,<3`; other conditions are not looked at."""
    for condition in needed.split(","):
        sign, least = condition.strip()[:2], condition.strip()[2:]
        if sign == ">=" and _numbers(version) < _numbers(least):
            return False
        if sign[:1] == "<" and sign != "<=" and _numbers(version) >= _numbers(condition.strip()[1:]):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"[\d.]*\d", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def check_clock(examined: Examined, now: datetime | None = None) -> Iterator[Finding]:
    """Look at the year, the time zone, the newest event, and the clock that nobody sets."""
    now = now or datetime.now(UTC)
    newest = examined.contents.newest if examined.contents else None
    readings = [time.monotonic() for _ in range(100)]
    problems = []
    if now.year not in _YEARS:
        problems.append(wrong(f"it is {now.year} on this computer", "Set its clock."))
    elif newest and newest > now + _SKEW:
        problems.append(
            wrong(
                f"it is {format_local_time(now)}, before the newest event ({format_local_time(newest)})",
                "Set the clock of this computer: time in a room never goes back.",
            )
        )
    if (zone := os.environ.get("TZ")) and not _is_zone(zone):
        problems.append(
            wrong(f"TZ={zone} is no time zone", "Correct or unset it: all times are shown as UTC.")
        )
    if readings != sorted(readings):
        problems.append(wrong("the steady clock of the system goes back", "Look for updates of the system."))
    yield from problems
    if not problems:
        yield ok(f"{now.astimezone():%Y-%m-%d %H:%M}, time zone {now.astimezone():%Z (UTC%z)}")


def _is_zone(name: str) -> bool:
    """Tell whether the system knows a value of TZ: a name, or a rule such as CET-1CEST."""
    if re.fullmatch(r":?<?[A-Za-z+\-\d]{3,}>?[+-]?\d{1,2}.*", name):
        return True
    try:
        zoneinfo.ZoneInfo(name.lstrip(":"))
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return name.startswith("/")  # a file, which the system reads itself
    return True


def check_open_files(examined: Examined) -> Iterator[Finding]:
    """Compare the limit of open files with the streams that are allowed: each screen is one."""
    if resource is None:
        yield ok("this system has no limit of open files for a program")
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = MAX_FILES[0] if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES[0])
    screens, allowed = max(most - _OTHER_FILES, 0), examined.settings.limits.streams
    if screens < (allowed or 1):
        yield look(
            f"{most} files may be open, enough for {screens} screens; {allowed or 'any number'} are allowed",
            "For more, raise the hard limit: ulimit -Hn, or LimitNOFILE= of a service.",
        )
    else:
        yield ok(f"{most} files may be open, enough for {allowed or screens} screens")
