"""A SQLite file: one connection that writes, one that reads, and SQLite's errors as our own."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..errors import (
    DamagedLedger,
    DuplicateName,
    LedgerBusy,
    NewerLedger,
    NotALedger,
    ReasonerError,
    UnreadableFile,
)
from ..files import user_path
from . import schema
from .codec import half_a_character
from .migrate import upgrade
from .rows import UNREADABLE

BUSY_S = 30.0  # how long to wait for another writer
MAGIC = b"SQLite format 3\0"
_CACHE_KIB = 64 * 1024  # for writing: the pages that a bulk of evidence touches


class Database:
    """The file of a ledger; it is made, or brought to the newest version, when it is opened.

    Threads that read wait for each other, and never for one that writes.
    """

    def __init__(self, path: str | Path, *, durable: bool) -> None:
        self.path = user_path(path)
        self._writing, self._reading = threading.RLock(), threading.RLock()
        if self.path.is_dir():
            raise UnreadableFile(
                f"`{path}` is a folder, not a ledger", help="name a file inside the folder"
            )
        if first_bytes(self.path) not in (None, b"", MAGIC):
            raise NotALedger(f"`{path}` is not a ledger", help="name another file")
        self._writer = self._connect("rwc")
        try:
            with self.errors():
                self._open(durable)
            self._reader = self._connect("rw")
            with self.errors():
                self._reader.execute("pragma query_only = on")
        except ReasonerError:
            self._writer.close()
            raise

    def close(self) -> None:
        """Let go of the file; a second time does nothing."""
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()

    # -- use ---------------------------------------------------------------------------------------

    def rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """What a query finds, as of the last transaction that is complete."""
        with self._reading:
            return self._carried_out(self._reader, query, values)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: all or nothing, with no other writer in between."""
        with self._writing:
            self.rows_now("begin immediate")
            try:
                yield
                self.rows_now("commit")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("rollback")
                raise

    def rows_now(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """What a query finds, inside a transaction."""
        return self._carried_out(self._writer, query, values)

    def insert(self, table: str, rows: Sequence[Sequence[object]]) -> None:
        """Add rows, inside a transaction."""
        if rows:
            marks = ",".join("?" * len(rows[0]))
            try:
                self._writer.executemany(f"insert into {table} values ({marks})", rows)
            except (sqlite3.Error, UnicodeError) as error:
                raise self._translated(error) from error

    def _carried_out(
        self, connection: sqlite3.Connection, query: str, values: Sequence[object]
    ) -> list[Any]:
        """What it finds; as within `errors`, without what a context costs each single query."""
        try:
            return connection.execute(query, values).fetchall()
        except (sqlite3.Error, UnicodeError) as error:
            raise self._translated(error) from error

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """A connection for a long reading: what is appended meanwhile does not show in it."""
        connection = self._connect("rw")
        try:
            with self.errors():
                connection.execute("begin")
                yield connection
        finally:
            connection.close()

    # -- opening -----------------------------------------------------------------------------------

    def _connect(self, mode: str) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode={mode}"
        with self.errors():
            return sqlite3.connect(
                uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )

    def _open(self, durable: bool) -> None:
        """See that the file is ours before anything in it is changed."""
        if self._is_empty():
            self._log_ahead()
        elif self._pragma("application_id") != schema.APPLICATION:
            raise NotALedger(
                f"`{self.path}` is a SQLite file, and not a ledger", help="name another file"
            )
        self._writer.execute(f"pragma cache_size = -{_CACHE_KIB}")
        if self._version() < schema.VERSION:
            with self.writing():
                self._upgrade(self._version())  # again, now that no one else can write
        self._log_ahead()
        self._writer.execute(f"pragma synchronous = {'full' if durable else 'normal'}")
        self._writer.execute("pragma recursive_triggers = on")  # for `insert or replace`

    def _upgrade(self, version: int) -> None:
        try:
            upgrade(self._writer, version)
        except UNREADABLE as error:
            raise self.damaged(f"what is stored cannot be read ({error})") from error

    def _log_ahead(self) -> None:
        """Write to a log first, so that readers need not wait; the file remembers it."""
        with suppress(sqlite3.OperationalError):  # in use: then whoever opens it next changes it
            self._writer.execute("pragma journal_mode = wal")

    def _version(self) -> int:
        version = self._pragma("user_version")
        if version > schema.VERSION:
            raise NewerLedger(
                f"`{self.path}` has format {version}; this version reads up to {schema.VERSION}",
                help="upgrade the reasoner",
            )
        return version

    def _is_empty(self) -> bool:
        tables = self._writer.execute("select count(*) from sqlite_master").fetchone()[0]
        return tables == 0 and self._pragma("application_id") == 0

    def _pragma(self, name: str) -> int:
        return int(self._writer.execute(f"pragma {name}").fetchone()[0])

    # -- errors ------------------------------------------------------------------------------------

    @contextmanager
    def errors(self) -> Iterator[None]:
        """SQLite's errors as our own."""
        try:
            yield
        except (sqlite3.Error, UnicodeError) as error:
            raise self._translated(error) from error

    def _translated(self, error: sqlite3.Error | UnicodeError) -> ReasonerError:
        if isinstance(error, UnicodeEncodeError):
            return half_a_character(error)
        if isinstance(error, UnicodeError) or "decode to UTF-8" in str(error):
            return self.damaged("a text in it is no text")
        if isinstance(error, sqlite3.ProgrammingError):
            return UnreadableFile(f"`{self.path}` has been closed", help="open it again")
        code = getattr(error, "sqlite_errorcode", 0)
        match code & 0xFF:  # without the extended part
            case sqlite3.SQLITE_NOTADB:
                return NotALedger(f"`{self.path}` is not a ledger", help="name another file")
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
                return LedgerBusy(
                    f"`{self.path}` has been in use for {BUSY_S:g} s by another program",
                    help="wait for it to end, then try again",
                )
            case sqlite3.SQLITE_CORRUPT:
                return self.damaged(str(error))
        if code == sqlite3.SQLITE_CONSTRAINT_UNIQUE and str(error).endswith(".name"):
            return DuplicateName(
                "a name is given to two operations or items of evidence", help="choose another"
            )
        if str(error).startswith("no such "):  # table, column or index
            return self.damaged(str(error))
        return UnreadableFile(
            f"`{self.path}` cannot be used: {error}",
            help="check that the file and its folder can be read and written",
        )

    def damaged(self, what: str) -> DamagedLedger:
        """The error of a file in which something is not what was written."""
        return DamagedLedger(
            f"`{self.path}` is damaged: {what}", help="restore the file from a copy"
        )


def first_bytes(path: Path) -> bytes | None:
    """What a file begins with, as long as MAGIC, with which those of SQLite do; None without one.

    So it is for one that cannot be read: whoever opens it will say what is wrong.
    """
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC))
    except OSError:
        return None
