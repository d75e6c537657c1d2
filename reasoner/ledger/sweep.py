"""A ledger read relation by relation, in the order of arguments, a bounded stretch at a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from .entries import Evidence, Mark, Sweep
from .keys import literal_key

_COLUMNS = ("relation", "first", "second")  # of a key of `keys`, and of the tables

RELATIONS = (
    "with recursive found(one) as (select min(relation) from evidence union all "
    "select (select min(relation) from evidence where relation > one) from found "
    "where one is not null) select one from found where one is not null"
)
"""The relations of literals, sorted: one step down an index for each."""

_ITEMS = (
    "select o.recorded, e.* from evidence e cross join operation o on o.seq = e.operation "
    "where {0} and o.recorded <= ?"
)
COMPOUNDS = f"{_ITEMS.format('e.relation is null')} order by e.seq"
"""Evidence about sentences that are no literals."""

Query = tuple[str, list[str | int]]


def mark_query(sweep: Sweep, after: Mark | None, count: int) -> Query:
    """What finds the mark of the item that stands *count* places after a mark."""
    columns = _columns(sweep)
    start, values = "", [sweep.relation]
    if after is not None:
        start = f" and {_row(columns)} > {_row('?' * len(after))}"
        values += after
    listed = ", ".join(columns)
    query = (
        f"select {listed} from evidence where relation = ? and {columns[-1]} is not null{start} "
        f"order by {listed} limit 1 offset ?"
    )
    return query, [*values, count - 1]


def item_queries(sweep: Sweep, after: Mark | None, upto: Mark | None, known: int) -> list[Query]:
    """What finds the items between two marks; with the first, those that lack an argument."""
    columns = tuple(f"e.{column}" for column in _columns(sweep))
    bounds, values = ["e.relation = ?"], [sweep.relation]
    for mark, order in ((after, ">"), (upto, "<=")):
        if mark is not None:
            bounds.append(f"{_row(columns)} {order} {_row('?' * len(mark))}")
            values += mark
    found: list[Query] = [(_ITEMS.format(" and ".join(bounds)), [*values, known])]
    if after is None and upto is not None:
        lacking = f"e.relation = ? and {columns[-1]} is null"
        found.append((_ITEMS.format(lacking), [sweep.relation, known]))
    return found


@cache
def _columns(sweep: Sweep) -> tuple[str, ...]:
    return tuple(_COLUMNS[1 + place] for place in sweep.places)


def _row(values: Iterable[str]) -> str:
    """Several values as one, in SQL."""
    return f"({', '.join(values)})"


@dataclass(frozen=True, slots=True)
class Swept:
    """Items in memory, in the order of a sweep; those that lack an argument come first."""

    marks: list[Mark]  # () for those
    items: list[Evidence]

    @staticmethod
    def of(sweep: Sweep, items: Iterable[Evidence]) -> Swept:
        """items: of literals of its relation."""
        pairs = sorted(
            ((_mark(sweep, item), item) for item in items), key=lambda pair: (pair[0], pair[1].seq)
        )
        return Swept([mark for mark, _ in pairs], [item for _, item in pairs])

    def mark(self, after: Mark | None, count: int) -> Mark | None:
        """See Ledger.mark."""
        place = bisect_right(self.marks, after or ()) + count - 1
        return self.marks[place] if place < len(self.marks) else None

    def between(self, after: Mark | None, upto: Mark | None) -> Sequence[Evidence]:
        """See Ledger.swept."""
        start = 0 if after is None else bisect_right(self.marks, after)
        end = len(self.marks) if upto is None else bisect_right(self.marks, upto)
        return self.items[start:end]


def _mark(sweep: Sweep, item: Evidence) -> Mark:
    key = literal_key(item.said.sentence)
    parts = tuple(part for place in sweep.places if (part := key[1 + place]) is not None)
    return parts if len(parts) == len(sweep.places) else ()
