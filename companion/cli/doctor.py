"""`companion doctor`: says what may be in the way of a party, and what to do. It changes nothing."""

import argparse
import json
import os
from collections.abc import Callable, Iterator

from companion import __version__
from companion.cli.checks import CHECKS
from companion.cli.checks.databases import read_stored
from companion.cli.checks.environment import check_settings
from companion.cli.checks.finding import Examined, Finding, Grade, wrong
from companion.cli.stored_rooms import Subparsers
from companion.i18n.messages import printable

_OPTIONS = "host", "port", "url", "data"


def add_command(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "doctor",
        help="check this computer, and say what to do",
        description="Checks what a server with the same options would need. It changes nothing, and may be "
        "used while one is running. The status is 1 if something is wrong.",
    )
    for name in _OPTIONS:
        parser.add_argument(f"--{name}", default=argparse.SUPPRESS, help="as for the server")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.set_defaults(command=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    given = {name: value for name, value in vars(arguments).items() if name in _OPTIONS}
    findings = list(_examine(given))
    print(_as_json(findings) if arguments.json else "\n".join(_line(*each) for each in findings))
    return int(any(finding.grade is Grade.WRONG for _, finding in findings))


def _examine(given: dict[str, object]) -> Iterator[tuple[str, Finding]]:
    """Yield the findings of each check, with its name."""
    settings, findings = check_settings(os.environ, given)
    yield from (("settings", each) for each in findings)
    examined = Examined(settings, read_stored(settings))
    for name, check in CHECKS.items():
        yield from ((name, each) for each in _run(check, examined))


def _run(check: Callable[[Examined], Iterator[Finding]], examined: Examined) -> list[Finding]:
    try:
        return list(check(examined))
    except Exception as error:  # noqa: BLE001 - the other checks can still tell something
        return [wrong(f"this could not be checked ({type(error).__name__}: {error})", "Report it, please.")]


def _line(name: str, finding: Finding) -> str:
    sentences = f"{finding.found}. {finding.advice}".rstrip()
    return printable(f"{finding.grade:<7}{name:<10}{sentences}")


def _as_json(findings: list[tuple[str, Finding]]) -> str:
    checks = [
        {"check": name, "grade": each.grade, "found": each.found, "advice": each.advice}
        for name, each in findings
    ]
    return json.dumps({"companion": __version__, "checks": checks}, ensure_ascii=False, indent=2)
