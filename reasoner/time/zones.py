"""Time zones by name: from what a clock shows there to its offset from UTC."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def offsets(local: datetime, name: str) -> tuple[timedelta, ...]:
    """The offsets from UTC of the clocks in zone *name* when they show *local* (naive).

    One as a rule; none when the clocks skip *local*, two when they show it twice. The zones are
    those of the system's IANA database, else of the package `tzdata`.

    Raises:
        ValueError: there is no such zone.
    """
    try:
        zone = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"no time zone is called `{name}` here") from None
    # PEP 495: across a change of the clocks, fold 0 counts from before it and fold 1 from after it.
    before, after = (zone.utcoffset(local.replace(fold=fold)) for fold in (0, 1))
    assert before is not None and after is not None
    if before == after:
        return (before,)
    return (before, after) if before > after else ()
