"""Which names a stored ledger has given already, for a bulk of new ones at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .lookup import groups
from .reading import Query

AMONG = (
    "select name from operation where name in ({0}) "
    "union all select name from evidence where name in ({0})"
)
BETWEEN = (
    "select name from operation where name between ?1 and ?2 and length(name) = ?3 "
    "union all select name from evidence where name between ?1 and ?2 and length(name) = ?3"
)
"""Names of one length: of numbers in their order, those with as many digits."""


@dataclass(frozen=True, slots=True)
class StoredNames:
    """See recording.Names. query: inside the transaction in which names are given."""

    query: Query

    def among(self, names: Iterable[str]) -> set[str]:
        return {
            name
            for some, marks in groups(names)
            for (name,) in self.query(AMONG.format(marks), some)
        }

    def numbered(self, prefix: str, numbers: range) -> set[str]:
        """Perhaps others, too: whatever stands between them in the order of texts."""
        found: set[str] = set()
        first = numbers.start
        while first < numbers.stop:
            last = min(numbers.stop, 10 ** len(str(first))) - 1  # has as many digits
            ends = (f"{prefix}{first}", f"{prefix}{last}", len(f"{prefix}{first}"))
            found.update(name for (name,) in self.query(BETWEEN, ends))
            first = last + 1
        return found
