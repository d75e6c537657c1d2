"""Time: instants, half-open intervals and sets of them, periods with uncertain ends."""

from .instants import (
    DAY_US,
    UNITS_US,
    from_datetime,
    instant,
    now,
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
    "UNITS_US",
    "Interval",
    "Period",
    "coalesce",
    "cut",
    "from_datetime",
    "instant",
    "intersect_all",
    "now",
    "show_instant",
    "subtract",
    "to_datetime",
    "union",
]
