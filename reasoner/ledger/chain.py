"""The chain of hashes: each operation's covers its own rows and the hash of the one before.

So a change made behind the triggers' back shows, and whoever has noted one hash can tell whether
all that was recorded up to it is still there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from ..errors import Unstorable
from ..time import BEGINNING, END
from .codec import half_a_character
from .entries import Operation
from .rows import Row, Rows, hashed, rows_of

EMPTY = ""
"""The hash of a ledger without operations."""


def links(
    operations: Iterable[Operation], previous: str = EMPTY
) -> Iterator[tuple[Operation, str]]:
    """Each operation, from the first on or the one after *previous*, with its hash.

    Raises: Unstorable, for what no stored ledger can hold.
    """
    for operation in operations:
        previous = link(previous, rows_of(operation))
        yield operation, previous


def link(previous: str, rows: Rows) -> str:
    """The hash of an operation with these rows; *previous*: that of the one before. Raises so."""
    return chained(previous, hashed(rows))


def chained(previous: str, parts: Iterable[tuple[str, Sequence[Row]]]) -> str:
    """SHA-256 of *previous* and of rows, each with its table, in hexadecimal. Raises so.

    parts: (table, rows of one width). A row counts as the table, its width, its values.
    """
    digest = hashlib.sha256(previous.encode())
    try:
        for table, rows in parts:
            start = b"".join(_canonical((table, len(rows[0]))))
            for row in _each_canonical(rows):
                digest.update(start + b"".join(row))
    except UnicodeEncodeError as error:
        raise half_a_character(error) from None
    return digest.hexdigest()


def _each_canonical(rows: Sequence[Row]) -> Iterable[Iterable[bytes]]:
    if len(rows) == 1:
        return [_canonical(rows[0])]
    return zip(*map(_column, zip(*rows, strict=True)), strict=True)


def _column(column: Sequence[str | int | None]) -> Iterable[bytes]:
    """Each value of a column; those that recur, as in most they do, are written once."""
    values = set(column)
    if 2 * len(values) > len(column):
        return _canonical(column)
    return map(dict(zip(values, _canonical(values), strict=True)).__getitem__, column)


def _canonical(values: Iterable[str | int | None]) -> list[bytes]:
    """Each as its kind, the length of its bytes, its bytes: no two rows look the same."""
    found = []
    for value in values:
        if value is None:
            found.append(_NOTHING)
        elif isinstance(value, str):
            text = value.encode()
            found.append(
                (_TEXT[len(text)] if len(text) < _SHORT else _head(b"s", len(text))) + text
            )
        elif BEGINNING <= value <= END:
            text = b"%d" % value
            found.append(_INTEGER[len(text)] + text)
        else:
            raise Unstorable(
                f"{value} is out of range for an instant",
                help="give whole numbers of 64 bits: microseconds since 1970",
            )
    return found


def _head(kind: bytes, length: int) -> bytes:
    return kind + length.to_bytes(8, "big")


_NOTHING = _head(b"n", 0)
_SHORT = 256
_TEXT = [_head(b"s", length) for length in range(_SHORT)]
_INTEGER = [_head(b"i", length) for length in range(_SHORT)]
