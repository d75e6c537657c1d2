"""The rows that an operation is written as, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from itertools import count, groupby
from typing import Any

from ..errors import Unstorable
from ..syntax.tree import Literal, Sentence
from ..theory.normal import sentence_key
from ..time import Interval, Period
from . import keys
from .codec import (
    decode,
    decode_constants,
    decode_intervals,
    encode,
    encode_constants,
    encode_intervals,
)
from .entries import (
    Cause,
    Evidence,
    InstanceName,
    NewEvidence,
    NewOperation,
    Operation,
    Tombstone,
    Withdrawal,
)
from .recording import Place, named
from .schema import BEFORE_THE_BOUNDS, HASHED, KINDS

Row = tuple[str | int | None, ...]
Rows = Mapping[str, Sequence[Row]]
"""Of one operation, by table: operation, evidence, withdrawal, tombstone, touch, mention.

That of the operation lacks what is derived: it does not know what was recorded before it.
"""

Stored = tuple[Any, ...]  # a row as SQLite returns it

UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, RecursionError)
"""What the reading of rows raises when they hold what was never written."""


def hashed(rows: Rows) -> Iterator[tuple[str, list[Row]]]:
    """(table, what the chain covers of rows that follow each other), in the order of the chain.

    Evidence whose bounds are certain is hashed as version 1 did, and so is narrower.
    """
    for table, width in HASHED.items():
        if table == "evidence":
            for is_certain, some in groupby(rows[table], _is_certain):
                end = BEFORE_THE_BOUNDS if is_certain else width
                yield table, [row[:end] for row in some]
        elif rows[table]:
            yield table, [row[:width] for row in rows[table]]


def _is_certain(row: Row) -> bool:
    return row[BEFORE_THE_BOUNDS] is None and row[BEFORE_THE_BOUNDS + 1] is None


# -- writing ---------------------------------------------------------------------------------------


def rows_of(operation: Operation) -> Rows:
    """The rows of an operation and of all that it records.

    Raises: Unstorable, also for a value of a type that has no place in a row.
    """
    evidence = [
        _evidence_row(
            item.seq, operation.seq, item.name, item.said, item.said.session, item.said.dated
        )
        for item in operation.evidence
    ]
    first = operation.evidence[0].seq if evidence else 0
    return _rows(operation.seq, operation.recorded, operation.said, first, evidence)


def rows_of_new(said: NewOperation, at: Place) -> Rows:
    """Those of the operation that `record` makes of it there, which is not made: for bulk."""
    evidence = [
        _evidence_row(
            number,
            at.seq,
            label,
            item,
            said.session if item.session is None else item.session,
            at.dated if item.dated is None else item.dated,
        )
        for number, item, label in zip(count(at.first), said.evidence, at.labels, strict=False)
    ]
    return _rows(at.seq, at.recorded, named(said, at, said.evidence), at.first, evidence)


def _rows(seq: int, recorded: int, said: NewOperation, first: int, evidence: list[Row]) -> Rows:
    """said: with its name. evidence: the rows of its evidence; first: the seq of the first."""
    rows: dict[str, Sequence[Row]] = {
        "operation": [_operation_row(seq, recorded, said)],
        "evidence": evidence,
        "withdrawal": [
            _withdrawal_row(seq, position, withdrawal)
            for position, withdrawal in enumerate(said.withdrawals)
        ],
        "tombstone": [
            _tombstone_row(seq, position, tombstone)
            for position, tombstone in enumerate(said.tombstones)
        ],
        "touch": [(seq, position, name) for position, name in enumerate(said.touches)],
        "mention": [
            mention
            for number, item in enumerate(said.evidence, first)
            if not isinstance(item.sentence, Literal)
            for mention in mention_rows(number, item.sentence)
        ],
    }
    for table, each in rows.items():
        if each:
            _require_kinds(table, each)
    return rows


def mention_rows(evidence: int, sentence: Sentence) -> list[Row]:
    """One for each key of an atom in a compound sentence."""
    return [(evidence, place, *key) for place, key in enumerate(keys.mentions(sentence))]


def _require_kinds(table: str, rows: Sequence[Row]) -> None:
    """See that SQLite gives back the very values, so that their hashes stay the same."""
    for types in {tuple(map(type, row)) for row in rows}:
        _require_kinds_of(types, KINDS[table])


@cache
def _require_kinds_of(types: tuple[type, ...], kinds: tuple[str, ...]) -> None:
    for found, kind in zip(types, kinds, strict=False):
        if found is not type(None) and found is not (int if kind == "integer" else str):
            raise Unstorable(
                f"a {found.__name__} cannot be recorded where {kind} is due",
                help="give text, and whole numbers of 64 bits for instants",
            )


def _operation_row(seq: int, recorded: int, said: NewOperation) -> Row:
    recovers, over = said.recovers or (None, None)
    return (
        seq, recorded, said.name,
        said.verb, said.goal, said.selection, said.agent,
        said.session, None, None, None, said.reason,
        recovers, None if over is None else encode_intervals(over), said.theory, said.outcome,
    )  # fmt: skip


def _evidence_row(
    seq: int,
    operation: int,
    name: str,
    said: NewEvidence,
    session: str | None,
    dated: int | None,
) -> Row:
    """name, session, dated: those of *said*, filled in."""
    valid = said.valid
    return (
        seq, operation,
        name, encode(said.sentence), said.text,
        int(said.supports), said.source, said.agent, None,
        None, None, str(said.weight), str(said.reliability),
        said.type, said.origin, valid.start,
        valid.end, session, dated,
        None if valid.start_by == valid.start else valid.start_by,
        None if valid.end_from == valid.end else valid.end_from,
        *keys.literal_key(said.sentence),
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


def _tombstone_row(operation: int, position: int, tombstone: Tombstone) -> Row:
    sentence, valid = tombstone.sentence, tombstone.valid
    key = keys.sentence_key(sentence)
    return (operation, position, encode(sentence), valid.start, valid.end, key)


# -- reading ---------------------------------------------------------------------------------------


def operation_of(rows: Mapping[str, Sequence[Stored]]) -> Operation:
    """The operation that `rows_of` made these rows of."""
    ((seq, recorded, name, verb, goal, selection, agent, session, *later),) = rows["operation"]
    _, _, _, reason, recovers, over, theory, outcome, *_ = later
    evidence = tuple(evidence_of(recorded, row) for row in rows["evidence"])
    said = NewOperation(
        verb=verb,
        name=name,
        goal=goal,
        selection=selection,
        agent=agent,
        reason=reason,
        session=session,
        evidence=tuple(item.said for item in evidence),
        withdrawals=tuple(map(withdrawal_of, rows["withdrawal"])),
        tombstones=tuple(map(tombstone_of, rows["tombstone"])),
        touches=tuple(name for _, _, name in rows["touch"]),
        recovers=None if recovers is None else (recovers, decode_intervals(over)),
        theory=theory,
        outcome=outcome,
    )
    return Operation(seq, recorded, said, evidence)


def evidence_of(recorded: int, row: Stored) -> Evidence:
    """The item of a row of evidence; recorded: the transaction time of its operation."""
    seq, operation, name, sentence, text, supports, source, agent, _, _, _, *later = row
    weight, reliability, type_, origin, start, end, session, dated, *bounds = later
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
        valid=_period(start, end, *bounds[:2]),
        session=session,
        dated=dated,
    )
    return Evidence(seq, operation, recorded, said)


def _period(start: int, end: int, start_by: int | None, end_from: int | None) -> Period:
    return Period(
        start, start if start_by is None else start_by, end if end_from is None else end_from, end
    )


def _normal(text: str) -> Sentence:
    sentence = decode(text)
    if not isinstance(sentence, Literal):
        sentence_key(sentence)  # which only a sentence without `not` has
    return sentence


@lru_cache(1_000)
def _fraction(text: str) -> Decimal:
    """A weight or reliability; few differ."""
    value = Decimal(text)
    if not (value.is_finite() and 0 <= value <= 1):
        raise ValueError(f"`{text}` is no number from 0 to 1")
    return value


def withdrawal_of(row: Stored) -> Withdrawal:
    """The withdrawal of a row."""
    _, _, evidence, rule, binding, start, end, cause = row
    target = evidence if rule is None else InstanceName(rule, decode_constants(binding))
    return Withdrawal(target, Interval(start, end), Cause(cause))


def tombstone_of(row: Stored) -> Tombstone:
    """The tombstone of a row."""
    _, _, sentence, start, end, *_ = row
    return Tombstone(_normal(sentence), Interval(start, end))


def derived_of(row: Stored) -> tuple[keys.Key, list[Row]]:
    """What a row of evidence must have with it: its last columns, and its mentions."""
    sentence = decode(row[3])
    return keys.literal_key(sentence), mention_rows(row[0], sentence)
