"""The raw side: SQLite as a program uses it by itself, on the same columns, indexes and rows.

Its tables are copied from a ledger, without triggers, hash chain and checks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from .rounds import seconds

EVIDENCE = "evidence"  # the ledger's table of what was said, one row a fact
_BLOCK = 50_000  # rows handed over at once
_LARGE_KIB = 64 * 1024  # what ours takes; SQLite's own is 2 MiB

Row = tuple[Any, ...]


def tables(ledger: Path) -> tuple[str, ...]:
    """The tables of a ledger, in the order in which they were made."""
    with closing(sqlite3.connect(ledger)) as source:
        names = source.execute("select name from sqlite_master where type = 'table' order by rowid")
        return tuple(name for (name,) in names if not name.startswith("sqlite_"))


def blocks(ledger: Path, table: str) -> Iterator[list[Row]]:
    """The rows of a ledger's table, some at a time."""
    with closing(sqlite3.connect(ledger)) as source:
        rows = source.execute(f"select * from {table} order by rowid")
        while block := rows.fetchmany(_BLOCK):
            yield block


def evidence_count(ledger: Path) -> int:
    """How many rows of evidence there are."""
    with closing(sqlite3.connect(ledger)) as source:
        return int(source.execute(f"select count(*) from {EVIDENCE}").fetchone()[0])


class RawTables:
    """A file with tables like those of a ledger, at `synchronous = full` or `normal`.

    large_cache: as large as that of the ledger.
    """

    def __init__(
        self,
        path: Path,
        like: Path,
        names: Sequence[str] = (EVIDENCE,),
        *,
        durable: bool = True,
        large_cache: bool = False,
    ) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("pragma journal_mode = wal")
        if large_cache:
            self._connection.execute(f"pragma cache_size = -{_LARGE_KIB}")
        self._connection.execute(f"pragma synchronous = {'full' if durable else 'normal'}")
        self._like = like
        self._inserts: dict[str, str] = {}
        for name in names:
            self._copy(name)

    def _copy(self, name: str) -> None:
        made = "select sql from sqlite_master where tbl_name = ? and type in ('table', 'index')"
        with closing(sqlite3.connect(self._like)) as source:
            found = source.execute(f"{made} and sql is not null order by rowid", (name,))
            for (statement,) in found:
                self._connection.execute(statement)
            columns = source.execute(f"select * from {name} limit 0").description
        self._inserts[name] = f"insert into {name} values ({','.join('?' * len(columns))})"

    def insert(self, row: Row) -> None:
        """One row of evidence in a transaction of its own."""
        self._connection.execute("begin immediate")
        self._connection.execute(self._inserts[EVIDENCE], row)
        self._connection.execute("commit")

    def fill(self) -> float:
        """All rows that the ledger has, in one transaction; seconds, without reading them."""
        spent = seconds(partial(self._connection.execute, "begin immediate"))
        for name, insert in self._inserts.items():
            for block in blocks(self._like, name):
                spent += seconds(partial(self._connection.executemany, insert, block))
        return spent + seconds(partial(self._connection.execute, "commit"))

    def count(self) -> int:
        """How many rows of evidence there are."""
        found = self._connection.execute(f"select count(*) from {EVIDENCE}").fetchone()
        return int(found[0])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
