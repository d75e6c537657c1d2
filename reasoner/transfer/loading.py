"""Facts in bulk: the rows of a table -> evidence -> operations of the ledger, all or none."""

from __future__ import annotations

import csv
import io
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from ..errors import (
    LedgerMoved,
    Mistakes,
    NotAValue,
    ReasonerError,
    RowsRefused,
    Source,
    Span,
    UnknownRelation,
)
from ..ledger.entries import Ledger, NewEvidence, NewOperation
from ..syntax.tree import Name
from ..theory.model import Relation, Theory
from ..theory.names import unknown
from .bulk import uncollected
from .cells import OPEN
from .columns import Columns, placed
from .rows import Reader
from .tables import PythonRow, Row, Table, of_rows, reading

AT_ONCE = 10_000  # facts in one operation
SHOWN = 20  # bad rows that are told one by one

Watch = Callable[[float | None], None]
"""Is told how much of a table was read, from 0 to 1 (None: not known), after each operation."""


def load_facts(
    ledger: Ledger,
    theory: Theory,
    table: str | Path | Iterable[PythonRow],
    columns: Columns,
    *,
    session: str | None = None,
    delimiter: str = ",",
    header: bool = True,
    watch: Watch | None = None,
) -> int:
    """Record each row of a table as evidence for a fact; return how many there were.

    Up to 10,000 make one `expand`: no policy acts on them. Text in CSV is a number or a date where
    the language reads it so; in quotes of its own, or under `text`, it is text. Values of Python
    are what they are.

    Args:
        table: the path of a CSV or Parquet file; or rows: mappings, of which the first names all
            columns, or sequences, whose cells are called `1`, `2`, ….
        session: in which it is recorded; None for one of its own.
        delimiter, header: of CSV; without a header its columns are called `1`, `2`, ….
    Raises:
        Mistakes: E513 and E2 for columns that do not fit; or the first 20 bad rows with their
            places, and E516, which says how many there are. Then nothing was written.
        UnreadableFile, MissingLibrary, and as `append_all` does.
    """
    _require_kinds(table, columns, delimiter)
    relation = _relation(theory, columns)
    with _opened(table, delimiter, header) as rows:
        if rows is None:
            return 0
        load = _Load(rows, _reader(rows, ledger, theory, relation, columns))
        operations = _operations(load, ledger, theory, session or uuid.uuid4().hex, watch)
        with uncollected():
            ledger.append_all(operations)
        return load.count


def _require_kinds(table: object, columns: object, delimiter: object) -> None:
    """Raises: NotAValue, E216."""
    if not isinstance(columns, Columns):
        raise NotAValue("`columns` are no Columns", help='write `Columns("budget")`')
    if not isinstance(table, str | Path | Iterable):
        raise NotAValue("this is no table", help="give a path, or rows: mappings or sequences")
    if not isinstance(delimiter, str) or len(delimiter) != 1 or delimiter in '"\r\n':
        raise NotAValue("a delimiter is one character", help='give it as `","` or `"\\t"`')


@contextmanager
def _opened(
    table: str | Path | Iterable[PythonRow], delimiter: str, header: bool
) -> Iterator[Table | None]:
    """None for no rows of Python, which have no columns either."""
    if isinstance(table, str | Path):
        with reading(table, delimiter=delimiter, header=header) as rows:
            yield rows
        return
    waiting = iter(table)
    first = next(waiting, None)
    yield None if first is None else of_rows(first, waiting)


def _reader(
    rows: Table, ledger: Ledger, theory: Theory, relation: Relation, columns: Columns
) -> Reader:
    places = placed(columns, relation, rows.header, rows.name)
    return Reader(
        theory, relation, columns, places,
        plain=rows.plain, alike=rows.alike, taken=lambda name: ledger.deed(name) is not None,
    )  # fmt: skip


def _relation(theory: Theory, columns: Columns) -> Relation:
    relation = theory.relation(columns.relation)
    if relation is None:
        places = {each.name: each.span for each in theory.relations}
        declare = (
            f"declare it, as in `relation {columns.relation}({', '.join(columns.arguments)}).`"
        )
        raise unknown(UnknownRelation, "relation", Name(columns.relation), places, declare)
    return relation


def _operations(
    load: _Load, ledger: Ledger, theory: Theory, session: str, watch: Watch | None
) -> Iterator[NewOperation]:
    """Runs inside the transaction: it ends in an error when some row was bad.

    Raises: LedgerMoved, when other declarations came into force since *theory* was read.
    """
    declared = ledger.declared()
    if declared is not None and declared != theory.text:
        raise LedgerMoved(
            "others have declared something since on this ledger",
            help="open the ledger again with your declarations, then load the table",
        )
    text = theory.text if declared is None else None
    goal = f"facts of {load.table.name}"
    items = load.items()
    while batch := tuple(islice(items, AT_ONCE)):
        yield NewOperation("expand", goal=goal, session=session, evidence=batch, theory=text)
        text = None
        if watch is not None:
            watch(load.table.done())
    load.finish()


class _Load:
    """The rows of a table read one by one, and what was wrong with them."""

    def __init__(self, table: Table, reader: Reader) -> None:
        self.table, self.reader = table, reader
        self.count = 0
        self.bad = 0
        self.mistakes: list[ReasonerError] = []

    def items(self) -> Iterator[NewEvidence]:
        """The evidence of the rows, as long as none was bad."""
        read, width = self.reader.evidence, len(self.table.header)
        for line, row in self.table.rows:
            try:
                if len(row) != width:
                    raise _wrong_width(len(row), width)
                item = read(row)
            except ReasonerError as mistake:
                self._refuse(line, row, mistake)
                continue
            self.count += 1
            if not self.bad:
                yield item

    def finish(self) -> None:
        """Raises: Mistakes, when some row was bad."""
        if not self.bad:
            return
        rows = "1 row" if self.bad == 1 else f"{self.bad} rows"
        more = f"; the first {SHOWN} are shown" if self.bad > SHOWN else ""
        raise Mistakes(
            [
                *self.mistakes,
                RowsRefused(
                    f"{rows} of {self.bad + self.count} in {self.table.name} cannot be loaded, "
                    f"so none was{more}",
                    help="mend the rows, and load the table again",
                ),
            ]
        )

    def _refuse(self, line: int, row: Row, mistake: ReasonerError) -> None:
        self.bad += 1
        if self.bad > SHOWN:
            return
        found = list(self.reader.mistakes(row)) if len(row) == len(self.table.header) else []
        for index, each in found or [(0, mistake)]:
            each.span = _place(self.table.name, line, row, index)
            self.mistakes.append(each)


def _wrong_width(found: int, wanted: int) -> NotAValue:
    cells = "1 cell" if found == 1 else f"{found} cells"
    return NotAValue(
        f"this row has {cells}, and the table has {wanted} columns",
        help="give each column a cell, be it empty; check the delimiter",
    )


def _place(name: str, line: int, row: Row, index: int) -> Span:
    """Where cell *index* stands in its row, as CSV writes it."""
    cells = [_as_csv(cell) for cell in row]
    column = 1 + sum(len(cell) + 1 for cell in cells[:index])
    source = Source(name, ",".join(cells).split("\n")[0], line)
    return Span(line, column, line, column + len(cells[index]), source)


def _as_csv(cell: object) -> str:
    if cell in OPEN:
        return ""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([cell])
    return text.getvalue()
