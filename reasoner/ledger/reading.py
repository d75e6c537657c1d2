"""The rows of a stored ledger, operation by operation and a bounded number at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .rows import Stored

Query = Callable[[str, Sequence[object]], list[Any]]
"""SQL and its values -> rows."""

OPERATIONS, ITEMS = 1000, 10_000  # at once; an operation with more items comes alone

_ORDER = {
    "operation": "seq",
    "evidence": "seq",
    "withdrawal": "operation, position",
    "tombstone": "operation, position",
    "touch": "operation, position",
}  # the first column holds the operation, but for evidence, which is counted through
LAST_EVIDENCE = (
    "select last_evidence from operation "
    "where seq = (select max(seq) from operation where seq <= ?)"
)


def stored(query: Query, first: int, last: int) -> Iterator[tuple[int, Mapping[str, list[Stored]]]]:
    """seq and rows by table, as they are stored, for each operation from *first* to *last*."""
    before = _last_evidence(query, first - 1)
    while first <= last:
        end = _end_of_batch(query, first, last, before)
        until = _last_evidence(query, end)
        found = {
            table: _by_operation(
                query, table, (before + 1, until) if table == "evidence" else (first, end)
            )
            for table in _ORDER
        }
        for seq in range(first, end + 1):
            yield seq, {table: rows.get(seq, []) for table, rows in found.items()}
        first, before = end + 1, until


def _last_evidence(query: Query, seq: int) -> int:
    """The last evidence that was recorded up to operation *seq*."""
    found = query(LAST_EVIDENCE, (seq,))
    return int(found[0][0]) if found else 0


def _end_of_batch(query: Query, first: int, last: int, before: int) -> int:
    """before: the last evidence before operation *first*."""
    beyond = query(
        "select operation from evidence where seq > ? order by seq limit 1", (before + ITEMS,)
    )
    enough = beyond[0][0] - 1 if beyond else last
    return max(first, min(enough, last, first + OPERATIONS - 1))


def _by_operation(query: Query, table: str, ends: tuple[int, int]) -> dict[int, list[Stored]]:
    """The rows whose numbers are between the ends, these included."""
    order = _ORDER[table]
    place = 1 if table == "evidence" else 0
    found: defaultdict[int, list[Stored]] = defaultdict(list)
    for row in query(
        f"select * from {table} where {order.split(',')[0]} between ? and ? order by {order}", ends
    ):
        found[row[place]].append(row)
    return found
