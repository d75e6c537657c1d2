"""The ledger in a SQLite file: durable, shared by programs, with a time of its own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Any

from ..errors import LedgerNotEmpty, StoredClock, Unstorable
from ..syntax.tree import Sentence
from ..time import END, Interval, now
from . import lookup
from . import sweep as sweeping
from .chain import EMPTY, link
from .codec import decode_intervals
from .database import Database
from .entries import (
    Deed,
    Entombed,
    Evidence,
    Head,
    Ledger,
    Mark,
    Name,
    NewOperation,
    Operation,
    Pattern,
    Sweep,
    Withdrawal,
    Withdrawn,
)
from .keys import fits, sentence_key
from .memory import MemoryLedger
from .names import StoredNames
from .reading import stored
from .recording import Position, place, record
from .rows import (
    UNREADABLE,
    Rows,
    Stored,
    evidence_of,
    operation_of,
    rows_of,
    rows_of_new,
    tombstone_of,
    withdrawal_of,
)
from .verify import verify


class SqliteLedger:
    """The ledger in the file at *path*, which is made when there is none.

    Several programs and threads may use one file at once: one writes at a time, and whoever
    reads waits for no one. What `append` has returned survives a crash of the program and of the
    machine. With durable=False (several times faster) it survives a crash of the program; a
    machine that loses its power may lose the last operations, and never any but the last.

    A ledger of an earlier version is brought to the newest when it is opened.

    Raises:
        UnreadableFile, NotALedger, NewerLedger, DamagedLedger, LedgerBusy: E501 to E505.
    """

    def __init__(self, path: str | Path, *, durable: bool = True) -> None:
        self._file = Database(path, durable=durable)
        self._names = StoredNames(self._file.rows_now)

    def __enter__(self) -> SqliteLedger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; a second time does nothing."""
        self._file.close()

    # -- writing -----------------------------------------------------------------------------------

    def append(
        self, operation: NewOperation, *, expecting: int | None = None, clock: int | None = None
    ) -> Operation:
        """See Ledger. Any clock is refused (StoredClock, E509): the wall clock is read.

        Raises also: Unstorable (E510), and E501, E504, E505 when the file lets us down.
        """
        if clock is not None:
            raise StoredClock(
                "a stored ledger has its own time: no clock can be set",
                help="leave `clock` out, or run in memory",
            )
        with self._file.writing():
            position, previous = self._end()
            recorded = record(
                operation, after=position, reading=now(), names=self._names, expecting=expecting
            )
            self._insert(rows_of(recorded), position.after(recorded), previous)
        return recorded

    def append_all(self, operations: Iterable[NewOperation]) -> int:
        """See Ledger; no one else can write until it ends. Raises as `append` does."""
        count = 0
        with self._file.writing():
            position, previous = self._end()
            for operation in operations:
                at = place(
                    operation, after=position, reading=now(), names=self._names, expecting=None
                )
                last_evidence = position.evidence + len(operation.evidence)
                position = Position(at.seq, last_evidence, at.recorded)
                previous = self._insert(rows_of_new(operation, at), position, previous)
                count += 1
        return count

    def restore(self, entries: Iterable[tuple[Operation, str]]) -> int:
        """Write a whole ledger as `chain` gave it, all or none, and return its operations' number.

        Names and transaction times stay as they are; every hash is computed anew.

        Raises:
            LedgerNotEmpty: E512, there are operations here already.
            DamagedLedger: E504, with the first operation that is not what was written.
            DuplicateName, Unstorable, and E501, E505, as `append` does.
        """
        with self._file.writing():
            position, previous = self._end()
            if position != Position():
                raise LedgerNotEmpty(
                    f"`{self._file.path}` holds {position.operations} operations already",
                    help="restore into a new file",
                )
            for operation, stated in entries:
                again = record(
                    operation.said,
                    after=position,
                    reading=operation.recorded,
                    names=self._names,
                    expecting=None,
                )
                rows, end = rows_of(again), position.after(again)
                previous = self._insert(rows, end, previous)
                if again != operation or previous != stated:
                    raise self._file.damaged(
                        f"operation {position.operations + 1} is not what was written"
                    )
                position = end
        return position.operations

    def _end(self) -> tuple[Position, str]:
        """Where the ledger stands, and its hash, inside a transaction."""
        return _standing(self._file.rows_now(lookup.STANDING))

    def _insert(self, rows: Rows, end: Position, previous: str) -> str:
        """Write an operation, its rows, after the one with the hash *previous*; its own hash.

        end: where the ledger stands then.
        """
        found = link(previous, rows)
        derived = (end.evidence, found)
        for table, each in rows.items():
            self._file.insert(table, [(*each[0], *derived)] if table == "operation" else each)
        return found

    # -- where it stands ---------------------------------------------------------------------------

    @property
    def head(self) -> int:
        return int(self._file.rows(lookup.HEAD)[0][0])

    @property
    def last(self) -> int | None:
        found = self._file.rows(lookup.LAST)
        return int(found[0][0]) if found else None

    @property
    def digest(self) -> str:
        """The hash of the last operation, which covers all before it; "" for an empty ledger.

        Noted elsewhere, it shows whether anything up to there was changed since: see `verify`.
        """
        return _standing(self._file.rows(lookup.STANDING))[1]

    def fork(self) -> Ledger:
        return MemoryLedger.above(self, _standing(self._file.rows(lookup.STANDING))[0])

    # -- everything --------------------------------------------------------------------------------

    def operations(self, known: int | None = None) -> Iterator[Operation]:
        """See Ledger. What is appended while the iterator is in use does not show in it."""
        for operation, _ in self._read(known):
            yield operation

    def chain(self) -> Iterator[tuple[Operation, str]]:
        """Every operation with its hash, as it is stored: a whole copy, for `restore`."""
        return self._read(None)

    def verify(self, head: str | None = None) -> Head:
        """Compute anew every hash and all that is derived, and see that nothing is missing.

        head: a `digest` that was noted before. What is appended meanwhile is left out.
        Raises:
            DamagedLedger: E504, with the first operation that is not what was written, or with
                *head* when the ledger no longer comes to it.
        """
        return verify(self._file, head)

    def _read(self, known: int | None) -> Iterator[tuple[Operation, str]]:
        return map(self._with_hash, stored(self._file.rows, 1, self._last_known(known)))

    def _last_known(self, known: int | None) -> int:
        """seq of the last operation recorded at or before *known*: the two grow together."""
        head = self.head
        if known is None:
            return head
        with self._readable():
            return bisect_right(range(1, head + 1), known, key=self._recorded)

    def _recorded(self, seq: int) -> int:
        return int(self._file.rows(lookup.RECORDED, [seq])[0][0])

    def _with_hash(self, found: tuple[int, Mapping[str, list[Stored]]]) -> tuple[Operation, str]:
        _, rows = found
        with self._readable():
            return operation_of(rows), rows["operation"][0][-1]

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Rows that hold what was never written, as our own error."""
        try:
            yield
        except UNREADABLE as error:
            raise self._file.damaged(f"what is stored cannot be read ({error})") from error

    # -- sweeps ------------------------------------------------------------------------------------

    def relations(self) -> list[str]:
        return [name for (name,) in self._file.rows(sweeping.RELATIONS)]

    def compounds(self, known: int | None = None) -> list[Evidence]:
        return self._items(self._file.rows(sweeping.COMPOUNDS, [_instant(known)]))

    def mark(self, sweep: Sweep, after: Mark | None, count: int) -> Mark | None:
        rows = self._file.rows(*sweeping.mark_query(sweep, after, count))
        return tuple(rows[0]) if rows else None

    def swept(
        self, sweep: Sweep, after: Mark | None, upto: Mark | None, known: int | None = None
    ) -> list[Evidence]:
        queries = sweeping.item_queries(sweep, after, upto, _instant(known))
        return self._items([row for query in queries for row in self._file.rows(*query)])

    # -- look-ups ----------------------------------------------------------------------------------

    def evidence(self, pattern: Pattern, known: int | None = None) -> list[Evidence]:
        query, values = lookup.evidence_about(pattern, _instant(known))
        items = self._items(self._file.rows(query, values))
        return [item for item in items if fits(pattern, item.said.sentence)]

    def speaks_of(self, relation: str) -> bool:
        return bool(self._file.rows(lookup.SPEAKS_OF, [relation])[0][0])

    def _items(self, rows: list[Stored]) -> list[Evidence]:
        """Evidence by its rows, each after its transaction time; in the order of recording."""
        with self._readable():
            return [evidence_of(row[0], row[1:]) for row in sorted(rows, key=itemgetter(1))]

    def withheld(
        self, names: Iterable[str], sentences: Iterable[Sentence], known: int | None = None
    ) -> tuple[list[Withdrawn], list[Entombed]]:
        rows: list[Stored] = []
        for query, values in lookup.withheld(names, _keys(sentences), _instant(known)):
            rows += self._file.rows(query, values)
        if not rows:
            return [], []
        rows.sort(key=_place)
        with self._readable():
            return (
                [(row[1], withdrawal_of(row[2:])) for row in rows if row[0]],
                [(row[1], tombstone_of(row[2:])) for row in rows if not row[0]],
            )

    def withdrawn_rules(self, known: int | None = None) -> list[Withdrawn]:
        rows = self._file.rows(lookup.WITHDRAWALS_OF_RULES, [_instant(known)])
        with self._readable():
            return [(row[0], withdrawal_of(row[1:])) for row in rows]

    def displaced(
        self, names: Iterable[str], known: int | None = None
    ) -> list[tuple[Deed, Withdrawal]]:
        rows = set(self._of_each(lookup.DISPLACED, names, known))
        with self._readable():
            found = [(Deed(*row[:4]), withdrawal_of(row[4:])) for row in sorted(rows, key=_at)]
        return found

    def touches(self, names: Iterable[str], known: int | None = None) -> dict[str, int]:
        return dict(self._of_each(lookup.TOUCHES, names, known))

    def recoveries(
        self, operations: Iterable[Name], known: int | None = None
    ) -> list[tuple[Name, tuple[Interval, ...]]]:
        rows = sorted(self._of_each(lookup.RECOVERIES, operations, known))
        with self._readable():
            return [(name, decode_intervals(over)) for _, name, over in rows]

    def deeds(
        self, names: Iterable[str], sentences: Iterable[Sentence], known: int | None = None
    ) -> list[Deed]:
        found = {seq for (seq,) in self._file.rows(lookup.DEEDS_ON_RULES)}
        found |= self._seqs(lookup.DEEDS_ON_EVIDENCE, names)
        found |= self._seqs(lookup.DEEDS_ON_SENTENCES, _keys(sentences))
        deeds = [Deed(*row) for row in self._of_each(lookup.DEEDS, found, known)]
        undoing = self._seqs(lookup.UNDOING, (deed.name for deed in deeds))
        deeds += [Deed(*row) for row in self._of_each(lookup.DEEDS, undoing - found, known)]
        return sorted(deeds)

    def declared(self, known: int | None = None) -> str | None:
        rows = self._file.rows(lookup.DECLARED, [_instant(known)])
        rows = rows or self._file.rows(lookup.FIRST_DECLARED)
        return rows[0][0] if rows else None

    def find(self, name: str) -> Operation | None:
        deed = self.deed(name)
        if deed is None:
            return None
        (found,) = stored(self._file.rows, deed.seq, deed.seq)
        return self._with_hash(found)[0]

    def deed(self, name: str) -> Deed | None:
        ((query, values),) = lookup.each(lookup.OWNER, [name])
        owner = self._file.rows(query, values)
        return Deed(*owner[0]) if owner else None

    def _seqs(self, query: str, names: Iterable[str]) -> set[int]:
        """The operations that a query of lookup finds for these names."""
        return {
            seq
            for some_of_them, values in lookup.each(query, names)
            for (seq,) in self._file.rows(some_of_them, values)
        }

    def _of_each(
        self, query: str, names: Iterable[str] | Iterable[int], known: int | None
    ) -> Iterator[Any]:
        """What a query of lookup finds of each of these names."""
        for some_of_them, values in lookup.each(query, names):
            yield from self._file.rows(some_of_them, [*values, _instant(known)])


def _standing(rows: list[Stored]) -> tuple[Position, str]:
    """What lookup.STANDING found: the position of the ledger, and its hash."""
    if not rows:
        return Position(), EMPTY
    ((*position, previous),) = rows
    return Position(*position), previous


def _instant(known: int | None) -> int:
    return END if known is None else known


def _place(row: Stored) -> tuple[int, int]:
    """Operation and position of what withholds evidence: the order of recording."""
    return row[2], row[3]


def _at(row: Stored) -> tuple[int, int]:
    """The same, of what was displaced."""
    return row[4], row[5]


def _keys(sentences: Iterable[Sentence]) -> Iterator[str]:
    for sentence in sentences:
        try:
            yield sentence_key(sentence)
        except Unstorable:  # then no tombstone of it can have been recorded
            continue
