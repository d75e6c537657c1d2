"""From a ledger of an earlier version, or an empty file, to one of the newest version."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from . import schema
from .rows import derived_of

_BATCH = 1000  # items of evidence at once


def upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Bring the ledger from *version* (0: an empty file) to schema.VERSION.

    In the transaction of the caller, which no other writer is in: a program that dies meanwhile
    leaves the ledger as it was. What the chain covers stays as it is.
    """
    if version < 1:
        _execute(connection, schema.newest())
        return
    if version < 2:
        _execute(connection, schema.second())
        _derive(connection)
    if version < 3:
        _see_that_each_has_its_hash(connection)
        _execute(connection, schema.third())


def _derive(connection: sqlite3.Connection) -> None:
    """Fill in, for every item of evidence, what it is found by."""
    last = 0
    while True:
        query = "select * from evidence where seq > ? order by seq limit ?"
        rows = connection.execute(query, (last, _BATCH)).fetchall()
        if not rows:
            return
        last = rows[-1][0]
        derived = [(derived_of(row), row[0]) for row in rows]
        connection.executemany(
            "update evidence set relation = ?, first = ?, second = ? where seq = ?",
            [(*key, seq) for (key, _), seq in derived],
        )
        connection.executemany(
            "insert into mention values (?, ?, ?, ?, ?)",
            [mention for (_, mentions), _ in derived for mention in mentions],
        )


def _see_that_each_has_its_hash(connection: sqlite3.Connection) -> None:
    """Before the chain goes into the table of operations. Raises: ValueError."""
    (counts,) = connection.execute(
        "select (select count(*) from operation), (select count(*) from chain), "
        "(select count(*) from operation o join chain c on c.operation = o.seq)"
    )
    if len(set(counts)) > 1:
        raise ValueError("the chain has not one hash for each operation")


def _execute(connection: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(statement)
