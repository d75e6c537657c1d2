"""Durations: months and microseconds, as ISO 8601 writes them, counted from an instant."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .gregorian import date_of, day_of, month_length
from .instants import DAY_US, FIRST, LAST, UNITS_US, show_instant

_FORM = "a duration is written `P1Y2M`, `P2W`, `P1DT12H` or `PT36H`"
_COUNT = r"(\d{1,12})"
_DURATION = re.compile(
    rf"P(?=[\dT])(?:{_COUNT}Y)?(?:{_COUNT}M)?(?:{_COUNT}W)?(?:{_COUNT}D)?"
    rf"(?:T(?=\d)(?:{_COUNT}H)?(?:{_COUNT}M)?(?:{_COUNT}(?:[.,](\d{{1,6}}))?S)?)?",
    re.ASCII,
)
_UNITS = ("weeks", "days", "hours", "minutes", "seconds")


@dataclass(frozen=True, slots=True)
class Duration:
    """So many months of the calendar, then so many microseconds; together more than nothing."""

    months: int
    us: int

    @staticmethod
    def read(text: str) -> Duration:
        """ISO 8601: `P1Y2M`, `P2W`, `PT36H`, `P1DT12H`, `PT0.5S`.

        A year has twelve months, a day 24 hours. Only seconds have a fraction.

        Raises:
            ValueError: no such duration, or one that is zero or negative.
        """
        parts = _DURATION.fullmatch(text)
        if parts is None:
            if _DURATION.fullmatch(re.sub(r"[+-]", "", text)):
                raise ValueError(f"`{text}` has a sign: {_FORM}")
            raise ValueError(f"`{text}` is no duration: {_FORM}")
        years, months, *counts = (int(count or 0) for count in parts.groups()[:-1])
        us = sum(n * UNITS_US[unit] for unit, n in zip(_UNITS, counts, strict=True))
        us += int((parts[8] or "").ljust(6, "0"))
        if not (years or months or us):
            raise ValueError(f"`{text}` is no time at all: {_FORM}")
        return Duration(years * 12 + months, us)

    def after(self, us: int) -> int:
        """The instant that comes this much later than *us*, by the calendar in UTC.

        Months are counted first; where the month reached is too short, its last day stands for
        the day: P1M after 2026-01-31 is 2026-02-28.

        Raises:
            ValueError: outside the years -9999 to 9999.
        """
        day, rest = divmod(us, DAY_US)
        year, month, day_of_month = date_of(day)
        year, month = divmod(year * 12 + month - 1 + self.months, 12)
        day_of_month = min(day_of_month, month_length(year, month + 1))
        found = day_of(year, month + 1, day_of_month) * DAY_US + rest + self.us
        if not FIRST <= found <= LAST:
            begun = show_instant(us)
            raise ValueError(f"so long after {begun} is outside the years -9999 to 9999 in UTC")
        return found
