"""Dates and times of day as people write them, in the current language and this computer's time zone."""

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


def format_day(at: datetime) -> str:
    """Format a date: `20 November 2026`."""
    local = at.astimezone()
    return translate("{day} {month} {year}", day=local.day, month=_month(local), year=local.year)


def format_weekday(at: datetime) -> str:
    """Format a date as one says it in the same year: `Friday, 20 November`."""
    local = at.astimezone()
    weekday = Text(_WEEKDAYS[local.weekday()])
    return translate("{weekday}, {day} {month}", weekday=weekday, day=local.day, month=_month(local))


def format_clock(at: datetime) -> str:
    """Format a time of day: `21:04`."""
    return f"{at.astimezone():%H:%M}"


def format_evening(at: datetime, now: datetime) -> str:
    """Format the date of an evening: `Friday, 20 November`, with the year if that is not the present one."""
    local = at.astimezone()
    if local.year == now.astimezone().year:
        return format_weekday(at)
    weekday = Text(_WEEKDAYS[local.weekday()])
    return translate(
        "{weekday}, {day} {month} {year}",
        weekday=weekday,
        day=local.day,
        month=_month(local),
        year=local.year,
    )


def _month(local: datetime) -> Text:
    return Text(_MONTHS[local.month - 1])
