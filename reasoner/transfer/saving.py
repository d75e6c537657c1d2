"""Facts as a table: the evidence for the facts of a relation, as CSV or Parquet that can be loaded.

What is withdrawn is left out, for as long as it is.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol

from ..errors import NotOneTable
from ..ledger.entries import Ledger, Pattern
from ..syntax.tree import Constant, Kind, Literal
from ..theory.model import Relation, Theory
from ..time import DAY_US, Interval, Period
from ..view import Item, View
from .cells import UNKNOWN, written
from .columns import Columns
from .tables import arrow

_CLAUSES = (
    "from", "to", "source", "weight", "reliability", "type", "label", "origin", "agent",
    "session", "truth",
)  # fmt: skip
_NUMBERS = ("weight", "reliability")


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one relation: a row for each item of evidence and each time it holds.

    columns: as `load_facts` needs them to load the table again.
    rows: the arguments as constants, then what else is said: text, Decimal, bool or None.
    left_out: how many compound sentences speak of the relation, which no table holds.
    """

    columns: Columns
    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    left_out: int = 0


def facts(ledger: Ledger, theory: Theory, relation: Relation, known: int | None = None) -> Facts:
    """What is recorded of a relation and in force, as known at *known* (None: now).

    To load it into an empty ledger under the same theory gives the same view, but that ages
    count from then. Parquet keeps the values of numbers, and not their spelling.
    """
    view = View(ledger, theory, known=known).where_possible()
    about = view.about(Pattern(relation.name, (None,) * relation.arity))
    items = sorted(
        ((item, each.sentence) for each in about for item in each.items
         if isinstance(each.sentence, Literal)),
        key=lambda pair: pair[0].evidence.seq,
    )  # fmt: skip
    rows = tuple(row for item, sentence in items for row in _rows(item, sentence))
    left_out = sum(not isinstance(each.sentence, Literal) for each in about)
    clauses = _named_apart(relation.arguments)
    columns = Columns(relation.name, relation.arguments, (), *clauses)
    return Facts(columns, (*relation.arguments, *clauses), rows, left_out)


def _named_apart(arguments: tuple[str, ...]) -> list[str]:
    """The names of the other columns: an argument may be called so too."""
    names = []
    for name in _CLAUSES:
        while name in arguments:
            name += "_"
        names.append(name)
    return names


def _rows(item: Item, sentence: Literal) -> Iterator[tuple[Any, ...]]:
    said = item.evidence.said
    label: str | None = said.name
    for interval in item.effective:
        start, end = _sides(said.valid, interval)
        yield (
            *sentence.atom.arguments, start, end, said.source, said.weight, said.reliability,
            said.type, label, said.origin, said.agent, said.session, sentence.positive,
        )  # fmt: skip
        label = None


def _sides(valid: Period, left: Interval) -> tuple[str | None, str | None]:
    """What is left of a period within an interval: from, to."""
    start_by, end_from = max(left.start, valid.start_by), min(left.end, valid.end_from)
    period = Period(left.start, start_by, end_from, left.end)
    start, _, end = period.iso().partition("/")
    if period.has_unknown_end:
        end = UNKNOWN
    return None if start == ".." else start, None if end == ".." else end


# -- CSV -------------------------------------------------------------------------------------------


class Sink(Protocol):
    """What takes text."""

    def write(self, text: str, /) -> object: ...


def write_csv(found: Facts, stream: Sink) -> None:
    """Under a header; text that would be read as something else stands in quotes of its own."""
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(found.header)
    writer.writerows([_plain(cell) for cell in row] for row in found.rows)


def _plain(cell: object) -> str:
    match cell:
        case Constant():
            return written(cell)
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case Decimal():
            return f"{cell:f}"
    return str(cell)


# -- Parquet ---------------------------------------------------------------------------------------


def write_parquet(found: Facts, path: Path) -> None:
    """With a type for each column.

    Raises:
        MissingLibrary: E514.
        NotOneTable: E517, when a column holds values of different kinds.
    """
    pa = arrow("")
    columns = list(zip(*found.rows, strict=True)) or [()] * len(found.header)
    arity = len(found.header) - len(_CLAUSES)
    arrays = [_values(pa, found.header[index], columns[index]) for index in range(arity)]
    for name, column in zip(_CLAUSES, columns[arity:], strict=True):
        kind = {"truth": pa.bool_()}.get(name, pa.string())
        arrays.append(pa.array(column, None if name in _NUMBERS and column else kind))
    table = pa.table(dict(zip(found.header, arrays, strict=True)))
    arrow().write_table(table, path)


def _values(pa: Any, name: str, column: Sequence[Constant]) -> Any:
    """One argument: text, numbers, days or instants."""
    kinds = {value.kind for value in column}
    if len(kinds) > 1 or Kind.MONTH in kinds:
        listed = " and ".join(sorted(f"{kind.value}s" for kind in kinds))
        raise NotOneTable(
            f"the column `{name}` would hold {listed}, for which Parquet has no one type",
            help="write CSV instead",
        )
    values = [value.value for value in column]
    try:
        if kinds == {Kind.DATE}:
            days = [int(us) // DAY_US for us in values]
            return pa.array(days, pa.int32()).cast(pa.date32())
        if kinds == {Kind.MOMENT}:
            return pa.array(values, pa.int64()).cast(pa.timestamp("us", "UTC"))
        return pa.array(values, None if kinds == {Kind.NUMBER} else pa.string())
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise NotOneTable(
            f"the numbers of `{name}` have more digits than Parquet's have",
            help="write CSV instead",
        ) from error
