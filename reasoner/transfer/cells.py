"""What one cell of a table says: a value, an instant, a number, a name.

A cell is text (of CSV, or of Python) or a typed value (of Parquet, or of Python). What is wrong
with it is raised without a place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from ..errors import BadInstant, BadNumber, BadText, EmptyInterval, NotAValue, OutOfRange
from ..syntax.tree import Constant, Kind
from ..theory.values import constant
from ..time import END, Period, from_datetime, partial, show_instant

UNKNOWN = "?"  # an end that is not known
OPEN = (None, "")  # no start, or no end

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_TIME = re.compile(
    r"-?\d{4}-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?(\[[\w+/-]+\])?)?)?",
    re.ASCII,
)
_QUOTED = re.compile(r'"(?:\\["\\n]|[^"\\\n])*"')
_ESCAPE = re.compile(r"\\(.)")
_KINDS = {7: Kind.MONTH, 10: Kind.DATE}  # by the number of characters, without a sign


class Side(NamedTuple):
    """Where a period starts or ends: as `Period.read` reads it, and its first and last instant."""

    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Cells:
    """How cells are read.

    plain: text is a value by its form, as in CSV; otherwise it is text.
    zone: of date-times that name none; None: they are refused.
    """

    plain: bool
    zone: str | None = None

    # -- arguments ---------------------------------------------------------------------------------

    def argument(self, cell: object) -> Constant:
        """The value that a cell stands for.

        In plain text a number or a date as in the language is that, a text in quotes what it
        holds, and all else text.

        Raises: NotAValue, BadInstant.
        """
        if cell in OPEN:
            raise NotAValue("no value", help="fill it in, or take the row out")
        if not isinstance(cell, str):
            return constant(self._aware(cell))
        if not self.plain:
            return constant(cell)
        if _NUMBER.fullmatch(cell):
            return Constant(Kind.NUMBER, Decimal(cell), cell)
        if _TIME.fullmatch(cell):
            return self._time(cell)
        if _QUOTED.fullmatch(cell):
            text = _ESCAPE.sub(lambda found: "\n" if found[1] == "n" else found[1], cell[1:-1])
            return Constant(Kind.TEXT, text, text)
        return Constant(Kind.TEXT, cell, cell)

    def _time(self, cell: str) -> Constant:
        written = self._zoned(cell)
        try:
            first, _ = partial(written)
        except ValueError as wrong:
            raise _no_instant(wrong, "name the column under `text` if it is no date") from None
        return Constant(_KINDS.get(len(cell.lstrip("-")), Kind.MOMENT), first, written)

    def text(self, cell: object) -> Constant:
        """A cell that is text whatever it looks like."""
        if cell is None:
            raise NotAValue("no value", help="fill it in, or take the row out")
        return constant(str(cell))

    # -- when --------------------------------------------------------------------------------------

    def start(self, cell: object) -> Side:
        """An instant, a year, a month, or a range `1952-03-01..1952-06-01`; or open.

        Raises: BadInstant.
        """
        text = self._side(cell)
        opening = _period(f"{text}/..")
        return Side(text, opening.start, opening.start_by)

    def end(self, cell: object) -> Side:
        """The same; or not known (`?`), or a duration (`P3M`): these count from the start.

        Raises: BadInstant.
        """
        text = self._side(cell)
        if _counts_from_the_start(text):
            return Side(text, END, END)
        closing = _period(f"../{text}")
        return Side(text, closing.end_from, closing.end)

    def _side(self, cell: object) -> str:
        """One side of a period, as `Period.read` reads it."""
        match self._aware(cell):
            case None | "":
                return ".."
            case str(text):
                return self._zoned(text)
            case datetime() as moment:
                return show_instant(from_datetime(moment))
            case date() as day:
                return day.isoformat()
            case Constant(kind=Kind.DATE | Kind.MOMENT | Kind.MONTH, spelling=spelling):
                return spelling
        raise BadInstant(f"`{cell}` is no instant", help="give a date, or text such as `1952-03`")

    def _aware(self, cell: object) -> object:
        """A naive datetime as text, which the zone completes."""
        if isinstance(cell, datetime) and cell.utcoffset() is None:
            return self._zoned(cell.isoformat())
        return cell

    def _zoned(self, text: str) -> str:
        """As the language writes it: `T` between day and time, seconds, and a zone."""
        if len(text) < len("1952-03-01 12:00") or not _TIME.fullmatch(text):
            return text
        text = text.replace(" ", "T")
        if re.fullmatch(r"-?[\d-]{10}T\d\d:\d\d(?!:).*", text):
            cut = text.index("T") + len("T12:00")
            text = f"{text[:cut]}:00{text[cut:]}"
        named = text[-1] in "Z]" or text[-6] in "+-"
        return text if named or self.zone is None else f"{text}[{self.zone}]"


def period(start: Side, end: Side) -> Period:
    """When something holds that starts and ends so.

    Raises: BadInstant; EmptyInterval, when it ends before it starts, or as it does.
    """
    if _counts_from_the_start(end.text):
        return _period(f"{start.text}/{end.text}")
    if end.last <= start.first:
        raise EmptyInterval(
            f"it ends at {end.text}, and starts at {start.text}",
            help="give a later end: the first instant at which it no longer holds",
        )
    return Period(start.first, start.last, end.first, end.last)


def _counts_from_the_start(end: str) -> bool:
    return end == UNKNOWN or end.startswith("P")


def _period(text: str) -> Period:
    try:
        return Period.read(text)
    except ValueError as wrong:
        raise _no_instant(wrong) from None


def _no_instant(wrong: ValueError, otherwise: str = "") -> BadInstant:
    what, _, help = str(wrong).partition(": ")
    if "lacks its zone" in what:
        help = "end it in `Z` or an offset, or say the zone of all: `--zone Europe/Berlin`"
    return BadInstant(what, help=otherwise or help or "write `2026-03-01`, `2026-03` or `1952`")


# -- clauses ---------------------------------------------------------------------------------------


def fraction(cell: object) -> Decimal | None:
    """A weight or reliability; None for an empty cell.

    Raises: BadNumber, OutOfRange.
    """
    if cell in OPEN:
        return None
    written = repr(cell) if isinstance(cell, float) else str(cell)
    if isinstance(cell, bool) or not _NUMBER.fullmatch(written):
        raise BadNumber(f"`{written}` is no number", help="give one from 0 to 1, such as `0.8`")
    value = Decimal(written)
    if not 0 <= value <= 1:
        raise OutOfRange(f"{written} is out of range", help="give a number from 0 to 1")
    return value


def truth(cell: object) -> bool:
    """`true` or `false`; true for an empty cell. Raises: BadText."""
    match cell:
        case None | "":
            return True
        case bool():
            return cell
        case str() if cell.lower() in ("true", "false"):
            return cell.lower() == "true"
    raise BadText(f"`{cell}` is no truth value", help="write `true`, or `false` to deny the fact")


def written(value: Constant) -> str:
    """The cell of plain text that is read as *value*."""
    if value.kind is not Kind.TEXT:
        return value.spelling
    text = str(value.value)
    if text in OPEN or any(form.fullmatch(text) for form in (_NUMBER, _TIME, _QUOTED)):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return text
