"""Half-open intervals of instants, and sets of them.

An interval set is a tuple of intervals, sorted, that neither overlap nor touch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from .instants import show_instant

BEGINNING = -(2**63)  # of an interval that has no start
END = 2**63 - 1  # of an interval that has no end

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """[start, end) in microseconds; BEGINNING and END stand for an open side. Never empty."""

    start: int = BEGINNING
    end: int = END

    def __post_init__(self) -> None:
        if not BEGINNING <= self.start < self.end <= END:
            raise ValueError("an interval must end after it starts")

    def __contains__(self, us: int) -> bool:
        return self.start <= us < self.end

    def intersect(self, other: Interval) -> Interval | None:
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Interval(start, end) if start < end else None

    # The predicates of SQL:2011 for periods (ISO/IEC 9075-2; Kulkarni and Michels 2012); its EQUALS
    # is `==`.

    def overlaps(self, other: Interval) -> bool:
        """Some instant is in both."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Interval) -> bool:
        """Every instant of *other* is in this one."""
        return self.start <= other.start and other.end <= self.end

    def precedes(self, other: Interval) -> bool:
        return self.end <= other.start

    def succeeds(self, other: Interval) -> bool:
        return other.end <= self.start

    def immediately_precedes(self, other: Interval) -> bool:
        """It precedes *other* with no instant between them."""
        return self.end == other.start

    def immediately_succeeds(self, other: Interval) -> bool:
        """It succeeds *other* with no instant between them."""
        return other.end == self.start

    def show(self) -> str:
        """As the language writes it after `valid`: `from … to …`, `at …`; or `always`."""
        if self.start != BEGINNING and self.end == self.start + 1:
            return f"at {show_instant(self.start)}"
        sides = []
        if self.start != BEGINNING:
            sides.append(f"from {show_instant(self.start)}")
        if self.end != END:
            sides.append(f"to {show_instant(self.end)}")
        return " ".join(sides) or "always"


ALWAYS = Interval()


# -- interval sets ---------------------------------------------------------------------------------


def union(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The interval set that holds every instant of *intervals*."""
    merged: list[Interval] = []
    for interval in sorted(intervals):
        if merged and interval.start <= merged[-1].end:
            if interval.end > merged[-1].end:
                merged[-1] = Interval(merged[-1].start, interval.end)
        else:
            merged.append(interval)
    return tuple(merged)


def subtract(intervals: Iterable[Interval], holes: Iterable[Interval]) -> tuple[Interval, ...]:
    """The interval set of the instants of *intervals* that are in none of the *holes*."""
    removed = union(holes)
    left = []
    for interval in union(intervals):
        start = interval.start
        for hole in removed:
            if hole.end <= start:
                continue
            if hole.start >= interval.end:
                break
            if hole.start > start:
                left.append(Interval(start, hole.start))
            start = hole.end
        if start < interval.end:
            left.append(Interval(start, interval.end))
    return tuple(left)


def intersect_all(*sets: Iterable[Interval]) -> tuple[Interval, ...]:
    """The interval set of the instants that are in every one of *sets*; of no sets, every one."""
    common: tuple[Interval, ...] = (ALWAYS,)
    for intervals in sets:
        common = subtract(common, subtract((ALWAYS,), intervals))
    return common


def cut(within: Interval, intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """*within* in pieces, in order, cut at every end point of *intervals* inside it."""
    ends = {end for interval in intervals for end in (interval.start, interval.end)}
    inner = sorted(end for end in ends if within.start < end < within.end)
    starts = [within.start, *inner]
    return tuple(map(Interval, starts, [*inner, within.end]))


def coalesce(pieces: Iterable[tuple[Interval, T]]) -> tuple[tuple[Interval, T], ...]:
    """Disjoint pieces by start; those that touch and have equal values become one."""
    merged: list[tuple[Interval, T]] = []
    for interval, value in sorted(pieces, key=lambda piece: piece[0]):
        if merged and merged[-1][0].end == interval.start and merged[-1][1] == value:
            merged[-1] = (Interval(merged[-1][0].start, interval.end), value)
        else:
            merged.append((interval, value))
    return tuple(merged)
