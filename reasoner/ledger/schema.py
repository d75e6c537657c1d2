"""The tables of a stored ledger, version by version.

Rows are only ever added: triggers refuse anything else. (SQLite carries out another program's
`insert or replace` without them, unless that program asks for recursive triggers; the chain shows
it.) What is derived from a row, so that it can be looked up, stands after a row's own columns or in
a table of its own (`mention`); it takes no part in the hashes of the chain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

APPLICATION = 0x42454C52  # "BELR", in the header of the file
VERSION = 2

# Version 1. `layer`, `author` and `role` are for curated layers; nothing writes them yet.
_FIRST = {
    "operation": (
        "seq integer primary key, recorded integer not null unique, name text not null unique, "
        "verb text not null, goal text not null, selection text not null, agent text, "
        "session text not null, layer text, author text, role text, reason text, "
        "recovers text, recovers_over text, theory text, outcome text not null"
    ),
    "evidence": (
        "seq integer primary key, operation integer not null references operation, "
        "name text not null unique, sentence text not null, text text not null, "
        "supports integer not null, source text not null, agent text, layer text, "
        "author text, role text, weight text not null, reliability text not null, "
        "type text not null, origin text, valid_start integer not null, "
        "valid_end integer not null, session text not null, dated integer not null"
    ),
    "withdrawal": (
        "operation integer not null references operation, position integer not null, "
        "evidence text, rule text, binding text, valid_start integer not null, "
        "valid_end integer not null, cause text not null, primary key (operation, position)"
    ),
    "chain": "operation integer primary key references operation, hash text not null",
}

# Version 2: `start_by` and `end_from` where a bound is uncertain; the rest of evidence's columns,
# the tombstone's `key` and every mention are derived.
_COLUMNS = "start_by integer, end_from integer, relation text, first text, second text"
_SECOND = {
    "tombstone": (
        "operation integer not null references operation, position integer not null, "
        "sentence text not null, valid_start integer not null, valid_end integer not null, "
        "key text not null, primary key (operation, position)"
    ),
    "touch": (
        "operation integer not null references operation, position integer not null, "
        "evidence text not null, primary key (operation, position)"
    ),
    "mention": (
        "evidence integer not null references evidence, position integer not null, "
        "relation text not null, first text, second text, primary key (evidence, position)"
    ),
}
_INDEXES = (
    "evidence_by_atom on evidence (relation, first, second)",
    "evidence_by_second on evidence (relation, second)",
    "mention_by_atom on mention (relation, first, second)",
    "mention_by_second on mention (relation, second)",
    "withdrawal_of_evidence on withdrawal (evidence) where evidence is not null",
    "withdrawal_of_rules on withdrawal (operation, position) where rule is not null",
    "recovery on operation (recovers) where recovers is not null",
    "tombstone_by_key on tombstone (key)",
    "touch_of_evidence on touch (evidence, operation)",
)

COLUMNS = {**_FIRST, "evidence": f"{_FIRST['evidence']}, {_COLUMNS}", **_SECOND}
KINDS = {
    table: tuple(re.findall(r"\w+ (integer|text)\b", columns)) for table, columns in COLUMNS.items()
}
HASHED = {"operation": 16, "evidence": 21, "withdrawal": 8, "tombstone": 5, "touch": 3}
"""How many columns, from the first, the chain covers, by table in the order of the chain."""

BEFORE_THE_BOUNDS = 19
"""Columns of evidence in version 1: what is hashed where no bound is uncertain."""


def first_version() -> Iterator[str]:
    """What makes an empty file a ledger of version 1."""
    for table, columns in _FIRST.items():
        yield from _table(table, columns)
    yield "create index evidence_of_operation on evidence (operation)"
    yield "create index declarations on operation (recorded) where theory is not null"
    yield f"pragma application_id = {APPLICATION}"
    yield "pragma user_version = 1"


def second_version() -> Iterator[str]:
    """What makes a ledger of version 1 one of version 2, but for what is derived.

    Then evidence may be changed, until `closed` is carried out.
    """
    for column in _COLUMNS.split(", "):
        yield f"alter table evidence add column {column}"
    for table, columns in _SECOND.items():
        yield from _table(table, columns)
    yield "drop trigger if exists evidence_no_update"


def closed() -> Iterator[str]:
    """What follows when all that is derived is there."""
    yield _trigger("evidence", "update")
    for index in _INDEXES:
        yield f"create index {index}"
    yield "pragma user_version = 2"


def _table(table: str, columns: str) -> Iterator[str]:
    yield f"create table {table} ({columns}) strict"
    yield _trigger(table, "update")
    yield _trigger(table, "delete")


def _trigger(table: str, change: str) -> str:
    return (
        f"create trigger {table}_no_{change} before {change} on {table} "
        f"begin select raise(abort, 'a ledger is only ever added to'); end"
    )
