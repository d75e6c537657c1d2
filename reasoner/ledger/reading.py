"""The rows of a stored ledger, operation by operation and a bounded number at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .rows import Stored

Query = Callable[[str, Sequence[object]], list[Any]]
"""SQL and its values -> rows."""

OPERATIONS, ITEMS = 1000, 10_000  # at once; an operation with more items comes alone

_TABLES = {
    "operation": ("seq", "seq"),
    "evidence": ("operation", "operation, seq"),
    "withdrawal": ("operation", "operation, position"),
    "tombstone": ("operation", "operation, position"),
    "touch": ("operation", "operation, position"),
    "chain": ("operation", "operation"),
}  # the column that holds the operation, and the order


def stored(query: Query, first: int, last: int) -> Iterator[tuple[int, Mapping[str, list[Stored]]]]:
    """seq and rows by table, the chain's among them, for each operation from *first* to *last*."""
    while first <= last:
        end = _end_of_batch(query, first, last)
        found = {table: _by_operation(query, table, first, end) for table in _TABLES}
        for seq in range(first, end + 1):
            yield seq, {table: rows.get(seq, []) for table, rows in found.items()}
        first = end + 1


def _end_of_batch(query: Query, first: int, last: int) -> int:
    beyond = query(
        "select operation from evidence where seq >= (select seq from evidence "
        "where operation >= ? order by operation, seq limit 1) + ? order by seq limit 1",
        (first, ITEMS),
    )
    enough = beyond[0][0] - 1 if beyond else last
    return max(first, min(enough, last, first + OPERATIONS - 1))


def _by_operation(query: Query, table: str, first: int, last: int) -> dict[int, list[Stored]]:
    column, order = _TABLES[table]
    place = 1 if table == "evidence" else 0
    found: defaultdict[int, list[Stored]] = defaultdict(list)
    for row in query(
        f"select * from {table} where {column} between ? and ? order by {order}", (first, last)
    ):
        found[row[place]].append(row)
    return found
