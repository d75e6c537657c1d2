"""The look-ups of a stored ledger, as SQL: each follows an index, whatever the ledger's size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import compress, zip_longest
from typing import TypeVar

from .entries import Pattern
from .keys import pattern_key
from .schema import GIVEN

T = TypeVar("T")

_GROUP = 1000  # names asked for at once
_NUMBERED = re.compile("(?:op|e)([1-9][0-9]{0,17})")

STANDING = (
    "select seq, last_evidence, recorded, hash from operation "
    "where seq = (select max(seq) from operation)"
)
"""Where the ledger stands: operations, evidence, last transaction time; and its hash."""

HEAD = "select coalesce(max(seq), 0) from operation"
LAST = "select recorded from operation where seq = (select max(seq) from operation)"
RECORDED = "select recorded from operation where seq = ?"


def named(columns: str, table: str) -> str:
    """What finds these of the rows that have one of some names: for `each`."""
    return (
        f"select {columns} from {table} where name in ({{0}}) and {GIVEN[table]} union all "
        f"select {columns} from {table} where seq in ({{1}}) and name in ({{0}})"
    )


OWNERS = named("operation", "evidence")
OWNER = (
    f"{named('seq, recorded, name, verb', 'operation')} union all "
    f"select seq, recorded, name, verb from operation where seq in ({OWNERS}) limit 1"
)
"""The operations of names of evidence; that of a name."""

_WITHHELD = (
    "select 1, o.name, w.* from withdrawal w cross join operation o on o.seq = w.operation "
    "where w.evidence in ({0}) and o.recorded <= ? union all "
    "select 0, o.name, t.*, null, null from tombstone t cross join operation o "
    "on o.seq = t.operation where t.key in ({1}) and o.recorded <= ?"
)
WITHDRAWALS_OF_RULES = (
    "select o.name, w.* from withdrawal w indexed by withdrawal_of_rules "
    "cross join operation o on o.seq = w.operation "
    "where w.rule is not null and o.recorded <= ? order by w.operation, w.position"
)
DISPLACED = (
    "select o.seq, o.recorded, o.name, o.verb, w.* from withdrawal w "
    "cross join operation o on o.seq = w.operation "
    f"where w.operation in ({OWNERS}) and o.recorded <= ? "
    "and not exists (select 1 from evidence where operation = w.operation "
    f"and name = w.evidence and {GIVEN['evidence']}) "
    "and not exists (select 1 from evidence where operation = w.operation "
    "and name = w.evidence and seq = cast(substr(w.evidence, 2) as integer))"
)
TOUCHES = (
    "select t.evidence, max(o.recorded) from touch t cross join operation o "
    "on o.seq = t.operation where t.evidence in ({0}) and o.recorded <= ? group by t.evidence"
)
RECOVERIES = (
    "select seq, recovers, recovers_over from operation where recovers in ({0}) and recorded <= ?"
)
DEEDS_ON_EVIDENCE = (
    f"select operation from ({OWNERS}) "
    "union select operation from withdrawal where evidence in ({0}) "
    "union select operation from touch where evidence in ({0})"
)
DEEDS_ON_SENTENCES = "select operation from tombstone where key in ({0})"
DEEDS_ON_RULES = (
    "select operation from withdrawal indexed by withdrawal_of_rules where rule is not null "
    "union select seq from operation where theory is not null"
)
UNDOING = "select seq from operation where recovers in ({0})"
DEEDS = (
    "select seq, recorded, name, verb from operation where seq in ({0}) and recorded <= ? "
    "order by seq"
)
DECLARED = (
    "select theory from operation where theory is not null and recorded <= ? "
    "order by recorded desc limit 1"
)
FIRST_DECLARED = "select theory from operation where theory is not null order by recorded limit 1"

SPEAKS_OF = (
    "select exists (select 1 from evidence where relation = ?1) "
    "or exists (select 1 from mention where relation = ?1)"
)
_EVIDENCE = (
    "select o.recorded, e.* from evidence e cross join operation o on o.seq = e.operation "
    "where {0} and o.recorded <= ?{1} union all "
    "select o.recorded, e.* from evidence e cross join operation o on o.seq = e.operation "
    "where e.seq in (select evidence from mention where {0}) and o.recorded <= ?{1}"
)


def evidence_about(pattern: Pattern, known: int) -> tuple[str, list[str | int]]:
    """What finds evidence that may fit *pattern*, in any order, and its values.

    Whether it fits is to be seen: the query knows of no argument after the second.
    """
    key = pattern_key(pattern)
    values = [value for value in key if value is not None]
    return _evidence(tuple(value is not None for value in key)), [*values, known]


@cache
def _evidence(given: tuple[bool, ...]) -> str:
    """given: of the relation, the first and the second argument."""
    columns = compress(("relation", "first", "second"), given)
    conditions = [f"{column} = ?{number}" for number, column in enumerate(columns, 1)]
    return _EVIDENCE.format(" and ".join(conditions), len(conditions) + 1)


def withheld(
    names: Iterable[str], keys: Iterable[str], known: int
) -> Iterator[tuple[str, list[str | int]]]:
    """What finds withdrawals of these names (1, then the row) and tombstones with these keys (0).

    Each row after the name of its operation. Queries with their values, some names at a time.
    """
    for some, others in zip_longest(_some(names), _some(keys), fillvalue=()):
        marks = (",".join("?" * len(some)), ",".join("?" * len(others)))
        yield _WITHHELD.format(*marks), [*some, known, *others, known]


def each(query: str, keys: Iterable[str | int]) -> Iterator[tuple[str, list[str | int]]]:
    """The query with its values, some keys (without repeats) at a time.

    {0} in it stands for them; {1}, where it is in it, for the numbers of names that are those of a
    row's own number.
    """
    for some in _some(keys):
        count = len(some)
        numbers = map(_number, some) if "{1}" in query else ()
        yield query.format(_marks(1, count), _marks(count + 1, 2 * count)), [*some, *numbers]


def _marks(first: int, last: int) -> str:
    return ",".join([f"?{number}" for number in range(first, last + 1)])


def _number(name: str | int) -> int:
    """7 for `e7` or `op7`; 0, which no row has, for another name."""
    found = _NUMBERED.fullmatch(str(name))
    return int(found[1]) if found else 0


def _some(values: Iterable[T]) -> Iterator[list[T]]:
    """Values without repeats, some at a time."""
    distinct = list(dict.fromkeys(values))
    for first in range(0, len(distinct), _GROUP):
        yield distinct[first : first + _GROUP]
