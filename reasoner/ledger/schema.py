"""The tables of a stored ledger, and what makes those of an earlier version into them.

Rows are only ever added: triggers refuse anything else. (SQLite carries out another program's
`insert or replace` without them, unless that program asks for recursive triggers; the chain shows
it.) What is derived from a row, so that it can be looked up, stands after a row's own columns or in
a table of its own (`mention`); it takes no part in the hashes of the chain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

APPLICATION = 0x42454C52  # "BELR", in the header of the file
VERSION = 3

# `layer`, `author` and `role` are for curated layers; nothing writes them yet. Derived are: of an
# operation, the number of the last evidence up to it and its hash; of evidence, what follows
# `end_from`; of a tombstone, its key; every mention.
COLUMNS = {
    "operation": (
        "seq integer primary key, recorded integer not null, name text not null, "
        "verb text not null, goal text not null, selection text not null, agent text, "
        "session text not null, layer text, author text, role text, reason text, "
        "recovers text, recovers_over text, theory text, outcome text not null, "
        "last_evidence integer not null, hash text not null"
    ),
    "evidence": (
        "seq integer primary key, operation integer not null references operation, "
        "name text not null, sentence text not null, text text not null, "
        "supports integer not null, source text not null, agent text, layer text, "
        "author text, role text, weight text not null, reliability text not null, "
        "type text not null, origin text, valid_start integer not null, "
        "valid_end integer not null, session text not null, dated integer not null, "
        "start_by integer, end_from integer, relation text, first text, second text"
    ),
    "withdrawal": (
        "operation integer not null references operation, position integer not null, "
        "evidence text, rule text, binding text, valid_start integer not null, "
        "valid_end integer not null, cause text not null, primary key (operation, position)"
    ),
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
KINDS = {
    table: tuple(re.findall(r"\w+ (integer|text)\b", columns)) for table, columns in COLUMNS.items()
}
HASHED = {"operation": 16, "evidence": 21, "withdrawal": 8, "tombstone": 5, "touch": 3}
"""How many columns, from the first, the chain covers, by table in the order of the chain."""

BEFORE_THE_BOUNDS = 19
"""Columns of evidence in version 1: what is hashed where no bound is uncertain."""

GIVEN = {"operation": "name <> 'op' || seq", "evidence": "name <> 'e' || seq"}
"""Which names an index holds; by the others, those of a row's own number, the row is found."""

_INDEXES = {
    "operation": (
        f"unique index operation_by_name on operation (name) where {GIVEN['operation']}",
        "index declarations on operation (recorded) where theory is not null",
        "index recovery on operation (recovers) where recovers is not null",
    ),
    "evidence": (
        f"unique index evidence_by_name on evidence (name) where {GIVEN['evidence']}",
        "index evidence_by_atom on evidence (relation, first, second)",
        "index evidence_by_second on evidence (relation, second) where second is not null",
    ),
    "withdrawal": (
        "index withdrawal_of_evidence on withdrawal (evidence) where evidence is not null",
        "index withdrawal_of_rules on withdrawal (operation, position) where rule is not null",
    ),
    "tombstone": ("index tombstone_by_key on tombstone (key)",),
    "touch": ("index touch_of_evidence on touch (evidence, operation)",),
    "mention": (
        "index mention_by_atom on mention (relation, first, second)",
        "index mention_by_second on mention (relation, second)",
    ),
}
_CHANGES = ("update", "delete")
_SINCE_2 = ("start_by integer", "end_from integer", "relation text", "first text", "second text")


def newest() -> Iterator[str]:
    """What makes an empty file a ledger."""
    for table in COLUMNS:
        yield from _made(table)
        yield from _indexed(table)
    yield f"pragma application_id = {APPLICATION}"
    yield f"pragma user_version = {VERSION}"


def second() -> Iterator[str]:
    """What makes a ledger of version 1 one of version 2, as far as version 3 needs it.

    It brought `start_by` and `end_from` where a bound is uncertain, tombstones, touches, mentions.
    """
    yield "drop trigger if exists evidence_no_update"
    for column in _SINCE_2:
        yield f"alter table evidence add column {column}"
    for table in ("tombstone", "touch", "mention"):
        yield from _made(table)
        yield from _indexed(table)
    for index in _INDEXES["withdrawal"]:
        yield f"create {index}"


def third() -> Iterator[str]:
    """What makes a ledger of version 2 one of version 3.

    Names that go by a number, and what is in order anyway, have no index any more; the hashes of
    the chain stand with their operations.
    """
    yield "pragma legacy_alter_table = on"  # references go to the new tables
    for table in ("operation", "evidence"):
        for change in _CHANGES:
            yield f"drop trigger if exists {table}_no_{change}"
        yield f"alter table {table} rename to old_{table}"
        yield from _made(table)
    yield "insert into evidence select * from old_evidence"
    yield (
        "insert into operation select o.*, coalesce((select e.seq from old_evidence e "
        "where e.operation <= o.seq order by e.operation desc, e.seq desc limit 1), 0), c.hash "
        "from old_operation o join chain c on c.operation = o.seq order by o.seq"
    )
    for table in ("old_operation", "old_evidence", "chain"):
        yield f"drop table {table}"
    for table in ("operation", "evidence"):
        yield from _indexed(table)
    yield "pragma legacy_alter_table = off"
    yield f"pragma user_version = {VERSION}"


def _made(table: str) -> Iterator[str]:
    yield f"create table {table} ({COLUMNS[table]}) strict"
    for change in _CHANGES:
        yield (
            f"create trigger {table}_no_{change} before {change} on {table} "
            f"begin select raise(abort, 'a ledger is only ever added to'); end"
        )


def _indexed(table: str) -> Iterator[str]:
    for index in _INDEXES[table]:
        yield f"create {index}"
