"""Dates and times of day as people write them, in the current language and this computer's time zone."""

from datetime import datetime

from companion.i18n.languages import gettext
from companion.i18n.messages import N_, PluralTemplate, translate

_MONTHS = N_("January February March April May June July August September October November December")
_WEEKDAYS = N_("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
_DAY = PluralTemplate("{day}", "{day}")  # some languages count the first of a month otherwise: "1er janvier"


def format_day(at: datetime) -> str:
    """Format a date: `20 November 2026`."""
    return translate("{day} {month} {year}", **_parts(at))


def format_weekday(at: datetime) -> str:
    """Format a date as one says it in the same year: `Friday, 20 November`."""
    return translate("{weekday}, {day} {month}", **_parts(at))


def format_clock(at: datetime) -> str:
    """Format a time of day: `21:04`."""
    return f"{at.astimezone():%H:%M}"


def format_evening(at: datetime, now: datetime) -> str:
    """Format the date of an evening: `Friday, 20 November`, with the year if that is not the present one."""
    if at.astimezone().year == now.astimezone().year:
        return format_weekday(at)
    return translate("{weekday}, {day} {month} {year}", **_parts(at))


def _parts(at: datetime) -> dict[str, object]:
    local = at.astimezone()
    weekday, month = gettext(_WEEKDAYS).split()[local.weekday()], gettext(_MONTHS).split()[local.month - 1]
    day = _DAY.translate_for(local.day, day=local.day)
    return {"weekday": weekday, "day": day, "month": month, "year": local.year}
