"""Tables: CSV, Parquet and rows of Python as one sequence of rows with their places."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..errors import MissingLibrary, NotAValue, UnreadableFile
from ..files import user_path
from ..syntax.tree import Constant, Kind
from ..time import DAY_US, FIRST, LAST, show_instant

if TYPE_CHECKING:
    from types import ModuleType

Row = Sequence[object]
PythonRow = Mapping[str, object] | Row
_ROWS = 10_000  # of Parquet, held at once

_PLAIN: frozenset[type] = frozenset((str,))
_PYTHON: frozenset[type] = frozenset((str, int, date, type(None)))
"""Not numbers with decimals (0.1, 0.10), nor instants: a time that clocks show twice is equal to
itself."""
_PARQUET: frozenset[type] = _PYTHON | {Decimal, Constant, datetime}
"""As it gives them: decimals of one scale, and instants without a zone or as constants."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header.

    name: what messages call it. plain: its cells are plain text, whose form says what they are.
    alike: types of which equal cells of one column say the same.
    rows: the line of each, from 1 (of what is no text its number, from 1), and its cells.
    done: the part of it that was read so far, from 0 to 1; None where that is not known.
    """

    name: str
    header: tuple[str, ...]
    rows: Iterator[tuple[int, Row]]
    plain: bool = False
    alike: frozenset[type] = _PLAIN
    done: Callable[[], float | None] = lambda: None


@contextmanager
def reading(path: str | Path, *, delimiter: str = ",", header: bool = True) -> Iterator[Table]:
    """The table in a file: Parquet by its name (`.parquet`), else CSV in UTF-8 (RFC 4180).

    header: whether the first row of CSV names the columns; without one they are `1`, `2`, ….
    Raises: UnreadableFile, E501, also while rows are read; MissingLibrary, E514.
    """
    file = user_path(path)
    try:
        with file.open("rb") as raw:
            if file.suffix == ".parquet":
                yield _parquet(raw, str(path))
            else:
                yield _csv(raw, str(path), delimiter, header)
    except OSError as failure:
        raise UnreadableFile(
            f"cannot read `{path}`: {failure.strerror or failure}",
            help="give the path of a CSV or Parquet file",
        ) from None


def of_rows(first: PythonRow, rest: Iterable[PythonRow]) -> Table:
    """Rows of Python. The first is a mapping by column, or a sequence: `1`, `2`, …; so are all.

    Raises: NotAValue, for a row that is neither.
    """
    names = tuple(first) if isinstance(first, Mapping) else _numbered(len(_cells(first, ())))

    def numbered() -> Iterator[tuple[int, Row]]:
        for number, row in enumerate(chain((first,), rest), 1):
            yield number, _cells(row, names)

    return Table("<rows>", names, numbered(), alike=_PYTHON)


def _cells(row: object, names: tuple[str, ...]) -> Row:
    if isinstance(row, tuple | list):
        return row
    if isinstance(row, Mapping):
        if more := [name for name in row if name not in names]:
            raise NotAValue(
                f"the column {more[0]!r} is in this row, and not in the first",
                help="give the first row every column, with None where it says nothing",
            )
        return [row.get(name) for name in names]
    if isinstance(row, Sequence) and not isinstance(row, str | bytes):
        return row
    raise NotAValue(
        f"a value of type {type(row).__name__} is no row of a table",
        help='give dicts by column, such as `{"project": "apollo"}`, or tuples',
    )


def _numbered(width: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, width + 1)))


# -- CSV -------------------------------------------------------------------------------------------


def _csv(raw: BinaryIO, name: str, delimiter: str, header: bool) -> Table:
    size = raw.seek(0, io.SEEK_END)
    raw.seek(0)
    text = io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")
    rows = _csv_rows(text, name, delimiter)
    first = next(rows, None)
    if first is None:
        names: tuple[str, ...] = ()
    elif header:
        names = tuple(map(str, first[1]))
    else:
        names, rows = _numbered(len(first[1])), _put_back(first, rows)
    return Table(name, names, rows, plain=True, done=lambda: text.buffer.tell() / (size or 1))


def _put_back(first: tuple[int, Row], rest: Iterator[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    yield first
    yield from rest


def _csv_rows(text: io.TextIOWrapper, name: str, delimiter: str) -> Iterator[tuple[int, Row]]:
    """Each row with the line on which it begins; empty lines are passed over."""
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    line = 0
    try:
        for row in reader:
            if row:
                yield line + 1, row
            line = reader.line_num
    except csv.Error as error:
        raise UnreadableFile(
            f"{name}:{reader.line_num}: this is no CSV: {error}",
            help='put a cell that holds the delimiter or `"` in quotes, with `""` for `"`',
        ) from None
    except UnicodeDecodeError:
        raise UnreadableFile(
            f"cannot read `{name}` after line {reader.line_num}: it is not text in UTF-8",
            help="save it as UTF-8",
        ) from None


# -- Parquet ---------------------------------------------------------------------------------------


def arrow(part: str = "parquet") -> ModuleType:
    """The module `pyarrow.parquet`, or another part of pyarrow.

    Raises: MissingLibrary, E514.
    """
    from importlib import import_module

    try:
        return import_module(f"pyarrow.{part}" if part else "pyarrow")
    except ImportError:
        raise MissingLibrary(
            "Parquet needs the library `pyarrow`, which is not installed",
            help="install it with `pip install 'reasoner[parquet]'`, or give CSV",
        ) from None


def _parquet(raw: BinaryIO, name: str) -> Table:
    invalid = arrow("").ArrowInvalid
    try:
        file = arrow().ParquetFile(raw)
    except invalid as error:
        raise _no_parquet(name, error) from None
    total, so_far = file.metadata.num_rows, 0

    def rows() -> Iterator[tuple[int, Row]]:
        nonlocal so_far
        try:
            for batch in file.iter_batches(_ROWS):
                columns = [_values(column) for column in batch.columns]
                for row in zip(*columns, strict=True):
                    so_far += 1
                    yield so_far, row
        except (invalid, ValueError) as error:
            raise _no_parquet(name, error) from None

    def done() -> float:
        return so_far / total if total else 1.0

    return Table(name, tuple(file.schema_arrow.names), rows(), alike=_PARQUET, done=done)


def _values(column: Any) -> list[object]:
    """One column; days and instants become constants, since Python's hold the years 1 to 9999."""
    pa = arrow("")
    kind = column.type
    if pa.types.is_date(kind):
        days = column.cast(pa.date32()).cast(pa.int32()).to_pylist()
        return [None if day is None else _constant(Kind.DATE, day * DAY_US) for day in days]
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        instants = column.cast(pa.timestamp("us", kind.tz)).cast(pa.int64()).to_pylist()
        return [None if us is None else _constant(Kind.MOMENT, us) for us in instants]
    if pa.types.is_timestamp(kind):
        column = column.cast(pa.timestamp("us"))
    values: list[object] = column.to_pylist()
    return values


def _constant(kind: Kind, us: int) -> Constant:
    """Raises: ValueError, beyond the years that there are."""
    if not FIRST <= us <= LAST:
        raise ValueError("a date in it is outside the years -9999 to 9999")
    shown = show_instant(us)
    return Constant(kind, us, shown if kind is Kind.DATE or "T" in shown else f"{shown}T00:00:00Z")


def _no_parquet(name: str, error: Exception) -> UnreadableFile:
    what = str(error).split("\n")[0]
    return UnreadableFile(f"cannot read `{name}`: {what}", help="give a Parquet file, or CSV")
