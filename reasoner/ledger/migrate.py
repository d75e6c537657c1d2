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
        _execute(connection, schema.first_version())
    if version < 2:
        _execute(connection, schema.second_version())
        _derive(connection)
        _execute(connection, schema.closed())


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


def _execute(connection: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(statement)
