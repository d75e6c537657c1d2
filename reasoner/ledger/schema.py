"""The tables of a stored ledger, and the rows an operation is written as.

Rows are only ever added: triggers refuse anything else, and each operation carries the SHA-256 of
the one before and of its own rows, so that a change made behind the triggers' back shows.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from ..errors import Unstorable
from ..syntax.tree import Sentence
from ..theory.normal import sentence_key
from ..time import BEGINNING, END, Interval
from .codec import (
    decode,
    decode_constants,
    decode_intervals,
    encode,
    encode_constants,
    encode_intervals,
    utf8,
)
from .entries import (
    Cause,
    Evidence,
    InstanceName,
    NewEvidence,
    NewOperation,
    Operation,
    Withdrawal,
)

APPLICATION = 0x42454C52  # "BELR", in the header of the file
VERSION = 1

Value = str | int | None
Row = tuple[Value, ...]
Stored = tuple[Any, ...]  # a row as SQLite returns it

# `layer`, `author` and `role` are for curated layers; nothing writes them yet.
COLUMNS = {
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
_KINDS = {table: re.findall(r"\w+ (integer|text)\b", all) for table, all in COLUMNS.items()}


def statements() -> Iterable[str]:
    """What makes an empty file a ledger, in one transaction."""
    for table, columns in COLUMNS.items():
        yield f"create table {table} ({columns}) strict"
        for change in ("update", "delete"):
            yield (
                f"create trigger {table}_no_{change} before {change} on {table} "
                f"begin select raise(abort, 'a ledger is only ever added to'); end"
            )
    yield "create index evidence_of_operation on evidence (operation)"
    yield "create index declarations on operation (recorded) where theory is not null"
    yield f"pragma application_id = {APPLICATION}"
    yield f"pragma user_version = {VERSION}"


def chained(previous: str, rows: Iterable[tuple[str, Row]]) -> str:
    """The hash of an operation, in hexadecimal; *previous*: that of the one before, "" at first.

    Raises: Unstorable.
    """
    digest = hashlib.sha256(previous.encode())
    for table, row in rows:
        digest.update(_canonical((table, len(row), *row)))
    return digest.hexdigest()


def _canonical(values: Row) -> bytes:
    """Each value as its kind, the length of its bytes, its bytes: no two rows look the same."""
    parts = []
    for value in values:
        if value is None:
            parts.append(b"n" + bytes(8))
            continue
        text = utf8(str(value))
        kind = b"i" if isinstance(value, int) else b"s"
        parts.append(kind + len(text).to_bytes(8, "big") + text)
    return b"".join(parts)


# -- writing ---------------------------------------------------------------------------------------


def rows_of(operation: Operation) -> list[tuple[str, Row]]:
    """(table, row) of the operation, its evidence, its withdrawals, in the order of the chain.

    Raises: Unstorable, also for a value of a type that has no place in a row.
    """
    rows = [
        ("operation", _operation_row(operation)),
        *(("evidence", _evidence_row(item)) for item in operation.evidence),
        *(
            ("withdrawal", _withdrawal_row(operation.seq, position, withdrawal))
            for position, withdrawal in enumerate(operation.said.withdrawals)
        ),
    ]
    for table, row in rows:
        for value, kind in zip(row, _KINDS[table], strict=True):
            if not _is_stored_as_it_is(value, kind):
                raise Unstorable(
                    f"a {type(value).__name__} cannot be recorded where {kind} is due",
                    help="give text, and whole numbers of 64 bits for instants",
                )
    return rows


def _is_stored_as_it_is(value: object, kind: str) -> bool:
    """Whether SQLite gives back the very value, so that its hash stays the same."""
    if kind == "integer" and type(value) is int:
        return BEGINNING <= value <= END
    return value is None or (kind == "text" and type(value) is str)


def _operation_row(operation: Operation) -> Row:
    said = operation.said
    recovers, over = said.recovers or (None, None)
    return (
        operation.seq, operation.recorded, operation.name,
        said.verb, said.goal, said.selection, said.agent,
        said.session, None, None, None, said.reason,
        recovers, None if over is None else encode_intervals(over), said.theory, said.outcome,
    )  # fmt: skip


def _evidence_row(item: Evidence) -> Row:
    said = item.said
    return (
        item.seq, item.operation,
        said.name, encode(said.sentence), said.text,
        int(said.supports), said.source, said.agent, None,
        None, None, str(said.weight), str(said.reliability),
        said.type, said.origin, said.valid.start,
        said.valid.end, said.session, said.dated,
    )  # fmt: skip


def _withdrawal_row(operation: int, position: int, withdrawal: Withdrawal) -> Row:
    target = withdrawal.target
    evidence, rule, binding = (
        (None, target.rule, encode_constants(target.binding))
        if isinstance(target, InstanceName)
        else (target, None, None)
    )
    valid, cause = withdrawal.valid, withdrawal.cause.value
    return (operation, position, evidence, rule, binding, valid.start, valid.end, cause)


# -- reading ---------------------------------------------------------------------------------------


def operation_of(
    row: Stored, evidence: Iterable[Stored], withdrawals: Iterable[Stored]
) -> Operation:
    """The operation that `rows_of` made these rows of."""
    seq, recorded, name, verb, goal, selection, agent, session, *later = row
    _, _, _, reason, recovers, over, theory, outcome = later
    items = tuple(_evidence_of(recorded, each) for each in evidence)
    said = NewOperation(
        verb=verb,
        name=name,
        goal=goal,
        selection=selection,
        agent=agent,
        reason=reason,
        session=session,
        evidence=tuple(item.said for item in items),
        withdrawals=tuple(map(_withdrawal_of, withdrawals)),
        recovers=None if recovers is None else (recovers, decode_intervals(over)),
        theory=theory,
        outcome=outcome,
    )
    return Operation(seq, recorded, said, items)


def _evidence_of(recorded: int, row: Stored) -> Evidence:
    seq, operation, name, sentence, text, supports, source, agent, _, _, _, *later = row
    weight, reliability, type_, origin, start, end, session, dated = later
    said = NewEvidence(
        sentence=_normal(sentence) if supports else decode(sentence),
        text=text,
        supports=bool(supports),
        name=name,
        source=source,
        agent=agent,
        weight=_fraction(weight),
        reliability=_fraction(reliability),
        type=type_,
        origin=origin,
        valid=Interval(start, end),
        session=session,
        dated=dated,
    )
    return Evidence(seq, operation, recorded, said)


def _normal(text: str) -> Sentence:
    sentence = decode(text)
    sentence_key(sentence)  # which only a sentence without `not` has
    return sentence


def _fraction(text: str) -> Decimal:
    """A weight or reliability."""
    value = Decimal(text)
    if not (value.is_finite() and 0 <= value <= 1):
        raise ValueError(f"`{text}` is no number from 0 to 1")
    return value


def _withdrawal_of(row: Stored) -> Withdrawal:
    _, _, evidence, rule, binding, start, end, cause = row
    target = evidence if rule is None else InstanceName(rule, decode_constants(binding))
    return Withdrawal(target, Interval(start, end), Cause(cause))
