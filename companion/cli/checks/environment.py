"""Settings: which of the environment and the options are valid, and which are misspelled."""

import difflib
from collections.abc import Iterator, Mapping

from companion.cli.checks.finding import Finding, look, ok, wrong
from companion.config.settings import Settings, load_settings
from companion.i18n.errors import Refused

_PREFIX = "COMPANION_"


class _Recorder(dict[str, str]):
    """An empty environment that notes which variables are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.asked.add(name)
        return default


def known_variables() -> frozenset[str]:
    """Return the names of all variables that companion reads."""
    recorder = _Recorder()
    load_settings(recorder)
    return frozenset(recorder.asked)


def check_settings(environ: Mapping[str, str], given: Mapping[str, object]) -> tuple[Settings, list[Finding]]:
    """Return the settings without the invalid ones, and what was found."""
    known = known_variables()
    sound = {name: value for name, value in environ.items() if name in known}
    findings = [*_find_unknown(environ, known), *_drop_invalid(sound)]
    options = dict(given)
    for name, value in given.items():
        try:
            load_settings({}, **{name: value})
        except Refused as refused:
            findings.append(wrong(f"--{name}: {refused}", "companion does not start with it."))
            del options[name]
    used = f"{len(sound)} from the environment" if sound else "none from the environment"
    return load_settings(sound, **options), findings or [ok(f"valid; {used}")]


def _find_unknown(environ: Mapping[str, str], known: frozenset[str]) -> Iterator[Finding]:
    for name in sorted(environ):
        if name in known or not name.upper().startswith(_PREFIX):
            continue
        ends = [each.removeprefix(_PREFIX) for each in known]
        if near := difflib.get_close_matches(name.upper().removeprefix(_PREFIX), ends, 1):
            yield wrong(f"{name} is not a setting, and has no effect", f"{_PREFIX}{near[0]} is one.")
        else:
            yield look(
                f"{name} is not a setting, and has no effect", "Unset it, if it was meant for companion."
            )


def _drop_invalid(environ: dict[str, str]) -> Iterator[Finding]:
    """Remove the variables that are refused, and say why."""
    for name in sorted(environ):
        try:
            load_settings({name: environ[name]})
        except Refused as refused:
            del environ[name]
            yield wrong(f"{name}: {refused}", "companion does not start with it.")
