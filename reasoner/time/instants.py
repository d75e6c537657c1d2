"""Instants: microseconds since 1970-01-01 UTC, and how they are written.

The message of a ValueError is meant for who wrote the text: what is wrong, a colon, the right form.
"""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

from .gregorian import date_of, day_of, month_length, year_alike
from .zones import offsets

DAY_US = 86_400_000_000
UNITS_US = {
    "seconds": 1_000_000,
    "minutes": 60_000_000,
    "hours": 3_600_000_000,
    "days": DAY_US,
    "weeks": 7 * DAY_US,
}
FIRST = day_of(-9999, 1, 1) * DAY_US
LAST = day_of(10000, 1, 1) * DAY_US - 1

_INSTANT = re.compile(
    r"(?P<year>-?\d{4})(-(?P<month>\d\d)(-(?P<day>\d\d)"
    r"(T(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(\.(?P<fraction>\d{1,6}))?"
    r"(?P<offset>Z|[+-]\d\d:\d\d)?(\[(?P<zone>\w[\w+/-]*)\])?)?)?)?",
    re.ASCII,
)
_NUMBERS = re.compile(r"(-?\d+)(?:-(\d+)(?:-(\d+))?)?", re.ASCII)
_GAPS = re.compile(r"(?=.*\d)(?=.*[?xX#])-?[\d?xX#]+(-[\d?xX#]+){0,2}", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


# -- reading ---------------------------------------------------------------------------------------


def partial(text: str) -> tuple[int, int]:
    """The first and the last instant that *text* may name.

    They differ for a year (`1952`) and for a month (`1952-03`), and are equal for a date (the
    beginning of its day in UTC) and for a date-time. A date-time ends in `Z`, in an offset, in the
    name of a time zone, or in an offset and a name, which must agree (RFC 9557, Sharma and Bormann
    2024): `2026-03-09T12:00:00+01:00[Europe/Berlin]`.

    Years run from -9999 to 9999 in the Gregorian calendar, year 0 before year 1: the Ides of
    March of 44 BC are `-0043-03-15`.

    Raises:
        ValueError: neither an instant nor a year nor a month; the message says why.
    """
    parts = _INSTANT.fullmatch(text)
    if parts is None:
        raise ValueError(_malformed(text))
    if parts["year"] == "-0000":
        raise ValueError(f"`{text}` is no date: the year 0 is written `0000`")
    year, month = int(parts["year"]), int(parts["month"] or 1)
    if not 1 <= month <= 12:
        raise ValueError(f"`{text}` is no date: there is no such month")
    if parts["month"] is None:
        return _year(year)
    if parts["day"] is None:
        return _month(year, month)
    exact = _exact(text, parts, year, month)
    return exact, exact


def instant(text: str) -> int:
    """The instant that *text* names, one of those that `partial` reads, but no year or month.

    Raises:
        ValueError: not an instant; the message says why.
    """
    first, last = partial(text)
    if first != last:
        kind = "month" if len(text) > len("-1952") else "year"
        day = show_instant(first)
        raise ValueError(f"`{text}` is a whole {kind}: write the day, such as `{day}`")
    return first


def beginning(text: str) -> int:
    """The first instant that *text* may name: for a question, which asks about one.

    Raises:
        ValueError: as `partial`.
    """
    return partial(text)[0]


def _malformed(text: str) -> str:
    """What is wrong with a text that has not the form of an instant."""
    forms = "`2026-03-01` or `2026-03-09T23:59:59Z`"
    if _GAPS.fullmatch(text):
        forms = "to where it is known, `1952-03` or `1952`"
    elif numbers := _NUMBERS.fullmatch(text):
        year, *rest = (part.lstrip("-0") or "0" for part in numbers.groups() if part is not None)
        if len(year) > 4:
            return f"`{text}` is outside the years -9999 to 9999"
        if all(len(part) <= 2 for part in rest):
            written = _show_year(-int(year) if text[0] == "-" else int(year))
            forms = f"`{'-'.join([written, *(part.zfill(2) for part in rest)])}`"
    return f"`{text}` is no instant: an instant is written {forms}"


def _year(year: int) -> tuple[int, int]:
    return day_of(year, 1, 1) * DAY_US, day_of(year + 1, 1, 1) * DAY_US - 1


def _month(year: int, month: int) -> tuple[int, int]:
    first = day_of(year, month, 1)
    return first * DAY_US, (first + month_length(year, month)) * DAY_US - 1


def _exact(text: str, parts: re.Match[str], year: int, month: int) -> int:
    """The instant that a text with a day names."""
    try:
        us = day_of(year, month, int(parts["day"])) * DAY_US
    except ValueError:
        raise ValueError(f"`{text}` is no date: there is no such day") from None
    if parts["hour"] is not None:
        hour, minute, second = (int(parts[name]) for name in ("hour", "minute", "second"))
        if hour > 23 or minute > 59 or second > 59:
            raise ValueError(f"`{text}` is no instant: there is no such time of day")
        local = datetime(year_alike(year), month, int(parts["day"]), hour, minute, second)
        us += ((hour * 60 + minute) * 60 + second) * 1_000_000
        us += int((parts["fraction"] or "").ljust(6, "0"))
        us -= _offset(text, parts, local) // _MICROSECOND
    if not FIRST <= us <= LAST:
        raise ValueError(f"`{text}` is outside the years -9999 to 9999 in UTC")
    return us


def _offset(text: str, parts: re.Match[str], local: datetime) -> timedelta:
    """How far the clocks that show *local* are ahead of UTC."""
    written, zone = parts["offset"], parts["zone"]
    offset = None if written is None else _written(text, written)
    if zone is None:
        if offset is None:
            raise ValueError(
                f"`{text}` lacks its zone: end it in `Z`, or in an offset like `+01:00`"
            )
        return offset
    try:
        allowed = offsets(local, zone)
    except ValueError as unknown:
        raise ValueError(f"`{text}`: {unknown}; write the offset instead of it") from None
    if written == "Z":  # RFC 9557: the instant is UTC's, whatever the clocks there show
        return timedelta(0)
    if not allowed:
        raise ValueError(
            f"`{text}` is no instant: the clocks in {zone} skip that time; write another"
        )
    if offset is None and len(allowed) > 1:
        raise ValueError(
            f"`{text}` is two instants: write the offset before `[{zone}]`, "
            + " or ".join(f"`{_shown(one)}`" for one in allowed)
        )
    if offset is not None and offset not in allowed:
        there = " or ".join(_shown(one) for one in allowed)
        raise ValueError(
            f"`{text}` is no instant: the clocks in {zone} are at {there} then, not at `{written}`"
        )
    return allowed[0] if offset is None else offset


def _written(text: str, offset: str) -> timedelta:
    if offset == "Z":
        return timedelta(0)
    hours, minutes = int(offset[1:3]), int(offset[4:6])
    if hours > 23 or minutes > 59:
        raise ValueError(f"`{text}` is no instant: there is no such time of day")
    ahead = timedelta(hours=hours, minutes=minutes)
    return -ahead if offset[0] == "-" else ahead


# -- showing ---------------------------------------------------------------------------------------


def show_instant(us: int) -> str:
    """The shortest text that `instant` reads as *us*: a date at midnight, else a date-time in Z."""
    days, rest = divmod(us, DAY_US)
    year, month, day = date_of(days)
    shown = f"{_show_year(year)}-{month:02d}-{day:02d}"
    if rest == 0:
        return shown
    seconds, fraction = divmod(rest, 1_000_000)
    tail = f".{fraction:06d}".rstrip("0") if fraction else ""
    minutes, second = divmod(seconds, 60)
    return f"{shown}T{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}{tail}Z"


def show_partial(first: int, last: int) -> str | None:
    """The text that `partial` reads as (*first*, *last*): a year, a month, an instant; or None."""
    if first == last:
        return show_instant(first)
    year, month, _ = date_of(first // DAY_US)
    if (first, last) == _year(year):
        return _show_year(year)
    return f"{_show_year(year)}-{month:02d}" if (first, last) == _month(year, month) else None


def _show_year(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04d}"


def _shown(offset: timedelta) -> str:
    """As `+01:00`; with seconds where a zone has them, as before standard time."""
    seconds = round(abs(offset).total_seconds())
    tail = f":{seconds % 60:02d}" if seconds % 60 else ""
    sign = "-" if offset < timedelta(0) else "+"
    return f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}{tail}"


# -- the standard library's datetimes --------------------------------------------------------------


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
