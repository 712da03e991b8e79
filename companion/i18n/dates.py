"""Dates as people write them, in the time zone of this computer."""

from datetime import datetime

from companion.i18n.messages import N_, Text, translate

_MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)
_WEEKDAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)


def format_date(at: datetime) -> str:
    """Format a date: `20 November 2026`."""
    local = at.astimezone()
    return translate("{day} {month} {year}", day=local.day, month=_month(local), year=local.year)


def format_evening(at: datetime, now: datetime) -> str:
    """Format the date of an evening: `Friday, 20 November`, with the year if that is not the present one."""
    local = at.astimezone()
    values = {"weekday": Text(_WEEKDAYS[local.weekday()]), "day": local.day, "month": _month(local)}
    if local.year == now.astimezone().year:
        return translate("{weekday}, {day} {month}", **values)
    return translate("{weekday}, {day} {month} {year}", **values, year=local.year)


def _month(local: datetime) -> Text:
    return Text(_MONTHS[local.month - 1])
