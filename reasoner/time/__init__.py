"""Time: instants, half-open intervals and sets of them, durations, periods with uncertain ends."""

from .durations import Duration
from .instants import (
    DAY_US,
    FIRST,
    LAST,
    UNITS_US,
    beginning,
    from_datetime,
    instant,
    now,
    partial,
    show_instant,
    to_datetime,
)
from .intervals import (
    ALWAYS,
    BEGINNING,
    END,
    Interval,
    coalesce,
    cut,
    intersect_all,
    subtract,
    union,
)
from .periods import Period

__all__ = [
    "ALWAYS",
    "BEGINNING",
    "DAY_US",
    "END",
    "FIRST",
    "LAST",
    "UNITS_US",
    "Duration",
    "Interval",
    "Period",
    "beginning",
    "coalesce",
    "cut",
    "from_datetime",
    "instant",
    "intersect_all",
    "now",
    "partial",
    "show_instant",
    "subtract",
    "to_datetime",
    "union",
]
