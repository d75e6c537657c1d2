"""Periods: intervals whose ends may be known to a year, to a month, or not at all."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .durations import Duration
from .instants import instant, partial, show_instant, show_partial
from .intervals import BEGINNING, END, Interval

_FORM = "a period is written `2001/2003`, `2026-01-01/P3M`, `2026-01-01/..` or `2005/?`"
_SLASH = re.compile(r"/(?![^\[]*\])")  # not the one in `[Europe/Berlin]`


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """When something holds: it starts in [start, start_by] and ends in [end_from, end].

    All four are instants in microseconds; BEGINNING and END stand for an open side. An exact
    period has start == start_by and end_from == end. An end that is not known (`to unknown`) is
    any instant after the latest start: end_from == start_by + 1, end == END. Never empty:
    start < end.

    A *resolution* of a period is an interval [s, e) with s and e from these ranges, s < e.

    Raises:
        ValueError: there is no resolution, or a range runs backwards.
    """

    start: int = BEGINNING
    start_by: int = BEGINNING
    end_from: int = END
    end: int = END

    def __post_init__(self) -> None:
        if not BEGINNING <= self.start <= self.start_by < END:
            raise ValueError("a period starts between a first instant and a last, in this order")
        if not BEGINNING < self.end_from <= self.end <= END:
            raise ValueError("a period ends between a first instant and a last, in this order")
        if self.start >= self.end:
            raise ValueError(f"`{self.show()}` holds at no instant: a period ends after it starts")
        if self.end_from == BEGINNING + 1:
            raise ValueError("an end that is not known needs a start: say from when it holds")

    @staticmethod
    def exact(interval: Interval) -> Period:
        return Period(interval.start, interval.start, interval.end, interval.end)

    @staticmethod
    def of(start: tuple[int, int] | None, end: tuple[int, int] | None) -> Period:
        """It starts and ends at instants that `partial` has read; None is an open side."""
        return Period(*(start or (BEGINNING, BEGINNING)), *(end or (END, END)))

    @staticmethod
    def from_unknown_end(start: tuple[int, int]) -> Period:
        """It has ended, or will end, at some instant after its latest start."""
        return Period(*start, start[1] + 1, END)

    @property
    def is_exact(self) -> bool:
        return self.start == self.start_by and self.end_from == self.end

    @property
    def has_unknown_end(self) -> bool:
        return self.end_from == self.start_by + 1 and self.end == END

    @property
    def possible(self) -> Interval:
        """The instants at which it may hold."""
        return Interval(self.start, self.end)

    @property
    def certain(self) -> Interval | None:
        """The instants at which it holds for sure; None when there is none.

        That the end is after the start adds at most a microsecond, which is not counted: what holds
        `from 1952-01-01 to 1952` is not said to hold for sure at that first instant.
        """
        return Interval(self.start_by, self.end_from) if self.start_by < self.end_from else None

    def possibly_overlaps(self, other: Period) -> bool:
        """Some resolution of this one overlaps some resolution of *other*."""
        return self.possible.overlaps(other.possible)

    def certainly_overlaps(self, other: Period) -> bool:
        """Every resolution of this one overlaps every resolution of *other*.

        So it is wherever their certain extents overlap: then some instant is certain in both. It
        may also be so where one of them has no certain extent: what holds `from 1952 to 1952`
        overlaps what holds `from 1950 to 1960`, though no instant is certain to be in both.
        """
        return self._last_start < other._first_end and other._last_start < self._first_end

    @property
    def _last_start(self) -> int:
        """Of all resolutions."""
        return min(self.start_by, self.end - 1)

    @property
    def _first_end(self) -> int:
        """Of all resolutions."""
        return max(self.end_from, self.start + 1)

    # -- as text -----------------------------------------------------------------------------------

    def show(self) -> str:
        """As the language writes it after `valid`: `from … to …`, `at …`; or `always`.

        A range of instants is a year or a month; others, which no text in the language has, are
        shown with dots: `from 1952-03-01..1952-06-01`.
        """
        if self.is_exact and self.end == self.start + 1:
            return f"at {show_instant(self.start)}"
        sides = []
        if self.start_by != BEGINNING:
            sides.append(f"from {_show_range(self.start, self.start_by)}")
        if self.has_unknown_end:
            sides.append("to unknown")
        elif self.end_from != END:
            sides.append(f"to {_show_range(self.end_from, self.end)}")
        return " ".join(sides) or "always"

    def iso(self) -> str:
        """The text that `read` reads as this period."""
        start = ".." if self.start_by == BEGINNING else _show_range(self.start, self.start_by)
        if self.has_unknown_end:
            return f"{start}/"
        return f"{start}/{'..' if self.end_from == END else _show_range(self.end_from, self.end)}"

    @staticmethod
    def read(text: str) -> Period:
        """An interval as ISO 8601 writes it: start and end (`2001/2003`), or start and duration.

        As in its extended format (ISO 8601-2:2019, EDTF), `..` is an open side, and an end that is
        empty or `?` is not known. Unlike there, the end is where it ceases to hold, a day that
        ends it its beginning: `2026-01-01/2026-03-01` holds through February. A side may be a
        range between two instants, one of which may be open: `1952-03-01..1952-06-01/..`.

        Raises:
            ValueError: not a period; the message says why.
        """
        sides = _SLASH.split(text)
        if len(sides) != 2:
            raise ValueError(f"`{text}` does not say where it starts and where it ends: {_FORM}")
        start, end = sides
        if start in ("", "?"):
            raise ValueError(f"`{text}` has no start: write `..` where it has always held")
        begins = _read_range(start, BEGINNING)
        if end in ("", "?"):
            return Period.from_unknown_end(begins)
        if end.lstrip("+-").startswith("P"):
            if begins[0] != begins[1] or start == "..":
                raise ValueError(f"`{text}` counts from no one instant: write the day it starts")
            ends = Duration.read(end).after(begins[0])
            return Period.of(begins, (ends, ends))
        return Period.of(begins, _read_range(end, END))


def _show_range(first: int, last: int) -> str:
    """A year, a month or an instant, else `first..last`; an open side is left out."""
    sides = ("" if us in (BEGINNING, END) else show_instant(us) for us in (first, last))
    return show_partial(first, last) or "..".join(sides)


def _read_range(text: str, opening: int) -> tuple[int, int]:
    """What `_show_range` shows; `..` alone is *opening*."""
    first, dots, last = text.partition("..")
    if not dots:
        return partial(text)
    if not first and not last:
        return opening, opening
    return instant(first) if first else BEGINNING, instant(last) if last else END
