"""The Gregorian calendar, without bounds: dates, and their days since 1970-01-01.

The calendar repeats after 400 years, so the standard library's years 1 to 400 stand for all others.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date

_CYCLE_YEARS = 400
_CYCLE_DAYS = 146_097
_EPOCH_DAY = date(1970, 1, 1).toordinal()


def day_of(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01; the year 0 comes before the year 1.

    Raises:
        ValueError: there is no such day.
    """
    cycles, rest = divmod(year - 1, _CYCLE_YEARS)
    return cycles * _CYCLE_DAYS + date(rest + 1, month, day).toordinal() - _EPOCH_DAY


def date_of(day: int) -> tuple[int, int, int]:
    """Year, month and day of the month of a *day* counted from 1970-01-01."""
    cycles, ordinal = divmod(day + _EPOCH_DAY - 1, _CYCLE_DAYS)
    found = date.fromordinal(ordinal + 1)
    return found.year + cycles * _CYCLE_YEARS, found.month, found.day


def month_length(year: int, month: int) -> int:
    """In days."""
    return monthrange(year_alike(year), month)[1]


def year_alike(year: int) -> int:
    """A year that the standard library has, with the same calendar; *year* itself from 1 to 9999.

    What lies outside is taken to the years 1 to 400.
    """
    return year if 1 <= year <= 9999 else (year - 1) % _CYCLE_YEARS + 1
