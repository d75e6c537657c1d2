"""Instants: microseconds since 1970-01-01 UTC, and how they are written."""

from __future__ import annotations

import re
import time
from datetime import UTC, date, datetime, timedelta

DAY_US = 86_400_000_000
UNITS_US = {
    "seconds": 1_000_000,
    "minutes": 60_000_000,
    "hours": 3_600_000_000,
    "days": DAY_US,
    "weeks": 7 * DAY_US,
}

_FORM = "an instant is written `2026-03-01` or `2026-03-09T23:59:59Z`"
_INSTANT = re.compile(
    r"(?P<year>-?\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"(T(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(\.(?P<fraction>\d{1,6}))?"
    r"(?P<zone>Z|[+-]\d\d:\d\d)?)?",
    re.ASCII,
)
_CYCLE_YEARS = 400  # after which the Gregorian calendar repeats
_CYCLE_DAYS = 146_097
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY = _EPOCH.toordinal()
_MICROSECOND = timedelta(microseconds=1)


def instant(text: str) -> int:
    """The instant that *text* names; a date names the beginning of its day in UTC.

    Years run from -9999 to 9999 in the Gregorian calendar, year 0 before year 1: the Ides of
    March of 44 BC are `-0043-03-15`.

    Raises:
        ValueError: not an instant; the message says why.
    """
    parts = _INSTANT.fullmatch(text)
    if parts is None:
        raise ValueError(f"`{text}` is no instant: {_FORM}")
    us = _day(text, parts["year"], int(parts["month"]), int(parts["day"])) * DAY_US
    if parts["hour"] is not None:
        us += _time_of_day(text, parts)
    if not _FIRST <= us <= _LAST:
        raise ValueError(f"`{text}` is outside the years -9999 to 9999 in UTC")
    return us


def _day(text: str, year: str, month: int, day: int) -> int:
    """Days since 1970-01-01."""
    if year == "-0000":
        raise ValueError(f"`{text}` is no date: the year 0 is written `0000`")
    cycles, rest = divmod(int(year) - 1, _CYCLE_YEARS)
    try:
        ordinal = date(rest + 1, month, day).toordinal()
    except ValueError:
        raise ValueError(f"`{text}` is no date: there is no such day") from None
    return cycles * _CYCLE_DAYS + ordinal - _EPOCH_DAY


def _time_of_day(text: str, parts: re.Match[str]) -> int:
    """Microseconds since midnight UTC of the day that is written; the offset may carry it out."""
    zone = parts["zone"]
    if zone is None:
        raise ValueError(f"`{text}` lacks its zone: end it in `Z`, or in an offset like `+01:00`")
    hour, minute, second = (int(parts[name]) for name in ("hour", "minute", "second"))
    sign, ahead_hours, ahead_minutes = 1, 0, 0
    if zone != "Z":
        sign = -1 if zone[0] == "-" else 1
        ahead_hours, ahead_minutes = int(zone[1:3]), int(zone[4:6])
    if hour > 23 or minute > 59 or second > 59 or ahead_hours > 23 or ahead_minutes > 59:
        raise ValueError(f"`{text}` is no instant: there is no such time of day")
    minutes = hour * 60 + minute - sign * (ahead_hours * 60 + ahead_minutes)
    fraction = int((parts["fraction"] or "").ljust(6, "0"))
    return (minutes * 60 + second) * 1_000_000 + fraction


def show_instant(us: int) -> str:
    """The shortest text that `instant` reads as *us*: a date at midnight, else a date-time in Z."""
    days, rest = divmod(us, DAY_US)
    cycles, ordinal = divmod(days + _EPOCH_DAY - 1, _CYCLE_DAYS)
    day = date.fromordinal(ordinal + 1)
    year = day.year + cycles * _CYCLE_YEARS
    shown = f"{'-' if year < 0 else ''}{abs(year):04d}-{day.month:02d}-{day.day:02d}"
    if rest == 0:
        return shown
    seconds, fraction = divmod(rest, 1_000_000)
    tail = f".{fraction:06d}".rstrip("0") if fraction else ""
    minutes, second = divmod(seconds, 60)
    return f"{shown}T{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}{tail}Z"


def from_datetime(moment: datetime) -> int:
    """The instant of an aware *moment*.

    Raises:
        ValueError: *moment* is naive.
    """
    if moment.utcoffset() is None:
        raise ValueError(f"`{moment.isoformat()}` lacks its zone: give an aware datetime")
    return (moment - _EPOCH) // _MICROSECOND


def to_datetime(us: int) -> datetime:
    """The instant as a datetime in UTC.

    Raises:
        ValueError: before the year 1 or after the year 9999.
    """
    try:
        return _EPOCH + timedelta(microseconds=us)
    except OverflowError:
        raise ValueError("a datetime holds the years 1 to 9999 only") from None


def now() -> int:
    """The wall clock."""
    return time.time_ns() // 1000


_FIRST = _day("", "-9999", 1, 1) * DAY_US
_LAST = (_day("", "9999", 12, 31) + 1) * DAY_US - 1
