"""Which names a stored ledger has given already, for a bulk of new ones at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .lookup import each, named
from .reading import Query
from .schema import GIVEN

AMONG = f"{named('name', 'operation')} union all {named('name', 'evidence')}"
BETWEEN = " union all ".join(
    f"select name from {table} where name between ?1 and ?2 and length(name) = ?3 and {is_given}"
    for table, is_given in GIVEN.items()
)
"""Names of one length: of numbers in their order, those with as many digits."""


@dataclass(frozen=True, slots=True)
class StoredNames:
    """See recording.Names. query: inside the transaction in which names are given."""

    query: Query

    def among(self, names: Iterable[str]) -> set[str]:
        return {
            name for query, values in each(AMONG, names) for (name,) in self.query(query, values)
        }

    def numbered(self, prefix: str, numbers: range) -> set[str]:
        """Perhaps others, too: whatever stands between them in the order of texts.

        A row to come has none of them by its number yet.
        """
        found: set[str] = set()
        first = numbers.start
        while first < numbers.stop:
            last = min(numbers.stop, 10 ** len(str(first))) - 1  # has as many digits
            ends = (f"{prefix}{first}", f"{prefix}{last}", len(f"{prefix}{first}"))
            found.update(name for (name,) in self.query(BETWEEN, ends))
            first = last + 1
        return found
