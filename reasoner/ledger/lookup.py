"""The look-ups of a stored ledger, as SQL: each follows an index, whatever the ledger's size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import compress, zip_longest
from typing import TypeVar

from .entries import Pattern
from .keys import pattern_key

T = TypeVar("T")

_GROUP = 1000  # names asked for at once

STANDING = (
    "select coalesce((select max(seq) from operation), 0), "
    "coalesce((select max(seq) from evidence), 0), "
    "(select max(recorded) from operation), "
    "coalesce((select hash from chain order by operation desc limit 1), '')"
)
"""Where the ledger stands: operations, evidence, last transaction time; and its hash."""

HEAD = "select coalesce(max(seq), 0) from operation"
LAST = "select max(recorded) from operation"
"""Parts of it, each at the end of an index."""

OWNER = (
    "select seq, recorded, name, verb from operation where name = ?1 "
    "union all select o.seq, o.recorded, o.name, o.verb from evidence e "
    "cross join operation o on o.seq = e.operation where e.name = ?1 limit 1"
)
"""The operation of a name."""

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
    "where w.operation in (select operation from evidence where name in ({0})) "
    "and not exists (select 1 from evidence e where e.name = w.evidence "
    "and e.operation = w.operation) and o.recorded <= ?"
)
TOUCHES = (
    "select t.evidence, max(o.recorded) from touch t cross join operation o "
    "on o.seq = t.operation where t.evidence in ({0}) and o.recorded <= ? group by t.evidence"
)
RECOVERIES = (
    "select seq, recovers, recovers_over from operation where recovers in ({0}) and recorded <= ?"
)
DEEDS_ON_EVIDENCE = (
    "select operation from evidence where name in ({0}) "
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
LAST_KNOWN = "select seq from operation where recorded <= ? order by recorded desc limit 1"
DECLARED = (
    "select theory from operation where theory is not null and recorded <= ? "
    "order by recorded desc limit 1"
)
FIRST_DECLARED = "select theory from operation where theory is not null order by recorded limit 1"

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


def groups(values: Iterable[T]) -> Iterator[tuple[list[T], str]]:
    """Values without repeats, some at a time, with the marks that stand for them in SQL."""
    for some in _some(values):
        yield some, ",".join(f"?{number}" for number in range(1, len(some) + 1))


def _some(values: Iterable[T]) -> Iterator[list[T]]:
    """Values without repeats, some at a time."""
    distinct = list(dict.fromkeys(values))
    for first in range(0, len(distinct), _GROUP):
        yield distinct[first : first + _GROUP]
