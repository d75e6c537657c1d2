"""A whole ledger as JSON Lines, and back: a header, a line for each operation, and a last line.

A line holds all that the hash of its operation covers, so what was changed in between shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import DamagedLedger, DuplicateName, NotAnExport, Source, Span, Unstorable
from ..ledger import SqliteLedger
from ..ledger.entries import Operation
from ..ledger.rows import UNREADABLE, operation_of, rows_of
from ..ledger.schema import COLUMNS, HASHED
from .bulk import uncollected

FORMAT = "reasoner ledger"
VERSION = 1

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_NAMES = {
    table: re.findall(r"(\w+) (?:integer|text)\b", COLUMNS[table])[:width]
    for table, width in HASHED.items()
}
_ALREADY_JSON = frozenset({"sentence", "binding", "recovers_over"})  # in compact form
_IMPLIED = frozenset({"operation", "position"})  # by where a row stands
_SHOWN = 60  # characters of a line in a message

Entry = tuple[Operation, str]
"""An operation and its hash, as `SqliteLedger.chain` gives them."""


# -- out -------------------------------------------------------------------------------------------


def export_ledger(entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of a whole ledger, each with its end; the same ledger gives the same bytes.

    The last line says how many operations there are and the hash of the last, so that a file
    that was cut short is known.
    """
    yield _line({"format": FORMAT, "version": VERSION})
    count, last = 0, ""
    for operation, last in entries:
        yield _line_of(operation, last)
        count += 1
    yield _line({"operations": count, "hash": last})


def _line(value: object) -> str:
    return _JSON.encode(value) + "\n"


def _line_of(operation: Operation, hash: str) -> str:
    rows = rows_of(operation)
    (own,) = rows["operation"]
    of_its = {
        table: [_named(table, row) for row in rows[table]]
        for table in _NAMES
        if table != "operation" and rows[table]
    }
    return _line({**_named("operation", own), **of_its, "hash": hash})


def _named(table: str, row: Iterable[Any]) -> dict[str, Any]:
    return {
        name: json.loads(value) if name in _ALREADY_JSON else value
        for name, value in zip(_NAMES[table], row, strict=False)
        if value is not None and name not in _IMPLIED
    }


# -- in --------------------------------------------------------------------------------------------


def import_ledger(lines: Iterable[str], ledger: SqliteLedger, name: str = "<text>") -> int:
    """Write what `export_ledger` made into an empty ledger, all or none; how many operations.

    Names, hashes and transaction times stay as they are. Lines have their ends; a *name* for
    messages.

    Raises:
        NotAnExport: E515, with the first line that is not as it was written.
        LedgerNotEmpty: E512; and as `SqliteLedger.restore` does.
    """
    reading = _Reading(lines, name)
    try:
        with uncollected():
            return ledger.restore(reading.entries())
    except (DamagedLedger, DuplicateName, Unstorable) as wrong:
        if not reading.line:
            raise
        raise reading.refused("its hash is not that of what it says") from wrong


class _Reading:
    """The lines of one file, and how far it was read."""

    def __init__(self, lines: Iterable[str], name: str) -> None:
        self._lines, self._name = iter(lines), name
        self._text = ""
        self.line = 0

    def entries(self) -> Iterator[Entry]:
        """Every operation with its hash. Raises: NotAnExport."""
        self._header()
        count, last = 0, ""
        while "operations" not in (value := self._next()):
            operation, last = self._entry(value)
            count += 1
            yield operation, last
        if self._text != _line({"operations": count, "hash": last}):
            raise self.refused(f"it does not close {count} operations with the hash of the last")
        if next(self._lines, None) is not None:
            self.line += 1
            raise self.refused("the ledger ended before this line")

    def _header(self) -> None:
        value = self._next()
        if value.get("format") != FORMAT or type(value.get("version")) is not int:
            raise self.refused("this is no exported ledger")
        if value["version"] > VERSION:
            raise NotAnExport(
                f"{self._name} has version {value['version']} of the format, and this reads "
                f"{VERSION}",
                help="upgrade the reasoner",
            )
        if self._text != _line({"format": FORMAT, "version": VERSION}):
            raise self.refused("it is not as it was written")

    def _next(self) -> dict[str, Any]:
        """The value of the next line."""
        try:
            self._text = next(self._lines, "")
        except UnicodeDecodeError:
            raise self.refused("what follows this line is no text in UTF-8") from None
        self.line += 1
        if not self._text.endswith("\n"):
            raise self.refused("the file was cut off here")
        try:
            value = json.loads(self._text)
        except UNREADABLE:
            value = None
        if not isinstance(value, dict):
            raise self.refused("this is no line of an exported ledger")
        return value

    def _entry(self, value: dict[str, Any]) -> Entry:
        """An operation that is written as this very line."""
        try:
            operation, hash = operation_of(_rows(value)), str(value["hash"])
            same = self._text == _line_of(operation, hash)
        except (*UNREADABLE, AttributeError, AssertionError, Unstorable) as error:
            raise self.refused("this is no operation") from error
        if not same:
            raise self.refused("it is not as it was written")
        return operation, hash

    def refused(self, what: str) -> NotAnExport:
        """The error at the line that was read last."""
        shown = self._text.rstrip("\n")[:_SHOWN]
        source = Source(self._name, shown, self.line)
        return NotAnExport(
            f"{self._name} cannot be imported, and nothing was: {what}",
            help="export the ledger again; a file is imported as it was exported, or not at all",
            span=Span(self.line, 1, self.line, 1, source),
        )


def _rows(value: dict[str, Any]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of one operation; what does not belong there is found when it is written again."""
    rows = {"operation": [_row("operation", value)]}
    for table in _NAMES:
        if table != "operation":
            rows[table] = [
                _row(table, {**each, "operation": value["seq"], "position": position})
                for position, each in enumerate(value.get(table, ()))
            ]
    return rows


def _row(table: str, named: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(
        _JSON.encode(named[name]) if name in _ALREADY_JSON and name in named else named.get(name)
        for name in _NAMES[table]
    )
