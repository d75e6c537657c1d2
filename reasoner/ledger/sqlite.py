"""The ledger in a SQLite file: durable, shared by programs, with a time of its own."""

from __future__ import annotations

import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from ..errors import (
    DamagedLedger,
    LedgerBusy,
    NewerLedger,
    NotALedger,
    ReasonerError,
    StoredClock,
    UnreadableFile,
)
from ..files import user_path
from ..time import END, now
from . import schema
from .codec import utf8
from .entries import Ledger, NewOperation, Operation
from .memory import MemoryLedger
from .recording import Position, record

BUSY_S = 30.0  # how long to wait for another writer
_BATCH = 1000  # operations read at once


class SqliteLedger:
    """The ledger in the file at *path*, which is made when there is none.

    Several programs and threads may use one file at once; one writes at a time. What `append`
    has returned survives a crash of the program and of the machine.

    Raises:
        UnreadableFile, NotALedger, NewerLedger, DamagedLedger, LedgerBusy: E501 to E505.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = user_path(path)
        self._lock = threading.RLock()
        if self._path.is_dir():
            raise UnreadableFile(
                f"`{path}` is a folder, not a ledger", help="name a file inside the folder"
            )
        with self._errors():
            uri = self._path.absolute().as_uri() + "?mode=rwc"
            self._connection = sqlite3.connect(
                uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
        try:
            with self._errors():
                self._open()
        except ReasonerError:
            self.close()
            raise

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
        with self._lock:
            self._connection.close()

    # -- the interface -----------------------------------------------------------------------------

    @property
    def head(self) -> int:
        return self._position().operations

    @property
    def last(self) -> int | None:
        return self._position().last

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
        with self._lock, self._transaction():
            recorded = record(
                operation,
                after=self._position(),
                reading=now(),
                taken=lambda name: self._seq_of(name) is not None,
                expecting=expecting,
            )
            rows = schema.rows_of(recorded)
            rows.append(("chain", (recorded.seq, schema.chained(self._hash(), rows))))
            for table, row in rows:
                marks = ",".join("?" * len(row))
                self._connection.execute(f"insert into {table} values ({marks})", row)
        return recorded

    def operations(self, known: int | None = None) -> Iterator[Operation]:
        """See Ledger. What is appended while the iterator is in use does not show in it."""
        before = END if known is None else known
        found = self._rows("select max(seq) from operation where recorded <= ?", before)
        head = found[0][0] or 0
        for first in range(1, head + 1, _BATCH):
            yield from self._read(first, min(first + _BATCH - 1, head))

    def declared(self, known: int | None = None) -> str | None:
        texts = "select theory from operation where theory is not null"
        rows = self._rows(
            f"{texts} and recorded <= ? order by recorded desc limit 1",
            END if known is None else known,
        ) or self._rows(f"{texts} order by recorded limit 1")
        return rows[0][0] if rows else None

    def find(self, name: str) -> Operation | None:
        seq = self._seq_of(name)
        return None if seq is None else self._read(seq, seq)[0]

    def fork(self) -> Ledger:
        return MemoryLedger.above(self, self._position())

    def verify(self) -> None:
        """Compute every hash of the chain anew.

        Raises:
            DamagedLedger: E504, with the first operation that is not what was written.
        """
        previous, count = "", 0
        for seq, stored in self._rows("select operation, hash from chain order by operation"):
            count += 1
            rows = [
                (table, row)
                for table, key in (("operation", "seq"), ("evidence", "operation"),
                                   ("withdrawal", "operation"))
                for row in self._rows(f"select * from {table} where {key} = ? order by 1, 2", seq)
            ]  # fmt: skip
            if seq != count or schema.chained(previous, rows) != stored:
                raise self._damaged(f"operation {count} is not what was written")
            previous = stored
        if count != self.head:
            raise self._damaged(f"operation {count + 1} is not in the chain")

    # -- opening -----------------------------------------------------------------------------------

    def _open(self) -> None:
        """Check that the file is ours, before anything in it is changed."""
        if self._is_empty():
            with self._transaction():
                if self._is_empty():  # still, now that no one else can write
                    for statement in schema.statements():
                        self._connection.execute(statement)
        if self._pragma("application_id") != schema.APPLICATION:
            raise NotALedger(
                f"`{self._path}` is a SQLite file, and not a ledger", help="name another file"
            )
        version = self._pragma("user_version")
        if version > schema.VERSION:
            raise NewerLedger(
                f"`{self._path}` has format {version}; this version reads up to {schema.VERSION}",
                help="upgrade the reasoner",
            )
        self._connection.execute("pragma synchronous = full")
        self._connection.execute("pragma foreign_keys = on")
        self._connection.execute("pragma recursive_triggers = on")  # for `insert or replace`
        with suppress(sqlite3.OperationalError):  # in use: then whoever opens it next changes it
            self._connection.execute("pragma journal_mode = wal")

    def _is_empty(self) -> bool:
        tables = self._connection.execute("select count(*) from sqlite_master").fetchone()[0]
        return tables == 0 and self._pragma("application_id") == 0

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"pragma {name}").fetchone()[0])

    # -- reading -----------------------------------------------------------------------------------

    def _rows(self, query: str, *values: schema.Value) -> list[schema.Stored]:
        with self._lock, self._errors():
            return self._connection.execute(query, values).fetchall()

    def _position(self) -> Position:
        query = (
            "select coalesce(max(seq), 0), (select coalesce(max(seq), 0) from evidence), "
            "max(recorded) from operation"
        )
        return Position(*self._rows(query)[0])

    def _hash(self) -> str:
        rows = self._rows("select hash from chain order by operation desc limit 1")
        return str(rows[0][0]) if rows else ""

    def _seq_of(self, name: str) -> int | None:
        query = (
            "select seq from operation where name = ?1 "
            "union all select operation from evidence where name = ?1 limit 1"
        )
        utf8(name)
        rows = self._rows(query, name)
        return int(rows[0][0]) if rows else None

    def _read(self, first: int, last: int) -> list[Operation]:
        """The operations from seq *first* to *last*, both inside."""
        between = "where operation between ? and ? order by operation"
        evidence, withdrawals = defaultdict(list), defaultdict(list)
        for row in self._rows(f"select * from evidence {between}, seq", first, last):
            evidence[row[1]].append(row)
        for row in self._rows(f"select * from withdrawal {between}, position", first, last):
            withdrawals[row[0]].append(row)
        query = "select * from operation where seq between ? and ? order by seq"
        try:
            return [
                schema.operation_of(row, evidence[row[0]], withdrawals[row[0]])
                for row in self._rows(query, first, last)
            ]
        except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
            raise self._damaged(f"what is stored cannot be read ({error})") from error

    # -- errors ------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, with no other writer in between."""
        with self._errors():
            self._connection.execute("begin immediate")
            try:
                yield
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")
                raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """SQLite's errors as our own."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._translated(error) from error

    def _translated(self, error: sqlite3.Error) -> ReasonerError:
        match getattr(error, "sqlite_errorcode", 0) & 0xFF:  # without the extended part
            case sqlite3.SQLITE_NOTADB:
                return NotALedger(f"`{self._path}` is not a ledger", help="name another file")
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return LedgerBusy(
                    f"`{self._path}` has been in use for {BUSY_S:g} s by another program",
                    help="wait for it to end, then try again",
                )
            case sqlite3.SQLITE_CORRUPT:
                return self._damaged(str(error))
        if "decode to UTF-8" in str(error):
            return self._damaged("a text in it is no text")
        return UnreadableFile(
            f"`{self._path}` cannot be used: {error}",
            help="check that the file and its folder can be read and written",
        )

    def _damaged(self, what: str) -> DamagedLedger:
        return DamagedLedger(
            f"`{self._path}` is damaged: {what}", help="restore the file from a copy"
        )
