"""Periods: intervals whose ends may be known to a year, to a month, or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from .intervals import BEGINNING, END, Interval


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """When something holds: it starts in [start, start_by] and ends in [end_from, end].

    All four are instants in microseconds; BEGINNING and END stand for an open side. An exact
    period has start == start_by and end_from == end. An end that is not known (`to unknown`) is
    any instant after the start: end_from == start + 1, end == END. Never empty: start < end.
    """

    start: int = BEGINNING
    start_by: int = BEGINNING
    end_from: int = END
    end: int = END

    @staticmethod
    def exact(interval: Interval) -> Period:
        return Period(interval.start, interval.start, interval.end, interval.end)

    @property
    def is_exact(self) -> bool:
        return self.start == self.start_by and self.end_from == self.end

    @property
    def possible(self) -> Interval:
        """The instants at which it may hold."""
        return Interval(self.start, self.end)

    @property
    def certain(self) -> Interval | None:
        """The instants at which it holds for sure; None when there is none."""
        return Interval(self.start_by, self.end_from) if self.start_by < self.end_from else None
