"""Whether a stored ledger is what was written: the chain, what is derived, and nothing besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..errors import Unstorable
from . import keys
from .chain import EMPTY, link
from .codec import decode
from .database import Database
from .entries import Head
from .reading import Query, stored
from .recording import Position
from .rows import UNREADABLE, Stored, derived_of
from .schema import COLUMNS


class _Wrong(Exception):
    """What is wrong, first of all."""


def verify(file: Database, head: str | None) -> Head:
    """See SqliteLedger.verify. It holds one batch of `reading.stored` at a time."""
    with file.snapshot() as connection:
        connection.text_factory = _any_text

        def query(sql: str, values: Sequence[object] = ()) -> list[Stored]:
            return connection.execute(sql, values).fetchall()

        try:
            return _Verification(query).run(head)
        except _Wrong as wrong:
            raise file.damaged(str(wrong)) from wrong.__cause__


def _any_text(found: bytes) -> str:
    """Also of bytes that are no text: then their hash cannot be computed."""
    return found.decode(errors="surrogateescape")


class _Verification:
    """One run, from the first operation to the last."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._position = Position()
        self._hash = EMPTY
        self._counted: Counter[str] = Counter()

    def run(self, head: str | None) -> Head:
        is_met = head in (None, EMPTY)
        last = self._query("select coalesce(max(seq), 0) from operation", ())[0][0]
        for seq, rows in stored(self._query, 1, last):
            try:
                self._operation(seq, rows)
            except (Unstorable, *UNREADABLE) as error:
                raise _Wrong(f"operation {seq} cannot be read ({error})") from error
            is_met = is_met or self._hash == head
        self._see_that_there_is_no_more()
        if not is_met:
            raise _Wrong(
                f"it ends with operation {last}, and no operation has the hash {head}: "
                "what was recorded last is gone, or this is another ledger"
            )
        return Head(last, self._hash)

    def _operation(self, seq: int, rows: Mapping[str, Sequence[Stored]]) -> None:
        """Check one operation, and go on to it."""
        if len(rows["operation"]) != 1:
            raise _Wrong(f"operation {seq} is not in the table `operation`")
        for table, places in (
            ("evidence", [row[0] - self._position.evidence - 1 for row in rows["evidence"]]),
            *((table, [row[1] for row in rows[table]]) for table in _BY_POSITION),
        ):
            if places != list(range(len(places))):
                raise _Wrong(f"operation {seq}: a row of the table `{table}` is missing")
        found = link(self._hash, rows)
        _, recorded, *_, last_evidence, hash = rows["operation"][0]
        if found != hash:
            raise _Wrong(f"operation {seq} is not what was written")
        if self._position.last is not None and recorded <= self._position.last:
            raise _Wrong(f"operation {seq} was recorded before the one before it")
        if last_evidence != self._position.evidence + len(rows["evidence"]):
            raise _Wrong(f"operation {seq}: its evidence would not be found")
        self._derived(seq, rows)
        self._counted.update({table: len(each) for table, each in rows.items()})
        self._position = Position(seq, last_evidence, recorded)
        self._hash = found

    def _derived(self, seq: int, rows: Mapping[str, Sequence[Stored]]) -> None:
        """What look-ups go by, which no hash covers."""
        first = self._position.evidence + 1
        mentions = self._query(
            "select * from mention where evidence between ? and ? order by evidence, position",
            (first, first - 1 + len(rows["evidence"])),
        )
        expected = []
        for row in rows["evidence"]:
            key, each = derived_of(row)
            if row[-len(key) :] != key:
                raise _Wrong(f"operation {seq}: evidence {row[0]} would not be found")
            expected.extend(each)
        if mentions != expected:
            raise _Wrong(f"operation {seq}: a row of the table `mention` is not what was written")
        self._counted["mention"] += len(mentions)
        for row in rows["tombstone"]:
            if row[-1] != keys.sentence_key(decode(row[2])):
                raise _Wrong(f"operation {seq}: tombstone {row[1] + 1} would not be found")

    def _see_that_there_is_no_more(self) -> None:
        for table in COLUMNS:
            count = self._query(f"select count(*) from {table}", ())[0][0]
            if count != self._counted[table]:
                raise _Wrong(f"the table `{table}` has rows that belong to no operation")
        if (found := self._query("pragma integrity_check(1)", ())[0][0]) != "ok":
            raise _Wrong(found)


_BY_POSITION = ("withdrawal", "tombstone", "touch")
