"""What was measured of a piece of work: figures of both sides, their ratio, and its aim."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

MICROSECONDS, MILLISECONDS, SECONDS, MEGABYTES = "us", "ms", "s", "MB"
_PER = {MICROSECONDS: 1e-6, MILLISECONDS: 1e-3, SECONDS: 1.0, MEGABYTES: 1e6}


@dataclass(frozen=True, slots=True)
class Row:
    """Figures in seconds (bytes, where the unit is MEGABYTES), one a round, for one call or fact.

    against: what the other side is; "" where there is none, and theirs is ().
    aim: the most that the ratio may be; where there is no other side, ours. None: there is none.
    agree: whether both sides answered the same; None where nothing was asked.
    """

    name: str
    against: str
    unit: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...] = ()
    aim: float | None = None
    agree: bool | None = None

    @property
    def ratio(self) -> float | None:
        """Median of ours over median of theirs."""
        if not self.theirs:
            return None
        return statistics.median(self.ours) / statistics.median(self.theirs)

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None where there is none."""
        if self.aim is None:
            return None
        measured = statistics.median(self.ours) if self.ratio is None else self.ratio
        return measured <= self.aim


HEAD = ("", "against", "ours", "theirs", "", "ratio", "aim", "")


def table(rows: Sequence[Row]) -> str:
    """The rows as text, one line each, and how many aims are met."""
    cells = [HEAD, *map(_cells, rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEAD))]
    lines = (
        "  ".join(
            cell.rjust(width) if column in (2, 3, 5, 6) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )
    aimed = [row for row in rows if row.aim is not None]
    met = sum(row.met is True for row in aimed)
    return "\n".join([*lines, "", f"{met} of {len(aimed)} aims are met."])


def _cells(row: Row) -> tuple[str, ...]:
    per = _PER[row.unit]
    aim = row.aim if row.against or row.aim is None else row.aim / per
    verdict = "DIFFER" if row.agree is False else "missed" if row.met is False else ""
    return (
        row.name,
        row.against,
        f"{statistics.median(row.ours) / per:.4g}",
        f"{statistics.median(row.theirs) / per:.4g}" if row.theirs else "",
        row.unit,
        "" if row.ratio is None else f"{row.ratio:.2f}",
        "" if aim is None else f"{aim:g}",
        verdict,
    )
